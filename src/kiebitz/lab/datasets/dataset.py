"""A data set: a folder of Parquet files, one for every so many deals, and what they are.

What is still to be played is the deals minus the files, so a data set that was interrupted goes on where it
was, and one with more deals plays only the new ones. A file depends on its deals alone, not on who wrote it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from kiebitz.agents.registry import is_foreign
from kiebitz.amounts import check_number
from kiebitz.envs.planes import Planes
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.files import replaced, write_new
from kiebitz.kernel.meaning import MEANINGS
from kiebitz.lab.datasets.positions import Position, positions
from kiebitz.lab.playing.executors import Executor, Job
from kiebitz.lab.playing.guard import quiet_agents
from kiebitz.lab.playing.match import Block
from kiebitz.lab.runs.plan import Plan, checked
from kiebitz.lab.runs.run import only_player
from kiebitz.sayings import say
from kiebitz.version import __version__

ABOUT = "dataset.json"
PART = 100  # deals of a file
BLOCK = 5  # deals that a worker plays at a time
Show = Callable[[int], None]
"""Told how many games are done."""


@dataclass(frozen=True)
class Dataset:
    """The positions of a match in a folder."""

    plan: Plan
    folder: Path
    teacher: str = ""
    part: int = PART

    def __post_init__(self) -> None:
        if is_foreign(self.teacher):
            raise BadOption(say("A teacher sits in all seats at once, so it cannot be a bot from a file."))
        check_number("deals", self.part)
        Planes.of(self.plan.match.game).check_places()

    @cached_property
    def identity(self) -> str:
        """A hash of all that decides what the files hold, but for the number of deals."""
        lesson = self._lesson.identity if self.teacher else ""
        columns = json.dumps(self.columns)
        asked = [self.plan.identity, lesson, str(self.part), columns]
        return hashlib.sha256(" ".join(asked).encode()).hexdigest()[:16]

    @property
    def _lesson(self) -> Plan:
        """The teacher in all seats, as a plan: a wrong name is refused, a changed teacher noticed."""
        return checked(replace(self.plan, agents=(self.teacher,) * self.plan.match.game.seats))

    @property
    def columns(self) -> dict[str, Any]:
        """What the numbers of observations mean."""
        planes = Planes.of(self.plan.match.game)
        return {
            "planes": [[plane.name, plane.start, plane.planes, plane.width] for plane in planes.listed],
            "actions": [str(move) for move in planes.moves],
            "cards": [str(card) for card in planes.game.deck.cards],
            "places": list(planes.game.place_names()),
        }

    @property
    def games(self) -> int:
        return self.plan.deals * len(self.plan.lineups)

    @property
    def done(self) -> int:
        """How many games are written."""
        return sum(len(deals) for deals in self._parts() if self.file(deals).exists()) * len(
            self.plan.lineups
        )

    def file(self, deals: range) -> Path:
        """The file of some deals."""
        return self.folder / f"deals-{deals[0]:09}-{deals[-1]:09}.parquet"

    @property
    def files(self) -> list[Path]:
        """All files, in the order of the deals."""
        return [self.file(deals) for deals in self._parts()]

    def _parts(self) -> Iterator[range]:
        for first in range(0, self.plan.deals, self.part):
            yield range(first, min(first + self.part, self.plan.deals))

    def write(self, executor: Executor, show: Show, time_limit: float | None = None) -> None:
        """Play what is missing and write it."""
        parquet()
        self.folder.mkdir(parents=True, exist_ok=True)
        with only_player(self.folder):
            self._describe(time_limit)
            missing = [deals for deals in self._parts() if not self.file(deals).exists()]
            done = self.done
            show(done)
            pending: dict[int, dict[tuple[int, int], list[Position]]] = {deals[0]: {} for deals in missing}
            with quiet_agents(), closing(executor.run(self._jobs(missing, time_limit))) as outcomes:
                for job, outcome in outcomes:
                    first = job.block.first // self.part * self.part
                    for row, kept in enumerate(outcome.kept):
                        pending[first][job.block.first + row, job.block.lineup] = kept
                    done += job.block.count
                    deals = next(one for one in missing if one[0] == first)
                    if len(pending[first]) == len(deals) * len(self.plan.lineups):
                        self._write_part(deals, pending.pop(first))
                    show(done)

    def _jobs(self, missing: list[range], time_limit: float | None) -> Iterator[Job]:
        keep = partial(positions, teacher=self.teacher)
        size = (
            self.part if self.plan.match.has_foreign else BLOCK
        )  # foreign code gets new processes each time
        for deals in missing:
            for lineup in range(len(self.plan.lineups)):
                for first in range(deals.start, deals.stop, size):
                    block = Block(lineup, first, min(size, deals.stop - first))
                    yield Job(0, self.plan, block, time_limit, keep)

    def _write_part(self, deals: range, found: dict[tuple[int, int], list[Position]]) -> None:
        rows = [row for key in sorted(found) for row in found[key]]
        with replaced(self.file(deals)) as aside:
            frame(rows, Planes.of(self.plan.match.game)).write_parquet(aside)
        for old in self.folder.glob(f"deals-{deals[0]:09}-*.parquet"):
            if old != self.file(deals):  # of fewer deals
                old.unlink()

    def _describe(self, time_limit: float | None) -> None:
        """Write what the folder holds, if it holds nothing else."""
        before = read_about(self.folder)
        about = self.about(time_limit)
        if before and before.get("meanings", 1) != MEANINGS:
            raise KiebitzError(
                say(
                    "{folder} holds a data set whose code was noted in another way: version {version}, which "
                    "began it, can go on with it, and for a new one choose another --out.",
                    folder=str(self.folder),
                    version=str(before.get("version")),
                )
            )
        if before and (before["identity"], before["time_limit"]) != (self.identity, time_limit):
            raise KiebitzError(
                say(
                    "{folder} holds another data set (other agents, options, seed, teacher or code); "
                    "choose another --out.",
                    folder=str(self.folder),
                )
            )
        if not before and any(self.folder.glob("*.parquet")):
            raise KiebitzError(
                say("{folder} has other files in it; name a new folder.", folder=str(self.folder))
            )
        write_new(self.folder / ABOUT, json.dumps(about, indent=2) + "\n")

    def about(self, time_limit: float | None) -> dict[str, Any]:
        """What the folder says of itself."""
        return {
            "identity": self.identity,
            "question": self.plan.question,
            "plan": self.plan.as_dict(),
            "teacher": self.teacher,
            "part": self.part,
            "time_limit": time_limit,
            "version": __version__,
            "meanings": MEANINGS,
            **self.columns,
        }


def read_about(folder: Path) -> dict[str, Any]:
    """What a folder says of its data set; nothing if it has none."""
    file = folder / ABOUT
    try:
        found = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        if found and not {"identity", "question", "time_limit", "plan"} <= set(found):
            raise ValueError("it says too little")
    except (ValueError, OSError, TypeError) as error:
        raise KiebitzError(say("{file} cannot be read: {why}.", file=str(file), why=str(error))) from None
    return dict(found)


def parquet() -> Any:
    """The library that writes Parquet."""
    try:
        import polars
    except ImportError:
        raise KiebitzError(say("Parquet needs the extra 'data': pip install 'kiebitz[data]'.")) from None
    return polars


def frame(rows: list[Position], planes: Planes) -> Any:
    """Rows as a table of Polars."""
    pl = parquet()
    cards, size = planes.game.deck.size, planes.size
    kinds = {
        "deal": pl.Int64, "lineup": pl.Int16, "ply": pl.Int16, "seat": pl.Int8, "agent": pl.String,
        "phase": pl.String, "observation": pl.Array(pl.Float32, size), "hidden": pl.Array(pl.Int8, cards),
        "legal": pl.List(pl.Int16), "action": pl.Int16, "move": pl.String, "values": pl.List(pl.Float32),
        "teacher_action": pl.Int16, "teacher_values": pl.List(pl.Float32), "points": pl.Int32,
        "failed": pl.Boolean,
    }  # fmt: skip
    columns = dict(zip(Position._fields, zip(*rows, strict=True), strict=True)) if rows else {}
    series = []
    for name, kind in kinds.items():
        values: Any = columns.get(name, ())
        if name in ("observation", "hidden") and values:
            values = np.stack(values)
        series.append(pl.Series(name, values, dtype=kind))
    return pl.DataFrame(series)
