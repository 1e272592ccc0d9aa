"""The one way to ask an agent: it sits down once, is told what is new, and answers with a legal move.

The referee, the table, a check-up, a hint or a review asks like this, so an agent that misbehaves meets the
same defences everywhere: it gets rules and moves of its own, its answer is read once, and whatever goes wrong
becomes one exception with a reason.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NamedTuple, TypeVar

from kiebitz.agents.answers import (
    AFTER_THE_LAST_MOVE,
    AT_THE_START,
    Lost,
    TimeUp,
    move_of,
    one_line,
    place_of,
    reason_of,
    shown,
)
from kiebitz.agents.base import Agent, Decision
from kiebitz.agents.cells.distant import Distant
from kiebitz.agents.cells.nursery import CannotLock
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.process import BotFailure
from kiebitz.errors import KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.rules.values import Move, View
from kiebitz.sayings import Saying, say

T = TypeVar("T")
Kind = Literal["raised", "late", "illegal", "memory", "died"]
DEEPEST = sys.getrecursionlimit()


class Failed(KiebitzError):
    """An agent has failed in its seat: how, and where in its code. What is said may name its cards."""

    def __init__(self, seat: int, kind: Kind, said: Saying, place: str = "") -> None:
        super().__init__(one_line(f"{said}, at {place}" if place else str(said)))
        self.seat, self.kind, self.said, self.place = seat, kind, said, place

    def __reduce__(self) -> tuple[type[Failed], tuple[int, Kind, Saying, str]]:
        return Failed, (self.seat, self.kind, self.said, self.place)


class Answer(NamedTuple):
    """An agent's answer: always a legal code, and always a decision whose move is ours."""

    code: int
    decision: Decision


class Guard:
    """What stands around an agent while it thinks; this one lets it think as long as it likes."""

    limit: float | None = None
    """The seconds that it has."""

    def __call__(self, work: Callable[..., T], *arguments: Any) -> T:
        """What the work gives; TimeUp if it takes too long."""
        return work(*arguments)

    def blame(self, error: BaseException) -> None:
        """Look at what an agent's work has raised; raise it again if it is not the agent's."""
        if isinstance(error, KeyboardInterrupt):
            raise error  # the user's


FREE = Guard()
_plain: dict[str, Answer] = {}
"""Moves without reasons, kept by their text: to make such an answer is a good part of a simple agent's time.
In another game the same text may have another code; so that is compared."""


class Seated:
    """An agent in its seat for one unit: begun once, told what is new, asked for moves.

    >>> from kiebitz.agents.registry import contestant
    >>> from kiebitz.rules.registry import game
    >>> state = game("durak").deal(seed=1)
    >>> seated = Seated(contestant("greedy", state.game), state.turn, Stream.named("example"))
    >>> answer = seated.decide(state.view(state.turn))
    >>> answer.decision.move in state.moves, str(answer.decision.because)
    (True, 'the lowest of 5 cards that are not trumps')
    """

    _ask: Callable[[View], Any]
    __slots__ = ("_ask", "_game", "_guard", "_told", "_twin", "agent", "listens", "seat")

    def __init__(self, contestant: Contestant, seat: int, stream: Stream, guard: Guard = FREE) -> None:
        """Sit down; ``stream`` has the random numbers of ``begin``, those of moves come with their views."""
        self.seat, self._guard, self._game, self._told = seat, guard, contestant.game, 0
        # Whatever a bot does to the rules that its views show, the game goes by its own copy.
        self._twin = contestant.game.twin() if contestant.runs_here else None
        try:
            if contestant.isolated:  # a cell has its own clock
                make: Callable[..., Agent] = contestant.make
                timed = partial(make, limit=guard.limit)
                self.agent = _sit_down(replace(contestant, make=timed), seat, stream)
            else:
                self.agent = guard(_sit_down, contestant, seat, stream)
        except CannotLock:
            raise
        except BaseException as error:
            raise self._failed(error, AT_THE_START) from error
        if isinstance(self.agent, Distant):
            self.listens, self._ask = self.agent.listens, self.agent.act
            return
        self.listens = listens(self.agent)
        act: Callable[[View], object] = self._listen_and_act if self.listens else self.agent.act
        # Most agents think without a guard, and thousands of times a second: then they are asked directly.
        self._ask = act if type(guard).__call__ is Guard.__call__ else partial(guard, act)

    def decide(self, view: View) -> Answer:
        """The agent's answer, after it has heard what is new to it; Failed if that is not a legal move."""
        moves, twin, phase = view.moves, self._twin, -1
        try:
            if twin is None:
                answer = self._ask(view)
            else:
                phase = view.vector_phase  # before the bot has its hands on the view
                answer = self._ask(view.apart(twin))
            if isinstance(answer, str):
                for move in moves:
                    if move == answer:
                        plain = _plain.get(move)
                        if plain is not None and plain[0] == move.code:
                            return plain
                        break
            found = self._read(answer, moves, view.vector_phase if phase < 0 else phase)
        except BaseException as error:
            raise self._failed(error) from error
        if isinstance(found, Saying):
            raise Failed(self.seat, "illegal", found)
        return found

    def finish(self, view: View) -> None:
        """Tell the agent what it has not heard of yet, when the unit is over."""
        try:
            if isinstance(self.agent, Distant):
                self.agent.finish(view)
            elif self.listens:
                self._guard(self._listen, view if self._twin is None else view.apart(self._twin))
        except BaseException as error:
            raise self._failed(error, AFTER_THE_LAST_MOVE) from error

    def _read(self, answer: object, moves: tuple[Move, ...], phase: int) -> Answer | Saying:
        """An answer as ours, or why it is not one; its move is read once: it may differ the second time."""
        move = move_of(self._game, phase, moves, answer)
        if move is None:
            allowed = ", ".join(moves)
            return say("answered {answer}; allowed were {moves}", answer=shown(answer), moves=allowed)
        if not isinstance(answer, Decision):
            found = _plain[move] = Answer(move.code, Decision(move))
            return found
        if type(answer) is Decision and answer.move is move:
            return Answer(move.code, answer)
        return Answer(move.code, Decision(move, answer.because, answer.values, answer.details))

    def _listen_and_act(self, view: View) -> object:
        self._listen(view)
        return self.agent.act(view)

    def _listen(self, view: View) -> None:
        events = view.events
        told, self._told = self._told, len(events)
        for event in events[told:]:
            self.agent.observe(event)

    def _failed(self, error: BaseException, when: Saying | None = None) -> Failed:
        sys.setrecursionlimit(DEEPEST)  # a bot may have left too few calls for what follows
        self._guard.blame(error)
        return Failed(self.seat, _kind(error), reason_of(error, when), place_of(error))


def listens(agent: Agent) -> bool:
    """Does an agent want to hear of events?"""
    return type(agent).observe is not Agent.observe


def _sit_down(contestant: Contestant, seat: int, stream: Stream) -> Agent:
    """A fresh agent that has been told where it sits."""
    agent = contestant.make()
    if type(agent).begin is not Agent.begin:
        agent.begin(seat, dict(contestant.game.options), stream)
    return agent


def _kind(error: BaseException) -> Kind:
    if isinstance(error, TimeUp):
        return "late"
    if isinstance(error, Lost):
        return "late" if error.is_late else "died"
    if isinstance(error, MemoryError):
        return "memory"
    return "died" if isinstance(error, BotFailure) and error.has_died else "raised"
