"""Pages of the lab: stored runs, their progress and reports, and their games one by one; without scripts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.lab.runs.outline import LEDGER, Outline
from kiebitz.lab.runs.run import Run
from kiebitz.lab.runs.stored import stored_runs
from kiebitz.lab.runs.verify import record_of
from kiebitz.language.speaking import number, speaker, speaking, spoken
from kiebitz.sayings import Saying, say
from kiebitz.table.server.edition import edition
from kiebitz.table.server.reader import Reader, reader_of
from kiebitz.table.tables.hall import Hall
from kiebitz.table.tables.replays import open_record
from kiebitz.table.tables.table import Table

GAMES = 50  # on a page
REFRESH = 5  # seconds between looks at a run that is not finished
OWN = {
    "Referrer-Policy": "same-origin",  # else a browser does not say that a form is from our own page
    "Vary": "Cookie, Accept-Language",
}
ANYBODY = Reader()
AGAIN = "<!-- again -->"  # where a link goes while a run is played
Sheet = tuple[str, bool]
"""A page, and whether it will soon be another one."""
BY_SYSTEM = "screen and (prefers-color-scheme: dark)"  # when a report is dark
BY_THEME = {"light": "not all", "dark": "screen"}
SCHEMES = 'content="light dark"'  # both, in the head of a report


class NoSuchRun(BadOption):
    """A run that is not stored here."""


def lab_router(hall: Hall) -> APIRouter:
    """The routes under /runs."""
    router, pool = APIRouter(), ThreadPoolExecutor(1, "lab")  # one at a time: plots share their tools

    async def work(function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(pool, function, *arguments)

    async def page(request: Request, function: Callable[..., Sheet], *arguments: Any) -> HTMLResponse:
        reader, still = reader_of(request), "still" in request.query_params
        text, is_going = await work(told, reader, function, *arguments)
        if is_going:  # whoever reads slowly, or listens, can end it
            text = text.replace(AGAIN, str(await work(told, reader, _again, still)))
        again = {"Refresh": str(REFRESH)} if is_going and not still else {}
        return HTMLResponse(text, headers=OWN | again)

    @router.get("/runs")
    async def runs(request: Request) -> HTMLResponse:
        return await page(request, runs_page)

    @router.get("/runs/{name}")
    async def run(request: Request, name: str) -> HTMLResponse:
        return await page(request, run_page, name)

    @router.get("/runs/{name}/games")
    async def games(request: Request, name: str, first: int = 0) -> HTMLResponse:
        return await page(request, games_page, name, max(0, first))

    @router.post("/runs/{name}/games/{plan}/{deal}/{lineup}")
    async def game(name: str, plan: int, deal: int, lineup: int) -> RedirectResponse:
        table: Table = await work(game_table, name, plan, deal, lineup)
        hall.open(table)
        return RedirectResponse(f"/table.html?ply=0#{table.id}.{table.watch}", 303)

    return router


def told(reader: Reader, page: Callable[..., Any], *arguments: Any) -> Any:
    """A page in the language and the theme of its reader."""
    with speaking(reader.language):
        return page(reader, *arguments)


def _again(reader: Reader, still: bool) -> Markup:
    """A link that has the page looked at again by itself, or ends that."""
    if still:
        text = spoken(say("Look again every {n} seconds", n=REFRESH))
        return Markup('<a href="?">{text}</a>').format(text=text)
    text = spoken(say("Do not look again by itself"))
    return Markup('<a href="?still=1">{text}</a>').format(text=text)


def runs_page(reader: Reader = ANYBODY) -> Sheet:
    """All stored runs, the newest first."""
    found, problems = [], []
    for folder in reversed(stored_runs()):
        try:
            found.append(Outline(folder).describe())
        except KiebitzError as error:  # one that is damaged must not hide the others
            problems.append(spoken(error.said))
    going = any(run["done"] < run["games"] for run in found)
    values = {"runs": found, "problems": problems, "example": "kiebitz match GAME mcts random"}
    return _framed(reader, spoken(say("Runs")), "runs", **values), going


def run_page(reader: Reader, name: str) -> Sheet:
    """The report of a run, with what is played so far."""
    run = _run(name)
    total, done = run.total, run.done
    changed = (run.folder / LEDGER).stat().st_mtime_ns
    played = spoken(say("{done:,} of {total:,} games", done=done, total=total))
    bar = _render("bar", name=run.name, total=total, done=done, played=played)
    page = _report(name, done, changed, reader.language)
    if reader.theme in BY_THEME:
        page = page.replace(BY_SYSTEM, BY_THEME[reader.theme]).replace(
            SCHEMES, f'content="{reader.theme}"', 1
        )
    return page.replace("<body>", f"<body>{bar}", 1), done < total


@lru_cache(maxsize=8)
def _report(name: str, done: int, changed: int, language: str) -> str:
    """The report of a run in a certain state; plots take a second."""
    from kiebitz.lab.report.page import make_page

    return make_page(_run(name)).html


def games_page(reader: Reader, name: str, first: int) -> Sheet:
    """Some of the games of a run, each of which can be opened."""
    run = _run(name)
    shown = list(islice(run.games(), first, first + GAMES + 1))
    games, more = shown[:GAMES], len(shown) > GAMES
    title = spoken(say("The games of {run}", run=run.name))
    values = {"name": run.name, "games": games, "first": first, "size": GAMES, "more": more}
    return _framed(reader, title, "games", **values), False


def game_table(name: str, plan: int, deal: int, lineup: int) -> Table:
    """One game of a run, played again, as a replay."""
    return open_record(record_of(_run(name), plan, deal, lineup))[0]


def refusal_page(reader: Reader, said: Saying) -> str:
    """A page that says why there is no other."""
    return _framed(reader, spoken(said), "refusal")


def _run(name: str) -> Run:
    """A run by its exact name; no path leads out of the folder of runs."""
    for folder in stored_runs():
        if folder.name == name:
            return Run(folder)
    raise NoSuchRun(say("There is no such run."))


def _render(template: str, **values: Any) -> Markup:
    environment = Environment(autoescape=True, trim_blocks=True, undefined=StrictUndefined)
    environment.filters |= {"spoken": spoken, "counted": _counted, "share": _share}
    text = files("kiebitz.table").joinpath("templates", f"{template}.html.j2").read_text(encoding="utf-8")
    return Markup(environment.from_string(text).render(words=_words(), **values))


def _framed(reader: Reader, title: str, template: str, **values: Any) -> str:
    content = _render(template, **values)
    style = f"/v/{edition()}/css/base.css"
    return str(_render("frame", title=title, content=content, reader=reader, style=style))


def _counted(value: int) -> str:
    return number(value, ",", speaker().language)


def _share(value: float) -> str:
    return number(value, ".0%", speaker().language)


def _words() -> dict[str, str]:
    """What stands on the pages, in the reader's language."""
    said = {
        "runs": say("Runs"),
        "run": say("Run"),
        "game": say("Game"),
        "agents": say("Agents"),
        "games": say("Games"),
        "progress": say("Progress"),
        "finished": say("finished"),
        "none": say("There are no runs yet. One begins, for example, with:"),
        "report": say("The report"),
        "earlier": say("Earlier games"),
        "later": say("Later games"),
        "key": say("Plan/deal/seating"),
        "scores": say("Seats and points"),
        "moves": say("Moves"),
        "open": say("Open at the table"),
        "of_run": say("The games of this run"),
        "home": say("To the games"),
    }
    return {name: spoken(each) for name, each in said.items()}
