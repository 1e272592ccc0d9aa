"""From a file of ``docs/figures`` to the tables of the pages.

On a page a table stands between ``<!-- figures: TABLE -->`` and ``<!-- end -->``. A table of numbers that was
not measured says on the line before it what it is: ``<!-- no figures: WHY -->``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kiebitz.kernel.random import STREAMS

MARKED = re.compile(r"(<!-- figures: (\S+) -->\n)(.*?)(<!-- end -->\n)", re.DOTALL)
PLACE = re.compile(r"\{([^{};]+); ([a-z-]+)\.(\d)\}")  # {command/cell; form.digits}
SURE = 3.2905  # standard errors to either side that hold 99.9 % of a normal value
TABLE = re.compile(r"^(?:<!-- no figures: (?P<why>.+) -->\n)?(?P<rows>(?:[ ]*\|.*\n)+)", re.MULTILINE)
PRINTED = re.compile(r"(?:^ {4}.*\n)+", re.MULTILINE)  # as a terminal shows it, in columns
NUMBER = re.compile(r"[−+-]?\d[\d.,]*( ?(%|ms|µs|s|KB|MB|times))?( ±.*| *[\[(/].*)?")
"""A cell that says how many or how much, maybe with its error, its ends or a second number."""

Cell = dict[str, Any]
"""What was measured, as ``value`` and, where known, ``low``, ``high``, ``error``; or a ``text``."""
Cells = dict[str, Cell]


def number(value: float, digits: int, sign: str = "") -> str:
    """A number as it is printed; what rounds to nothing has no minus."""
    return f"{round(value, digits) + 0.0:{sign},.{digits}f}".replace("-", "−")


def percent(value: float, digits: int) -> str:
    return number(100 * value, digits)


FORMS: dict[str, Callable[[Cell, int], str]] = {
    "text": lambda cell, digits: str(cell["text"]),
    "number": lambda cell, digits: number(cell["value"], digits),
    "signed": lambda cell, digits: number(cell["value"], digits, "+"),
    "percent": lambda cell, digits: percent(cell["value"], digits),
    "rate": lambda cell, digits: f"{percent(cell['value'], digits)} ({limits(cell, digits)})",
    "share": lambda cell, digits: f"{percent(cell['value'], digits)} % ({limits(cell, digits)})",
    "error": lambda cell, digits: f"{number(cell['value'], digits)} ± {number(cell['error'], digits)}",
    "lead": lambda cell, digits: f"{number(cell['value'], digits, '+')} ± {number(cell['error'], digits)}",
    "gain": lambda cell, digits: (
        f"{number(100 * cell['value'], digits, '+')} ± {percent(cell['error'], digits)}"
    ),
    "chance": lambda cell, digits: f"{percent(cell['value'], digits)} ± {percent(cell['error'], digits)} %",
    "span": lambda cell, digits: f"{number(cell['value'], digits, '+')} ({FORMS['range'](cell, digits)})",
    "sure": lambda cell, digits: FORMS["span"](widened(cell), digits),
    "within": lambda cell, digits: (
        f"{number(cell['value'], digits)} ({number(cell['low'], digits)} to {number(cell['high'], digits)})"
    ),
    "range": lambda cell, digits: " to ".join(number(cell[end], digits, "+") for end in ("low", "high")),
}
"""How a cell is written, with so many decimals."""


def widened(cell: Cell) -> Cell:
    """A mean with the ends of its 99.9 % interval."""
    reach = SURE * cell["error"]
    return {"value": cell["value"], "low": cell["value"] - reach, "high": cell["value"] + reach}


def limits(cell: Cell, digits: int) -> str:
    return f"{percent(cell['low'], digits)} to {percent(cell['high'], digits)}"


def filled(line: str, cells: Cells) -> str:
    """A line of a layout with what was measured in its places."""
    return PLACE.sub(lambda place: FORMS[place[2]](cells[place[1]], int(place[3])), line)


def lines_of(layout: Any, cells: Cells) -> list[str]:
    """A layout as lines with places: written out, or a table that is sorted by its results."""
    if isinstance(layout, list):
        return layout
    label = layout["of"]
    ranked = sorted(
        (name for name in cells if name.startswith(f"{label}/") and name.endswith(" elo")),
        key=lambda name: -cells[name]["value"],
    )
    names = [name.removeprefix(f"{label}/").removesuffix(" elo") for name in ranked]
    if layout["kind"] == "ratings":
        return ratings(label, names, layout["columns"])
    return cross(label, [name for name in names if name in layout.get("agents", names)], layout)


def ratings(label: str, names: list[str], columns: int) -> list[str]:
    """Ratings from the best to the worst, in columns beside each other."""
    rows = -(-len(names) // columns)
    cells = [
        f"{place} | `{name}` | {{{label}/{name} elo; signed.0}} | {{{label}/{name} elo; range.0}}"
        for place, name in enumerate(names, 1)
    ]
    cells += ["| | |"] * (rows * columns - len(names))
    lines = [" | ".join(cells[row::rows]) for row in range(rows)]
    head = " | ".join(["| agent | Elo | 95 % interval"] * columns)
    return [f"| {head} |", "|---" * 4 * columns + "|", *(f"| {line} |" for line in lines)]


def cross(label: str, names: list[str], layout: dict[str, Any]) -> list[str]:
    """The row's score against the column, from the best to the worst."""
    digits = layout["digits"]
    elo = layout.get("elo", True)
    head = [*(["Elo"] if elo else []), *map(str, range(1, len(names) + 1))]
    lines = [f"| | {' | '.join(head)} |", "|---" * (len(head) + 1) + "|"]
    for place, one in enumerate(names, 1):
        scores = [
            "–" if other == one else f"{{{label}/{one} v {other}; percent.{digits}}}" for other in names
        ]
        rating = [f"{{{label}/{one} elo; signed.0}}"] if elo else []
        lines.append(f"| {' | '.join([f'{place} `{one}`', *rating, *scores])} |")
    return lines


