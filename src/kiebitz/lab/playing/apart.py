"""Seats with processes of their own: where one bot sits at several seats of a unit.

In one process it could tell itself its cards. So each of its seats beyond the first is played by a child of
the worker, which is made before anybody has played there and lives as long as the worker. The worker asks
through a pipe, and reads the answers as JSON: unpickling them would run the child's code in the worker.
When a child dies its worker dies in the same way, so that all that follows is as for any other bot.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import Any

from kiebitz.agents.answers import Garbled, Reported, TimeUp, code_of, place_of, shown, text_of
from kiebitz.agents.base import Agent, Decision
from kiebitz.agents.cells.belongings import sources
from kiebitz.agents.limits import FILES_CLOSED, memory_limit, timed, unhurried
from kiebitz.agents.process import lasting
from kiebitz.agents.seated import listens
from kiebitz.agents.wire import pack, unpack
from kiebitz.cards import CardSet
from kiebitz.kernel.random import Stream
from kiebitz.lab.playing.guard import end_like, give_up_memory, start_child
from kiebitz.lab.playing.match import Match
from kiebitz.lab.playing.referee import limit_of
from kiebitz.lab.runs.plan import Plan
from kiebitz.rules.values import Event, Move, View
from kiebitz.sayings import say

# A copy of the worker is there at once; on macOS the system's libraries do not survive copying.
METHOD = "fork" if "fork" in get_all_start_methods() and sys.platform != "darwin" else "spawn"

_children: dict[int, Child] = {}  # of this worker, by seat: it plays a single line-up


def seat_apart(plan: Plan, lineup: int, time_limit: float | None) -> Match:
    """The plan's match, where the seats of a line-up that must not share a process have their own.

    The processes of programs live on: here a seat meets no deal twice.
    """
    match = plan.match
    seated, players, seats = match.seated(lineup), list(match.players), list(match.lineups[lineup])
    apart = sharing(tuple(one.source if one.runs_here and not one.policy else None for one in seated))
    for seat, one in enumerate(seated):
        other = lasting(one, seat)
        if seat in apart:
            if seat not in _children:
                _children[seat] = Child(plan, lineup, seat)
            make = partial(_sit_down, _children[seat], limit_of(one, time_limit))
            other = replace(one, make=make)
        if other is not one:
            seats[seat] = len(players)
            players.append(other)
    if len(players) == len(match.players):
        return match
    lineups = (*match.lineups[:lineup], tuple(seats), *match.lineups[lineup + 1 :])
    return replace(match, players=tuple(players), lineups=lineups)


@lru_cache
def sharing(files: tuple[str | None, ...]) -> tuple[int, ...]:
    """The seats whose bots share code with that of a seat before them; None stands for a seat without one."""
    found, before = [], list[set[Path]]()
    for seat, file in enumerate(files):
        if file is not None:
            code = set(sources(Path(file), Path(file).parent))
            if any(code & other for other in before):
                found.append(seat)
            before.append(code)
    return tuple(found)


class Child:
    """A process for one seat, as its worker has it."""

    def __init__(self, plan: Plan, lineup: int, seat: int) -> None:
        context: Any = get_context(METHOD)
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, plan, lineup, seat), daemon=True)
        with warnings.catch_warnings():
            # Threads do not survive a fork; a worker has one, which only waits for the end of its parent.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._process.start()
        theirs.close()

    def ask(self, limit: float | None, *question: Any) -> Any:
        """What the child answers; what the agent raised there is raised here."""
        try:
            with unhurried():  # it has a clock of its own
                self._line.send((limit, *question))
                kind, *answer = json.loads(self._line.recv_bytes())
        except (EOFError, OSError, ValueError):
            self._process.join(1)
            self._process.kill()
            self._process.join()
            end_like(self._process.exitcode)
        if kind == "late":
            raise TimeUp(limit or 0.0)
        if kind == "raised":
            raise Reported(*answer)
        return answer


def _sit_down(child: Child, limit: float | None) -> Agent:
    """A fresh agent at a child's seat."""
    (listens,) = child.ask(limit, "make")
    return (_Listening if listens else _Elsewhere)(child, limit)


