"""Reproductions: published figures beside measured ones, with a verdict for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import hypot, isnan, sqrt
from typing import Any

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.lab.experiments.page import Cell, Experiment, cell_called, figure_called
from kiebitz.lab.experiments.page_values import Table, check
from kiebitz.lab.results.quantities import (
    ALPHA,
    P_VALUE,
    SIGNIFICANT,
    Measured,
    difference,
    is_rate,
    measure,
    p_value_between,
    p_value_over_deals,
    values_of,
)
from kiebitz.lab.results.result import Result
from kiebitz.lab.runs.run import Run
from kiebitz.lab.runs.sentences import read_stored, stored
from kiebitz.lab.statistics.intervals import (
    exact_interval,
    exact_test,
    independent_games,
    interval,
    quantile,
)
from kiebitz.sayings import Saying, plain, say

AGREES, DIFFERS = say("agrees"), say("differs")
FROM_A_BUG = say("published figure comes from a bug (see note)")
NOT_PUBLISHED = say("not published")
OTHER_DEALS = say("published for other deals")
TOO_FEW = say("too few deals to tell")
NOTHING_CHANGED = say("no game came out differently")
AS_ORIGINAL = say("agrees with the original program")
UNLIKE_ORIGINAL = say("differs from the original program")
TESTS = (P_VALUE, SIGNIFICANT)
SEATS = ("first_seat_wins", "first_mover_wins", "first_mover_decided")  # seats are told apart, not agents
STRICTNESS = 0.99  # two-sided: one cell in a hundred may differ by chance
CONFIDENCE = 0.95  # of the intervals, which must leave an alternative out
ALIKE = 100  # deals from which it means something that all gave the same
NOTHING = 1e-9  # what is measured of agents that cannot be told apart by it
POINTS_OFF = 0.05  # the alternative of a rate for which there is no other one
PART_OFF = 0.1  # that of any other figure, as a part of it


@dataclass(frozen=True)
class Row:
    """A cell with what was measured."""

    cell: str
    agent: str
    quantity: str
    published: float | None
    original: float | None
    measured: float
    error: float
    low: float
    high: float
    games: int
    verdict: Saying
    note: str


def compare(experiment: Experiment, results: dict[str, Result]) -> list[Row]:
    """The rows of an experiment whose matches have been played."""
    return [_row(cell, _measure(cell, results), _equal(cell, results)) for cell in experiment.cells]


def caveats(experiment: Experiment, results: dict[str, Result]) -> list[Saying]:
    """That published tests take all games as independent, and what a test over deals says instead."""
    tested = [
        cell
        for cell in experiment.cells
        if cell.quantity in TESTS and len(experiment.plans[cell.match].lineups) > 1
    ]
    if not tested:
        return []
    single = [cell for cell in tested if not cell.minus]
    other = sum(_is_shown(cell, results) != _is_shown_over_deals(cell, results) for cell in single)
    return [
        say(
            "P-values and significance are those of the published tests, which take all games as "
            "independent; the games of one deal are not. Tested over deals, {n} of {of} such figures of a "
            "single match would be judged otherwise.",
            n=other,
            of=len(single),
        )
    ]


def exact_figures(experiment: Experiment) -> list[Saying]:
    """The rule for published figures that do not say how many games are behind them."""
    number = sum(cell.published is not None and not _has_error(cell) for cell in experiment.cells)
    if not number:
        return []
    return [
        say(
            "{n} published {n:figure is|figures are} given without a number of games or an error: "
            "{n:it counts|they count} as exact, up to the last digit printed, so only the error of what is "
            "measured here enters the verdict.",
            n=number,
        )
    ]


def _has_error(cell: Cell) -> bool:
    """Is it known how sure the published figure is? A test's outcome needs no error."""
    return cell.quantity in TESTS or cell.error is not None or cell.games is not None


