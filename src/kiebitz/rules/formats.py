"""Which format does a record file have? Our own, or one that a game brings."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from kiebitz.errors import BadNotation, wrong_type
from kiebitz.files import read_text
from kiebitz.rules.parts import resolve
from kiebitz.rules.records import read_records as read_own
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


def read_records(path: Path | str) -> list[AnyRecord]:
    """The records of a file, in our own format or one that a game brings.

    >>> from kiebitz.rules.records import Record
    >>> from kiebitz.rules.registry import game
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "games.txt"
    ...     _ = file.write_text(Record.of(game("schnapsen").deal(seed=1).play("QC")).text)
    ...     [record] = read_records(file)
    >>> record.check(), [len(state.history) for state in record.states()]
    (None, [0, 1])
    """
    if not isinstance(path, str | Path):
        raise wrong_type(say("A file of records"), say("a path"), path)
    return read_file(read_text(path), str(path))


def read_file(text: str, name: Saying | str = THE_FILE) -> list[AnyRecord]:
    """The records of a file in whichever format it has."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if any(line.startswith("game:") for line in lines):
        return list(read_own(text))
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
