"""The solver's verdict: what each legal card is worth if everybody sees all cards."""

from __future__ import annotations

from threading import Lock
from typing import Any

from kiebitz.errors import BadOption
from kiebitz.rules.parts import part
from kiebitz.rules.values import State
from kiebitz.sayings import say
from kiebitz.search.solving import Solving

NODES = 1_000_000  # for each move
_one_at_a_time = Lock()  # solvers may share a table


def open_values(state: State) -> dict[str, Any]:
    """For each legal move what it is worth with the best play of all, and the best of them.

    ``unit`` says what the values are: most often the points of this deal that the player to move can secure,
    whatever the others do.

    >>> from kiebitz.rules.registry import game
    >>> open_values(game("skat").deal(seed=1))
    Traceback (most recent call last):
        ...
    kiebitz.errors.BadOption: The solver works while cards are played.
    >>> open_values(game("schnapsen").deal(seed=1))["unit"]
    'game points'
    """
    solving = part(state.game, Solving)
    if state.is_over or state.phase not in solving.phases:
        raise BadOption(say("The solver works while cards are played."))
    with _one_at_a_time:
        found = solving.open_values(state, NODES)
    if found is None:
        raise BadOption(say("There are too many ways to go on from here; ask again later in the game."))
    return found.as_dict()
