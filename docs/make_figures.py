"""Writes the measured tables of the pages: ``python docs/make_figures.py [NAME ... | quick | --stale]``.

A file of ``docs/figures`` has commands, what they measured with which version, and the layout of tables. On a
page a table stands between ``<!-- figures: TABLE -->`` and ``<!-- end -->``. Files that are named are played
again first; ``quick`` names all that take minutes. ``--stale`` lists what was measured by other code.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

from typer.core import TyperGroup
from typer.main import get_command

from kiebitz import __version__
from kiebitz.cli import app
from kiebitz.cli.common import seed_of
from kiebitz.errors import KiebitzError
from kiebitz.kernel.random import STREAMS
from kiebitz.lab.asking import with_open_world
from kiebitz.lab.experiments.grid import expand
from kiebitz.lab.experiments.page import find_experiment
from kiebitz.lab.runs.identity import agent_fingerprints
from kiebitz.lab.runs.plan import Plan, match_plan, pair_plan, tournament_plans

DOCS = Path(__file__).parent
FOLDER = DOCS / "figures"
MARKED = re.compile(r"(<!-- figures: (\S+) -->\n)(.*?)(<!-- end -->\n)", re.DOTALL)
PLACE = re.compile(r"\{([^{};]+); ([a-z-]+)\.(\d)\}")  # {command/cell; form.digits}
DIGITS = 6  # decimals that are kept
SURE = 3.2905  # standard errors to either side that hold 99.9 % of a normal value

Cell = dict[str, Any]
"""What was measured, as ``value`` and, where known, ``low``, ``high``, ``error``; or a ``text``."""
Cells = dict[str, Cell]


# Rendering: from a file to the lines of a table.


def number(value: float, digits: int, sign: str = "") -> str:
    """A number as it is printed; what rounds to nothing has no minus."""
    return f"{round(value, digits) + 0.0:{sign},.{digits}f}".replace("-", "−")


def percent(value: float, digits: int) -> str:
    return number(100 * value, digits)


FORMS: dict[str, Callable[[Cell, int], str]] = {
    "text": lambda cell, digits: str(cell["text"]),
    "number": lambda cell, digits: number(cell["value"], digits),
    "signed": lambda cell, digits: number(cell["value"], digits, "+"),
    "percent": lambda cell, digits: percent(cell["value"], digits),
    "rate": lambda cell, digits: f"{percent(cell['value'], digits)} ({limits(cell, digits)})",
    "share": lambda cell, digits: f"{percent(cell['value'], digits)} % ({limits(cell, digits)})",
    "error": lambda cell, digits: f"{number(cell['value'], digits)} ± {number(cell['error'], digits)}",
    "lead": lambda cell, digits: f"{number(cell['value'], digits, '+')} ± {number(cell['error'], digits)}",
    "gain": lambda cell, digits: (
        f"{number(100 * cell['value'], digits, '+')} ± {percent(cell['error'], digits)}"
    ),
    "chance": lambda cell, digits: f"{percent(cell['value'], digits)} ± {percent(cell['error'], digits)} %",
    "span": lambda cell, digits: f"{number(cell['value'], digits, '+')} ({FORMS['range'](cell, digits)})",
    "sure": lambda cell, digits: FORMS["span"](widened(cell), digits),
    "range": lambda cell, digits: " to ".join(number(cell[end], digits, "+") for end in ("low", "high")),
}
"""How a cell is written, with so many decimals."""


def widened(cell: Cell) -> Cell:
    """A mean with the ends of its 99.9 % interval."""
    reach = SURE * cell["error"]
    return {"value": cell["value"], "low": cell["value"] - reach, "high": cell["value"] + reach}


def limits(cell: Cell, digits: int) -> str:
    return f"{percent(cell['low'], digits)} to {percent(cell['high'], digits)}"


def filled(line: str, cells: Cells) -> str:
    """A line of a layout with what was measured in its places."""
    return PLACE.sub(lambda place: FORMS[place[2]](cells[place[1]], int(place[3])), line)


def lines_of(layout: Any, cells: Cells) -> list[str]:
    """A layout as lines with places: written out, or a table that is sorted by its results."""
    if isinstance(layout, list):
        return layout
    label = layout["of"]
    ranked = sorted(
        (name for name in cells if name.startswith(f"{label}/") and name.endswith(" elo")),
        key=lambda name: -cells[name]["value"],
    )
    names = [name.removeprefix(f"{label}/").removesuffix(" elo") for name in ranked]
    if layout["kind"] == "ratings":
        return ratings(label, names, layout["columns"])
    return cross(label, [name for name in names if name in layout.get("agents", names)], layout)


def ratings(label: str, names: list[str], columns: int) -> list[str]:
    """Ratings from the best to the worst, in columns beside each other."""
    rows = -(-len(names) // columns)
    cells = [
        f"{place} | `{name}` | {{{label}/{name} elo; signed.0}} | {{{label}/{name} elo; range.0}}"
        for place, name in enumerate(names, 1)
    ]
    cells += ["| | |"] * (rows * columns - len(names))
    lines = [" | ".join(cells[row::rows]) for row in range(rows)]
    head = " | ".join(["| agent | Elo | 95 % interval"] * columns)
    return [f"| {head} |", "|---" * 4 * columns + "|", *(f"| {line} |" for line in lines)]


def cross(label: str, names: list[str], layout: dict[str, Any]) -> list[str]:
    """The row's score against the column, from the best to the worst."""
    digits = layout["digits"]
    elo = layout.get("elo", True)
    head = [*(["Elo"] if elo else []), *map(str, range(1, len(names) + 1))]
    lines = [f"| | {' | '.join(head)} |", "|---" * (len(head) + 1) + "|"]
    for place, one in enumerate(names, 1):
        scores = [
            "–" if other == one else f"{{{label}/{one} v {other}; percent.{digits}}}" for other in names
        ]
        rating = [f"{{{label}/{one} elo; signed.0}}"] if elo else []
        lines.append(f"| {' | '.join([f'{place} `{one}`', *rating, *scores])} |")
    return lines


