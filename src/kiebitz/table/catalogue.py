"""What the lobby offers: games with their options, agents with their parameters, and good defaults."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from kiebitz.agents.advice import opponent
from kiebitz.agents.registry import entries, name_of, options_for
from kiebitz.errors import BadOption
from kiebitz.games import game_classes
from kiebitz.games.options import Option, parse_options


@cache
def catalogue() -> list[dict[str, Any]]:
    """Every game as the lobby shows it; the bots of a server come on top."""
    return [
        {
            "name": name,
            "title": cls.title,
            "seats": cls().seats,
            "seat_names": [cls().seat_name(seat) for seat in range(cls().seats)],
            "options": [
                _option(option) | {"usual": parse_options(cls.usual_options).get(option.name, option.default)}
                for option in cls.option_list
            ],
            "usual": cls.usual_options,
            "agents": [
                {
                    "name": entry.name,
                    "help": entry.help,
                    "parameters": [_option(option) for option in entry.parameters],
                }
                for entry in entries(name).values()
                if not entry.cheats
            ],
            "opponent": opponent(name),
        }
        for name, cls in game_classes().items()
    ]


def bots_by_game(specs: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
    """The bots of a server, in each game those that play it, with the options that they need.

    A bot that cannot be made, or that plays nothing, is refused.
    """
    offered: dict[str, list[dict[str, Any]]] = {name: [] for name in game_classes()}
    for spec in specs:
        needed = {name: options_for(spec, name) for name in offered}
        if all(options is None for options in needed.values()):
            raise BadOption(f"{spec!r} plays no game here; 'kiebitz agents' lists who does.")
        for name, options in needed.items():
            if options is not None:
                name_of(spec, game_classes()[name](options))
                offered[name].append({"spec": spec, "options": options})
    return offered


def _option(option: Option) -> dict[str, str]:
    return {
        "name": option.name,
        "default": option.default,
        "allowed": str(option.choices),
        "help": option.help,
    }
