"""A series of games and its list after Seeger and Fabian, at tables of three and four."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

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
