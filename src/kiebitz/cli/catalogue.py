"""``kiebitz games`` and ``kiebitz agents``: what there is."""

from __future__ import annotations

import typer

from kiebitz.cli.common import JSON, print_json
from kiebitz.telling import tell


def games(as_json: bool = JSON) -> None:
    """List the games with their options."""
    from kiebitz.rules.options import OPEN_WORLD
    from kiebitz.rules.registry import game_classes

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
                    "formats": [form.name for form in cls.brings.formats],
                }
                for name, cls in found.items()
            ]
        )
        return
    for name, cls in found.items():
        print(f"{name}: {cls.title}")
        for option in (*cls.option_list, OPEN_WORLD):
            tell(f"    {f'{option.name}={option.default}':<22} {option.help} ({option.choices})")
        if cls.brings.formats:
            tell(f"    records are also read as {', '.join(form.name for form in cls.brings.formats)}")


def agents(
    game: str = typer.Argument("", help="Only those that play this game."),
    as_json: bool = JSON,
) -> None:
    """List the agents with their parameters."""
    from kiebitz.agents.registry import all_entries, entries
    from kiebitz.rules.registry import game as game_by_name

    known = list(entries(game_by_name(game)).values()) if game else all_entries()
    if as_json:
        print_json(
            [
                {
                    "name": entry.name,
                    "games": list(entry.games) if entry.games else "all",
                    "help": str(entry.help),
                    "cheats": entry.cheats,
                    "parameters": [
                        {"name": o.name, "allowed": o.choices, "default": o.default, "help": o.help}
                        for o in entry.parameters
                    ],
                }
                for entry in known
            ]
        )
        return
    for entry in known:
        mark = " (cheats)" if entry.cheats else ""
        tell(f"{entry.name}{mark}: {entry.help} ({', '.join(entry.games or ('all games',))})")
        for option in entry.parameters:
            tell(f"    {f'{option.name}={option.default}':<22} {option.help} ({option.choices})")
    print("A file is an agent too: path/to/my_bot.py:MyBot:parameter=value")