def stamp(made: dict[str, Any]) -> str:
    """With what a table was measured; if the same seed gives other games today, it says so."""
    words = f"Measured on {made['date']} with version {made['version']}, streams {made['streams']}"
    if made["streams"] != STREAMS:
        words += f"; today's are streams {STREAMS}, so the same seed gives other games"
    return f"*{words}.*"


def rendered(file: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The tables of a file, each with its name."""
    for name, layout in file["tables"].items():
        lines = [filled(line, file["cells"]) for line in lines_of(layout, file["cells"])]
        yield name, "\n".join([*lines, "", stamp(file["made"]), ""])


def written(page: str, tables: dict[str, str]) -> str:
    """A page with its tables as the files have them."""
    return MARKED.sub(lambda mark: f"{mark[1]}{tables[mark[2]]}{mark[4]}", page)


def used(tables: dict[str, Any], cells: Cells) -> set[str]:
    """The cells that the tables have places for."""
    lines = (line for layout in tables.values() for line in lines_of(layout, cells))
    return {place[1] for line in lines for place in PLACE.finditer(line)}


def without_file(page: str) -> Iterator[str]:
    """The heads of a page's tables of numbers that neither come from a file nor say why not."""
    rest = MARKED.sub("", page)
    for table in TABLE.finditer(rest):
        head, _, *rows = table["rows"].splitlines()
        cells = (cell.strip() for row in rows for cell in row.strip().split("|")[2:-1])  # but the row's name
        if not (table["why"] or "").strip() and numbers(cells) > 1:
            yield head.strip()
    for block in PRINTED.finditer(rest):
        if ">>>" not in block[0]:  # an example, which is run
            head, *rows = block[0].splitlines()
            columns = [re.split(" {2,}", row.strip())[1:] for row in rows]
            if sum(numbers(row) > 1 for row in columns) > 1:
                yield head.strip()


def numbers(cells: Iterable[str]) -> int:
    return sum(NUMBER.fullmatch(cell) is not None for cell in cells)
