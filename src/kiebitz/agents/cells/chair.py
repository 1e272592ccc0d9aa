"""In a cell: a bot in its chair, which is asked over the line and knows nothing else."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from traceback import extract_tb
from typing import Any

import numpy as np

from kiebitz.agents.answers import TimeUp, code_of, place_of, shown, text_of
from kiebitz.agents.base import Agent, Decision
from kiebitz.agents.cells.line import (
    ACT,
    BECAUSE,
    BEGIN,
    CODE,
    FINISH,
    MAKE,
    MOVE,
    SETUP,
    STATE,
    TEXT,
    TURN,
    VECTOR,
    receive,
    send,
)
from kiebitz.agents.cells.nearness import ANY, stay
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.files import made_of_file, options_of_module
from kiebitz.agents.limits import FILES_CLOSED, OUT_OF_MEMORY, timed
from kiebitz.agents.seated import DEEPEST, listens
from kiebitz.agents.trust import settle_in_cell
from kiebitz.errors import BadOption, KiebitzError, UnknownName
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import TURN as TO_MOVE
from kiebitz.kernel.state import VIEWER
from kiebitz.rules.game import Game
from kiebitz.rules.registry import any_class, game
from kiebitz.rules.values import View, own_moves
from kiebitz.sayings import say

MOST = 10_000  # letters of a reason
FRAMES = 3  # lines of a bot's own file that are told of an exception


def serve(line_in: int, line_out: int) -> None:
    """Answer what the referee asks, until the line ends."""
    settle_in_cell()
    chair = Chair()
    while True:
        try:
            question = receive(line_in)
        except (EOFError, ValueError):
            os._exit(0)
        except OSError:
            os._exit(FILES_CLOSED)
        answer = chair.answer(question)
        try:
            send(line_out, answer)
        except BrokenPipeError:
            os._exit(0)
        except OSError:
            os._exit(FILES_CLOSED)


class Chair:
    """A seat in the cell: whose it is, the rules that the bot is shown, and what it has seen so far."""

    _contestant: Contestant
    _agent: Agent

    def __init__(self) -> None:
        self._stream, self._diary, self._told, self._listens = Stream(0), bytearray(), 0, False
        self._spoilt, self._watches = False, False
        self._home = Path.cwd()  # the folder of the bot's file
        self._core, self._cores = ANY, os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
        self._generators: tuple[object, ...] = ()
        self._answers: dict[bytes, Callable[[bytes], bytes]] = {
            SETUP: self._set_up, MAKE: self._make, BEGIN: self._begin,
            ACT: self._act, FINISH: self._finish, STATE: self._state,
        }  # fmt: skip

    def answer(self, question: bytes) -> bytes:
        """What the referee is told; whatever the bot does becomes an answer, as far as it lives on."""
        try:
            return self._answers[question[:1]](question)
        except TimeUp:
            return _text("late")
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        except BaseException as error:
            sys.setrecursionlimit(DEEPEST)
            return self._raised(error)

    def _raised(self, error: BaseException) -> bytes:
        lines, missing = self._lines(error), self._missing(error)
        return _text("raised", type(error).__name__, text_of(error)[:2000], place_of(error), lines, missing)

    def _missing(self, error: BaseException | None) -> str:
        """The file without which a bot failed, which others may see; empty if that is not why it did."""
        if isinstance(error, OSError) and isinstance(error.filename, (str, bytes)):
            return str(self._home / os.fsdecode(error.filename))
        if isinstance(error, ModuleNotFoundError) and error.name:
            return str(self._home.joinpath(*error.name.split(".")))
        return ""

    def _lines(self, error: BaseException) -> list[list[Any]]:
        """Where in the bot's own file an exception came from."""
        if isinstance(error, RecursionError):
            return []
        source = getattr(getattr(self, "_contestant", None), "source", None)
        frames = list(extract_tb(error.__traceback__))
        frames = [frame for frame in frames if frame.filename == source] or frames[-1:]
        return [[one.filename, one.lineno, one.name, (one.line or "")[:500]] for one in frames[-FRAMES:]]

    # -- before a unit --------------------------------------------------------------------------------

    def _set_up(self, question: bytes) -> bytes:
        """Load a bot for a game, or say why that cannot be."""
        wanted = json.loads(question[1:])
        try:
            return _text("ready", *_OPERATIONS[wanted.pop("what")](self, **wanted))
        except KiebitzError as error:
            kind = next(k for k in (UnknownName, BadOption, KiebitzError) if isinstance(error, k))
            return _text("refused", kind.__name__, error.said.as_json(), self._missing(error.__cause__))

    def contestant(
        self, spec: str, name: str, options: str, places: dict[str, str], watch: bool
    ) -> list[Any]:
        """Make a specification ready for a game; what others must know of it."""
        self._game, self._watches = _game(name, options), watch
        self._contestant, declared = made_of_file(spec, self._game, places)
        one = self._contestant
        return [one.is_compiled, bool(one.cheats), str(one.source), declared]

    def options(self, spec: str, name: str) -> list[Any]:
        """The options that a game must have for a bot; None if it does not play the game."""
        return [options_of_module(spec, any_class(name))]

    def _make(self, question: bytes) -> bytes:
        limit = TURN.unpack_from(question)[2]
        self._diary, self._told, self._spoilt = bytearray(), 0, False
        self._generators = _global_generators() if self._watches else ()
        self._shown, self._stream = self._game.twin(), Stream(0)
        self._agent = timed(limit or None, self._contestant.make)
        self._listens = listens(self._agent)
        return _text("done", self._listens, type(self._agent).begin is not Agent.begin)

    def _begin(self, question: bytes) -> bytes:
        _, word, limit, seat, _ = TURN.unpack_from(question)
        timed(limit or None, self._agent.begin, seat, dict(self._game.options), Stream(word))
        return _text("done")

    # -- in a unit ------------------------------------------------------------------------------------

    def _view(self, question: bytes) -> View:
        _, word, _, known, _ = TURN.unpack_from(question)
        start = TURN.size + VECTOR
        del self._diary[known:]
        self._diary += question[start:]
        self._stream.word[0] = word
        vector = np.frombuffer(question, np.int64, VECTOR // 8, TURN.size).copy()
        moves = own_moves(self._game.moves(vector)) if vector[TO_MOVE] == vector[VIEWER] else ()
        return self._shown.view_class(self._shown, vector, bytes(self._diary), self._stream, moves)

    def _act(self, question: bytes) -> bytes:
        limit, core = TURN.unpack_from(question)[2::2]
        if core != self._core:
            self._core = core
            stay(core, self._cores)
        view = self._view(question)
        phase, moves = view.vector_phase, self._game.moves(view.vector)
        think = self._listen_and_act if self._listens else self._agent.act
        try:
            answer = timed(limit or None, think, view)
        finally:
            if self._watches:
                self._spoilt |= view.vector.tobytes() != question[TURN.size : TURN.size + VECTOR]
        code = code_of(self._game, phase, moves, answer)
        word = int(self._stream.word[0])
        if code < 0:
            return _text("other", word, shown(answer).as_json())
        if not isinstance(answer, Decision):
            return MOVE.pack(CODE, code, word)
        because, *more = _plain(answer)
        if any(more):
            return _text("decision", word, str(self._game.move(phase, code)), because, *more)
        reason = str(because)[:MOST].encode("utf-8", "surrogatepass")
        return MOVE.pack(BECAUSE, code, word) + reason

    def _finish(self, question: bytes) -> bytes:
        limit = TURN.unpack_from(question)[2]
        timed(limit or None, self._listen, self._view(question))
        return _text("done")

    def _listen_and_act(self, view: View) -> object:
        self._listen(view)
        return self._agent.act(view)

    def _listen(self, view: View) -> None:
        events = view.events
        told, self._told = self._told, len(events)
        for event in events[told:]:
            self._agent.observe(event)

    def _state(self, question: bytes) -> bytes:
        """For a check-up: did the bot use a generator that is nobody's, or change what it was shown?"""
        return _text("done", self._generators != _global_generators(), self._spoilt)


_OPERATIONS: dict[str, Callable[..., list[Any]]] = {"contestant": Chair.contestant, "options": Chair.options}


@lru_cache(maxsize=64)
def _game(name: str, options: str) -> Game:
    return game(name, options)


def _global_generators() -> tuple[object, ...]:
    """The states of the generators that belong to nobody."""
    numbers: Any = np.random.get_state()
    return random.getstate(), numbers[1].tobytes(), numbers[2]


def _text(*words: Any) -> bytes:
    return TEXT + json.dumps(words).encode()


def _plain(answer: Decision) -> list[Any]:
    """The reasons of a move in values that JSON has; anything else becomes its text."""
    try:
        values = {str(one): _number(value) for one, value in answer.values.items()}
        details = {str(k): v if isinstance(v, (int, float)) else str(v) for k, v in answer.details.items()}
        return [str(answer.because), values, details]
    except BaseException as error:  # an agent may put anything in there
        return [str(say("its reasons cannot be shown ({kind})", kind=type(error).__name__))]


def _number(value: Any) -> Any:
    try:
        return float(value)
    except (TypeError, ValueError):
        return str(value)
