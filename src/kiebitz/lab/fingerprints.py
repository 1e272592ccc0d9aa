"""Fingerprints of what decides a game: the rules, the agents' code and what they have learned.

A stored game belongs to the code that played it; with other code it might have gone otherwise.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path

from kiebitz import __version__
from kiebitz.agents.base import Player
from kiebitz.lab.match import Match


def fingerprints(match: Match) -> tuple[str, ...]:
    """Of all that decides a match; to be asked when it is made ready, as a bot's file may change later."""
    parts = [kernel.fingerprint for kernel in match.game.kernels if kernel is not None]
    for player in match.players:
        parts += _player(player)
    if match.openings:
        parts.append(match.openings.fingerprint)
    return tuple(parts)


def _player(player: Player) -> Iterator[str]:
    if player.policy:
        yield player.policy.kernel.fingerprint
        memory = player.policy.memory.copy()
        memory[list(player.policy.measured)] = 0
        yield hashlib.blake2b(memory.tobytes()).hexdigest()
        return
    yield __version__  # of all that agents in Python may use
    for file in sources(*_origin(player)):
        yield hashlib.sha256(file.read_bytes()).hexdigest()


def _origin(player: Player) -> tuple[Path, Path]:
    """The file that an agent in Python comes from, and the folder in which its imports begin."""
    if player.source:
        return Path(player.source), Path(player.source).parent
    made = player.make
    while isinstance(made, partial):
        made = made.func
    return Path(inspect.getfile(made)), Path(str(files("kiebitz"))).parent


def sources(file: Path, root: Path) -> list[Path]:
    """A file and all that it imports from its own folder, directly or by others."""
    file, root = file.resolve(), root.resolve()
    found, waiting = {file}, [file]
    while waiting:
        for other in _imported(waiting.pop(), root):
            if other not in found and other.is_relative_to(file.parent):
                found.add(other)
                waiting.append(other)
    return sorted(found)


def _imported(file: Path, root: Path) -> Iterator[Path]:
    try:
        nodes = list(ast.walk(ast.parse(file.read_bytes())))
    except (SyntaxError, ValueError):  # a program in another language
        return
    for node in nodes:
        if isinstance(node, ast.Import):
            names, folder = [alias.name for alias in node.names], root
        elif isinstance(node, ast.ImportFrom):
            module = [node.module] if node.module else []
            names = [*module, *(".".join([*module, alias.name]) for alias in node.names)]
            folder = file.parents[node.level - 1] if node.level else root
        else:
            continue
        for name in names:
            yield from _modules(folder, name.split("."))


def _modules(folder: Path, words: list[str]) -> Iterator[Path]:
    """The files that a dotted name stands for: packages on the way, and the module itself."""
    for number in range(1, len(words) + 1):
        path = folder.joinpath(*words[:number])
        yield from (one for one in (path / "__init__.py", path.with_suffix(".py")) if one.is_file())
