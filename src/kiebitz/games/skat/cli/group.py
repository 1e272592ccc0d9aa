"""``kiebitz skat``: what only Skat needs; the commands are in files of their own."""

from __future__ import annotations

import typer

from kiebitz.games.skat.cli.instinct import train_instinct
from kiebitz.games.skat.cli.replay import replay_games
from kiebitz.games.skat.cli.series import series_of_games
from kiebitz.games.skat.cli.tables import calibrate_tables, train_tables
from kiebitz.games.skat.cli.training import train_all

app = typer.Typer(help="For Skat: replay recorded games, make the winning tables.", no_args_is_help=True)
app.command("replay")(replay_games)
app.command("series")(series_of_games)
app.command("train-tables")(train_tables)
app.command("calibrate")(calibrate_tables)
app.command("train-instinct")(train_instinct)
app.command("train-all")(train_all)
