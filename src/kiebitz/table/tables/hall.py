"""The hall: all tables of a server, who listens to them, and the agents that think for their seats."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from kiebitz.agents.answers import one_line
from kiebitz.agents.base import Decision
from kiebitz.agents.seated import Failed
from kiebitz.errors import IllegalMove, KiebitzError
from kiebitz.rules.values import State
from kiebitz.sayings import Saying, say
from kiebitz.table.server.messages import end, event, note, turn, welcome
from kiebitz.table.server.outbox import Text, written
from kiebitz.table.tables.attendance import Attendance, idle_move
from kiebitz.table.tables.claims import concession, play_out
from kiebitz.table.tables.failures import details, public
from kiebitz.table.tables.helping import Helping
from kiebitz.table.tables.history import History, beside
from kiebitz.table.tables.results import Results, where
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.studies import MAKING, Studies
from kiebitz.table.tables.table import AGENT, CLAIMED, GIVEN_UP, Table
from kiebitz.table.tables.thinkers import Late, Thinkers

Send = Callable[[dict[str, Any] | Text], Awaitable[None]]

THINKING = 30.0  # seconds for a move, whatever the agent was asked for
GRACE = 10.0  # more, until a thread is left behind whose process was to be ended
KEPT = 100  # tables at hand, including those where nobody is; more are read from disk again
MOST = 1000  # tables where something is going on

log = logging.getLogger(__name__)


class NoSuchTable(KiebitzError):
    """There is no table of this name, and there will be none."""


class Listener:
    """Somebody who hears of a table: a seat or a watcher, by a way to send messages."""

    def __init__(
        self, seat: int, send: Send, token: str = "", is_host: bool = False, is_page: bool = False
    ) -> None:
        self.seat, self.send, self.token, self.is_host, self.is_page = seat, send, token, is_host, is_page
        self.waits_for_hint = False


class Hall:
    """Tables by their ids. Everything here runs in one event loop; agents think in threads beside it."""

    def __init__(self, store: Store, threads: int = 0) -> None:
        self.store, self.results = store, Results(History(beside(store.file)))
        self.tables: dict[str, Table] = {}  # those used last are last
        self.listeners: dict[str, list[Listener]] = {}
        self._reading = asyncio.Lock()
        threads = threads or max(2, os.cpu_count() or 2)
        self.thinkers = Thinkers(threads)
        self._slow = Thinkers(threads)  # those who think long do not keep the others waiting
        self.studies = Studies(THINKING)
        self._driving: dict[str, asyncio.Task[None]] = {}
        self.attendance = Attendance(self)
        self.helping = Helping(self)
        self._paused: set[str] = set()
        self._answers: set[asyncio.Task[None]] = set()

    # -- tables ------------------------------------------------------------------------------------------

    async def table(self, name: str) -> Table:
        """A table, read from disk if it is not at hand."""
        if name not in self.tables:
            async with self._reading:  # two at once would make two tables of one
                if name not in self.tables:
                    self._take_in(await asyncio.to_thread(self._read, name))
        self.tables[name] = self.tables.pop(name)
        return self.tables[name]

    def _read(self, name: str) -> Table:
        try:
            found = self.store.load(name)
            _ = found and found.states
        except Exception as problem:
            log.warning("The table %s cannot be read: %s", name, one_line(f"{problem!r}"))
            raise KiebitzError(
                say("This table cannot be read from disk any more; begin another one.")
            ) from problem
        if found is None:
            raise NoSuchTable(say("There is no such table; it may have been closed."))
        return found

    def _take_in(self, table: Table) -> None:
        """Have a table at hand; idle ones make way, and in need those that nobody watches."""
        self._make_way(KEPT, self.is_idle)
        self._make_way(MOST, lambda other: other.id not in self.listeners)
        if len(self.tables) >= MOST:
            raise KiebitzError(say("There are too many tables in play here; try again later."))
        self.tables[table.id] = table
        table.sit = self.studies.sit

    def _make_way(self, most: int, may_go: Callable[[Table], bool]) -> None:
        """Have fewer tables at hand than ``most``, as far as there are some that may go; the oldest go first.

        They are on disk, and agents that were about to move do so when somebody comes.
        """
        for other in list(self.tables.values()):
            if len(self.tables) < most:
                return
            if may_go(other):
                self._stop_driving(other)
                del self.tables[other.id]

    def is_idle(self, table: Table) -> bool:
        """Does nothing go on at a table? Then it may make way."""
        return not any(table.id in busy for busy in (self.listeners, self._driving, self.attendance.clocks))

    def _check_at_hand(self, table: Table) -> None:
        """A table that has made way must not be written: it may have been read again and played on."""
        if self.tables.get(table.id) is not table:
            raise KiebitzError(say("Say hello with your token first."))

    def open(self, table: Table) -> None:
        """A new table."""
        self._take_in(table)
        try:
            self.store.save(table)
        except KiebitzError:
            del self.tables[table.id]
            raise
        self.resume(table)

    def resume(self, table: Table) -> None:
        """Go on with a table: whoever is to move moves, and the clock runs."""
        self.attendance.watch(table)
        self.drive(table)

    # -- playing ----------------------------------------------------------------------------------------

    async def play(self, table: Table, seat: int, move: str, ply: int | None = None) -> None:
        """A person's or remote bot's move; it is on disk before anybody hears of it."""
        self._add(table, [(seat, move, ply, None)])
        await self.tell(table)
        self.drive(table)

    def _add(self, table: Table, moves: list[tuple[int, str, int | None, Decision | None]]) -> None:
        """Play moves and write them, all or none."""
        self._check_at_hand(table)
        with table.changing():
            first = len(table.moves)
            for move in moves:
                table.play(*move)
            self.store.add_moves(table, first)
        self.results.keep(table)

    async def undo(self, table: Table, seat: int) -> None:
        """Take a person's last move back."""
        ended = where(table) if table.is_over else None
        await self._change(table, partial(table.undo, seat))
        self.results.drop(ended)

    async def next_unit(self, table: Table, again: bool, rotate: bool) -> None:
        """Deal anew, or the same cards again."""
        await self._change(table, partial(table.next_unit, again, rotate), self._reseat)

    async def _change(
        self, table: Table, work: Callable[[], object], then: Callable[[Table], Awaitable[None]] | None = None
    ) -> None:
        """Change a table in some way other than by a move: keep it and show it."""
        self._check_at_hand(table)
        with table.changing():
            work()
            self.store.save(table)
        self._stop_driving(table)
        if then:
            await then(table)
        await self.tell(table)
        self.drive(table)

    async def _reseat(self, table: Table) -> None:
        """Everybody may sit elsewhere now: what they see from here on depends on the tokens they hold."""
        for listener in list(self.listeners.get(table.id, ())):
            listener.seat = table.seat_of(listener.token)
            await self.send(table, listener, welcome(table, listener.seat, listener.is_host))

    async def claim(self, table: Table, seat: int) -> None:
        """Play the rest of the deal out if the seat to move can know that it is its own."""
        if not await self._play_out(table, seat, play_out, CLAIMED):
            raise IllegalMove(say("It is not certain that the rest is yours."))
        await self.note(table, say("{who} claims the rest.", who=table.called(seat)))
        await self._go_on(table)

    async def concede(self, table: Table, seat: int) -> None:
        """Play the deal out so that the seat to move, which gives it up, has lost it."""
        if not await self._play_out(table, seat, concession, GIVEN_UP):
            raise IllegalMove(say("This game cannot be given up now."))
        await self.note(table, say("{who} gives up.", who=table.called(seat)))
        await self._go_on(table)

    async def _play_out(
        self, table: Table, seat: int, work: Callable[[State], list[str]], why: Saying
    ) -> bool:
        """Play moves for everybody that somebody else finds; False if there are none."""
        state, moves = table.state, list[str]()
        if state.turn == seat:
            moves = await asyncio.get_running_loop().run_in_executor(self.helping.provers, work, state)
        if not moves or table.state is not state:
            return False
        turns, after = [], state
        for move in moves:
            turns.append(after.turn)
            after = after.play(move)
        decisions = [Decision(move, why) for move in moves]
        self._add(table, [(who, mind.move, None, mind) for who, mind in zip(turns, decisions, strict=True)])
        return True

    async def _go_on(self, table: Table) -> None:
        await self.tell(table)
        self.drive(table)

    def pause(self, table: Table, paused: bool) -> None:
        """Agents of a paused table wait to be told to step."""
        (self._paused.add if paused else self._paused.discard)(table.id)
        if not paused:
            self.drive(table)

    # -- agents -----------------------------------------------------------------------------------------

    def drive(self, table: Table) -> None:
        """Let the agents of a table move until a person must, in a task of its own."""
        if table.id not in self._paused:
            self._start(table, self._drive)

    def step(self, table: Table) -> None:
        """Let the agent whose turn it is make one move; while it thinks, it is not asked again."""
        self._start(table, self._step_on)

    def _start(self, table: Table, work: Callable[[Table], Coroutine[Any, Any, None]]) -> None:
        if table.id not in self._driving and self._waits_for_agent(table):
            task = asyncio.get_running_loop().create_task(self.standing_still(table, partial(work, table)))
            self._driving[table.id] = task
            task.add_done_callback(lambda done: self._forget(table.id, done))

    def _stop_driving(self, table: Table) -> None:
        if task := self._driving.pop(table.id, None):
            task.cancel()

    def _forget(self, name: str, done: asyncio.Task[None]) -> None:
        if self._driving.get(name) is done:
            del self._driving[name]

    def _waits_for_agent(self, table: Table) -> bool:
        return not table.is_over and table.occupants[table.state.turn].kind == AGENT

    async def standing_still(self, table: Table, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Say so if a move cannot be written; whoever comes or moves next tries again."""
        try:
            await work()
        except KiebitzError as problem:
            log.warning("The table %s stands still: %s", table.id, problem)
            await self.note(table, problem.said)

    async def _drive(self, table: Table) -> None:
        while self._waits_for_agent(table) and table.id not in self._paused:
            if table.pace:
                await asyncio.sleep(table.pace)
            await self._step(table)

    async def _step_on(self, table: Table) -> None:
        await self._step(table)
        await self._drive(table)  # if the pause has ended meanwhile

    async def _step(self, table: Table) -> None:
        """One move of the agent to move; for one that fails or is late the idle move is made."""
        state = table.state
        seat, mind, failure = state.turn, None, None
        try:
            mind = await self._decide(table)
            if table.state is not state:
                return  # taken back meanwhile
            move = str(mind.move)
        except Exception as problem:
            failure, mind, move = problem, None, idle_move(state)
            if isinstance(failure, Late) and table.state is state:
                table.drop_agent(seat)  # that one still thinks
        if table.state is not state:
            return
        self._add(table, [(seat, move, state.ply, mind)])
        if failure:
            await self._tell_failure(table, seat, failure)
        await self.tell(table)

    async def _tell_failure(self, table: Table, seat: int, failure: Exception) -> None:
        """Everybody hears that an agent has failed, those who see its cards also what it answered.

        What its program says beside that, which may name files of the server, is for the log alone.
        """
        who, why = table.called(seat), details(failure)
        log.warning("At the table %s %s", table.id, one_line(f"{table.occupants[seat].spec} failed: {why}"))
        is_answer = isinstance(failure, Failed) and failure.kind == "illegal"
        for listener in list(self.listeners.get(table.id, ())):
            hears_all = is_answer and table.rights(listener.seat).sees_all
            told = why if hears_all else public(failure)
            await self.send(table, listener, note(say("{who} failed: {why}", who=who, why=told)))

    async def _decide(self, table: Table) -> Decision:
        state, who = table.state, (table.id, table.state.turn)
        thinkers, seconds = self.thinkers, self.studies.seconds
        if table.is_slow:
            thinkers, seconds = self._slow, self.studies.seconds + GRACE
        if table.needs_agent():
            await thinkers.ask(table.preparation(), MAKING + GRACE, who)
        if table.state is not state:
            return Decision("")
        return await thinkers.ask(table.thought(), seconds, who)

    # -- telling ----------------------------------------------------------------------------------------

    async def tell(self, table: Table) -> None:
        """Show all at a table what they may see now; a message is made once for all who get the same."""
        self.attendance.watch(table)
        told: dict[int, list[Text]] = {}
        for listener in list(self.listeners.get(table.id, ())):
            seat = listener.seat
            if seat not in told:
                told[seat] = self._news(table, seat)
            for message in told[seat]:
                await self.send(table, listener, message)
            self.helping.offer(table, listener)

    def _news(self, table: Table, seat: int) -> list[Text]:
        news = [event(table, seat)]
        if table.is_over:
            news.append(end(table))
        elif table.state.turn == seat:
            news.append(turn(table, seat))
        return [written(message) for message in news]

    async def note(self, table: Table, said: Saying) -> None:
        """Tell everybody at a table something."""
        await self.send_all(table, note(said))

    async def send_all(self, table: Table, message: dict[str, Any]) -> None:
        """Send everybody at a table the same message."""
        text = written(message)
        for listener in list(self.listeners.get(table.id, ())):
            await self.send(table, listener, text)

    async def send(self, table: Table, listener: Listener, message: dict[str, Any] | Text) -> None:
        """Send somebody at a table a message."""
        try:
            await listener.send(message)
        except Exception:  # one who has gone is no trouble to the others
            self.leave(table, listener)

    def join(self, table: Table, listener: Listener) -> None:
        """Somebody listens; a table that was read from disk goes on where it was."""
        self.listeners.setdefault(table.id, []).append(listener)
        self.attendance.come(table, listener)
        self.resume(table)

    def hears(self, table: Table, listener: Listener) -> bool:
        """Is this one still told what happens? If not, it has no part in the table, which may make way."""
        return listener in self.listeners.get(table.id, ())

    def leave(self, table: Table, listener: Listener) -> None:
        """Somebody does not listen any more."""
        present = self.listeners.get(table.id, [])
        if listener not in present:
            return
        present.remove(listener)
        if not present:
            del self.listeners[table.id]
        self.attendance.go(table, listener)

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    def close(self) -> None:
        for task in list(self._driving.values()):
            task.cancel()
        self.helping.close()
        self.studies.close()
        self.store.close()
        self.results.history.close()
