"""A series of games and its list after Seeger and Fabian, at tables of three and four."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from statistics import fmean, stdev

from kiebitz.errors import KiebitzError
from kiebitz.sayings import say

WON = 50  # for each own game won, and against the declarer for each lost
BEATEN = {3: 40, 4: 30}  # by seats: for each game that another player lost, also to a pausing dealer
LENGTH = {3: 36, 4: 48}  # games of a series


def totals(games: Iterable[tuple[int, int]], seats: int = 3) -> tuple[int, ...]:
    """Each player's total over games given as (declarer, score); a score of 0 is a passed-in deal.

    >>> totals([(1, -96)])
    (40, -146, 40)
    """
    if seats not in BEATEN:
        raise KiebitzError(say("A Skat table has 3 or 4 players, not {n}.", n=seats))
    result = [0] * seats
    for declarer, score in games:
        if score == 0:
            continue
        if not 0 <= declarer < seats:
            raise KiebitzError(
                say("The players of this list are 0 to {last}, not {n}.", last=seats - 1, n=declarer)
            )
        result[declarer] += score + (WON if score > 0 else -WON)
        if score < 0:
            for other in range(seats):
                result[other] += BEATEN[seats] if other != declarer else 0
    return tuple(result)


@dataclass(frozen=True)
class Sums:
    """The lines of the list for one of three players."""

    value: int
    """Of the own games."""
    won: int
    lost: int
    others: int
    """Games that another lost."""

    @classmethod
    def of(cls, points: Sequence[int]) -> Sums:
        """From the points of each game.

        >>> sums = Sums.of([74, -146, 40, 0])
        >>> sums, sums.bonus, sums.beaten, sums.total
        (Sums(value=-72, won=1, lost=1, others=1), 0, 40, -32)
        """
        won = [each - WON for each in points if each > BEATEN[3]]
        lost = [each + WON for each in points if each < 0]
        return cls(sum(won) + sum(lost), len(won), len(lost), sum(each == BEATEN[3] for each in points))

    @property
    def bonus(self) -> int:
        return WON * (self.won - self.lost)

    @property
    def beaten(self) -> int:
        return BEATEN[3] * self.others

    @property
    def total(self) -> int:
        return self.value + self.bonus + self.beaten


@dataclass
class Series:
    """A list that is being written: games in order, the deal going round the table.

    >>> series = Series(seats=4)
    >>> series.dealer, series.players
    (0, (1, 2, 3))
    >>> series.add(2, 24)
    >>> series.totals, series.dealer, series.players
    ((0, 0, 74, 0), 1, (2, 3, 0))
    """

    seats: int = 3
    games: list[tuple[int, int]] = field(default_factory=list)

    @property
    def dealer(self) -> int:
        """Who deals the next game; at a table of four this player pauses."""
        return len(self.games) % self.seats

    @property
    def players(self) -> tuple[int, int, int]:
        """Forehand, middlehand and rearhand of the next game."""
        first, second, third = ((self.dealer + step) % self.seats for step in (1, 2, 3))
        return first, second, third

    @property
    def is_complete(self) -> bool:
        return len(self.games) >= LENGTH[self.seats]

    def add(self, declarer: int, score: int) -> None:
        """Write down a game's score for its declarer; 0 for a passed-in deal."""
        if score and declarer not in self.players:
            players = ", ".join(map(str, self.players))
            raise KiebitzError(
                say("Player {n} does not play this game; {players} do.", n=declarer, players=players)
            )
        self.games.append((declarer, score))

    @property
    def totals(self) -> tuple[int, ...]:
        """Each player's total so far."""
        return totals(self.games, self.seats)


# -- many series ---------------------------------------------------------------------------------------

Listed = tuple[Sequence[str], Sequence[Sequence[int]]]
"""The players of a series, and the points of each game in their order."""


@dataclass(frozen=True)
class Standing:
    """A player over many series.

    >>> once = Standing("Ada", (1042, 800), Sums(value=900, won=20, lost=3, others=10), games=80)
    >>> once.mean, round(once.deviation, 1), once.pace
    (921.0, 171.1, 967.5)
    """

    player: str
    scores: tuple[int, ...]
    """Of the whole series."""
    sums: Sums
    """Over all games, those of series that were not finished too."""
    games: int

    @property
    def mean(self) -> float:
        """The mean score of a whole series."""
        return fmean(self.scores) if self.scores else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of the score of a series."""
        return stdev(self.scores) if len(self.scores) > 1 else 0.0

    @property
    def pace(self) -> float:
        """The score of a series at the rate of all games."""
        return LENGTH[3] * self.sums.total / self.games


def standings(lists: Iterable[Listed]) -> list[Standing]:
    """Every player of some series, the most games first."""
    points: dict[str, list[int]] = defaultdict(list)
    scores: dict[str, list[int]] = defaultdict(list)
    for players, games in lists:
        for player, own in zip(players, zip(*games, strict=True), strict=True):
            points[player] += own
            if len(own) == LENGTH[3]:
                scores[player].append(sum(own))
    found = [Standing(name, tuple(scores[name]), Sums.of(own), len(own)) for name, own in points.items()]
    return sorted(found, key=lambda standing: (-standing.games, standing.player))


def cut(games: Iterable[tuple[Sequence[str], Sequence[int]]]) -> Iterator[Listed]:
    """Games in order as series: the same players, in whatever order they sit, and at most thirty-six.

    >>> rows = [(("Ada", "Bob", "Cy"), (74, 0, 0)), (("Bob", "Cy", "Ada"), (0, 74, 0))]
    >>> list(cut(rows))
    [(['Ada', 'Bob', 'Cy'], [[74, 0, 0], [0, 0, 74]])]
    """
    for players, together in groupby(games, key=lambda game: sorted(game[0])):
        rows = [[dict(zip(names, points, strict=True))[player] for player in players]
                for names, points in together]  # fmt: skip
        for first in range(0, len(rows), LENGTH[3]):
            yield players, rows[first : first + LENGTH[3]]
