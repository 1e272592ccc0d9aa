"""The platform's engines with other cards or values: they can be named, and say why they do not play.

There is one implementation of the rules, with twenty cards and their usual values.
"""

from __future__ import annotations

from kiebitz.games.schnapsen.platform.engine import GamePlayEngine

__all__ = ["AceOneGamePlayEngine", "NegativeAceGamePlayEngine", "TwentyFourSchnapsenGamePlayEngine"]


class _Elsewhere(GamePlayEngine):
    differs: str

    def __init__(self) -> None:
        raise TypeError(f"{type(self).__name__} cannot be used: Kiebitz plays Schnapsen {self.differs} only.")


class AceOneGamePlayEngine(_Elsewhere):
    """Aces count one point."""

    differs = "with aces worth 11"


class NegativeAceGamePlayEngine(_Elsewhere):
    """Aces take eleven points away."""

    differs = "with aces worth 11"


class TwentyFourSchnapsenGamePlayEngine(_Elsewhere):
    """Nines are added to the deck."""

    differs = "with twenty cards, from jack to ace,"
