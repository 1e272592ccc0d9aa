"""``kiebitz skat``: what only Skat needs; the commands are in files of their own."""

from __future__ import annotations

import typer

from kiebitz.games.skat.cli.replay import replay_games
from kiebitz.games.skat.cli.series import series_of_games

app = typer.Typer(help="For Skat: replay recorded games, and count series of them.", no_args_is_help=True)
app.command("replay")(replay_games)
app.command("series")(series_of_games)
