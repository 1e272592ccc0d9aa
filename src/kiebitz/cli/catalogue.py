"""``kiebitz games`` and ``kiebitz agents``: what there is."""

from __future__ import annotations

import typer

from kiebitz.cli import app
from kiebitz.cli.common import JSON, print_json


@app.command()
def games(as_json: bool = JSON) -> None:
    """List the games with their options."""
    from kiebitz.games import game_classes
    from kiebitz.games.options import OPEN_WORLD

    found = game_classes()
    if as_json:
        print_json(
            [
                {
                    "name": name,
                    "title": cls.title,
                    "seats": cls().seats,
                    "options": [
                        {"name": o.name, "allowed": o.choices, "default": o.default, "help": o.help}
                        for o in (*cls.option_list, OPEN_WORLD)
                    ],
                }
                for name, cls in found.items()
            ]
        )
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "seats", "option", "values", "default", "meaning", box=None, pad_edge=False)
    for name, cls in found.items():
        table.add_row(f"[bold]{name}[/]", str(cls().seats), "", "", "", f"[bold]{cls.title}[/]")
        for option in (*cls.option_list, OPEN_WORLD):
            table.add_row("", "", option.name, option.choices, option.default, option.help)
    Console().print(table)


@app.command()
def agents(
    game: str = typer.Argument("", help="Only those that play this game."),
    as_json: bool = JSON,
) -> None:
    """List the agents with their parameters."""
    from kiebitz.agents.registry import entries
    from kiebitz.games import game as game_by_name

    known = entries(game_by_name(game).name if game else None)
    if as_json:
        print_json(
            [
                {
                    "name": entry.name,
                    "games": list(entry.games) if entry.games else "all",
                    "help": entry.help,
                    "cheats": entry.cheats,
                    "parameters": [
                        {"name": o.name, "allowed": o.choices, "default": o.default, "help": o.help}
                        for o in entry.parameters
                    ],
                }
                for entry in known.values()
            ]
        )
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("agent", "plays", "parameters", "what it does", box=None, pad_edge=False)
    for entry in known.values():
        parameters = ", ".join(f"{o.name}={o.default} ({o.choices})" for o in entry.parameters)
        mark = " (cheats)" if entry.cheats else ""
        table.add_row(entry.name, ", ".join(entry.games or ("all games",)), parameters, entry.help + mark)
    Console().print(table)
    print("\nA file is an agent too: path/to/my_bot.py:MyBot:parameter=value")
