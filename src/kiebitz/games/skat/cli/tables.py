"""``kiebitz skat train-tables`` and ``calibrate``: the winning tables, and whether they tell the truth."""

from __future__ import annotations

from pathlib import Path

import typer

from kiebitz.amounts import check_number
from kiebitz.cli.common import JSON, announce_compilation, print_json
from kiebitz.cli.interrupts import interruptible
from kiebitz.cli.progress import progress
from kiebitz.errors import BadOption
from kiebitz.files import check_writable
from kiebitz.language.speaking import spoken
from kiebitz.sayings import say
from kiebitz.telling import tell

PLAYER = "skat-ai:worlds=8,endgame=100,k=15,nodes=5000,soft=choice,seconds=0"
KEPT = say("what was counted and played is stored; the same command goes on.")


def train_tables(
    out: Path = typer.Argument(help="The file to write the tables to, like tables.npz."),
    deals: int = typer.Option(1_500_000, "--deals", help="Declarer-like deals to play out cheaply."),
    games: int = typer.Option(15_000, "--games", help="Whole games of strong players; 0 for none."),
    seed: int = typer.Option(1, "--seed", help="The seed of the deals and games."),
    solve: int = typer.Option(
        5, help="Cards in hand from which open cards decide a deal; before that, rules of thumb."
    ),
    player: str = typer.Option(PLAYER, "--player", help="Who plays the cards of the games."),
    plain: bool = typer.Option(False, "--plain", help="Only what is counted: no further features, no games."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Show no progress."),
) -> None:
    """Make the tables of winning chances; an interrupted training goes on where it was.

    What was counted and played is kept beside the tables in files that end in .counts.npz and .games.npz:
    more deals and games add to them.
    """
    check_writable(out)
    check_number("deals", deals)
    check_number("games", games, least=0)
    if not 1 <= solve <= 10:
        raise BadOption(say("The cards to solve from must be 1 to 10, not {n}.", n=solve))
    announce_compilation(say("the Skat players"))
    from kiebitz.games.skat.agents.training.fitting import corrected, refined
    from kiebitz.games.skat.agents.training.selfplay import SelfPlay
    from kiebitz.games.skat.agents.training.training import Training
    from kiebitz.rules.registry import game

    counts, whole = out.with_suffix(".counts.npz"), out.with_suffix(".games.npz")
    training = Training.resume(counts, seed, solve)
    with interruptible(lambda: KEPT), progress("deals", deals, training.deals, quiet) as show:
        training.run(deals, counts, show)
    games = 0 if plain else games
    command = f"kiebitz skat train-tables {out.name} --deals {training.deals} --seed {seed} --solve {solve}"
    more = "--plain" if plain else f"--games {games} --player {player}"
    first = training.tables({"command": f"{command} {more}"})
    tables = first if plain else refined(first, training.sample)
    if games:
        played = SelfPlay.resume(whole, seed, player)
        with interruptible(lambda: KEPT), progress("games", games, len(played.records), quiet) as show:
            played.run(games, game("skat"), first, whole, show)
        tables = corrected(tables, played.records[:games], {"games": games, "player": player})
    tables.save(out)
    tell(
        say(
            "{file}: tables from {deals:,} deals and {games:,} games.",
            file=str(out),
            deals=training.deals,
            games=games,
        )
    )


def calibrate_tables(
    games: int = typer.Option(2000, "--games", help="SelfPlay to play, all three seats by the same tables."),
    seed: int = typer.Option(2, "--seed", help="The seed of the games; not that of the training."),
    player: str = typer.Option(PLAYER, "--player", help="Who plays the cards."),
    tables: Path | None = typer.Option(None, "--tables", help="The tables, by default those of the package."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Show no progress."),
    as_json: bool = JSON,
) -> None:
    """Compare the chances of the winning tables with what comes of games that are bid by them."""
    check_number("games", games)
    announce_compilation(say("the Skat players"))
    from rich.console import Console
    from rich.table import Table

    from kiebitz.games.skat.agents.bidding.calibration import calibrate
    from kiebitz.games.skat.agents.bidding.tables import load_tables
    from kiebitz.games.skat.agents.training.selfplay import play_by
    from kiebitz.rules.registry import game

    chosen = load_tables(tables) if tables else load_tables()
    with interruptible(lambda: say("nothing is kept.")), progress("games", games, quiet=quiet) as show:
        records = play_by(chosen, game("skat"), player, games, seed, show)
    rows, passed = calibrate(chosen, records), int(sum(records[:, 2] < 0))
    if as_json:
        facts = {"games": games, "seed": seed, "player": player, "passed_in": passed}
        labels = [{"label": str(row.label), "label_said": row.label.as_json()} for row in rows]
        print_json({**facts, "groups": [vars(row) | label for row, label in zip(rows, labels, strict=True)]})
        return
    headings = (
        say("games"), say("number"), say("expected"), say("won ± s.e."), say("points of the declarer"),
    )  # fmt: skip
    table = Table(*map(spoken, headings), box=None)
    for row in rows:
        cells = (
            row.label, say("{n:,}", n=row.games), say("{share:.1f} %", share=100 * row.expected),
            say("{share:.1f} ± {error:.1f} %", share=100 * row.won, error=100 * row.error),
            say("{points:+.1f}", points=row.score),
        )  # fmt: skip
        table.add_row(*map(spoken, cells))
    Console().print(table)
    tell(say("{deals:,} deals, {passed:,} passed in.", deals=games, passed=passed))
