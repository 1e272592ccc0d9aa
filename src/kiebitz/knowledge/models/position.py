"""From a position of a game to its public problem: what everybody knows, and who sees which places.

A card on the table counts as the card of the seat that has just played it, and all know that it had it. When
the trick is over nobody has it any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Self

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.tricks import on_table
from kiebitz.rules.values import State, View
from kiebitz.sayings import say

if TYPE_CHECKING:
    from kiebitz.rules.game import Game
    from kiebitz.rules.values import Position


DRAWS = 4  # of worlds in each seat's eyes
SAME = 1 - 1e-9  # counts are floats
PUBLIC = -1  # the seat of one who sees what everybody sees


class HiddenKnowledge(KiebitzError):
    """A question about knowledge that does not follow from the cards that seats see."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "Players may know cards here that they do not hold, such as those they passed on. "
                "What one of them knows of the cards can be told, but not what others know of that."
            )
        )


@dataclass(frozen=True)
class Secrets:
    """What seats know besides the places that they see.

    What they know in worlds that are not the actual one cannot be told from the cards that lie there.
    """

    own: dict[int, Problem] = field(default_factory=dict)
    """What is open to a seat in the actual world, for those of which we can tell."""
    eyes: int = -1
    """The seat with whose eyes we look, -1 if we see everything."""

    def problem(self, seat: int) -> Problem:
        """What is open to a seat in the actual world."""
        if seat not in self.own:
            raise HiddenKnowledge
        return self.own[seat]


@dataclass(frozen=True)
class Setting:
    """The names, the public problem, the places that each seat sees, the contents of those that we see."""

    vocabulary: Vocabulary
    problem: Problem
    sees: tuple[tuple[int, ...], ...]
    known: dict[int, int]
    secrets: Secrets | None
    """None if everybody knows the places that it sees and nothing else."""

    @classmethod
    def of(cls, position: Position) -> Self:
        """The setting of a state, in which we see everything, or of a view, with the eyes of its seat."""
        game, vector = position.game, position.vector
        if isinstance(position, View):  # who sees what is the same in all its worlds: any of them will do
            vector = np.zeros(WORDS, np.int64)
            game.kernels.complete(position.vector, Stream(0).word, vector)
        table = on_table(public_view(position))
        public = _look(game, vector, PUBLIC).holding(table)
        sees = tuple(_seen(public, _look(game, vector, seat), seat) for seat in range(game.seats))
        eyes = tuple(range(public.places))
        if isinstance(position, View):
            eyes = sees[position.seat] if position.seat >= 0 else ()
        known = {place: position.known_in(place).mask | table.get(place, 0) for place in eyes}
        if isinstance(position, State):
            _fill(known, public)
        secrets = _secrets(position, table) if _has_secrets(game, vector, public, sees) else None
        return cls(Vocabulary.of(game), public, sees, known, secrets)

    def has(self, card: int) -> bool:
        """Does a card, given as a mask of one bit, lie anywhere?"""
        return any(mask & card for mask in (self.problem.unseen, *self.problem.known))


def _fill(known: dict[int, int], public: Problem) -> None:
    """What no other place holds lies in the only one whose cards a game does not name."""
    left = public.unseen & ~reduce(or_, known.values(), 0)
    unnamed = [
        place for place, room in enumerate(public.room) if room > (known[place] & public.unseen).bit_count()
    ]
    if len(unnamed) == 1 and public.room[unnamed[0]] == left.bit_count():
        known[unnamed[0]] |= left


def public_view(position: Position) -> View:
    """A view with all public events: that of one who only watches, or the one that was given."""
    view = position.view(PUBLIC) if isinstance(position, State) else position
    assert isinstance(view, View)
    return view


def _look(game: Game, vector: Vector, seat: int) -> Problem:
    """What a seat, or -1 anybody, cannot see in a state."""
    view = np.zeros(WORDS, np.int64)
    game.kernels.observe(vector, seat, view)
    return Problem.of(game.view_class(game, view, b"", Stream(0)))


def _seen(public: Problem, own: Problem, seat: int) -> tuple[int, ...]:
    """A seat's own hand, and places that hide nothing from it though they do from the public."""
    rooms = enumerate(zip(public.room, own.room, strict=True))
    return tuple(place for place, (hidden, mine) in rooms if place == seat or (hidden and not mine))


def _secrets(position: Position, table: dict[int, int]) -> Secrets:
    if isinstance(position, View):
        own = {position.seat: Problem.of(position).holding(table)} if position.seat >= 0 else {}
        return Secrets(own, position.seat)
    seats, game, vector = range(position.game.seats), position.game, position.vector
    return Secrets({seat: _look(game, vector, seat).holding(table) for seat in seats})


def _has_secrets(game: Game, vector: Vector, public: Problem, sees: tuple[tuple[int, ...], ...]) -> bool:
    """Does a seat know more than the places it sees, here or in a world that another considers possible?"""
    for world in _worlds(game, vector):
        for seat, places in enumerate(sees):
            own = _look(game, world, seat)
            hidden = public.given({place: own.known[place] for place in places})
            if (own.cards, own.room, own.cases) == (hidden.cards, hidden.room, hidden.cases):
                continue
            if own.count() < SAME * hidden.count():
                return True
    return False


def _worlds(game: Game, vector: Vector) -> Iterator[Vector]:
    """A state, and if there are secret moves, some others in the eyes of each seat."""
    yield vector
    rng, view = Stream(0), np.zeros(WORDS, np.int64)
    for seat in range(game.seats if game.secret_phases else 0):
        game.kernels.observe(vector, seat, view)
        for _ in range(DRAWS):
            world = np.zeros(WORDS, np.int64)
            game.kernels.complete(view, rng.word, world)
            yield world
