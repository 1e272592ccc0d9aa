"""Matches, tournaments and grids as functions: what the commands of these names call.

    result = match("durak", "greedy", "random", deals=1000, seed=1)
    result.scores()[0].win_rate

All are played as stored runs: the same call goes on with an unfinished one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kiebitz.agents.session import AgentLike, Named, named
from kiebitz.agents.trust import trusting
from kiebitz.errors import BadOption, wrong_type
from kiebitz.files import check_writable, write_new
from kiebitz.kernel.random import fresh_seed
from kiebitz.lab.experiments.grid import expand
from kiebitz.lab.playing.match import record_text
from kiebitz.lab.reduction.estimates import estimates_dict
from kiebitz.lab.results.frames import Columns, Frames
from kiebitz.lab.results.result import Result
from kiebitz.lab.results.standings import Meeting, Standings, standings
from kiebitz.lab.running import Kept, Settings, Watch, call_text, execute
from kiebitz.lab.runs.plan import match_plan, pair_plan, reduced, tournament_plans
from kiebitz.lab.runs.run import Run
from kiebitz.lab.runs.stopping import Verdict
from kiebitz.lab.statistics.intervals import quantile
from kiebitz.rules.game import Game
from kiebitz.rules.options import Options, options_text
from kiebitz.rules.registry import as_game, name_of_game
from kiebitz.sayings import say

OPEN_WORLD = "open_world=on"


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
    ``records``: also write every game to this file.

    ``out``: the run's folder, else one in the usual place; the same call goes on with what is there.
    ``workers``: how many threads or processes play. ``executor``: auto, threads, processes or dask (or
    dask:ADDRESS). ``time_limit``: seconds that an agent in Python has for a move, 0 for any. ``trust``: let
    bots from files and programs play without a cell, with all your rights; classes and instances are your own
    code and have none. ``progress``: show it on standard error; or whoever watches.

    >>> result = match("durak", "greedy", "random", deals=100, seed=1)
    >>> result.match.games, result.scores()[0].wins > result.scores()[1].wins
    (200, True)
    """
    target = _path(records)
    kept = Kept(record_text) if target else None
    settings = Settings(out, workers, executor, time_limit, progress, kept)  # type: ignore[arg-type]
    check_confidence(confidence)
    check_writable(target)
    name, text = names_of(game, options, open_world)
    specs, places, known = agents_named(agents)
    drawn = fresh_seed() if seed is None else ""
    with trusting(None if trust else known):
        planned = match_plan(name, specs, deals, drawn or seed, text, seatings, places)
        (plan,) = reduced((planned,), _path_text(reduce))
    call = call_text(
        "match", name, *specs, deals=deals, seed=seed, options=text, seatings=seatings, until=until,
        reduce=str(reduce),
    )  # fmt: skip
    run, verdicts = execute("match", (plan,), settings, "", drawn, _text("until", until), call)
    result = run.result()
    result.confidence = confidence
    result.stopped = verdicts[0].said if verdicts else ""
    if target and kept:
        write_new(target, "\n".join(kept.of(result)))
    return result


@dataclass(frozen=True)
class Tournament(Frames):
    """What a tournament has found out: its table, and the results of all pairs."""

    run: Run
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

    def columns(self) -> Iterator[Columns]:
        """The games of all pairs as a table: see ``to_pandas``."""
        return self.run.columns()

    def as_dict(self) -> dict[str, Any]:
        """The answer of ``kiebitz tournament --json``."""
        plan = self.run.plans[0]
        titles = [one.title for one in self.run.plans]
        stopped = {title: verdict.said for title, verdict in zip(titles, self.verdicts, strict=False)}
        facts: dict[str, Any] = {
            "game": plan.game, "run": self.run.name, "deals": self.deals, "seed": plan.seed
        }  # fmt: skip
        if plan.frozen:
            facts["estimates"] = [one for result in self.results for one in estimates_dict(result)]
        return {**facts, **({"stopped": stopped} if stopped else {}), **asdict(self.standings)}


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
    settings = Settings(out, workers, executor, time_limit, progress)  # type: ignore[arg-type]
    check_confidence(confidence)
    name, text = names_of(game, options, open_world)
    specs, places, known = agents_named(agents)
    drawn = fresh_seed() if seed is None else ""
    with trusting(None if trust else known):
        planned = tournament_plans(name, specs, deals, drawn or seed, text, places)
        plans = reduced(planned, _path_text(reduce))
    call = call_text(
        "tournament", name, *specs, deals=deals, seed=seed, options=text, until=until, reduce=str(reduce)
    )
    run, verdicts = execute("tournament", plans, settings, "", drawn, _text("until", until), call)
    results = _results(run, confidence)
    table = standings(list(results), confidence, run.plans[0].seed)
    return Tournament(run, results, table, deals, tuple(verdicts), confidence)


