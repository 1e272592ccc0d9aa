"""A stored run as a list shows it: read with care from its ledger, without rules, bots or a compiler."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kiebitz.amounts import MOST, MOST_GAMES
from kiebitz.errors import BadNotation, KiebitzError
from kiebitz.files import data_path
from kiebitz.lab.experiments.page_values import Table, check
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.sayings import Saying, say

LEDGER = "games.sqlite"
RUNS = "KIEBITZ_RUNS"  # names the place of runs
NEEDED = {"plans": list[Table], "kind": str, "title": str, "command": str, "versions": Table}
OPTIONAL = {"contestants": list[Table], "time_limit": float, "stopped": list[Table], "unlocked": list[str]}
PLAN = {
    "game": str,
    "options": str,
    "agents": list[str],
    "deals": int,
    "seed": int | str,
    "lineups": list[list[int]],
    "openings": str,
    "frozen": str,
}
CONTESTANTS = {"cheats": list[bool], "compiled": list[bool]}
STOPPED = {"deals": int, "why": str}


def runs_home() -> Path:
    """Where runs are kept that were not given a place: KIEBITZ_RUNS or the user's data folder."""
    return data_path("runs", RUNS)


class Outline:
    """What the manifest of a run says, checked, and how many of its games are played."""

    def __init__(self, folder: Path) -> None:
        if not (folder / LEDGER).exists():
            raise KiebitzError(
                say("{folder} holds no run; 'kiebitz runs' lists the stored ones.", folder=str(folder))
            )
        self.folder = folder
        self.ledger = Ledger(folder / LEDGER, write=False)
        if self.ledger.is_empty or self.ledger["plans"] is None:
            raise KiebitzError(
                say("{folder} holds a run that was killed before it began.", folder=str(folder))
            )
        self.stored = read_plans(self.ledger, folder)

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def tables(self) -> list[Table]:
        """The plans as a manifest has them."""
        return self.stored

    @property
    def total(self) -> int:
        return sum(plan["deals"] * len(plan["lineups"]) for plan in self.tables)

    @property
    def done(self) -> int:
        return sum(self.ledger.count(number, plan["deals"]) for number, plan in enumerate(self.tables))

    @property
    def unlocked(self) -> list[str]:
        """The bots of others that were not locked in while some of the games were played."""
        return list(map(str, self.ledger["unlocked"] or ()))

    def describe(self) -> dict[str, Any]:
        """The run in a few words."""
        plans = self.tables
        return {
            "name": self.name,
            "folder": str(self.folder),
            "title": self.ledger["title"],
            "kind": self.ledger["kind"],
            "game": plans[0]["game"],
            "agents": list(dict.fromkeys(agent for plan in plans for agent in plan["agents"])),
            "deals": plans[0]["deals"],
            "seed": plans[0]["seed"],
            "games": self.total,
            "done": self.done,
            "seconds": self.ledger.seconds,
            "command": self.ledger["command"],
            "versions": self.ledger["versions"],
            "unlocked": self.unlocked,
        }


def verdicts(ledger: Ledger) -> list[Any]:
    """What a rule that stopped the run said about each plan; older runs, of one plan, have no list."""
    stopped = ledger["stopped"] or []
    return [stopped] if isinstance(stopped, dict) else stopped


def read_plans(ledger: Ledger, folder: Path) -> list[Table]:
    """The plans of a run, after all that will be shown of its manifest has been checked."""
    where = say("the manifest of {folder}", folder=str(folder))
    kinds = NEEDED | OPTIONAL
    found = {key: value for key in kinds if (value := ledger[key]) is not None}
    found["stopped"] = verdicts(ledger)
    check(found, kinds, where, tuple(NEEDED))
    for verdict in found["stopped"]:
        check(verdict, STOPPED, say("{where}, stopped", where=where), tuple(STOPPED))
    plans: list[Table] = found["plans"]
    for n, values in enumerate(plans):
        _check_plan(values, say("{where}, plan {n}", where=where, n=n))
    if not plans:
        raise BadNotation(say("In {where}: there are no plans.", where=where))
    marks = found.get("contestants", [])
    for one in marks:
        check(one, CONTESTANTS, say("{where}, contestants", where=where), tuple(CONTESTANTS))
    numbers = [(len(one["cheats"]), len(one["compiled"])) for one in marks]
    if marks and numbers != [(len(plan["agents"]),) * 2 for plan in plans]:
        raise BadNotation(say("In {where}: the contestants are not those of the plans.", where=where))
    return plans


def _check_plan(values: Table, where: Saying) -> None:
    check(values, PLAN, where, tuple(name for name in PLAN if name not in ("openings", "frozen")))
    deals, seatings = values["deals"], len(values["lineups"])
    if not 0 < deals <= MOST or deals * seatings > MOST_GAMES:
        raise BadNotation(say("In {where}: there cannot be {n} deals.", where=where, n=deals))
    seats = {len(lineup) for lineup in values["lineups"]}
    agents = {agent for lineup in values["lineups"] for agent in lineup}
    if len(seats) != 1 or not agents or not agents <= set(range(len(values["agents"]))):
        raise BadNotation(say("In {where}: the lineups do not fit the agents.", where=where))
