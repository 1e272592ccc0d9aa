"""Where blocks are played: on threads, in worker processes, or on a Dask cluster.

All have one interface: ``executor.run(jobs)`` yields (job, outcome) in whatever order they are done. The
outcome of a job does not depend on where it was played.

Every deal is played in several line-ups, and a bot that remembers one of them knows the others' cards in the
next. So code from files and programs never meets a deal twice: a process that runs it plays one line-up of
one match, and no deal again.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import replace
from itertools import islice
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from kiebitz.agents.answers import TimeUp, reason_of
from kiebitz.agents.cells.nearness import side_by_side
from kiebitz.agents.process import renew
from kiebitz.errors import BadOption, KiebitzError, UnknownName
from kiebitz.lab.playing.apart import seat_apart
from kiebitz.lab.playing.crew import Casualty, Crew
from kiebitz.lab.playing.guard import give_up_memory, on_plan
from kiebitz.lab.playing.match import Block, Keep, Match, Outcome, outcome_of, play_block
from kiebitz.lab.playing.referee import limit_of, lost_unit
from kiebitz.lab.runs.plan import Plan
from kiebitz.sayings import say

EXECUTORS = ("auto", "threads", "processes", "dask")
HOPELESS = 5  # how many times in a row processes may die before they have begun to play


class Job(NamedTuple):
    """A block of a plan, to be played."""

    number: int  # of the plan in its run
    plan: Plan
    block: Block
    time_limit: float | None = None  # seconds a move: see referee.limit_of
    keep: Keep | None = None  # what to keep of each game

    @property
    def team(self) -> Team | None:
        """Whose games a process goes on with after this one; None if no code of a file runs in it."""
        return self.group if self.plan.match.is_exposed else None

    @property
    def group(self) -> Team:
        """The line-up of a match, whatever deals it plays."""
        return replace(self.plan, deals=0), self.block.lineup


Team = tuple[Plan, int]
Outcomes = Generator[tuple[Job, Outcome], None, None]


class Executor(Protocol):
    """Plays jobs somewhere."""

    name: str
    workers: int

    def run(self, jobs: Iterable[Job]) -> Outcomes: ...

    def close(self) -> None: ...


def work(job: Job) -> Outcome:
    """Play a job in this process."""
    job.plan.match.prepare()
    _keep_apart(job)
    match = seat_apart(job.plan, job.block.lineup, job.time_limit)
    start = perf_counter()
    try:
        with on_plan(job.number, suspicious=match.is_exposed), side_by_side():
            outcome = play_block(match, job.block, job.time_limit, job.keep)
    except MemoryError:  # the agents have left too little for the program itself
        give_up_memory()
        raise
    outcome.elapsed, outcome.unlocked = perf_counter() - start, job.plan.unlocked
    return outcome


_met: tuple[Team, int] | None = None  # what the cells of this process have played, up to which deal


def _keep_apart(job: Job) -> None:
    """Renew the cells of this process if somebody in them could meet a deal again."""
    global _met
    if not job.plan.match.has_foreign:
        return
    first = job.block.first
    if _met is None or _met[0] != job.group or first < _met[1]:
        renew()
    _met = job.group, first + job.block.count


class Threads:
    """Threads of this process: for compiled agents, whose kernels do not hold the interpreter's lock."""

    name = "threads"

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers

    def run(self, jobs: Iterable[Job]) -> Outcomes:
        pool = ThreadPoolExecutor(self.workers)
        try:
            yield from _stream(pool, map(_of_the_house, jobs), 2 * self.workers)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        pass


def _of_the_house(job: Job) -> Job:
    """The job itself, if it may be played in this process."""
    refuse_foreign(job.plan.match)
    return job


def refuse_foreign(match: Match) -> None:
    """Threads share their memory and their fate."""
    if foreign := [player.name for player in match.players if player.is_foreign]:
        raise BadOption(
            say(
                "{bot} is a bot from a file or program, and those play in processes of their own: "
                "leave out --executor threads.",
                bot=foreign[0],
            )
        )


