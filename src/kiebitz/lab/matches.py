"""Matches, tournaments and grids as functions: what the commands of these names call.

    result = match("durak", "greedy", "random", deals=1000, seed=1)
    result.scores()[0].win_rate

All are played as stored runs: the same call goes on with an unfinished one.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kiebitz.agents.registry import check_specs
from kiebitz.agents.session import AgentLike, named
from kiebitz.errors import BadOption
from kiebitz.lab.asking import Asked, Comparison, Played, agents_named, path_of, text_of
from kiebitz.lab.experiments.grid import expand
from kiebitz.lab.playing.match import record_text
from kiebitz.lab.reduction.estimates import estimates_part
from kiebitz.lab.results.result import Result
from kiebitz.lab.results.standings import Meeting, Standings, standings
from kiebitz.lab.running import Kept, Settings, Watch
from kiebitz.lab.runs.plan import Plan, match_plan, pair_plan, table, tournament_plans
from kiebitz.lab.runs.stopping import Verdict
from kiebitz.lab.runs.written import check_replaceable
from kiebitz.rules.game import Game
from kiebitz.rules.options import Options
from kiebitz.sayings import say


def match(
    game: str | Game,
    *agents: AgentLike,
    deals: int = 1000,
    seed: int | str | None = None,
    options: Options = None,
    seatings: str = "rotate",
    open_world: bool = False,
    confidence: float = 0.95,
    until: str = "",
    reduce: Path | str = "",
    records: Path | str | None = None,
    force: bool = False,
    out: Path | str | None = None,
    workers: int = 1,
    executor: str = "auto",
    time_limit: float | None = None,
    trust: bool = False,
    progress: bool | Watch = True,
) -> Result:
    """Play a match and say who is better: one agent for each seat, every deal in several seatings.

    Agents are names (``"mcts:limit=100"``, ``"my_bot.py:MyBot"``), subclasses of ``Agent``, or instances, of
    which every game gets a copy. A class that is in no file, as in a notebook's cell, plays in this process.

    ``deals``: scoring units, each played in every seating. ``seed``: names the deals; without it one is
    drawn. ``options``: of the game, ``{"start_rank": 9}`` or ``"start_rank=9"``. ``seatings``: rotate, all,
    fixed or mirror. ``open_world``: every player sees everything. ``confidence``: of the intervals.
    ``until``: stop when this is decided, ``"elo>10"``, ``"points>0.1"`` or a game's own rule. ``reduce``: the
    file of frozen weights by which luck is taken from the points, or ``"own"`` for those that the game ships.
    ``records``: also write every game to this file, which must be new or of the same run, unless ``force``.

    ``out``: the run's folder, else one in the usual place; the same call goes on with what is there.
    ``workers``: how many threads or processes play. ``executor``: auto, threads, processes or dask (or
    dask:ADDRESS). ``time_limit``: seconds that an agent in Python has for a move, 0 for any. ``trust``: let
    bots from files and programs play without a cell, with all your rights; classes and instances are your own
    code and have none. ``progress``: show it on standard error; or whoever watches.

    >>> result = match("durak", "greedy", "random", deals=100, seed=1)
    >>> result.match.games, result.scores()[0].wins > result.scores()[1].wins
    (200, True)
    """
    target = path_of(records)
    check_replaceable(target, force)
    kept = Kept(record_text, target, force) if target else None
    settings = Settings(out, workers, executor, time_limit, progress, kept)
    asked = Comparison(
        game, agents_named(agents), deals, seed, options, open_world, confidence, trust, settings, until,
        reduce,
    )  # fmt: skip

    def plans(found: Asked) -> list[Plan]:
        return [match_plan(*found.rules, seatings, found.places)]

    run, (result,), verdicts = asked.played("match", plans, "match", seatings=seatings)
    result.stopped = verdicts[0].said if verdicts else ""
    if kept:
        kept.write(run, result)
    return result


@dataclass(frozen=True)
class Tournament(Played):
    """What a tournament has found out: its table, and the results of all pairs."""

    results: tuple[Result, ...]
    standings: Standings
    deals: int
    """For each pair, or at most so many if a rule may stop it."""
    verdicts: tuple[Verdict, ...] = ()
    """Why each pair stopped, if a rule has stopped it."""
    confidence: float = 0.95

    def __repr__(self) -> str:
        ratings = "; ".join(f"{one.name} {one.elo:+.0f} Elo" for one in self.standings.ratings)
        return f"<Tournament {self.run.name}: {ratings}>"

    def as_dict(self) -> dict[str, Any]:
        """The answer of ``kiebitz tournament --json``."""
        plan = self.run.plans[0]
        titles = [one.title for one in self.run.plans]
        stopped = {title: verdict.said for title, verdict in zip(titles, self.verdicts, strict=False)}
        facts = {"game": plan.game, "run": self.run.name, "deals": self.deals, "seed": plan.seed}
        facts["unlocked"] = self.run.unlocked
        said = {"stopped": stopped} if stopped else {}
        return {**facts, **estimates_part(self.results), **said, **asdict(self.standings)}


def tournament(
    game: str | Game,
    *agents: AgentLike,
    deals: int = 1000,
    seed: int | str | None = None,
    options: Options = None,
    open_world: bool = False,
    confidence: float = 0.95,
    until: str = "",
    reduce: Path | str = "",
    out: Path | str | None = None,
    workers: int = 1,
    executor: str = "auto",
    time_limit: float | None = None,
    trust: bool = False,
    progress: bool | Watch = True,
) -> Tournament:
    """Everybody against everybody, every pair on the same deals in all seatings; arguments as in ``match``.

    >>> found = tournament("durak", "greedy", "random", "smart", deals=50, seed=1)
    >>> ", ".join(rating.name for rating in found.standings.ratings)
    'smart, greedy, random'
    """
    settings = Settings(out, workers, executor, time_limit, progress)
    asked = Comparison(
        game, agents_named(agents), deals, seed, options, open_world, confidence, trust, settings, until,
        reduce,
    )  # fmt: skip

    def plans(found: Asked) -> tuple[Plan, ...]:
        return tournament_plans(*found.rules, found.places)

    run, results, verdicts = asked.played("tournament", plans, "tournament")
    table = standings(list(results), confidence, run.plans[0].seed)
    return Tournament(run, results, table, deals, verdicts, confidence)


@dataclass(frozen=True)
class Combination:
    """One combination of a grid against the opponent."""

    meeting: Meeting
    ms_per_move: float

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self.meeting), "ms_per_move": self.ms_per_move}


@dataclass(frozen=True)
class Grid(Played):
    """What a grid has found out, the best combination first."""

    results: tuple[Result, ...]
    cells: tuple[Combination, ...]
    against: str
    confidence: float = 0.95

    def __repr__(self) -> str:
        cells = "; ".join(f"{cell.meeting.one} {cell.meeting.score:.1%}" for cell in self.cells)
        return f"<Grid {self.run.name} against {self.against}: {cells}>"

    def as_dict(self) -> dict[str, Any]:
        """The answer of ``kiebitz grid --json``."""
        plan, cells = self.run.plans[0], [cell.as_dict() for cell in self.cells]
        facts = {"game": plan.game, "run": self.run.name, "against": self.against, "deals": plan.deals}
        more = {"seed": plan.seed, "unlocked": self.run.unlocked}
        return {**facts, **more, **estimates_part(self.results), "cells": cells}


def grid(
    game: str | Game,
    pattern: str,
    against: AgentLike = "random",
    *,
    deals: int = 1000,
    seed: int | str | None = None,
    options: Options = None,
    open_world: bool = False,
    confidence: float = 0.95,
    reduce: Path | str = "",
    out: Path | str | None = None,
    workers: int = 1,
    executor: str = "auto",
    time_limit: float | None = None,
    trust: bool = False,
    progress: bool | Watch = True,
) -> Grid:
    """Every combination of parameters against one opponent, on the same deals; arguments as in ``match``.

    >>> found = grid("durak", "flat:playouts=1|8", "greedy", deals=20, seed=1)
    >>> ", ".join(sorted(cell.meeting.one for cell in found.cells))
    'flat:playouts=1, flat:playouts=8'
    """
    settings = Settings(out, workers, executor, time_limit, progress)
    specs = expand(text_of("pattern", pattern))
    one = named([against])
    (opponent,) = one.specs
    if opponent in specs:
        said = say(
            "{agent} is one of the combinations; take another opponent with --against.", agent=opponent
        )
        raise BadOption(said)
    asked = Comparison(
        game, one, deals, seed, options, open_world, confidence, trust, settings, reduce=reduce
    )

    def plans(found: Asked) -> list[Plan]:
        check_specs([*specs, opponent], table(found.game, found.options))
        rest = opponent, found.deals, found.seed, found.options, found.places
        return [pair_plan(found.game, spec, *rest) for spec in specs]

    run, results, _ = asked.played("grid", plans, "grid", pattern, opponent)
    cells = [
        Combination(standings([result], confidence).meetings[0], result.scores()[0].ms_per_move)
        for result in results
    ]
    cells.sort(key=lambda cell: -cell.meeting.score)
    return Grid(run, results, tuple(cells), opponent, confidence)
