"""``python -m tools.skat_training``, in a clone: the trainings, and whether the tables tell the truth."""

from __future__ import annotations

import typer

from kiebitz.__main__ import start
from tools.skat_training.chain_command import train_all
from tools.skat_training.instinct_command import train_instinct
from tools.skat_training.table_commands import calibrate_tables, train_tables

app = typer.Typer(
    help="Make the winning tables and the weights of the Skat players, and compare them with games.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("train-tables")(train_tables)
app.command("calibrate")(calibrate_tables)
app.command("train-instinct")(train_instinct)
app.command("train-all")(train_all)


if __name__ == "__main__":
    start(app)
