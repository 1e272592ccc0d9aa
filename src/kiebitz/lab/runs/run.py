"""A run: plans, the folder that holds their games, and how to go on where it stopped.

The schedule is a pure generator of blocks. What is still to be played is the schedule minus the ledger, so
a run that was killed goes on where it was, and one with more deals plays only the new ones.
"""

from __future__ import annotations

import datetime
import hashlib
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter
from typing import Any

from kiebitz.agents.cells.guarded import said_of_unlocked
from kiebitz.amounts import tidy
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.files import make_data_folder
from kiebitz.kernel.meaning import MEANINGS
from kiebitz.kernel.random import STREAMS
from kiebitz.lab.experiments.page_values import Table
from kiebitz.lab.playing.executors import Executor
from kiebitz.lab.playing.guard import quiet_agents
from kiebitz.lab.playing.match import Block, Keep, Match, Outcome
from kiebitz.lab.playing.referee import FOREIGN_LIMIT
from kiebitz.lab.results.frames import Columns, Frames, columns_of, no_games
from kiebitz.lab.results.result import Result
from kiebitz.lab.runs.bundles import Bundle, file_of, holds_file, names_of, places_of
from kiebitz.lab.runs.identity import versions
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.lab.runs.line import Line
from kiebitz.lab.runs.manifest import contestants, shown_match
from kiebitz.lab.runs.outline import LEDGER, RUNS, Outline, runs_home
from kiebitz.lab.runs.plan import Plan
from kiebitz.lab.runs.schedule import Schedule
from kiebitz.lab.runs.sentences import stored
from kiebitz.lab.runs.stopping import Stopped, StoppingRule, Verdict
from kiebitz.sayings import say
from kiebitz.telling import tell_once

BATCH_SECONDS = 0.5  # results are written at least this often


@dataclass
class Progress:
    """How far a run has got; given to whoever shows it."""

    done: int
    total: int
    new: int = 0  # games played in this session
    seconds: float = 0.0
    latest: list[tuple[int, Block, Outcome]] = field(default_factory=list)

    def lines(self, plans: Sequence[Plan]) -> Iterator[Line]:
        """A line for each of the latest games."""
        for number, block, outcome in self.latest:
            match = plans[number].match
            for row in range(block.count):
                key = number, block.first + row, block.lineup
                facts = outcome.points[row], outcome.plies[row], outcome.measures[row]
                yield Line.of(match, key, *facts, outcome.reasons.get(row))

    @property
    def per_second(self) -> float:
        return self.new / self.seconds if self.seconds else 0.0


class Busy(KiebitzError):
    """Another process plays this run."""


