"""The text of contracts: ``C``, ``GH``, ``CHS``, ``CHZ``, ``GO``, ``N``, ``NO``, ``NOH``.

The first letter is the suit, Grand or Null; then H for Hand, S and Z for Schneider and Schwarz announced, O
for Ouvert.
"""

from __future__ import annotations

from typing import NamedTuple

from kiebitz.errors import BadNotation

SUITS = "CSHD"
CONTRACTS = "CSHDGN"
LEVELS = ("plain", "schneider", "schwarz", "ouvert")
LEVEL_OF = {"S": "schneider", "Z": "schwarz", "O": "ouvert"}
CONTRACT_NAMES = {"C": "Clubs", "S": "Spades", "H": "Hearts", "D": "Diamonds", "G": "Grand", "N": "Null"}


class Contract(NamedTuple):
    """What is played, with what was announced.

    >>> Contract.read("CHZ")
    Contract(suit_or_kind='C', hand=True, level='schwarz')
    >>> str(Contract.read("NHO")), str(Contract.read("GO")), Contract.read("GO").hand
    ('NOH', 'GO', True)
    """

    suit_or_kind: str
    hand: bool
    level: str

    @classmethod
    def read(cls, text: str) -> Contract:
        """A contract from its token, the letters after the first in any order."""
        game, letters = text[:1], text[1:]
        if game not in tuple(CONTRACTS) or set(letters) - set("OHSZ") or len(set(letters)) < len(letters):
            raise BadNotation(f"{text!r} is not a contract; contracts look like C, GH, CHS, CHZ, GO or NOH.")
        level = next((LEVEL_OF[letter] for letter in "OZS" if letter in letters), "plain")
        return cls(game, "H" in letters or (game != "N" and level != "plain"), level)

    def __str__(self) -> str:
        if self.level == "ouvert":
            return self.suit_or_kind + ("OH" if self.suit_or_kind == "N" and self.hand else "O")
        letter = {"plain": "", "schneider": "S", "schwarz": "Z"}[self.level]
        return self.suit_or_kind + ("H" if self.hand else "") + letter

    @property
    def full_name(self) -> str:
        """The contract in words.

        >>> Contract.read("GHS").full_name
        'Grand Hand, Schneider announced'
        """
        name = CONTRACT_NAMES[self.suit_or_kind]
        if self.level == "ouvert":
            return f"{name} Hand Ouvert" if self.suit_or_kind == "N" and self.hand else f"{name} Ouvert"
        announced = "" if self.level == "plain" else f", {self.level.capitalize()} announced"
        return name + (" Hand" if self.hand else "") + announced
