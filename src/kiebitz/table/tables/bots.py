"""The bots that a server is started with, and the games in which it offers them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kiebitz.agents.registry import name_of, options_for
from kiebitz.errors import BadOption
from kiebitz.rules.registry import game_classes
from kiebitz.sayings import say

COMMAND = "'kiebitz agents'"


def bots_by_game(specs: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
    """The bots of a server, in each game those that play it, with the options that they need.

    A bot that cannot be made, or that plays nothing, is refused.
    """
    offered: dict[str, list[dict[str, Any]]] = {name: [] for name in game_classes()}
    for spec in specs:
        for name, options in _tried(spec).items():
            offered[name].append({"spec": spec, "options": options})
    return offered


def _tried(spec: str) -> dict[str, dict[str, str]]:
    """The games that a bot plays, with the options that they must have for it."""
    said = say("{agent} plays no game here; {command} lists who does.", agent=repr(spec), command=COMMAND)
    found, problem = {}, BadOption(said)
    for name, game in game_classes().items():
        options = options_for(spec, game)
        if options is None:
            continue
        try:
            name_of(spec, game(options))
        except BadOption as refusal:  # an agent of this name may have other parameters in another game
            problem = refusal
        else:
            found[name] = options
    if not found:
        raise problem
    return found
