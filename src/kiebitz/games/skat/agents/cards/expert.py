# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Expert rules, compiled: what each role does in each position, with suit factors for the declarer's leads.

Rules are asked in order until one has a card. Where none of these applies, the rules of thumb do, which have
a function of their own for every role and position.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.cards.rules_of_thumb import (
    card_by_rules,
    pick_by,
    standing,
    suit_of_length,
    unseen_by,
)
from kiebitz.games.skat.agents.cards.suit_factors import factor_of
from kiebitz.games.skat.tables import GRAND, NULL, TRUMPS
from kiebitz.kernel.bits import count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, STATE, TURN

NO_CARD = -1
ENOUGH = 3  # trumps with which a declarer draws those of the others


@kernel
def trump_digits(cards, contract):
    """The trumps of a suit game as bits from the strongest."""
    return (cards & 15) | (((cards >> (4 + 7 * contract)) & 127) << 4)


@kernel
def lead_of_trumps(hand, out, contract, memory):
    """The trump to lead by its factor."""
    if contract == GRAND:
        return memory[m.JACK_FACTORS + factor_of(hand & 15, out & 15, np.int64(4))]
    factor = factor_of(trump_digits(hand, contract), trump_digits(out, contract), np.int64(11))
    lead = memory[m.TRUMP_FACTORS + factor]
    return lead if lead < 4 else lead + 7 * contract


@kernel
def draw_trumps(hand, out, contract, memory):
    """While the others have trumps: lead one, with enough of them or if there is nothing else."""
    trumps = hand & TRUMPS[contract]
    if trumps == 0 or out & TRUMPS[contract] == 0:
        return np.int64(NO_CARD)
    if count(trumps) < ENOUGH and trumps != hand and contract != GRAND:
        return np.int64(NO_CARD)
    return lead_of_trumps(hand, out, contract, memory)


@kernel
def cash_winner(hand, out, contract, memory):
    """The dearest side card that stands."""
    sure = standing(hand & ~TRUMPS[contract], contract, out)
    return pick_by(sure, contract, 1, 1) if sure != 0 else np.int64(NO_CARD)


@kernel
def work_on_a_suit(hand, out, contract, memory):
    """A card of the longest side suit by its factor."""
    side = hand & ~TRUMPS[contract]
    if side == 0:
        return np.int64(NO_CARD)
    suit = (lowest(suit_of_length(side, contract, 1)) - 4) // 7
    shift = 4 + 7 * suit
    own, theirs = (hand >> shift) & 127, (out >> shift) & 127
    return memory[m.SIDE_FACTORS + factor_of(own, theirs, np.int64(7))] + shift


@kernel(int64(STATE, STATE), inline=False)
def expert_card(view, memory):
    """The card that the rules choose for the seat to move, in the play."""
    contract, seat = view[r.CONTRACT], view[TURN]
    if seat != view[r.DECLARER] or view[r.CARDS] != 0 or contract == NULL:
        return card_by_rules(view)
    hand, out = view[HAND + seat], unseen_by(view)
    card = draw_trumps(hand, out, contract, memory)
    if card == NO_CARD:
        card = cash_winner(hand, out, contract, memory)
    if card == NO_CARD:
        card = work_on_a_suit(hand, out, contract, memory)
    return card if card != NO_CARD else card_by_rules(view)
