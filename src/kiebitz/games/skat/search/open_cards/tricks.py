# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The open-card search for tricks: does one side take a trick at all, if one side wants it and the other not?

Null is the question whether the declarer takes one while the defenders want him to; Schwarz whether the
defenders take one against his will; and the declarer is Schwarz himself if he takes none though he wants to.
Points do not matter here, so all neighbours in a hand are equal.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat.search.layout import NULL_GAME, beats, following
from kiebitz.games.skat.search.open_cards import workspace as ws
from kiebitz.games.skat.search.open_cards.moves import neighbours
from kiebitz.games.skat.search.open_cards.points import FREE, forced_card
from kiebitz.kernel.bits import bit, highest, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE


@kernel
def side_of(seat):
    return np.int64(0) if seat == 0 else np.int64(1)


@kernel
def next_choice(w, cards, seat, others, last):
    """The next card to try: the strongest, but a defender of Null tries the weakest; -1 if none is left.

    ``last`` is the card tried before it, whose neighbours are skipped.
    """
    weakest = w[ws.KIND] == NULL_GAME and seat != 0
    while cards != 0:
        index = highest(cards) if weakest else lowest(cards)
        card = bit(index)
        follow = w[ws.CLASSES + index]
        if last == 0:
            return index
        stronger, weaker = (card, last) if weakest else (last, card)
        if last & follow == 0 or not neighbours(stronger, weaker, follow, others):
            return index
        cards ^= card
        last = card
    return np.int64(-1)


@kernel
def untried(w, cards, seat, index):
    """What is left of the cards after one of them was the next choice."""
    if w[ws.KIND] == NULL_GAME and seat != 0:
        return cards & (bit(index) - 1)
    return cards & ~(bit(index) | (bit(index) - 1))


@kernel
def choices_at(forced, place, cards):
    """The cards that may be played to a trick at a place: the one that lies there already, or these."""
    index = forced_card(forced, place)
    return bit(index) if index >= 0 else cards


@kernel(int64(STATE, int64, int64, int64, int64, int64), inline=False)
def takes(w, a, b, c, leader, forced):
    """1 if the target takes a trick from here on with best play, else 0; arguments as in ``search``."""
    if a == 0:
        return np.int64(0)
    key, slot, tag = np.int64(0), np.int64(0), np.int64(0)
    live = a | b | c
    if forced == FREE:
        key = ws.key_for_tricks(w, a, b, c)
        slot = ws.slot_of(w, key, leader)
        tag = w[ws.QUESTION] | (1 + w[ws.TARGET] + w[ws.CHASER]) << ws.AIM_AT | leader << ws.LEADER_AT
        if w[slot] == key and w[slot + 1] & ~1 == tag:
            return w[slot + 1] & 1
    second_seat = leader + 1 if leader < 2 else np.int64(0)
    third_seat = second_seat + 1 if second_seat < 2 else np.int64(0)
    first_wish = np.int64(side_of(leader) == w[ws.CHASER])
    second_wish = np.int64(side_of(second_seat) == w[ws.CHASER])
    third_wish = np.int64(side_of(third_seat) == w[ws.CHASER])
    result = 1 - first_wish
    firsts, last_first = choices_at(forced, 0, a), np.int64(0)
    while result != first_wish:
        lead_index = next_choice(w, firsts, leader, live & ~a, last_first)
        if lead_index < 0:
            break
        firsts = untried(w, firsts, leader, lead_index)
        lead = bit(lead_index)
        last_first = lead
        follow = w[ws.CLASSES + lead_index]
        w[ws.NODES] += 1
        after_lead = 1 - second_wish
        seconds, last_second = choices_at(forced, 1, following(b, follow)), np.int64(0)
        while after_lead != second_wish:
            answer_index = next_choice(w, seconds, second_seat, live & ~b, last_second)
            if answer_index < 0:
                break
            seconds = untried(w, seconds, second_seat, answer_index)
            answer = bit(answer_index)
            last_second = answer
            best, seat = lead, leader
            if beats(answer, best, follow, w[ws.TRUMP]):
                best, seat = answer, second_seat
            w[ws.NODES] += 1
            after_answer = 1 - third_wish
            thirds, last_third = choices_at(forced, 2, following(c, follow)), np.int64(0)
            while after_answer != third_wish:
                index = next_choice(w, thirds, third_seat, live & ~c, last_third)
                if index < 0:
                    break
                thirds = untried(w, thirds, third_seat, index)
                third = bit(index)
                last_third = third
                taker = third_seat if beats(third, best, follow, w[ws.TRUMP]) else seat
                w[ws.NODES] += 1
                if side_of(taker) == w[ws.TARGET]:
                    after_answer = np.int64(1)
                elif taker == leader:
                    after_answer = takes(w, a ^ lead, b ^ answer, c ^ third, taker, np.int64(FREE))
                elif taker == second_seat:
                    after_answer = takes(w, b ^ answer, c ^ third, a ^ lead, taker, np.int64(FREE))
                else:
                    after_answer = takes(w, c ^ third, a ^ lead, b ^ answer, taker, np.int64(FREE))
            after_lead = after_answer
        result = after_lead
    if forced == FREE:
        w[slot] = key
        w[slot + 1] = tag | result
    return result
