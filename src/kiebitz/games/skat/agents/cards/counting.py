# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Counting certain points, compiled: what a seat that leads makes at least if it cashes what stands.

A card stands if no card that is out can beat it, however the cards lie. Where this alone reaches an aim, no
search is needed.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.scoring import card_points
from kiebitz.games.skat.search.paranoia.view import GAME_LIMIT, NO_AIM, SCHNEIDER_LIMIT, own_aim
from kiebitz.games.skat.tables import DECK, JACKS, KINGS, NULL, QUEENS, TRUMPS
from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, STATE, TURN

SUIT = 127  # a suit's cards without the jack, at bit 0
BLANKS = sum(7 << (8 + 7 * suit) for suit in range(4))


@kernel
def least_points(cards, n):
    """The least that n of some cards may count; aces are taken for tens."""
    rest = max(n - count(cards & BLANKS), 0)
    jacks = min(rest, count(cards & JACKS))
    queens = min(rest - jacks, count(cards & QUEENS))
    kings = min(rest - jacks - queens, count(cards & KINGS))
    return 2 * jacks + 3 * queens + 4 * kings + 10 * (rest - jacks - queens - kings)


@kernel
def tops(own, out):
    """The cards of one class that are stronger than all that are out."""
    return own & ((out & -out) - 1) if out != 0 else own


@kernel
def side_cards(contract, suit):
    """A suit without its trumps."""
    return (np.int64(SUIT) << (4 + 7 * suit)) & ~TRUMPS[contract]


@kernel
def sure_cards(hand, out, contract):
    """The cards that surely take a trick each, led from the top, trumps first.

    Side cards count if the top trumps draw all others, even from one hand; and all cards of a suit do if its
    tops draw the rest.
    """
    trumps, against = hand & TRUMPS[contract], out & TRUMPS[contract]
    sure = tops(trumps, against)
    if count(sure) < count(against):
        return sure
    sure = trumps
    for suit in range(4):
        cards = side_cards(contract, suit)
        good = tops(hand & cards, out & cards)
        sure |= hand & cards if count(good) >= count(out & cards) else good
    return sure


@kernel
def cards_to_cash(hand, out, contract):
    """The cards to begin with: top trumps while others have trumps, else the tops of every class."""
    found = tops(hand & TRUMPS[contract], out & TRUMPS[contract])
    if out & TRUMPS[contract] == 0:
        for suit in range(4):
            cards = side_cards(contract, suit)
            found |= tops(hand & cards, out & cards)
    return found


@kernel(int64(STATE, STATE), inline=False)
def counted_cards(view, found):
    """The aim that is reached for certain by cashing, NO_AIM if none is.

    Found are then three words: the cards to begin with, all that surely take a trick, and the side's points
    after them, counted as low as they may be. A defender counts only when no trumps are out: his partner
    could have to take a trick with one.
    """
    contract, seat = view[r.CONTRACT], view[TURN]
    found[:3] = 0
    if contract == NULL or view[r.CARDS] != 0 or own_aim(view) != GAME_LIMIT:
        return np.int64(NO_AIM)
    declares = seat == view[r.DECLARER]
    hand = view[HAND + seat]
    out = DECK & ~(view[r.PLAYED] | view[r.PLAYED + 1] | view[r.PLAYED + 2] | hand | view[r.SKAT])
    if not declares and out & TRUMPS[contract] != 0:
        return np.int64(NO_AIM)
    so_far = view[r.POINTS] + card_points(view[r.SKAT]) if declares else view[r.POINTS + 1]
    sure = sure_cards(hand, out, contract)
    total = so_far + card_points(sure) + least_points(out, 2 * count(sure))
    aim = np.int64(NO_AIM)
    if not declares:
        if total >= 120 - GAME_LIMIT > so_far:
            aim = np.int64(GAME_LIMIT)
    elif total > SCHNEIDER_LIMIT >= so_far:
        aim = np.int64(SCHNEIDER_LIMIT)
    elif total > GAME_LIMIT >= so_far:
        aim = np.int64(GAME_LIMIT)
    if aim != NO_AIM:
        found[0], found[1], found[2] = cards_to_cash(hand, out, contract), sure, total
    return aim
