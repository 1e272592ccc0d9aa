"""Attendance: those at a table hear of each other, of the clock, and of who is ready for the next deal."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from kiebitz.errors import KiebitzError
from kiebitz.rules.parts import part
from kiebitz.rules.values import State
from kiebitz.sayings import say
from kiebitz.table.server import messages
from kiebitz.table.stage import Stage
from kiebitz.table.tables.company import Clock, Wish, clean_name, phrase
from kiebitz.table.tables.table import PERSON, Table

if TYPE_CHECKING:
    from kiebitz.table.tables.hall import Hall, Listener

READY = 30.0  # seconds at least for the others, where there is a clock and somebody is ready


class Attendance:
    """Who is at the tables of a hall, and the clocks that run for them."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self.clocks: dict[str, tuple[State, asyncio.TimerHandle]] = {}
        """Of a table: for which state it runs. Of a deal that is over, it is the time for the next one."""

    # -- coming and going -------------------------------------------------------------------------------

    def come(self, table: Table, listener: Listener) -> None:
        """Somebody has sat down; a clock starts when all have."""
        if listener.seat >= 0:
            table.company.come(listener.token, listener.is_page)
            if not table.began and table.limit and table.is_complete:
                table.began = True
                with suppress(KiebitzError):  # then it begins again when the table is read from disk
                    self._hall.store.save(table)
        self._hear(table)

    def go(self, table: Table, listener: Listener) -> None:
        """Somebody has left; where nobody is, no clock runs, and the table may make way."""
        if listener.seat >= 0:
            table.company.go(listener.token, listener.is_page)
        if table.id in self._hall.listeners:
            self._hear(table)
        else:
            self.stop(table)

    def _hear(self, table: Table) -> None:
        """Where people meet, or a clock runs, the others hear who has come or gone."""
        if table.persons > 1 or table.limit:
            self._hall.later(self.tell(table))

    async def tell(self, table: Table) -> None:
        """Tell everybody who is there, who is ready, and whose time runs."""
        await self._hall.send_all(table, messages.people(table))

    # -- names and phrases ------------------------------------------------------------------------------

    async def rename(self, table: Table, seat: int, text: str) -> None:
        """A person is called something else from now on."""
        occupant = table.occupants[seat]
        table.company.check_talk(occupant.token)
        name, before = clean_name(text), (occupant.name, occupant.is_named)
        occupant.name, occupant.is_named = name or table.game.seat_name(seat), bool(name)
        try:
            self._hall.store.save(table)
        except KiebitzError:
            occupant.name, occupant.is_named = before
            raise
        await self.tell(table)

    async def speak(self, table: Table, seat: int, word: str) -> None:
        """One of the few things that people can say to each other."""
        said = phrase(word)
        table.company.check_talk(table.occupants[seat].token)
        await self._hall.send_all(table, messages.phrase(seat, word, said))

    # -- the next deal ----------------------------------------------------------------------------------

    async def wish(self, table: Table, seat: int, wish: Wish) -> None:
        """Somebody is ready for the next deal; it begins when all people who are here wish the same."""
        if table.persons <= 1 or not table.is_over:
            await self._hall.next_unit(table, wish.again, wish.rotate)  # or it is refused there
            return
        table.company.wishes[table.occupants[seat].token] = wish
        if table.company.agrees():
            await self._hall.next_unit(table, wish.again, wish.rotate)
        else:
            self.watch(table)
            await self.tell(table)

    # -- clocks -----------------------------------------------------------------------------------------

    def watch(self, table: Table) -> None:
        """Let the clock run for whoever is to move, as long as anybody is there."""
        state, running = table.state, self.clocks.get(table.id)
        if running and running[0] is state:
            return
        self.stop(table)
        if not table.limit or not table.began or table.id not in self._hall.listeners:
            return
        if table.is_over:
            if any(not wish.again for wish in table.company.wishes.values()):
                self._start(table, Clock.of(-1, max(table.limit, READY)))
        elif table.occupants[state.turn].kind == PERSON:
            self._start(table, Clock.of(state.turn, table.limit))

    def _start(self, table: Table, clock: Clock) -> None:
        state, loop = table.state, asyncio.get_running_loop()
        timer = loop.call_later(clock.limit, lambda: self._hall.later(self._time_up(table, state)))
        self.clocks[table.id], table.company.clock = (state, timer), clock

    def stop(self, table: Table) -> None:
        """No clock runs any more."""
        table.company.clock = None
        if running := self.clocks.pop(table.id, None):
            running[1].cancel()

    async def _time_up(self, table: Table, state: State) -> None:
        if table.state is not state:
            return
        self.stop(table)
        if table.is_over:
            await self._hall.standing_still(table, partial(self._hall.next_unit, table, False, True))
            return
        who = table.called(state.turn)
        said = say("{who} did not move within {n} s; a legal move is played.", who=who, n=table.limit)
        await self._hall.note(table, said)
        move = partial(self._hall.play, table, state.turn, idle_move(state), state.ply)
        await self._hall.standing_still(table, move)
        self.watch(table)  # if the move could not be written, there is another attempt


def idle_move(state: State) -> str:
    """What is played for a seat that does not play itself."""
    return str(part(state.game, Stage).absent(state.view(state.turn)))
