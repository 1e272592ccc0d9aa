"""The solver's verdict: what each legal card is worth if everybody sees all cards."""

from __future__ import annotations

from threading import Lock
from typing import Any

from kiebitz.errors import BadOption
from kiebitz.games.skat.view import SkatTable
from kiebitz.games.values import State

CONTRACTS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds", "G": "grand", "N": "null"}
ROLES = ("declarer", "left", "right")
SOLVED = frozenset({"skat"})
"""The games that have a solver for open cards."""
_one_at_a_time = Lock()


def open_values(state: State) -> dict[str, Any]:
    """For each legal card the declarer's points, in Null whether he wins, with the best play of all.

    >>> from kiebitz.games import game
    >>> open_values(game("skat").deal(seed=1))
    Traceback (most recent call last):
        ...
    kiebitz.errors.BadOption: The solver works on Skat while cards are played.
    """
    if not isinstance(state, SkatTable) or state.phase != "play" or state.is_over:
        raise BadOption("The solver works on Skat while cards are played.")
    from kiebitz.search.skat.answering import open_question

    fields: dict[str, Any] = {
        role: str(state.hand_of((state.declarer + number) % 3)) for number, role in enumerate(ROLES)
    }
    fields |= {
        "contract": CONTRACTS[state.contract[0]],
        "leader": ROLES[(state.leader - state.declarer) % 3],
        "trick": " ".join(card for _, card in state.trick),
        "skat": str(state.skat),
        "points": state.trick_points[0],
    }
    ask = open_question(fields, cards=True)
    with _one_at_a_time:  # the solver of this process has one table
        found = ask()
    return {
        "best": found["best"],
        "value": found["value"],
        "cards": {card: int(value) for card, value in found["cards"].items()},
        "is_null": state.contract[0] == "N",
        "nodes": found["nodes"],
    }
