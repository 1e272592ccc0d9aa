"""Writes the measured tables of the pages: ``python docs/make_figures.py [NAME ... | quick | --stale]``.

A file of ``docs/figures`` has commands, what they measured with which version, and the layout of tables.
Files that are named are played again first; ``quick`` names all that take minutes. ``--stale`` lists what was
measured by other code. A file with ``by_hand`` says there why its commands cannot simply be run again.

Commands are those of the program, or scripts of ``benchmarks``. A script prints with ``--json`` a document
that names cells, seed, and the agents and kernels that it measured (``benchmarks/parts/document.py``).
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from datetime import date
from functools import cache
from importlib import import_module
from pathlib import Path
from runpy import run_path
from typing import Any

from figure_cells import cells_of
from figure_tables import Cells, rendered, used, written
from typer.core import TyperGroup
from typer.main import get_command

from kiebitz import __version__
from kiebitz.agents.trust import trusting
from kiebitz.cli import app
from kiebitz.cli.common import seed_of
from kiebitz.errors import KiebitzError
from kiebitz.kernel.meaning import meaning
from kiebitz.kernel.random import STREAMS
from kiebitz.lab.asking import with_open_world
from kiebitz.lab.experiments.grid import expand
from kiebitz.lab.experiments.page import find_experiment
from kiebitz.lab.runs.identity import agent_fingerprints
from kiebitz.lab.runs.plan import Plan, match_plan, pair_plan, tournament_plans
from kiebitz.lab.runs.restated import restated
from kiebitz.rules.registry import game as game_by_name

DOCS = Path(__file__).parent
ROOT = DOCS.parent
FOLDER = DOCS / "figures"
TRAINING = "python -m tools.skat_training "
"""How commands of the Skat trainings begin, which are not part of the program."""


def read_file(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def names() -> list[str]:
    return sorted(file.stem for file in FOLDER.glob("*.json"))


# Commands: what they are and who plays.


def read_command(command: str) -> tuple[str, dict[str, Any]]:
    """A command as the program reads it: its name and what was chosen."""
    group: Any = get_command(app)
    words = shlex.split(command)[1:]
    if command.startswith(TRAINING):
        group, words = get_command(trainings()), shlex.split(command.removeprefix(TRAINING))
    elif is_script(command):
        return "script", vars(script(DOCS.parent / words[0])["parser"]().parse_args(words[1:]))
    context = group.make_context("kiebitz", list(words))
    while isinstance(group, TyperGroup):
        words = [*context._protected_args, *context.args]  # without the group's own options
        name, group, words = group.resolve_command(context, words)
        context = group.make_context(name, list(words), parent=context)
    return str(group.name), context.params


def trainings() -> Any:
    """The commands of the Skat trainings."""
    sys.path.insert(0, str(ROOT))
    try:
        return import_module("tools.skat_training.__main__").app
    finally:
        sys.path.remove(str(ROOT))


def is_script(command: str) -> bool:
    """Is it one of ``benchmarks``, which print a document?"""
    return command.startswith("python ") and not command.startswith(TRAINING)


@cache
def script(path: Path) -> dict[str, Any]:
    """What a script defines, with its own folder first among those of imports, as if it had been started."""
    sys.path.insert(0, str(path.parent))
    try:
        return run_path(str(path))
    finally:
        sys.path.remove(str(path.parent))


def plans(command: str) -> list[Plan]:
    """What a command of the program plays; scripts say that in their documents."""
    name, chosen = read_command(command)
    if name == "reproduce":
        page = find_experiment(chosen["name"], chosen["deals"], chosen["quick"])
        return list(page.plans.values())
    if name == "script" or name == "train-tables" or (name == "calibrate" and chosen["records"]):
        return []  # who plays is said by the document, or by the commands that write the games
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


def seated(players: dict[str, list[str]]) -> list[Plan]:
    """The plans of a document's players, who are listed by game and options: ``schnapsen rules=full``."""
    tables = {asked: asked.partition(" ")[::2] for asked in players}
    with trusting(None):  # the script has run their files
        return [
            match_plan(name, [agent] * game_by_name(name, options).seats, 1, 1, options)
            for asked, (name, options) in tables.items()
            for agent in players[asked]
        ]


def agents_of(played: Iterable[Plan]) -> dict[str, str]:
    """The fingerprint of every agent; one that plays by several rules has as many, in order."""
    found: dict[str, set[str]] = {}
    for plan in played:
        for agent, fingerprint in agent_fingerprints(plan):
            found.setdefault(agent, set()).add(fingerprint)
    return {agent: " ".join(sorted(found[agent])) for agent in sorted(found)}


def kernels_of(names: Iterable[str]) -> dict[str, str]:
    """What kernels mean, each named by its module and itself: ``kiebitz.games.schnapsen.rules:legal``."""
    asked = {name: name.split(":") for name in sorted(set(names))}
    return {name: meaning(getattr(import_module(at), what))[:16] for name, (at, what) in asked.items()}


