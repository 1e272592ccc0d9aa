"""The page: everything about a run in one HTML file that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import count
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup, escape

from kiebitz.agents.specification import parameters, parted, written
from kiebitz.amounts import tidy
from kiebitz.lab.playing.referee import FOREIGN_LIMIT
from kiebitz.lab.report.canvas import Figure
from kiebitz.lab.report.papers import methods
from kiebitz.lab.report.parameters import varying
from kiebitz.lab.report.sections import Section, sections
from kiebitz.lab.report.study import Study, complete_deals, studies
from kiebitz.lab.report.tabular import Tabular, Text, counted_deals, counted_games, listed
from kiebitz.lab.report.verdict import verdict
from kiebitz.lab.runs.outline import verdicts
from kiebitz.lab.runs.plan import Plan
from kiebitz.lab.runs.run import Run
from kiebitz.lab.runs.sentences import read_stored
from kiebitz.lab.sealing.opening import opened
from kiebitz.lab.statistics.watching import which_interval
from kiebitz.language.speaking import digits, shown, speaker, spoken
from kiebitz.sayings import Saying, joined, say

MANY = 6  # more seatings than this are counted and not listed
LONG = 90  # characters of a title


@dataclass(frozen=True)
class Page:
    """A report: the page, its figures and its tables."""

    html: str
    figures: tuple[Figure, ...]
    tables: tuple[Tabular, ...]


@dataclass(frozen=True)
class Part:
    """A study on the page."""

    title: str
    verdict: list[Text]
    facts: list[tuple[Text, Text]]
    sections: list[Section]


def make_page(run: Run, confidence: float = 0.95, before: Sequence[Part] = ()) -> Page:
    """The report of a run; if it is not finished, on the deals that everybody has played.

    ``before`` is what comes first, such as the comparison of a reproduction.
    """
    about, plans = run.describe(), run.plans
    finished = about["done"] >= about["games"]
    deals = None if finished else complete_deals(run)
    parts = []
    if deals != 0:
        found = studies(run, deals, confidence)
        for number, study in enumerate(found, 1):
            prefix = f"part{number}-" if len(found) > 1 else ""
            parts.append(_part(run, study, prefix))
    return render(
        [*before, *parts],
        about,
        title=_title(about, run),
        subtitle=_subtitle(about, plans),
        unfinished=None if finished else _unfinished(about, deals or 0),
        planned=[] if parts else _planned(about, run),
        repeat=_repeat(about),
        promises=_promises(run),
    )


def _promises(run: Run) -> list[tuple[Text, Text]]:
    """The promises of the seal that the run has opened, each with whether it was kept."""
    found = opened(run)
    if found is None:
        return []
    told = [(say("kept") if one.kept else say("not kept"), one.said) for one in found.promises]
    sealed = say(
        "{number}, sealed on {date}; the seed was {seed}",
        number=found.seal.number,
        date=found.seal.sealed,
        seed=found.seed,
    )
    return [(say("seal"), sealed), *told, (say("verdict"), found.verdict)]


def render(
    parts: list[Part],
    about: dict[str, Any],
    title: Text,
    subtitle: Text,
    repeat: list[tuple[Text, Text]],
    unfinished: Text | None = None,
    planned: Sequence[tuple[Text, Text]] = (),
    promises: Sequence[tuple[Text, Text]] = (),
) -> Page:
    """The parts of a report as a page, about a run as ``describe`` has it."""
    blocks = [block for part in parts for section in part.sections for block in section.blocks]
    html = _template().render(
        title=title,
        subtitle=subtitle,
        unfinished=unfinished,
        parts=parts,
        planned=planned,
        promises=promises,
        run=about,
        repeat=repeat,
        number=_numbers(),
        is_figure=lambda block: isinstance(block, Figure),
        language=speaker().language,
        words=WORDS,
        same=_same(about["name"]),
        made=_made(about),
        style=Markup(_file("page.css")),
    )
    figures = tuple(block for block in blocks if isinstance(block, Figure))
    return Page(html, figures, tuple(block for block in blocks if isinstance(block, Tabular)))


WORDS = {
    "report": say("Kiebitz report"),
    "verdict": say("Verdict"),
    "played": say("What was played"),
    "planned": say("What is planned"),
    "promises": say("What was promised"),
    "repeat": say("How to repeat it"),
    "goes on": say("The command below goes on with it."),
}
"""What every page says."""


def _part(run: Run, study: Study, prefix: str) -> Part:
    found = [*sections(run, study), Section("methods", say("How it was measured"), [*methods(run, study)])]
    for section in found:
        section.name = prefix + section.name
        section.blocks = [replace(block, name=prefix + block.name) for block in section.blocks]
    said: list[Text] = [*verdict(study), *_stopped(run, study), which_interval(study.watched)]
    return Part(" v ".join(study.agents), said, _facts(run, study), found)


def _stopped(run: Run, study: Study) -> list[Saying]:
    """Why a rule ended the run."""
    found = verdicts(run.ledger)
    stopped = [found[number] for number in study.numbers if number < len(found)]
    return [why for each in stopped if each["deals"] == study.deals and (why := read_stored(each["why"]))]


def _template() -> Any:
    environment = Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=lambda value: spoken(value) if isinstance(value, Saying) else value,
    )
    environment.filters["breakable"] = breakable
    environment.filters["shown"] = shown
    environment.filters["svg"] = lambda figure: Markup(figure.svg())
    return environment.from_string(_file("page.html.j2"))


def breakable(text: Text) -> Markup:
    """A name that a line may break after its signs, but not within a number.

    >>> breakable("a:b<c"), breakable("1,000")
    (Markup('a:<wbr>b&lt;c'), Markup('1,000'))
    """
    return Markup(re.sub(r"([:,/])(?=\S)(?!(?<=\d,)\d)", r"\1<wbr>", str(escape(shown(text)))))


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _numbers() -> Any:
    """Counts figures and tables through the page."""
    figures, tables = count(1), count(1)

    def number(kind: str) -> Saying:
        return say("Figure {n}", n=next(figures)) if kind == "figure" else say("Table {n}", n=next(tables))

    return number


def _title(about: dict[str, Any], run: Run) -> Text:
    """The run's own title if it has one, else its game and agents."""
    if about["title"] != about["kind"]:
        return str(about["title"])
    name = run.match(0).game.name.capitalize()
    if about["kind"] == "grid":
        return say(
            "{game}: {n} combinations of parameters against {opponent}",
            game=name,
            n=len(run.plans),
            opponent=run.plans[0].agents[1],
        )
    names = about["agents"]
    if len(names) == 1:
        return say("{game}: {agent} against itself", game=name, agent=names[0])
    title = Saying("{game}: {agents}", {"game": name, "agents": listed(names)})
    return title if len(str(title)) <= LONG else say("{game}: {n} agents", game=name, n=len(names))


