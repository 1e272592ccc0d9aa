# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The open-card solver on game vectors: the value of every legal card of a state, or of a completed view."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.scoring import card_points
from kiebitz.games.skat.search.layout import CARD, KINDS, PLACE, to_layout
from kiebitz.games.skat.search.open_cards.questions import (
    NULL_TRICK,
    POINTS,
    UNPLAYED,
    WON,
    class_near,
    put_down,
    value_cards,
)
from kiebitz.games.skat.search.open_cards.workspace import prepare
from kiebitz.games.skat.tables import NULL
from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, STATE, TURN


@kernel(int64(STATE, int64, int64), inline=False)
def hand_when_led(s, seat, contract):
    """A seat's cards in bits of the layout, with its card on the table."""
    hand = s[HAND + seat]
    leader = (s[TURN] + 3 - s[r.CARDS]) % 3
    place = (seat + 3 - leader) % 3
    if place < s[r.CARDS]:
        hand |= bit((s[r.TRICK] >> (5 * place)) & 31)
    return to_layout(hand, contract)


@kernel(int64(STATE))
def table_of(s):
    """The cards on the table as the searches want them."""
    forced = np.int64(0)
    for place in range(s[r.CARDS]):
        forced = put_down(forced, PLACE[s[r.CONTRACT], (s[r.TRICK] >> (5 * place)) & 31])
    return forced


@kernel
def prepare_state(w, s):
    """Prepare a search for a state: the hands from the declarer on as the trick began, and who led."""
    contract, seat = s[r.CONTRACT], s[r.DECLARER]
    declarer = hand_when_led(s, seat, contract)
    left = hand_when_led(s, (seat + 1) % 3, contract)
    right = hand_when_led(s, (seat + 2) % 3, contract)
    prepare(w, KINDS[contract], max(count(declarer), count(left), count(right)))
    return declarer, left, right, (s[TURN] + 6 - s[r.CARDS] - seat) % 3


@kernel(void(STATE, STATE, STATE), inline=False)
def value_moves(w, s, values):
    """The value of each legal card of a state in the play, by its move code; UNPLAYED for the others.

    Suit games and Grand: the declarer's points at the end, the skat included. Null: 1 if he stays without
    a trick, else 0. All hands must be known, and the skat too for its points.
    """
    contract, is_null = s[r.CONTRACT], s[r.CONTRACT] == NULL
    declarer, left, right, leader = prepare_state(w, s)
    found = np.empty(32, np.int64)
    aim = np.int64(NULL_TRICK) if is_null else np.int64(POINTS)
    value_cards(w, declarer, left, right, leader, table_of(s), aim, found)
    so_far = s[r.POINTS] + card_points(s[r.SKAT])
    values[:] = UNPLAYED
    for place in range(32):
        if found[place] != UNPLAYED:
            values[CARD[contract, place]] = 1 - found[place] if is_null else so_far + found[place]


@kernel(void(STATE, STATE, STATE), inline=False)
def class_moves(w, s, values):
    """The same by class of result (``CLASS_FROM``), which takes a few questions only: Null as it is."""
    if s[r.CONTRACT] == NULL:
        value_moves(w, s, values)
        return
    contract, table, so_far = s[r.CONTRACT], table_of(s), s[r.POINTS] + card_points(s[r.SKAT])
    declarer, left, right, leader = prepare_state(w, s)
    cards, found = r.legal(s), np.int64(WON)
    values[:] = UNPLAYED
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        laid = put_down(table, PLACE[contract, card])
        found = class_near(w, declarer, left, right, leader, laid, so_far, found)
        values[card] = found


@kernel(int64(STATE, STATE), inline=False)
def best_move(w, s):
    """The code of the first card with the best value for the seat to move."""
    values = np.empty(64, np.int64)
    value_moves(w, s, values)
    sign = 1 if s[TURN] == s[r.DECLARER] else -1
    best = np.int64(-1)
    for code in range(32):
        if values[code] != UNPLAYED and (best < 0 or sign * values[code] > sign * values[best]):
            best = np.int64(code)
    return best
