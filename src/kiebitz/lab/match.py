"""A match: agents over many deals, every deal in several seatings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter
from typing import Any

import numpy as np

from kiebitz.agents.base import Player
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.games.base import Game
from kiebitz.games.records import Record
from kiebitz.kernel.random import key
from kiebitz.kernel.state import MAX_SEATS
from kiebitz.lab.loop import MOVES, TICKS, TIMED_MOVES, TIMED_TICKS, bind_loop
from kiebitz.lab.referee import play_unit, unit_keys
from kiebitz.lab.seatings import seatings
from kiebitz.lab.statistics import clustered, wilson

Progress = Callable[[int, int], None]
"""Called with the games done and the games in all."""


@dataclass(frozen=True)
class Plan:
    """What is to be played; a pure value, so the same plan gives the same games anywhere."""

    game: Game
    players: tuple[Player, ...]
    deals: int
    seed: int | str = 0
    seating: str = "rotate"

    def __post_init__(self) -> None:
        if len(self.players) != self.game.seats:
            given = len(self.players)
            raise BadOption(f"{self.game.name} needs {self.game.seats} agents here, not {given}.")
        if self.deals < 1:
            raise BadOption(f"The number of deals must be at least 1, not {self.deals}.")

    @cached_property
    def root(self) -> int:
        """The key that all deals of this plan stand under."""
        return key(self.game.name, self.seed)

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        return seatings(self.seating, self.game.seats)

    @property
    def games(self) -> int:
        return self.deals * len(self.seatings)


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


@dataclass
class Result:
    """A finished match. ``points[deal, seating, agent]`` and ``failures`` likewise."""

    plan: Plan
    points: Any
    failures: Any
    seconds: float
    milliseconds: list[float]
    reasons: list[str] = field(default_factory=list)

    def scores(self) -> list[Score]:
        return [self._score(agent) for agent in range(len(self.plan.players))]

    def _score(self, agent: int) -> Score:
        shares = self.shares[:, :, agent]
        games = shares.size
        mean, error = clustered(self.points[:, :, agent].astype(float))
        wins, losses = int((shares == 1).sum()), int((shares == 0).sum())
        return Score(
            name=self.plan.players[agent].name,
            wins=wins,
            draws=games - wins - losses,
            losses=losses,
            win_rate=float(shares.mean()),
            wilson=wilson(float(shares.sum()), games),
            points_mean=mean,
            points_se=error,
            ms_per_move=self.milliseconds[agent],
            failures=int((self.failures == agent + 1).sum()),
        )

    @property
    def shares(self) -> Any:
        """Each agent's part of the win in each game; who fails has none."""
        flat = self.points.reshape(-1, self.points.shape[2])
        shares = self.plan.game.shares(flat).reshape(self.points.shape)
        deals, tables = np.nonzero(self.failures)
        shares[deals, tables, self.failures[deals, tables] - 1] = 0.0
        return shares

    def as_dict(self) -> dict[str, Any]:
        """The answer of ``kiebitz match --json``."""
        return {
            "game": self.plan.game.name,
            "options": self.plan.game.options,
            "deals": self.plan.deals,
            "games": self.plan.games,
            "seed": self.plan.seed,
            "seatings": self.plan.seating,
            "seconds": self.seconds,
            "agents": [{**vars(score), "wilson": list(score.wilson)} for score in self.scores()],
        }


BLOCK = 2000  # deals that go to a thread at once


def play_match(plan: Plan, workers: int = 1, progress: Progress | None = None) -> Result:
    """Play a match. Policies run in the compiled loop on several threads, others in the referee."""
    if workers < 1:
        raise BadOption(f"The number of workers must be at least 1, not {workers}.")
    shape = (plan.deals, len(plan.seatings), len(plan.players))
    result = Result(plan, np.zeros(shape, np.int64), np.zeros(shape[:2], np.int64), 0.0, [])
    if all(player.policy for player in plan.players):
        loop = bind_loop(plan.game.kernels, plan.game.machine)
        start = perf_counter()
        clock = _compiled(plan, loop, result, workers, progress)
    else:
        start = perf_counter()
        clock = _refereed(plan, result, progress)
    result.seconds = perf_counter() - start
    result.milliseconds = [1000 * spent / max(moves, 1) for spent, moves in clock]
    return result


Clock = list[tuple[float, int]]  # for each agent: seconds and moves


