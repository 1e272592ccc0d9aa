"""One game of a check-up, played in a process of its own: what a bot does with every view that it gets."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from kiebitz.agents.answers import Lost, Reported, TimeUp, reason_of
from kiebitz.agents.base import PolicyAgent
from kiebitz.agents.cells.distant import Distant
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.process import lasting, renew
from kiebitz.agents.registry import contestant
from kiebitz.agents.seated import Failed, Seated
from kiebitz.kernel.random import Stream
from kiebitz.kernel.vectors import Vector
from kiebitz.lab.playing.crew import Casualty
from kiebitz.lab.playing.guard import guard_of, note
from kiebitz.lab.playing.referee import one_liner
from kiebitz.lab.runs.plan import table
from kiebitz.rules.values import Move, State
from kiebitz.sayings import Saying, say

RANDOM = "random"  # drawn from the table's own stream
PATIENCE = 3  # late answers in a game after which it is not played on


@dataclass(frozen=True)
class Case:
    """A game for the bot: it sits at one seat, others play the rest and perhaps the beginning of its own."""

    spec: str
    game: str
    options: str
    deal: int
    seat: int
    limit: float | None
    seed: int | str = 0
    others: str = RANDOM  # who plays the other seats
    taken: int = 0  # from which ply on the bot plays its own; before it, one of the others does
    trust: bool = False  # does the bot play without a cell?
    places: tuple[tuple[str, str], ...] = ()  # what a specification stands for that only this process has

    def start(self) -> State:
        return table(self.game, self.options).deal_of(f"{self.seed}/{self.deal}").start()

    def state(self, codes: Sequence[int]) -> State:
        """The state after these moves."""
        state = self.start()
        for code in codes:
            state = state.play(state.game.move(state.vector_phase, code))
        return state

    def stream(self, name: str) -> Stream:
        return Stream.named("check-up", name, self.seed, self.deal, self.seat)

    def at(self, ply: int) -> Saying:
        """Where a decision of it is found."""
        return say(
            "{options}, deal {deal}, seat {seat}, move {move}",
            options=self.options or say("the usual options"),
            deal=self.deal,
            seat=self.seat,
            move=ply + 1,
        )


@dataclass(frozen=True)
class Complaint:
    """Something wrong with one decision; those with the same key are the same thing."""

    kind: str  # illegal, exception or slow
    key: str
    sentence: Saying
    ply: int
    lines: tuple[Saying, ...] = ()  # where in the bot's file


@dataclass
class Findings:
    """What a game has shown."""

    complaints: list[Complaint] = field(default_factory=list)
    answers: list[tuple[int, int]] = field(default_factory=list)  # ply and code, -1 for a bad one
    codes: list[int] = field(default_factory=list)  # of all moves that were played
    seconds: list[float] = field(default_factory=list)  # of each answer
    phases: Counter[str] = field(default_factory=Counter)
    explained: int = 0
    global_random: bool = False
    spoilt_views: int = 0

    @property
    def late(self) -> int:
        """How often the bot was late: whatever was played in its place depends on the clock."""
        return sum(complaint.kind == "slow" for complaint in self.complaints)

    @property
    def is_slow(self) -> bool:
        """Was the bot late so often that nobody waits any longer?"""
        return self.late >= PATIENCE


@dataclass(frozen=True)
class Death:
    """A game that the bot's process did not survive."""

    casualty: Casualty
    codes: list[int]


def play_case(number: int, case: Case, trace: Path) -> Findings | Death:
    """Play a game through to its end, whatever the bot does; a random move replaces a bad answer.

    Every move is written to the trace at once, in case this process does not see the end.
    """
    found = Findings()
    try:
        _play_case(number, case, trace, found)
    except Lost as lost:
        renew()
        late = reason_of(TimeUp(case.limit or 0.0)) if lost.is_late else lost.said
        return Death(Casualty((0, 0, number), 0, late, lost.is_late), found.codes)
    return found


def _play_case(number: int, case: Case, trace: Path, found: Findings) -> None:
    with trace.open("w", buffering=1) as file:  # at once: what was written of another game is of no use
        note(0, number, 0)
        game = table(case.game, case.options)
        bot = contestant(case.spec, game, dict(case.places), case.trust, watch=True)
        made = _living_on(bot, case.seat)
        others, generators = Others(case), _global_generators()
        rng, own, state = case.stream("table"), case.stream("bot"), case.start()
        limit = None if bot.isolated else case.limit  # a cell is ended without this process
        note(0, number, 0, limit)
        seated = _begin(case, made, own, found)
        while not state.is_over and not found.is_slow:
            move: Move | None = None
            if state.turn == case.seat and state.ply >= case.taken:
                note(0, number, state.ply, limit)
                move = _decide(made, seated, state, own, found) if seated is not None else None
            else:
                note(0, number, state.ply)  # no clock runs for the others
                move = others.decide(state)
            move = move or rng.choice(state.moves)
            found.codes.append(move.code)
            file.write(f"{move.code}\n")
            state = state.play(move)
        note(0, number, state.ply)
    found.global_random = _global_generators() != generators
    if seated is not None and isinstance(seated.agent, Distant):
        found.global_random, found.spoilt_views = seated.agent.conduct()


