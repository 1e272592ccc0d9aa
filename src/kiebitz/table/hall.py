"""The hall: all rooms of a server, who listens to them, and the agents that think for their seats."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from kiebitz.agents.advice import advise
from kiebitz.agents.base import Decision
from kiebitz.errors import IllegalMove, KiebitzError
from kiebitz.games.values import State
from kiebitz.table.claims import offered, play_out
from kiebitz.table.messages import end, error, event, turn, welcome
from kiebitz.table.outbox import Text, written
from kiebitz.table.room import AGENT, CLAIMED, PERSON, Room
from kiebitz.table.store import Store

Send = Callable[[dict[str, Any] | Text], Awaitable[None]]


class Listener:
    """Somebody who hears of a room: a seat or a watcher, by a way to send messages."""

    def __init__(self, seat: int, send: Send, token: str = "") -> None:
        self.seat, self.send, self.token = seat, send, token


class Hall:
    """Rooms by their ids. Everything here runs in one event loop; agents think in threads beside it."""

    def __init__(self, store: Store, threads: int = 0) -> None:
        self.store = store
        self.rooms: dict[str, Room] = {}
        self.listeners: dict[str, list[Listener]] = {}
        self.pool: Executor = ThreadPoolExecutor(threads or max(2, os.cpu_count() or 2))
        self._provers: Executor = ThreadPoolExecutor(1)  # proofs take turns and must not keep agents waiting
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._paused: set[str] = set()
        self._answers: set[asyncio.Task[None]] = set()

    def room(self, name: str) -> Room:
        """A room, read from disk if it is not at hand."""
        if name not in self.rooms:
            found = self.store.load(name)
            if found is None:
                raise KiebitzError("There is no such table; it may have been closed.")
            self.rooms[name] = found
        return self.rooms[name]

    def open(self, room: Room) -> None:
        """A new room."""
        self.store.save(room)
        self.rooms[room.id] = room
        self.resume(room)

    def resume(self, room: Room) -> None:
        """Go on with a room: whoever is to move moves, and the clock runs."""
        self._watch_clock(room)
        self.drive(room)

    # -- playing ----------------------------------------------------------------------------------------

    async def play(self, room: Room, seat: int, move: str, ply: int | None = None) -> None:
        """A person's or remote bot's move; it is on disk before anybody hears of it."""
        room.play(seat, move, ply)
        self.store.add_move(room)
        await self.tell(room)
        self.drive(room)

    async def change(self, room: Room) -> None:
        """A room was changed in another way than by a move: keep it and show it."""
        if task := self._driving.pop(room.id, None):
            task.cancel()
        self.store.save(room)
        await self.tell(room)
        self.drive(room)

    async def reseat(self, room: Room) -> None:
        """Everybody may sit elsewhere now: who holds which token decides what he sees from here on."""
        for listener in list(self.listeners.get(room.id, ())):
            listener.seat = room.seat_of(listener.token)
            await self._send(room, listener, welcome(room, listener.seat))

    def hint(self, room: Room, listener: Listener) -> None:
        """Tell a listener, when it is found, what a good agent would do with what that seat knows."""
        self._later(self._hint(room, listener))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    async def _hint(self, room: Room, listener: Listener) -> None:
        ply, view = room.state.ply, room.state.view(listener.seat)
        try:
            found = await asyncio.get_running_loop().run_in_executor(self.pool, advise, view)
            message = {"type": "hint", "ply": ply, "move": found.move, "because": found.because}
        except Exception as problem:
            message = error(f"There is no hint: {type(problem).__name__}.")
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

    async def claim(self, room: Room, seat: int) -> None:
        """Play the rest of the deal out if the seat to move can know that it is its own."""
        state, moves = room.state, list[str]()
        if state.turn == seat:
            moves = await asyncio.get_running_loop().run_in_executor(self._provers, play_out, state)
        if not moves or room.state is not state:
            raise IllegalMove("It is not certain that the rest is yours.")
        await self.say(room, f"{room.occupants[seat].name} claims the rest.")
        for move in moves:
            room.play(room.state.turn, move, mind=Decision(move, CLAIMED))
            self.store.add_move(room)
        await self.tell(room)
        self.drive(room)

    def pause(self, room: Room, paused: bool) -> None:
        """Agents of a paused room wait to be told to step."""
        (self._paused.add if paused else self._paused.discard)(room.id)
        if not paused:
            self.drive(room)

    def drive(self, room: Room) -> None:
        """Let the agents of a room move until a person must, in a task of its own."""
        if room.id in self._paused or room.id in self._driving or not self._waits_for_agent(room):
            return
        task = asyncio.get_running_loop().create_task(self._drive(room))
        self._driving[room.id] = task
        task.add_done_callback(lambda done: self._forget(room.id, done))

    def _forget(self, name: str, done: asyncio.Task[None]) -> None:
        if self._driving.get(name) is done:
            del self._driving[name]

    def _waits_for_agent(self, room: Room) -> bool:
        return not room.is_over and room.occupants[room.state.turn].kind == AGENT

    async def _drive(self, room: Room) -> None:
        while self._waits_for_agent(room) and room.id not in self._paused:
            if room.pace:
                await asyncio.sleep(room.pace)
            await self.step(room)

    async def step(self, room: Room) -> None:
        """One move of the agent whose turn it is; one that fails leaves the move to chance."""
        state = room.state
        try:
            decision = await asyncio.get_running_loop().run_in_executor(self.pool, room.think)
            if room.state is not state:
                return  # taken back meanwhile
            room.play(state.turn, decision.move, mind=decision)
        except Exception as error:
            if room.state is not state:
                return
            reason = str(error) if isinstance(error, KiebitzError) else f"{type(error).__name__}."
            await self.say(room, f"{room.occupants[state.turn].name} failed: {reason}")
            room.play(state.turn, str(state.moves[0]))
        self.store.add_move(room)
        await self.tell(room)

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
        state = room.state
        if room.limit and not room.is_over and room.occupants[state.turn].kind == PERSON:
            loop = asyncio.get_running_loop()
            loop.call_later(room.limit, lambda: loop.create_task(self._time_up(room, state)))

    async def _time_up(self, room: Room, state: State) -> None:
        if room.state is state:
            name = room.occupants[state.turn].name
            await self.say(room, f"{name} did not move within {room.limit:g} s; a legal move is played.")
            await self.play(room, state.turn, str(state.moves[0]), state.ply)

    async def say(self, room: Room, text: str) -> None:
        for listener in list(self.listeners.get(room.id, ())):
            await self._send(room, listener, {"type": "note", "text": text})

    async def _send(self, room: Room, listener: Listener, message: dict[str, Any] | Text) -> None:
        try:
            await listener.send(message)
        except Exception:  # who has gone is no trouble for the others
            self.leave(room, listener)

    def join(self, room: Room, listener: Listener) -> None:
        self.listeners.setdefault(room.id, []).append(listener)
        self.drive(room)

    def leave(self, room: Room, listener: Listener) -> None:
        if listener in self.listeners.get(room.id, ()):
            self.listeners[room.id].remove(listener)

    def close(self) -> None:
        for task in list(self._driving.values()):
            task.cancel()
        for executor in (self.pool, self._provers):
            executor.shutdown(wait=False, cancel_futures=True)
        self.store.close()
