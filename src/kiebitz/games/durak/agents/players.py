# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The plain players as policies that explain themselves: random-published and greedy."""

from __future__ import annotations

import numpy as np

from kiebitz.agents.base import Decision, Policy
from kiebitz.games.durak.rules import PASS
from kiebitz.games.durak.search.plain import greedy_move, hasty_move
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import POLICY
from kiebitz.rules.values import Move, View


@kernel(POLICY)
def hasty_policy(view, memory, rng):
    return hasty_move(view, rng)


@kernel(POLICY)
def greedy_policy(view, memory, rng):
    return greedy_move(view)


def cards_of(view: View) -> list[Move]:
    """The legal moves that put a card on the table."""
    return [move for move in view.moves if move.code < PASS]


def explain_hasty(view: View, move: Move) -> Decision:
    """Why the random player did this."""
    cards = cards_of(view)
    if not cards:
        return Decision(move, because=f"no card can be played, so {move}")
    if move.code >= PASS:
        return Decision(move, because=f"it chose to {move}, as it does in 21 of 100 cases")
    return Decision(move, because=f"drawn at random, of {len(cards)} cards")


def explain_greedy(view: View, move: Move) -> Decision:
    """Why greedy did this."""
    cards = cards_of(view)
    trumps = [card for card in cards if card[1] == view.trump]  # type: ignore[attr-defined]
    plain = len(cards) - len(trumps)
    if not cards:
        because, rule = f"no card can be played, so {move}", "no card"
    elif plain:
        which = f"the lowest of {plain} cards" if plain > 1 else "the only card"
        because, rule = f"{which} that {'are' if plain > 1 else 'is'} no trump", "lowest"
    elif move.code >= PASS:
        because, rule = "only trumps could go on, and they are kept while there is a deck", "keep trumps"
    else:
        because, rule = "only trumps can be played: the lowest", "lowest trump"
    return Decision(move, because, details={"rule": rule})


HASTY = Policy(hasty_policy, np.zeros(1, np.int64), explain_hasty)
GREEDY = Policy(greedy_policy, np.zeros(1, np.int64), explain_greedy)
