"""The referee: one unit between any players, Python agents among them.

An agent that raises, thinks too long or answers with anything but a legal move loses the unit; the reason
is kept, as one line.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np

from kiebitz.agents.answers import Lost, one_line
from kiebitz.agents.base import Decision
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.limits import patience
from kiebitz.agents.process import ProcessAgent
from kiebitz.agents.seated import DEEPEST, Failed, Seated
from kiebitz.kernel.jit import direct
from kiebitz.kernel.random import Stream, at_ply
from kiebitz.kernel.state import PHASE, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.lab.playing.guard import guard_of, note
from kiebitz.lab.playing.loop import write_keys
from kiebitz.lab.playing.openings import Opening
from kiebitz.rules import diary as diaries
from kiebitz.rules.broken import no_move, too_long
from kiebitz.rules.game import Game
from kiebitz.rules.values import Deal, State, View
from kiebitz.sayings import Saying, say

FOREIGN_LIMIT = 30.0  # seconds a move for bots from files and programs, where no limit is given


@dataclass
class Unit:
    """How one unit went."""

    game: Game
    deal_key: int
    deal: int
    lineup: int
    points: tuple[int, ...] = ()
    moves: list[int] = field(default_factory=list)
    loser: int = -1  # the seat that failed, -1 if none
    reason: Saying | None = None
    measures: tuple[int, ...] = ()  # what the game measures, seat by seat
    seconds: list[float] = field(default_factory=list)  # for each seat
    counts: list[int] = field(default_factory=list)
    answers: list[Decision] = field(default_factory=list)  # with the agents' explanations
    opening: Opening | None = None  # what had been played when the agents sat down

    def start(self) -> State:
        """The state before the agents' first move."""
        if self.opening:
            return self.opening.start(self.game)
        return Deal.from_key(self.game, self.deal_key).start()

    def state(self) -> State:
        """The unit's last state, replayed."""
        state = self.start()
        for code in self.moves:
            state = state.play(self.game.move(int(state.vector[PHASE]), code))
        return state


BEGINNING = -1  # the ply of an agent's ``begin``
_write_keys = direct(write_keys)


def unit_keys(roots: Vector, deal: int, seats: int) -> tuple[int, list[int]]:
    """The key of a deal, and those of the seats' streams in it."""
    keys = np.empty(seats + 1, np.int64)
    _write_keys(roots, deal, seats, keys)
    *starts, deal_key = keys.tolist()
    return deal_key, starts


def play_unit(
    game: Game,
    players: Sequence[Contestant],
    roots: Vector,
    deal: int,
    lineup: int = 0,
    time_limit: float | None = None,
    opening: Opening | None = None,
) -> Unit:
    """Play one unit; ``players`` are in the order of the seats, the limit is what ``limit_of`` takes.

    ``roots`` are those of the streams: a row for each seat, then that of the deals.
    """
    deal_key, keys = unit_keys(roots, deal, game.seats)
    unit = _fresh(game, deal_key, deal, lineup, opening)
    limits = [limit_of(contestant, time_limit) for contestant in players]
    watched = [None if one.isolated else limit for one, limit in zip(players, limits, strict=True)]
    try:
        seated = _seat(players, keys, unit, limits, watched)
        # What seats are shown stays alive: memory that is free can be had, and read, by any bot.
        alive: list[Any] | None = [] if any(contestant.runs_here for contestant in players) else None
        _play(game, seated, unit, watched, alive)
    except Failed as failed:
        if isinstance(failed.__cause__, Lost):
            raise Abandoned(failed.seat, failed.__cause__) from None
        _lose(unit, failed.seat, failure_of(failed))
    finally:
        sys.setrecursionlimit(DEEPEST)
    return unit


class Abandoned(Exception):
    """A unit whose course is worth nothing, because the process of a seat was lost."""

    def __init__(self, seat: int, lost: Lost) -> None:
        self.seat, self.said, self.is_late = seat, lost.said, lost.is_late


def limit_of(contestant: Contestant, time_limit: float | None) -> float | None:
    """The seconds that a contestant has for a move, None for any number.

    A time limit of 0 means none; where none is given, only bots from files and programs have one. A compiled
    policy of the house thinks as long as its parameters say, whoever sits at the table with it.
    """
    if contestant.policy and not contestant.is_foreign:
        return None
    if time_limit is None:
        return FOREIGN_LIMIT if contestant.is_foreign else None
    return time_limit or None


def lost_unit(
    game: Game,
    roots: Vector,
    deal: int,
    lineup: int,
    seat: int,
    reason: Saying,
    opening: Opening | None = None,
) -> Unit:
    """A unit that a seat has lost in a way that left no trace of what was played."""
    unit = _fresh(game, unit_keys(roots, deal, game.seats)[0], deal, lineup, opening)
    _lose(unit, seat, reason)
    return unit


def _fresh(game: Game, deal_key: int, deal: int, lineup: int, opening: Opening | None) -> Unit:
    none = (0,) * game.seats * len(game.measures)
    seconds, counts = [0.0] * game.seats, [0] * game.seats
    return Unit(game, deal_key, deal, lineup, measures=none, seconds=seconds, counts=counts, opening=opening)


