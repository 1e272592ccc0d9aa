"""Pages of the lab: stored runs, their progress and reports, and their games one by one; without scripts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.lab.runs.run import LEDGER, Run, describe, stored_runs
from kiebitz.lab.runs.verify import record_of
from kiebitz.sayings import say
from kiebitz.table.tables.hall import Hall
from kiebitz.table.tables.replays import open_record
from kiebitz.table.tables.table import Table

GAMES = 50  # on a page
REFRESH = 5  # seconds between looks at a run that is not finished
OWN = {"Referrer-Policy": "same-origin"}  # else a browser does not say that a form is from our own page


def lab_router(hall: Hall) -> APIRouter:
    """The routes under /runs."""
    router, pool = APIRouter(), ThreadPoolExecutor(1, "lab")  # one at a time: plots share their tools

    async def work(function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(pool, function, *arguments)

    @router.get("/runs")
    async def runs() -> HTMLResponse:
        return HTMLResponse(await work(runs_page), headers=OWN)

    @router.get("/runs/{name}")
    async def run(name: str) -> HTMLResponse:
        return HTMLResponse(await work(run_page, name), headers=OWN)

    @router.get("/runs/{name}/games")
    async def games(name: str, first: int = 0) -> HTMLResponse:
        return HTMLResponse(await work(games_page, name, max(0, first)), headers=OWN)

    @router.post("/runs/{name}/games/{plan}/{deal}/{lineup}")
    async def game(name: str, plan: int, deal: int, lineup: int) -> RedirectResponse:
        table: Table = await work(game_table, name, plan, deal, lineup)
        hall.open(table)
        return RedirectResponse(f"/table.html?ply=0#{table.id}.{table.watch}", 303)

    return router


def runs_page() -> str:
    """All stored runs, the newest first."""
    found, problems = [], []
    for folder in reversed(stored_runs()):
        try:
            found.append(describe(Run(folder)))
        except KiebitzError as error:  # one that is damaged must not hide the others
            problems.append(str(error))
    going = any(run["done"] < run["games"] for run in found)
    return _framed("Runs", "runs", REFRESH if going else 0, runs=found, problems=problems)


def run_page(name: str) -> str:
    """The report of a run, with what is played so far."""
    run = _run(name)
    total, done = run.total, run.done
    changed = (run.folder / LEDGER).stat().st_mtime_ns
    bar = _render("bar", name=run.name, total=total, done=done)
    refresh = f'<meta http-equiv="refresh" content="{REFRESH}">' if done < total else ""
    page = _report(name, done, changed)
    head, _, rest = page.partition("<head>")
    before, start, after = rest.partition("<body>")
    return f"{head}<head>{refresh}{before}{start}{bar}{after}"


@lru_cache(maxsize=8)
def _report(name: str, done: int, changed: int) -> str:
    """The report of a run in a certain state; plots take a second."""
    from kiebitz.lab.report.page import make_page

    return make_page(_run(name)).html


def games_page(name: str, first: int) -> str:
    """Some of the games of a run, each of which can be opened."""
    run = _run(name)
    shown = list(islice(run.games(), first, first + GAMES + 1))
    games, more = shown[:GAMES], len(shown) > GAMES
    title = f"The games of {run.name}"
    return _framed(title, "games", 0, name=run.name, games=games, first=first, size=GAMES, more=more)


def game_table(name: str, plan: int, deal: int, lineup: int) -> Table:
    """One game of a run, played again, as a replay."""
    return open_record(record_of(_run(name), plan, deal, lineup))[0]


def _run(name: str) -> Run:
    """A run by its exact name; no path leads out of the folder of runs."""
    for folder in stored_runs():
        if folder.name == name:
            return Run(folder)
    raise BadOption(say("There is no such run."))


def _render(template: str, **values: Any) -> Markup:
    environment = Environment(autoescape=True, trim_blocks=True, undefined=StrictUndefined)
    text = files("kiebitz.table").joinpath("templates", f"{template}.html.j2").read_text(encoding="utf-8")
    return Markup(environment.from_string(text).render(**values))


def _framed(title: str, template: str, refresh: int, **values: Any) -> str:
    return str(_render("frame", title=title, refresh=refresh, content=_render(template, **values)))
