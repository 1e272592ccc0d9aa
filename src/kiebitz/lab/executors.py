"""Where blocks are played: on threads, in worker processes, or on a Dask cluster.

All have one interface: ``executor.run(jobs)`` yields (job, outcome) in whatever order they are done. The
outcome of a job does not depend on where it was played.
"""

from __future__ import annotations

import os
import signal
import tempfile
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from kiebitz.errors import KiebitzError, UnknownName
from kiebitz.lab.guard import die_with, keep_notes, limit_memory, read_note
from kiebitz.lab.match import Block, Outcome, play_block
from kiebitz.lab.plan import Plan

EXECUTORS = ("auto", "threads", "processes", "dask")
MEMORY = 2 << 30  # bytes that the agents of a worker may use beyond what the program itself needs


class Job(NamedTuple):
    """A block of a plan, to be played."""

    number: int  # of the plan in its run
    plan: Plan
    block: Block
    time_limit: float | None = None


class Executor(Protocol):
    """Plays jobs somewhere."""

    name: str

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Outcome]]: ...


def work(job: Job) -> Outcome:
    """Play a job in this process."""
    return play_block(job.plan.match, job.block, job.time_limit)


class Threads:
    """Threads of this process: for compiled agents, whose kernels do not hold the interpreter's lock."""

    name = "threads"

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Outcome]]:
        with ThreadPoolExecutor(self.workers) as pool:
            yield from _stream(pool, iter(jobs), 2 * self.workers)


def _stream(pool: Any, jobs: Iterator[Job], ahead: int) -> Iterator[tuple[Job, Outcome]]:
    """Keep a few jobs under way and yield each as it is done."""
    running: dict[Future[Outcome], Job] = {pool.submit(work, job): job for job in islice(jobs, ahead)}
    try:
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
                for job in islice(jobs, 1):
                    running[pool.submit(work, job)] = job
    finally:
        for future in running:
            future.cancel()


class Processes:
    """Worker processes: for Python agents, whose memory and crashes they keep apart.

    A dead worker breaks the whole pool, so the pool is made anew and what was under way is played again,
    now game by game. A game in which a worker dies twice is lost for the agent that was thinking.
    """

    name = "processes"

    def __init__(self, workers: int = 1, memory: int = MEMORY) -> None:
        self.workers = workers
        self.memory = memory

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Outcome]]:
        queue, source = deque[Job](), iter(jobs)
        strikes: Counter[tuple[int, int, int]] = Counter()
        unexplained = 0
        with tempfile.TemporaryDirectory(prefix="kiebitz-") as name:
            while True:
                crash = yield from self._until_broken(queue, source, Path(name))
                if crash is None:
                    return
                unexplained += not crash.culprits
                if unexplained > 20:
                    raise KiebitzError("Worker processes die again and again, and no agent is to blame.")
                queue.extendleft(reversed([single for job in crash.unfinished for single in _singles(job)]))
                for number, lineup, deal, seat in crash.culprits:
                    strikes[number, lineup, deal] += 1
                    if strikes[number, lineup, deal] >= 2:
                        blamed = next(j for j in queue if j[0] == number and j.block == (lineup, deal, 1))
                        queue.remove(blamed)
                        yield blamed, _lost(blamed, seat)

    def _until_broken(
        self, queue: deque[Job], source: Iterator[Job], notes: Path
    ) -> Iterator[tuple[Job, Outcome]] | Any:
        """Play until all is done (then None) or the pool breaks (then what happened)."""
        context = get_context("spawn")
        arguments = (str(notes), os.getpid(), self.memory)
        pool = ProcessPoolExecutor(self.workers, context, _start_worker, arguments)
        running: dict[Future[Outcome], Job] = {}
        processes: dict[int, Any] = {}
        try:
            while True:
                while len(running) < 2 * self.workers:
                    job = queue.popleft() if queue else next(source, None)
                    if job is None:
                        break
                    try:
                        running[pool.submit(work, job)] = job
                    except BrokenProcessPool:
                        queue.appendleft(job)
                        break
                    processes.update(pool._processes or {})
                if not running:
                    return None
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    try:
                        outcome = future.result()
                    except BrokenProcessPool:
                        return _Crash(list(running.values()), _culprits(processes, notes, running.values()))
                    yield running.pop(future), outcome
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes.values():
                if process.is_alive():
                    process.terminate()


class _Crash(NamedTuple):
    unfinished: list[Job]
    culprits: list[tuple[int, int, int, int]]  # plan, line-up, deal, seat


def _culprits(processes: dict[int, Any], notes: Path, jobs: Iterable[Job]) -> list[tuple[int, int, int, int]]:
    """What the processes that died by themselves were thinking about."""
    found = []
    for number, process in processes.items():
        process.join(5)
        if process.exitcode in (None, 0, -signal.SIGTERM):
            continue
        noted = read_note(notes, number)
        if noted:
            lineup, deal, seat = noted
            plans = {
                job.number
                for job in jobs
                if job.block.lineup == lineup and 0 <= deal - job.block.first < job.block.count
            }
            found += [(plan, lineup, deal, seat) for plan in plans]
    return found


def _singles(job: Job) -> list[Job]:
    """A job game by game."""
    lineup, first, count = job.block
    return [job._replace(block=Block(lineup, first + row, 1)) for row in range(count)]


def _lost(job: Job, seat: int) -> Outcome:
    """The outcome of a game in which an agent took its process down."""
    match = job.plan.match
    width = match.game.seats * len(match.game.measures)
    return Outcome(
        points=np.array([match.game.forfeit(seat)], np.int64),
        plies=np.zeros(1, np.int64),
        losers=np.array([seat], np.int64),
        measures=np.zeros((1, width), np.int64),
        reasons={0: "took its process down, or did not come back within its time"},
        seconds=[0.0] * match.game.seats,
        moves=[0] * match.game.seats,
    )


def _start_worker(notes: str, parent: int, memory: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means
    die_with(parent)
    keep_notes(Path(notes))
    limit_memory(memory)


class Dask:
    """A Dask cluster (extra ``cluster``): its address, or a local one with so many workers."""

    name = "dask"

    def __init__(self, workers: int = 1, address: str | None = None) -> None:
        self.workers = workers
        self.address = address

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Outcome]]:
        try:
            from distributed import Client, as_completed
        except ImportError:
            raise KiebitzError(
                "The executor dask needs the extra 'cluster': pip install 'kiebitz[cluster]'."
            ) from None
        local = (
            {}
            if self.address
            else {"n_workers": self.workers, "threads_per_worker": 1, "dashboard_address": None}
        )
        with Client(self.address, **local) as client:
            source = iter(jobs)
            running = {client.submit(work, job, pure=False): job for job in islice(source, 4 * self.workers)}
            done = as_completed(list(running))
            for future in done:
                yield running.pop(future), future.result()
                for job in islice(source, 1):
                    new = client.submit(work, job, pure=False)
                    running[new] = job
                    done.add(new)


def executor(kind: str, workers: int, compiled: bool, address: str | None = None) -> Executor:
    """The executor of a name; ``auto`` takes threads for compiled agents and processes for others."""
    if kind not in EXECUTORS:
        raise UnknownName("executor", kind, EXECUTORS)
    if kind == "dask":
        return Dask(workers, address)
    if kind == "threads" or (kind == "auto" and compiled):
        return Threads(workers)
    return Processes(workers)
