"""Pieces of any work by the executors that play games: trainings are done this way.

A piece is a function of this program and what it is given; it can be done anywhere, and again. What comes
back is in the order of the pieces, so that it does not depend on who has done them.

>>> from kiebitz.lab.playing.executors import Threads
>>> list(spreading(Threads(2))(abs, [3, -4, -5]))
[3, 4, 5]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from typing import Any

from kiebitz.errors import KiebitzError
from kiebitz.lab.playing.crew import fork_context, starting_workers
from kiebitz.lab.playing.executors import HOPELESS, Executor
from kiebitz.lab.playing.guard import die_with_parent
from kiebitz.sayings import say

Work = Callable[[Any], Any]
Spread = Callable[[Work, Iterable[Any]], Iterator[Any]]
"""Like ``map``: a function, and what it is given piece by piece."""


def spreading(executor: Executor) -> Spread:
    """How an executor does pieces of work."""
    if executor.name == "dask":
        from kiebitz.lab.playing.cluster import Dask

        assert isinstance(executor, Dask)
        return executor.spread
    if executor.name == "processes":
        return partial(_in_processes, executor.workers)
    return partial(_on_threads, executor.workers)


def _on_threads(workers: int, work: Work, pieces: Iterable[Any]) -> Iterator[Any]:
    pool = ThreadPoolExecutor(workers)
    source = iter(pieces)
    try:
        running = deque(pool.submit(work, piece) for piece in islice(source, 2 * workers))
        while running:
            found = running.popleft().result()
            running.extend(pool.submit(work, piece) for piece in islice(source, 1))
            yield found
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _in_processes(workers: int, work: Work, pieces: Iterable[Any]) -> Iterator[Any]:
    """In worker processes; if one dies, what was under way is done again."""
    source, waiting, died = iter(pieces), deque[Any](), 0
    while True:
        pool = ProcessPoolExecutor(workers, fork_context(()), die_with_parent)
        running: deque[tuple[Any, Future[Any]]] = deque()
        try:
            while True:
                while len(running) < 2 * workers and (piece := _next(waiting, source)):
                    waiting.appendleft(piece[0])  # until it is under way
                    with starting_workers():
                        running.append((piece[0], pool.submit(work, piece[0])))
                    waiting.popleft()
                if not running:
                    return
                found = running[0][1].result()
                running.popleft()
                died = 0
                yield found
        except BrokenProcessPool:
            died += 1
            waiting.extendleft(piece for piece, _ in reversed(running))
            if died > HOPELESS:
                raise KiebitzError(say("Worker processes die again and again.")) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _next(waiting: deque[Any], source: Iterator[Any]) -> tuple[Any] | None:
    """The next piece, in brackets, as it may be anything."""
    if waiting:
        return (waiting.popleft(),)
    return next(((piece,) for piece in source), None)
