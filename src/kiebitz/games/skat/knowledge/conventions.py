# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Playing conventions, compiled: what defenders who follow as one should are taken not to have.

They give the cheapest card that follows to a trick of the declarer, and the dearest to one of the partner.
Jacks are the exception: they are kept for their strength, whatever they count. In Null nothing is assumed.
"""

from __future__ import annotations

import numpy as np
from numba import int64, void

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.tables import CLASS, DECK, JACKS, NULL, POWER, TRUMPS, VALUE
from kiebitz.kernel.bits import bit, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE


@kernel
def is_beatable(contract, follow, best, out):
    """Does any of the cards that are out take the trick from a card of this power?"""
    rest = out & (follow | TRUMPS[contract])
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if POWER[contract, card] > best:
            return True
    return False


@kernel
def counting(cards, value, more):
    """Those of some cards that count more than a value, or less than it."""
    found = np.int64(0)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if (VALUE[card] > value) if more else (VALUE[card] < value):
            found |= bit(card)
    return found


@kernel(int64(int64, int64, int64, int64, int64, int64, int64, int64))
def convention(contract, declarer, leader, position, led, second, card, gone):
    """Cards that the player of a card in this position of a trick is taken to lack, after those gone before.

    Only defenders who follow tell anything. Rearhand sees whose trick it is; middlehand tells nothing as long
    as a card that is out may take it.
    """
    follow, seat = CLASS[contract, led], (leader + position) % 3
    best, winner = POWER[contract, led], leader
    if position == 2 and r.power(contract, follow, second) > best:
        best, winner = r.power(contract, follow, second), (leader + 1) % 3
    out = DECK & ~gone & ~bit(card)
    if seat == declarer or bit(card) & follow == 0 or r.power(contract, follow, card) > best:
        return np.int64(0)
    if position == 1 and is_beatable(contract, follow, best, out):
        return np.int64(0)
    return counting(follow & out & ~JACKS, VALUE[card], winner != declarer)


@kernel
def read_trick(view, trick, laid, leader, gone, lacks):
    """Add what a trick tells to what the seats lack; the answer is who won it, if it is full."""
    contract, best, winner = view[r.CONTRACT], np.int64(0), leader
    led, second = trick & 31, (trick >> 5) & 31
    for i in range(laid):
        seat, card = (leader + i) % 3, (trick >> (5 * i)) & 31
        strength = r.power(contract, CLASS[contract, led], card)
        if strength > best:
            best, winner = strength, seat
        if i > 0:
            found = convention(contract, view[r.DECLARER], leader, np.int64(i), led, second, card, gone)
            if found & view[r.PLAYED + seat] == 0:  # else he has shown that he does not keep to it
                lacks[seat] |= found
        gone |= bit(card)
    return winner


@kernel(void(STATE, STATE), inline=False)
def conventional_lacks(view, lacks):
    """Write for each seat the cards that it is taken to lack by the cards that it has played."""
    lacks[:3] = 0
    if view[r.CONTRACT] == NULL:
        return
    finished, leader, gone = view[r.TRICKS] + view[r.TRICKS + 1], np.int64(0), np.int64(0)
    for number in range(finished + 1):
        done = number < finished
        trick = view[r.HISTORY + (number >> 2)] >> (15 * (number & 3)) if done else view[r.TRICK]
        laid = np.int64(3) if done else view[r.CARDS]
        won_by = read_trick(view, trick, laid, leader, gone, lacks)
        for i in range(laid):
            gone |= bit((trick >> (5 * i)) & 31)
        leader = won_by