def _stream(pool: Any, jobs: Iterator[Job], ahead: int) -> Outcomes:
    """Keep a few jobs under way and yield each as it is done."""
    running: dict[Future[Outcome], Job] = {pool.submit(work, job): job for job in islice(jobs, ahead)}
    while running:
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            yield running.pop(future), future.result()
            for job in islice(jobs, 1):
                running[pool.submit(work, job)] = job


class Here:
    """This very thread: for agents that only this process has, such as a class in a notebook's cell."""

    name = "here"
    workers = 1

    def run(self, jobs: Iterable[Job]) -> Outcomes:
        for job in jobs:
            yield job, work(job)

    def close(self) -> None:
        pass


def _here(kind: str, workers: int, matches: Sequence[Match]) -> Here:
    """The executor for agents of this session, if nothing else was asked for."""
    live = next(match.live for match in matches if match.live)
    if kind != "auto" or workers != 1:
        raise BadOption(
            say(
                "{bot} is in no file, so no other process or thread can have it: leave out workers and "
                "executor, or put its class into a file of its own and import it from there.",
                bot=live,
            )
        )
    foreign = [player.name for match in matches for player in match.players if player.runs_here]
    if foreign:
        raise BadOption(
            say(
                "{bot} is in no file and plays in this process, where {foreign}, a bot from a file or "
                "program, must not be: put the class into a file of its own and import it from there.",
                bot=live,
                foreign=foreign[0],
            )
        )
    return Here()


class Processes:
    """Worker processes: for Python agents, whose memory and crashes they keep apart.

    A dead worker breaks the whole pool, so the pool is made anew and what was under way is played again,
    the game in which the worker died first and alone. When a worker dies in the same game again, that game
    is lost for the agent that was thinking; one that did not come back long after its time limit has lost
    at once. Anything else that was interrupted is simply played again.

    Foreign code is played by one team after the other: a crew goes on with the line-up that it has played,
    deals in ascending order, so that none comes again; for any other job there is a new crew.
    """

    name = "processes"

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self._crew: Crew | None = None
        self._team: Team | None = None  # what the crew has played
        self._next = 0  # the first deal that it has not met

    def run(self, jobs: Iterable[Job]) -> Outcomes:
        queue, source = deque[Job](), iter(jobs)
        strikes: Counter[tuple[int, int, int]] = Counter()
        alone, hopeless = False, 0
        while True:
            # When nobody knows who it was, what was under way is played by one worker: then it shows.
            crash = yield from self._play(queue, iter(()) if alone else source, 1 if alone else self.workers)
            if crash is None and not alone:
                return
            if crash is None:
                alone = False
                continue
            hopeless = 0 if crash.progress or crash.casualties else hopeless + 1
            if hopeless > HOPELESS:
                raise KiebitzError(
                    say(
                        "Worker processes die again and again before they play; "
                        "a script that starts them needs: if __name__ == '__main__'."
                    )
                )
            alone = not crash.casualties
            queue.extendleft(reversed(crash.unfinished))
            for casualty in crash.casualties:
                suspect = _take_out(queue, casualty.game)
                strikes[casualty.game] += 1
                if casualty.overdue or strikes[casualty.game] >= 2:
                    yield suspect, _lost(suspect, casualty)
                else:
                    queue.appendleft(suspect)

    def _play(
        self, queue: deque[Job], source: Iterator[Job], workers: int
    ) -> Generator[tuple[Job, Outcome], None, _Crash | None]:
        """Play until all is done (then None) or the pool breaks (then what happened)."""
        if self._crew and self._crew.workers != workers:
            self.close()
        running: dict[Future[Outcome], Job] = {}
        progress = False
        try:
            while True:
                while len(running) < 2 * workers:
                    job = queue.popleft() if queue else next(source, None)
                    if job is None:
                        break
                    if not self._is_for_crew(job):
                        if running:  # they finish first
                            queue.appendleft(job)
                            break
                        self.close()
                    crew = self._crew = self._crew or _crew_for(job, workers)
                    self._team, self._next = job.team, job.block.first + job.block.count
                    try:
                        running[crew.submit(work, job)] = job
                    except BrokenProcessPool:
                        queue.appendleft(job)
                        if not running:
                            return self._crash(crew, running, progress)
                        break
                if not running:
                    return None
                for future in crew.wait(running):
                    try:
                        outcome = future.result()
                    except BrokenProcessPool:
                        return self._crash(crew, running, progress)
                    progress = True
                    yield running.pop(future), outcome
        except BaseException:
            self.close()
            raise

    def _is_for_crew(self, job: Job) -> bool:
        """May the processes that there are play this job?"""
        if self._crew is None:
            return True
        return job.team == self._team and (self._team is None or job.block.first >= self._next)

    def _crash(self, crew: Crew, running: dict[Future[Outcome], Job], progress: bool) -> _Crash:
        casualties = [
            one for one in crew.casualties() if any(_holds(job, one.game) for job in running.values())
        ]
        self.close()
        return _Crash(list(running.values()), casualties, progress)

    def close(self) -> None:
        """End the workers."""
        if self._crew:
            self._crew.end()
            self._crew = None


