"""A Dask cluster: jobs go to its workers with the files of their bots."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from socket import gethostname
from typing import Any

from kiebitz.errors import KiebitzError
from kiebitz.lab.playing.crew import starting_workers
from kiebitz.lab.playing.executors import Job, Outcomes, Processes, work
from kiebitz.lab.playing.match import Outcome
from kiebitz.lab.runs.bundles import Bundle, unpacked
from kiebitz.lab.runs.identity import program
from kiebitz.lab.runs.plan import Plan
from kiebitz.sayings import say


class Dask:
    """A Dask cluster (extra ``cluster``): its address, or a local one with this many workers.

    Dask plays what was lost with a worker again. Python agents get processes of their own there too. The
    files of bots go to the workers with the jobs, and a worker whose code is not ours plays nothing.
    """

    name = "dask"

    def __init__(self, workers: int = 1, address: str | None = None) -> None:
        self.workers = workers
        self.address = address

    def run(self, jobs: Iterable[Job]) -> Outcomes:
        dask = _dask()
        with _quiet_dask(), self._client(dask) as client, self._explained(dask, client):
            source, ahead = iter(jobs), 2 * max(self.workers, sum(client.ncores().values()))
            sent: dict[Plan | Bundle, Any] = {}
            done = dask.as_completed([_send(client, job, sent) for job in islice(source, ahead)])
            for future in done:
                yield from future.result()
                for job in islice(source, 1):
                    done.add(_send(client, job, sent))

    def spread(self, work: Callable[[Any], Any], pieces: Iterable[Any]) -> Iterator[Any]:
        """Compute pieces of any work, such as a training; results come back in the order of the pieces."""
        dask = _dask()
        with _quiet_dask(), self._client(dask) as client, self._explained(dask, client):
            source, ahead = iter(pieces), 2 * max(self.workers, sum(client.ncores().values()))
            running = deque(
                client.submit(piece_apart, work, piece, program(), pure=False)
                for piece in islice(source, ahead)
            )
            while running:
                found = running.popleft().result()
                for piece in islice(source, 1):
                    running.append(client.submit(piece_apart, work, piece, program(), pure=False))
                yield found

    @contextmanager
    def _explained(self, dask: Any, client: Any) -> Iterator[None]:
        """Say in a sentence what is wrong with the cluster."""
        try:
            yield
        except KiebitzError:
            raise
        except dask.KilledWorker as error:
            raise KiebitzError(
                say("The cluster's workers die again and again: {why}", why=str(error))
            ) from error
        except Exception as error:
            name = type(error).__name__
            lost = (CancelledError, ConnectionError, TimeoutError, dask.comm.CommClosedError)
            if isinstance(error, lost) or client.status != "running":
                raise KiebitzError(
                    say(
                        "The Dask cluster {where} is lost ({name}): what was played is stored, "
                        "and the same command goes on when there is one again.",
                        where=self.address or say("on this machine"),
                        name=name,
                    )
                ) from error
            raise KiebitzError(
                say(
                    "A worker of the cluster cannot play ({name}: {why}); "
                    "{program} must be installed there as it is here.",
                    name=name,
                    why=str(error),
                    program=program(),
                )
            ) from error

    def _client(self, dask: Any) -> Any:
        if not self.address:
            local = {"n_workers": self.workers, "threads_per_worker": 1, "dashboard_address": None}
            with starting_workers():
                return dask.Client(**local, silence_logs=logging.CRITICAL)
        try:
            return dask.Client(self.address)
        except (OSError, ValueError, MemoryError) as error:  # the last, if something else answers there
            raise KiebitzError(
                say("There is no Dask cluster at {address}: {why}.", address=self.address, why=str(error))
            ) from error

    def close(self) -> None:
        pass


def _dask() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise KiebitzError(
            say("The executor dask needs the extra 'cluster': pip install 'kiebitz[cluster]'.")
        ) from None


def _send(client: Any, job: Job, sent: dict[Plan | Bundle, Any]) -> Any:
    """Let a worker play a job; the files of bots are sent once, as a task that can be done again."""
    plan = job.plan
    if plan not in sent:
        bundle = plan.bundle
        if bundle not in sent:
            sent[bundle] = client.submit(_carry, bundle, pure=False)
        sent[plan] = sent[bundle]
    return client.submit(work_apart, job, sent[plan], plan.identity, program(), pure=False)


@contextmanager
def _quiet_dask() -> Iterator[None]:
    """What Dask's client has to say to its authors is not for our users: they get a sentence."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


_mine = threading.local()


def _carry(bundle: Bundle) -> Bundle:
    """The files of bots on their way to the workers."""
    return bundle


def _check_program(sender: str) -> None:
    """Refuse to work for somebody whose program is another."""
    if program() != sender:
        raise KiebitzError(
            say(
                "The worker on {host} has {program}, but this run needs {other}.",
                host=gethostname(),
                program=program(),
                other=sender,
            )
        )


def piece_apart(work: Callable[[Any], Any], piece: Any, sender: str) -> Any:
    """Do a piece of work on a cluster."""
    _check_program(sender)
    return work(piece)


def work_apart(job: Job, cargo: Bundle, identity: str, sender: str) -> list[tuple[Job, Outcome]]:
    """Play a job on a cluster: compiled agents in this thread, others in a process that stays with it."""
    _check_program(sender)
    job = job._replace(plan=job.plan.at(unpacked(cargo)))
    if job.plan.identity != identity:
        raise KiebitzError(
            say(
                "The worker on {host} has other code or data for {title}: "
                "install there what is installed here.",
                host=gethostname(),
                title=job.plan.title,
            )
        )
    if job.plan.match.is_of_the_house:
        return [(job, work(job))]
    if not hasattr(_mine, "executor"):
        _mine.executor = Processes(1)
    return list(_mine.executor.run([job]))