def _subtitle(about: dict[str, Any], plans: tuple[Plan, ...]) -> Saying:
    kinds = {
        "match": say("A match"),
        "tournament": say("A tournament, everybody against everybody"),
        "grid": say("A grid search"),
        "experiment": say("Experiment"),
        "pilot": say("The pilot of a comparison"),
    }
    return say(
        "{kind}: {games} on {deals}",
        kind=kinds.get(about["kind"], about["kind"].capitalize()),
        games=counted_games(about["games"]),
        deals=counted_deals(plans[0].deals),
    )


def _unfinished(about: dict[str, Any], deals: int) -> Saying:
    played = say(
        "This run is not finished: {n:,} of {of:,} games are played.", n=about["done"], of=about["games"]
    )
    if deals == 0:
        known = say("No deal is played by everybody in every seating yet, so there is no result.")
    else:
        known = say(
            "What follows is preliminary and rests on the {deals} that everybody has played.",
            deals=counted_deals(deals),
        )
    return joined(" ", (played, known))


def _same(name: str) -> Markup:
    """That the same command gives the same figures; the name of the run is code."""
    said = say(
        "The same command gives the same games and the same figures, on any machine and with any number of "
        "workers. The run is {run}; where a command does not find that name, give it the run's folder.",
        run=Markup("<code>{}</code>").format(name),
    )
    return Markup(spoken(said))


