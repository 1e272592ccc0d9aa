"""Planes: where each fact of a view stands in a tensor, by name.

A tensor is one row of numbers from -1 to 1. Everything in it is relative to the seat that looks: seats come
in the order of play from the seat itself, places of unseen cards after them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from kiebitz.envs.encoding import KINDS, RAW, Encoding, Field
from kiebitz.errors import KiebitzError, UnknownName
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import say

if TYPE_CHECKING:
    from kiebitz.envs.kernels import Env

Numbers = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]


class Plane(NamedTuple):
    """Some numbers of a tensor that mean one thing."""

    name: str
    start: int
    planes: int
    width: int
    means: str

    @property
    def shape(self) -> tuple[int, int]:
        """How many planes, and how many numbers each has."""
        return self.planes, self.width

    @property
    def stop(self) -> int:
        return self.start + self.planes * self.width


class Planes:
    """The tensor of a game's views, and the numbers of its moves.

    >>> from kiebitz.rules.registry import game
    >>> planes = Planes.of(game("durak"))
    >>> planes.size, planes.actions, planes["hand"].shape
    (412, 38, (1, 36))
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.fields: tuple[Field, ...] = part(game, Encoding).fields

    @staticmethod
    def of(game: Game) -> Planes:
        """The planes of a game, made once for its options."""
        key = type(game), game.options_text
        if key not in _made:
            _made[key] = Planes(game.twin())
        return _made[key]

    def __reduce__(self) -> tuple[Callable[[Game], Planes], tuple[Game]]:
        return Planes.of, (self.game,)

    # -- where things stand ----------------------------------------------------------------------------

    @cached_property
    def listed(self) -> tuple[Plane, ...]:
        """All planes in the order of the tensor."""
        seats, deck, places = self.game.seats, self.game.deck.size, self.places
        general = [
            ("hand", 1, deck, "The seat's own cards."),
            ("may hold", places - 1, deck, "The unseen cards that each other place may hold."),
            ("open hands", seats - 1, deck, "Cards of the other hands that the view shows."),
            ("room", places - 1, 1, f"How many unseen cards each of these places holds, of {deck}."),
            ("turn", 1, seats, "Who moves; nobody when all is over."),
            ("phase", 1, len(self.game.phases), "The phase, which says what is decided."),
            ("round", 1, 1, f"The round from 0, of {self.game.rounds}."),
            ("standing", seats, 1, f"Each seat's points as they stand, of {self.most_points}."),
        ]
        own = [(f.name, f.planes(seats), f.width(seats, deck), f.means) for f in self.fields]
        found, start = [], 0
        for name, planes, width, means in general + own:
            found.append(Plane(name, start, planes, width, means))
            start += planes * width
        return tuple(found)

    @cached_property
    def size(self) -> int:
        """How many numbers a tensor has."""
        return self.listed[-1].stop

    @cached_property
    def places(self) -> int:
        return len(self.game.place_names())

    @cached_property
    def most_points(self) -> int:
        """What points are divided by."""
        return max(1, *map(abs, self.game.point_range))

    def __getitem__(self, name: str) -> Plane:
        for plane in self.listed:
            if plane.name == name:
                return plane
        raise UnknownName(say("plane"), name, [plane.name for plane in self.listed])

    def part(self, tensor: Numbers, name: str) -> Numbers:
        """One fact out of a tensor, or out of rows of them: a matrix of planes for each."""
        plane = self[name]
        return tensor[..., plane.start : plane.stop].reshape(*tensor.shape[:-1], *plane.shape)

    @cached_property
    def facts(self) -> Vector:
        """What kernels need to know of the game to write a tensor."""
        game = self.game
        found = game.seats, game.deck.size, self.places, len(game.phases), game.rounds, self.most_points
        return np.array(found, np.int64)

    @cached_property
    def table(self) -> Vector:
        """The fields as kernels want them: a row each."""
        seats, deck = self.game.seats, self.game.deck.size
        rows = [
            [KINDS.index(f.kind), f.word, int(f.each), f.packed, f.size, f.less, f.count,
             f.planes(seats), f.width(seats, deck)]
            for f in self.fields
        ]  # fmt: skip
        return np.array(rows, np.int64).reshape(len(rows), 9)

    # -- compiled --------------------------------------------------------------------------------------

    @cached_property
    def kernels(self) -> Env:
        """What is compiled for environments of this game."""
        from kiebitz.envs.kernels import bind

        return bind(self.game.kernels, self.game.machine, part(self.game, Encoding).standing())

    def tensor(self, view: View) -> Numbers:
        """The tensor of a view."""
        out: Numbers = np.empty(self.size, np.float32)
        self.kernels.encode(view.vector, self.facts, self.table, out)
        return out

    def mask(self, view: View) -> Flags:
        """Which actions are legal for the view's seat now."""
        found: Flags = np.zeros(self.actions, np.bool_)
        numbers = self.numbers[view.vector_phase]
        found[[numbers[move.code] for move in view.moves]] = True
        return found

    def hidden(self, state: State, seat: int) -> Numbers:
        """Where the cards lie that a seat does not see: a row of the deck for each other place."""
        self.check_places()
        out: Numbers = np.empty((self.places - 1) * self.game.deck.size, np.float32)
        self.kernels.hidden(state.vector, state.view(seat).vector, self.facts, out)
        return out.reshape(self.places - 1, -1)

    def check_places(self) -> None:
        """Refuse games with several places besides the hands: nothing general tells what lies in which."""
        if self.places > self.game.seats + 1:
            raise KiebitzError(
                say("{game} has several places besides the hands, and what lies in which is not known here.",
                    game=self.game.name)
            )  # fmt: skip

    # -- moves -----------------------------------------------------------------------------------------

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The move that each action means.

        Moves of several phases with one text and one code are one action.
        """
        game = self.game
        phases = range(len(game.phases))
        every = [game.move(phase, code) for phase in phases for code in game.move_codes(phase)]
        return tuple({(str(move), move.code): move for move in every}.values())

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return len(self.moves)

    @cached_property
    def codes(self) -> Vector:
        """The code of each action."""
        return np.array([move.code for move in self.moves], np.int64)

    @cached_property
    def numbers(self) -> Vector:
        """The action of each code in each phase, -1 if it means nothing."""
        number = {(str(move), move.code): action for action, move in enumerate(self.moves)}
        found = np.full((len(self.game.phases), 64), -1, np.int64)
        for phase in range(len(self.game.phases)):
            for code in self.game.move_codes(phase):
                found[phase, code] = number[str(self.game.move(phase, code)), code]
        return found

    def action(self, phase: int, code: int) -> int:
        """The number of a move."""
        return int(self.numbers[phase, code])

    @property
    def is_described(self) -> bool:
        """Does the game say what its own words mean?"""
        return self.fields is not RAW


_made: dict[tuple[type[Game], str], Planes] = {}
