"""What may be asked for from outside: registered games and agents, and the bots that the server offers.

Every agent that a message names passes through ``check_agent``. No file is opened and no command is run
because a message names it, and no agent is made to think for hours.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from kiebitz.agents.entry import AGENT_NAME, PHASE_NAMES, phase_mask
from kiebitz.agents.registry import entries, find
from kiebitz.errors import BadOption, UnknownName
from kiebitz.rules.game import Game
from kiebitz.rules.options import Name, Option
from kiebitz.rules.registry import game_classes
from kiebitz.sayings import say
from kiebitz.table.tables.bots import by_public_name
from kiebitz.table.tables.table import AGENT

LONGEST = 300  # characters of a specification
WITHIN = 2  # agents within each other, beside the one that sits there: each has to be compiled
EFFORT = 100  # times what an agent does by itself
BRANCHES = 5  # by which a ply of depth multiplies the work
EFFORTS = 1000  # a parameter with at least this many values is a number of worlds, nodes or playouts


def check_game(name: str) -> None:
    """Refuse a game that is not registered."""
    if name not in game_classes():
        raise UnknownName("game", name[:40], game_classes())


def read_seats(seats: Any, game: Game | type[Game], bots: Collection[str] = ()) -> list[dict[str, str]]:
    """Who is to sit where, from a message; agents must be registered or among the bots.

    >>> from kiebitz.rules.registry import game
    >>> seats = [{"kind": "agent", "spec": "exec:./bot"}, {"kind": "person"}]
    >>> read_seats(seats, game("durak"), bots=["exec:./bot"])
    [{'kind': 'agent', 'spec': 'exec:./bot'}, {'kind': 'person'}]
    """
    offered = by_public_name(bots)
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        raise BadOption(say("A table needs its seats: a list of persons and agents."))
    wanted = [{str(name): str(value) for name, value in seat.items()} for seat in seats]
    for seat in wanted:
        spec = seat.get("spec", "random")
        if spec in offered:
            seat["spec"] = offered[spec]
        elif seat.get("kind") == AGENT and spec not in bots:
            check_agent(spec, game)
    return wanted


def check_agent(spec: str, game: Game | type[Game]) -> None:
    """Refuse what is not a registered agent, or one with parameters that a message may not set.

    >>> from kiebitz.rules.registry import game
    >>> check_agent("flat:playouts=200,playout=greedy", game("durak"))
    >>> check_agent("mcts:limit=1000000", game("durak"))
    Traceback (most recent call last):
    kiebitz.errors.BadOption: 'mcts:limit=1000000' would think too long; choose smaller numbers.
    """
    if len(spec) > LONGEST or _effort(spec, game) > EFFORT:
        raise BadOption(say("{agent} would think too long; choose smaller numbers.", agent=repr(spec[:60])))


def _effort(spec: str, game: Game | type[Game], within: int = WITHIN) -> float:
    """How many times the usual work an agent is asked for; it is checked here, with others that it names."""
    if spec.partition(":")[0] not in entries(game):
        agent = repr(spec[:60])
        raise BadOption(say("{agent} is not offered here; the server must be started with it.", agent=agent))
    entry, parameters = find(spec, game)
    effort = 1.0
    for option in entry.parameters:
        value = parameters[option.name]
        effort *= _times(option, value)
        if not isinstance(option.allowed, Name) or value == option.default:
            continue
        if option.allowed == PHASE_NAMES:
            phase_mask(game, value)
            continue
        if option.allowed != AGENT_NAME or not within:
            given = f"{option.name}={value[:40]}"
            raise BadOption(say("{given} cannot be set from here; leave it as it is.", given=given))
        effort *= _effort(value, game, within - 1)
    return effort


def _times(option: Option, value: str) -> float:
    """By how much a parameter multiplies an agent's usual work."""
    if not isinstance(option.allowed, range):
        return 1.0
    number, usual = int(value), max(1, int(option.default))
    if len(option.allowed) >= EFFORTS:
        return max(1.0, number / usual)
    return float(BRANCHES ** max(0, number - usual)) if option.name == "depth" else 1.0
