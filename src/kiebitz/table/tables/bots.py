"""The bots that a server is started with, and the games in which it offers them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kiebitz.agents.process import words_of
from kiebitz.agents.registry import is_foreign, name_of, options_for
from kiebitz.agents.specification import PROGRAM
from kiebitz.errors import BadOption
from kiebitz.rules.game import Game
from kiebitz.rules.registry import game_classes
from kiebitz.sayings import say

COMMAND = "'kiebitz agents'"
SCRIPTS = (".py", ".js", ".jar", ".rb", ".pl", ".lua", ".sh", ".exe")
"""How files are called that a command runs; the program that runs them says less about a bot."""


def bots_by_game(specs: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
    """The bots of a server, in each game those that play it, with the options that they need.

    They go by names that tell nothing of the server's folders. A bot that cannot be made, or that plays
    nothing, is refused.
    """
    offered: dict[str, list[dict[str, Any]]] = {name: [] for name in game_classes()}
    for public, spec in by_public_name(specs).items():
        for name, options in _tried(spec).items():
            offered[name].append({"spec": public, "options": options})
    return offered


def by_public_name(specs: Iterable[str]) -> dict[str, str]:
    """The specifications by what everybody may call them.

    >>> by_public_name(["/home/me/bot.py:Bot", "/home/you/bot.py:Bot"])
    {'bot.py:Bot': '/home/me/bot.py:Bot', 'bot.py:Bot 2': '/home/you/bot.py:Bot'}
    """
    found: dict[str, str] = {}
    for spec in specs:
        name, count = short_spec(spec), 1
        while name in found:
            count += 1
            name = f"{short_spec(spec)} {count}"
        found[name] = spec
    return found


def public_name(spec: str, game: Game) -> str:
    """What everybody may read of an agent: neither folders nor the command that starts it; that it cheats.

    >>> from kiebitz.rules.registry import game
    >>> [public_name(spec, game("durak")) for spec in ("mcts:limit=5", "exec:python3 /my/b.py --key X")]
    ['mcts:limit=5', 'b.py']
    """
    mark = " (cheats)" if name_of(spec, game).endswith(" (cheats)") else ""
    return short_spec(spec) + mark


def short_spec(spec: str) -> str:
    """A specification without the folders and the command of a bot."""
    if spec.startswith(PROGRAM):
        words = [Path(word).name for word in words_of(spec)]
        return next((word for word in words if Path(word).suffix in SCRIPTS), words[0] if words else PROGRAM)
    if is_foreign(spec):
        file, colon, rest = spec.partition(".py")
        return Path(file).name + colon + ":".join(rest.split(":")[:2])
    name, _, values = spec.partition(":")
    return name if "/" in values or "\\" in values else spec


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
