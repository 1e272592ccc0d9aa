"""``kiebitz dataset``: positions for learners, in Parquet."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import DRAWN_SEED, JSON, OPTIONS, game_of, given_seed, print_json
from kiebitz.cli.interrupts import interruptible
from kiebitz.cli.running import OPEN_WORLD, Settings, with_settings
from kiebitz.errors import BadOption
from kiebitz.sayings import Saying, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.datasets.dataset import Dataset
    from kiebitz.lab.runs.plan import Plan


@with_settings
def dataset(
    settings: Settings,
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    agents: list[str] = typer.Argument(help="Who plays: one specification for each seat, or one for all."),
    deals: int = typer.Option(1000, "--deals", "-d", help="Scoring units, each played in every seating."),
    seed: str | None = DRAWN_SEED,
    options: str = OPTIONS,
    seatings: str = typer.Option("rotate", help="rotate, all, fixed or mirror."),
    teacher: str = typer.Option("", help="An agent that is asked at every position for its move and values."),
    part: int = typer.Option(100, help="How many deals a file has."),
    open_world: bool = OPEN_WORLD,
    as_json: bool = JSON,
) -> None:
    """Write positions for learners: what was seen, done and hidden, and what came of it, in Parquet."""
    from kiebitz.kernel.random import fresh_seed
    from kiebitz.lab.asking import with_open_world
    from kiebitz.lab.datasets.dataset import Dataset, parquet
    from kiebitz.lab.runs.plan import match_plan

    if settings.out is None:
        raise BadOption(say("Say where to write: --out FOLDER."))
    parquet()
    options = with_open_world(options, open_world)
    seats = game_of(game, options).seats
    given = given_seed(seed)
    drawn = "" if given is not None else fresh_seed()
    everybody = agents * seats if len(agents) == 1 else agents
    kind = "fixed" if len(set(everybody)) == 1 else seatings  # equal agents play every seat as it is
    plan = match_plan(game, everybody, deals, drawn or given or 0, options, kind)
    found = Dataset(_continued(plan, settings, drawn), settings.out, teacher, part)
    _write(found, settings)
    files = found.files
    if as_json:
        about = found.about(settings.time_limit)
        print_json({**about, "files": [str(file) for file in files], "games": found.games})
    else:
        tell(say("{games:,} games in {n:,} {n:file|files} in {folder}", games=found.games, n=len(files),
                 folder=str(found.folder)))  # fmt: skip


def _write(found: Dataset, settings: Settings) -> None:
    """Play and write what is missing; Ctrl-C keeps all files that are complete."""

    def kept() -> Saying:
        return say(
            "{n:,} of {of:,} games are stored; the same command goes on.", n=found.done, of=found.games
        )

    from kiebitz.lab.progress import progress
    from kiebitz.lab.running import Settings as Playing

    # Tensors are made in Python: threads would wait for each other.
    name = "processes" if settings.executor == "auto" and settings.workers > 1 else settings.executor
    playing = Playing(workers=settings.workers, executor=name, time_limit=settings.time_limit)
    executor = playing.make_executor(found.plan)
    with (
        closing(executor),
        interruptible(kept, at_once=lambda: executor.name == "threads"),
        progress("games", found.games, found.done, settings.quiet) as show,
    ):
        found.write(executor, show, settings.time_limit)


def _continued(plan: Plan, settings: Settings, drawn: str) -> Plan:
    """The plan; where no seed was given, with that of the unfinished data set of the same command."""
    from kiebitz.lab.datasets.dataset import read_about
    from kiebitz.lab.running import tell_seed

    if not drawn:
        return plan
    assert settings.out
    before = read_about(settings.out)
    seed = before["plan"]["seed"] if before.get("question") == plan.question else drawn
    tell_seed(seed, drawn)
    return replace(plan, seed=seed)