class Run(Outline, Frames):
    """Plans and their games in a folder; it may be unfinished.

    >>> from kiebitz.lab.playing.executors import Threads
    >>> from kiebitz.lab.runs.plan import match_plan
    >>> run = Run.create("match", (match_plan("durak", ["greedy", "random"], 30, seed=1),))
    >>> run.play(Threads(), deals=(0, 20))
    >>> run.done, run.total, run.is_finished, run.complete_deals()
    (40, 60, False, 20)
    >>> run.so_far().match.games
    40
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._manifest: dict[str, Any] = {}  # what whoever created this object wants to play
        self.folder_of_its_own: TemporaryDirectory[str] | None = None  # it goes when this object goes
        self.plans = tuple(map(Plan.from_dict, self.stored))

    @classmethod
    def create(
        cls,
        kind: str,
        plans: tuple[Plan, ...],
        folder: Path | None = None,
        title: str = "",
        question: dict[str, Any] | None = None,
        call: str = "",
        command: str = "",
    ) -> Run:
        """The run of these plans: a new folder, or the one that already holds them.

        ``question`` is what was asked where the seed was drawn: see drawn.py. ``call`` is what to write in
        Python to have this run; whoever typed a command gets that. ``command`` takes the place of both.
        """
        identities = [plan.identity for plan in plans]
        digest = hashlib.sha256(" ".join(identities).encode()).hexdigest()[:10]
        if not folder:
            make_data_folder(runs_home(), RUNS)
            folder = runs_home() / f"{kind}-{plans[0].match.game.name}-{digest}"
        folder.mkdir(parents=True, exist_ok=True)
        manifest = {
            "identities": identities,
            "plans": [plan.as_dict() for plan in plans],
            "contestants": [contestants(plan.match) for plan in plans],
            "kind": kind,
            "title": title or kind,
            "command": command or _typed() or call or "kiebitz",
            "versions": versions(),
            "streams": STREAMS,
            "meanings": MEANINGS,
            **({"question": question} if question else {}),
        }
        with only_player(folder):
            _describe(folder, manifest, [plan.bundle for plan in plans])
        run = cls(folder)
        run.plans, run._manifest = plans, manifest
        return run

    @property
    def is_ours(self) -> bool:
        """Can whoever has this object play its plans as they stand?"""
        return bool(self._manifest)

    def match(self, number: int, deals: int | None = None) -> Match:
        """A plan's match: of a run that is only looked at, with stand-ins who have the players' names."""
        plan = self.plans[number] if deals is None else replace(self.plans[number], deals=deals)
        return plan.match if self._manifest else shown_match(plan, number, self.ledger)

    def playable(self) -> tuple[Plan, ...]:
        """The plans with the bots as they were, whatever has become of their files since.

        Of a game the file plays that the user has named, so that must still be the one that was played.
        """
        bundle = self.ledger.bundle
        return tuple(self._kept(plan, bundle) for plan in self.plans)

    def _kept(self, plan: Plan, bundle: Bundle) -> Plan:
        stored, game = places_of(bundle), file_of(plan.game)
        named = dict(plan.places).get(game)
        if named and not holds_file(bundle, game, Path(named)):
            said = say(
                "This run was played with another {file}: '{command}' writes its copy, which you can name "
                "with --load.",
                file=game,
                command=f"kiebitz export {self.folder} --sources FOLDER",
            )
            raise KiebitzError(said)
        copies = [agent for agent in plan.agents if not stored.keys().isdisjoint(names_of(agent))]
        strangers = tuple(dict.fromkeys([*plan.strangers, *copies]))
        return replace(plan.at({**stored, **dict(plan.places)}), strangers=strangers)

    @property
    def tables(self) -> list[Table]:
        return [plan.as_dict() for plan in self.plans]

    def __repr__(self) -> str:
        return f"<Run {self.name}: {self.done:,} of {self.total:,} games>"

    @property
    def is_finished(self) -> bool:
        """Are all games played, or was it stopped by its test?"""
        return self.ledger["stopped"] is not None or self.done >= self.total

    def _mark(self, names: Iterable[str]) -> None:
        """Say and write down that these were not locked in."""
        tell_once(said_of_unlocked(names))
        self.ledger.describe(unlocked=list(dict.fromkeys([*self.unlocked, *names])))

    def play(
        self,
        executor: Executor,
        show: Callable[[Progress], None] | None = None,
        time_limit: float | None = None,
        deals: tuple[int, int] | None = None,
        only: int | None = None,
        keep: Keep | None = None,
    ) -> None:
        """Play what is missing; of a range of deals, or of one plan only, if they are given.

        What is to be kept of games besides their figures is told with the progress; the ledger has no room.
        """
        with only_player(self.folder):
            self._open_to_write()
            self._check_limit(time_limit)
            if self._manifest:  # somebody may have come in between with another number of deals
                self.ledger.describe(**self._manifest)
            schedule = Schedule(self.ledger, self.plans, deals, time_limit, only, keep)
            if schedule.games:
                self.ledger.describe(time_limit=time_limit, foreign_limit=FOREIGN_LIMIT)
                self._play(executor, schedule, show or (lambda progress: None))

    def play_until(
        self,
        rule: StoppingRule,
        executor: Executor,
        show: Callable[[Progress], None] | None = None,
        time_limit: float | None = None,
    ) -> Stopped:
        """Play a match until a rule has decided, and settle for what it needed; see stopping.py."""
        (verdict,) = self.play_each_until(rule, executor, show, time_limit)
        return Stopped(self.result(), verdict.said)

    def play_each_until(
        self,
        rule: StoppingRule,
        executor: Executor,
        show: Callable[[Progress], None] | None = None,
        time_limit: float | None = None,
        keep: Keep | None = None,
    ) -> list[Verdict]:
        """The same for several matches, one after the other: each stops by itself."""
        verdicts = []
        for number, plan in enumerate(self.plans):
            for deals in rule.looks(plan):
                self.play(executor, show, time_limit, (deals.start, deals.stop), number, keep)
                result = self.ledger.result(number, replace(plan, deals=deals.stop).match)
                if verdict := rule.judge(result):
                    break
            else:
                verdict = rule.undecided(result)
            verdicts.append(verdict)
        self.settle(*verdicts)
        return verdicts

    def note(self, **values: Any) -> None:
        """Keep something about the run beside its games."""
        with only_player(self.folder):
            self._open_to_write()
            self.ledger.describe(**values)

    def _open_to_write(self) -> None:
        if not self.ledger.writes:
            self.ledger.close()
            self.ledger = Ledger(self.folder / LEDGER)

    @property
    def time_limit(self) -> float | None:
        """What the games were played with: seconds a move, 0 for no limit, None for the usual one."""
        limit: float | None = self.ledger["time_limit"]
        before = self.ledger["foreign_limit"]  # what was usual then
        return limit if limit is not None or before == FOREIGN_LIMIT else before or 0.0

    def _check_limit(self, time_limit: float | None) -> None:
        """Refuse a time limit other than that of the earlier games: it decides who wins."""
        before, matches = self.time_limit, [plan.match for plan in self.plans]
        if all(match.is_of_the_house for match in matches) or not self.done:
            return
        if not any(match.has_foreign for match in matches):  # nothing is usual for those of the house
            before, time_limit = before or 0.0, time_limit or 0.0
        if before != time_limit:
            none = say("without --time-limit")
            how = none if before is None else say("with --time-limit {limit}", limit=tidy(before))
            raise BadOption(
                say(
                    "The run {run} was begun {how}: go on so, or choose another --out.",
                    run=self.name,
                    how=how,
                )
            )

    def _play(self, executor: Executor, schedule: Schedule, show: Callable[[Progress], None]) -> None:
        progress = Progress(self.done, self.total)
        matches = [plan.match for plan in self.plans]
        for match in matches:
            match.prepare()
        started, start = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"), perf_counter()
        session = self.ledger.begin_session(started, executor.name, executor.workers)
        batch: list[tuple[int, Match, Block, Outcome]] = []
        written, unlocked = monotonic(), set[str]()
        try:
            with quiet_agents(), closing(executor.run(schedule)) as outcomes:
                for job, outcome in outcomes:
                    schedule.learn(job, outcome)
                    if not unlocked.issuperset(outcome.unlocked):
                        unlocked.update(outcome.unlocked)
                        self._mark(outcome.unlocked)
                    batch.append((job.number, matches[job.number], job.block, outcome))
                    progress.done += job.block.count
                    progress.new += job.block.count
                    progress.seconds = perf_counter() - start
                    progress.latest.append((job.number, job.block, outcome))
                    if monotonic() - written > BATCH_SECONDS:
                        done, batch, written = batch, [], monotonic()
                        self.ledger.add(done, session, perf_counter() - start)
                    show(progress)
                    progress.latest.clear()
        finally:
            self.ledger.add(batch, session, perf_counter() - start)

    def check_streams(self) -> None:
        """Refuse to play games again whose cards would be different now."""
        _check_streams(self.folder, self.ledger)

    def check_meanings(self) -> None:
        """Refuse to play more games where nobody can tell whether today's code is the same."""
        _check_meanings(self.folder, self.ledger)

    def check_game(self, number: int, deal: int, lineup: int) -> None:
        """Refuse a game that the run does not have."""
        plan = self.plans[number] if 0 <= number < len(self.plans) else None
        if plan is None or not (0 <= deal < plan.deals and 0 <= lineup < len(plan.lineups)):
            key = f"{number}/{deal}/{lineup}"
            raise BadOption(say("The run {run} has no game {key}.", run=self.name, key=key))

    def games(self) -> Iterator[Line]:
        """A line for every game that is played."""
        for number in range(len(self.plans)):
            match = self.match(number)
            for deal, lineup, points, plies, _, measures, reason in self.ledger.units(number, match):
                yield Line.of(match, (number, deal, lineup), points, plies, measures, reason)

    def columns(self) -> Iterator[Columns]:
        """All games so far as a table: see ``to_pandas``."""
        if not self.done:
            yield no_games(self.match(0))
        for number in range(len(self.plans)):
            match = self.match(number)
            for batch in self.ledger.batches(number, match):
                games = batch.deals, batch.lineups, batch.points, batch.plies, batch.losers, batch.measures
                yield columns_of(number, match, *games)

    def result(self, number: int = 0) -> Result:
        """The result of a plan; all of its games must have been played."""
        self.check_finished(number)
        return self.result_of(number, self.plans[number].deals)

    def so_far(self, number: int = 0) -> Result | None:
        """The result of as many first deals of a plan as are played in all seatings; None if none are."""
        deals = self.complete_deals(number)
        return self.result_of(number, deals) if deals else None

    def result_of(self, number: int, deals: int) -> Result:
        """The result of a plan's first deals, which must have been played."""
        found = self.ledger.result(number, self.match(number, deals))
        found.run, found.number = self, number
        names = [player.name for player in found.match.players]
        found.unlocked = tuple(one for one in self.unlocked if one in names)
        found.watched = self.ledger["stopped"] is not None or deals < self.plans[number].deals
        return found

    def complete_deals(self, number: int = 0) -> int:
        """How many deals of a plan, from the first on, are played in all seatings."""
        plan = self.plans[number]
        low, high = 0, plan.deals
        while low < high:
            middle = (low + high + 1) // 2
            whole = self.ledger.count(number, middle) == middle * len(plan.lineups)
            low, high = (middle, high) if whole else (low, middle - 1)
        return low

    def check_finished(self, number: int) -> None:
        """Refuse a plan of which games are still to be played."""
        plan = self.plans[number]
        if self.ledger.count(number, plan.deals) < plan.deals * len(plan.lineups):
            raise KiebitzError(
                say(
                    "The run {run} is not finished; the command that began it goes on with it.", run=self.name
                )
            )

    def results(self) -> list[Result]:
        return [self.result(number) for number in range(len(self.plans))]

    def settle(self, *verdicts: Verdict) -> None:
        """Settle for fewer deals than planned, one verdict a plan, as a test does when it has decided."""
        pairs = zip(self.plans, verdicts, strict=True)
        self.plans = tuple(replace(plan, deals=verdict.deals) for plan, verdict in pairs)
        with suppress(Busy), only_player(self.folder):  # whoever plays on has plans of their own
            self._open_to_write()
            plans = [plan.as_dict() for plan in self.plans]
            stopped = [{"deals": verdict.deals, "why": stored(verdict.said)} for verdict in verdicts]
            self.ledger.describe(plans=plans, stopped=stopped)