def failure_of(failed: Failed) -> Saying:
    """Why an agent has failed, and where; what comes from the agent itself is made fit for one line."""
    if failed.place:
        return one_liner(say("{why}, at {place}", why=failed.said, place=failed.place))
    return one_liner(failed.said)


def one_liner(said: Saying) -> Saying:
    """A saying whose texts fit into one line that every file and terminal can take."""

    def fit(value: Any) -> Any:
        if isinstance(value, Saying):
            return one_liner(value)
        return one_line(value) if isinstance(value, str) else value

    return Saying(said.text, {name: fit(value) for name, value in said.values.items()})


def _lose(unit: Unit, seat: int, reason: Saying) -> None:
    unit.loser, unit.reason, unit.points = seat, reason, unit.game.forfeit(seat)


def _seat(
    players: Sequence[Contestant],
    keys: list[int],
    unit: Unit,
    limits: Sequence[float | None],
    watched: Sequence[float | None],
) -> list[tuple[Seated, Stream, int]]:
    found = []
    for seat, (contestant, key, limit) in enumerate(zip(players, keys, limits, strict=True)):
        note(unit.lineup, unit.deal, seat, watched[seat])  # a cell is ended without this process
        seated = Seated(contestant, seat, Stream(at_ply(key, BEGINNING)), guard_of(limit))
        if isinstance(seated.agent, ProcessAgent):
            seated.agent.seconds = patience(limit) if limit else None  # ours is the clock that counts
        found.append((seated, Stream(key), key))
    return found


def _play(
    game: Game,
    seated: list[tuple[Seated, Stream, int]],
    unit: Unit,
    limits: Sequence[float | None],
    alive: list[Any] | None,
) -> None:
    """The loop of a unit, in one piece: calling a function at every move would take up part of its time."""
    step, view_class, moves_of, seats = game.machine.step, game.view_class, game.moves_of, game.seats
    state, seen, written, diary, ply, mask = _start(game, unit)
    words = state.data  # reads single words several times as fast as NumPy does
    size = len(written) // seats
    row = diaries.ROW.size
    seconds, counts, codes, answers = unit.seconds, unit.counts, unit.moves, unit.answers
    deciding = [(one.decide, stream, key) for one, stream, key in seated]
    while mask:
        seat = words[TURN]
        decide, stream, key = deciding[seat]
        stream.begin_ply(key, len(codes))
        ply += 1
        # The agent owns its view, so that neither what it does to it nor a way back matters.
        told = written[seat * size : seat * size + ply * row]
        if alive is not None:
            alive += seen, told
        view = view_class(game, seen, told, stream, moves_of[words[PHASE]][mask])
        start = perf_counter()
        try:
            note(unit.lineup, unit.deal, seat, limits[seat])
            code, decision = decide(view)
        finally:
            seconds[seat] += perf_counter() - start
            counts[seat] += 1
        codes.append(code)
        answers.append(decision)
        seen = np.empty(WORDS, np.int64)
        mask = step(state, code, seen, diary, ply, seats)
    if words[TURN] >= 0:
        raise (too_long if game.kernels.legal(state) else no_move)(game, unit.deal)
    for seat, (one, stream, _) in enumerate(seated):
        if one.listens:
            rest = written[seat * size : seat * size + (ply + 1) * row]
            _tell_rest(one, view_class(game, seen, rest, stream, ()), unit, limits[seat])
    found = np.zeros(seats * (1 + len(game.measures)), np.int64)
    game.machine.tally(state, seats, found)
    numbers = found.tolist()
    unit.points, unit.measures = tuple(numbers[:seats]), tuple(numbers[seats:])


def _start(game: Game, unit: Unit) -> tuple[Vector, Vector, bytearray, Vector, int, int]:
    """State, view, diaries as bytes and as an array, ply and legal moves when the agents begin."""
    machine, seats, opening = game.machine, game.seats, unit.opening
    state, seen = np.zeros(WORDS, np.int64), np.empty(WORDS, np.int64)
    if opening:
        state[:] = opening._replace(codes=()).vector(game)
    else:
        machine.fresh(state, unit.deal_key, game.option_words)
    written = bytearray(seats * (game.max_moves + 1) * diaries.ROW.size)
    diary = np.frombuffer(written, np.int64).reshape(seats, -1, diaries.WORDS)
    ply, mask = 0, machine.step(state, -1, seen, diary, 0, seats)
    for code in opening.codes if opening else ():
        ply += 1
        mask = machine.step(state, code, seen, diary, ply, seats)
    return state, seen, written, diary, ply, mask


def _tell_rest(seated: Seated, view: View, unit: Unit, limit: float | None) -> None:
    """Tell an agent what has happened since its last move, when the unit is over."""
    start = perf_counter()
    try:
        note(unit.lineup, unit.deal, seated.seat, limit)
        seated.finish(view)
    finally:
        unit.seconds[seated.seat] += perf_counter() - start
