# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Forced wins in Schnapsen: one plan that wins whatever the other one holds and does.

Once suit must be followed nothing more is drawn, and what is known of the other hand is always of one form:
cards that are surely in it, cards that may be in it, and its size. Every answer only takes cards out of these
sets. So a search over such knowledge is exact: the other one may at any time play every card that some
hand allows, and a plan that beats all of that wins in all worlds, and depends only on what was
seen. A search that runs out of nodes proves nothing, and then nothing is claimed.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.search.endgame import (
    BYTE,
    IS_CLOSED,
    IS_CLOSER,
    PAIRS,
    RULE_SET,
    announce,
    collect,
    is_beaten,
    replies,
    side_of,
    terms_of,
)
from kiebitz.kernel.bits import bit, count, has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, STATE, TURN, WORDS, copy_state

WE, THEY = np.int64(0), np.int64(1)  # who leads
ANY = np.int64(-1)  # every lead
NODES = 0  # word of the budget: the nodes that are left


@kernel
def couples_of(cards, terms):
    """The cards of a set that a marriage within it may lead."""
    married = (cards >> r.QUEEN) & (cards >> r.KING) & PAIRS
    couples = married << r.KING
    return couples if (terms >> RULE_SET) & 3 == r.VU else couples | (married << r.QUEEN)


@kernel
def last_trick_wins(taken, me, them, terms):
    """Is a deal won that ends without 66 points? Whoever closed has failed; else the last trick decides."""
    if terms & IS_CLOSED != 0:
        return np.int64(1) if them & IS_CLOSER != 0 else np.int64(0)
    return np.int64(1) if taken else np.int64(0)