def _compiled(plan: Plan, loop: Any, result: Result, workers: int, progress: Progress | None) -> Clock:
    spent, moves = np.zeros(len(plan.players)), np.zeros(len(plan.players), np.int64)
    done = 0
    with ThreadPoolExecutor(workers) as pool:
        for block in pool.map(lambda job: _block(plan, loop, result, *job), _jobs(plan)):
            seating, games, seconds, counters = block
            for seat, agent in enumerate(seating):
                timed = counters[TIMED_TICKS, seat] / max(counters[TIMED_MOVES, seat], 1)
                share = timed * counters[MOVES, seat] / max(counters[TIMED_TICKS, TICKS], 1)
                spent[agent] += seconds * share
                moves[agent] += counters[MOVES, seat]
            done += games
            if progress:
                progress(done, plan.games)
    return list(zip(spent.tolist(), moves.tolist(), strict=True))


def _jobs(plan: Plan) -> Iterator[tuple[int, int]]:
    for first in range(0, plan.deals, BLOCK):
        for number in range(len(plan.seatings)):
            yield first, number


def _block(plan: Plan, loop: Any, result: Result, first: int, number: int) -> tuple[Any, ...]:
    """Play a block of deals in one seating and write its part of the result."""
    seating, game = plan.seatings[number], plan.game
    size = min(BLOCK, plan.deals - first)
    points, failures = np.zeros((size, game.seats), np.int64), np.zeros(size, np.int64)
    counters = np.zeros((3, MAX_SEATS + 1), np.int64)
    kernels, memory = _policies([plan.players[agent] for agent in seating])
    start = perf_counter()
    loop(plan.root, first, number, game.option_words, memory, points, failures, counters, *kernels)
    seconds = perf_counter() - start
    for i in np.nonzero(failures)[0]:
        points[i] = game.forfeit(int(failures[i]) - 1)
        failures[i] = seating[failures[i] - 1] + 1
    result.points[first : first + size, number, list(seating)] = points
    result.failures[first : first + size, number] = failures
    return seating, size, seconds, counters


def _policies(players: Sequence[Player]) -> tuple[list[Any], Any]:
    """The kernels for all places of the loop and their memories as rows; empty seats repeat the first."""
    policies = [player.policy for player in players if player.policy]
    memory = np.zeros((MAX_SEATS, max(len(policy.memory) for policy in policies)), np.int64)
    for seat, policy in enumerate(policies):
        memory[seat, : len(policy.memory)] = policy.memory
    kernels = [policy.kernel for policy in policies]
    return kernels + [kernels[0]] * (MAX_SEATS - len(kernels)), memory


def _refereed(plan: Plan, result: Result, progress: Progress | None) -> Clock:
    spent, moves = np.zeros(len(plan.players)), np.zeros(len(plan.players), np.int64)
    for deal in range(plan.deals):
        for number, seating in enumerate(plan.seatings):
            unit = play_unit(plan.game, [plan.players[agent] for agent in seating], plan.root, deal, number)
            for seat, agent in enumerate(seating):
                result.points[deal, number, agent] = unit.points[seat]
                spent[agent] += unit.seconds[seat]
                moves[agent] += unit.counts[seat]
            if unit.loser >= 0:
                result.failures[deal, number] = seating[unit.loser] + 1
                result.reasons.append(f"{plan.players[seating[unit.loser]].name} {unit.reason}")
        if progress:
            progress((deal + 1) * len(plan.seatings), plan.games)
    return list(zip(spent.tolist(), moves.tolist(), strict=True))


def records(plan: Plan) -> Iterator[Record]:
    """The records of a plan's games, one after the other; they are the games that a match plays."""
    for deal in range(plan.deals):
        for number, seating in enumerate(plan.seatings):
            seated = [plan.players[agent] for agent in seating]
            unit = play_unit(plan.game, seated, plan.root, deal, number)
            names = tuple(player.name for player in seated)
            yield Record.of(unit.state(), names, unit.reason)


def deal_key(plan: Plan, deal: int) -> int:
    """The key of a deal of a plan, for looking at it again."""
    if not 0 <= deal < plan.deals:
        raise KiebitzError(f"This match has the deals 0..{plan.deals - 1}, not {deal}.")
    return unit_keys(plan.root, deal, 0, plan.game.seats)[0]
