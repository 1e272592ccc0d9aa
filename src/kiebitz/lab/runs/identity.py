"""Fingerprints of what decides a game: the rules, the agents' code and what they have learned.

A stored game belongs to the code that played it; with other code it might have gone differently.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import platform
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.agents.cells.belongings import sources
from kiebitz.agents.contestant import Contestant
from kiebitz.kernel.canonical import Writer
from kiebitz.kernel.meaning import meaning
from kiebitz.lab.playing.match import Match
from kiebitz.version import __version__

if TYPE_CHECKING:
    from kiebitz.lab.runs.plan import Plan


def fingerprints(match: Match) -> tuple[str, ...]:
    """Of all that decides a match; to be asked when it is made ready, as a bot's file may change later."""
    parts = [meaning(kernel) for kernel in match.game.kernels if kernel is not None]
    for contestant in match.players:
        parts += _contestant(contestant)
    if match.openings:
        parts.append(match.openings.fingerprint)
    return tuple(parts)


def agent_fingerprints(plan: Plan) -> Iterator[tuple[str, str]]:
    """The agents of a plan, each with a fingerprint of its code and of the rules that it plays by."""
    match = plan.match
    for spec, player in zip(plan.agents, match.players, strict=True):
        parts = fingerprints(replace(match, players=(player,), openings=None))
        yield spec, hashlib.blake2b("".join(parts).encode(), digest_size=8).hexdigest()


@cache
def program() -> str:
    """The version of this program and a hash of its code: others who play for us must have the same."""
    package = Path(str(files("kiebitz")))
    digest = hashlib.sha256()
    for file in sorted(package.rglob("*.py")):
        digest.update(file.relative_to(package).as_posix().encode() + file.read_bytes())
    return f"kiebitz {__version__} ({digest.hexdigest()[:12]})"


def versions() -> dict[str, str]:
    """What a run was made with."""
    import numba
    import numpy

    return {
        "kiebitz": __version__,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
        "system": f"{platform.system()} {platform.machine()}",
    }


def _contestant(contestant: Contestant) -> Iterator[str]:
    if contestant.live:
        yield contestant.live
        return
    if contestant.policy:
        yield meaning(contestant.policy.kernel)
        memory = contestant.policy.memory.copy()
        memory[list(contestant.policy.measured)] = 0
        yield hashlib.blake2b(memory.tobytes()).hexdigest()
        return
    yield __version__  # of all that agents in Python may use
    yield from file_hashes(contestant)


def file_hashes(contestant: Contestant) -> list[str]:
    """The hashes of the files that an agent consists of, and of what they are called."""
    if contestant.parts:
        parts = contestant.parts
        return sorted(file_hash(part.relative(one), one.read_bytes()) for part in parts for one in part.files)
    return sorted(hashlib.sha256(bare_code(file)).hexdigest() for file in files_of(contestant))


def file_hash(name: str, content: bytes) -> str:
    """A hash of a file's name and content; two files that have changed places are not the same."""
    return hashlib.sha256(name.encode() + b"\0" + content).hexdigest()


def bare_code(file: Path) -> bytes:
    """A file of the house in words that are the same for all Pythons, without imports and docstrings.

    So it makes no difference whether it has moved.
    """
    return Writer(file.name).write(ast.parse(file.read_bytes())).encode()


def files_of(contestant: Contestant) -> list[Path]:
    """The files that an agent consists of: those that belong to a bot, or the code of one of the house."""
    if contestant.parts:
        return [file for part in contestant.parts for file in part.files]
    made = contestant.make
    while isinstance(made, partial):
        made = made.func
    return sources(Path(inspect.getfile(made)), Path(str(files("kiebitz"))).parent)
