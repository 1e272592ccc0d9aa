"""The colours of a transcript: each seat's moves in its own, trumps in blue, thoughts faint."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TextIO

from kiebitz.cards import SYMBOLS
from kiebitz.rules.values import State
from kiebitz.sayings import Saying

SEATS = (32, 31, 35, 36, 33, 92, 91)  # green and red for two, as SGR codes of a terminal
TRUMP, BOLD, FAINT, PLAIN = 34, 1, 2, 0


def wants_colours(file: TextIO) -> bool:
    """Is it a terminal, and has its user not asked for no colours (https://no-color.org)?"""
    return file.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def code(*numbers: int) -> str:
    """The sign that changes a terminal's colour.

    >>> code(TRUMP)
    '\\x1b[34m'
    """
    return f"\x1b[{';'.join(map(str, numbers))}m"


@dataclass(frozen=True)
class Colours:
    """Colours what it is given, or, if off, leaves it as it is."""

    on: bool = False

    def painted(self, said: Saying, number: int) -> Saying:
        """A line in one colour."""
        return Saying(f"{code(number)}{{said}}{code(PLAIN)}", {"said": said}) if self.on else said

    def cards(self, text: str, state: State, number: int = PLAIN) -> str:
        """A text whose trumps are blue; after each the line goes on in the colour of this number.

        The trump is that of a state that has a property of this name, a suit's letter.
        """
        trump = getattr(state, "trump", None)
        if not self.on or trump not in SYMBOLS:
            return text
        card = rf"\b\w(?:{trump}\b|{SYMBOLS[trump]})"
        return re.sub(card, lambda found: f"{code(TRUMP)}{found[0]}{code(PLAIN, number)}", text)