def _typed() -> str:
    """The command that was typed, if this process is one."""
    program = Path(sys.argv[0]) if sys.argv else Path()
    is_ours = program.stem == "kiebitz" or (program.stem, program.parent.name) == ("__main__", "kiebitz")
    return shlex.join(["kiebitz", *sys.argv[1:]]) if is_ours else ""


def _describe(folder: Path, manifest: dict[str, Any], bundles: list[Bundle]) -> None:
    """Write what a run is, if the folder holds no other."""
    with closing(Ledger(folder / LEDGER)) as ledger:
        begun = ledger["identities"] is not None or ledger["plans"] is not None
        if begun:
            _check_streams(folder, ledger)
            _check_meanings(folder, ledger)
        if begun and ledger["identities"] != manifest["identities"]:
            raise KiebitzError(
                say(
                    "{folder} holds another run (other agents, options, seed or code); choose another --out.",
                    folder=str(folder),
                )
            )
        for bundle in bundles:
            ledger.keep(bundle)
        ledger.describe(**manifest)


def _check_streams(folder: Path, ledger: Ledger) -> None:
    """Refuse a run whose games would come out differently today."""
    if (scheme := ledger["streams"] or 1) != STREAMS:
        raise KiebitzError(
            say(
                "{folder} holds a run whose random numbers were made in another way (scheme {scheme}, now "
                "{now}): it can be shown, reported and exported, but not played on or again.",
                folder=str(folder),
                scheme=scheme,
                now=STREAMS,
            )
        )


