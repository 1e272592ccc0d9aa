"""The bots that a server is started with, and the games in which it offers them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kiebitz.agents.registry import name_of, options_for
from kiebitz.errors import BadOption
from kiebitz.games import game_classes


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
