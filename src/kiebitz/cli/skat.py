"""``kiebitz skat``: what only Skat needs; the commands are in files of their own."""

from __future__ import annotations

import typer

from kiebitz.cli import app

skat = typer.Typer(help="For Skat: replay recorded games, make the winning tables.", no_args_is_help=True)
app.add_typer(skat, name="skat")


@skat.callback()
def root() -> None:
    pass
