"""Which format does a record file have? Our own, the Skat server's, or XSkat's."""

from __future__ import annotations

from typing import Protocol

from kiebitz.errors import BadNotation
from kiebitz.games.values import State


class AnyRecord(Protocol):
    """What a record of any format can do."""

    @property
    def name(self) -> str: ...

    def check(self) -> str | None:
        """None if it replays with its result, else one sentence that says why not."""

    def states(self) -> list[State]:
        """All states from the deal on, as far as they replay."""


def read_file(text: str, name: str = "The file") -> list[AnyRecord]:
    """The records of a file in whichever format it has."""
    import kiebitz.games.skat.iss as iss
    import kiebitz.games.skat.xskat as xskat
    from kiebitz.games import records

    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    first = lines[0] if lines else ""
    if first.startswith("(;"):
        return list(iss.read_records(text))
    if first.count("|") >= 10 and first[0].isdecimal():
        return list(xskat.read_records(text))
    if any(line.startswith("game:") for line in lines):
        return list(records.read_records(text))
    raise BadNotation(
        f"{name} is not a record file: expected our own format (game: ...), ISS (;... or XSkat."
    )
