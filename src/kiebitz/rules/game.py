"""A game: its options, its compiled rules, and the text of its cards, moves and deals.

A subclass names things and points to its kernels; everything that works for all games is here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Self, SupportsIndex

import numpy as np

from kiebitz.amounts import as_seed
from kiebitz.cards import CardSet, Deck
from kiebitz.errors import BadNotation, BadOption, UnknownName, wrong_type
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.options import OPEN_WORLD, Option, Options, RuleSet, as_options, settle
from kiebitz.rules.parts import Brings
from kiebitz.sayings import Name, Saying, Seat, say

if TYPE_CHECKING:
    from kiebitz.kernel.state import Kernels
    from kiebitz.rules.machine import Machine
    from kiebitz.rules.values import Deal, Move, Position, State, View


class MovesOfMask(dict[int, "tuple[Move, ...]"]):
    """The moves of a mask of codes in one phase; most masks recur, so their moves are kept."""

    MOST = 1 << 15

    def __init__(self, moves: Mapping[int, Move]) -> None:
        super().__init__()
        # For each byte of a mask, the moves of its 256 values: a new mask takes a few lookups.
        self._by_byte = [
            [tuple(moves[first + i] for i in range(8) if byte >> i & 1 and first + i in moves)
             for byte in range(256)]
            for first in range(0, max(moves) + 1, 8)
        ]  # fmt: skip

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        if len(self) >= self.MOST:
            self.clear()
        found: tuple[Move, ...] = ()
        for table, byte in zip(self._by_byte, mask.to_bytes(8, "little", signed=mask < 0), strict=False):
            if byte:
                found += table[byte]
        self[mask] = found
        return found


class Game:
    """The rules with their options settled: ``Schnapsen({"rules": "full"})``.

    >>> from kiebitz.games.durak import Durak
    >>> game = Durak({"start_rank": 9})
    >>> game.name, game.seats, game.options["start_rank"]
    ('durak', 2, '9')
    """

    name: ClassVar[str]
    title: ClassVar[str]
    brings: ClassVar[Brings] = Brings()
    """Where it keeps what it brings to the layers above the rules."""
    option_list: ClassVar[tuple[Option, ...]] = ()
    tried: ClassVar[tuple[str, ...]] = ()
    """Options that tests go through besides the defaults; if none are named, each value alone."""
    presets: ClassVar[Mapping[str, RuleSet]] = {}
    """Rule sets by the names that players know; the first is what people at a table play."""
    phases: ClassVar[tuple[str, ...]] = ("play",)
    secret_phases: ClassVar[frozenset[int]] = frozenset()
    """Phases whose moves only the mover sees."""
    measures: ClassVar[tuple[str, ...]] = ()
    """The names of what the ``measure`` kernel writes for each seat of a finished unit."""
    nominal_measures: ClassVar[frozenset[str]] = frozenset()
    """Those measures whose numbers only name something, so that an average says nothing."""

    legality_tells: ClassVar[bool] = False
    """Does what a seat may do depend on cards that the others cannot see?"""

    deck: Deck
    seats: int
    trick_size: int = 0
    """How many cards make a trick; 0 if there are no tricks."""
    rounds: int = 1
    """The most rounds that one scoring unit can have."""
    scores_rounds: bool = True
    """Do points tell the standing after each round, or only at the end of the unit?"""
    max_moves: int
    """The most moves that one scoring unit can have."""
    point_range: tuple[int, int]
    is_zero_sum: bool = False
    """Do the points of all seats always add up to zero?"""

    def __init__(self, options: Options = None) -> None:
        self.options = settle((*self.option_list, OPEN_WORLD), as_options(options))
        self.is_open = self.options["open_world"] == "on"

    def __reduce__(self) -> tuple[type[Self], tuple[dict[str, str]]]:
        return type(self), (dict(self.options),)  # compiled code cannot be pickled, and is bound again

    @classmethod
    def rule_set(cls, name: str = "") -> RuleSet:
        """A rule set by its name or the beginning of it; without a name, what people play by.

        >>> from kiebitz.games.schnapsen import Schnapsen
        >>> dict(Schnapsen.rule_set().options), dict(Schnapsen.rule_set("university").options)
        ({'rules': 'full'}, {'rules': 'vu'})
        """
        usual = RuleSet({}, say("the defaults"))
        if not name:
            return next(iter(cls.presets.values()), usual)
        wanted = name.lower()
        found = [known for known in cls.presets if known.lower().startswith(wanted)]
        found = [known for known in found if known.lower() == wanted] or found
        if len(found) != 1:
            raise UnknownName(say("rule set of {game}", game=cls.name), name, cls.presets)
        return cls.presets[found[0]]

    # -- what a subclass supplies -------------------------------------------------------------------

    @cached_property
    def kernels(self) -> Kernels:
        """The compiled rules; loaded on first use, because compiling takes time."""
        raise NotImplementedError(f"{type(self).__name__} has no kernels: see docs/add-a-game.md")

    def encode_options(self) -> list[int]:
        """The options as words for the state, in the order of ``option_list``."""
        return [option.encode(self.options[option.name]) for option in self.option_list]

    def move_text(self, phase: int, code: int) -> str:
        """A move in the game's notation; where codes are cards, the card."""
        return str(self.deck.cards[code])

    def move_codes(self, phase: int) -> range:
        """The codes that mean something in a phase."""
        return range(self.deck.size)

    def trim_layout(self, layout: Sequence[int], number: int) -> tuple[int, ...]:
        """A round's layout without the words that do not belong to it."""
        return tuple(layout[: self.deck.size])

    def write_layout(self, layout: Sequence[int], number: int) -> str:
        """The text of a round's layout."""
        return " ".join(self.deck.cards[card] for card in layout[: self.deck.size])

    def read_layout(self, text: str, number: int) -> tuple[int, ...]:
        """The layout that a text describes."""
        return self.read_cards(text.split(), self.deck.mask)

    def weigh(self, phase: int, mask: int, code: int) -> tuple[int, int, int]:
        """How a move counts in statistics: among how many choices, as how many decisions and plies."""
        return (mask & (1 << 64) - 1).bit_count(), 1, 1

    def seat_name(self, seat: int) -> str:
        return f"Player {seat + 1}"

    def who(self, seat: int) -> Seat:
        """A seat as sayings name it."""
        return Seat.named(seat, self.seat_name(seat))

    def place_names(self) -> tuple[str, ...]:
        """The places that may hold unseen cards, in the order of the ``unseen`` kernel."""
        return tuple(self.seat_name(seat) for seat in range(self.seats))

    def shares(self, points: Any) -> Any:
        """Who won: a win of 1 is shared by those with the most points. Rows are games, columns seats."""
        best = points == points.max(axis=1, keepdims=True)
        return best / best.sum(axis=1, keepdims=True)

    def forfeit(self, seat: int) -> tuple[int, ...]:
        """The points when a seat loses by failing: it gets the least; a single opponent the most."""
        low, high = self.point_range
        others = high if self.seats == 2 else 0
        return tuple(low if other == seat else others for other in range(self.seats))

    def render(self, position: Position) -> Saying | str:
        """The position for a terminal."""
        hands = [f"{self.seat_name(seat)}: {position.hand_of(seat)}" for seat in range(self.seats)]
        return "\n".join(hands)

    @cached_property
    def state_class(self) -> type[State]:
        from kiebitz.rules.values import State

        return State

    @cached_property
    def view_class(self) -> type[View]:
        from kiebitz.rules.values import View

        return View

    def twin(self) -> Self:
        """The same rules as another value, for code that may not keep its hands off them."""
        return type(self)(self.options)

    # -- what every game gets ------------------------------------------------------------------------

    @cached_property
    def machine(self) -> Machine:
        """Generic kernels bound to this game's rules."""
        from kiebitz.rules.machine import Machine

        return Machine.of(self.kernels, self.secret_mask)

    @cached_property
    def secret_mask(self) -> int:
        """The secret phases as a mask."""
        return sum(1 << phase for phase in self.secret_phases)

    @property
    def modules(self) -> frozenset[str]:
        """Where its rules come from: modules that take a while to load."""
        return frozenset(kernel.__module__ for kernel in self.kernels if kernel is not None)

    @cached_property
    def option_words(self) -> Vector:
        """The options as the state vector carries them."""
        return np.array([*self.encode_options(), int(self.is_open)], np.int64)

    @property
    def options_text(self) -> str:
        """The options that differ from the defaults, as on the command line."""
        known = (*self.option_list, OPEN_WORLD)
        changed = [o.name for o in known if self.options[o.name] != o.default]
        return ",".join(f"{name}={self.options[name]}" for name in changed)

    def deal(self, seed: int | str | None = None) -> State:
        """The start of the unit that belongs to a seed: the first of a match with it. Without one, of any.

        >>> from kiebitz.rules.registry import game
        >>> game("durak").deal(seed=1).turn in (0, 1)
        True
        """
        return self.deal_of(seed).start()

    def deal_of(self, seed: int | str | None = None) -> Deal:
        """The deal that belongs to a seed."""
        from kiebitz.kernel.random import fresh_seed, one_way
        from kiebitz.rules.values import Deal

        low, high = self.deals_root(fresh_seed() if seed is None else seed)
        return Deal.from_key(self, one_way(low, high, 0))

    def deals_root(self, seed: int | str) -> Vector:
        """The root of the keys of all deals that belong to a seed, by their numbers."""
        from kiebitz.kernel.random import root

        return root("deals", self.name, as_seed(seed))

    def check_seat(self, seat: object, least: int = 0) -> None:
        """Refuse what is not a seat; -1 stands for a spectator where that is allowed.

        >>> from kiebitz.rules.registry import game
        >>> game("durak").check_seat(2)
        Traceback (most recent call last):
        kiebitz.errors.BadOption: The seat must be 0 to 1, not 2.
        """
        if isinstance(seat, bool) or not isinstance(seat, SupportsIndex):
            raise wrong_type(say("The seat"), say("a whole number"), seat)
        if not least <= index(seat) < self.seats:
            said = say("The seat must be {least} to {last}, not {seat}.", least=least, last=self.seats - 1,
                       seat=index(seat))  # fmt: skip
            raise BadOption(said)

    @cached_property
    def _moves(self) -> tuple[dict[int, Move], ...]:
        from kiebitz.rules.values import Move

        phases = range(len(self.phases))
        return tuple({c: Move(self.move_text(p, c), c) for c in self.move_codes(p)} for p in phases)

    @cached_property
    def _moves_by_text(self) -> tuple[dict[str, Move], ...]:
        return tuple({str(move): move for move in moves.values()} for moves in self._moves)

    def move(self, phase: int, code: int) -> Move:
        """The move that a code means in a phase."""
        return self._moves[phase][code]

    def read_move(self, phase: int, text: str) -> Move:
        """The move that a text means in a phase; cards are read as tolerantly as everywhere else."""
        known = self._moves_by_text[phase]
        if text in known:
            return known[text]
        lower = {name.lower(): move for name, move in known.items()}
        if text.strip().lower() in lower:
            return lower[text.strip().lower()]
        try:
            return known[self.deck.read(text.strip())]
        except (BadNotation, KeyError):
            said = say(
                "{text} is not a move of {game} in the phase {phase}.",
                text=repr(text),
                game=self.name,
                phase=Name(self.phases[phase], "phase"),
            )
            raise BadNotation(said) from None

    def moves(self, vector: Vector) -> tuple[Move, ...]:
        """The legal moves of a position in the order of their codes."""
        from kiebitz.kernel.state import PHASE, TURN

        if vector[TURN] < 0:
            return ()
        return self.moves_of[int(vector[PHASE])][int(self.kernels.legal(vector))]

    @cached_property
    def moves_of(self) -> tuple[MovesOfMask, ...]:
        """For each phase, the moves of every mask of codes."""
        return tuple(map(MovesOfMask, self._moves))

    def read_cards(self, texts: Sequence[str], expected: int) -> tuple[int, ...]:
        """Card numbers from texts that must be exactly the cards of a mask, each once."""
        cards = [self.deck.read(text) for text in texts]
        found = self.deck.set(cards)
        if found.mask != expected:
            raise BadNotation(
                say(
                    "A deal of {game} needs every card of its deck once; missing: {missing}, "
                    "too many: {extra}.",
                    game=self.name,
                    missing=CardSet(expected & ~found.mask, self.deck) or say("none"),
                    extra=CardSet(found.mask & ~expected, self.deck) or say("none"),
                )
            )
        return tuple(card.number for card in cards)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.options_text})"
