"""The hall: all rooms of a server, who listens to them, and the agents that think for their seats."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any

from kiebitz.agents.advice import advise
from kiebitz.agents.answers import one_line, reason_of
from kiebitz.agents.base import Decision
from kiebitz.agents.seated import Failed
from kiebitz.errors import IllegalMove, KiebitzError
from kiebitz.rules.parts import part
from kiebitz.rules.values import State
from kiebitz.sayings import say
from kiebitz.table.server.messages import end, error, event, turn, welcome
from kiebitz.table.server.outbox import Text, written
from kiebitz.table.stage import Stage
from kiebitz.table.tables.claims import offered, play_out
from kiebitz.table.tables.decisions import keep_mind
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import AGENT, CLAIMED, PERSON, Room
from kiebitz.table.tables.thinkers import Late, Thinkers

Send = Callable[[dict[str, Any] | Text], Awaitable[None]]

MAKING = 300.0  # seconds until an agent is ready: it may have to be compiled
THINKING = 60.0  # seconds for a move or a hint
KEPT = 100  # rooms at hand, also those where nobody is; more are read from disk again
MOST = 1000  # rooms where something is going on

log = logging.getLogger(__name__)


class NoSuchTable(KiebitzError):
    """There is no table of this name, and there will be none."""


class Listener:
    """Somebody who hears of a room: a seat or a watcher, by a way to send messages."""

    def __init__(self, seat: int, send: Send, token: str = "", is_host: bool = False) -> None:
        self.seat, self.send, self.token, self.is_host = seat, send, token, is_host
        self.waits_for_hint = False


class Hall:
    """Rooms by their ids. Everything here runs in one event loop; agents think in threads beside it."""

    def __init__(self, store: Store, threads: int = 0) -> None:
        self.store = store
        self.rooms: dict[str, Room] = {}  # those used last are last
        self.listeners: dict[str, list[Listener]] = {}
        self._reading = asyncio.Lock()
        self._thinkers = Thinkers(threads or max(2, os.cpu_count() or 2))
        self._provers: Executor = ThreadPoolExecutor(1)  # proofs take turns and must not keep agents waiting
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._clocks: dict[str, tuple[State, asyncio.TimerHandle]] = {}
        self._paused: set[str] = set()
        self._answers: set[asyncio.Task[None]] = set()

    # -- rooms ------------------------------------------------------------------------------------------

    async def room(self, name: str) -> Room:
        """A room, read from disk if it is not at hand."""
        if name not in self.rooms:
            async with self._reading:  # two at once would make two rooms of one
                if name not in self.rooms:
                    self._take_in(await asyncio.to_thread(self._read, name))
        self.rooms[name] = self.rooms.pop(name)
        return self.rooms[name]

    def _read(self, name: str) -> Room:
        try:
            found = self.store.load(name)
            _ = found and found.states
        except Exception as problem:
            log.warning("The table %s cannot be read: %s", name, one_line(f"{problem!r}"))
            raise KiebitzError(
                "This table cannot be read from disk any more; begin another one."
            ) from problem
        if found is None:
            raise NoSuchTable("There is no such table; it may have been closed.")
        return found

    def _take_in(self, room: Room) -> None:
        """Have a room at hand; those where nothing goes on make way."""
        for other in list(self.rooms.values()):
            if len(self.rooms) < KEPT:
                break
            if self._is_idle(other):
                del self.rooms[other.id]
        if len(self.rooms) >= MOST:
            raise KiebitzError("There are too many tables in play here; try again later.")
        self.rooms[room.id] = room

    def _is_idle(self, room: Room) -> bool:
        return not any(room.id in busy for busy in (self.listeners, self._driving, self._clocks))

    def _check_at_hand(self, room: Room) -> None:
        """A room that has made way must not be written: it may have been read again and played on."""
        if self.rooms.get(room.id) is not room:
            raise KiebitzError("Say hello with your token first.")

    def open(self, room: Room) -> None:
        """A new room."""
        self._take_in(room)
        try:
            self.store.save(room)
        except KiebitzError:
            del self.rooms[room.id]
            raise
        self.resume(room)

    def resume(self, room: Room) -> None:
        """Go on with a room: whoever is to move moves, and the clock runs."""
        self._watch_clock(room)
        self.drive(room)

    # -- playing ----------------------------------------------------------------------------------------

    async def play(self, room: Room, seat: int, move: str, ply: int | None = None) -> None:
        """A person's or remote bot's move; it is on disk before anybody hears of it."""
        self._add(room, [(seat, move, ply, None)])
        await self.tell(room)
        self.drive(room)

    def _add(self, room: Room, moves: list[tuple[int, str, int | None, Decision | None]]) -> None:
        """Play moves and write them, all or none."""
        self._check_at_hand(room)
        with room.changing():
            first = len(room.moves)
            for move in moves:
                room.play(*move)
            self.store.add_moves(room, first)

    async def undo(self, room: Room, seat: int) -> None:
        """Take a person's last move back."""
        await self._change(room, partial(room.undo, seat))

    async def next_unit(self, room: Room, again: bool, rotate: bool) -> None:
        """Deal anew, or the same cards again."""
        await self._change(room, partial(room.next_unit, again, rotate), self._reseat)

    async def _change(
        self, room: Room, work: Callable[[], object], then: Callable[[Room], Awaitable[None]] | None = None
    ) -> None:
        """Change a room in another way than by a move: keep it and show it."""
        self._check_at_hand(room)
        with room.changing():
            work()
            self.store.save(room)
        if task := self._driving.pop(room.id, None):
            task.cancel()
        if then:
            await then(room)
        await self.tell(room)
        self.drive(room)

    async def _reseat(self, room: Room) -> None:
        """Everybody may sit elsewhere now: who holds which token decides what he sees from here on."""
        for listener in list(self.listeners.get(room.id, ())):
            listener.seat = room.seat_of(listener.token)
            await self._send(room, listener, welcome(room, listener.seat, listener.is_host))

    async def claim(self, room: Room, seat: int) -> None:
        """Play the rest of the deal out if the seat to move can know that it is its own."""
        state, moves = room.state, list[str]()
        if state.turn == seat:
            moves = await asyncio.get_running_loop().run_in_executor(self._provers, play_out, state)
        if not moves or room.state is not state:
            raise IllegalMove("It is not certain that the rest is yours.")
        turns, after = [], state
        for move in moves:
            turns.append(after.turn)
            after = after.play(move)
        decisions = [Decision(move, CLAIMED) for move in moves]
        self._add(room, [(who, mind.move, None, mind) for who, mind in zip(turns, decisions, strict=True)])
        await self.say(room, f"{room.occupants[seat].name} claims the rest.")
        await self.tell(room)
        self.drive(room)

    def pause(self, room: Room, paused: bool) -> None:
        """Agents of a paused room wait to be told to step."""
        (self._paused.add if paused else self._paused.discard)(room.id)
        if not paused:
            self.drive(room)

    # -- agents -----------------------------------------------------------------------------------------

    def drive(self, room: Room) -> None:
        """Let the agents of a room move until a person must, in a task of its own."""
        if room.id not in self._paused:
            self._start(room, self._drive)

    def step(self, room: Room) -> None:
        """Let the agent whose turn it is make one move; while it thinks, it is not asked again."""
        self._start(room, self._step_on)

    def _start(self, room: Room, work: Callable[[Room], Coroutine[Any, Any, None]]) -> None:
        if room.id not in self._driving and self._waits_for_agent(room):
            task = asyncio.get_running_loop().create_task(self._standing_still(room, work(room)))
            self._driving[room.id] = task
            task.add_done_callback(lambda done: self._forget(room.id, done))

    def _forget(self, name: str, done: asyncio.Task[None]) -> None:
        if self._driving.get(name) is done:
            del self._driving[name]

    def _waits_for_agent(self, room: Room) -> bool:
        return not room.is_over and room.occupants[room.state.turn].kind == AGENT

    async def _standing_still(self, room: Room, work: Coroutine[Any, Any, None]) -> None:
        """Say so if a move cannot be written; who comes or moves next tries again."""
        try:
            await work
        except KiebitzError as problem:
            log.warning("The table %s stands still: %s", room.id, problem)
            await self.say(room, str(problem))

    async def _drive(self, room: Room) -> None:
        while self._waits_for_agent(room) and room.id not in self._paused:
            if room.pace:
                await asyncio.sleep(room.pace)
            await self._step(room)

    async def _step_on(self, room: Room) -> None:
        await self._step(room)
        await self._drive(room)  # if the pause has ended meanwhile

    async def _step(self, room: Room) -> None:
        """One move of the agent to move; for one that fails or is late the idle move is made."""
        state = room.state
        seat, mind, failure = state.turn, None, None
        try:
            mind = await self._decide(room)
            if room.state is not state:
                return  # taken back meanwhile
            move = str(mind.move)
        except Exception as problem:
            failure, mind, move = problem, None, idle_move(state)
            if isinstance(failure, Late) and room.state is state:
                room.drop_agent(seat)  # that one still thinks
        if room.state is not state:
            return
        self._add(room, [(seat, move, state.ply, mind)])
        if failure:
            await self._tell_failure(room, seat, failure)
        await self.tell(room)

    async def _tell_failure(self, room: Room, seat: int, failure: Exception) -> None:
        """Everybody hears that an agent has failed; what it holds only who may look into its head."""
        failed = f"{room.occupants[seat].name} failed: "
        details = _details(failure)
        log.warning("At the table %s %s", room.id, one_line(failed + details))
        for listener in list(self.listeners.get(room.id, ())):
            text = details if room.rights(listener.seat).sees_all else _public(failure)
            await self._send(room, listener, _note(failed + one_line(text)))

    async def _decide(self, room: Room) -> Decision:
        state, who = room.state, (room.id, room.state.turn)
        if room.needs_agent():
            await self._thinkers.ask(room.preparation(), MAKING, who)
        if room.state is not state:
            return Decision("")
        return await self._thinkers.ask(room.thought(), THINKING, who)

    # -- helping ----------------------------------------------------------------------------------------

    def hint(self, room: Room, listener: Listener) -> None:
        """Tell a listener, when it is found, what a good agent would do with what that seat knows."""
        if not listener.waits_for_hint:
            listener.waits_for_hint = True
            self._later(self._hint(room, listener))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    async def _hint(self, room: Room, listener: Listener) -> None:
        state, view = room.state, room.state.view(listener.seat)
        try:
            found = await self._thinkers.ask(partial(advise, view), MAKING, ("hint", room.id, listener.seat))
            kept = keep_mind(found)
            message = {
                "type": "hint",
                "ply": state.ply,
                "move": str(found.move),
                "because": kept["because"],
                "values": kept["values"],
            }
        except Late:
            message = error("There is no hint: it takes too long.")
        except Exception as problem:
            message = error(f"There is no hint: {type(problem.__cause__ or problem).__name__}.")
        finally:
            listener.waits_for_hint = False
        if room.state is state:  # a ply alone does not say which deal it belongs to
            await self._send(room, listener, message)

    def offer(self, room: Room, listener: Listener) -> None:
        """Tell who is to move if the rest can be claimed, as soon as that is known."""
        if not room.is_over and room.state.turn == listener.seat:
            self._later(self._offer(room, listener))

    async def _offer(self, room: Room, listener: Listener) -> None:
        state, view = room.state, room.state.view(listener.seat)

        def prove() -> str:
            return offered(view) if room.state is state else ""  # nobody waits for an old answer

        claim = await asyncio.get_running_loop().run_in_executor(self._provers, prove)
        if claim and room.state is state:
            await self._send(room, listener, {"type": "offer", "ply": state.ply, "claim": claim})

    # -- telling ----------------------------------------------------------------------------------------

    async def tell(self, room: Room) -> None:
        """Show everybody at a room what they may see now; a message is made once for all who get the same."""
        self._watch_clock(room)
        told: dict[int, list[Text]] = {}
        for listener in list(self.listeners.get(room.id, ())):
            seat = listener.seat
            if seat not in told:
                told[seat] = self._news(room, seat)
            for message in told[seat]:
                await self._send(room, listener, message)
            self.offer(room, listener)

    def _news(self, room: Room, seat: int) -> list[Text]:
        news = [event(room, seat)]
        if room.is_over:
            news.append(end(room))
        elif room.state.turn == seat:
            news.append(turn(room, seat))
        return [written(message) for message in news]

    def _watch_clock(self, room: Room) -> None:
        """Play for a person or remote bot who does not move in time."""
        state, clock = room.state, self._clocks.pop(room.id, None)
        if clock and clock[0] is state:
            self._clocks[room.id] = clock  # it runs already
            return
        if clock:
            clock[1].cancel()
        if room.limit and not room.is_over and room.occupants[state.turn].kind == PERSON:
            loop = asyncio.get_running_loop()
            timer = loop.call_later(room.limit, lambda: self._later(self._time_up(room, state)))
            self._clocks[room.id] = state, timer

    async def _time_up(self, room: Room, state: State) -> None:
        if room.state is state:
            self._clocks.pop(room.id, None)
            name = room.occupants[state.turn].name
            await self.say(room, f"{name} did not move within {room.limit:g} s; a legal move is played.")
            await self._standing_still(room, self.play(room, state.turn, idle_move(state), state.ply))
            self._watch_clock(room)  # if the move could not be written, there is another attempt

    async def say(self, room: Room, text: str) -> None:
        for listener in list(self.listeners.get(room.id, ())):
            await self._send(room, listener, _note(text))

    async def _send(self, room: Room, listener: Listener, message: dict[str, Any] | Text) -> None:
        try:
            await listener.send(message)
        except Exception:  # who has gone is no trouble for the others
            self.leave(room, listener)

    def join(self, room: Room, listener: Listener) -> None:
        """Somebody listens; a room that was read from disk goes on where it was."""
        self.listeners.setdefault(room.id, []).append(listener)
        self.resume(room)

    def hears(self, room: Room, listener: Listener) -> bool:
        """Is this one still told what happens? Who is not has no part in the room, which may make way."""
        return listener in self.listeners.get(room.id, ())

    def leave(self, room: Room, listener: Listener) -> None:
        present = self.listeners.get(room.id, [])
        if listener in present:
            present.remove(listener)
        if not present:
            self.listeners.pop(room.id, None)

    def close(self) -> None:
        for task in list(self._driving.values()):
            task.cancel()
        self._provers.shutdown(wait=False, cancel_futures=True)
        self.store.close()


def idle_move(state: State) -> str:
    """What is played for a seat that does not play itself."""
    return str(part(state.game, Stage).absent(state.view(state.turn)))


def _public(failure: Exception) -> str:
    """What everybody may hear of a failure: nothing that an agent has said, for it may name its cards."""
    if isinstance(failure, Late):
        return str(failure)
    if isinstance(failure, Failed) and failure.kind == "illegal":
        return "Its answer is no legal move."
    return "Its program has made an error."


def _details(failure: Exception) -> str:
    """All that is known of a failure."""
    if isinstance(failure, Failed) and failure.kind == "illegal":
        return str(say("Its answer was {answer}; allowed are {moves}.", **failure.said.values))
    if isinstance(failure, KiebitzError):
        return f"{str(failure).rstrip('.')}."
    return f"{reason_of(failure)}."


def _note(text: str) -> dict[str, Any]:
    return {"type": "note", "text": text}
