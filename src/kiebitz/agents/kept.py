"""Contestants that are made once and asked often: making one may take much longer than asking it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from threading import local
from typing import Any

from kiebitz.agents.base import Agent
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.registry import contestant
from kiebitz.rules.game import Game

MOST = 16  # contestants; the largest have ten megabytes


def kept(spec: str, game: Game) -> Contestant:
    """The contestant that a specification names, made when it is first asked for.

    >>> from kiebitz.rules.registry import game
    >>> kept("greedy", game("durak")) is kept("greedy", game("durak"))
    True
    """
    cls: Any = type(game)
    return _kept(spec, cls, game.options_text)


@lru_cache(MOST)
def _kept(spec: str, cls: Any, options: str) -> Contestant:
    return asked_often(contestant(spec, cls(options)))


def asked_often(found: Contestant) -> Contestant:
    """The same contestant; of a policy of ours each thread has one agent, which carries nothing over."""
    if found.policy is None or found.is_foreign:
        return found
    mine = local()

    def make() -> Agent:
        if not hasattr(mine, "agent"):
            mine.agent = found.make()
        agent: Agent = mine.agent
        return agent

    return replace(found, make=make)
