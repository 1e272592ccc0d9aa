"""Writes the tables of planes into docs/environments.md: ``python docs/make_planes.py``.

A table stands between ``<!-- planes: GAME -->`` and ``<!-- end of planes -->``; it is made from the code.
"""

from __future__ import annotations

import re
from pathlib import Path

from kiebitz.envs.planes import Plane, Planes
from kiebitz.rules.registry import game

PAGE = Path(__file__).parent / "environments.md"
MARKED = re.compile(r"(<!-- planes: (\S+) -->\n)(.*?)(<!-- end of planes -->\n)", re.DOTALL)
GENERAL = 8  # planes that every game has


def table(name: str) -> str:
    """The planes of a game, or of all of them: those that a game adds to the general ones."""
    planes = Planes.of(game("durak" if name == "every-game" else name))
    shown = planes.listed[:GENERAL] if name == "every-game" else planes.listed[GENERAL:]
    head = "" if name == "every-game" else f"{planes.size} numbers, {planes.actions} actions.\n\n"
    lines = ["| plane | shape | meaning |", "|---|---|---|", *map(row, shown)]
    return head + "\n".join(lines) + "\n"


def row(plane: Plane) -> str:
    return f"| {plane.name} | {plane.planes} × {plane.width} | {plane.means} |"


def written(page: str) -> str:
    """The page with its tables made again."""
    return MARKED.sub(lambda found: found[1] + table(found[2]) + found[4], page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
