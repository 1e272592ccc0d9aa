"""The command line: thin, it parses, calls and prints."""

from __future__ import annotations

import typer

from kiebitz import __version__
from kiebitz.faults import explained

app = typer.Typer(
    help="Card games with hidden cards: play, watch, measure, and look into the players' heads.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # keeps --help quick
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"kiebitz {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version."
    ),
) -> None:
    pass


def main() -> None:
    """Run the program: what a user did wrong is one sentence on standard error and exit code 2."""
    with explained():
        app()


from kiebitz.cli import (  # noqa: E402, F401 (they add their commands)
    catalogue,
    checkbot,
    experiments,
    graph,
    join,
    know,
    match,
    perft,
    play,
    puzzle,
    replay,
    report,
    runs,
    skat,
    skat_instinct,
    skat_replay,
    skat_tables,
    solve,
    table,
    tournament,
)
