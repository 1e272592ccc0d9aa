"""The text of contracts: ``C``, ``GH``, ``CHS``, ``CHZ``, ``GO``, ``N``, ``NO``, ``NOH``.

The first letter is the suit, Grand or Null; then H for Hand, S and Z for Schneider and Schwarz announced, O
for Ouvert.
"""

from __future__ import annotations

from typing import NamedTuple

from kiebitz.errors import BadNotation
from kiebitz.sayings import Saying, say

SUITS = "CSHD"
CONTRACTS = "CSHDGN"
LEVELS = ("plain", "schneider", "schwarz", "ouvert")
LEVEL_OF = {"S": "schneider", "Z": "schwarz", "O": "ouvert"}
GAMES = {
    "C": say("Clubs"), "S": say("Spades"), "H": say("Hearts"), "D": say("Diamonds"),
    "G": say("Grand"), "N": say("Null"),
}  # fmt: skip
"""What each letter of a game means."""


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
            raise BadNotation(
                say(
                    "{text} is not a contract; contracts look like C, GH, CHS, CHZ, GO or NOH.",
                    text=repr(text),
                )
            )
        level = next((LEVEL_OF[letter] for letter in "OZS" if letter in letters), "plain")
        return cls(game, "H" in letters or (game != "N" and level != "plain"), level)

    def __str__(self) -> str:
        if self.level == "ouvert":
            return self.suit_or_kind + ("OH" if self.suit_or_kind == "N" and self.hand else "O")
        letter = {"plain": "", "schneider": "S", "schwarz": "Z"}[self.level]
        return self.suit_or_kind + ("H" if self.hand else "") + letter

    @property
    def said(self) -> Saying:
        """The contract in words.

        >>> print(Contract.read("GHS").said)
        Grand Hand, Schneider announced
        """
        game = GAMES[self.suit_or_kind]
        if self.level == "schneider":
            return say("{game} Hand, Schneider announced", game=game)
        if self.level == "schwarz":
            return say("{game} Hand, Schwarz announced", game=game)
        if self.level == "ouvert" and self.suit_or_kind == "N" and self.hand:
            return say("{game} Hand Ouvert", game=game)
        if self.level == "ouvert":
            return say("{game} Ouvert", game=game)
        return say("{game} Hand", game=game) if self.hand else game
