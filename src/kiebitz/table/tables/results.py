"""How units ended, for the history of everybody who played from a seat with a key."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from kiebitz.agents.roster import Roster
from kiebitz.errors import KiebitzError
from kiebitz.rules.parts import part
from kiebitz.table.stage import Stage
from kiebitz.table.tables.history import History, Mistake, Result, Where
from kiebitz.table.tables.table import Table

log = logging.getLogger(__name__)


def where(table: Table) -> Where:
    """The unit that is on the table, and how often it had been played to its end before.

    >>> seats = [{"kind": "agent", "spec": "random"}] * 2
    >>> where(Table.create("durak", seats))[1:]
    (0, 0, 0)
    """
    rows = sum(row["unit"] == table.unit for row in table.sheet)
    return Where(table.id, table.series, table.unit, rows - table.is_over)


def result(table: Table, seat: int) -> Result:
    """How the unit on the table ended, for a seat."""
    game, points = table.game, list(table.state.payoffs)
    roster = part(game, Roster)
    return Result(
        game=game.name,
        options=game.options_text,
        seat=seat,
        seats=[
            {"kind": each.kind, "name": each.name, "spec": each.spec, "level": roster.level_of(each.spec)}
            for each in table.occupants
        ],
        points=points,
        share=float(game.shares(np.array([points]))[0][seat]),
        bids=[bid.as_dict() for bid in part(game, Stage).bids(table.states, seat)],
        record=table.record().text,
        units=table.units,
    )


class Results:
    """Keeps results as units end. What cannot be kept is told to the host; play goes on."""

    def __init__(self, history: History) -> None:
        self.history = history

    def keep(self, table: Table) -> None:
        """If a unit has just ended, keep it; one that began from a moment of another table is not counted."""
        if not table.is_over or table.start:
            return
        for seat, occupant in enumerate(table.occupants):
            if occupant.player:
                with _telling():
                    self.history.keep_result(occupant.player, where(table), result(table, seat))

    def keep_review(self, player: str, ended: Where, decisions: int, mistakes: Sequence[Mistake]) -> None:
        """Keep what a review of a unit found."""
        with _telling():
            self.history.keep_review(player, ended, decisions, mistakes)

    def drop(self, ended: Where | None) -> None:
        """Forget a unit whose end was taken back."""
        if ended:
            with _telling():
                self.history.drop(ended)


@contextmanager
def _telling() -> Iterator[None]:
    try:
        yield
    except KiebitzError as problem:
        log.warning("%s", problem)
