"""What the lobby offers: games with their options, agents with their parameters, and good defaults."""

from __future__ import annotations

from functools import cache
from typing import Any

from kiebitz.agents.registry import entries
from kiebitz.agents.roster import Roster
from kiebitz.rules.options import Option, parse_options
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game_classes


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
                for entry in entries(cls).values()
                if not entry.cheats
            ],
            "opponent": part(cls, Roster).opponent,
        }
        for name, cls in game_classes().items()
    ]


def _option(option: Option) -> dict[str, str]:
    return {
        "name": option.name,
        "default": option.default,
        "allowed": str(option.choices),
        "help": option.help,
    }
