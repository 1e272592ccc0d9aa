"""From a position of a game to its public problem: what everybody knows, and who sees which places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from kiebitz.games.values import View
from kiebitz.kernel.state import HAND
from kiebitz.knowledge.vocabulary import Vocabulary
from kiebitz.knowledge.worlds import Problem

if TYPE_CHECKING:
    from kiebitz.games.values import Position


@dataclass(frozen=True)
class Setting:
    """The names, the public problem, the places that each seat sees, and the contents of those that we see."""

    vocabulary: Vocabulary
    problem: Problem
    sees: tuple[tuple[int, ...], ...]
    known: dict[int, int]

    @classmethod
    def of(cls, position: Position) -> Self:
        """The setting of a state, in which we see everything, or of a view, with the eyes of its seat."""
        game = position.game
        public = Problem.of(position)
        seats = range(game.seats)
        sees = tuple(_seen(public, Problem.of(position, seat), seat) for seat in seats)
        if isinstance(position, View):
            eyes = sees[position.seat]
            hidden = Problem.of(position, position.seat).unseen
        else:
            eyes = tuple(range(public.places))
            hidden = 0
        known = {p: int(position.vector[HAND + p]) for p in eyes if p < game.seats}
        elsewhere = public.unseen & ~hidden
        for mask in known.values():
            elsewhere &= ~mask
        for place in eyes:
            if place >= game.seats:  # games have at most one such place: it has what is in no hand
                known[place] = elsewhere
        return cls(Vocabulary.of(game), public, sees, known)


def _seen(public: Problem, own: Problem, seat: int) -> tuple[int, ...]:
    """The places that hold nothing unseen for a seat, though they do for the public; and its own hand."""
    room = enumerate(zip(public.room, own.room, strict=True))
    return tuple(place for place, (hidden, mine) in room if place == seat or (hidden and not mine))
