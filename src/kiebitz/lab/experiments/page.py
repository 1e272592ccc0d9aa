"""Experiments: pages that a person can read, with the published figures in them.

    title = "Random players"
    game  = "schnapsen"
    seed  = 2025
    deals = 5000
    pairs = [["bully", "random"]]

    [published]
    "bully v random" = { win_rate = 0.556, games = 30000 }

``pairs`` are two agents in all seatings. ``[[match]]`` names more agents, their ``seatings``, and may
have ``name``, ``deals``, ``seed`` and ``options`` of its own. ``[[cell]]`` is a figure of a match:
``quantity`` (see quantities.py), ``agent``, ``published`` and how sure that is (``games`` or ``error``);
with ``minus`` (a match) and ``minus_agent`` it is the difference of two matches, with ``paired = true`` game
by game on the same deals (a ``p_value`` with ``minus`` is that of the z-test for two rates).
``comparable = false`` shows a published figure of other deals without a verdict.
``openings`` of a match lets its games begin after given moves (see openings.py). A game may bring further
kinds of tables, as Skat brings ``[[breakdown]]``.
``[[figure]]`` draws a quantity of some matches in the report: its ``title``, ``matches``, ``agent``, and the
``kind``: ``tournaments`` (sums over a number of ``games`` at a time) or ``totals`` (bars for both sides).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz.errors import BadNotation, BadOption, UnknownName
from kiebitz.files import SMALL, read_text
from kiebitz.kernel.random import fresh_seed
from kiebitz.lab.bench import Bench
from kiebitz.lab.experiments.listing import pages
from kiebitz.lab.experiments.page_section import PageSection
from kiebitz.lab.experiments.page_values import Table, check, read, toml_page
from kiebitz.lab.playing.openings import record_file
from kiebitz.lab.runs.plan import Plan, checked, match_plan, pair_plan
from kiebitz.lab.runs.strangers import strangers_among
from kiebitz.rules.parts import part
from kiebitz.rules.registry import known_game
from kiebitz.sayings import Saying, joined, say

if TYPE_CHECKING:
    from kiebitz.lab.sealing.published import Published

DRAWINGS = ("tournaments", "totals")


@dataclass(frozen=True)
class Cell:
    """A published figure: which match, whose, what, how much."""

    name: str
    match: str
    agent: str
    quantity: str
    published: float | None = None
    games: int | None = None  # behind the published figure, for a rate
    error: float | None = None  # its standard error, for a mean
    original: float | None = None  # measured on the original program
    rounding: float = 0.0005  # half of the last digit that was printed
    bug: str = ""  # what shaped the published figure
    note: str = ""
    minus: str = ""  # a match whose figure is taken off, for a difference
    minus_agent: str = ""
    paired: bool = False  # both on the same deals: the difference is taken game by game
    comparable: bool = True


@dataclass(frozen=True)
class Drawing:
    """A figure of the report: a quantity in some matches."""

    title: str
    kind: str
    matches: tuple[str, ...]
    quantity: str = "win_rate"
    agent: str = ""
    games: int = 1000  # of one tournament


@dataclass(frozen=True)
class Experiment:
    """A page: matches to play and figures to compare them with."""

    name: str
    title: str
    plans: dict[str, Plan]
    cells: tuple[Cell, ...] = ()
    source: str = ""
    notes: tuple[str, ...] = field(default_factory=tuple)
    drawings: tuple[Drawing, ...] = ()
    sections: dict[str, tuple[PageSection, ...]] = field(default_factory=dict)
    """What the game adds, by its word for a kind of tables."""
    drawn: str = ""  # the seed of the matches for which the page gives none
    sealed: Published | None = None
    """The seal that it plays, if it is a page of claims."""


PAGE = {
    "title": str,
    "game": str,
    "options": str,
    "seed": int | str,
    "deals": int,
    "pairs": list[list[str]],
    "match": list[Table],
    "cell": list[Table],
    "figure": list[Table],
    "published": Table,
    "source": str,
    "notes": list[str],
}
MATCH = {
    "name": str,
    "agents": list[str],
    "seatings": str,
    "deals": int,
    "seed": int | str,
    "options": str,
    "openings": str,
}

PUBLISHED = {
    "win_rate": float,
    "games": int,
    "error": float,
    "original": float,
    "rounding": float,
    "bug": str,
    "note": str,
    "comparable": bool,
}


def read_experiment(
    text: str, name: str, deals: int | None = None, quick: bool = False, records: str = ""
) -> Experiment:
    """An experiment from the text of its page; ``deals`` replaces its numbers, ``quick`` takes a tenth.

    ``records`` is a file whose games take the place of those that the page's openings come from.
    """
    where = say("the experiment {name}", name=name)
    page = toml_page(text, say("The experiment {name}", name=name))
    check({key: value for key, value in page.items() if key == "game"}, PAGE, where, ("game",))
    own = part(known_game(page["game"]), Bench).page_sections
    check(page, {**PAGE, **dict.fromkeys(own, list[Table])}, where)
    drawn = "" if "seed" in page else fresh_seed()
    page.setdefault("seed", drawn)
    entries = [{"agents": pair} for pair in page.get("pairs", [])] + page.get("match", [])
    plans = dict(_plan(entry, page, deals, quick, where, records) for entry in entries)
    if records and not any(plan.openings for plan in plans.values()):
        raise BadOption(
            say("The experiment {name} does not begin with recorded games: it takes no records.", name=name)
        )
    if not plans:
        raise BadNotation(say("The experiment {name} has neither pairs nor matches.", name=name))
    published = page.get("published", {}).items()
    cells = [_published(cell, values, plans, where) for cell, values in published]
    return Experiment(
        name,
        page.get("title", name),
        plans,
        (*cells, *(_cell(cell, plans, where) for cell in page.get("cell", []))),
        page.get("source", ""),
        tuple(page.get("notes", ())),
        tuple(_drawing(figure, plans, where) for figure in page.get("figure", [])),
        {
            word: tuple(_section(word, kind, entry, plans, where) for entry in page[word])
            for word, kind in own.items()
            if word in page
        },
        drawn,
    )


def _plan(
    entry: dict[str, Any], page: dict[str, Any], deals: int | None, quick: bool, where: Saying, records: str
) -> tuple[str, Plan]:
    check(entry, MATCH, say("{where}, a match", where=where), ("agents",))
    agents, options = entry["agents"], entry.get("options", page.get("options", ""))
    number = entry.get("deals", page.get("deals", 1000))
    if deals is not None:
        number = deals
    elif quick:
        number = max(20, number // 10)
    seed, strangers = entry.get("seed", page["seed"]), strangers_among(page["game"], agents)
    if "seatings" in entry or len(agents) != 2:
        kind = entry.get("seatings", "rotate")
        plan = match_plan(page["game"], agents, number, seed, options, kind, strangers=strangers)
    else:
        one, other = agents
        plan = pair_plan(page["game"], one, other, number, seed, options, strangers=strangers)
    if openings := entry.get("openings", ""):
        plan = _begun(plan, openings, records)
    return entry.get("name", " v ".join(agents)), plan


def _begun(plan: Plan, openings: str, records: str) -> Plan:
    """The plan with its openings; a file that has fewer games than wanted is taken as it is."""
    if records:
        given, number = openings.partition(" of ")[0], record_file(records, plan.match.game).size
        openings, plan = f"{given} of {records}", replace(plan, deals=min(plan.deals, number))
    return checked(replace(plan, openings=openings))


def _published(name: str, values: dict[str, Any], plans: dict[str, Plan], where: Saying) -> Cell:
    """The short form: a match by its agents, a win rate of the first."""
    check(values, PUBLISHED, say("{where}, published {name}", where=where, name=repr(name)))
    rest = {key: value for key, value in values.items() if key != "win_rate"}
    cell = Cell(name, name, name.split(" v ")[0], "win_rate", values.get("win_rate"), **rest)
    return _known(cell, plans, where)


def _cell(values: dict[str, Any], plans: dict[str, Plan], where: Saying) -> Cell:
    default = f"{values.get('agent', '')} {values.get('quantity', '')}".strip()
    part = joined(", ", (where, cell_called(values.get("name", default))))
    return _known(read(Cell, values, part, name=default, match=next(iter(plans)), agent=""), plans, where)


def _known(cell: Cell, plans: dict[str, Plan], where: Saying) -> Cell:
    """The cell itself, if there are the matches that it is about."""
    called = cell_called(cell.name)
    _check_matches([cell.match, *filter(None, [cell.minus])], plans, called, where)
    if cell.paired and not cell.minus:
        raise BadNotation(
            say("In {where}, {part}: a paired difference needs minus.", where=where, part=called)
        )
    return cell


def cell_called(name: object) -> Saying:
    """A cell as sentences name it."""
    return say("the cell {name}", name=repr(name))


def figure_called(title: object) -> Saying:
    """A figure as sentences name it."""
    return say("the figure {title}", title=repr(title))


def _drawing(values: dict[str, Any], plans: dict[str, Plan], where: Saying) -> Drawing:
    called = figure_called(values.get("title", ""))
    drawing: Drawing = read(Drawing, values, joined(", ", (where, called)))
    _check_matches(drawing.matches, plans, called, where)
    if drawing.kind not in DRAWINGS:
        raise UnknownName("kind of figure", drawing.kind, DRAWINGS)
    return drawing


def _section(
    word: str, kind: type[PageSection], values: dict[str, Any], plans: dict[str, Plan], where: Saying
) -> PageSection:
    found: PageSection = read(kind, values, say("{where}, a {section}", where=where, section=word))
    called = say("the {section} {name}", section=word, name=found.name)
    _check_matches(found.matches, plans, called, where)
    return found


def _check_matches(names: Iterable[str], plans: dict[str, Plan], part: Saying, where: Saying) -> None:
    for name in names:
        if name not in plans:
            raise UnknownName(say("match of {part} in {where}", part=part, where=where), name, plans)


def _sealed(text: str, name: str, deals: int | None, quick: bool, records: str) -> Experiment:
    from kiebitz.lab.sealing.published import sealed_experiment

    return sealed_experiment(text, name, deals, quick, records)


def find_experiment(
    name: str, deals: int | None = None, quick: bool = False, records: str = ""
) -> Experiment:
    """An experiment by the name it comes under, or from a file."""
    known = pages()
    if name in known:
        text = known[name].read_text(encoding="utf-8")
        read = _sealed if "claim" in tomllib.loads(text) else read_experiment
        return read(text, name, deals, quick, records)
    if name.endswith(".toml"):
        path = Path(name)
        return read_experiment(read_text(path, SMALL), path.stem, deals, quick, records)
    if Path(name).exists() or Path(name).suffix:
        raise BadOption(
            say(
                "The page of an experiment is a file whose name ends in .toml, unlike {name}.",
                name=repr(name),
            )
        )
    raise UnknownName("experiment", name, known, say("'kiebitz reproduce' lists all of them"))
