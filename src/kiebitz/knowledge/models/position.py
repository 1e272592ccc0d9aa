"""From a position of a game to its public problem: what everybody knows, and who sees which places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import WORDS
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.values import Vector, View

if TYPE_CHECKING:
    from kiebitz.rules.game import Game
    from kiebitz.rules.values import Position


@dataclass(frozen=True)
class Setting:
    """The names, the public problem, the places that each seat sees, the contents of those that we see."""

    vocabulary: Vocabulary
    problem: Problem
    sees: tuple[tuple[int, ...], ...]
    known: dict[int, int]

    @classmethod
    def of(cls, position: Position) -> Self:
        """The setting of a state, in which we see everything, or of a view, with the eyes of its seat."""
        game, vector = position.game, position.vector
        if isinstance(position, View):  # who sees what is the same in all its worlds: any of them will do
            vector = np.zeros(WORDS, np.int64)
            game.kernels.complete(position.vector, Stream(0).word, vector)
        public = _look(game, vector, -1)
        sees = tuple(_seen(public, _look(game, vector, seat), seat) for seat in range(game.seats))
        eyes = tuple(range(public.places))
        if isinstance(position, View):
            eyes = sees[position.seat] if position.seat >= 0 else ()
        known = {place: position.known_in(place).mask for place in eyes}
        return cls(Vocabulary.of(game), public, sees, known)


def _look(game: Game, vector: Vector, seat: int) -> Problem:
    """What a seat, or -1 anybody, cannot see in a state."""
    view = np.zeros(WORDS, np.int64)
    game.kernels.observe(vector, seat, view)
    return Problem.of(game.view_class(game, view, b"", Stream(0)))


def _seen(public: Problem, own: Problem, seat: int) -> tuple[int, ...]:
    """A seat's own hand, and places that hide nothing from it though they do from the public."""
    rooms = enumerate(zip(public.room, own.room, strict=True))
    return tuple(place for place, (hidden, mine) in rooms if place == seat or (hidden and not mine))
