# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The university platform's Bully in both generations: trumps first, then the led suit, then high cards."""

from __future__ import annotations

from kiebitz.agents.base import Decision
from kiebitz.games.schnapsen.agents.sets import (
    ACE,
    RANKS,
    best_trump,
    led_suit,
    platform_moves,
    top_rank,
)
from kiebitz.games.schnapsen.rules import DECK, JACK, TRUMP, suit_cards
from kiebitz.kernel.bits import highest, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import pick
from kiebitz.kernel.state import POLICY
from kiebitz.rules.values import Move, View
from kiebitz.sayings import say


@kernel
def highest_rank(cards):
    """The cards of the highest rank among some."""
    for rank in range(ACE, JACK, -1):
        if cards & RANKS[rank] != 0:
            return cards & RANKS[rank]
    return cards


@kernel(POLICY)
def bully(view, memory, rng):
    """Single cards only: a random trump, else a random card of the led suit, else one of the highest rank."""
    cards = platform_moves(view) & DECK
    trumps = cards & suit_cards(view[TRUMP])
    if trumps != 0:
        return pick(rng, trumps)
    following = led_suit(view, cards)
    return pick(rng, following if following != 0 else highest_rank(cards))


@kernel(POLICY)
def bully_old(view, memory, rng):
    """The highest trump, else the highest card of the led suit, else the last move of the highest rank."""
    moves = platform_moves(view)
    trump = best_trump(view, moves)
    if trump != 0:
        return lowest(trump)
    following = led_suit(view, moves)
    return highest(following) if following != 0 else top_rank(moves)


def explain_bully(view: View, move: Move) -> Decision:
    """Which of Bully's three rules gave the move."""
    vector = view.vector
    if move.code < 20 and move.code // 5 == vector[TRUMP]:
        return Decision(move, say("trumps come first"), details={"rule": say("trump")})
    if led_suit(vector, 1 << move.code):
        return Decision(move, say("no trump, so it follows suit"), details={"rule": say("led suit")})
    because = say("nothing better than its highest rank")
    return Decision(move, because, details={"rule": say("highest rank")})
