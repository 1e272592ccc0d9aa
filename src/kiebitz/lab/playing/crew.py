"""A crew: a pool of worker processes whose time is watched, with news of how they died."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import current_process, get_all_start_methods, get_context
from threading import Timer
from time import monotonic
from typing import Any, NamedTuple

from kiebitz.agents.cells.nursery import CAN_GUARD, address
from kiebitz.agents.limits import how_it_ended, memory_limit
from kiebitz.children import unheard_interrupts
from kiebitz.lab.playing.guard import Note, Notes, start_worker
from kiebitz.sayings import Saying

LOOK = 0.2  # seconds between looks at the clock
PRELOADED = ["typer", "kiebitz.lab.playing.executors"]  # what the command line and the workers are made of


class Casualty(NamedTuple):
    """A process that died: during which game, while it was waiting for whom, and how."""

    game: tuple[int, int, int]  # plan, line-up, deal
    seat: int
    cause: Saying
    overdue: bool = False  # it was ended, because the agent did not come back


class Crew:
    """Worker processes that keep notes; strangers have nothing in common, not even the hashes of texts.

    With ``cells`` they have theirs from the zygote of this process; otherwise each starts its own.
    """

    def __init__(
        self, workers: int, modules: Iterable[str] = (), strangers: bool = False, cells: bool = False
    ) -> None:
        self.workers = workers
        self._overdue: dict[int, Note] = {}
        self._seen: dict[int, tuple[Note, float]] = {}  # what compiled code was at, and since when
        self._processes: dict[int, Any] = {}
        context = get_context("spawn") if strangers else fork_context(modules)
        self._notes = Notes(context, workers)
        zygote = address() if cells and CAN_GUARD else ""
        self._pool = ProcessPoolExecutor(
            workers, context, start_worker, (self._notes, memory_limit(), zygote)
        )

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        with starting_workers():
            future = self._pool.submit(function, *arguments)
        self._processes.update(self._pool._processes or {})
        return future

    def wait(self, running: Iterable[Future[Any]]) -> Iterator[Future[Any]]:
        """Those that are done, as soon as there are some; meanwhile nobody may think indefinitely."""
        while True:
            done = wait(running, LOOK, FIRST_COMPLETED).done
            self._end_overdue()
            if done:
                yield from done
                return

    def _end_overdue(self) -> None:
        for note in self._notes.read():
            if self._is_overdue(note) and note.process not in self._overdue:
                self._overdue[note.process] = note
                self._processes[note.process].kill()

    def _is_overdue(self, note: Note) -> bool:
        """Should an agent have come back by now? Compiled code has no clock: it must have gone on."""
        if note.deadline >= 0:
            return 0 < note.deadline < monotonic()
        before, since = self._seen.get(note.process, (None, 0.0))
        if note != before:
            self._seen[note.process] = note, monotonic()
            return False
        return monotonic() - since > -note.deadline

    def casualties(self) -> list[Casualty]:
        """Those that died by themselves; the broken pool has ended the others with SIGTERM."""
        patience = Timer(5, self._kill)  # for those that do not listen to SIGTERM
        patience.start()
        self._pool.shutdown()  # it learns how its processes died; asking them meanwhile would confuse it
        patience.cancel()
        found = []
        for last in self._notes.read():
            note = self._overdue.get(last.process, last)
            code = self._processes[note.process].exitcode
            if code != -signal.SIGTERM or self.workers == 1:
                found.append(self._casualty(note, code))
        return found

    def _casualty(self, note: Note, code: int) -> Casualty:
        return Casualty(note.game, note.seat, how_it_ended(code), note.process in self._overdue)

    def end(self) -> None:
        """Let nobody play on."""
        self._kill()
        # Until its own thread has ended: it would close what Python's last steps write to.
        self._pool.shutdown(cancel_futures=True)

    def _kill(self) -> None:
        for process in self._processes.values():
            process.kill()


class NoCrew:
    """This very process in place of a crew, for agents that no other process has."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def wait(self, running: Iterable[Future[Any]]) -> Iterator[Future[Any]]:
        yield from running

    def casualties(self) -> list[Casualty]:
        return []

    def end(self) -> None:
        pass


def fork_context(modules: Iterable[str]) -> Any:
    """A fork server has loaded the program and these modules once, so that a new worker starts at once."""
    # Workers of a Dask cluster are daemons, which may not have children for fear of leaving them behind;
    # ours do not stay behind.
    current_process()._config["daemon"] = False  # type: ignore[attr-defined]
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([*PRELOADED, *modules])
    return context


@contextmanager
def starting_workers() -> Iterator[None]:
    """Processes of ``multiprocessing`` that start in here never hear Ctrl-C."""
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # now, because it would unblock the signal
    with unheard_interrupts():
        yield
