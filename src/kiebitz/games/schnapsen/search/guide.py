# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""A quick rule of thumb for the part of a deal with an open talon: the moves of guided playouts.

Every move gets a score, a sum of reasons, and the best score is played. The weights were found by letting
variants play each other over many deals, each deal finished by the exact endgame. The guide looks only at
what the seat to move may know, even when it is given a whole state.
"""

from __future__ import annotations

import numpy as np

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.search.endgame import PAIRS
from kiebitz.kernel.bits import bit, count, has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, TURN

TEN, ACE = 3, 4
DECISIVE = 1000.0  # 66 points with this trick
NEEDED = 70  # points that should be in sight for closing; more than 66, for the other one has cards too


@kernel
def unseen_by_mover(s):
    """The cards of which the seat to move cannot know where they are (or only from a marriage)."""
    seen = s[r.WON] | s[r.WON + 1] | s[HAND + s[TURN]]
    if s[r.UPCARD] >= 0:
        seen |= bit(s[r.UPCARD])
    if s[r.LED] >= 0:
        seen |= bit(s[r.LED])
    return r.DECK & ~seen


@kernel
def partner_of(card):
    """The other card of a marriage, 0 (as a mask) for cards that do not marry."""
    rank = card % 5
    if rank == r.QUEEN:
        return bit(card + 1)
    return bit(card - 1) if rank == r.KING else np.int64(0)


@kernel
def guards_ten(hand, card, trump):
    """Is this a low card beside the ten of a plain suit?"""
    return card % 5 < TEN and card // 5 != trump and has(hand, card // 5 * 5 + TEN)


@kernel
def lead_score(s, card, hand, unseen):
    """How good it is to lead a card: cheap, no trump, no half of a marriage that may come about."""
    trump = s[r.TRUMP]
    higher = count(unseen & r.suit_cards(card // 5) & -(bit(card) << 1))
    score = -0.23 * r.VALUE[card] - 0.117 * higher * r.VALUE[card]
    if higher == 0:
        score += 0.5
    if card // 5 == trump:
        score -= 3.7
    if partner_of(card) & unseen != 0:
        score -= 2.2
    if guards_ten(hand, card, trump):
        score -= 0.6
    return score


@kernel
def answer_score(s, card, hand, unseen):
    """How good it is to answer with a card: win points cheaply, spare trumps, keep marriages."""
    seat, trump, led = s[TURN], s[r.TRUMP], s[r.LED]
    at_stake = r.VALUE[led] + r.VALUE[card]
    if r.beats(s, card, led):
        score = 2.8 + 0.35 * at_stake - 0.5 * r.VALUE[card]
        if (hand >> r.QUEEN) & (hand >> r.KING) & PAIRS != 0:
            score += 6.0  # the lead is wanted to announce a marriage
        if s[r.POINTS + seat] + s[r.PENDING + seat] + at_stake >= 66:
            score += DECISIVE
    else:
        score = -0.35 * at_stake - 0.2 * r.VALUE[card]
        if s[r.POINTS + 1 - seat] + s[r.PENDING + 1 - seat] + at_stake >= 66:
            score -= DECISIVE
    if card // 5 == trump:
        score -= 8.0
    if partner_of(card) & unseen != 0:
        score -= 0.9
    if partner_of(card) & hand != 0:
        score -= 7.7
    if guards_ten(hand, card, trump):
        score -= 1.4
    return score + 0.47 * count(hand & r.suit_cards(card // 5))


@kernel
def in_sight(s):
    """The points that the leader has and may hope for if the talon is closed now."""
    seat, trump = s[TURN], s[r.TRUMP]
    hand, unseen = s[HAND + seat], unseen_by_mover(s)
    points = s[r.POINTS + seat] + s[r.PENDING + seat]
    left = hand
    while left != 0:
        card = lowest(left)
        left &= left - 1
        higher = unseen & r.suit_cards(card // 5) & -(bit(card) << 1)
        if higher == 0:
            points += r.VALUE[card] + (5 if card // 5 == trump else 3)
        elif card // 5 == trump:
            points += r.VALUE[card]
    married = (hand >> r.QUEEN) & (hand >> r.KING) & PAIRS
    while married != 0:
        points += 40 if lowest(married) // 5 == trump else 20
        married &= married - 1
    return points


@kernel(inline=False)
def guide(s):
    """The move of the seat to move; it must not be bound to follow suit."""
    hand, unseen, moves = s[HAND + s[TURN]], unseen_by_mover(s), r.legal(s)
    if has(moves, r.EXCHANGE):
        return np.int64(r.EXCHANGE)
    if has(moves, r.CLOSE):
        if in_sight(s) >= NEEDED:
            return np.int64(r.CLOSE)
        moves ^= bit(r.CLOSE)
    best, best_score = np.int64(-1), -np.inf
    while moves != 0:
        move = lowest(moves)
        moves &= moves - 1
        if s[r.LED] >= 0:
            score = answer_score(s, move, hand, unseen)
        elif move < r.MARRY_KING:
            score = lead_score(s, move, hand, unseen)
            if partner_of(move) & hand != 0:
                score -= 4.5
        else:
            suit = (move - r.MARRY_KING) % 4
            card = suit * 5 + (r.KING if move < r.MARRY_QUEEN else r.QUEEN)
            score = lead_score(s, card, hand, unseen) + (41.0 if suit == s[r.TRUMP] else 28.0)
        if score > best_score:
            best, best_score = move, score
    return best