def _is_shown(cell: Cell, results: dict[str, Result]) -> bool:
    value = _measure(cell, results).value
    return value == 1 if cell.quantity == SIGNIFICANT else value < ALPHA


def _is_shown_over_deals(cell: Cell, results: dict[str, Result]) -> bool:
    result = results[cell.match]
    is_better = cell.quantity == P_VALUE or measure(result, "win_rate", cell.agent).value > 0.5
    return is_better and p_value_over_deals(result, cell.agent).value < ALPHA


def check_figures(experiment: Experiment) -> None:
    """Find out before anything is played whether all figures of a page can be measured."""
    matches = {name: replace(plan, deals=1).match for name, plan in experiment.plans.items()}
    nothing = {name: Result.empty(match) for name, match in matches.items()}
    for cell in experiment.cells:
        with _in(experiment, cell_called(cell.name)):
            if cell.agent:
                nothing[cell.match].number_of(cell.agent)
            _measure(cell, nothing)
    for drawing in experiment.drawings:
        with _in(experiment, figure_called(drawing.title)):
            for match in drawing.matches if drawing.kind == "tournaments" else ():
                values_of(nothing[match], drawing.quantity, drawing.agent)


@contextmanager
def _in(experiment: Experiment, part: Saying) -> Iterator[None]:
    """Say where on the page a mistake is."""
    try:
        yield
    except KiebitzError as error:
        raise BadOption(
            say("In the experiment {name}, {part}: {why}", name=experiment.name, part=part, why=error.said)
        ) from error


def _measure(cell: Cell, results: dict[str, Result]) -> Measured:
    """A cell's figure; an unpaired difference is given the error of independent matches, to be cautious."""
    other_agent = cell.minus_agent or cell.agent
    if cell.minus and cell.quantity == P_VALUE:
        return p_value_between(results[cell.match], results[cell.minus], cell.agent, other_agent)
    if cell.paired:
        return difference(results[cell.match], results[cell.minus], cell.quantity, cell.agent, other_agent)
    found = measure(results[cell.match], cell.quantity, cell.agent)
    if not cell.minus:
        return found
    other = measure(results[cell.minus], cell.quantity, other_agent)
    deals = None if found.deals is None or other.deals is None else min(found.deals, other.deals)
    error = hypot(found.error, other.error)
    games = min(found.games, other.games)
    return Measured(found.value - other.value, error, games, deals, found.is_rate)


def _equal(cell: Cell, results: dict[str, Result]) -> float | None:
    """What the figure would be if all agents were equal; None where it does not tell agents apart."""
    if cell.quantity in TESTS:
        return None
    if cell.minus:
        return 0.0
    if cell.quantity in SEATS:
        return 1 / results[cell.match].match.game.seats
    if not cell.agent:
        return None
    result = results[cell.match]
    specs = [player.spec for player in result.match.players]
    values = {spec: measure(result, cell.quantity, spec).value for spec in dict.fromkeys(specs)}
    if max(values.values()) - min(values.values()) < NOTHING:
        return None
    return sum(values[spec] for spec in specs) / len(specs)


def _row(cell: Cell, found: Measured, equal: float | None) -> Row:
    low, high = _interval(cell, found)
    return Row(
        cell=cell.name,
        agent=cell.agent,
        quantity=cell.quantity,
        published=cell.published,
        original=cell.original,
        measured=found.value,
        error=found.error,
        low=low,
        high=high,
        games=found.games,
        verdict=verdict(cell, found, equal),
        note=cell.bug or cell.note,
    )