def _check_meanings(folder: Path, ledger: Ledger) -> None:
    """Refuse to go on with a run of which nobody can tell whether today's code is the one that began it."""
    if (scheme := ledger["meanings"] or 1) != MEANINGS:
        made_with = ledger["versions"]
        raise KiebitzError(
            say(
                "{folder} holds a run whose code was noted in another way (scheme {scheme}, now {now}): it "
                "can be shown, reported, exported and verified; version {version}, which began it, can go on "
                "with it, and for a new run choose another --out.",
                folder=str(folder),
                scheme=scheme,
                now=MEANINGS,
                version=str(made_with.get("kiebitz", "?")) if isinstance(made_with, dict) else "?",
            )
        )


@contextmanager
def only_player(folder: Path) -> Iterator[None]:
    """Make sure that nobody else plays this run; the system forgets the lock when the process ends."""
    how = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)  # a folder may come from anybody
    with os.fdopen(os.open(folder / ".lock", how, 0o666), "w") as file:
        with suppress(ImportError):  # not on Windows
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                said = say("{folder} is being played by another process.", folder=str(folder))
                raise Busy(said) from None
        yield


def is_played(folder: Path) -> bool:
    """Does another process play this run now, or is it where we could not play it?"""
    try:
        with only_player(folder):
            return False
    except (Busy, OSError):
        return True
