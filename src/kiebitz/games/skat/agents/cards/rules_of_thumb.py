# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Card play by rules of thumb, compiled: what a casual player does, from the view alone.

The declarer draws trumps while he can, then cashes what stands. Defenders lead aces, go through the declarer
with long suits, give dear cards to a trick that is the partner's and cheap ones to a lost trick.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.tables import CLASS, DECK, GRAND, NULL, POWER, TRUMPS, VALUE
from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, STATE, TURN

WORTH_A_TRUMP = 4  # points on the table for which the declarer trumps


@kernel
def pick_by(cards, contract, by_value, by_power):
    """The card with the best mark: points count first, then strength; signs say what is wanted."""
    best, mark = lowest(cards), np.int64(-1 << 40)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        here = by_value * VALUE[card] * 128 + by_power * POWER[contract, card]
        if here > mark:
            best, mark = card, here
    return best


@kernel
def stronger(cards, contract, follow, least):
    """The cards that would take a trick from one of this power."""
    found = np.int64(0)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if r.power(contract, follow, card) > least:
            found |= bit(card)
    return found


@kernel
def unseen_by(view):
    """The cards that the seat to move does not see."""
    seen = view[HAND + view[TURN]] | view[r.PLAYED] | view[r.PLAYED + 1] | view[r.PLAYED + 2] | view[r.SKAT]
    return DECK & ~seen


@kernel
def standing(cards, contract, out):
    """Cards that no unseen card of their own class beats."""
    found = np.int64(0)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        follow = CLASS[contract, card]
        if stronger(out & follow, contract, follow, POWER[contract, card]) == 0:
            found |= bit(card)
    return found


@kernel
def suit_of_length(cards, contract, longest):
    """The cards of the longest (1) or shortest (-1) class among some."""
    rest, best, mark = cards, cards, np.int64(-100)
    while rest != 0:
        suit = CLASS[contract, lowest(rest)] & cards
        rest &= ~suit
        if longest * count(suit) > mark:
            best, mark = suit, longest * count(suit)
    return best


@kernel
def lead_as_declarer(hand, contract, out):
    trumps, theirs = hand & TRUMPS[contract], out & TRUMPS[contract]
    side = hand & ~TRUMPS[contract]
    if trumps != 0 and theirs != 0:
        top = pick_by(trumps, contract, 0, 1)
        if stronger(theirs, contract, TRUMPS[contract], POWER[contract, top]) == 0:
            return top
        if contract < GRAND and 2 * count(trumps) > count(theirs):
            return pick_by(trumps, contract, -1, -1)
    sure = standing(side, contract, out)
    if sure != 0:
        return pick_by(sure, contract, 1, 1)
    return pick_by(suit_of_length(side if side != 0 else trumps, contract, 1), contract, -1, -1)


@kernel
def lead_as_defender(view, hand, contract, out):
    side = hand & ~TRUMPS[contract]
    if side == 0:
        return pick_by(hand, contract, -1, -1)
    sure = standing(side, contract, out)
    if sure != 0:
        card = pick_by(sure, contract, 1, 1)
        if count(CLASS[contract, card] & out) >= 3:  # else somebody is likely to trump it
            return card
    declarer_is_next = (view[TURN] + 1) % 3 == view[r.DECLARER]
    suit = suit_of_length(side, contract, 1 if declarer_is_next else -1)
    return pick_by(suit, contract, -1, -1)


@kernel
def cheapest(cards, contract):
    """The card to throw away: no trump if there is a choice, then the fewest points."""
    side = cards & ~TRUMPS[contract]
    return pick_by(side if side != 0 else cards, contract, -1, -1)


@kernel
def follow_as_declarer(view, cards, contract, winners):
    if winners == 0:
        return cheapest(cards, contract)
    follow = view[r.FOLLOW]
    trumping = winners & follow == 0
    if view[r.CARDS] == 2:
        if trumping and view[r.STAKE] < WORTH_A_TRUMP:
            blanks = pick_by(cards, contract, -1, -1)
            if VALUE[blanks] == 0 and bit(blanks) & TRUMPS[contract] == 0:
                return blanks
        return pick_by(winners, contract, 1, -1)
    if trumping:
        return pick_by(winners, contract, 1, 0)
    return pick_by(winners, contract, 0, 1)


@kernel
def follow_as_defender(view, cards, contract, winners, out):
    follow, best = view[r.FOLLOW], view[r.BEST] >> 2
    declarer = view[r.DECLARER]
    last = view[r.CARDS] == 2
    declarer_to_come = not last and (view[TURN] + 1) % 3 == declarer
    if view[r.BEST] & 3 != declarer:
        if last or stronger(out & follow, contract, follow, best) == 0:
            side = cards & ~TRUMPS[contract]
            return pick_by(side if side != 0 else cards, contract, 1, -1)
        return cheapest(cards, contract)
    if winners == 0:
        return cheapest(cards, contract)
    if declarer_to_come:
        top = pick_by(winners, contract, 0, 1)
        sure = stronger(out, contract, follow, r.power(contract, follow, top)) == 0
        return top if sure else cheapest(cards, contract)
    return pick_by(winners, contract, 1, -1)


@kernel
def play_null(view, cards):
    """The declarer ducks as high as he can; defenders stay low until he has played."""
    if view[r.CARDS] == 0:
        return pick_by(cards, NULL, 0, -1)
    winners = stronger(cards, NULL, view[r.FOLLOW], view[r.BEST] >> 2)
    losers = cards & ~winners
    if view[TURN] == view[r.DECLARER]:
        return pick_by(losers if losers != 0 else cards, NULL, 0, 1)
    declarer_to_come = view[r.CARDS] == 1 and (view[TURN] + 1) % 3 == view[r.DECLARER]
    if view[r.BEST] & 3 == view[r.DECLARER]:
        return pick_by(losers if losers != 0 else cards, NULL, 0, 1)
    return pick_by(cards, NULL, 0, -1 if declarer_to_come else 1)


@kernel(int64(STATE), inline=False)
def card_by_rules(view):
    """The card that the rules choose for the seat to move, in the play."""
    cards, contract = r.legal(view), view[r.CONTRACT]
    if cards & (cards - 1) == 0:
        return lowest(cards)
    if contract == NULL:
        return play_null(view, cards)
    out, declares = unseen_by(view), view[TURN] == view[r.DECLARER]
    if view[r.CARDS] == 0:
        if declares:
            return lead_as_declarer(cards, contract, out)
        return lead_as_defender(view, cards, contract, out)
    winners = stronger(cards, contract, view[r.FOLLOW], view[r.BEST] >> 2)
    if declares:
        return follow_as_declarer(view, cards, contract, winners)
    return follow_as_defender(view, cards, contract, winners, out)
