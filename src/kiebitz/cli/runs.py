"""``kiebitz runs``, ``show``, ``verify`` and ``export``: stored runs."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from kiebitz.cli.common import JSON, announce_compilation, print_json
from kiebitz.cli.guarding import ISOLATE, LOAD, TRUST, obey
from kiebitz.errors import KiebitzError
from kiebitz.files import check_writable
from kiebitz.language.speaking import spoken
from kiebitz.sayings import Saying, say
from kiebitz.telling import tell


def runs(
    remove: str = typer.Option("", help="Remove this run with all its games: its name or its folder."),
    as_json: bool = JSON,
) -> None:
    """List the stored runs, the newest last; or remove one."""
    from kiebitz.lab.runs.outline import Outline, runs_home
    from kiebitz.lab.runs.stored import remove_run, stored_runs

    if remove:
        tell(say("Removed {run}.", run=remove_run(remove)))
        return
    found = []
    for folder in stored_runs():
        try:
            found.append(Outline(folder).describe())
        except KiebitzError as error:  # one that is damaged must not hide the others
            tell(error.said, sys.stderr)
    if as_json:
        print_json(found)
        return
    for run in found:
        games, done = run["games"], run["done"] / run["games"]
        state = say("{n:,} games, done", n=games)
        if done < 1:
            state = say("{n:,} games, {done:.0%}", n=games, done=done)
        values = {
            "name": run["name"],
            "game": run["game"],
            "agents": " v ".join(run["agents"]),
            "state": state,
        }
        tell(Saying("{name}: {game}, {agents}, {state}", values))
    if not found:
        tell(say("There are no runs in {folder} yet.", folder=str(runs_home())))


def show(
    name: str = typer.Argument(help="A run: its name, the beginning of it, or its folder."),
    game: str = typer.Option("", help="Show one game: PLAN/DEAL/LINE-UP, for example 0/17/1."),
    lines: bool = typer.Option(False, "--lines", help="Show a line for every game."),
    as_json: bool = JSON,
    load: list[str] = LOAD,
    trust: bool = TRUST,
    isolate: bool = ISOLATE,
) -> None:
    """Show a stored run: what it is, and its results; or the record of one of its games."""
    from kiebitz.cli.match import print_result, print_verdict
    from kiebitz.lab.runs.early import means, said
    from kiebitz.lab.runs.stored import find_run
    from kiebitz.lab.runs.verify import record_of

    obey(trust, isolate)
    announce_compilation()
    run = find_run(name)
    if game:
        print(record_of(run, *_key(game)), end="")
        return
    if lines:
        for line in run.games():
            print(spoken(line.said))
        return
    about = run.describe()
    results = [run.so_far(number) for number in range(len(run.plans))]
    early = [means(run, number) for number, result in enumerate(results) if not result]
    if as_json:
        told = {"results": [result.as_dict() for result in results if result]}
        unpaired = [[mean._asdict() for mean in found] for found in early if found]
        print_json({**about, **told, **({"unpaired": unpaired} if unpaired else {})})
        return
    tell(say("{name} in {folder}", name=about["name"], folder=about["folder"]))
    tell(about["command"])
    tell(", ".join(f"{key} {value}" for key, value in about["versions"].items()))
    if about["done"] < about["games"]:
        tell(say("{n:,} of {of:,} games are played; the command above goes on with it.",
                 n=about["done"], of=about["games"]))  # fmt: skip
        if any(results):
            tell(say("The figures so far are those of the first deals that were played in all seatings:"))
    for found in filter(None, early):
        tell(said(found))
    for result in filter(None, results):
        print()
        print_result(result)
        if about["kind"] == "match":
            print_verdict(result)


def _key(text: str) -> tuple[int, int, int]:
    parts = text.split("/")
    if len(parts) != 3 or not all(part.isdecimal() for part in parts):
        raise KiebitzError(
            say("A game of a run is written PLAN/DEAL/LINE-UP, such as 0/17/1, not {text}.", text=repr(text))
        )
    return int(parts[0]), int(parts[1]), int(parts[2])


def verify(
    name: str = typer.Argument(help="A run: its name, the beginning of it, or its folder."),
    sample: int = typer.Option(100, help="How many games to play again, evenly spread; 0 for all."),
    as_json: bool = JSON,
    load: list[str] = LOAD,
    trust: bool = TRUST,
    isolate: bool = ISOLATE,
) -> None:
    """Play stored games again and compare."""
    from kiebitz.lab.runs.stored import find_run
    from kiebitz.lab.runs.verify import verify as check

    obey(trust, isolate)
    announce_compilation()
    run = find_run(name)
    checked, wrong = check(run, sample)
    if as_json:
        print_json({"run": run.name, "games": run.done, "checked": checked, "different": wrong})
    else:
        for key in wrong:
            tell(say("{key} came out differently", key=key))
        tell(say("{n:,} of {of:,} games came out as stored.", n=checked - len(wrong), of=checked))
        if checked < run.done:
            tell(say("They are a sample of the run's {n:,} games; --sample 0 plays all of them.", n=run.done))
    if wrong:
        raise typer.Exit(1)


def export(
    name: str = typer.Argument(help="A run: its name, the beginning of it, or its folder."),
    parquet: Path | None = typer.Option(None, help="Write a Parquet file (needs the extra 'data')."),
    csv: Path | None = typer.Option(None, help="Write a CSV file."),
    sources: Path | None = typer.Option(None, help="Write the files of the bots that played into a folder."),
    load: list[str] = LOAD,
) -> None:
    """Write a run's games as a table: a row for each game and seat; or the source of its bots."""
    from kiebitz.lab.runs.export import write_csv, write_parquet, write_sources
    from kiebitz.lab.runs.stored import find_run

    if not parquet and not csv and not sources:
        raise KiebitzError(say("Say where to write: --parquet FILE, --csv FILE or --sources FOLDER."))
    check_writable(parquet, csv)
    announce_compilation()
    run = find_run(name)
    for path, write in ((parquet, write_parquet), (csv, write_csv)):
        if path:
            tell(say("{n:,} rows in {file}", n=write(run, path), file=str(path)))
    if sources:
        for file in write_sources(run, sources):
            tell(str(file))
