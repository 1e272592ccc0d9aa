"""Tables for LaTeX, set so that none runs over the page of the class ``article``.

A table is a float if it fits in the usual size, else it is set smaller, with headings on several lines and
texts that wrap. What is too wide even so lies on its side, and columns for which that is too narrow go on
in a further table. Widths are estimated from those of Computer Modern, a little too large.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kiebitz.lab.report.tabular import Cell, Tabular, Text
from kiebitz.language.speaking import shown

SPECIAL = {"\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
           "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "±": r"$\pm$",
           "–": "--", "≤": r"$\le$", "<": "$<$", ">": "$>$", "µ": r"$\mu$", "×": r"$\times$",
           "…": r"\dots{}"}  # fmt: skip
NEEDS = r"% Needs \usepackage{array,booktabs,longtable,pdflscape}."
ITALICS = 1.04  # how much wider those are
PAGE, SIDE = 345.0, 545.0  # points of a line of article, upright and on its side
MOST_LINES = 40  # of a float; longer tables break over pages
PIECES = re.compile(r"[^\s:,=/+-]*[\s:,=/+-]?")  # a wrapped text may break after these signs
POINTS = {
    sign: points
    for signs, points in {
        " -": 3.4, ".,:;!'|il": 2.8, "()[]rst": 4.0, "fjI": 3.7, "0123456789/–aegocz": 5.0, "%m": 8.4,
        "+=<>−±×&wM": 7.8, "W…": 11.7,
    }.items()
    for sign in signs
}  # fmt: skip
"""The widths of Computer Modern's signs in the usual size; others are about as wide as an n."""


@dataclass(frozen=True)
class Setting:
    """How large a table is set."""

    size: str
    gap: float  # points on both sides of a column
    scale: float
    is_small: bool


USUAL = Setting("", 6.0, 1.0, False)
SMALL = Setting(r"\footnotesize\setlength{\tabcolsep}{3pt}", 3.0, 0.86, True)


@dataclass(frozen=True)
class Shape:
    """A table's setting, the widths of the columns that wrap, and whether it lies on its side."""

    setting: Setting
    widths: tuple[float | None, ...]
    is_wide: bool = False


def table_latex(table: Tabular, mark: str = "") -> str:
    """A table for LaTeX with its caption and a label; ``mark`` tells tables of several runs apart.

    >>> from kiebitz.lab.report.tabular import Cell, table
    >>> rows = [[Cell("mcts_2"), Cell("50.0%", 0.5, "45–55%", look="unsure")]]
    >>> print(table_latex(table("pairs", "All.", [("agent", "agent"), ("rate", "win rate")], rows), "1f"))
    % Needs \\usepackage{array,booktabs,longtable,pdflscape}.
    \\begin{table}
    \\centering
    \\caption{All.}\\label{tab:pairs-1f}
    \\begin{tabular}{lr}
    \\toprule
    agent & win rate \\\\
    \\midrule
    mcts\\_2 & \\textit{50.0\\%} \\\\*
     & \\textit{(45--55\\%)} \\\\
    \\bottomrule
    \\end{tabular}
    \\end{table}
    <BLANKLINE>
    """
    parts = list(_parts(table))
    labels = [f"{table.name}{'-' + mark if mark else ''}{f'-{n}' if n else ''}" for n in range(len(parts))]
    return "\n".join([NEEDS, *map(_environment, parts, labels), ""])


def latex(text: Text) -> str:
    """A text as LaTeX has it."""
    return "".join(SPECIAL.get(sign, sign) for sign in shown(text))


# -- what fits -----------------------------------------------------------------------------------------------


def _parts(table: Tabular) -> Iterator[Tabular]:
    """The table, or if it is too wide on its side, its first column with some of the others at a time."""
    first, *rest = range(len(table.columns))
    while rest:
        number = len(rest)
        while number > 1 and _shape(chosen := _columns(table, [first, *rest[:number]])) is None:
            number -= 1
        chosen = _columns(table, [first, *rest[:number]])
        yield chosen
        rest = rest[number:]
    if len(table.columns) == 1:
        yield table


def _columns(table: Tabular, places: Sequence[int]) -> Tabular:
    rows = tuple(tuple(row[place] for place in places) for row in table.rows)
    return replace(table, columns=tuple(table.columns[place] for place in places), rows=rows)


def _shape(table: Tabular) -> Shape | None:
    """How a table fits on a page; None if it does not."""
    for setting, line, is_wide in ((USUAL, PAGE, False), (SMALL, PAGE, False), (SMALL, SIDE, True)):
        room = line - 2 * setting.gap * len(table.columns)
        natural = [_natural(table, place, setting) for place in range(len(table.columns))]
        if sum(natural) <= room:
            return Shape(setting, (None,) * len(natural), is_wide)
        least = [
            _least(table, place, setting) if column.is_text else natural[place]
            for place, column in enumerate(table.columns)
        ]
        if setting.is_small and sum(least) <= room:
            part = (room - sum(least)) / (sum(natural) - sum(least))
            widths = (
                low + part * (high - low) if high > low else None
                for low, high in zip(least, natural, strict=True)
            )
            return Shape(setting, tuple(widths), is_wide)
    return None


