"""Skat cards and games as people write them: English, or German with the French or the German pack.

French pack: suits C S H D, ♣ ♠ ♥ ♦, or Kr P H Ka (Kreuz, Pik, Herz, Karo); ranks A T K Q J or A 10 K D B.
German pack: suits E G R S (Eichel, Grün, Rot, Schellen), H for R; ranks A 10 K O U, D (Daus) for A. The two
share the letter S: a problem is taken to use the German pack if any of its cards can only be German.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kiebitz.errors import BadNotation
from kiebitz.sayings import say

FRENCH_SUITS = {
    **dict(zip("CSHD", "CSHD", strict=True)), **dict(zip("♣♠♥♦", "CSHD", strict=True)),
    "KR": "C", "P": "S", "KA": "D", "KREUZ": "C", "PIK": "S", "HERZ": "H", "KARO": "D",
}  # fmt: skip
FRENCH_RANKS = {**{rank: rank for rank in "ATKQJ987"}, "10": "T", "D": "Q", "B": "J"}
GERMAN_SUITS = {
    "E": "C", "G": "S", "R": "H", "H": "H", "S": "D", "EICHEL": "C", "GRÜN": "S", "ROT": "H", "SCHELLEN": "D",
}  # fmt: skip
GERMAN_RANKS = {**{rank: rank for rank in "ATK987"}, "10": "T", "O": "Q", "U": "J", "D": "A"}

GAME_WORDS = {
    **dict.fromkeys(("c", "clubs", "kreuz", "eichel", "♣"), "C"),
    **dict.fromkeys(("s", "spades", "pik", "grün", "♠"), "S"),
    **dict.fromkeys(("h", "hearts", "herz", "rot", "♥"), "H"),
    **dict.fromkeys(("d", "diamonds", "karo", "schellen", "♦"), "D"),
    **dict.fromkeys(("g", "grand"), "G"),
    **dict.fromkeys(("n", "null"), "N"),
}


def _spellings(suits: dict[str, str], ranks: dict[str, str]) -> dict[str, str]:
    """Every way to write a card of a pack, the suit first or last."""
    both = [(s, suit, r, rank) for s, suit in suits.items() for r, rank in ranks.items()]
    return {text: suit + rank for s, suit, r, rank in both for text in (r + s, s + r)}


FRENCH = _spellings(FRENCH_SUITS, FRENCH_RANKS)
GERMAN = _spellings(GERMAN_SUITS, GERMAN_RANKS)


def is_german(cards: Iterable[str]) -> bool:
    """Do these cards belong to the German pack, because one of them can be no other?

    >>> is_german(["SA", "EU"]), is_german(["SA", "CJ"])
    (True, False)
    """
    return any(card.upper() in GERMAN and card.upper() not in FRENCH for card in cards)


def read_card(text: str, german: bool = False) -> str:
    """A card in the notation of the game: the suit's letter, then the rank's.

    >>> read_card("10h"), read_card("♣B"), read_card("EU", german=True), read_card("SA", german=True)
    ('HT', 'CJ', 'CJ', 'DA')
    """
    card = (GERMAN if german else FRENCH).get(text.upper())
    if card is None:
        suits, ranks = ("E G R S", "A 10 K O U 9 8 7") if german else ("C S H D", "A T K Q J 9 8 7")
        raise BadNotation(
            say(
                "{text} is not a card; cards are written with {suits} with {ranks}.",
                text=repr(text),
                suits=suits,
                ranks=ranks,
            )
        )
    return card


def read_game(text: str) -> str:
    """The letter of a game: ``read_game("Kreuz") == "C"``."""
    game = GAME_WORDS.get(text.strip().lower())
    if game is None:
        known = "clubs, spades, hearts, diamonds, grand, null"
        raise BadNotation(
            say("{text} is not a contract; contracts are {known}.", text=repr(text), known=known)
        )
    return game


def split_cards(text: str) -> Sequence[str]:
    """The words of a list of cards, separated by blanks, commas or points."""
    return text.replace(",", " ").replace(".", " ").split()
