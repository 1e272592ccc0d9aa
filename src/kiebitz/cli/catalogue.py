"""``kiebitz games`` and ``kiebitz agents``: what there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, print_json
from kiebitz.sayings import Name, Saying, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.rules.options import Option


def games(as_json: bool = JSON) -> None:
    """List the games with their options, rule sets and levels."""
    from kiebitz.agents.roster import levels
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
                    "rule_sets": [
                        {"name": known, "options": cls(rules.options).options_text, "about": rules.about}
                        for known, rules in cls.presets.items()
                    ],
                    "levels": [
                        {"name": each.name, "agent": each.specification, "about": each.about}
                        for each in levels(cls)
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
            tell_option(option)
        for known, rules in cls.presets.items():
            given = cls(rules.options).options_text or say("the defaults")
            named = Name(known, "rule set")
            tell(say("    rules {name}: {about} ({options})", name=named, about=rules.about, options=given))
        for each in levels(cls):
            named, agent = Name(each.name, "level"), each.specification
            tell(say("    level {name}: {about} ({agent})", name=named, about=each.about, agent=agent))
        if cls.brings.formats:
            known = ", ".join(form.name for form in cls.brings.formats)
            tell(say("    records are also read as {known}", known=known))


def tell_option(option: Option) -> None:
    """An option or parameter in a line."""
    given = f"{option.name}={option.default}"
    values = {"given": f"{given:<22}", "help": option.help, "choices": option.choices}
    tell(Saying("    {given} {help} ({choices})", values))


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
                    "help": entry.help,
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
        games = ", ".join(entry.games) if entry.games else say("all games")
        mark = say("{agent} (cheats)", agent=entry.name) if entry.cheats else entry.name
        tell(Saying("{agent}: {help} ({games})", {"agent": mark, "help": entry.help, "games": games}))
        for option in entry.parameters:
            tell_option(option)
    tell(say("A file is an agent too: path/to/my_bot.py:MyBot:parameter=value"))
