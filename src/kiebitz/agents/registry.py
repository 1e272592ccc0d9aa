"""Which agents exist, and what a specification such as ``mcts:limit=100,c=1.4`` means.

Some agents play every game; others are in the roster of a game, come from entry points of installed packages
in the group ``kiebitz.agents`` (a function that returns entries), from files: ``my_bot.py:MyBot:depth=3``, or
from programs in any language: ``exec:./mybot``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

import numpy as np

from kiebitz.agents import alphamu, improving, searchers
from kiebitz.agents.base import Agent, Policy
from kiebitz.agents.contestant import Contestant, made_by
from kiebitz.agents.entry import Entry
from kiebitz.agents.roster import Roster
from kiebitz.agents.specification import LIVE, PROGRAM, parted
from kiebitz.agents.trust import is_trusted
from kiebitz.errors import BadOption, UnknownName
from kiebitz.rules.game import Game
from kiebitz.rules.options import pieces
from kiebitz.rules.parts import games_with, part
from kiebitz.rules.registry import as_game
from kiebitz.sayings import joined, say
from kiebitz.telling import tell_once

if TYPE_CHECKING:  # what makes contestants is imported when one is made: lists and refusals need no compiler
    from kiebitz.agents.files import Places

SALT = "salt="


def _random(game: Game, parameters: dict[str, str]) -> Policy:
    from kiebitz.agents.general import explain_random, random_policy, random_probabilities

    policy, probabilities = random_policy(game.kernels), random_probabilities(game.kernels)
    return Policy(policy, np.zeros(1, np.int64), explain_random, probabilities=probabilities)


def _random_python(game: Game, parameters: dict[str, str]) -> Callable[[], Agent]:
    from kiebitz.agents.general import RandomAgent

    return RandomAgent


GENERAL = (
    Entry("random", say("uniform among the legal moves, compiled"), _random),
    Entry("random-python", say("the same games as random, as a Python class"), _random_python),
    Entry(
        "flat",
        say("the best mean of playouts over common worlds"),
        searchers.flat,
        parameters=searchers.FLAT,
        sample="playouts=4",
    ),
    Entry(
        "pimc",
        say("the best mean of open-card searches"),
        searchers.pimc,
        parameters=searchers.PIMC,
        sample="worlds=3,nodes=100,playouts=2",
    ),
    Entry(
        "mcts",
        say("the best mean of search trees in sampled worlds"),
        searchers.mcts,
        parameters=searchers.MCTS,
        sample="limit=10,samples=3",
    ),
    Entry(
        "improve",
        say("another agent, left where playouts show that another move is better"),
        improving.improve,
        parameters=improving.IMPROVE,
        sample="worlds=16",
    ),
    Entry(
        "alphamu",
        say("one plan for many worlds: the move that wins in the most of them"),
        alphamu.alphamu,
        parameters=alphamu.ALPHAMU,
        sample="worlds=8,nodes=5000,solve=200",
    ),
)


def all_entries() -> list[Entry]:
    """All agents: those for every game, those in the games' rosters, and those of installed packages."""
    games = games_with(Roster).values()
    return [*GENERAL, *(entry for game in games for entry in _own(game)), *_installed()]


def _own(game: Game | type[Game]) -> list[Entry]:
    """The agents in a game's roster."""
    return [replace(entry, games=(game.name,)) for entry in part(game, Roster).entries]


@cache
def _installed() -> tuple[Entry, ...]:
    """The agents of installed packages; looking for them takes milliseconds.

    A package whose agents cannot be loaded is told of and left out.
    """
    found: list[Entry] = []
    for point in entry_points(group="kiebitz.agents"):
        try:
            entries = tuple(point.load()())
            if not all(isinstance(entry, Entry) for entry in entries):
                raise TypeError(f"{point.value} must return Entry values")
        except Exception as error:  # whatever a stranger's package does when it is imported
            package = point.dist.name if point.dist else point.value
            why = joined(": ", [type(error).__name__, str(error)])
            said = say("The agents of the package {package} are left out: {why}.", package=package, why=why)
            tell_once(said)
            continue
        found += entries
    return tuple(found)


def entries(game: Game | type[Game]) -> dict[str, Entry]:
    """The agents that play a game, by name; one made for the game replaces a general one of its name."""
    playing = [*GENERAL, *_own(game), *(entry for entry in _installed() if entry.plays(game.name))]
    return {entry.name: entry for entry in sorted(playing, key=lambda entry: entry.games is not None)}


def list_agents(game: Game | type[Game] | str) -> list[str]:
    """The names of the agents that play a game.

    >>> set(list_agents("durak")) >= {"random", "greedy", "mcts"}
    True
    """
    return sorted(entries(as_game(game)))


