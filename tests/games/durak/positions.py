"""Durak positions made by hand, for tests of its agents."""

from __future__ import annotations

import numpy as np

from kiebitz.games.durak import SUITS, Durak
from kiebitz.games.durak import rules as r
from kiebitz.games.durak.view import DurakState
from kiebitz.kernel.state import HAND, PHASE, TURN


def position(attacker: str, defender: str, trump: str = "S", deck: str = "", **options: str) -> DurakState:
    """Seat 0 is about to attack; the deck is written from the top, other cards are out of play."""
    game = Durak({"trumps": "on" if trump else "off", **options})
    state = game.deal(1)
    assert isinstance(state, DurakState)
    s = state.vector.copy()
    hands = [game.deck.set(hand.split()).mask for hand in (attacker, defender)]
    stock = [game.deck.cards.index(card) for card in reversed(deck.split())]
    s[r.TRUMPS] = r.SUIT << 9 * SUITS.index(trump) if trump else 0
    s[r.SIZE] = len(stock)
    s[r.BOTTOM] = stock[0] if stock and trump else -1
    s[r.STOCK : r.STOCK + 3] = 0
    for place, card in enumerate(stock):
        r.put(s, r.STOCK, place, np.int64(card))
    for seat in range(2):
        s[HAND + seat] = hands[seat]
        s[r.HELD + seat] = hands[seat].bit_count()
        s[r.SHOWN + seat] = 0
    s[r.DISCARD] = game.cards.mask & ~(hands[0] | hands[1] | sum(1 << card for card in stock))
    s[r.ATTACKER] = s[TURN] = s[PHASE] = 0
    s[r.ROOM] = s[r.HELD + 1]
    return DurakState(game, s, state.deal)


def play(state: DurakState, moves: str) -> DurakState:
    for move in moves.split():
        state = state.play(move)
    return state
