"""Which format does a record file have? Our own, or one that a game brings."""

from __future__ import annotations

from typing import Protocol

from kiebitz.errors import BadNotation
from kiebitz.rules.parts import resolve
from kiebitz.rules.records import read_records
from kiebitz.rules.registry import game_classes
from kiebitz.rules.values import State
from kiebitz.sayings import Saying, say

THE_FILE = say("The file")


class AnyRecord(Protocol):
    """What a record of any format can do."""

    @property
    def name(self) -> Saying | str: ...

    def check(self) -> Saying | None:
        """None if it replays with its result, else one sentence that says why not."""

    def states(self) -> list[State]:
        """All states from the deal on, as far as they replay."""


def read_file(text: str, name: Saying | str = THE_FILE) -> list[AnyRecord]:
    """The records of a file in whichever format it has."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if any(line.startswith("game:") for line in lines):
        return list(read_records(text))
    foreign = [(game, form) for game in game_classes().values() for form in game.brings.formats]
    for game, form in foreign:
        if lines and form.fits(lines[0]):
            return list(resolve(game, form.read)(text))
    raise BadNotation(
        say(
            "{name} is not a record file: expected our own format (game: ...) or one of: {known}.",
            name=name,
            known=", ".join(form.name for _, form in foreign) or say("none"),
        )
    )
