"""Compiled bots from files: ``fast.py:cheapest``, a kernel, a policy or an entry that the file names so.

A kernel with the signature ``POLICY`` is a bot as it stands. A ``Policy`` adds what the kernel remembers and
why it plays. An ``Entry`` has parameters and a function that makes the policy for a game, the same as in an
installed package.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from kiebitz.agents.base import Policy
from kiebitz.agents.contestant import Contestant, made_by
from kiebitz.agents.entry import Entry
from kiebitz.errors import BadOption
from kiebitz.kernel.compiling import CompiledKernel
from kiebitz.kernel.state import POLICY
from kiebitz.rules.game import Game
from kiebitz.sayings import say

SCRATCH = 64  # words that a kernel without parameters may write to


def compiled_bots(module: ModuleType) -> dict[str, Any]:
    """What a file defines that can sit down without being a class: kernels, policies and entries by name."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, (Policy, Entry)) or (_is_policy(value) and value.__module__ == module.__name__)
    }


def _is_policy(value: object) -> bool:
    return isinstance(value, CompiledKernel) and value.declared == str(POLICY)


def compiled_contestant(bot: Any, text: str, game: Game, spec: str, file: Path) -> Contestant:
    """The contestant that a kernel, a policy or an entry of a file makes."""
    if isinstance(bot, Entry):
        if not bot.plays(game.name):
            raise BadOption(
                say(
                    "{bot} in {file} plays {games} only.",
                    bot=bot.name,
                    file=file.name,
                    games=", ".join(bot.games or ()),
                )
            )
        return made_by(bot.make(game, bot.settled(text)), game, spec, bot.cheats, str(file))
    if text:
        raise BadOption(
            say("{bot} has no parameters; an Entry in {file} would have them.", bot=spec, file=file.name)
        )
    policy = bot if isinstance(bot, Policy) else Policy(bot, np.zeros(SCRATCH, np.int64))
    return made_by(policy, game, spec, source=str(file))
