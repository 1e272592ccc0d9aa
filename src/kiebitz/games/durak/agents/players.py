# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The plain players as policies that explain themselves: random-published and greedy."""

from __future__ import annotations

import numpy as np

from kiebitz.agents.base import Decision, Policy
from kiebitz.agents.general import spread
from kiebitz.games.durak import rules as r
from kiebitz.games.durak.rules import PASS
from kiebitz.games.durak.search.plain import CARDS, STOPPING, greedy_move, hasty_move, stop
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import POLICY, PROBABILITIES
from kiebitz.rules.values import Move, View
from kiebitz.sayings import MoveText, say


@kernel(POLICY)
def hasty_policy(view, memory, rng):
    return hasty_move(view, rng)


@kernel(PROBABILITIES)
def hasty_probabilities(view, memory, out):
    """As hasty_move draws."""
    moves = r.legal(view)
    cards = moves & CARDS
    spread(moves, 0.0, out)
    stopping = 0.01 * STOPPING if view[r.TABLE] != 0 else 0.0
    if cards == 0:
        stopping = 1.0
    spread(cards, 1.0 - stopping, out)
    if stopping > 0.0:
        out[stop(view)] = stopping


@kernel(POLICY)
def greedy_policy(view, memory, rng):
    return greedy_move(view)


def cards_of(view: View) -> list[Move]:
    """The legal moves that put a card on the table."""
    return [move for move in view.moves if move.code < PASS]


def explain_hasty(view: View, move: Move) -> Decision:
    """Why the random player did this."""
    cards, chosen = cards_of(view), MoveText(str(move), view.phase)
    if not cards:
        return Decision(move, say("no card can be played, so {move}", move=chosen))
    if move.code >= PASS:
        return Decision(move, say("it chose to {move}, as it does in 21 of 100 cases", move=chosen))
    return Decision(move, say("drawn at random from {n} {n:card|cards}", n=len(cards)))


def explain_greedy(view: View, move: Move) -> Decision:
    """Why greedy did this."""
    cards = cards_of(view)
    trumps = [card for card in cards if card[1] == view.trump]  # type: ignore[attr-defined]
    plain = len(cards) - len(trumps)
    if not cards:
        chosen = MoveText(str(move), view.phase)
        because, rule = say("no card can be played, so {move}", move=chosen), say("no card")
    elif plain > 1:
        because, rule = say("the lowest of {n} cards that are not trumps", n=plain), say("lowest")
    elif plain:
        because, rule = say("the only card that is not a trump"), say("lowest")
    elif move.code >= PASS:
        because = say("only trumps could go on, and they are kept while there is a deck")
        rule = say("keep trumps")
    else:
        because, rule = say("only trumps can be played: the lowest"), say("lowest trump")
    return Decision(move, because, details={"rule": rule})


HASTY = Policy(hasty_policy, np.zeros(1, np.int64), explain_hasty, probabilities=hasty_probabilities)
GREEDY = Policy(greedy_policy, np.zeros(1, np.int64), explain_greedy)
