"""The solver's verdict: what each legal card is worth if everybody sees all cards."""

from __future__ import annotations

from threading import Lock
from typing import Any

from kiebitz.errors import BadOption
from kiebitz.games.skat.view import SkatTable
from kiebitz.rules.values import State

CONTRACTS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds", "G": "grand", "N": "null"}
ROLES = ("declarer", "left", "right")
PHASES = dict.fromkeys(("skat", "schnapsen", "boerenbridge"), ("play",)) | {
    "durak": ("attack", "defend", "add")
}
"""When a game can be solved with open cards."""
NODES = 1_000_000  # for each move
_one_at_a_time = Lock()


def open_values(state: State) -> dict[str, Any]:
    """For each legal move what it is worth with the best play of all, and the best of them.

    ``unit`` says what the values are: the declarer's points in Skat, in Null whether he wins (0 or 1); in the
    other games the points of this deal that the player to move can secure, whatever the others do.

    >>> from kiebitz.rules.registry import game
    >>> open_values(game("skat").deal(seed=1))
    Traceback (most recent call last):
        ...
    kiebitz.errors.BadOption: The solver works while cards are played.
    >>> open_values(game("schnapsen").deal(seed=1))["unit"]
    'game points'
    """
    if state.is_over or state.phase not in PHASES.get(state.game.name, ()):
        raise BadOption("The solver works while cards are played.")
    with _one_at_a_time:  # the solver of Skat has one table, and one at a time is enough for the others
        return _skat(state) if isinstance(state, SkatTable) else _secured(state)


def _secured(state: State) -> dict[str, Any]:
    from kiebitz.search.secured import secured

    name = state.game.name
    if name == "durak":
        from kiebitz.search.durak.ending import ending_key

        found = secured(state.game, state.vector, NODES, ending_key, (-1, 1))
    elif name == "schnapsen":
        from kiebitz.search.schnapsen.deal_points import deal_points

        found = secured(state.game, state.vector, NODES, worth=deal_points)
    else:
        found = secured(state.game, state.vector, NODES)
    if len(found) < len(state.moves):
        raise BadOption("There are too many ways to go on from here; ask again later in the game.")
    best = max(found, key=lambda move: found[move])
    unit = {"schnapsen": "game points", "durak": "win"}.get(name, "score")
    return {"best": best, "value": found[best], "cards": found, "unit": unit}


def _skat(state: SkatTable) -> dict[str, Any]:
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
    found = open_question(fields, cards=True)()
    return {
        "best": found["best"],
        "value": found["value"],
        "cards": {card: int(value) for card, value in found["cards"].items()},
        "unit": "null" if state.contract[0] == "N" else "declarer points",
    }
