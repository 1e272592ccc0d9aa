"""Thoughts in threads: late ones, quick ones, and those for which there is no thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event, Thread, current_thread
from typing import Any

import pytest

from kiebitz.table.tables.thinkers import Late, Thinkers


def test_an_answer_in_the_same_turn_as_its_time_limit_is_no_late_one(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks: list[tuple[Callable[..., None], tuple[Any, ...]]] = []

    async def answers() -> list[int]:
        loop, thinkers = asyncio.get_running_loop(), Thinkers(1)
        later = loop.call_later

        def call_later(delay: float, work: Callable[..., None], *more: Any, **context: Any) -> Any:
            clocks.append((work, more))
            return later(delay, work, *more, **context)

        def settle(answer: asyncio.Future[Any], *found: Any) -> None:
            Thinkers._settle(thinkers, answer, *found)
            for work, more in clocks:  # the clock strikes before anybody hears of the answer
                work(*more)

        monkeypatch.setattr(loop, "call_later", call_later)
        monkeypatch.setattr(thinkers, "_settle", settle)
        return [await thinkers.ask(lambda: 7, 60, "seat") for _ in range(2)]

    assert asyncio.run(answers()) == [7, 7]


def test_who_has_two_thoughts_is_late_until_the_late_one_ends() -> None:
    async def asked() -> list[object]:
        thinkers, go_on, found = Thinkers(3), Event(), list[object]()
        with pytest.raises(Late):
            late = asyncio.create_task(thinkers.ask(lambda: go_on.wait(10), 0.1, "seat"))
            await asyncio.sleep(0)  # the second one is asked before the first is late, as after an undo
            quick = asyncio.create_task(thinkers.ask(lambda: Event().wait(0.3), 10, "seat"))
            await late
        await quick
        with pytest.raises(Late, match="not answered yet"):
            await thinkers.ask(lambda: 7, 10, "seat")
        go_on.set()
        while not found:
            try:
                found.append(await thinkers.ask(lambda: 7, 10, "seat"))
            except Late:
                await asyncio.sleep(0.01)
        return found

    assert asyncio.run(asyncio.wait_for(asked(), 20)) == [7]


def test_a_thread_is_used_again_and_ends_when_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiebitz.table.tables.thinkers.IDLE", 0.3)

    async def asked() -> list[Thread]:
        thinkers, found = Thinkers(2), list[Thread]()
        for _ in range(3):
            found.append(await thinkers.ask(current_thread, 10))
            await asyncio.sleep(0.05)
        found[0].join(10)
        return [*found, await thinkers.ask(current_thread, 10)]

    first, second, third, later = asyncio.run(asked())
    assert first is second is third is not later
    assert not first.is_alive()


def test_without_a_thread_the_question_fails_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_thread(self: Thread) -> None:
        raise RuntimeError("can't start new thread")

    async def asked() -> int:
        thinkers = Thinkers(1)
        with monkeypatch.context() as full:
            full.setattr(Thread, "start", no_thread)
            with pytest.raises(RuntimeError, match="can't start"):
                await thinkers.ask(lambda: 7, 60, "seat")
        return await asyncio.wait_for(thinkers.ask(lambda: 7, 60, "seat"), 5)

    assert asyncio.run(asked()) == 7
