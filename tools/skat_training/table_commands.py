"""``train-tables`` and ``calibrate``: the winning tables, and whether they tell the truth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.amounts import check_number
from kiebitz.cli.common import JSON, announce_compilation, print_json, print_table
from kiebitz.cli.interrupts import interruptible
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.files import check_writable, write_new
from kiebitz.lab.progress import progress
from kiebitz.language.speaking import spoken
from kiebitz.sayings import say
from kiebitz.telling import tell
from tools.skat_training import COMMAND
from tools.skat_training.players import PLAYER
from tools.skat_training.spreading import EXECUTOR, WORKERS, spread_by

if TYPE_CHECKING:
    from tools.skat_training.calibration import Row
    from tools.skat_training.spreading import Spread

KEPT = say("what was counted and played is stored; the same command goes on.")


def train_tables(
    out: Path = typer.Argument(help="The file to write the tables to, like tables.npz."),
    deals: int = typer.Option(1_500_000, "--deals", help="Declarer-like deals to play out cheaply."),
    games: int = typer.Option(15_000, "--games", help="Whole games of strong players; 0 for none."),
    seed: int = typer.Option(1, "--seed", help="The seed of the deals and games."),
    solve: int = typer.Option(
        5, help="Cards in hand from which open cards decide a deal; before that, instinct plays."
    ),
    player: str = typer.Option(PLAYER, "--player", help="Who plays the cards of the games."),
    plain: bool = typer.Option(False, "--plain", help="Only what is counted: no further features, no games."),
    records: list[Path] = typer.Option(
        [],
        "--records",
        help="In place of deals and games: recorded games (ISS, XSkat, our own), once a file.",
    ),
    base: Path | None = typer.Option(
        None, "--base", help="With records: what holds where they are few, by default the package's tables."
    ),
    workers: int = WORKERS,
    executor: str = EXECUTOR,
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Show no progress."),
) -> None:
    """Make the tables of winning chances; an interrupted training goes on where it was.

    What was counted and played is kept beside the tables in files that end in .counts.npz and .games.npz,
    what was read of records in a folder that ends in .records: more deals, games and files add to them.
    Command, seed and digest of the tables are in a file that ends in .json.
    """
    check_writable(out)
    if records:  # read by Python, which threads would not do any quicker
        name = "processes" if executor == "auto" and workers > 1 else executor
        _from_records(out, records, base, spread_by(workers, name), quiet)
        return
    spread = spread_by(workers, executor)
    check_number("deals", deals)
    check_number("games", games, least=0)
    if not 1 <= solve <= 10:
        raise BadOption(say("The cards to solve from must be 1 to 10, not {n}.", n=solve))
    announce_compilation(say("the Skat players"))
    from kiebitz.games.skat.agents.cards.instinct import load_weights
    from kiebitz.rules.registry import game
    from tools.skat_training.chain import digest
    from tools.skat_training.fitting import corrected, refined
    from tools.skat_training.selfplay import SelfPlay
    from tools.skat_training.training import Training

    counts, whole = out.with_suffix(".counts.npz"), out.with_suffix(".games.npz")
    training = Training.resume(counts, seed, solve)
    with interruptible(lambda: KEPT), progress("deals", deals, training.deals, quiet) as show:
        training.run(deals, counts, show, spread=spread)
    games = 0 if plain else games
    command = f"{COMMAND} train-tables {out.name} --deals {training.deals} --seed {seed} --solve {solve}"
    more = "--plain" if plain else f"--games {games} --player {player}"
    first = training.tables({"command": f"{command} {more}"})
    tables = first if plain else refined(first, training.sample)
    if games:
        played = SelfPlay.resume(whole, seed, player)
        with interruptible(lambda: KEPT), progress("games", games, len(played.records), quiet) as show:
            played.run(games, game("skat"), tables, whole, show, load_weights(), spread)
        tables = corrected(tables, played.records[:games], {"games": games, "player": player})
    tables.save(out)
    about = {"command": tables.made["command"], "seed": seed, "files": {out.name: digest(out)}}
    write_new(out.with_suffix(".json"), json.dumps(about, indent=1) + "\n")
    tell(
        say(
            "{file}: tables from {deals:,} deals and {games:,} games.",
            file=str(out),
            deals=training.deals,
            games=games,
        )
    )


def _from_records(out: Path, files: list[Path], base: Path | None, spread: Spread, quiet: bool) -> None:
    """Make tables from recorded games."""
    from kiebitz.games.skat.agents.bidding.tables import load_tables
    from tools.skat_training.counted import from_records
    from tools.skat_training.recorded import Recorded, texts

    found = Recorded.resume(out.with_suffix(".records"))
    total, done = sum(1 for file in files for _ in texts(file)), sum(found.read.values())
    with interruptible(lambda: KEPT), progress("games", total, done, quiet) as show:
        found.run(files, show, spread)
    if not found.games:
        raise KiebitzError(say("No record of {file} can be replayed.", file=str(files[0])))
    command = " ".join([COMMAND, "train-tables", out.name, *(f"--records {file.name}" for file in files)])
    tables = load_tables(base) if base else load_tables()
    from_records(tables, found, {"command": command, "records": found.games}).save(out)
    tell(
        say(
            "{file}: tables from {n:,} of {of:,} recorded games.",
            file=str(out),
            n=found.games,
            of=sum(found.read.values()),
        )
    )


def calibrate_tables(
    games: int = typer.Option(2000, "--games", help="Games to play, all three seats by the same tables."),
    seed: int = typer.Option(2, "--seed", help="The seed of the games; not that of the training."),
    player: str = typer.Option(PLAYER, "--player", help="Who plays the cards."),
    tables: Path | None = typer.Option(None, "--tables", help="The tables, by default those of the package."),
    playouts: int = typer.Option(40, "--playouts", help="Of each of the best games before one is named."),
    odd: bool = typer.Option(
        False, "--odd", help="In every deal somebody has jacks without aces, or aces without a jack."
    ),
    forced: bool = typer.Option(
        False, "--forced", help="With --odd: the tables alone choose, and Grand is played with such a hand."
    ),
    records: list[Path] = typer.Option(
        [],
        "--records",
        help="Take recorded games in place of new ones, once a file; not those of a training.",
    ),
    workers: int = WORKERS,
    executor: str = EXECUTOR,
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Show no progress."),
    as_json: bool = JSON,
) -> None:
    """Compare the chances of the winning tables with what comes of games that are bid by them."""
    check_number("games", games)
    check_number("playouts", playouts, least=0, most=1000)
    spread = spread_by(workers, executor)
    announce_compilation(say("the Skat players"))
    from kiebitz.games.skat.agents.bidding.tables import load_tables
    from tools.skat_training.calibration import calibrate
    from tools.skat_training.recorded import read_all
    from tools.skat_training.selfplay import play_by

    chosen = load_tables(tables) if tables else load_tables()
    with interruptible(lambda: say("nothing is kept.")), progress("games", games, quiet=quiet) as show:
        if records:
            played = read_all(records)
        else:
            played = play_by(chosen, player, games, seed, playouts, show, odd, forced, spread)
    rows, passed = calibrate(chosen, played), int(sum(played[:, 2] < 0))
    if as_json:
        facts = {
            "games": len(played),
            "seed": seed,
            "player": player,
            "playouts": playouts,
            "odd": odd,
            "forced": forced,
            "passed_in": passed,
        }
        labels = [{"label": str(row.label), "label_said": row.label.as_json()} for row in rows]
        print_json({**facts, "groups": [vars(row) | label for row, label in zip(rows, labels, strict=True)]})
        return
    _print(rows)
    tell(say("{deals:,} deals, {passed:,} passed in.", deals=len(played), passed=passed))


def _print(rows: list[Row]) -> None:
    from rich.table import Table

    headings = (
        say("games"), say("number"), say("expected"), say("won ± s.e."), say("points expected"),
        say("points ± s.e."),
    )  # fmt: skip
    table = Table(*map(spoken, headings), box=None)
    for row in rows:
        cells = (
            row.label, say("{n:,}", n=row.games), say("{share:.1f} %", share=100 * row.expected),
            say("{share:.1f} ± {error:.1f} %", share=100 * row.won, error=100 * row.error),
            say("{points:+.1f}", points=row.promised),
            say("{points:+.1f} ± {error:.1f}", points=row.score, error=row.deviation),
        )  # fmt: skip
        table.add_row(*map(spoken, cells))
    print_table(table)