def verdict(cell: Cell, found: Measured, equal: float | None = None) -> Saying:
    """Agreement within the errors of both figures, where the run could also have refuted it.

    A figure that was not published, but measured on the original program, is compared with that; then
    ``games`` or ``error`` say how sure it is. P-values agree if both or neither are significant. A figure
    that comes from a bug never agrees: where the bug is not played, that it is near is chance.

    Rates are compared by one exact test, with as many independent games as the deals are worth; the limits
    of all others are Student's for the number of deals. ``equal`` is what equal agents would score.

    >>> cell = Cell("a v b", "a v b", "a", "win_rate", published=0.55, games=1000)
    >>> print(verdict(cell, Measured(0.56, 0.005, 10_000)), verdict(cell, Measured(0.66, 0.005, 10_000)))
    agrees differs
    >>> print(verdict(cell, Measured(0.5, 0.25, 8, 4), equal=0.5))
    too few deals to tell
    """
    reference = cell.original if cell.published is None else cell.published
    if reference is None:
        return NOT_PUBLISHED
    if not cell.comparable:
        return OTHER_DEALS
    if cell.paired and found.error == 0:
        return NOTHING_CHANGED
    agrees = _agrees(cell, found, reference)
    if _is_too_few(cell, found) or (agrees and not _could_refute(cell, found, reference, equal)):
        return TOO_FEW
    if cell.published is None:
        return AS_ORIGINAL if agrees else UNLIKE_ORIGINAL
    if cell.bug:
        return FROM_A_BUG
    return AGREES if agrees else DIFFERS


def _agrees(cell: Cell, found: Measured, reference: float) -> bool:
    """Is it within reach of the figure that it is compared with?"""
    if cell.quantity in TESTS:
        return _is_significant(cell, found.value) == _is_significant(cell, reference)
    if _is_rate(cell, found):
        return _is_same_rate(cell, found, reference)
    own, theirs = 0.0 if isnan(found.error) else found.error, _reference_error(cell, reference)
    deals = found.deals if found.deals and found.deals > 1 else None
    reach = quantile(STRICTNESS, deals) * hypot(own, theirs) + cell.rounding
    return abs(found.value - reference) <= reach


def _is_same_rate(cell: Cell, found: Measured, reference: float) -> bool:
    """One exact test of two rates; a published one without a number of games or an error counts as exact."""
    wins, games = _wins(found)
    nearest = min(max(found.value, reference - cell.rounding), reference + cell.rounding)
    error = _reference_error(cell, reference)
    if not error:
        low, high = exact_interval(wins, games, STRICTNESS)
        return low <= nearest <= high
    theirs = cell.games or max(round(reference * (1 - reference) / error**2), 1)
    return exact_test(wins, games, round(nearest * theirs), theirs) > 1 - STRICTNESS


def _wins(found: Measured) -> tuple[int, int]:
    """A rate as wins among independent games, as many as its deals are worth."""
    if found.deals is None:
        spread = found.value * (1 - found.value)
        worth = spread / found.error**2 if found.error else found.games
    elif found.deals < 2:
        worth = found.deals
    else:
        worth = independent_games(found.value, found.error, found.deals)
    games = max(round(worth), 1)
    return round(found.value * games), games


def _interval(cell: Cell, found: Measured) -> tuple[float, float]:
    """The interval by which it is judged: exact for a rate, Student's for anything else."""
    if _is_rate(cell, found) and found.value == found.value:
        return exact_interval(*_wins(found), CONFIDENCE)
    return interval(found.value, found.error, found.deals, CONFIDENCE)


def _could_refute(cell: Cell, found: Measured, reference: float, equal: float | None) -> bool:
    """Could these deals have told a figure that agrees from a stated alternative?"""
    if cell.quantity in TESTS:
        return True
    if found.value != found.value or (found.deals is not None and found.deals < 2):
        return False
    low, high = _interval(cell, found)
    corrected = cell.original if cell.bug and cell.published is not None else None
    if any(
        one is not None and not low <= one <= high for one in (corrected, _against(cell, reference, equal))
    ):
        return True
    is_rate = _is_rate(cell, found)
    off = POINTS_OFF if is_rate else PART_OFF * max(abs(reference), 1)
    return _against(cell, reference, equal) is None and reference - off < low and high < reference + off


