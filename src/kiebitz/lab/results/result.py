"""What a match found out: points of every game, and each agent's figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kiebitz.errors import UnknownName
from kiebitz.lab.results.frames import MILLIONTHS, Columns, Frames, columns_of
from kiebitz.lab.statistics.intervals import clustered, rate_interval
from kiebitz.lab.statistics.shares import seat_shares, side_shares
from kiebitz.sayings import Saying, say

if TYPE_CHECKING:
    from kiebitz.lab.playing.match import Block, Keep, Match, Outcome
    from kiebitz.lab.runs.run import Run
    from kiebitz.rules.records import Record

SHOWN = 20  # reasons of failures in an answer; the ledger has them all

PART = 50_000  # deals that are worked on at a time, where intermediate numbers need more room than the answer


def _parts(deals: int) -> Iterator[slice]:
    return (slice(first, first + PART) for first in range(0, deals, PART))


def _wide_enough(array: Any, values: Any) -> Any:
    """The array, or a wider copy if these values do not fit into it."""
    if values.size == 0:
        return array
    limits = np.iinfo(array.dtype)
    if limits.min <= values.min() and values.max() <= limits.max:
        return array
    return array.astype(np.int32 if abs(values).max() <= np.iinfo(np.int32).max else np.int64)


@dataclass
class Score:
    """What a match found out about one agent."""

    name: str
    wins: int
    draws: int
    losses: int
    win_rate: float
    wilson: tuple[float, float]
    points_mean: float
    points_se: float
    ms_per_move: float
    failures: int


Scored = tuple[tuple[float, bool], tuple[Score, ...]]
"""Scores that have been counted, with the confidence of their intervals and whether somebody watched."""


@dataclass
class Result(Frames):
    """The games of a match: ``points[deal, line-up, seat]``, and likewise the rest.

    >>> from kiebitz.lab.matches import match
    >>> result = match("durak", "greedy", "random", deals=200, seed=1)
    >>> result
    <Result of 400 games of Durak(): greedy 99.0% [97.4%, 99.6%]; random 1.0% [0.4%, 2.6%]>
    >>> low, high = result.scores()[0].wilson
    >>> 0.5 < low < result.scores()[0].win_rate < high
    True
    """

    match: Match
    points: Any
    plies: Any
    losers: Any
    measures: Any
    failed: dict[tuple[int, int], Saying] = field(default_factory=dict)  # deal and line-up: why
    spent: Any = None  # seconds of thinking, by agent
    moves: Any = None
    seconds: float = 0.0
    confidence: float = 0.95
    run: Run | None = field(default=None, repr=False, compare=False)  # where the games are kept
    number: int = 0  # of the match in its run
    stopped: Saying | str = ""  # why, if a rule has stopped the match
    unlocked: tuple[str, ...] = ()  # bots of others that could reach more than their views
    watched: bool = False  # not finished, or stopped by looking: intervals hold at every look
    _scored: Scored | None = field(default=None, repr=False, compare=False)

    @classmethod
    def empty(cls, match: Match) -> Result:
        shape, agents = (match.deals, len(match.lineups)), len(match.players)
        seats, width = match.game.seats, match.width
        return cls(
            match,
            points=np.zeros((*shape, seats), np.int16),
            plies=np.zeros(shape, np.int16),
            losers=np.full(shape, -1, np.int8),
            measures=np.zeros((*shape, seats, width), np.int16),
            spent=np.zeros(agents),
            moves=np.zeros(agents, np.int64),
        )

    def __repr__(self) -> str:
        found = []
        for score in self.scores() if self.points.size else ():
            low, high = score.wilson
            lost = f", {score.failures:,} lost by a fault" if score.failures else ""
            found.append(f"{score.name} {score.win_rate:.1%} [{low:.1%}, {high:.1%}]{lost}")
        return f"<Result of {self.match.games:,} games of {self.match.game!r}: {'; '.join(found)}>"

    def add(self, block: Block, outcome: Outcome) -> None:
        """Write a block's outcome into its place."""
        where = (slice(block.first, block.first + block.count), block.lineup)
        self.write(where, outcome.points, outcome.plies, outcome.losers, outcome.measures)
        self.unlocked = tuple(dict.fromkeys([*self.unlocked, *outcome.unlocked]))
        for row, reason in outcome.reasons.items():
            self.failed[block.first + row, block.lineup] = reason
        for seat, agent in enumerate(self.match.lineups[block.lineup]):
            self.spent[agent] += outcome.seconds[seat]
            self.moves[agent] += outcome.moves[seat]

    def write(self, where: Any, points: Any, plies: Any, losers: Any, measures: Any) -> None:
        """Write the figures of some games into their places; numbers are kept as narrow as they allow."""
        self._scored = None
        self.points = _wide_enough(self.points, points)
        self.plies = _wide_enough(self.plies, plies)
        self.measures = _wide_enough(self.measures, measures)
        self.points[where], self.plies[where], self.losers[where] = points, plies, losers
        self.measures[where] = measures.reshape(self.measures[where].shape)

    @property
    def reduced(self) -> Any | None:
        """The points without the luck that the match's frozen weights take away; None if it has none."""
        return None if self.match.frozen is None else self.points - self.measures[..., -1] / MILLIONTHS

    @property
    def counted(self) -> Any:
        """The points that comparisons rest on: the reduced ones where the plan says so."""
        return self.points if self.match.frozen is None else self.reduced

    @property
    def reasons(self) -> list[str]:
        """Who failed, why and where, in the order of the games, in English."""
        return [str(failure) for failure in self.failures]

    @property
    def failures(self) -> list[Saying]:
        """Who failed, why and where, in the order of the games."""
        names = [player.name for player in self.match.players]
        return [
            Saying("{agent} {why}", {"agent": names[agent], "why": why}) for agent, why in self._reasons()
        ]

    def _reasons(self) -> Iterator[tuple[int, Saying]]:
        """The number of the agent that failed, with why and where."""
        for (deal, lineup), reason in sorted(self.failed.items(), key=lambda item: item[0]):
            agent = self.match.lineups[lineup][self.losers[deal, lineup]]
            yield agent, say("{why} (deal {deal}, line-up {lineup})", why=reason, deal=deal, lineup=lineup)

    def number_of(self, spec: str) -> int:
        """The number of an agent in the match, by its specification."""
        specs = [player.spec for player in self.match.players]
        if spec not in specs:
            raise UnknownName("agent in this match", spec, specs)
        return specs.index(spec)

    def of_agent(self, agent: int, values: Any) -> Any:
        """An agent's mean of ``values[deal, line-up, seat]`` over its seats, for each deal and line-up."""
        seats = [lineup.count(agent) for lineup in self.match.lineups if agent in lineup]
        is_whole = max(seats) == 1 and np.can_cast(values.dtype, np.int32)  # else means need fractions
        found = np.zeros((len(values), len(seats)), np.int32 if is_whole else np.float64)
        for part in _parts(len(values)):
            columns = [
                values[part, number, [seat for seat, who in enumerate(lineup) if who == agent]].mean(axis=1)
                for number, lineup in enumerate(self.match.lineups)
                if agent in lineup
            ]
            found[part] = np.stack(columns, axis=1)
        return found

    @property
    def shares(self) -> Any:
        """Each seat's part of the win in each game; whoever fails has none."""
        found = np.zeros(self.points.shape)
        for part in _parts(len(found)):
            found[part] = self._shares(part)
        return found

    def shares_at(self, seat: int) -> Any:
        """A seat's part of the win in each game: rows are deals, columns line-ups."""
        found = np.zeros(self.plies.shape)
        for part in _parts(len(found)):
            found[part] = self._shares(part)[:, :, seat]
        return found

    def _shares(self, part: slice) -> Any:
        """The same for some deals."""
        points, losers = self.points[part], self.losers[part]
        flat = points.reshape(-1, points.shape[2])
        return seat_shares(self.match.game, flat, losers.reshape(-1)).reshape(points.shape)

    def shares_of(self, agent: int) -> Any:
        """An agent's part of the win with all its seats, for each deal and line-up: 1 is a win, 0 a loss."""
        present = [agent in lineup for lineup in self.match.lineups]
        found = np.zeros((len(self.points), sum(present)))
        for part in _parts(len(found)):
            found[part] = self._sides(part)[:, present, agent]
        return found

    def _sides(self, part: slice) -> Any:
        """The parts of the win in some deals as ``[deal, line-up, agent]``."""
        seats, losers, agents = self._shares(part), self.losers[part], len(self.match.players)
        sides = [
            side_shares(seats[:, number], losers[:, number], lineup, agents)
            for number, lineup in enumerate(self.match.lineups)
        ]
        return np.stack(sides, axis=1)

    @property
    def drawn(self) -> Any:
        """Which games ended in a draw, a win that agents share: rows are deals, columns line-ups."""
        found = np.zeros(self.plies.shape, np.bool_)
        for part in _parts(len(found)):
            sides = self._sides(part)
            found[part] = ((sides > 0) & (sides < 1)).any(axis=2)
        return found

    def scores(self) -> list[Score]:
        """Each agent's figures, counted once until games are added or other intervals are wanted."""
        asked = self.confidence, self.watched
        if self._scored is None or self._scored[0] != asked:
            self._scored = asked, tuple(self._count())
        names = [player.name for player in self.match.players]
        return [replace(score, name=name) for score, name in zip(self._scored[1], names, strict=True)]

    def _count(self) -> Iterator[Score]:
        """The scores, from one pass over all games."""
        agents, deals = range(len(self.match.players)), len(self.points)
        present = [[agent in lineup for lineup in self.match.lineups] for agent in agents]
        means, wins, losses, won = np.zeros((len(agents), deals)), *np.zeros((3, len(agents)))
        for part in _parts(deals):
            sides = self._sides(part)
            for agent in agents:
                shares = sides[:, present[agent], agent]
                means[agent, part] = shares.mean(axis=1)
                wins[agent] += (shares == 1).sum()
                losses[agent] += (shares == 0).sum()
                won[agent] += shares.sum()
        for agent, player in enumerate(self.match.players):
            games = deals * sum(present[agent])
            mean, error = clustered(self.of_agent(agent, self.points))
            yield Score(
                name=player.name,
                wins=int(wins[agent]),
                draws=games - int(wins[agent]) - int(losses[agent]),
                losses=int(losses[agent]),
                win_rate=float(won[agent]) / games,
                wilson=rate_interval(means[agent][:, None], self.confidence, self.watched),
                points_mean=mean,
                points_se=error,
                ms_per_move=1000 * float(self.spent[agent]) / max(int(self.moves[agent]), 1),
                failures=self._failures(agent),
            )

    def _failures(self, agent: int) -> int:
        lineups = np.array(self.match.lineups)
        deals, numbers = np.nonzero(self.losers >= 0)
        return int((lineups[numbers, self.losers[deals, numbers]] == agent).sum())

    def mostly_failed(self) -> list[Saying]:
        """A sentence for each agent that failed in more than half of its games: no result to rely on."""
        return self.faults(0.5)

    def faults(self, share: float = 0.0) -> list[Saying]:
        """A sentence for each agent that failed in more than this share of its games."""
        found = []
        for agent, player in enumerate(self.match.players):
            games = self.match.deals * sum(agent in lineup for lineup in self.match.lineups)
            failures = self._failures(agent)
            if failures > share * games:
                why = next(why for who, why in self._reasons() if who == agent)
                said = say(
                    "{agent} failed in {n:,} of its {games:,} games; at first it {why}.",
                    agent=player.name, n=failures, games=games, why=why,
                )  # fmt: skip
                found.append(said)
        return found

    def columns(self) -> Iterator[Columns]:
        """The games as a table: see ``to_pandas``."""
        lineups = len(self.match.lineups)
        for part in _parts(len(self.points)):
            points = self.points[part].reshape(-1, self.points.shape[2])
            deals = np.repeat(np.arange(len(self.points))[part], lineups)
            yield columns_of(
                self.number, self.match, deals, np.tile(np.arange(lineups), len(deals) // lineups), points,
                self.plies[part].reshape(-1), self.losers[part].reshape(-1),
                self.measures[part].reshape(*points.shape, -1),
            )  # fmt: skip

    def records(self) -> Iterator[Record]:
        """The games move by move, in order: they are played again."""
        from kiebitz.lab.playing.match import record_text
        from kiebitz.rules.records import Record

        return map(Record.read, self.played_again(record_text))

    def played_again(self, keep: Keep, workers: int = 1) -> Iterator[Any]:
        """The games played again, and of each what is to be kept."""
        from kiebitz.lab.running import played_again

        return played_again(self, keep, workers)

    def as_dict(self) -> dict[str, Any]:
        """The answer of ``kiebitz match --json``."""
        return {
            "game": self.match.game.name,
            "options": self.match.game.options,
            "deals": self.match.deals,
            "games": self.match.games,
            "seed": self.match.seed,
            "seconds": self.seconds,
            "confidence": self.confidence,
            "watched": self.watched,
            "unlocked": list(self.unlocked),
            "agents": [{**vars(score), "wilson": list(score.wilson)} for score in self.scores()],
            **self._estimates(),
            "reasons": self.failures[:SHOWN],
        }

    def _estimates(self) -> dict[str, Any]:
        if self.match.frozen is None:
            return {}
        from kiebitz.lab.reduction.estimates import estimates_dict

        return {"frozen": self.match.frozen.hash, "estimates": estimates_dict(self)}
