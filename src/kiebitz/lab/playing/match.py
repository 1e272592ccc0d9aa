"""A match: agents over many deals, every deal in several line-ups; and blocks of it, to be played anywhere.

A line-up says for every seat which of the match's agents sits there. A block is a range of deals in one
line-up. The same block gives the same outcome in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter, thread_time
from typing import Any, NamedTuple

import numpy as np

from kiebitz.agents.contestant import Contestant
from kiebitz.agents.process import renew
from kiebitz.agents.registry import wrong_number
from kiebitz.errors import BadOption
from kiebitz.kernel.random import fresh_seed, root
from kiebitz.kernel.state import MAX_SEATS, WORDS
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.lab.playing.guard import fewer_collections, noted_here
from kiebitz.lab.playing.loop import (
    DEALS,
    LOSER,
    MOVES,
    NO_MOVE,
    PLIES,
    POINTS,
    TIMED_MOVES,
    TIMED_TICKS,
    TOO_LONG,
    bind_loop,
)
from kiebitz.lab.playing.openings import Opening, Openings
from kiebitz.lab.playing.referee import (
    Abandoned,
    Unit,
    limit_of,
    lost_unit,
    one_liner,
    play_unit,
    unit_keys,
)
from kiebitz.lab.playing.seatings import seatings
from kiebitz.lab.reduction.frozen import Frozen
from kiebitz.lab.results.result import Result
from kiebitz.rules.broken import no_move, too_long
from kiebitz.rules.game import Game
from kiebitz.rules.records import Record
from kiebitz.sayings import Saying, say

Progress = Callable[[int, int], None]
"""Called with the games done and the games in all."""

COMPILED_BLOCK = 2000  # deals of a block when all agents are policies
REFEREED_BLOCK = 10


@dataclass(frozen=True)
class Match:
    """Who plays whom at what; a pure value, so the same match gives the same games anywhere."""

    game: Game
    players: tuple[Contestant, ...]
    deals: int
    seed: int | str = field(default_factory=fresh_seed)
    lineups: tuple[tuple[int, ...], ...] = ()
    openings: Openings | None = None
    frozen: Frozen | None = None  # by which luck is taken from the points, beside them

    def __post_init__(self) -> None:
        if self.frozen:
            self.frozen.check_root(self.game, self.seed)
            if self.openings:
                raise BadOption(say("Deals that are given are not drawn, so no luck can be taken from them."))
        if not self.lineups:
            object.__setattr__(self, "lineups", seatings("rotate", len(self.players)))
        if any(len(lineup) != self.game.seats for lineup in self.lineups):
            raise wrong_number(self.game, len(self.players))
        if self.deals < 1:
            raise BadOption(say("The number of deals must be at least 1, not {n}.", n=self.deals))
        if self.openings and self.openings.size is not None and self.deals > self.openings.size:
            games = self.openings.size
            raise BadOption(
                say("There are {n:,} games to begin from, not {deals:,}.", n=games, deals=self.deals)
            )

    def roots(self, lineup: int) -> Vector:
        """The roots of the random streams: a row for each seat, and last that of the deals.

        Streams are named by deal and seat, so agents that are equal play equal games; only a salt, which an
        agent's specification may have, gives it other streams.
        """
        return self._roots[lineup]

    @cached_property
    def _roots(self) -> list[Vector]:
        return [self._roots_of(lineup) for lineup in range(len(self.lineups))]

    def _roots_of(self, lineup: int) -> Vector:
        found = np.zeros((MAX_SEATS + 1, 2), np.int64)
        found[DEALS] = self.game.deals_root(self.seed)
        for seat, player in enumerate(self.seated(lineup)):
            found[seat] = root("seats", self.game.name, self.seed, player.salt)
        return found

    @property
    def width(self) -> int:
        """How many numbers are kept of a seat besides its points: the game's measures, and its luck."""
        return len(self.game.measures) + (self.frozen is not None)

    @property
    def games(self) -> int:
        return self.deals * len(self.lineups)

    @cached_property
    def is_compiled(self) -> bool:
        return all(player.is_compiled for player in self.players)

    @cached_property
    def has_foreign(self) -> bool:
        """Does code from files or programs play? It must never meet a deal twice."""
        return any(player.is_foreign for player in self.players)

    @cached_property
    def is_exposed(self) -> bool:
        """Does code from files run in the process of the referee, because somebody trusts it?"""
        return any(player.runs_here for player in self.players)

    @cached_property
    def live(self) -> str:
        """The name of somebody whom only this process has, if there is one."""
        return next((player.name for player in self.players if player.live), "")

    @property
    def is_of_the_house(self) -> bool:
        """Is it compiled code of installed packages alone that plays? Then it may do so in this process."""
        return self.is_compiled and not self.has_foreign

    def prepare(self) -> None:
        """Compile what will be needed, so that the clock measures play only."""
        if self.is_compiled:
            bind_loop(self.game.kernels, self.game.machine)
        else:
            _ = self.game.machine

    def blocks(self, first: int = 0, last: int | None = None) -> Iterator[Block]:
        """The blocks of a range of deals, all line-ups of a deal near each other."""
        size = COMPILED_BLOCK if self.is_compiled else REFEREED_BLOCK
        end = self.deals if last is None else last
        for start in range(first, end, size):
            for number in range(len(self.lineups)):
                yield Block(number, start, min(size, end - start))

    def seated(self, lineup: int) -> list[Contestant]:
        return [self.players[agent] for agent in self.lineups[lineup]]

    def opening(self, deal: int) -> Opening | None:
        """What a deal begins with, if that is given."""
        return self.openings[deal] if self.openings else None

    def play(self, deal: int, lineup: int, time_limit: float | None = None) -> Unit:
        """Play one game in the referee; once more among strangers if the process of a seat was lost.

        When it is lost again, or did not come back long after its time limit, the seat has lost the game.
        """
        seated, roots, opening = self.seated(lineup), self.roots(lineup), self.opening(deal)
        tried = False
        while True:
            try:
                return play_unit(self.game, seated, roots, deal, lineup, time_limit, opening)
            except Abandoned as gone:
                renew()
                if gone.is_late or tried:
                    reason = one_liner(gone.said)
                    return lost_unit(self.game, roots, deal, lineup, gone.seat, reason, opening)
                tried = True


