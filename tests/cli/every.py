"""Every command of the program: the general ones, the verbs of each game, and what only one game has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from kiebitz.cli import COMMANDS
from kiebitz.cli.commands import Commands
from kiebitz.rules.parts import part, resolve
from kiebitz.rules.registry import game_classes


def every_command() -> Iterator[tuple[str, Callable[..., None]]]:
    """The words of each command (``match``, ``solve skat``, ``skat replay``) and its function."""
    for name, general in COMMANDS.items():
        module, _, function = general.place.partition(":")
        yield name, getattr(import_module(f"kiebitz.cli.{module}"), function)
    for name, game in game_classes().items():
        brought = part(game, Commands)
        for verb, place in brought.verbs.items():
            yield f"{verb} {name}", resolve(game, place)
        for command in resolve(game, brought.group).registered_commands if brought.group else ():
            yield f"{name} {command.name}", command.callback
