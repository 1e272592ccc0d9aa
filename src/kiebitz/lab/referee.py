"""The referee: one unit between any players, Python agents among them.

An agent that raises, thinks too long or answers with anything but a legal move loses the unit; the reason
is kept, as one line.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from traceback import walk_tb
from typing import Any

import numpy as np

from kiebitz.agents.base import Agent, Decision
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.process import ProcessAgent
from kiebitz.errors import KiebitzError
from kiebitz.kernel.jit import direct
from kiebitz.kernel.random import Stream, at_ply
from kiebitz.kernel.state import PHASE, TURN, WORDS
from kiebitz.lab.guard import TimeUp, give_up_memory, in_worker, note, patience, timed
from kiebitz.lab.loop import write_keys
from kiebitz.lab.openings import Opening
from kiebitz.rules import diary as diaries
from kiebitz.rules.game import Game
from kiebitz.rules.values import Deal, Event, Move, State, View, own_moves

PACKAGE = str(Path(__file__).parents[1])
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
    reason: str = ""
    measures: tuple[int, ...] = ()  # what the game measures, seat by seat
    seconds: list[float] = field(default_factory=list)  # for each seat
    counts: list[int] = field(default_factory=list)
    answers: list[object] = field(default_factory=list)  # as the agents gave them, explanations included
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


DEEPEST = sys.getrecursionlimit()
BEGINNING = -1  # the ply of an agent's ``begin``
_write_keys = direct(write_keys)


def unit_keys(roots: Any, deal: int, seats: int) -> tuple[int, list[int]]:
    """The key of a deal, and those of the seats' streams in it."""
    keys = np.empty(seats + 1, np.int64)
    _write_keys(roots, deal, seats, keys)
    *starts, deal_key = keys.tolist()
    return deal_key, starts