_memories: dict[str, Vector] = {}  # of compiled bots, in this process


def _living_on(contestant: Contestant, seat: int) -> Contestant:
    """The bot as a match has it: a program, or what a kernel remembers, lives on from game to game."""
    if contestant.policy and contestant.is_foreign:
        memory = _memories.setdefault(contestant.spec, contestant.policy.memory.copy())
        return replace(contestant, make=partial(PolicyAgent, contestant.policy, memory))
    return lasting(contestant, 0 if contestant.isolated else seat)  # a cell meets all seats, as a module does


class Others:
    """Whoever plays besides the bot: nobody, so that moves are drawn, or an agent of the house."""

    def __init__(self, case: Case) -> None:
        self._case, self._seated = case, dict[int, Seated]()
        game = table(case.game, case.options)
        self._contestant = None if case.others == RANDOM else contestant(case.others, game)

    def decide(self, state: State) -> Move | None:
        """A move of the seat to move, None if it is to be drawn."""
        if self._contestant is None:
            return None
        seat = state.turn
        stream = self._case.stream(f"other {seat} {state.ply}")
        if seat not in self._seated:
            self._seated[seat] = Seated(self._contestant, seat, stream)
        code, _ = self._seated[seat].decide(state.view(seat, stream))
        return state.game.move(state.vector_phase, code)


class Decided(NamedTuple):
    """A decision of a game that only others play: at which ply, whose, in which phase."""

    ply: int
    seat: int
    phase: str


def decisions(case: Case) -> list[Decided]:
    """The decisions of a game without the bot."""
    found, state, others, rng = list[Decided](), case.start(), Others(case), case.stream("table")
    while not state.is_over:
        found.append(Decided(state.ply, state.turn, state.phase))
        state = state.play(others.decide(state) or rng.choice(state.moves))
    return found


def _global_generators() -> tuple[object, ...]:
    """The states of the generators that belong to nobody."""
    numbers: Any = np.random.get_state()
    return random.getstate(), numbers[1].tobytes(), numbers[2]


def _begin(case: Case, made: Contestant, own: Stream, found: Findings) -> Seated | None:
    try:
        return Seated(made, case.seat, own, guard_of(case.limit))
    except Failed as failed:
        found.complaints.append(_complaint(failed, made, 0, " at the start"))
        return None


def _decide(made: Contestant, seated: Seated, state: State, own: Stream, found: Findings) -> Move | None:
    view = state.view(seated.seat, own)
    vector = view.vector.copy()
    found.phases[state.phase] += 1
    code, start = -1, perf_counter()
    try:
        code, decision = seated.decide(view)
        found.explained += bool(decision.because)
    except Failed as failed:
        found.complaints.append(_complaint(failed, made, state.ply))
    found.seconds.append(perf_counter() - start)
    found.answers.append((state.ply, code))
    found.spoilt_views += not np.array_equal(view.vector, vector)
    return state.game.move(state.vector_phase, code) if code >= 0 else None


def _complaint(failed: Failed, made: Contestant, ply: int, when: str = "") -> Complaint:
    sentence = one_liner(failed.said)
    if failed.kind == "illegal":
        return Complaint("illegal", "", sentence, ply)
    if isinstance(failed.__cause__, Lost):
        raise failed.__cause__
    if failed.kind == "late":
        return Complaint("slow", when, sentence, ply)
    error = failed.__cause__
    assert error is not None
    if isinstance(error, Reported):
        lines = tuple(_line(Path(str(file)).name, *rest) for file, *rest in error.lines)
        return Complaint("exception", f"{error.name} {', '.join(map(str, lines[-1:]))}", sentence, ply, lines)
    frames: list[traceback.FrameSummary] = list(traceback.extract_tb(error.__traceback__))
    frames = [frame for frame in frames if frame.filename == made.source] or frames[-1:]
    lines = tuple(_line(Path(one.filename).name, one.lineno, one.name, one.line) for one in frames[-3:])
    key = f"{type(error).__name__} {', '.join(map(str, lines[-1:]))}"
    return Complaint("exception", key, sentence, ply, lines)


def _line(file: str, number: Any, function: Any, code: Any) -> Saying:
    return one_liner(
        say(
            "{file}, line {n}, in {function}: {code}",
            file=file,
            n=int(number or 0),
            function=str(function),
            code=str(code or ""),
        )
    )
