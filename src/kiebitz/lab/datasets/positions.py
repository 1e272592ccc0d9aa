"""The decisions of a game as rows: what the seat knew, what it could do and did, and what was true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kiebitz.agents.registry import contestant
from kiebitz.agents.seated import Failed, Seated
from kiebitz.envs.planes import Numbers, Planes
from kiebitz.kernel.random import Stream, key
from kiebitz.lab.playing.match import Match
from kiebitz.lab.playing.referee import Unit
from kiebitz.rules.game import Game
from kiebitz.rules.values import State

Values = list[float | None]
NOWHERE = -1  # a card that the seat sees, or that is out of play


class Position(NamedTuple):
    """One decision; a row of a data set."""

    deal: int
    lineup: int
    ply: int
    seat: int
    agent: str
    phase: str
    observation: Numbers
    hidden: npt.NDArray[np.int8]
    """For each card the place where it lies, as the planes number the others'; -1 for one that is seen."""
    legal: list[int]
    action: int
    move: str
    values: Values
    """What the agent said that the legal actions are worth; None where it said nothing."""
    teacher_action: int | None
    teacher_values: Values | None
    points: int
    """The seat's points in the end."""
    failed: bool
    """Was the game lost because an agent failed?"""


def positions(match: Match, unit: Unit, teacher: str = "") -> list[Position]:
    """All decisions of a game; a teacher is asked at each what it would do."""
    return list(_decisions(match, unit, teacher))


def _decisions(match: Match, unit: Unit, teacher: str) -> Iterator[Position]:
    game, planes = match.game, Planes.of(match.game)
    names = [player.name for player in match.seated(unit.lineup)]
    taught = Lesson(game, teacher, unit) if teacher else None
    state = unit.start()
    for code, answer in zip(unit.moves, unit.answers, strict=True):
        seat, view = state.turn, state.view(state.turn)
        numbers = planes.numbers[view.vector_phase]
        legal = [int(numbers[move.code]) for move in state.moves]
        action, values = taught.ask(state, planes) if taught else (None, None)
        yield Position(
            unit.deal, unit.lineup, state.ply, seat, names[seat], view.phase, planes.tensor(view),
            places(planes, state, seat), legal, int(numbers[code]), str(game.move(view.vector_phase, code)),
            stated(planes, legal, answer.values), action, values, unit.points[seat], unit.loser >= 0,
        )  # fmt: skip
        state = state.play(game.move(view.vector_phase, code))


def places(planes: Planes, state: State, seat: int) -> npt.NDArray[np.int8]:
    """Where each card lies that a seat does not see."""
    rows = planes.hidden(state, seat)
    return np.where(rows.any(axis=0), rows.argmax(axis=0), NOWHERE).astype(np.int8)


def stated(planes: Planes, legal: list[int], values: Mapping[str, float]) -> Values:
    """An agent's values in the order of the legal actions."""
    found = [values.get(planes.moves[action]) for action in legal]
    return [None if value is None or not isfinite(value) else float(value) for value in found]


class Lesson:
    """A teacher in every seat of one game: it is asked about positions that others have played."""

    def __init__(self, game: Game, spec: str, unit: Unit) -> None:
        names = "teacher", game.name, unit.deal_key
        self._keys = [key(*names, seat) for seat in range(game.seats)]
        made = contestant(spec, game)
        self._seated = [Seated(made, seat, Stream(start)) for seat, start in enumerate(self._keys)]

    def ask(self, state: State, planes: Planes) -> tuple[int | None, Values | None]:
        """What the teacher would do, and its values; nothing if it fails."""
        stream, seat = Stream(0), state.turn
        stream.begin_ply(self._keys[seat], state.ply)
        try:
            code, decision = self._seated[seat].decide(state.view(seat, stream))
        except Failed:
            return None, None
        numbers = planes.numbers[state.vector_phase]
        legal = [int(numbers[move.code]) for move in state.moves]
        return int(numbers[code]), stated(planes, legal, decision.values)
