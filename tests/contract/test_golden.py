"""Golden games: one short file for each corner of the rules, with the views of all seats.

A file holds a heading, a record and what every seat sees at its end. ``python -m tests.contract.test_golden``
writes what follows the record anew; read the difference before you keep it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kiebitz.rules.records import Record
from kiebitz.rules.registry import names
from tests.paths import GAMES

FILES = sorted(GAMES.glob("*/golden/*.txt"))
RULE = "-" * 40 + "\n"


def picture(record: Record) -> str:
    """The last position: the state, the legal moves, and every seat's view with its last events."""
    assert (problem := record.check()) is None, problem
    end = record.states()[-1]
    moves = " ".join(end.moves) if end.moves else "none, it is over"
    parts = [f"{end}\nlegal: {moves}\npoints: {' '.join(map(str, end.payoffs))}\n"]
    for seat in range(end.game.seats):
        view = end.view(seat)
        events = "\n".join(f"  {event}" for event in view.events[-3:])
        parts.append(f"as {end.game.seat_name(seat)} sees it:\n{view}\nlast events:\n{events}\n")
    return RULE.join(["", *parts])


def halves(text: str) -> tuple[str, str]:
    head, rule, rest = text.partition(RULE)
    return head, rule + rest


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_the_game_looks_as_it_did(path: Path) -> None:
    head, expected = halves(path.read_text(encoding="utf-8"))
    assert picture(Record.read(head)) == expected


def test_every_game_has_golden_games() -> None:
    for name in names():
        assert len(list(GAMES.glob(f"{name}/golden/*.txt"))) >= 4, name


def write() -> None:
    for path in FILES:
        head, _ = halves(path.read_text(encoding="utf-8"))
        path.write_text(head + picture(Record.read(head)), encoding="utf-8")


if __name__ == "__main__":
    write()
