"""The names that formulas may use: seats, places, cards, facts; found by prefix, in any case."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from kiebitz.cards import RANKS, SUITS, CardSet, Deck
from kiebitz.errors import BadNotation, UnknownName
from kiebitz.sayings import Name, Seat, say

if TYPE_CHECKING:
    from kiebitz.rules.game import Game


@dataclass(frozen=True)
class Vocabulary:
    """Who sits at the table and what they talk about.

    >>> table = Vocabulary(("North", "East"), ("North", "East", "talon"), Deck.of("HS", "QKA"))
    >>> table.seat("n"), table.place("tal"), table.card("hk"), table.kind("q")
    ('North', 'talon', 'KH', ('queens', ('QH', 'QS')))
    >>> table.seat("West")
    Traceback (most recent call last):
    kiebitz.errors.UnknownName: There is no seat called 'West'; choose one of: North, East.
    """

    seats: tuple[str, ...]
    places: tuple[str, ...] = ()
    """Where cards may lie, seats first; none in models that are not about cards."""
    deck: Deck | None = None
    atoms: tuple[str, ...] = ()
    """The names of facts."""

    @classmethod
    def of(cls, game: Game) -> Self:
        """The names of a game."""
        seats = tuple(game.seat_name(seat) for seat in range(game.seats))
        return cls(seats, game.place_names(), game.deck)

    def seat(self, text: str) -> str:
        """The seat that a text means: its name, a word of it, or the beginning of one."""
        return find("seat", text, self.seats)

    def place(self, text: str) -> str:
        return find("place", text, self.places)

    def atom(self, text: str) -> str:
        if text not in self.atoms:
            raise UnknownName("fact", text, self.atoms)
        return text

    def card(self, text: str) -> str:
        return str(self._deck.read(text))

    def kind(self, text: str) -> tuple[str, tuple[str, ...]]:
        """A suit or rank, named in full or by its letter, singular or plural: its name and its cards."""
        word = text.lower()
        for letter, name in (SUITS | RANKS).items():
            plural = name if letter in SUITS else name + ("es" if name == "six" else "s")
            if word in (letter.lower(), plural, plural.removesuffix("s"), plural.removesuffix("es")):
                return plural, tuple(str(card) for card in self._deck.cards if letter in card)
        raise BadNotation(
            say("{text} is neither a suit nor a rank; a list of cards is written in braces.", text=repr(text))
        )

    def said(self, place: str) -> Seat | Name:
        """A place by its full name, as sayings name it."""
        seats = self.seats
        return Seat.named(seats.index(place), place) if place in seats else Name(place, "place")

    def seat_index(self, name: str) -> int:
        """The number of a seat by its full name."""
        return _index("seat", name, self.seats)

    def place_index(self, name: str) -> int:
        """The column of a place by its full name."""
        return _index("place", name, self.places)

    def group(self, names: Iterable[str] | None) -> tuple[int, ...]:
        """The numbers of a group's seats, without a group all; sorted."""
        if names is None:
            return tuple(range(len(self.seats)))
        return tuple(sorted({self.seat_index(name) for name in names}))

    def mask(self, cards: Iterable[str]) -> int:
        """Cards as a bit mask."""
        return self._deck.set(cards).mask

    def card_set(self, mask: int) -> CardSet:
        return CardSet(mask, self._deck)

    @property
    def _deck(self) -> Deck:
        if self.deck is None:
            raise BadNotation(say("There are no cards in this model."))
        return self.deck


def _index(kind: str, name: str, names: tuple[str, ...]) -> int:
    if name not in names:
        raise UnknownName(kind, name, names)
    return names.index(name)


def find(kind: str, text: str, names: tuple[str, ...]) -> str:
    """The one name that a text fits best: the whole, else a word of it, else the beginning of a word.

    Names with numbers have short forms. A number alone is refused: seats count from 0, such names from 1.

    >>> find("seat", "p2", ("Player 1", "Player 2")), find("place", "e", ("North", "East"))
    ('Player 2', 'East')
    >>> find("seat", "2", ("Player 1", "Player 2"))
    Traceback (most recent call last):
    kiebitz.errors.BadNotation: '2' alone does not say who is meant, for seats count from 0 and names from \
1; write one of: Player 1 (P1), Player 2 (P2).
    """
    wanted = " ".join(text.lower().split())
    lower = {name: name.lower() for name in names}
    if wanted.isdecimal() and wanted not in lower.values():
        written = (f"{name} ({short})" if (short := _short(name)) else name for name in names)
        raise BadNotation(
            say(
                "{text} alone does not say who is meant, for seats count from 0 and names from 1; write one "
                "of: {names}.",
                text=repr(text),
                names=", ".join(written),
            )
        )
    tests = (
        [name for name in names if lower[name] == wanted or _short(name).lower() == wanted],
        [name for name in names if wanted in lower[name].split()],
        [
            name
            for name in names
            if any(word.startswith(wanted) for word in (lower[name], *lower[name].split()))
        ],
    )
    best = next((found for found in tests if found), [])
    if not best:
        raise UnknownName(kind, text, names)
    if len(best) > 1:
        raise BadNotation(say("{text} may mean any of {names}.", text=repr(text), names=", ".join(best)))
    return best[0]


def _short(name: str) -> str:
    """The short form of a name that ends with a number, else nothing: P1 for Player 1."""
    *words, last = name.split()
    return "".join(word[0] for word in words) + last if words and last.isdecimal() else ""