def contestant(
    spec: str,
    game: Game,
    places: Places | None = None,
    trust: bool = False,
    watch: bool = False,
    is_strange: bool = False,
) -> Contestant:
    """The contestant that a specification names; ``places`` says where its file is, if elsewhere.

    Bots from files and programs play in cells of their own unless the user trusts them. One that only a
    stored run or a page names is strange: it plays in a locked cell or not at all. ``watch`` has a cell
    report more of its bot, for a check-up.

    >>> from kiebitz.rules.registry import game
    >>> contestant("random", game("durak")).policy is not None
    True
    """
    from kiebitz.agents.cells.distant import guest
    from kiebitz.agents.cells.nursery import CAN_GUARD, demand_lock_for
    from kiebitz.agents.files import contestant_of_file
    from kiebitz.agents.process import process_contestant
    from kiebitz.agents.session import live_contestant

    trust = trust or is_trusted(spec)
    if is_strange and is_foreign(spec) and not trust:
        demand_lock_for(spec)
    trust = trust or not CAN_GUARD
    if spec.startswith(PROGRAM):
        return process_contestant(spec, game, places, trust)
    if spec.startswith(LIVE):
        return live_contestant(spec, game, places or {})
    plain, salt = without_salt(spec)
    if not is_foreign(plain):
        return replace(_registered(plain, game), spec=spec, salt=salt)
    found = contestant_of_file(plain, game, places) if trust else guest(plain, game, places, watch)
    return replace(found, spec=spec, salt=salt, trusted=trust)


def _registered(spec: str, game: Game) -> Contestant:
    entry, parameters = find(spec, game)
    return made_by(entry.make(game, parameters), game, spec, entry.cheats)


def without_salt(spec: str) -> tuple[str, str]:
    """A specification without its salt, and the salt: a word that gives an agent random numbers of its own.

    Agents that are equal draw the same numbers in the same seat of the same deal. ``salt=WORD`` makes them
    play different games.

    >>> without_salt("mcts:limit=5,salt=a"), without_salt("random:salt=b"), without_salt("random")
    (('mcts:limit=5', 'a'), ('random', 'b'), ('random', ''))
    """
    head, text = parted(spec)
    words = pieces(text, ",")
    salts = [word.removeprefix(SALT) for word in words if word.startswith(SALT)]
    if not salts:
        return spec, ""
    rest = ",".join(word for word in words if not word.startswith(SALT))
    return f"{head}:{rest}" if rest else head, salts[-1]


def name_of(spec: str, game: Game) -> str:
    """The name of the contestant that a specification names, without compiling it; a wrong one is refused.

    >>> from kiebitz.rules.registry import game
    >>> name_of("mcts:limit=50", game("durak"))
    'mcts:limit=50'
    """
    if is_foreign(spec):
        return contestant(spec, game).name
    entry, _ = find(spec, game)
    return f"{spec} (cheats)" if entry.cheats else spec


def options_for(spec: str, game: type[Game]) -> dict[str, str] | None:
    """The options that a game must have for an agent, none if all will do; None if it does not play the game.

    >>> from kiebitz.rules.registry import game_class
    >>> options_for("skat-ai", game_class("skat")), options_for("skat-ai", game_class("durak"))
    ({}, None)
    """
    if spec.startswith(PROGRAM):
        return {}
    if is_foreign(spec):
        from kiebitz.agents.cells.distant import options_of_guest
        from kiebitz.agents.cells.nursery import CAN_GUARD
        from kiebitz.agents.files import options_of_module

        trusted = is_trusted(spec) or not CAN_GUARD
        return options_of_module(spec, game) if trusted else options_of_guest(spec, game)
    return {} if spec.partition(":")[0] in entries(game) else None


def is_foreign(spec: str) -> bool:
    """Does a specification name a file or a program, which is run to make the contestant?

    >>> is_foreign("my_bot.py:MyBot"), is_foreign("exec:./mybot"), is_foreign("mcts:limit=5")
    (True, True, False)
    """
    return spec.startswith(PROGRAM) or ".py" in spec.split("=")[0]


def find(spec: str, game: Game | type[Game]) -> tuple[Entry, dict[str, str]]:
    """The registered agent that a specification names, and all its parameters.

    >>> from kiebitz.rules.registry import game
    >>> entry, parameters = find("flat:playouts=5", game("skat"))
    >>> entry.name, parameters
    ('flat', {'playouts': '5', 'playout': 'random', 'horizon': 'round', 'aim': 'deal'})
    """
    name, _, text = without_salt(spec)[0].partition(":")
    known = entries(game)
    if name not in known:
        where = say("'kiebitz agents {game}' lists all of them", game=game.name)
        raise UnknownName(say("agent for {game}", game=game.name), name, known, where)
    return known[name], known[name].settled(text)


def check_specs(specs: Iterable[str], game: Game) -> None:
    """Refuse names and parameters of agents that there are not, before anybody is compiled.

    >>> from kiebitz.rules.registry import game
    >>> check_specs(["smart", "my_bot.py:MyBot", "mcts:limt=5"], game("durak"))
    Traceback (most recent call last):
    kiebitz.errors.BadOption: 'mcts' does not know a parameter in 'limt=5'; its parameters: limit, c, \
samples, simulation, choice.
    """
    for spec in specs:
        if not is_foreign(spec) and not spec.startswith(LIVE):
            find(spec, game)


def wrong_number(game: Game, given: int) -> BadOption:
    """The refusal of too few or too many agents."""
    name, seats = game.name, game.seats
    return BadOption(say("{game} needs {n} agents here, not {given}.", game=name, n=seats, given=given))