Keep = Callable[[Match, Unit], Any]
"""What is kept of a game besides its figures, a text or a saying; other processes can import the function."""


def course(match: Match, unit: Unit) -> tuple[tuple[int, ...], list[int]]:
    """The points and the moves of a game: what a block may keep of it."""
    return unit.points, unit.moves


def record_text(match: Match, unit: Unit) -> str:
    """The record of a game: what a block may keep of it."""
    names = tuple(player.name for player in match.seated(unit.lineup))
    return Record.of(unit.state(), names, str(unit.reason or "")).text


class Block(NamedTuple):
    """A range of deals in one line-up."""

    lineup: int
    first: int
    count: int  # type: ignore[assignment]  # a number, not the method of tuples


@dataclass
class Outcome:
    """What a block gave: rows are deals, columns seats."""

    points: Vector
    plies: Vector
    losers: Vector  # the seat that failed, -1 if none
    measures: Vector
    reasons: dict[int, Saying] = field(default_factory=dict)  # by row
    seconds: list[float] = field(default_factory=list)  # thinking time of each seat
    moves: list[int] = field(default_factory=list)
    elapsed: float = 0.0  # seconds in all
    kept: list[Any] = field(default_factory=list)  # by row, what was to be kept of the games
    unlocked: tuple[str, ...] = ()  # the bots of others that were not locked in


def play_block(
    match: Match, block: Block, time_limit: float | None = None, keep: Keep | None = None
) -> Outcome:
    """Play a block: policies in the compiled loop, others in the referee.

    The loop knows enough for a record; games of which more is to be kept, such as reasons, go to the referee,
    and so do those of bots from files, which must not meet a deal twice if they fail.
    """
    if match.is_compiled and (not keep or (keep in (record_text, course) and not match.has_foreign)):
        return _compiled(match, block, time_limit, keep)
    deals = range(block.first, block.first + block.count)
    units = (match.play(deal, block.lineup, time_limit) for deal in deals)
    return outcome_of(match, block, units, keep)


def _empty(match: Match, block: Block) -> tuple[Outcome, Vector]:
    """An outcome, and the rows that it shows, to be filled."""
    seats, width = match.game.seats, match.width
    rows = np.zeros((block.count, POINTS + seats * (1 + width)), np.int64)
    points, measures = rows[:, POINTS : POINTS + seats], rows[:, POINTS + seats :]
    seconds, moves = [0.0] * seats, [0] * seats
    return Outcome(points, rows[:, PLIES], rows[:, LOSER], measures, seconds=seconds, moves=moves), rows


def _compiled(match: Match, block: Block, time_limit: float | None, keep: Keep | None = None) -> Outcome:
    game, (outcome, rows) = match.game, _empty(match, block)
    moves = np.full((block.count, game.max_moves) if keep or match.frozen else (0, 0), -1, np.int64)
    counters = np.zeros((3, game.seats + 1), np.int64)
    loop, starts = bind_loop(game.kernels, game.machine), np.zeros((0, WORDS), np.int64)
    if match.openings:
        starts = match.openings.starts(range(block.first, block.first + block.count))
    chance, players = (match.roots(block.lineup), game.option_words, starts), _players(match, block.lineup)
    limits = [limit_of(player, time_limit) for player in match.seated(block.lineup)]
    here = noted_here(block.lineup, block.first, max(filter(None, limits), default=None))
    start = thread_time()  # of this thread alone, so that neighbours do not count
    loop(chance, block.first, game.max_moves, players, rows, moves, counters, here)
    seconds = thread_time() - start
    _refuse_broken(match, block, outcome)
    for row in np.nonzero(outcome.losers >= 0)[0]:
        outcome.points[row] = game.forfeit(int(outcome.losers[row]))
        if len(moves):
            moves[row, outcome.plies[row] - 1] = -1
        outcome.reasons[int(row)] = say("answered with an illegal code")
    for seat in range(game.seats):
        per_move = counters[TIMED_TICKS, seat] / max(counters[TIMED_MOVES, seat], 1)
        share = per_move * counters[MOVES, seat] / max(counters[TIMED_TICKS, game.seats], 1)
        outcome.seconds[seat] = seconds * min(share, 1.0)
        outcome.moves[seat] = int(counters[MOVES, seat])
    _correct(match, block, outcome, moves)
    if keep:
        units = (_unit(match, block, row, outcome, moves) for row in range(block.count))
        outcome.kept = [keep(match, unit) for unit in units]
    return outcome


