"""What a measurement found, for people and for the tables of the pages.

A script whose figures stand on a page has ``parser()`` and ``measured(chosen)``, and ends with
``show(parser(), measured)``. Its document names the cells, and everything that decides them: so
``docs/make_figures.py`` can fill tables with them, and say when their code has changed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from parts.timing import load

Cell = dict[str, float | str]


@dataclass(frozen=True)
class Document:
    """Cells by name, with what they come from."""

    cells: Mapping[str, Cell]
    seed: int | str | None = None
    """None: nothing was drawn."""
    players: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The agents by game and options: ``{"schnapsen rules=full": ["pimc"]}``."""
    kernels: Sequence[str] = ()
    """Compiled code that was measured by itself: ``kiebitz.games.schnapsen.rules:legal``."""


def cell(value: float, error: float | None = None, ends: tuple[float, float] | None = None) -> Cell:
    """A figure, maybe with its standard error or with the ends of its interval.

    >>> cell(0.5, ends=(0.4, 0.6))
    {'value': 0.5, 'low': 0.4, 'high': 0.6}
    """
    more = {"low": float(ends[0]), "high": float(ends[1])} if ends else {}
    return {"value": float(value), **({} if error is None else {"error": float(error)}), **more}


def show(parser: argparse.ArgumentParser, measured: Callable[[argparse.Namespace], Document]) -> None:
    """Measure what was asked for and print it: a line for each cell, or with ``--json`` the document."""
    parser.add_argument("--json", action="store_true", help="print a document for docs/make_figures.py")
    chosen = parser.parse_args()
    found = measured(chosen)
    if chosen.json:
        print(json.dumps(asdict(found), indent=1, ensure_ascii=False))
        return
    print(f"{parser.prog}; {load()}")
    for name, one in found.cells.items():
        print(f"{name}: {words(one)}")


def words(one: Cell) -> str:
    """A cell as people read it.

    >>> words(cell(1234.5)), words(cell(0.5, 0.0123))
    ('1,234', '0.500 ± 0.012')
    """
    if "text" in one:
        return str(one["text"])
    value = float(one["value"])
    digits = max(0, 3 - len(f"{abs(value):.0f}")) + (abs(value) < 1)
    said = {key: f"{float(one[key]):,.{digits}f}" for key in one}
    error = f" ± {said['error']}" if "error" in one else ""
    ends = f" ({said['low']} to {said['high']})" if "low" in one else ""
    return f"{said['value']}{error}{ends}"
