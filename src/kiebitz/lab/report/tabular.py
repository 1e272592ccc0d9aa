"""Numbers as text, and tables of them that keep the exact value beside what is shown.

Numbers are written as the language of the terminal does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10

from kiebitz.language.speaking import digits, spoken
from kiebitz.sayings import Saying, joined, say
from kiebitz.sayings import plain as text

NONE = "–"
MINUS = "−"
Text = Saying | str
"""What a table shows: a saying in the reader's language, or a text as it is."""


@dataclass(frozen=True)
class Cell:
    """What a table shows in one place; ``value`` is the number before rounding."""

    text: Text
    value: float | int | None = None
    detail: Text = ""  # a second, smaller line
    look: str = ""  # a class of the style sheet
    weight: float = 0.0  # of the colour, 0..1
    error: float | None = None  # the standard error of the value
    ends: tuple[float, float] | None = None  # of an interval
    among: int | None = None  # of how many a rate is one

    @property
    def is_number(self) -> bool:
        return self.value is not None and isfinite(self.value)


@dataclass(frozen=True)
class Column:
    """A column; the key names the quantity for programs that read the page."""

    key: str
    heading: Text
    is_text: bool = False


@dataclass(frozen=True)
class Tabular:
    """Rows of cells under columns; the first cell of a row names it."""

    name: str
    caption: Text
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    look: str = ""


def table(
    name: str,
    caption: Text,
    columns: Sequence[tuple[str, Text]],
    rows: Sequence[Sequence[Cell]],
    texts: Sequence[str] = (),
) -> Tabular:
    """A table from keys and headings; the first column is text and so are those of ``texts``."""
    texts = (columns[0][0], *texts)
    made = tuple(Column(key, heading, key in texts) for key, heading in columns)
    return Tabular(name, caption, made, tuple(tuple(row) for row in rows))


def percent(value: float) -> str:
    """A rate as people read it.

    >>> percent(0.5812), percent(float("nan"))
    ('58.1%', '–')
    """
    return digits(f"{value:.1%}") if isfinite(value) else NONE


def signed(value: float, places: int = 2) -> str:
    """A difference: always with its sign, and with the typographic minus.

    >>> signed(0.3), signed(-1.25, 1), signed(-0.001)
    ('+0.30', '−1.2', '0.00')
    """
    if not isfinite(value):
        return NONE
    text = f"{value:+.{places}f}"
    return digits(text[1:] if float(text) == 0 else text.replace("-", MINUS))


def places_for(error: float) -> int:
    """How many decimals show two digits of a standard error.

    >>> places_for(0.052), places_for(1.3), places_for(40), places_for(0)
    (3, 1, 0, 2)
    """
    if not isfinite(error) or error <= 0:
        return 2
    return min(max(1 - floor(log10(error)), 0), 4)


def plain(value: float, places: int = 2) -> str:
    """A number that has no sign if it is above zero.

    >>> plain(1234.5, 1), plain(-2)
    ('1,234.5', '−2.00')
    """
    return digits(f"{value:,.{places}f}".replace("-", MINUS)) if isfinite(value) else NONE


def times(value: float) -> str:
    """How many times as many, if anybody knows.

    >>> times(1.5), times(float("inf"))
    ('1.50×', '–')
    """
    return f"{plain(value)}×" if isfinite(value) else NONE


def whole(number: int) -> Cell:
    """The cell of a number of things."""
    return Cell(digits(f"{number:,}"), number)


def figures(value: float) -> str:
    """A number with four significant figures.

    >>> figures(0.55556), figures(1234.5)
    ('0.5556', '1234')
    """
    return digits(f"{value:.4g}")


def with_error(mean: float, error: float, sign: bool = True, places: int | None = None) -> str:
    """A mean with its standard error, rounded where the error says that the digits end.

    >>> with_error(0.31234, 0.0521), with_error(-128.93, 2.93), with_error(4.75, 0.013, sign=False)
    ('+0.312 ± 0.052', '−128.9 ± 2.9', '4.750 ± 0.013')
    """
    places = places_for(error) if places is None else places
    shown = signed(mean, places) if sign else plain(mean, places)
    return f"{shown} ± {plain(error, places)}" if isfinite(error) else shown


def mean_cells(means: Sequence[tuple[float, float]], sign: bool = True) -> list[Cell]:
    """The cells of a column of means with their errors, all with as many digits as the largest error has.

    >>> [cell.text for cell in mean_cells([(1.5, 0.01), (2.25, 0.0095)])]
    ['+1.500 ± 0.010', '+2.250 ± 0.009']
    """
    places = places_for(max((error for _, error in means if isfinite(error)), default=0.0))
    return [Cell(with_error(mean, error, sign, places), mean, error=error) for mean, error in means]


def between(low: float, high: float) -> str:
    """An interval of rates.

    >>> between(0.25, 0.3333)
    '25.0–33.3%'
    """
    return digits(f"{100 * low:.1f}–{high:.1%}") if isfinite(low) and isfinite(high) else NONE


def rates(low: float, high: float) -> Cell:
    """The cell of an interval of rates."""
    return Cell(between(low, high), ends=(low, high))


def reaching(low: str, high: str) -> Saying:
    """An interval by its ends as texts."""
    return say("{low} to {high}", low=low, high=high)


def probability(p: float) -> str:
    """A p-value with its sign of relation.

    >>> probability(0.0312), probability(1e-9), probability(1)
    ('= 0.031', '< 0.0001', '= 1.0')
    """
    if not isfinite(p):
        return spoken(say("is unknown"))
    return digits("< 0.0001" if p < 0.0001 else f"= {p:#.2g}")


def milliseconds(value: float, tick: bool = False) -> str:
    """A time in its fitting unit, with two digits or, at a tick of an axis, as short as it can be.

    >>> milliseconds(0.00005), milliseconds(0.35), milliseconds(12.3), milliseconds(1000)
    ('50 ns', '350 µs', '12 ms', '1.0 s')
    >>> milliseconds(1000, tick=True)
    '1 s'
    """
    if not isfinite(value) or value <= 0:
        return NONE
    units = (("s", 1e-3), ("ms", 1.0), ("µs", 1e3), ("ns", 1e6))
    unit, factor = next((one for one in units if value * one[1] >= 0.9995), units[-1])
    places = max(0, 1 - floor(log10(value * factor)))
    return digits(f"{value * factor:.3g} {unit}" if tick else f"{value * factor:.{places}f} {unit}")


def counted_deals(number: int) -> Saying:
    """A number of deals.

    >>> print(counted_deals(1), counted_deals(2000))
    1 deal 2,000 deals
    """
    return say("{n:,} {n:deal|deals}", n=number)


def counted_games(number: int) -> Saying:
    """A number of games."""
    return say("{n:,} {n:game|games}", n=number)


def listed(words: Sequence[Text]) -> Text:
    """Words as a sentence lists them.

    >>> print(listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"]), sep="; ")
    a; a and b; a, b and c
    """
    *first, last = words
    if not first:
        return last
    together = joined(", ", (word if isinstance(word, Saying) else text(word) for word in first))
    return say("{first} and {last}", first=together, last=last)
