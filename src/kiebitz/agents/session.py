"""Agents of this Python session: classes and instances in place of specifications.

A class in a file of its own becomes the specification of that file, so that it plays in processes of its own
as any bot does. All others, those of a notebook's cells among them, are known to this process alone: their
specification is ``live:NAME``, and a plan's places say which object that is.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import NamedTuple

from kiebitz.agents.base import Agent
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.specification import LIVE
from kiebitz.errors import BadOption, KiebitzError, wrong_type
from kiebitz.kernel.random import fresh_seed
from kiebitz.rules.game import Game
from kiebitz.sayings import say

AgentLike = str | type[Agent] | Agent
"""An agent as people give it: a specification, a class, or an instance, of which every unit gets a copy."""

_objects: list[type[Agent] | Agent] = []
"""What this session has seated; a place names one by its number here."""


class Named(NamedTuple):
    """Specifications, and for those of this session what they stand for."""

    specs: list[str]
    places: dict[str, str]
    trusted: tuple[str, ...] = ()
    """Specifications of classes that were given as such: whoever has a class has run its file already."""


def named(agents: Sequence[object]) -> Named:
    """The specifications of agents; once one is of this session, so are all that are given as objects.

    >>> class First(Agent):
    ...     def act(self, view):
    ...         return view.moves[0]
    >>> named(["random", First]).specs
    ['random', 'live:First']
    """
    found = [_specification(agent) for agent in agents]
    if all(found):
        given = zip(agents, found, strict=True)
        return Named(
            list(map(str, found)), {}, tuple(str(spec) for agent, spec in given if agent is not spec)
        )
    specs, places, call = list[str](), dict[str, str](), fresh_seed()
    for agent in agents:
        specs.append(agent if isinstance(agent, str) else _seated(agent, places, call))
    return Named(specs, places)


def _specification(agent: object) -> str | None:
    """What others can find an agent by; None for one that only this process has."""
    if isinstance(agent, str):
        return agent
    if isinstance(agent, Agent):
        return None
    if isinstance(agent, type) and issubclass(agent, Agent):
        _check_class(agent)
        return _file_of(agent)
    raise wrong_type(
        say("An agent"), say("a name such as 'random', a subclass of Agent or an instance of one"), agent
    )


def _check_class(cls: type[Agent]) -> None:
    wanted = inspect.signature(cls).parameters.values()
    missing = [one.name for one in wanted if one.default is one.empty and one.kind <= one.KEYWORD_ONLY
               and one.kind != one.VAR_POSITIONAL]  # fmt: skip
    if missing:
        raise BadOption(
            say(
                "{bot} needs values for: {names}; give an instance of it.",
                bot=cls.__name__,
                names=", ".join(missing),
            )
        )
    if cls.act is Agent.act:
        raise BadOption(say("{bot} has no act(self, view) that returns a move.", bot=cls.__name__))


def _file_of(cls: type[Agent]) -> str | None:
    """``my_bot.py:MyBot`` of a class at the top of a module that needs no package around it."""
    module = sys.modules.get(cls.__module__)
    file = getattr(module, "__file__", None)
    is_script = cls.__module__ == "__main__"  # loading it again would run it again
    package = getattr(module, "__package__", None)
    if not file or is_script or package or not file.endswith(".py"):
        return None
    if getattr(module, cls.__qualname__, None) is not cls:
        return None
    path = Path(file).resolve()
    path = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return None if set(str(path)) & set(":=,") else f"{path}:{cls.__name__}"


def _check_copy(agent: Agent) -> None:
    """Refuse an instance that cannot be copied before it loses every game by that."""
    try:
        deepcopy(agent)
    except Exception as error:
        raise BadOption(
            say(
                "Every game gets a copy of an instance, and {bot} cannot be copied ({why}); give a class "
                "that makes it, or write its __deepcopy__.",
                bot=type(agent).__name__,
                why=f"{type(error).__name__}: {error}",
            )
        ) from error


def _seated(agent: object, places: dict[str, str], call: str) -> str:
    """The specification of an object of this session, which is written into the places."""
    assert isinstance(agent, (type, Agent))
    if isinstance(agent, Agent):
        _check_copy(agent)
    number = next((n for n, known in enumerate(_objects) if known is agent), len(_objects))
    if number == len(_objects):
        _objects.append(agent)
    name = agent.__name__ if isinstance(agent, type) else type(agent).__name__
    # Of the same object helpers in other cells may have changed: no later call goes on with these games.
    place, spec, count = f"{number}/{call}", f"{LIVE}{name}", 1
    while places.get(spec, place) != place:
        count += 1
        spec = f"{LIVE}{name}-{count}"
    places[spec] = place
    return spec


def live_contestant(spec: str, game: Game, places: Mapping[str, str]) -> Contestant:
    """The contestant of an agent of this session."""
    place = places.get(spec, "")
    number = int(place.partition("/")[0]) if place else len(_objects)
    if number >= len(_objects):
        raise KiebitzError(
            say(
                "{agent} was a class of a Python session and is in no file: what it has played can be shown "
                "and exported, but it cannot play again.",
                agent=spec,
            )
        )
    agent = _objects[number]
    make: Callable[[], Agent] = agent if isinstance(agent, type) else partial(deepcopy, agent)
    return Contestant(game, spec, make, cheats=bool(agent.cheats), live=place)
