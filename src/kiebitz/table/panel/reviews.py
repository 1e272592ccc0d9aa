"""Reviews at the table: worked out beside the event loop, one at a time, and kept for whoever may see them.

Before a unit is over nobody gets anything. What a person could have known is that person's matter; what
agents and the players of a record did is for all who may see the open cards.

Pages ask for the review of a deal by themselves when it ends. Those wait until nobody waits for one, and the
quick ones come first; their thread gives way to everything else on the machine.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import get_native_id
from typing import Any, NamedTuple

from kiebitz.agents.answers import one_line
from kiebitz.errors import KiebitzError
from kiebitz.lab.review.judged import Judged, Review
from kiebitz.lab.review.reviewing import Effort, review
from kiebitz.sayings import Name, Saying, say
from kiebitz.table.panel.panel import Panel
from kiebitz.table.tables.hall import Hall
from kiebitz.table.tables.history import Mistake, Where
from kiebitz.table.tables.results import where
from kiebitz.table.tables.rights import NotYours
from kiebitz.table.tables.table import PERSON
from kiebitz.table.tables.thinkers import Thinkers

log = logging.getLogger(__name__)

AT_ONCE = 8  # reviews that people wait for
LATER = 200  # reviews that wait until nobody does; pages ask again for what is beyond that
KEPT = 64  # reviews that are remembered
SECONDS = 120.0  # the most that a review works; one that is ended early says so
PATIENCE = 300.0  # with what must be compiled first
NICE = 10  # how much the work gives way to other work


class Unit(NamedTuple):
    """What a review is of: a seat in a unit, as far as it was played."""

    table: str
    start: str
    moves: tuple[str, ...]
    seat: int


@dataclass
class Work:
    """A review that waits, is being worked out, or its end."""

    panel: Panel
    seat: int
    place: Where
    player: str
    """Whose history it is for; nobody's if play began from a moment of another table."""
    of: int
    is_awaited: bool
    """Does somebody look at it until it is done?"""
    done: int = 0
    found: dict[str, Any] | None = None
    problem: Saying | None = None

    @property
    def is_going(self) -> bool:
        """Is it still to be worked out?"""
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
        self._working: asyncio.Task[None] | None = None

    def look(self, panel: Panel, seat: int | None, by_itself: bool = False) -> dict[str, Any]:
        """The review of a seat for a viewer, by default of the own one; the first look begins the work.

        What a page asks for ``by_itself`` is done when nobody waits for anything else.
        """
        chosen = max(panel.rights.viewer, 0) if seat is None else seat
        check(panel, chosen)
        states = panel.states
        moves = tuple(str(move) for _, move in states[-1].history)
        unit = Unit(panel.table.id, states[0].deal.text, moves, chosen)
        work = self._works.get(unit)
        if work is None or work.problem:
            work = _new(panel, chosen, not by_itself)
            if not self._has_room(by_itself):
                return work.as_dict()
            self._works[unit] = work
            self._forget()
        work.is_awaited |= not by_itself
        self._works.move_to_end(unit)
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return work.as_dict()

    def _has_room(self, by_itself: bool) -> bool:
        """May one more wait? People are told if not; a page that asks by itself comes again."""
        going = [work for work in self._works.values() if work.is_going]
        if by_itself:
            return len(going) < LATER
        if sum(work.is_awaited for work in going) >= AT_ONCE:
            raise KiebitzError(say("Many reviews are being worked out here; try again in a minute."))
        return True

    def _forget(self) -> None:
        """Remember the newest only, and all that are still to be made."""
        ended = [unit for unit, work in self._works.items() if not work.is_going]
        for unit in ended[: max(0, len(ended) - KEPT)]:
            del self._works[unit]

    async def _work(self) -> None:
        """Make one review after the other: first those that somebody waits for, of these the quickest."""
        while going := [work for work in self._works.values() if work.is_going]:
            await self._make(min(going, key=lambda work: (not work.is_awaited, work.of)))

    async def _make(self, work: Work) -> None:
        table = work.panel.table
        going = partial(_reviewed, work, lambda: self._is_idle(work))
        try:
            found = await self._thinkers.ask(going, PATIENCE)
        except Exception as error:
            if not isinstance(error, KiebitzError):
                log.warning("A review at the table %s failed: %s", table.id, one_line(f"{error!r}"))
            work.problem = error.said if isinstance(error, KiebitzError) else say("The review failed.")
            return
        if not found.complete and self._is_idle(work):
            work.problem = say("The table was left before its review was done.")  # it can begin anew
            return
        work.found = found.as_dict()
        if work.player and found.complete:
            self.hall.results.keep_review(work.player, work.place, len(found.judged), mistakes(found))

    def _is_idle(self, work: Work) -> bool:
        """Does nobody wait for the rest, because the table has made way, nor is it to be counted?"""
        is_gone = self.hall.tables.get(work.panel.table.id) is not work.panel.table
        return is_gone and (work.is_awaited or not work.player)


def _new(panel: Panel, seat: int, is_awaited: bool) -> Work:
    """What is to be done for a seat, as the table is now."""
    table = panel.table
    player = "" if table.start else table.occupants[seat].player
    turns = sum(state.turn == seat for state in panel.states[:-1])
    return Work(panel, seat, where(table), player, turns, is_awaited)


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


def _reviewed(work: Work, is_gone: Callable[[], bool]) -> Review:
    def show(done: int, of: int) -> None:
        work.done, work.of = done, of

    with suppress(AttributeError, OSError):  # where a thread has no priority of its own
        os.setpriority(os.PRIO_PROCESS, get_native_id(), NICE)
    panel, effort = work.panel, Effort(seconds=SECONDS)
    end, names, assumed = panel.states[-1], panel.names, panel.table.assumed
    return review(end, work.seat, effort, show=show, stop=is_gone, players=names, assumed=assumed)