# Measuring: from commands to a file.


def run(command: str, *more: str) -> str:
    """What a command prints."""
    program = (
        sys.executable if command.startswith("python ") else str(Path(sys.executable).with_name("kiebitz"))
    )
    words = [program, *shlex.split(command)[1:], *more]
    done = subprocess.run(words, cwd=DOCS.parent, stdout=subprocess.PIPE, check=False, text=True)
    if done.returncode > 1 or not done.stdout:  # 1: a claim does not stand, which is a result too
        raise SystemExit(f"{command} failed.")
    return done.stdout


def measured(file: dict[str, Any]) -> dict[str, Any]:
    """A file with its commands played again, after those that make the files which they read."""
    if "by_hand" in file:
        raise SystemExit(f"It cannot be measured again by itself: {file['by_hand']}")
    makers: dict[str, str] = file.get("files", {})
    for name, command in makers.items():
        if not (DOCS.parent / name).exists():
            run(command)
    answers = {label: json.loads(run(command, "--json")) for label, command in file["commands"].items()}
    cells: Cells = {}
    for label, answer in answers.items():
        found = cells_of(read_command(file["commands"][label])[0], answer)
        cells |= {f"{label}/{name}": cell for name, cell in found.items()}
    scripts = {label: answers[label] for label, command in file["commands"].items() if is_script(command)}
    made = {
        "version": __version__,
        "streams": STREAMS,
        "date": date.today().isoformat(),
        **stamped(file["commands"] | makers, scripts),
    }
    shown = sorted(used(file["tables"], cells))
    return {**file, "made": made, "cells": {name: cells[name] for name in shown}}


def stamped(commands: dict[str, str], scripts: dict[str, Any]) -> dict[str, Any]:
    """The seeds of all commands and who played; of scripts also the lists, to be asked again."""
    played = {label: plans(command) for label, command in commands.items()}
    seeds = {label: sorted({plan.seed for plan in found}, key=str) for label, found in played.items()}
    seeds |= {label: [one["seed"]] if one["seed"] is not None else [] for label, one in scripts.items()}
    players: dict[str, list[str]] = {}
    for asked, agents in (item for one in scripts.values() for item in one["players"].items()):
        players[asked] = sorted({*players.get(asked, ()), *agents})
    kernels = [kernel for one in scripts.values() for kernel in one["kernels"]]
    every = [*(plan for found in played.values() for plan in found), *seated(players)]
    made = {"seeds": seeds, "agents": agents_of(every), "players": players, "kernels": kernels_of(kernels)}
    return {key: value for key, value in made.items() if value or key in ("seeds", "agents")}


def write_file(name: str, file: dict[str, Any]) -> None:
    """With one cell a line, so that differences can be read."""
    text = json.dumps(file, indent=1, ensure_ascii=False)
    text = re.sub(
        r'\{\s+"(?:value|text)":[^{}]*\}|\[[^\[\]"]*\]', lambda inner: " ".join(inner[0].split()), text
    )
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


# Staleness: is today's code that of a file?


def stale(file: dict[str, Any]) -> list[str]:
    """Why a file's figures are not those of today's code, a sentence for each reason."""
    made = file["made"]
    stated = made.get("agents", {}) | made.get("kernels", {})
    known = {name: again(fingerprints) for name, fingerprints in stated.items()}
    if "by_hand" in file and not known:
        return [f"of what code is not known: {file['by_hand']}"]
    if made["streams"] != STREAMS:
        return [f"random streams {made['streams']}, now {STREAMS}"]
    try:
        asked = [plan for command in file["commands"].values() for plan in plans(command)]
        now = agents_of([*asked, *seated(made.get("players", {}))]) | kernels_of(made.get("kernels", ()))
    except (KiebitzError, KeyError, AttributeError, ImportError) as error:
        return [f"its commands cannot be asked: {error}"]
    other = [name for name in sorted(now) if known.get(name) != now[name]]
    more = f" and {len(other) - 3} more" if len(other) > 3 else ""
    return [f"other code: {', '.join(other[:3])}{more}"] if other else []


def again(fingerprints: str) -> str:
    """What a file says of an agent, one fingerprint for each of its rules, in today's fingerprints."""
    return " ".join(sorted(map(restated, fingerprints.split())))


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
    files = {name: read_file(name) for name in names()}
    quick = [name for name, file in files.items() if file["takes"] == "minutes" and "by_hand" not in file]
    if unknown := [name for name in asked if name not in files and asked != ["quick"]]:
        sys.exit(f"There is no docs/figures/{unknown[0]}.json; there are: {', '.join(files)}.")
    for name in quick if asked == ["quick"] else asked:
        print(f"== {name}", flush=True)
        write_file(name, measured(read_file(name)))
    tables = {table: text for name in names() for table, text in rendered(read_file(name))}
    for page in sorted(DOCS.glob("*.md")):
        page.write_text(written(page.read_text(encoding="utf-8"), tables), encoding="utf-8")


if __name__ == "__main__":
    main()
