"""Reproductions: published figures beside measured ones, with a verdict for each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import hypot, isnan, sqrt
from typing import Any

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.lab.experiments.page import Cell, Experiment, cell_called, figure_called
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
from kiebitz.lab.statistics.intervals import improbability, interval, quantile
from kiebitz.sayings import Saying, say

AGREES, DIFFERS = say("agrees"), say("differs")
FROM_A_BUG = say("published figure comes from a bug (see note)")
NOT_PUBLISHED = say("not published")
OTHER_DEALS = say("published for other deals")
TOO_FEW = say("too few deals to tell")
NOTHING_CHANGED = say("no game came out differently")
AS_ORIGINAL = say("agrees with the original program")
UNLIKE_ORIGINAL = say("differs from the original program")
STRICTNESS = 0.99  # two-sided: one cell in a hundred may differ by chance
MANY = 100  # deals with either outcome, as expected, from which the spread of a rate can be trusted
ALIKE = 100  # deals from which it means something that all gave the same


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
    return [_row(cell, _measure(cell, results)) for cell in experiment.cells]


def caveats(experiment: Experiment, results: dict[str, Result]) -> list[Saying]:
    """That published tests take all games as independent, and what a test over deals says instead."""
    tested = [
        cell
        for cell in experiment.cells
        if cell.quantity in (P_VALUE, SIGNIFICANT) and len(experiment.plans[cell.match].lineups) > 1
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


def _row(cell: Cell, found: Measured) -> Row:
    low, high = interval(found.value, found.error, found.deals)
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
        verdict=verdict(cell, found),
        note=cell.bug or cell.note,
    )


def verdict(cell: Cell, found: Measured) -> Saying:
    """Agreement within the errors of both figures and the rounding of the published one.

    A figure that was not published, but measured on the original program, is compared with that; then
    ``games`` or ``error`` say how sure it is. P-values agree if both or neither are significant.

    The limits are Student's for the number of deals. A rate has exact ones as well until its spread can be
    trusted: three wins in three deals do not differ from nine in ten.

    >>> cell = Cell("a v b", "a v b", "a", "win_rate", published=0.55, games=1000)
    >>> print(verdict(cell, Measured(0.56, 0.005, 10_000)), verdict(cell, Measured(0.66, 0.005, 10_000)))
    agrees differs
    """
    reference = cell.original if cell.published is None else cell.published
    if reference is None:
        return NOT_PUBLISHED
    if not cell.comparable:
        return OTHER_DEALS
    if cell.paired and found.error == 0:
        return NOTHING_CHANGED
    agrees = _agrees(cell, found, reference)
    if not agrees and _is_too_few(cell, found):
        return TOO_FEW
    if cell.published is None:
        return AS_ORIGINAL if agrees else UNLIKE_ORIGINAL
    if agrees:
        return AGREES
    return FROM_A_BUG if cell.bug else DIFFERS


def _agrees(cell: Cell, found: Measured, reference: float) -> bool:
    """Is it within reach of the figure that it is compared with?"""
    if cell.quantity == P_VALUE:
        return (found.value < ALPHA) == (reference < ALPHA)
    own, theirs = 0.0 if isnan(found.error) else found.error, _reference_error(cell, reference)
    deals = found.deals if found.deals and found.deals > 1 else None
    reach = quantile(STRICTNESS, deals) * hypot(own, theirs) + cell.rounding
    if abs(found.value - reference) <= reach:
        return True
    if not _is_rate(cell, found) or not found.deals:
        return False
    low, high = (-1, 1) if cell.minus else (0, 1)
    away = quantile(STRICTNESS) * theirs + cell.rounding
    nearest = min(max(found.value, reference - away), reference + away)
    value, mean = ((number - low) / (high - low) for number in (found.value, nearest))
    if found.deals * min(mean, 1 - mean) >= MANY:
        return False
    return improbability(value, mean, found.deals) > 1 - STRICTNESS


def _is_too_few(cell: Cell, found: Measured) -> bool:
    """Does a difference say nothing, because there are fewer deals than could tell?"""
    if cell.quantity in (P_VALUE, SIGNIFICANT):
        return cell.games is not None and found.games < cell.games
    if found.deals is None or _is_rate(cell, found):
        return False
    return found.deals < 2 or (found.error == 0 and found.deals < ALIKE)


def _is_rate(cell: Cell, found: Measured) -> bool:
    return found.is_rate or is_rate(cell.quantity)


def _reference_error(cell: Cell, reference: float) -> float:
    """The standard error of the figure that is compared with."""
    if cell.error is not None:
        return cell.error
    if cell.games and 0 <= reference <= 1:
        return sqrt(max(reference * (1 - reference), 0.25 / cell.games) / cell.games)
    return 0.0


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
