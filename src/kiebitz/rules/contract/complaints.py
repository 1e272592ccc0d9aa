"""How a check complains: one sentence, and below it what shows it."""

from __future__ import annotations

from kiebitz.errors import KiebitzError
from kiebitz.sayings import Saying

SPECTATOR = -1


class BrokenContract(KiebitzError):
    """A game does not keep what every game must keep. The details stand below the sentence."""

    def __init__(self, said: Saying | str, *details: object) -> None:
        super().__init__(said)
        self.details = [line for detail in details for line in str(detail).split("\n")]

    def __str__(self) -> str:
        return "\n".join([str(self.said), *self.details])


def require(kept: object, said: Saying, *details: object) -> None:
    """Complain unless something holds."""
    if not kept:
        raise BrokenContract(said, *details)
