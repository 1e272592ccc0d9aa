# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Expert cards of a player who remembers, compiled: voids, what was played, and suit factors in every role.

What a seat may still hold are the unseen cards without the classes that it did not follow. Rules are asked in
order until one has a card; which one it was is part of the answer, so that the card can be explained.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.cards.expert import NO_CARD, draw_trumps
from kiebitz.games.skat.agents.cards.rules_of_thumb import (
    WORTH_A_TRUMP,
    card_by_rules,
    pick_by,
    standing,
    stronger,
    suit_of_length,
    unseen_by,
)
from kiebitz.games.skat.agents.cards.suit_factors import POWERS, factor_of
from kiebitz.games.skat.tables import CLASS, DECK, NULL, TRUMPS, VALUE
from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, STATE, TURN

NO_RULE, DRAW, CASH, WORK, FOR_A_RUFF, TAKE, SAVE, FATTEN, THROW = range(9)  # what a card is played for
FEW = 3  # cards of a suit that must be out for a defender to cash in it: else it is likely to be trumped
SUIT = 127  # a suit's cards without the jack, at bit 0


@kernel
def may_hold(view, seat):
    """The cards that another seat may still have."""
    return unseen_by(view) & ~view[r.LACKS + seat]


@kernel
def is_open_to(cards, contract, follow):
    """Could a hand from among these cards trump a lead of a side suit, because it has none of it for sure?"""
    return cards & follow == 0 and cards & TRUMPS[contract] != 0


@kernel
def safe_suits(view, hand, seat):
    """The side cards whose suits a seat cannot be known to trump."""
    contract, safe = view[r.CONTRACT], np.int64(0)
    rest, may = hand & ~TRUMPS[contract], may_hold(view, seat)
    while rest != 0:
        follow = CLASS[contract, lowest(rest)]
        if not is_open_to(may, contract, follow):
            safe |= rest & follow
        rest &= ~follow
    return safe


