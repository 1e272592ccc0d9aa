"""Threads for thoughts that may take long: a few at a time, and none is waited for indefinitely."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from kiebitz.errors import KiebitzError
from kiebitz.sayings import say

Answer = TypeVar("Answer")
IDLE = 10.0  # seconds after which a thread that nobody asks ends


class _Thinker:
    """A thread that answers one question after another, and is among the idle ones in between."""

    def __init__(self, idle: list[_Thinker]) -> None:
        self.questions = SimpleQueue[Callable[[], None]]()
        self._idle = idle
        Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                question = self.questions.get(timeout=IDLE)
            except Empty:
                try:
                    self._idle.remove(self)
                except ValueError:  # somebody has just taken it from there: a question is on its way
                    continue
                return
            question()
            del question  # whatever it holds
            self._idle.append(self)


class Late(KiebitzError):
    """An answer did not come in time."""


class Thinkers:
    """As many threads as may work at a time; a late one goes on alone, and another takes its place.

    A thread cannot be ended from outside. So whoever was late is not asked again before that thought has
    come to its end: nobody holds more than one thread for nothing.
    """

    def __init__(self, threads: int) -> None:
        self._free = asyncio.Semaphore(threads)
        self._idle = list[_Thinker]()  # to start a thread takes longer than many a thought
        self._lost: dict[asyncio.Future[Any], Hashable] = {}  # late answers that are still thought about

    async def ask(self, work: Callable[[], Answer], seconds: float, who: Hashable = None) -> Answer:
        """What the work answers; Late after this many seconds, or at once if ``who`` is late already."""
        if who in self._lost.values():
            raise Late(say("An earlier question is not answered yet."))
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Answer] = loop.create_future()
        clock = loop.call_later(seconds, self._give_up, answer, seconds, who)

        def done(_: asyncio.Future[Answer]) -> None:
            clock.cancel()
            self._free.release()
            answer.exception()  # if nobody waits for it any more, nobody need hear of it

        answer.add_done_callback(done)
        try:
            self._thinker().questions.put(partial(self._think, loop, work, answer))
        except RuntimeError as problem:  # the computer has no thread left
            self._settle(answer, None, problem)
        # Whoever asks may leave; the place is free only when the thread has ended or is given up.
        return await asyncio.shield(answer)

    def _thinker(self) -> _Thinker:
        try:
            return self._idle.pop()
        except IndexError:
            return _Thinker(self._idle)

    def _give_up(self, answer: asyncio.Future[Any], seconds: float, who: Hashable) -> None:
        if answer.done():  # it came in the same turn of the loop
            return
        if who is not None:
            self._lost[answer] = who
        answer.set_exception(Late(say("No answer came within {n} s.", n=seconds)))

    def _think(
        self, loop: asyncio.AbstractEventLoop, work: Callable[[], Any], answer: asyncio.Future[Any]
    ) -> None:
        found, problem = None, None
        try:
            found = work()
        except BaseException as error:  # also those that would end a thread or a generator
            is_plain = isinstance(error, Exception) and not isinstance(error, StopIteration)
            problem = error if is_plain else RuntimeError(type(error).__name__)
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(self._settle, answer, found, problem)

    def _settle(self, answer: asyncio.Future[Any], found: Any, problem: BaseException | None) -> None:
        self._lost.pop(answer, None)
        if answer.done():
            return
        if problem is None:
            answer.set_result(found)
        else:
            answer.set_exception(problem)
