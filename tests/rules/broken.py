"""Rules that go wrong: small changes of the example in docs, written to files of their own."""

from __future__ import annotations

from pathlib import Path

from tests.paths import DOCS

TOY = DOCS / "toy_game.py"
END = "    s[TURN] = winner if s[HAND] != 0 else -1\n"
STUCK = "    s[TURN] = winner\n"
"""In place of the end: whoever has won the last trick is to lead again, with nothing."""
ENDLESS = "    if s[HAND] == 0:\n        s[HAND], s[HAND + 1], s[SEEN] = 7, 56, 0\n" + STUCK
"""In place of the end: the same cards are dealt again."""


def write_broken(end: str, folder: Path) -> str:
    """The file of the example with another end."""
    text, file = TOY.read_text(encoding="utf-8"), folder / "broken.py"
    assert END in text
    file.write_text(text.replace(END, end), encoding="utf-8")
    return str(file)
