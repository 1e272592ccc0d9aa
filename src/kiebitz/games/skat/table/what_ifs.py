"""What if another had won the bidding, or had named another contract?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kiebitz.games.skat.contracts import Contract
from kiebitz.games.skat.view import SkatState
from kiebitz.rules.values import State
from kiebitz.sayings import say
from kiebitz.table.stage import WhatIf

AUCTIONS = (("pass", "pass", "18"), ("18", "pass", "pass"), ("pass", "18", "pass"))
"""For each seat the shortest auction that it wins."""


def what_ifs(states: Sequence[State]) -> Iterator[WhatIf]:
    """Other declarers with the same cards, then other contracts of the one who played."""
    declarer = _skat(states[-1]).declarer
    for seat, moves in enumerate(AUCTIONS):
        if seat != declarer:
            yield WhatIf(say("{who} wins the bidding", who=states[0].game.who(seat)), 0, moves)
    naming = next((state for state in states[:-1] if state.phase == "contract"), None)
    if naming is None:
        return
    named = str(states[naming.ply + 1].history[-1][1])
    for move in naming.moves:
        if move != named:
            contract = Contract.read(str(move)).said
            yield WhatIf(say("{contract} with the same cards", contract=contract), naming.ply, (str(move),))


def _skat(state: State) -> SkatState:
    assert isinstance(state, SkatState)
    return state
