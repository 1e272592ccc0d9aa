"""What is a card? Cards, decks and sets of cards that print themselves.

Compiled code knows a card only as a number, its place in the game's deck, and a set of cards as a
bit mask. Here both get names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kiebitz.errors import BadNotation, wrong_type
from kiebitz.sayings import say

SUITS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
SYMBOLS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
RANKS = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip


class Card(str):
    """A card: its text in the game's notation, with its number, suit and rank.

    >>> ace = Card("AS", 4)
    >>> ace == "AS", ace.suit, ace.rank, ace.symbol
    (True, 'S', 'A', 'A♠')
    """

    __slots__ = ("number",)
    number: int

    def __new__(cls, text: str, number: int) -> Card:
        card = super().__new__(cls, text)
        object.__setattr__(card, "number", number)
        return card

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("A card cannot be changed; all who have it share it.")

    def __reduce__(self) -> tuple[type[Card], tuple[str, int]]:
        return Card, (str(self), self.number)

    @property
    def suit(self) -> str:
        return self[0] if self[0] in SUITS else self[1]

    @property
    def rank(self) -> str:
        return self[1] if self[0] in SUITS else self[0]

    @property
    def symbol(self) -> str:
        """The card with its suit as a sign, rank and suit in the game's own order."""
        return "".join(SYMBOLS.get(letter, letter) for letter in self)

    @property
    def full_name(self) -> str:
        return f"{RANKS[self.rank]} of {SUITS[self.suit]}"

    def as_said(self) -> dict[str, str]:
        """How a saying keeps it."""
        return {"card": str(self)}


class Deck:
    """The cards of a game in the order of their numbers.

    >>> deck = Deck.of(suits="HC", ranks="QKA")
    >>> deck.size, str(deck.card(5)), deck.read("KH").number
    (6, 'AC', 1)
    """

    cards: tuple[Card, ...]
    size: int
    mask: int
    _by_text: dict[str, Card]

    def __init__(self, names: Iterable[str]) -> None:
        cards = tuple(Card(name, index) for index, name in enumerate(names))
        # Suits and ranks share no letter, so "AS" and "SA" can both be read everywhere.
        by_text = {text: card for card in cards for text in (str(card), str(card)[::-1])}
        vars(self).update(cards=cards, size=len(cards), mask=(1 << len(cards)) - 1, _by_text=by_text)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("A deck cannot be changed; all who have it share it.")

    @classmethod
    def of(cls, suits: str, ranks: str, suit_first: bool = False) -> Deck:
        """A deck suit by suit, ranks in the given order."""
        return cls(suit + rank if suit_first else rank + suit for suit in suits for rank in ranks)

    def card(self, index: int) -> Card:
        return self.cards[index]

    def read(self, text: str) -> Card:
        """The card that a text names: rank and suit in either order, 10 for T, any case.

        >>> str(Deck.of("SH", "9TJ").read("10h"))
        'TH'
        """
        if not isinstance(text, str):
            raise wrong_type(say("A card"), say("a text such as 'AS'"), text)
        card = self._by_text.get(text) or self._by_text.get(text.upper().replace("10", "T"))
        if card is None:
            raise BadNotation(
                say(
                    "{text} is not a card of this deck; its cards are {cards}.",
                    text=repr(text),
                    cards=self.all,
                )
            )
        return card

    @property
    def all(self) -> CardSet:
        return CardSet(self.mask, self)

    def set(self, cards: Iterable[str]) -> CardSet:
        """A set from texts: ``deck.set(["AS", "KS"])``; a card named twice is refused."""
        mask = 0
        for text in cards:
            bit = 1 << self.read(text).number
            if mask & bit:
                raise BadNotation(say("The card {text} is named twice.", text=text))
            mask |= bit
        return CardSet(mask, self)


class CardSet:
    """A set of cards of one deck: a bit mask that prints itself.

    >>> deck = Deck.of("HC", "QKA")
    >>> hand = deck.set(["KC", "QH"])
    >>> print(hand), len(hand), "QH" in hand, hand.mask
    QH KC
    (None, 2, True, 17)
    >>> str(hand | deck.set(["AH"])), str(hand - deck.set(["QH"]))
    ('QH AH KC', 'KC')
    """

    __slots__ = ("deck", "mask")

    def __init__(self, mask: int, deck: Deck) -> None:
        self.mask = mask
        self.deck = deck

    def __iter__(self) -> Iterator[Card]:
        mask, cards = self.mask, self.deck.cards
        while mask:
            low = mask & -mask
            yield cards[low.bit_length() - 1]
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __contains__(self, card: str) -> bool:
        """Is it one of them? What is not a card of the deck, such as another move, is not."""
        try:
            return bool(self.mask >> self.deck.read(card).number & 1)
        except BadNotation:
            return False

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask, self.deck)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask, self.deck)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask, self.deck)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.mask == other.mask and self.deck.cards == other.deck.cards

    def __hash__(self) -> int:
        return hash(self.mask)

    def __str__(self) -> str:
        return " ".join(self)

    def as_said(self) -> dict[str, str]:
        """How a saying keeps it."""
        return {"cards": str(self)}

    def __repr__(self) -> str:
        return f"CardSet({self})"