def stamp(made: dict[str, Any]) -> str:
    """With what a table was measured; if the same seed gives other games today, it says so."""
    words = f"Measured on {made['date']} with version {made['version']}, streams {made['streams']}"
    if made["streams"] != STREAMS:
        words += f"; today's are streams {STREAMS}, so the same seed gives other games"
    return f"*{words}.*"


def read_file(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def names() -> list[str]:
    return sorted(file.stem for file in FOLDER.glob("*.json"))


def rendered(file: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The tables of a file, each with its name."""
    for name, layout in file["tables"].items():
        lines = [filled(line, file["cells"]) for line in lines_of(layout, file["cells"])]
        yield name, "\n".join([*lines, "", stamp(file["made"]), ""])


def written(page: str, tables: dict[str, str]) -> str:
    """A page with its tables as the files have them."""
    return MARKED.sub(lambda mark: f"{mark[1]}{tables[mark[2]]}{mark[4]}", page)


# Measuring: from commands to a file.


def read_command(command: str) -> tuple[str, dict[str, Any]]:
    """A command as the program reads it: its name and what was chosen."""
    group: Any = get_command(app)
    words = shlex.split(command)[1:]
    context = group.make_context("kiebitz", list(words))
    while isinstance(group, TyperGroup):
        words = [*context._protected_args, *context.args]  # without the group's own options
        name, group, words = group.resolve_command(context, words)
        context = group.make_context(name, list(words), parent=context)
    return str(group.name), context.params


def plans(command: str) -> list[Plan]:
    """What a command plays."""
    name, chosen = read_command(command)
    if name == "reproduce":
        page = find_experiment(chosen["name"], chosen["deals"], chosen["quick"])
        return list(page.plans.values())
    if name == "train-tables" or (name == "calibrate" and chosen["records"]):
        return []  # who plays is said by the commands that write the games
    if name == "calibrate":
        return [match_plan("skat", [chosen["player"]] * 3, chosen["games"], chosen["seed"])]
    if name == "freeze":
        asked = chosen["game"], chosen["one"], chosen["other"], chosen["deals"], seed_of(chosen["seed"])
        return [pair_plan(*asked, chosen["options"])]
    options, seed = with_open_world(chosen["options"], chosen["open_world"]), seed_of(chosen["seed"])
    if name == "grid":
        rest = chosen["against"], chosen["deals"], seed, options
        return [pair_plan(chosen["game"], spec, *rest) for spec in expand(chosen["pattern"])]
    asked = chosen["game"], chosen["agents"], chosen["deals"], seed, options
    return [match_plan(*asked, chosen["seatings"])] if name == "match" else list(tournament_plans(*asked))


def run(command: str, *more: str) -> str:
    """What a command prints."""
    program = str(Path(sys.executable).with_name("kiebitz"))
    words = [program, *shlex.split(command)[1:], *more]
    done = subprocess.run(words, cwd=DOCS.parent, stdout=subprocess.PIPE, check=False, text=True)
    if done.returncode > 1 or not done.stdout:  # 1: a claim does not stand, which is a result too
        raise SystemExit(f"{command} failed.")
    return done.stdout


def answer(command: str) -> Any:
    """The answer of a command, as a document."""
    return json.loads(run(command, "--json"))


def cells_of(command: str, document: Any) -> Cells:
    """All that the answer of a command measures, by name."""
    readers = {
        "match": of_match, "tournament": of_tournament, "grid": of_grid, "reproduce": of_page,
        "calibrate": of_groups,
    }  # fmt: skip
    found = readers[read_command(command)[0]](document)
    return {name: {key: kept(value) for key, value in cell.items()} for name, cell in found}


def kept(value: Any) -> Any:
    return round(value, DIGITS) if isinstance(value, float) else value


def of_match(document: Any) -> Iterator[tuple[str, Cell]]:
    for score in document["agents"]:
        low, high = score["wilson"]
        yield f"{score['name']} wins", {"value": score["win_rate"], "low": low, "high": high}
        yield f"{score['name']} points", {"value": score["points_mean"], "error": score["points_se"]}
        yield f"{score['name']} ms", {"value": score["ms_per_move"]}
        decided = score["wins"] + score["losses"]
        yield f"{score['name']} decided", {"value": score["wins"] / max(decided, 1)}

    yield from of_estimates(document)


def of_estimates(document: Any) -> Iterator[tuple[str, Cell]]:
    """What frozen weights saved: single, duplicate and reduced estimates of each pair."""
    for pair in document.get("estimates", ()):
        for one in pair["estimates"]:
            name = f"{' v '.join(pair['agents'])} {one['kind']}"
            yield name, {"value": one["mean"], "error": one["error"]}
            yield f"{name} saved", {"value": one["against_single"]}
            yield f"{name} beyond", {"value": one["against_duplicate"]}


def of_tournament(document: Any) -> Iterator[tuple[str, Cell]]:
    yield from of_estimates(document)
    for rating in document["ratings"]:
        yield f"{rating['name']} elo", {"value": rating["elo"], "low": rating["low"], "high": rating["high"]}
    for meeting in document["meetings"]:
        one, other, score = meeting["one"], meeting["other"], meeting["score"]
        yield f"{one} v {other}", {"value": score, "low": meeting["low"], "high": meeting["high"]}
        yield f"{other} v {one}", {"value": 1 - score, "low": 1 - meeting["high"], "high": 1 - meeting["low"]}
        yield f"{one} v {other} points", {"value": meeting["points"], "error": meeting["error"]}


def of_grid(document: Any) -> Iterator[tuple[str, Cell]]:
    """Each combination against the opponent."""
    for cell in document["cells"]:
        yield cell["one"], {"value": cell["score"], "low": cell["low"], "high": cell["high"]}
        yield f"{cell['one']} points", {"value": cell["points"], "error": cell["error"]}
        yield f"{cell['one']} ms", {"value": cell["ms_per_move"]}
        yield f"{cell['one']} games", {"value": cell["games"]}


def of_seal(document: Any) -> Iterator[tuple[str, Cell]]:
    """The banks of sealed claims, each with its interval; and whether each claim stands."""
    yield "number", {"text": document["number"]}
    yield "sealed", {"text": document["sealed"]}
    code, *rest = (promise["kept"] for promise in document["promises"])
    for claim in document["claims"]:
        good = all(rest) and all(promise["kept"] for promise in claim["promises"])
        stands = "stands" if code else "holds, with other code than sealed"
        yield f"{claim['title']}: verdict", {"text": stands if good else "does not stand"}
        for kind in ("banks", "controls"):
            for place, bank in zip(("first", "second"), claim[kind], strict=True):
                measured = {key: bank[key] for key in ("value", "low", "high")}
                yield f"{claim['title']}: {place} of {kind}", measured
                yield f"{claim['title']}: deals", {"value": bank["deals"]}


def of_page(document: Any) -> Iterator[tuple[str, Cell]]:
    if "claims" in document:
        yield from of_seal(document)
        return
    for row in document["cells"]:
        known = {key: row[key] for key in ("low", "high", "error") if row[key] is not None}
        yield row["cell"], {"value": row["measured"], **known}
    for verdict, figures in Counter(row["verdict"] for row in document["cells"]).items():
        yield f"verdict {verdict}", {"value": figures}
    for part in document.get("breakdowns", ()):
        total = max(sum(part["counts"].values()), 1)
        for letters, games in part["counts"].items():
            yield f"{part['table']} {part['column']} {letters}", {"value": games / total}


def of_groups(document: Any) -> Iterator[tuple[str, Cell]]:
    tenths = count(1)
    for row in document["groups"]:
        name = f"tenth {next(tenths)}" if row["label"].endswith("%") else row["label"]
        yield name, {"text": row["label"]}
        yield f"{name} games", {"value": row["games"]}
        yield f"{name} expected", {"value": row["expected"]}
        yield f"{name} won", {"value": row["won"], "error": row["error"]}
        yield f"{name} promised", {"value": row["promised"]}
        yield f"{name} points", {"value": row["score"], "error": row["deviation"]}


def used(tables: dict[str, Any], cells: Cells) -> set[str]:
    """The cells that the tables have places for."""
    lines = (line for layout in tables.values() for line in lines_of(layout, cells))
    return {place[1] for line in lines for place in PLACE.finditer(line)}


def measured(file: dict[str, Any]) -> dict[str, Any]:
    """A file with its commands played again, after those that make the files which they read."""
    makers: dict[str, str] = file.get("files", {})
    cells: Cells = {}
    for name, command in makers.items():
        if not (DOCS.parent / name).exists():
            run(command)
    for label, command in file["commands"].items():
        found = cells_of(command, answer(command))
        cells |= {f"{label}/{name}": cell for name, cell in found.items()}
    played = {label: plans(command) for label, command in (file["commands"] | makers).items()}
    agents = {pair for found in played.values() for plan in found for pair in agent_fingerprints(plan)}
    made = {
        "version": __version__,
        "streams": STREAMS,
        "date": date.today().isoformat(),
        "seeds": {label: sorted({plan.seed for plan in found}, key=str) for label, found in played.items()},
        "agents": dict(sorted(agents)),
    }
    shown = sorted(used(file["tables"], cells))
    return {**file, "made": made, "cells": {name: cells[name] for name in shown}}


def write_file(name: str, file: dict[str, Any]) -> None:
    """With one cell a line, so that differences can be read."""
    text = json.dumps(file, indent=1, ensure_ascii=False)
    text = re.sub(
        r'\{\s+"(?:value|text)":[^{}]*\}|\[[^\[\]"]*\]', lambda inner: " ".join(inner[0].split()), text
    )
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def stale(file: dict[str, Any]) -> list[str]:
    """Why a file's figures are not those of today's code, a sentence for each reason."""
    made = file["made"]
    if made["streams"] != STREAMS:
        return [f"random streams {made['streams']}, now {STREAMS}"]
    try:
        asked = [plan for command in file["commands"].values() for plan in plans(command)]
        now = dict(one for plan in asked for one in agent_fingerprints(plan))
    except (KiebitzError, KeyError) as error:
        return [f"its commands cannot be asked: {error}"]
    known = made.get("agents", {})
    other = [agent for agent in sorted(now) if known.get(agent) != now[agent]]
    more = f" and {len(other) - 3} more" if len(other) > 3 else ""
    return [f"other code: {', '.join(other[:3])}{more}"] if other else []


def list_stale() -> None:
    """Say which files were measured with other code than today's, and by which version."""
    files = {name: read_file(name) for name in names()}
    found = {name: reasons for name, file in files.items() if (reasons := stale(file))}
    for name, reasons in found.items():
        print(f"{name} ({files[name]['made'].get('version', 'before 0.2.0')}): {'; '.join(reasons)}")
    print(
        f"{len(found)} of {len(files)} files were measured with other code of the rules or the agents than "
        "today's; whether it plays differently only 'make figures AGAIN=NAME' shows."
    )


def main() -> None:
    asked = sys.argv[1:]
    if asked == ["--stale"]:
        list_stale()
        return
    quick = [name for name in names() if read_file(name)["takes"] == "minutes"]
    for name in quick if asked == ["quick"] else asked:
        print(f"== {name}", flush=True)
        write_file(name, measured(read_file(name)))
    tables = {table: text for name in names() for table, text in rendered(read_file(name))}
    for page in sorted(DOCS.glob("*.md")):
        page.write_text(written(page.read_text(encoding="utf-8"), tables), encoding="utf-8")


if __name__ == "__main__":
    main()