@dataclass(frozen=True)
class Combination:
    """One combination of a grid against the opponent."""

    meeting: Meeting
    ms_per_move: float

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self.meeting), "ms_per_move": self.ms_per_move}


@dataclass(frozen=True)
class Grid(Frames):
    """What a grid has found out, the best combination first."""

    run: Run
    results: tuple[Result, ...]
    cells: tuple[Combination, ...]
    against: str
    confidence: float = 0.95

    def __repr__(self) -> str:
        cells = "; ".join(f"{cell.meeting.one} {cell.meeting.score:.1%}" for cell in self.cells)
        return f"<Grid {self.run.name} against {self.against}: {cells}>"

    def columns(self) -> Iterator[Columns]:
        """The games of all combinations as a table: see ``to_pandas``."""
        return self.run.columns()

    def as_dict(self) -> dict[str, Any]:
        """The answer of ``kiebitz grid --json``."""
        plan, cells = self.run.plans[0], [cell.as_dict() for cell in self.cells]
        facts = {"game": plan.game, "run": self.run.name, "against": self.against, "deals": plan.deals}
        return {**facts, "seed": plan.seed, "cells": cells}


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
    settings = Settings(out, workers, executor, time_limit, progress)  # type: ignore[arg-type]
    check_confidence(confidence)
    name, text = names_of(game, options, open_world)
    specs = expand(_text("pattern", pattern))
    (opponent,), places, known = named([against])
    if opponent in specs:
        raise BadOption(
            say("{agent} is one of the combinations; take another opponent with --against.", agent=opponent)
        )
    drawn = fresh_seed() if seed is None else ""
    with trusting(None if trust else known):
        plans = tuple(pair_plan(name, spec, opponent, deals, drawn or seed, text, places) for spec in specs)
    call = call_text("grid", name, pattern, opponent, deals=deals, seed=seed, options=text)
    run, _ = execute("grid", plans, settings, drawn=drawn, call=call)
    results = _results(run, confidence)
    cells = [
        Combination(standings([result], confidence).meetings[0], result.scores()[0].ms_per_move)
        for result in results
    ]
    cells.sort(key=lambda cell: -cell.meeting.score)
    return Grid(run, results, tuple(cells), opponent, confidence)


def _results(run: Run, confidence: float) -> tuple[Result, ...]:
    results = tuple(run.results())
    for result in results:
        result.confidence = confidence
    return results


def check_confidence(confidence: float) -> None:
    """Refuse a confidence before anything is played for it."""
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)):
        raise wrong_type(say("The confidence"), say("a number such as 0.95"), confidence)
    quantile(confidence)


def names_of(game: str | Game, options: Options, open_world: bool = False) -> tuple[str, str]:
    """A game as plans name it, and the text of its options; mistakes are found here."""
    text = with_open_world(options_text(options), open_world)
    found = as_game(game, text)
    return (game, text) if isinstance(game, str) else (name_of_game(found), found.options_text)


def with_open_world(options: str, open_world: bool) -> str:
    """The text of options, with that of open cards if wanted.

    >>> with_open_world("start_rank=9", True)
    'start_rank=9,open_world=on'
    """
    return ",".join(filter(None, [options, OPEN_WORLD if open_world else ""]))


def agents_named(agents: Sequence[AgentLike]) -> Named:
    """The specifications of agents, which may also come as one list."""
    if len(agents) == 1 and isinstance(agents[0], list | tuple):
        (agents,) = agents
    return named(agents)


def _path(given: Path | str | None) -> Path | None:
    if given is not None and not isinstance(given, str | Path):
        raise wrong_type(say("The file"), say("a path"), given)
    return None if given is None else Path(given)


def _path_text(given: Path | str) -> str:
    """A file, or a word in its place."""
    return "" if given == "" else str(_path(given))


def _text(what: str, given: object) -> str:
    if not isinstance(given, str):
        raise wrong_type(say("The argument {what}", what=what), say("a text"), given)
    return given