class _Elsewhere(Agent):
    """An agent that thinks in a child."""

    def __init__(self, child: Child, limit: float | None) -> None:
        self._child, self._limit = child, limit

    def begin(self, seat: int, options: Mapping[str, str], rng: Stream) -> None:
        self._child.ask(self._limit, "begin", seat, dict(options), int(rng.word[0]))

    def act(self, view: View) -> Any:
        word = view.rng.word
        word[0], kind, *answer = self._child.ask(self._limit, "act", pack(view), int(word[0]))
        return {"move": str, "decision": Decision, "other": Garbled}[kind](*answer)


class _Listening(_Elsewhere):
    """One that wants to hear of events."""

    def observe(self, event: Event) -> None:
        values = event.ply, event.seat, event.phase, event.move, event.gained.mask, event.round
        self._child.ask(self._limit, "observe", *values)


# -- in the child ---------------------------------------------------------------------------------------


def serve(line: Any, plan: Plan, lineup: int, seat: int) -> None:
    """Answer what the worker asks, until it is gone."""
    start_child(memory_limit(), line.fileno() if METHOD == "fork" else None)
    chair = _Chair(plan.match, lineup, seat)
    while True:
        try:
            limit, kind, *arguments = line.recv()
        except (EOFError, OSError):
            os._exit(0)
        answer = _outcome(limit, getattr(chair, kind), arguments)
        try:
            line.send_bytes(json.dumps(answer).encode())
        except OSError:
            os._exit(FILES_CLOSED)


def _outcome(limit: float | None, function: Any, arguments: list[Any]) -> list[Any]:
    try:
        return ["done", *timed(limit, function, *arguments)]
    except TimeUp:
        return ["late"]
    except MemoryError:
        give_up_memory()
        raise
    except BaseException as error:
        return ["raised", type(error).__name__, text_of(error), place_of(error)]


class _Chair:
    """The seat in the child: an agent, the rules that it is shown, and its stream."""

    def __init__(self, match: Match, lineup: int, seat: int) -> None:
        self._game, self._player = match.game, match.seated(lineup)[seat]

    def make(self) -> list[Any]:
        self._shown, self._rng = self._game.twin(), Stream(0)
        self._agent = self._player.make()
        return [listens(self._agent)]

    def begin(self, seat: int, options: dict[str, str], word: int) -> list[Any]:
        self._agent.begin(seat, options, Stream(word))
        return []

    def observe(self, ply: int, seat: int, phase: str, move: Move | None, mask: int, at: int) -> list[Any]:
        self._agent.observe(Event(ply, seat, phase, move, CardSet(mask, self._game.deck), at))
        return []

    def act(self, packed: str, word: int) -> list[Any]:
        self._rng.word[0] = word
        view = unpack(self._shown, packed, self._rng)
        phase, moves = view.vector_phase, view.moves
        answer: object = self._agent.act(view)
        code = code_of(self._game, phase, moves, answer)
        told = (
            ["other", shown(answer).as_json()]
            if code < 0
            else _plain(answer, str(self._game.move(phase, code)))
        )
        return [int(self._rng.word[0]), *told]


def _plain(answer: object, move: str) -> list[Any]:
    """A move and its reasons in values that JSON has; anything else becomes its text."""
    if not isinstance(answer, Decision):
        return ["move", move]
    try:
        values = {str(one): _number(value) for one, value in answer.values.items()}
        kinds = int, float
        details = {str(k): v if isinstance(v, kinds) else str(v) for k, v in answer.details.items()}
        return ["decision", move, str(answer.because), values, details]
    except Exception as error:  # an agent may put anything in there
        why = say("its reasons cannot be shown ({kind})", kind=type(error).__name__)
        return ["decision", move, str(why)]


def _number(value: Any) -> Any:
    try:
        return float(value)
    except (TypeError, ValueError):
        return str(value)