def _natural(table: Tabular, place: int, setting: Setting) -> float:
    """The width of a column that does not wrap."""
    texts = [line for row in table.rows for line in _lines(row[place], setting)]
    return setting.scale * max(map(_width, [*texts, *_heading(table, place, setting)]))


def _least(table: Tabular, place: int, setting: Setting) -> float:
    """The width of a column of texts that wraps wherever it may."""
    texts = [line for row in table.rows for line in _lines(row[place], setting)]
    pieces = (piece.strip() for text in texts for piece in PIECES.findall(text))
    return setting.scale * max(map(_width, [*pieces, *_heading(table, place, setting)]))


def _heading(table: Tabular, place: int, setting: Setting) -> list[str]:
    """The lines of a column's heading: its words where that makes it narrower."""
    heading = shown(table.columns[place].heading)
    return heading.split() or [""] if setting.is_small else [heading]


def _width(text: str) -> float:
    """The points of a text in the usual size."""
    return ITALICS * sum(POINTS.get(sign, 8.0 if sign.isupper() else 5.6) for sign in text)


def _lines(cell: Cell, setting: Setting) -> list[str]:
    """What stands in a place: its text, and below it what is told besides; if it is small, also the error."""
    text, detail = shown(cell.text), shown(cell.detail)
    texts = text.replace(" ± ", "\n± ").split("\n") if setting.is_small else [text]
    return [*texts, *([f"({detail})"] if detail else [])]


# -- what is written -----------------------------------------------------------------------------------------


def _environment(table: Tabular, label: str) -> str:
    shape = _shape(table) or Shape(SMALL, (None,) * len(table.columns), True)
    columns = "".join(
        rf">{{\raggedright\arraybackslash}}p{{{width:.0f}pt}}" if width else "l" if column.is_text else "r"
        for column, width in zip(table.columns, shape.widths, strict=True)
    )
    caption = rf"\caption{{{latex(table.caption)}}}\label{{tab:{label}}}"
    heading = " & ".join(_stacked(table, place, shape) for place in range(len(table.columns))) + r" \\"
    rows = [line for row in table.rows for line in _row(row, shape)]
    head = [r"\toprule", heading, r"\midrule"]
    size = [shape.setting.size] if shape.setting.size else []
    if not shape.is_wide and _height(table, shape) <= MOST_LINES:
        body = [r"\centering", caption, *size, rf"\begin{{tabular}}{{{columns}}}", *head, *rows]
        return "\n".join([r"\begin{table}", *body, r"\bottomrule", r"\end{tabular}", r"\end{table}"])
    body = [rf"\begin{{longtable}}{{{columns}}}", caption + r" \\", *head, r"\endfirsthead", *head]
    body += [r"\endhead", r"\bottomrule", r"\endfoot", *rows, r"\end{longtable}"]
    wide = ([r"\begin{landscape}"], [r"\end{landscape}"]) if shape.is_wide else (["{"], ["}"])
    return "\n".join([*wide[0], *size, *body, *wide[1]])


def _stacked(table: Tabular, place: int, shape: Shape) -> str:
    words = [latex(word) for word in _heading(table, place, shape.setting)]
    side = "l" if table.columns[place].is_text else "r"
    stack = r"\\".join(words)
    return words[0] if len(words) == 1 else rf"\shortstack[{side}]{{{stack}}}"


def _row(row: Sequence[Cell], shape: Shape) -> list[str]:
    """A row, and if anything is told besides, that on a line of its own."""
    lines = [_lines(cell, shape.setting) for cell in row]
    found = []
    for number in range(max(map(len, lines))):
        cells = [
            _said(cell, texts[number], width) if number < len(texts) else ""
            for cell, texts, width in zip(row, lines, shape.widths, strict=True)
        ]
        found.append(" & ".join(cells) + r" \\*")
    return [*found[:-1], found[-1].removesuffix("*")]


def _said(cell: Cell, text: str, width: float | None) -> str:
    said = latex(text)
    if width:
        said = "".join(
            latex(piece) + (r"\allowbreak{}" if piece and piece[-1] in ":,=/+-" else "")
            for piece in PIECES.findall(text)
        )
    return rf"\textit{{{said}}}" if "unsure" in cell.look.split() else said


def _height(table: Tabular, shape: Shape) -> int:
    """About how many lines the rows take."""

    def lines(cell: Cell, width: float | None) -> int:
        texts = _lines(cell, shape.setting)
        if not width:
            return len(texts)
        return sum(1 + int(1.3 * shape.setting.scale * _width(text) / width) for text in texts)

    return sum(max(map(lines, row, shape.widths)) for row in table.rows)
