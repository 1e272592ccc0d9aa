"""How many deals and games may be asked for, what names them, and numbers without needless digits."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from kiebitz.errors import BadOption, wrong_type
from kiebitz.sayings import Name, say

MOST = 100_000_000
"""This many deals take days and fill a disk; a hundred times as many would not fit into any memory."""

MOST_GAMES = 1_000_000_000
"""Games of all seatings of a match: which are still to be played is kept in memory."""

MOST_NODES = 1_000_000_000_000
"""Positions that a search may look at: what takes weeks."""


def check_number(what: str, number: int, least: int = 1, most: int = MOST) -> None:
    """Refuse a number of things that nobody can play.

    >>> check_number("deals", 10**10)
    Traceback (most recent call last):
    kiebitz.errors.BadOption: The number of deals must be 1 to 100,000,000, not 10,000,000,000.
    """
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        raise wrong_type(
            say("The number of {what}", what=Name(what, "counted")), say("a whole number"), number
        )
    if not least <= number <= most:
        raise BadOption(
            say(
                "The number of {what} must be {least:,} to {most:,}, not {number:,}.",
                what=Name(what, "counted"),
                least=least,
                most=most,
                number=number,
            )
        )


def as_seed(given: object) -> int | str:
    """A seed as streams are named by it; anything but a whole number or a word is refused.

    >>> as_seed("monday"), as_seed(7)
    ('monday', 7)
    >>> as_seed(1.5)
    Traceback (most recent call last):
    kiebitz.errors.BadOption: A seed must be a whole number or a word, not 1.5.
    """
    if isinstance(given, str):
        return given
    if isinstance(given, bool) or not isinstance(given, SupportsIndex):
        raise wrong_type(say("A seed"), say("a whole number or a word"), given)
    return index(given)


def tidy(number: float, figures: int = 6) -> float:
    """A number with at most this many figures, and whole if it is: for sentences.

    >>> tidy(10.0), tidy(0.25), tidy(190.853, 3)
    (10, 0.25, 191)
    """
    rounded = float(f"{number:.{figures}g}")
    return int(rounded) if rounded.is_integer() else rounded
