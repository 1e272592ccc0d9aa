# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""``xskat-like``: counts jacks, aces and length to bid, then plays by rules of thumb; weak and quick."""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.agents.base import Decision, Policy
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.agents.bidding.features import is_safe, null_holding
from kiebitz.games.skat.agents.cards.rules_of_thumb import card_by_rules, suit_of_length
from kiebitz.games.skat.scoring import tops
from kiebitz.games.skat.tables import ACES, BASE, BIDS, GRAND, JACKS, NULL, NULL_VALUE, TENS, TRUMPS, VALUE
from kiebitz.kernel.bits import count, has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, PHASE, POLICY, STATE, TURN
from kiebitz.rules.values import Move, View
from kiebitz.sayings import Name, say

SAFE = np.array([is_safe(holding) for holding in range(256)], np.int64)
JACK_BONUS = np.array([0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 1, 4], np.int64)
"""In halves, by jacks (bit 0 clubs): for the two or three highest, for the three lower ones, for all."""
GOOD_SUIT, GOOD_GRAND = 19, 12  # in halves: marks from which a game is played


@kernel
def mark(hand, contract):
    """A hand's count in halves: trumps, jacks, aces, tens, high jacks together, missing suits."""
    jacks = count(hand & JACKS)
    if contract == GRAND:
        return 2 * (jacks + count(hand & (ACES | TENS)))
    missing = 0
    for suit in range(4):
        missing += 1 if suit != contract and (hand >> (4 + 7 * suit)) & 127 == 0 else 0
    whole = count(hand & TRUMPS[contract]) + jacks + count(hand & (ACES | TENS))
    return 2 * whole + JACK_BONUS[hand & JACKS] + missing


@kernel
def is_safe_null(hand):
    return (
        SAFE[null_holding(hand, 0)]
        * SAFE[null_holding(hand, 1)]
        * SAFE[null_holding(hand, 2)]
        * SAFE[null_holding(hand, 3)]
    )


@kernel(int64(int64, int64))
def preferred(hand, games):
    """The game that suits the hand: a good Grand, a safe Null, else the suit with the best count."""
    if has(games, GRAND) and mark(hand, GRAND) >= GOOD_GRAND:
        return np.int64(GRAND)
    if has(games, NULL) and is_safe_null(hand) != 0:
        return np.int64(NULL)
    best, most = np.int64(lowest(games)), np.int64(-1)
    for suit in range(4):
        here = mark(hand, suit)
        if has(games, suit) and here >= most:
            best, most = np.int64(suit), here
    return best


@kernel(int64(int64))
def limit(hand):
    """How high the hand is bid: the value of its game, 0 if it is not good enough."""
    game = preferred(hand, np.int64(63))
    if game == NULL:
        return NULL_VALUE[0]
    if mark(hand, game) < (GOOD_GRAND if game == GRAND else GOOD_SUIT):
        return np.int64(0)
    return (tops(hand, game) + 1) * BASE[game]


@kernel
def throw(hand):
    """A card to put away: beside the best suit, no ace, of the shortest suit, the dearest."""
    game = preferred(hand, np.int64(31))
    side = hand & ~TRUMPS[game]
    loose = side & ~ACES
    cards = loose if loose != 0 else (side if side != 0 else hand)
    cards = suit_of_length(cards, game, -1)
    best = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if VALUE[card] > VALUE[best]:
            best = card
    return best


@kernel(int64(STATE), inline=False)
def prepare_by_rules(view):
    """The move before the cards are played."""
    phase, hand = view[PHASE], view[HAND + view[TURN]]
    if phase == r.SPEAK:
        place = view[r.BID] + 1
        return place if place < len(BIDS) and BIDS[place] <= limit(hand) else np.int64(r.PASS)
    if phase == r.ANSWER:
        return np.int64(0 if BIDS[view[r.BID]] <= limit(hand) else 1)
    if phase == r.CHOOSE:
        return np.int64(0)
    if phase == r.DISCARD:
        return throw(hand)
    if phase == r.NAME:
        return preferred(hand, r.legal(view))
    return lowest(r.legal(view))


@kernel(POLICY, inline=False)
def casual(view, memory, rng):
    if view[PHASE] == r.CARD_PLAY:
        return card_by_rules(view)
    return prepare_by_rules(view)


def explain(view: View, move: Move) -> Decision:
    """The rule behind a move."""
    hand = int(view.vector[HAND + view.seat])
    if view.phase in ("speak", "answer"):
        because = say("by its count this hand is bid up to {n}", n=int(limit(hand)))
        return Decision(move, because, details={"rule": say("count")})
    if view.phase != "play":
        phase = Name(view.phase, "phase")
        because = say("by rule for the phase {phase}", phase=phase)
        return Decision(move, because, details={"rule": say("{phase}", phase=phase)})
    leads = not int(view.vector[r.CARDS])
    if view.seat == int(view.vector[r.DECLARER]):
        rule = say("lead as declarer" if leads else "follow as declarer")
    else:
        rule = say("lead as defender" if leads else "follow as defender")
    return Decision(move, say("rule of thumb: {rule}", rule=rule), details={"rule": rule})


CASUAL = Policy(casual, np.zeros(1, np.int64), explain)
