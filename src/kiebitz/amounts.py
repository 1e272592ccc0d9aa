"""How many deals and games may be asked for."""

from __future__ import annotations

from kiebitz.errors import BadOption

MOST = 100_000_000
"""So many deals take days and fill a disk; a hundred times as many would fit into no memory."""


MOST_NODES = 1_000_000_000_000
"""Positions that a search may look at: what takes weeks."""


def check_number(what: str, number: int, least: int = 1, most: int = MOST) -> None:
    """Refuse a number of things that nobody can play.

    >>> check_number("deals", 10**10)
    Traceback (most recent call last):
    kiebitz.errors.BadOption: The number of deals must be 1 to 100,000,000, not 10,000,000,000.
    """
    if not least <= number <= most:
        raise BadOption(f"The number of {what} must be {least:,} to {most:,}, not {number:,}.")
