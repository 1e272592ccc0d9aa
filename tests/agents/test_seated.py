"""An agent in its seat: begun once, told what is new, its answer ours or its failure one with a reason."""

from __future__ import annotations

import pickle
import shlex
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest

from kiebitz.agents.answers import TimeUp
from kiebitz.agents.base import Agent, Decision
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.registry import contestant
from kiebitz.agents.seated import Answer, Failed, Guard, Kind, Seated
from kiebitz.kernel.random import Stream
from kiebitz.lab.playing.guard import guard_of
from kiebitz.rules.registry import game
from kiebitz.rules.values import Event, State, View
from tests.lab.command import BOTS

DURAK = game("durak")


class Scripted(Agent):
    """Answers as a function says, and keeps what it hears."""

    def __init__(self, answer: Callable[[View], Any]) -> None:
        self.answer, self.heard, self.begun = answer, list[int](), list[Any]()

    def begin(self, seat: int, options: Mapping[str, str], rng: Stream) -> None:
        self.begun.append((seat, dict(options)))

    def observe(self, event: Event) -> None:
        self.heard.append(event.ply)

    def act(self, view: View) -> Any:
        return self.answer(view)


def seated(
    answer: Callable[[View], Any], state: State, foreign: bool = False, guard: Guard | None = None
) -> Seated:
    who = Contestant(DURAK, "scripted", lambda: Scripted(answer), source="bot.py" if foreign else None)
    return Seated(who, state.turn, Stream(1), guard or Guard())


def asked(answer: Callable[[View], Any], foreign: bool = False, guard: Guard | None = None) -> Answer:
    state = DURAK.deal(1)
    return seated(answer, state, foreign, guard).decide(state.view(state.turn))


def nth(number: int, view: View) -> str:
    return str(view.moves[number])


def first(view: View) -> str:
    return view.moves[0]


def test_it_begins_once_and_hears_every_event_once() -> None:
    state = DURAK.deal(1)
    sits = [seated(first, state) if seat == state.turn else None for seat in range(2)]
    one = next(seat for seat in sits if seat)
    agent: Any = one.agent
    while not state.is_over:
        if state.turn == one.seat:
            state = state.play(one.decide(state.view(one.seat)).decision.move)
            assert agent.heard == list(range(state.ply))
        else:
            state = state.play(state.moves[-1])
    one.finish(state.view(one.seat))
    assert agent.heard == list(range(state.ply + 1))
    assert agent.begun == [(one.seat, DURAK.options)]


@pytest.mark.parametrize("foreign", [False, True])
def test_every_answer_that_means_a_move_becomes_ours(foreign: bool) -> None:
    state = DURAK.deal(1)
    move = state.moves[0]
    for answer in (
        lambda view: view.moves[0],
        lambda view: str(view.moves[0]),
        lambda view: str(view.moves[0]).lower(),
        lambda view: Decision(str(view.moves[0]), "why", {"x": 1.0}, {"y": 2}),
    ):
        code, decision = asked(answer, foreign)
        assert code == move.code and type(decision) is Decision
        assert type(decision.move) is type(move) and (decision.move, decision.move.code) == (move, code)
    assert (decision.because, decision.values, decision.details) == ("why", {"x": 1.0}, {"y": 2})


def test_the_same_text_in_another_game_keeps_its_own_code() -> None:
    for name in ("durak", "schnapsen", "durak"):
        state = game(name).deal(1)
        for number, move in enumerate(state.moves):
            agent = Scripted(partial(nth, number))
            who = Contestant(state.game, "scripted", partial(next, iter([agent])))
            answer = Seated(who, state.turn, Stream(1)).decide(state.view(state.turn))
            assert (answer.code, answer.decision.move) == (move.code, move)


def test_a_bot_from_elsewhere_gets_rules_and_moves_of_its_own() -> None:
    shown: list[View] = []
    state = DURAK.deal(1)
    view = state.view(state.turn)

    def spoil(view: View) -> str:
        shown.append(view)
        text = str(view.moves[0])
        view.vector[:] = -1
        view._moves = ()
        return text.lower()

    assert seated(spoil, state, foreign=True).decide(view).code == state.moves[0].code
    assert shown[0].game is not DURAK and shown[0] is not view


def fail(error: BaseException) -> Callable[[View], Any]:
    def act(view: View) -> Any:
        raise error

    return act


def blames_another(view: View) -> Any:
    raise Failed(1 - view.seat, "illegal", None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "kind", "text"),
    [
        (fail(ValueError("no idea")), "raised", "raised ValueError: no idea, at test_seated.py:"),
        (fail(SystemExit(3)), "raised", "raised SystemExit: 3, at test_seated.py:"),
        (fail(MemoryError()), "memory", "ran out of memory"),
        (fail(TimeUp(2.5)), "late", "needed more than 2.5 s for a move"),
        (lambda view: None, "illegal", "answered nothing (None); allowed were "),
        (lambda view: Decision("XX"), "illegal", "answered Decision('XX'); allowed were "),
        (blames_another, "raised", "raised Failed: None, at test_seated.py:"),
    ],
)
def test_each_kind_of_failure_has_its_reason(answer: Callable[[View], Any], kind: Kind, text: str) -> None:
    with pytest.raises(Failed) as caught:
        asked(answer)
    assert (caught.value.kind, caught.value.seat) == (kind, DURAK.deal(1).turn)
    assert str(caught.value).startswith(text)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.kind, again.seat, str(again)) == (kind, caught.value.seat, str(caught.value))


def test_a_program_that_has_ended_has_died() -> None:
    state = DURAK.deal(1)
    program = f"exec:{shlex.join([sys.executable, str(BOTS / 'line_bot.py'), 'die'])}"
    with pytest.raises(Failed, match="exit code 3") as caught:
        Seated(contestant(program, DURAK), state.turn, Stream(1)).decide(state.view(state.turn))
    assert caught.value.kind == "died"


def test_a_failure_at_the_start_or_the_end_says_so() -> None:
    def broken() -> Agent:
        raise LookupError("no book")

    with pytest.raises(Failed, match="raised LookupError at the start: no book"):
        Seated(Contestant(DURAK, "broken", broken), 0, Stream(1))

    class Deaf(Agent):
        def observe(self, event: Event) -> None:
            raise LookupError("too loud")

    with pytest.raises(Failed, match="raised LookupError after the last move: too loud"):
        Seated(Contestant(DURAK, "deaf", Deaf), 0, Stream(1)).finish(DURAK.deal(1).view(0))


def test_an_interrupt_is_the_users_and_no_failure() -> None:
    with pytest.raises(KeyboardInterrupt):
        asked(fail(KeyboardInterrupt()))


def test_a_guard_stands_around_all_that_an_agent_does() -> None:
    guarded: list[str] = []

    class Counting(Guard):
        def __call__(self, work: Callable[..., Any], *arguments: Any) -> Any:
            guarded.append(work.__name__)
            return work(*arguments)

    state = DURAK.deal(1)
    one = seated(first, state, guard=Counting())
    one.decide(state.view(state.turn))
    one.finish(state.view(state.turn))
    assert len(guarded) == 3


def test_a_clock_ends_a_move_that_takes_too_long() -> None:
    def loop(view: View) -> Any:
        while True:
            pass

    with pytest.raises(Failed, match=r"needed more than 0\.1 s for a move"):
        asked(loop, guard=guard_of(0.1))
