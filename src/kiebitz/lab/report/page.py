"""The page: everything about a run in one HTML file that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import count
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup, escape

from kiebitz.lab.playing.referee import FOREIGN_LIMIT
from kiebitz.lab.report.canvas import Figure
from kiebitz.lab.report.parameters import varying
from kiebitz.lab.report.sections import Section, sections
from kiebitz.lab.report.study import Study, complete_deals, read_parameters, studies
from kiebitz.lab.report.tabular import counted, listed
from kiebitz.lab.report.verdict import verdict
from kiebitz.lab.runs.manifest import verdicts
from kiebitz.lab.runs.plan import Plan
from kiebitz.lab.runs.run import Run, describe

MANY = 6  # more seatings than this are counted and not listed
LONG = 90  # characters of a title


@dataclass(frozen=True)
class Page:
    """A report: the page and its figures."""

    html: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Part:
    """A study on the page."""

    title: str
    verdict: list[str]
    facts: list[tuple[str, str]]
    sections: list[Section]


def make_page(run: Run, confidence: float = 0.95) -> Page:
    """The report of a run; if it is not finished, on the deals that everybody has played."""
    about, plans = describe(run), run.plans
    finished = about["done"] >= about["games"]
    deals = None if finished else complete_deals(run)
    parts = []
    if deals != 0:
        found = studies(run, deals, confidence)
        for number, study in enumerate(found, 1):
            prefix = f"part{number}-" if len(found) > 1 else ""
            parts.append(_part(run, study, prefix))
    return render(
        parts,
        about,
        title=_title(about, run),
        subtitle=_subtitle(about, plans),
        unfinished=None if finished else _unfinished(about, deals or 0),
        planned=[] if parts else _planned(about, run),
        repeat=_repeat(about),
    )


def render(
    parts: list[Part],
    about: dict[str, Any],
    title: str,
    subtitle: str,
    repeat: list[tuple[str, str]],
    unfinished: str | None = None,
    planned: Sequence[tuple[str, str]] = (),
) -> Page:
    """The parts of a report as a page, about a run as ``describe`` has it."""
    blocks = [block for part in parts for section in part.sections for block in section.blocks]
    html = _template().render(
        title=title,
        subtitle=subtitle,
        unfinished=unfinished,
        parts=parts,
        planned=planned,
        run=about,
        repeat=repeat,
        number=_numbers(),
        is_figure=lambda block: isinstance(block, Figure),
        style=Markup(_file("page.css")),
    )
    return Page(html, tuple(block for block in blocks if isinstance(block, Figure)))


def _part(run: Run, study: Study, prefix: str) -> Part:
    found = sections(run, study)
    for section in found:
        section.name = prefix + section.name
        section.blocks = [replace(block, name=prefix + block.name) for block in section.blocks]
    said = [*verdict(study), *_stopped(run, study)]
    return Part(" v ".join(study.agents), said, _facts(run, study), found)


def _stopped(run: Run, study: Study) -> list[str]:
    """Why a sequential test ended the run, and what that means for the other figures."""
    found = verdicts(run.ledger)
    stopped = [found[number] for number in study.numbers if number < len(found)]
    return [
        f"{each['why']} The other intervals and p-values take no account of looking so often."
        for each in stopped
        if each["deals"] == study.deals
    ]


def _template() -> Any:
    environment = Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
    )
    environment.filters["breakable"] = breakable
    environment.filters["svg"] = lambda figure: Markup(figure.svg())
    return environment.from_string(_file("page.html.j2"))


def breakable(text: str) -> Markup:
    """A name that a line may break after its signs.

    >>> breakable("a:b<c")
    Markup('a:<wbr>b&lt;c')
    """
    return Markup(re.sub(r"([:,/])(?=\S)", r"\1<wbr>", str(escape(text))))


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _numbers() -> Any:
    """Counts figures and tables through the page."""
    counters: dict[str, Iterator[int]] = {"Figure": count(1), "Table": count(1)}
    return lambda kind: f"{kind} {next(counters[kind])}"


def _title(about: dict[str, Any], run: Run) -> str:
    """The run's own title if it has one, else its game and agents."""
    if about["title"] != about["kind"]:
        return str(about["title"])
    name = run.match(0).game.name.capitalize()
    if about["kind"] == "grid":
        return f"{name}: {len(run.plans)} combinations of parameters against {run.plans[0].agents[1]}"
    names = about["agents"]
    if len(names) == 1:
        return f"{name}: {names[0]} against itself"
    title = f"{name}: {listed(names)}"
    return title if len(title) <= LONG else f"{name}: {len(names)} agents"


