"""Trainings are spread over the executors that play games, piece by piece.

A piece is a function and its argument. It can be computed anywhere, and again if a process dies; results
come back in the order of the pieces, so they do not depend on which process computed them.

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

import typer

from kiebitz.errors import KiebitzError
from kiebitz.lab.playing.crew import fork_context, starting_workers
from kiebitz.lab.playing.executors import HOPELESS, Executor
from kiebitz.lab.playing.guard import die_with_parent
from kiebitz.sayings import say

Work = Callable[[Any], Any]
Spread = Callable[[Work, Iterable[Any]], Iterator[Any]]
"""Like ``map``: results come back in the order of the pieces, whichever process computed them."""

WORKERS = typer.Option(1, "--workers", "-w", help="How many threads or processes work; it changes nothing.")
EXECUTOR = typer.Option("auto", "--executor", help="auto, threads, processes or dask (or dask:ADDRESS).")


def spread_by(workers: int, executor: str) -> Spread:
    """How the work is spread; a wrong name or number is refused here."""
    from kiebitz.lab.running import Settings

    if (workers, executor) == (1, "auto"):
        return map
    return spreading(Settings(workers=workers, executor=executor).make_executor())


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