@kernel
def factor_at(card, own, theirs):
    """The factor of a side card's suit, and the bit of the suit's ace."""
    shift = 4 + 7 * ((card - 4) // 7)
    return factor_of((own >> shift) & SUIT, (theirs >> shift) & SUIT, np.int64(7)), shift


@kernel
def lead_by_factor(suit, hand, theirs, memory):
    """The card of a side suit that its factor wants to be led."""
    factor, shift = factor_at(lowest(suit), hand, theirs)
    return memory[m.SIDE_FACTORS + factor] + shift


@kernel
def loss_of(card, hand, theirs, memory):
    """What a side card costs that goes to the others: its points, and what its suit is worth less."""
    factor, shift = factor_at(card, hand, theirs)
    gone = factor + 2 * POWERS[card - shift]
    return VALUE[card] + memory[m.SIDE_WORTHS + factor] - memory[m.SIDE_WORTHS + gone]


@kernel
def throw_away(cards, hand, theirs, contract, memory):
    """The side card that costs least, among equals the weakest; trumps only if there is nothing else."""
    side = cards & ~TRUMPS[contract]
    if side == 0:
        return pick_by(cards, contract, -1, -1)
    best, mark = lowest(side), np.int64(1 << 40)
    while side != 0:
        card = lowest(side)
        side &= side - 1
        loss = loss_of(card, hand, theirs, memory)
        if loss <= mark:  # the weaker cards of a suit come later
            best, mark = card, loss
    return best


@kernel
def lead_knowing_as_declarer(view, memory, hand, contract):
    """Draw trumps while the others may have some; cash what nobody is known to trump; work on a suit."""
    left, right = (view[TURN] + 1) % 3, (view[TURN] + 2) % 3
    out = may_hold(view, left) | may_hold(view, right)
    card = draw_trumps(hand, out, contract, memory)
    if card != NO_CARD:
        return card, np.int64(DRAW)
    side = hand & ~TRUMPS[contract]
    safe = safe_suits(view, hand, left) & safe_suits(view, hand, right)
    sure = standing(safe, contract, out)
    if sure != 0:
        return pick_by(sure, contract, 1, 1), np.int64(CASH)
    if side == 0:
        return np.int64(NO_CARD), np.int64(NO_RULE)
    suit = suit_of_length(safe if safe != 0 else side, contract, 1)
    return lead_by_factor(suit, hand, out, memory), np.int64(WORK)


@kernel
def suit_for_a_ruff(view, hand, partner):
    """Side cards that the declarer may have to follow and the partner is known to trump."""
    contract, found = view[r.CONTRACT], np.int64(0)
    rest, theirs = safe_suits(view, hand, view[r.DECLARER]), may_hold(view, partner)
    while rest != 0:
        follow = CLASS[contract, lowest(rest)]
        if is_open_to(theirs, contract, follow) and may_hold(view, view[r.DECLARER]) & follow != 0:
            found |= rest & follow
        rest &= ~follow
    return found


@kernel
def lead_knowing_as_defender(view, memory, hand, contract):
    """Let the partner trump; cash what the declarer can neither beat nor be known to trump; else a suit.

    Through the declarer a long suit, else a short one; which card of it says its factor against him.
    """
    declarer = view[r.DECLARER]
    partner, his = 3 - declarer - view[TURN], may_hold(view, declarer)
    ruff = suit_for_a_ruff(view, hand, partner)
    if ruff != 0:
        return pick_by(ruff, contract, 1, 1), np.int64(FOR_A_RUFF)
    safe = safe_suits(view, hand, declarer)
    sure = standing(safe, contract, his)
    if sure != 0:
        card = pick_by(sure, contract, 1, 1)
        if count(CLASS[contract, card] & unseen_by(view)) >= FEW or his & TRUMPS[contract] == 0:
            return card, np.int64(CASH)
    side = safe if safe != 0 else hand & ~TRUMPS[contract]
    if side == 0:
        return np.int64(NO_CARD), np.int64(NO_RULE)
    suit = suit_of_length(side, contract, 1 if (view[TURN] + 1) % 3 == declarer else -1)
    return lead_by_factor(suit, hand, his, memory), np.int64(WORK)


@kernel
def beats_table(view, seat):
    """Cards that a seat still to play may have and be allowed to take the trick with."""
    contract, follow, may = view[r.CONTRACT], view[r.FOLLOW], may_hold(view, seat)
    return stronger(may, contract, follow, view[r.BEST] >> 2)


@kernel
def unbeaten(view, cards, seat):
    """Of cards that take the trick, those that a seat still to play cannot take it from."""
    contract, follow, found = view[r.CONTRACT], view[r.FOLLOW], np.int64(0)
    may = may_hold(view, seat)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if stronger(may, contract, follow, r.power(contract, follow, card)) == 0:
            found |= bit(card)
    return found


@kernel
def follow_knowing_as_declarer(view, memory, cards, contract, winners):
    """Take the trick, with the dearest card that stands; for little a trump is not spent."""
    hand, last = view[HAND + view[TURN]], view[r.CARDS] == 2
    others = may_hold(view, (view[TURN] + 1) % 3) | may_hold(view, (view[TURN] + 2) % 3)
    trumping = winners & view[r.FOLLOW] == 0
    cheap = throw_away(cards, hand, others, contract, memory)
    is_free = VALUE[cheap] == 0 and bit(cheap) & TRUMPS[contract] == 0
    if winners == 0 or (last and trumping and view[r.STAKE] < WORTH_A_TRUMP and is_free):
        return cheap, np.int64(THROW)
    if last:
        return pick_by(winners, contract, 1, -1), np.int64(TAKE)
    sure = unbeaten(view, winners, (view[TURN] + 1) % 3)
    if sure != 0:
        return pick_by(sure, contract, 1, -1), np.int64(TAKE)
    if trumping:
        return pick_by(winners, contract, 1, 0), np.int64(TAKE)
    return pick_by(winners, contract, 0, 1), np.int64(TAKE)


@kernel
def follow_knowing_as_defender(view, memory, cards, contract, winners):
    """Fatten a trick that is the partner's; take one from the declarer; else throw away what costs least."""
    hand, declarer, last = view[HAND + view[TURN]], view[r.DECLARER], view[r.CARDS] == 2
    his = may_hold(view, declarer)
    is_his = view[r.BEST] & 3 == declarer
    to_come = not last and (view[TURN] + 1) % 3 == declarer
    cheap = throw_away(cards, hand, his, contract, memory)
    if not is_his:
        if not to_come or beats_table(view, declarer) == 0:
            side = cards & ~TRUMPS[contract]
            return pick_by(side if side != 0 else cards, contract, 1, -1), np.int64(FATTEN)
        sure = unbeaten(view, winners, declarer)
        if sure != 0:
            return pick_by(sure, contract, 1, -1), np.int64(SAVE)
        return cheap, np.int64(THROW)
    if winners != 0:
        return pick_by(winners, contract, 1, -1), np.int64(TAKE)
    return cheap, np.int64(THROW)


@kernel(int64(STATE, STATE, STATE), inline=False)
def knowing_card(view, memory, why):
    """The card that these rules choose for the seat to move; ``why`` gets the rule, NO_RULE for a thumb's."""
    cards, contract, seat = r.legal(view), view[r.CONTRACT], view[TURN]
    why[0] = NO_RULE
    if contract == NULL or cards & (cards - 1) == 0:
        return card_by_rules(view)
    declares = seat == view[r.DECLARER]
    if view[r.CARDS] == 0:
        if declares:
            card, rule = lead_knowing_as_declarer(view, memory, cards, contract)
        else:
            card, rule = lead_knowing_as_defender(view, memory, cards, contract)
    else:
        winners = stronger(cards, contract, view[r.FOLLOW], view[r.BEST] >> 2)
        if declares:
            card, rule = follow_knowing_as_declarer(view, memory, cards, contract, winners)
        else:
            card, rule = follow_knowing_as_defender(view, memory, cards, contract, winners)
    if card == NO_CARD or bit(card) & cards & DECK == 0:
        return card_by_rules(view)
    why[0] = rule
    return card