def _against(cell: Cell, reference: float, equal: float | None) -> float | None:
    """What equal agents would score, if the figure itself says that they are not."""
    if equal is None:
        return None
    reach = quantile(CONFIDENCE) * _reference_error(cell, reference) + cell.rounding
    return equal if abs(reference - equal) > reach else None


def _is_significant(cell: Cell, value: float) -> bool:
    return value < ALPHA if cell.quantity == P_VALUE else value == 1


def _is_too_few(cell: Cell, found: Measured) -> bool:
    """Does the figure say nothing, because there are fewer deals than could tell?"""
    if cell.quantity in TESTS:  # as many games as the published test had; what is significant needs no number
        return found.games < cell.games if cell.games else not _is_significant(cell, found.value)
    if found.deals is None or _is_rate(cell, found):
        return False
    return found.deals < 2 or (found.error == 0 and found.deals < ALIKE)


def _is_rate(cell: Cell, found: Measured) -> bool:
    """Is it a rate of games? The difference of two rates is not."""
    return not cell.minus and (found.is_rate or is_rate(cell.quantity))


def _reference_error(cell: Cell, reference: float) -> float:
    """The standard error of the figure that is compared with."""
    if cell.error is not None:
        return cell.error
    if cell.games and 0 <= reference <= 1:
        return sqrt(max(reference * (1 - reference), 0.25 / cell.games) / cell.games)
    return 0.0


KEPT = {"deals": list[int], "exact": list[str], "notes": list[str], "rows": list[Table]}
ROW = {
    "cell": str, "agent": str, "quantity": str, "published": float, "original": float, "measured": float,
    "error": float, "low": float, "high": float, "games": int, "verdict": str, "note": str,
}  # fmt: skip


@dataclass(frozen=True)
class Compared:
    """What a run keeps of a comparison, so that whoever only looks at the run can be shown it."""

    rows: tuple[Row, ...]
    exact: tuple[Saying, ...]
    """The rule for figures without a number of games, if it was needed."""
    notes: tuple[Saying, ...]


def keep(run: Run, experiment: Experiment, rows: Sequence[Row], results: dict[str, Result]) -> None:
    """Write a comparison into its run."""
    notes = [*map(plain, experiment.notes), *caveats(experiment, results)]
    filled = ({key: value for key, value in vars(row).items() if value is not None} for row in rows)
    kept = {
        "deals": [plan.deals for plan in run.plans],
        "exact": [stored(said) for said in exact_figures(experiment)],
        "notes": [stored(said) for said in notes],
        "rows": [{**row, "verdict": stored(row["verdict"])} for row in filled],
    }
    if run.ledger["compared"] != kept:
        run.note(compared=kept)


def kept(run: Run) -> Compared | None:
    """The comparison of a reproduction that is finished; None of any other run."""
    found, where = run.ledger["compared"], say("the manifest of {folder}", folder=str(run.folder))
    if found is None:
        return None
    check(found, KEPT, where, tuple(KEPT))
    if found["deals"] != [plan.deals for plan in run.plans] or not run.is_finished:
        return None
    rows = []
    for values in found["rows"]:
        check(values, ROW, where, tuple(key for key in ROW if key not in ("published", "original")))
        said = read_stored(values["verdict"]) or TOO_FEW
        rows.append(Row(**{"published": None, "original": None, **values, "verdict": said}))
    exact, notes = (tuple(filter(None, map(read_stored, found[key]))) for key in ("exact", "notes"))
    return Compared(tuple(rows), exact, notes)


def as_dict(
    experiment: Experiment, rows: list[Row], results: dict[str, Result], seconds: float
) -> dict[str, Any]:
    """The answer of ``kiebitz reproduce --json``."""
    sections = {
        f"{word}s": type(several[0]).as_dicts(several, results)
        for word, several in experiment.sections.items()
        if several
    }
    return {
        "name": experiment.name,
        "title": experiment.title,
        "seconds": seconds,
        "cells": [vars(row) for row in rows],
        **sections,
    }