@kernel
def excluded(group, card, trump):
    """The cards that a hand cannot hold if it answers a card from one of four groups.

    The groups: higher cards of the suit, lower ones, trumps, the rest.
    """
    suit = r.suit_cards(card // 5)
    if group == 0:
        return np.int64(0)
    if group == 1:
        return suit & -(bit(card) << 1)
    return suit if group == 2 else suit | r.suit_cards(trump)


@kernel
def answers_of(group, card, trump, free, known, size):
    """The cards of a group with which some hand may answer a lead."""
    suit, trumps = r.suit_cards(card // 5), r.suit_cards(trump)
    barred = excluded(group, card, trump)
    held = known if size == count(known) else known | free
    if known & barred != 0 or count((known | free) & ~barred) < size:
        return np.int64(0)
    if group == 0:
        return held & suit & -(bit(card) << 1)
    if group == 1:
        return held & suit & ~barred
    return held & trumps & ~suit if group == 2 else held & ~barred


@kernel(int64(int64, int64, int64, int64, int64, int64, int64, int64, STATE), inline=False)
def forces(mine, free, known, me, them, terms, leader, choice, budget):
    """1 if we can force a win, before a lead; 0 if not, or if the nodes do not suffice.

    ``known`` cards are in the other hand, ``free`` ones may be; it has as many cards as ours. The
    choice is our first move, or ANY.
    """
    budget[NODES] -= 1
    if budget[NODES] < 0:
        return np.int64(0)
    trump, size = terms & 3, count(mine)
    pool = mine if leader == WE else (known if size == count(known) else known | free)
    couples = couples_of(pool, terms)
    for married in range(1, -1, -1):
        left = couples if married == 1 else pool
        if leader == WE and married == 0:
            left &= ~couples if choice < 0 else pool  # announcing is never worse
        while left != 0:
            card = lowest(left)
            left &= left - 1
            us, others = me, them
            sure, maybe = known & ~bit(card), free & ~bit(card)
            if leader == WE and choice >= 0:
                move = card
                if married == 1:
                    move = (r.MARRY_KING if card % 5 == r.KING else r.MARRY_QUEEN) + card // 5
                if move != choice:
                    continue
            if married == 1 and leader == WE:
                us = announce(me, card // 5, terms)
                if us & BYTE >= 66:
                    return np.int64(1)
            elif married == 1:
                partner = bit(card - 1) if card % 5 == r.KING else bit(card + 1)
                if count(known | bit(card) | partner) > size:
                    continue
                others = announce(them, card // 5, terms)
                if others & BYTE >= 66:
                    return np.int64(0)
                sure |= partner
                maybe &= ~partner
            good = leader == WE  # ours must be good against all answers; to theirs one answer must be good
            for group in range(4 if leader == WE else 1):
                barred = np.int64(0)
                if leader == WE:
                    barred = excluded(group, card, trump)
                    answers = answers_of(group, card, trump, free, known, size)
                else:
                    answers = replies(mine, card, trump)
                while answers != 0 and good == (leader == WE):
                    answer = lowest(answers)
                    answers &= answers - 1
                    own = card if leader == WE else answer
                    rest = mine & ~bit(own)
                    gone = ~(bit(card) | bit(answer))
                    points = r.VALUE[card] + r.VALUE[answer]
                    taken = is_beaten(card, answer, trump) == (leader == THEY)
                    after_us = collect(us, points) if taken else us
                    after_them = others if taken else collect(others, points)
                    if after_us & BYTE >= 66 and taken:
                        result = np.int64(1)
                    elif after_them & BYTE >= 66 and not taken:
                        result = np.int64(0)
                    elif rest == 0:
                        result = last_trick_wins(taken, us, others, terms)
                    else:
                        result = forces(
                            rest, maybe & ~barred & gone, sure & gone, after_us, after_them, terms,
                            WE if taken else THEY, ANY, budget,
                        )  # fmt: skip
                    good = result == 1
            if good and leader == WE:
                return np.int64(1)
            if not good and leader == THEY:
                return np.int64(0)
    return np.int64(1) if leader == THEY else np.int64(0)


@kernel
def known_cards(view):
    """The cards that are surely in the other hand."""
    other = 1 - view[TURN]
    return view[r.SHOWN + other] | view[HAND + other]


@kernel
def answer_forces(view, answer, free, budget):
    """The same when the card of the other one lies on the table and we answer it."""
    seat = view[TURN]
    led, terms, rest = view[r.LED], terms_of(view), view[HAND + seat] & ~bit(answer)
    us, others = side_of(view, seat), side_of(view, 1 - seat)
    points = r.VALUE[led] + r.VALUE[answer]
    taken = is_beaten(led, answer, view[r.TRUMP])
    if taken:
        us = collect(us, points)
        if us & BYTE >= 66:
            return np.int64(1)
    else:
        others = collect(others, points)
        if others & BYTE >= 66:
            return np.int64(0)
    if rest == 0:
        return last_trick_wins(taken, us, others, terms)
    return forces(rest, free, known_cards(view), us, others, terms, WE if taken else THEY, ANY, budget)


@kernel(int64(STATE, int64, STATE), inline=False)
def move_forces(view, move, budget):
    """1 if a move of a view with strict rules is proved to win."""
    seat = view[TURN]
    cards, room = np.empty(3, np.int64), np.empty(3, np.int64)
    r.unseen(view, cards, room)
    free = cards[1 - seat]
    if view[r.LED] >= 0:
        return answer_forces(view, move, free, budget)
    return forces(
        view[HAND + seat], free, known_cards(view),
        side_of(view, seat), side_of(view, 1 - seat), terms_of(view), WE, move, budget,
    )  # fmt: skip


@kernel(int64(STATE, int64), inline=False)
def forced_win(view, nodes):
    """A move that is proved to win whatever the hidden cards are, -1 if there is none.

    While the talon is open that can be to close it, or to exchange and then close it. ``nodes`` bound
    the proof of each move.
    """
    moves = r.legal(view)
    budget = np.empty(1, np.int64)
    if r.is_strict(view):
        while moves != 0:
            move = lowest(moves)
            moves &= moves - 1
            budget[NODES] = nodes
            if move_forces(view, move, budget) != 0:
                return move
        return np.int64(-1)
    if not has(moves, r.CLOSE):
        return np.int64(-1)
    later = np.empty(WORDS, np.int64)
    copy_state(view, later)
    exchanges = has(moves, r.EXCHANGE)
    if exchanges:
        r.exchange(later)
    r.close(later)
    budget[NODES] = nodes
    if move_forces(later, ANY, budget) != 0:
        return np.int64(r.EXCHANGE if exchanges else r.CLOSE)
    return np.int64(-1)