def play_unit(
    game: Game,
    players: Sequence[Contestant],
    roots: Any,
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
    # Whatever a bot does to the rules that its views show, the game goes by others.
    shown = [game.twin() if player.is_foreign else game for player in players]
    try:
        agents = _seat(game, players, keys, unit, limits)
        _play(game, agents, unit, limits, shown)
    except _Failure as failure:
        _lose(unit, failure.seat, one_line(failure.reason))
    finally:
        sys.setrecursionlimit(DEEPEST)
    return unit


def limit_of(player: Contestant, time_limit: float | None) -> float | None:
    """The seconds that a player has for a move, None for any number.

    A time limit of 0 is none; where none is given, only bots from files and programs have one. A compiled
    policy thinks as long as its parameters say, whoever sits at the table with it.
    """
    if player.policy:
        return None
    if time_limit is None:
        return FOREIGN_LIMIT if player.is_foreign else None
    return time_limit or None


def lost_unit(
    game: Game, roots: Any, deal: int, lineup: int, seat: int, reason: str, opening: Opening | None = None
) -> Unit:
    """A unit that a seat has lost in a way that left no trace of what was played."""
    unit = _fresh(game, unit_keys(roots, deal, game.seats)[0], deal, lineup, opening)
    _lose(unit, seat, reason)
    return unit


def _fresh(game: Game, deal_key: int, deal: int, lineup: int, opening: Opening | None) -> Unit:
    none = (0,) * game.seats * len(game.measures)
    seconds, counts = [0.0] * game.seats, [0] * game.seats
    return Unit(game, deal_key, deal, lineup, measures=none, seconds=seconds, counts=counts, opening=opening)


def _lose(unit: Unit, seat: int, reason: str) -> None:
    unit.loser, unit.reason, unit.points = seat, reason, unit.game.forfeit(seat)


class _Failure(Exception):
    def __init__(self, seat: int, reason: str) -> None:
        self.seat, self.reason = seat, reason


def _failure(seat: int, error: BaseException, limit: float | None, when: str = "") -> _Failure:
    sys.setrecursionlimit(DEEPEST)  # a bot may have left too few calls for what follows
    return _Failure(seat, reason_of(error, limit, when) + place_of(error))


def _seat(
    game: Game,
    players: Sequence[Contestant],
    keys: list[int],
    unit: Unit,
    limits: Sequence[float | None],
) -> list[tuple[Agent, Stream, int]]:
    agents = []
    for seat, (player, key, limit) in enumerate(zip(players, keys, limits, strict=True)):
        note(unit.lineup, unit.deal, seat, limit)
        facts = player, seat, game.options, Stream(at_ply(key, BEGINNING))
        try:
            agent = timed(limit, make_agent, *facts)
        except BaseException as error:
            raise _failure(seat, error, limit, " at the start") from error
        if isinstance(agent, ProcessAgent):
            agent.seconds = patience(limit) if limit else None  # ours is the clock that counts
        agents.append((agent, Stream(key), key))
    return agents


def make_agent(player: Contestant, seat: int, options: Mapping[str, str], stream: Stream) -> Agent:
    """A fresh agent that has been told where it sits."""
    agent = player.make()
    if type(agent).begin is not Agent.begin:
        agent.begin(seat, dict(options), stream)
    return agent


def _play(
    game: Game,
    agents: list[tuple[Agent, Stream, int]],
    unit: Unit,
    limits: Sequence[float | None],
    shown: Sequence[Game],
) -> None:
    """The loop of a unit, in one piece: to call a function at every move would take a part of its time."""
    step, view_class, moves_of, seats = game.machine.step, game.view_class, game.moves_of, game.seats
    state, seen, written, diary, ply, mask = _start(game, unit)
    words = state.data  # reads single words several times as fast as NumPy does
    size = len(written) // seats
    watchers = {seat: 0 for seat, (agent, _, _) in enumerate(agents) if watches(agent)}
    seconds, counts = unit.seconds, unit.counts
    # What seats were shown stays alive: memory that is free can be had, and read, by any bot.
    alive: list[Any] = []
    is_foreign = any(rules is not game for rules in shown)
    while mask:
        seat, phase = words[TURN], words[PHASE]
        (agent, stream, key), limit = agents[seat], limits[seat]
        stream.begin_ply(key, len(unit.moves))
        ply += 1
        moves = moves_of[phase][mask]
        # The agent owns its view, so that neither what it does to it nor a way back matters.
        told = written[seat * size : seat * size + ply * diaries.ROW.size]
        own = moves
        if is_foreign:
            alive += seen, told
            own = own_moves(moves)
        view = view_class(shown[seat], seen, told, stream, own)
        start = perf_counter()
        answer: object = None
        try:
            note(unit.lineup, unit.deal, seat, limit)
            act = agent.act
            if watchers and seat in watchers:
                act, watchers[seat] = partial(tell_and_act, agent, watchers[seat]), ply
            answer = act(view) if limit is None else timed(limit, act, view)
            code = code_of(game, phase, moves, answer)
        except BaseException as error:
            raise _failure(seat, error, limit) from error
        finally:
            seconds[seat] += perf_counter() - start
            counts[seat] += 1
        if code < 0:
            raise _Failure(seat, f"answered {in_words(answer)}; allowed were {', '.join(moves)}")
        unit.moves.append(code)
        unit.answers.append(answer)
        seen = np.empty(WORDS, np.int64)
        mask = step(state, code, seen, diary, ply, seats)
    for seat, heard in watchers.items():
        rest = written[seat * size : seat * size + (ply + 1) * diaries.ROW.size]
        events = view_class(shown[seat], seen, rest, agents[seat][1], ()).events[heard:]
        _tell_rest(agents[seat][0], events, unit, seat, limits[seat])
    found = np.zeros(seats * (1 + len(game.measures)), np.int64)
    game.machine.tally(state, seats, found)
    numbers = found.tolist()
    unit.points, unit.measures = tuple(numbers[:seats]), tuple(numbers[seats:])


def _start(game: Game, unit: Unit) -> tuple[Any, Any, bytearray, Any, int, int]:
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


def _tell_rest(agent: Agent, events: Sequence[Event], unit: Unit, seat: int, limit: float | None) -> None:
    """Tell an agent what has happened since its last move, when the unit is over."""
    start = perf_counter()
    try:
        note(unit.lineup, unit.deal, seat, limit)
        timed(limit, tell, agent, events)
    except BaseException as error:
        raise _failure(seat, error, limit, " after the last move") from error
    finally:
        unit.seconds[seat] += perf_counter() - start


def watches(agent: Agent) -> bool:
    """Does an agent want to hear of events?"""
    return type(agent).observe is not Agent.observe


def tell_and_act(agent: Agent, told: int, view: View) -> Move | str | Decision:
    """The agent's answer after it has heard the events that are new to it."""
    tell(agent, view.events[told:])
    return agent.act(view)


def tell(agent: Agent, events: Iterable[Event]) -> None:
    """Let an agent hear of events."""
    for event in events:
        agent.observe(event)


def code_of(game: Game, phase: int, moves: tuple[Move, ...], answer: object) -> int:
    """The code of an agent's answer, which must be one of the legal moves or its text; -1 if it is not."""
    if isinstance(answer, Decision):
        answer = answer.move
    if not isinstance(answer, str):
        return -1
    for move in moves:  # the code is our own: whoever likes can make a Move of any text and code
        if move == answer:
            return move.code
    if len(answer) < 50:  # "as" or "10h" is understood too
        with suppress(KiebitzError):
            move = game.read_move(phase, answer)
            return move.code if move in moves else -1
    return -1


def reason_of(error: BaseException, limit: float | None, when: str = "") -> str:
    """Why an agent has failed that has raised this."""
    if isinstance(error, TimeUp) and limit is not None:
        return f"needed more than {limit:g} s{when or ' for a move'}"
    if isinstance(error, KeyboardInterrupt) and not in_worker():
        raise error  # the user's, not the agent's
    if isinstance(error, MemoryError):
        give_up_memory()
        return f"ran out of memory{when}"
    if isinstance(error, Reported):
        name, text = error.name, error.text
    else:
        name, text = type(error).__name__, text_of(error)
    return f"raised {name}{when}" + (f": {text}" if text else "")


class Reported(Exception):
    """What an agent has raised in another process: the exception's name, its text and its place."""

    def __init__(self, name: str, text: str, place: str) -> None:
        self.name, self.text, self.place = name, text, place


def text_of(error: BaseException) -> str:
    """What an error says."""
    try:
        return str(error)
    except BaseException:  # whatever may be wrong with an agent's own exceptions
        return ""


def place_of(error: BaseException) -> str:
    """The last line outside of this package that an error has passed, where every process has the same."""
    if isinstance(error, Reported):
        return error.place
    if isinstance(error, (TimeUp, MemoryError, RecursionError)):
        return ""
    places = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    own = [f", at {Path(file).name}:{line}" for file, line in places if not file.startswith(PACKAGE)]
    return own[-1] if own else ""


@dataclass(frozen=True)
class Garbled:
    """An answer in another process that is no move, in words."""

    words: str


def in_words(answer: object) -> str:
    """An answer that is no move, in a few words that are the same in every process."""
    if isinstance(answer, Garbled):
        return answer.words
    if isinstance(answer, Decision):
        return f"Decision({in_words(answer.move)})"
    if isinstance(answer, str):
        return repr(answer[:40]) + ("..." if len(answer) > 40 else "")
    if answer is None:
        return "nothing (None)"
    if isinstance(answer, (int, float)) and not abs(answer) >= 1e15:
        return repr(answer)
    return f"a value of type {type(answer).__name__}"


def one_line(text: str, most: int = 300) -> str:
    """A text from an agent as one line that every file and terminal can take.

    >>> one_line("two" + chr(10) + "lines" + chr(0xDCFF))
    'two lines'
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in text[: 2 * most]).split())
    return line if len(line) <= most else line[: most - 3] + "..."
