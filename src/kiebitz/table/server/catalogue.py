"""What the lobby offers: games with their options, agents with their parameters, and good defaults."""

from __future__ import annotations

from functools import cache
from typing import Any

from kiebitz.agents.registry import entries
from kiebitz.agents.roster import Level, Roster
from kiebitz.agents.specification import parameters
from kiebitz.rules.game import Game
from kiebitz.rules.options import Option, RuleSet
from kiebitz.rules.parts import games_with, part
from kiebitz.table.server.game_pages import page_address
from kiebitz.table.server.messages import as_json
from kiebitz.table.stage import Stage


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
                _option(option) | {"usual": cls.rule_set().options.get(option.name, option.default)}
                for option in cls.option_list
            ],
            "usual": cls(cls.rule_set().options).options_text,
            "rule_sets": [_rule_set(cls, name, rules) for name, rules in cls.presets.items()],
            "agents": [
                {
                    "name": entry.name,
                    "help": as_json(entry.help),
                    "parameters": [_option(option) for option in entry.parameters],
                }
                for entry in entries(cls).values()
                if not entry.cheats
            ],
            "opponent": part(cls, Roster).opponent,
            "preset": parameters(part(cls, Roster).opponent),
            "levels": [_level(level) for level in part(cls, Roster).levels],
            **_staged(part(cls, Stage)),
        }
        for name, cls in games_with(Roster, Stage).items()
    ]


def _rule_set(cls: type[Game], name: str, rules: RuleSet) -> dict[str, Any]:
    game = cls(rules.options)
    return {
        "name": name,
        "about": rules.about.as_json(),
        "options": game.options_text,
        "values": dict(game.options),
        "seats": game.seats,
    }


def _level(level: Level) -> dict[str, Any]:
    return {
        "name": level.name,
        "spec": level.specification,
        "about": level.about.as_json(),
        "seconds": level.seconds,
    }


def _staged(stage: Stage) -> dict[str, Any]:
    """What a game brings to the table, as the lobby shows it."""
    return {
        "page": page_address(stage.game),
        "about": stage.about.as_json(),
        "rules": stage.rules.as_json(),
        "fan": list(stage.fan),
        "units": stage.units,
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "default": option.default,
        "allowed": str(option.choices),
        "help": as_json(option.help),
    }