def _made(about: dict[str, Any]) -> Saying:
    versions = ", ".join(f"{name} {version}" for name, version in about["versions"].items())
    return say("Made with {versions}; seed {seed}.", versions=versions, seed=str(about["seed"]))


def _facts(run: Run, study: Study) -> list[tuple[Text, Text]]:
    """What was played."""
    plan, game, limit = study.plans[0], study.game, run.time_limit
    options = ", ".join(f"{name}={value}" for name, value in game.options.items())
    foreign = any(result.match.has_foreign for result in study.results)
    agents = [(say("Agents"), ", ".join(study.agents))]
    if study.kind == "grid":
        values = [f"{name}={'|'.join(known)}" for name, known in varying(study).items()]
        agents = [(say("Agent"), _common(study)), (say("Parameters"), ", ".join(values)),
                  (say("Opponent"), plan.agents[1])]  # fmt: skip
    games = sum(result.match.games for result in study.results)
    deals: Text = digits(f"{study.deals:,}")
    if len(study.plans) > 1:
        deals = say("{n:,} for each pair, the same for all", n=study.deals)
    found: list[tuple[Text, Text]] = [
        (say("Game"), game.title),
        (say("Options"), options or say("none")),
        *[(term, text) for term, text in agents if text],
        (say("Deals"), deals),
        (say("Seatings"), _seatings(plan)),
        (say("Games"), digits(f"{games:,}")),
        (say("Seed"), str(plan.seed)),
    ]
    if limit:
        seconds = tidy(limit)
        found.append((say("Time limit"), say("{n} s for a move of an agent in Python", n=seconds)))
    elif limit is None and foreign:
        usual = say("{n} s for a move of a bot from a file or program", n=tidy(FOREIGN_LIMIT))
        found.append((say("Time limit"), usual))
    sure = say(
        "{p:.0%} for all intervals; a difference is shown if p < {alpha}",
        p=study.confidence,
        alpha=tidy(study.alpha, 2),
    )
    return [*found, (say("Confidence"), sure)]


def _common(study: Study) -> str:
    """What all combinations of a grid share."""
    specs = [plan.agents[0] for plan in study.plans]
    (name, text), varied = parted(specs[0]), varying(study)
    if not text or any(parted(spec)[0] != name for spec in specs):
        return ", ".join(specs)
    return written(name, {key: value for key, value in parameters(specs[0]).items() if key not in varied})


def _planned(about: dict[str, Any], run: Run) -> list[tuple[Text, Text]]:
    """What will be played."""
    plans = run.plans
    return [
        (say("Game"), run.match(0).game.title),
        (say("Agents"), ", ".join(about["agents"])),
        (say("Deals"), digits(f"{plans[0].deals:,}")),
        (say("Seatings"), _seatings(plans[0])),
        (say("Games"), digits(f"{about['games']:,}")),
        (say("Seed"), str(plans[0].seed)),
    ]


def _seatings(plan: Plan) -> Saying:
    """The seatings with a letter for each agent, in the order of the seats."""
    orders = ["".join(chr(ord("A") + agent) for agent in lineup) for lineup in plan.lineups]
    if len(orders) > MANY:
        return say("{n} of every deal", n=len(orders))
    if len(orders) == 1:
        return say("one, {order}", order=orders[0])
    return say("{n} of every deal: {orders}", n=len(orders), orders=", ".join(orders))


def _repeat(about: dict[str, Any]) -> list[tuple[Text, Text]]:
    """How to get the same figures again."""
    return [
        (say("Command"), about["command"]),
        (say("Check"), f"kiebitz verify {about['name']}"),
        (say("This page"), f"kiebitz report {about['name']}"),
    ]