def _subtitle(about: dict[str, Any], plans: tuple[Plan, ...]) -> str:
    kinds = {
        "match": "A match",
        "tournament": "A tournament, everybody against everybody",
        "grid": "A grid search",
    }
    kind = kinds.get(about["kind"], about["kind"].capitalize())
    return f"{kind}: {counted(about['games'], 'game')} on {counted(plans[0].deals, 'deal')}"


def _unfinished(about: dict[str, Any], deals: int) -> str:
    played = f"This run is not finished: {about['done']:,} of {about['games']:,} games are played."
    if deals == 0:
        return f"{played} No deal is played by everybody in every seating yet, so there is no result."
    known = counted(deals, "deal")
    return f"{played} What follows is preliminary and rests on the {known} that everybody has played."


def _facts(run: Run, study: Study) -> list[tuple[str, str]]:
    """What was played."""
    plan, game, limit = study.plans[0], study.game, run.time_limit
    options = ", ".join(f"{name}={value}" for name, value in game.options.items())
    foreign = any(result.match.has_foreign for result in study.results)
    usual = f"{FOREIGN_LIMIT:g} s for a move of a bot from a file or program"
    agents = [("Agents", ", ".join(study.agents))]
    if study.kind == "grid":
        values = [f"{name}={'|'.join(known)}" for name, known in varying(study).items()]
        agents = [("Agent", _common(study)), ("Parameters", ", ".join(values)), ("Opponent", plan.agents[1])]
    games = sum(result.match.games for result in study.results)
    each = "" if len(study.plans) == 1 else " for each pair, the same for all"
    return [
        ("Game", game.title),
        ("Options", options or "none"),
        *[(term, text) for term, text in agents if text],
        ("Deals", f"{study.deals:,}{each}"),
        ("Seatings", _seatings(plan)),
        ("Games", f"{games:,}"),
        ("Seed", str(plan.seed)),
        *([("Time limit", f"{limit:g} s for a move of an agent in Python")] if limit else []),
        *([("Time limit", usual)] if limit is None and foreign else []),
        (
            "Confidence",
            f"{study.confidence:.0%} for all intervals; a difference is shown if p < {study.alpha:.2g}",
        ),
    ]


def _common(study: Study) -> str:
    """What all combinations of a grid share."""
    specs = [plan.agents[0] for plan in study.plans]
    name, _, _ = specs[0].rpartition(":") if "=" in specs[0] else (" ", "", "")
    if any(not spec.startswith(f"{name}:") for spec in specs):
        return ", ".join(specs)
    fixed = [
        f"{key}={value}" for key, value in read_parameters(specs[0]).items() if key not in varying(study)
    ]
    return ":".join([name, *([",".join(fixed)] if fixed else [])])


def _planned(about: dict[str, Any], run: Run) -> list[tuple[str, str]]:
    """What will be played."""
    plans = run.plans
    return [
        ("Game", run.match(0).game.title),
        ("Agents", ", ".join(about["agents"])),
        ("Deals", f"{plans[0].deals:,}"),
        ("Seatings", _seatings(plans[0])),
        ("Games", f"{about['games']:,}"),
        ("Seed", str(plans[0].seed)),
    ]


def _seatings(plan: Plan) -> str:
    """The seatings with a letter for each agent, in the order of the seats."""
    orders = ["".join(chr(ord("A") + agent) for agent in lineup) for lineup in plan.lineups]
    if len(orders) > MANY:
        return f"{len(orders)} of every deal"
    return f"{len(orders)} of every deal: {', '.join(orders)}" if len(orders) > 1 else f"one, {orders[0]}"


def _repeat(about: dict[str, Any]) -> list[tuple[str, str]]:
    """How to get the same figures again."""
    return [
        ("Command", about["command"]),
        ("Check", f"kiebitz verify {about['name']}"),
        ("This page", f"kiebitz report {about['name']}"),
    ]
