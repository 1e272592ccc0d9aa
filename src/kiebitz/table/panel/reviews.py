"""Reviews at the table: worked out beside the event loop, one at a time, and kept for whoever may see them.

Before a unit is over nobody gets anything. What a person could have known is that person's matter; what
agents and the players of a record did is for all who may see the open cards.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from kiebitz.errors import KiebitzError
from kiebitz.lab.review.judged import Judged, Review
from kiebitz.lab.review.reviewing import Effort, review
from kiebitz.rules.values import State
from kiebitz.sayings import Name, Saying, say
from kiebitz.table.panel.panel import Panel
from kiebitz.table.tables.hall import Hall
from kiebitz.table.tables.history import Mistake, Where
from kiebitz.table.tables.results import where
from kiebitz.table.tables.rights import NotYours
from kiebitz.table.tables.table import PERSON, Table
from kiebitz.table.tables.thinkers import Thinkers

AT_ONCE = 8  # reviews that are worked out or wait for it
KEPT = 64  # reviews that are remembered
SECONDS = 120.0  # the most that a review works; one that is ended early says so
PATIENCE = 300.0  # with what must be compiled first


class Unit(NamedTuple):
    """What a review is of: a seat in a unit, as far as it was played."""

    table: str
    start: str
    moves: tuple[str, ...]
    seat: int


@dataclass
class Work:
    """A review that is being worked out, or its end."""

    done: int = 0
    of: int = 0
    found: dict[str, Any] | None = None
    problem: Saying | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def is_going(self) -> bool:
        """Is it still being worked out?"""
        return self.found is None and self.problem is None

    def as_dict(self) -> dict[str, Any]:
        """How far it is, and the review when it is there."""
        if self.problem:
            raise KiebitzError(self.problem)
        return {"done": self.done, "of": self.of, "review": self.found}


class Reviews:
    """The reviews of all tables of a hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._thinkers = Thinkers(1)
        self._works: OrderedDict[Unit, Work] = OrderedDict()

    def look(self, panel: Panel, seat: int | None) -> dict[str, Any]:
        """The review of a seat for a viewer, by default of the own one; the first look begins the work."""
        chosen = max(panel.rights.viewer, 0) if seat is None else seat
        check(panel, chosen)
        states = panel.states
        moves = tuple(str(move) for _, move in states[-1].history)
        unit = Unit(panel.table.id, states[0].deal.text, moves, chosen)
        work = self._works.get(unit)
        if work is None or work.problem:
            if sum(each.is_going for each in self._works.values()) >= AT_ONCE:
                raise KiebitzError(say("Many reviews are being worked out here; try again in a minute."))
            work = self._works[unit] = Work(of=sum(state.turn == chosen for state in states[:-1]))
            work.task = asyncio.create_task(self._make(panel, chosen, work, where(panel.table)))
        self._works.move_to_end(unit)
        while len(self._works) > KEPT:
            self._works.popitem(last=False)
        return work.as_dict()

    async def _make(self, panel: Panel, seat: int, work: Work, place: Where) -> None:
        table, player = panel.table, "" if panel.table.start else panel.table.occupants[seat].player
        going = partial(_reviewed, panel.states[-1], seat, panel.names, work, lambda: self._is_gone(table))
        try:
            found = await self._thinkers.ask(going, PATIENCE)
        except KiebitzError as error:
            work.problem = error.said
            return
        if not found.complete and self._is_gone(table):
            work.problem = say("The table was left before its review was done.")  # it can begin anew
            return
        work.found = found.as_dict()
        if player and found.complete:
            self.hall.results.keep_review(player, place, len(found.judged), mistakes(found))

    def _is_gone(self, table: Table) -> bool:
        """Has the table made way, or the server closed? Then nobody waits for the rest."""
        return self.hall.tables.get(table.id) is not table


def check(panel: Panel, seat: int) -> None:
    """Refuse a review to viewers who may not have it, or not yet."""
    table = panel.table
    table.game.check_seat(seat)
    if not (panel.states[-1].is_over or table.is_replay):
        raise NotYours(say("What could have been known is told when the game is over."))
    panel.rights.check_cards()
    if table.occupants[seat].kind == PERSON and panel.rights.viewer != seat:
        raise NotYours(say("What a player could have known is for that player's own eyes."))


def mistakes(found: Review) -> list[Mistake]:
    """What a review found, as it is counted."""
    knowable = [_mistake(found, one, True) for one in found.mistakes]
    return knowable + [_mistake(found, one, False) for one in found.open_losses]


def _mistake(found: Review, one: Judged, knowable: bool) -> Mistake:
    judged = one.knowable if knowable or one.open is None else one.open
    phase = Name(one.phase, "phase")
    if not knowable:
        kind = say("{phase}: only open cards show it", phase=phase)
    elif one.knowable.by == "proof":
        kind = say("{phase}: something certain was given away", phase=phase)
    else:
        kind = say("{phase}: another move was better on average", phase=phase)
    better, unit = judged.better[0], str(found.unit)
    return Mistake(one.ply, one.phase, one.move, better, judged.loss, unit, kind, knowable, judged.why)


def _reviewed(
    end: State, seat: int, names: tuple[str, ...], work: Work, is_gone: Callable[[], bool]
) -> Review:
    def show(done: int, of: int) -> None:
        work.done, work.of = done, of

    return review(end, seat, Effort(seconds=SECONDS), show=show, stop=is_gone, players=names)