def _unit(match: Match, block: Block, row: int, outcome: Outcome, moves: Vector) -> Unit:
    """A unit of the loop; why somebody failed, the referee says better."""
    deal, lineup = block.first + row, block.lineup
    if outcome.losers[row] >= 0:
        return match.play(deal, lineup)
    key, _ = unit_keys(match.roots(lineup), deal, match.game.seats)
    codes = moves[row, : outcome.plies[row]].tolist()
    points = tuple(outcome.points[row].tolist())
    return Unit(match.game, key, deal, lineup, points, codes, opening=match.opening(deal))


def _correct(match: Match, block: Block, outcome: Outcome, moves: Vector) -> None:
    """Write the luck of each seat after its measures; the legal moves of a unit end with -1."""
    if match.frozen:
        from kiebitz.lab.reduction.correcting import corrections

        deals, last = np.arange(block.first, block.first + block.count), match.width - 1
        outcome.measures[:, last :: match.width] = corrections(match, block.lineup, deals, moves)


def _refuse_broken(match: Match, block: Block, outcome: Outcome) -> None:
    """Complain where it was not a player but the rules that did not go on."""
    for fault, complaint in ((NO_MOVE, no_move), (TOO_LONG, too_long)):
        if (found := np.nonzero(outcome.losers == fault)[0]).size:
            raise complaint(match.game, block.first + int(found[0]))


def _players(match: Match, lineup: int) -> tuple[tuple[Kernel, ...], tuple[Vector, ...]]:
    """The kernels for all places of the loop, and memories of their own; empty seats repeat the first."""
    policies = [player.policy for player in match.seated(lineup) if player.policy]
    policies += policies[:1] * (MAX_SEATS - len(policies))
    memories = tuple(np.array(policy.memory, np.int64) for policy in policies)
    return tuple(policy.kernel for policy in policies), memories


def outcome_of(match: Match, block: Block, units: Iterable[Unit], keep: Keep | None = None) -> Outcome:
    """The outcome of a block whose units have been played one by one."""
    outcome, rows = _empty(match, block)
    seats, measures = match.game.seats, len(match.game.measures)
    moves = np.full((block.count, match.game.max_moves) if match.frozen else (0, 0), -1, np.int64)
    for row, unit in enumerate(units):
        rows[row, : POINTS + seats] = len(unit.moves), unit.loser, *unit.points
        for number in range(measures):
            outcome.measures[row, number :: match.width] = unit.measures[number::measures]
        if match.frozen:
            moves[row, : len(unit.moves)] = unit.moves
        if unit.reason:
            outcome.reasons[row] = unit.reason
        if keep:
            outcome.kept.append(keep(match, unit))
        for seat in range(match.game.seats):
            outcome.seconds[seat] += unit.seconds[seat]
            outcome.moves[seat] += unit.counts[seat]
    _correct(match, block, outcome, moves)
    return outcome


def play_match(match: Match, workers: int = 1, progress: Progress | None = None) -> Result:
    """Play a match, policies on several threads of this process; nothing is stored.

    Agents in Python play here too, one game after the other, but with bots from files and programs
    everything is played in worker processes.
    """
    if workers < 1:
        raise BadOption(say("The number of workers must be at least 1, not {n}.", n=workers))
    result = Result.empty(match)
    match.prepare()
    start, done = perf_counter(), 0
    with fewer_collections(), closing(_outcomes(match, workers)) as outcomes:
        for block, outcome in outcomes:
            result.add(block, outcome)
            done += block.count
            if progress:
                progress(done, match.games)
    result.seconds = perf_counter() - start
    return result


def _outcomes(match: Match, workers: int) -> Generator[tuple[Block, Outcome], None, None]:
    if match.has_foreign:
        from kiebitz.lab.playing.executors import play_apart

        yield from play_apart(match, workers)
        return
    blocks = list(match.blocks())
    with ThreadPoolExecutor(workers) as pool:
        spread = pool.map if match.is_compiled else map  # Python agents are quickest without a thread
        yield from zip(blocks, spread(lambda b: play_block(match, b), blocks), strict=True)