def _crew_for(job: Job, workers: int) -> Crew:
    match = job.plan.match
    return Crew(workers, match.game.modules, cells=any(one.isolated for one in match.players))


class _Crash(NamedTuple):
    unfinished: list[Job]
    casualties: list[Casualty]
    progress: bool


def _holds(job: Job, game: tuple[int, int, int]) -> bool:
    plan, lineup, deal = game
    block = job.block
    return (job.number, block.lineup) == (plan, lineup) and 0 <= deal - block.first < block.count


def _take_out(queue: deque[Job], game: tuple[int, int, int]) -> Job:
    """Take a game out of the queue, leaving the rest of its block there."""
    job = next(job for job in queue if _holds(job, game))
    place = queue.index(job)
    del queue[place]
    lineup, first, count = job.block
    before = game[2] - first
    for start, size in ((game[2] + 1, count - before - 1), (first, before)):
        if size:
            queue.insert(place, job._replace(block=Block(lineup, start, size)))
    return job._replace(block=Block(lineup, game[2], 1))


def _lost(job: Job, casualty: Casualty) -> Outcome:
    """The outcome of a game in which an agent took its process down, or had to be ended with it."""
    match, (lineup, deal, _) = job.plan.match, job.block
    limit = limit_of(match.seated(lineup)[casualty.seat], job.time_limit)
    reason = reason_of(TimeUp(limit or 0.0)) if casualty.overdue else casualty.cause
    unit = lost_unit(
        match.game, match.roots(lineup), deal, lineup, casualty.seat, reason, match.opening(deal)
    )
    outcome = outcome_of(match, job.block, [unit], job.keep)
    outcome.unlocked = job.plan.unlocked
    return outcome


def executor(kind: str, workers: int, plans: Iterable[Plan], address: str | None = None) -> Executor:
    """The executor of a name; ``auto`` takes threads for compiled agents and processes for others."""
    if kind not in EXECUTORS:
        raise UnknownName("executor", kind, EXECUTORS)
    matches = [plan.match for plan in plans]
    if any(match.live for match in matches):
        return _here(kind, workers, matches)
    if kind == "dask":
        from kiebitz.lab.playing.cluster import Dask

        return Dask(workers, address)
    if kind == "threads":
        for match in matches:
            refuse_foreign(match)
    if kind == "threads" or (kind == "auto" and all(match.is_of_the_house for match in matches)):
        return Threads(workers)
    return Processes(workers)


def play_apart(match: Match, workers: int) -> Iterator[tuple[Block, Outcome]]:
    """The blocks of a match, played in worker processes; they make its game and players by their names."""
    if match.openings:
        raise BadOption(say("A match with openings and bots from files or programs is played as a run."))
    agents = tuple(player.spec for player in match.players)
    trusted = tuple(player.spec for player in match.players if player.trusted)
    facts = match.game.name, match.game.options_text, agents, match.deals, match.seed, match.lineups
    plan = Plan(*facts, trusted=trusted, frozen=match.frozen.text if match.frozen else "")
    blocks = sorted(match.blocks(), key=lambda block: block.lineup)
    with closing(Processes(workers)) as processes:
        for job, outcome in processes.run(Job(0, plan, block) for block in blocks):
            yield job.block, outcome
