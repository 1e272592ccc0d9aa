# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Which cards a search tries, and in which order: lists of moves for the three places in a trick.

Left out are cards that cannot be better than another of the same hand: of neighbours (no card of another
hand between them) that count the same, all but one; and where the trick surely goes to one side, of any
neighbours all but the dearest or the cheapest. Neighbours that stay form a *run*: their values differ at
most by the difference of their points.

A move is one word, ``score << 16 | run << 8 | bit``, and lists are sorted by it, the best first.
"""

from __future__ import annotations

import numpy as np

from kiebitz.games.skat.search import layout as lay
from kiebitz.games.skat.search.open_cards.workspace import CLASSES, HISTORY, TRUMP
from kiebitz.games.skat.tables import VALUE
from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel

TABLE_MOVE = 10_000  # a score above all others
NO_HINT = -1
FAME, FAME_SHIFT = 60, 4  # what a lead's history may add to its score at most, and how slowly
# Cards whose stronger neighbour, at a distance of one, two, three bits, counts the same.
ONE_UP, TWO_UP, THREE_UP = lay.NINES << 1 | lay.NINES << 2 | 14, lay.NINES << 2 | 12, 8


@kernel
def distinct(cards, live):
    """The cards without those that have an equal stronger neighbour in the same hand."""
    gone = ~live
    one = cards << 1
    two = (one & gone) << 1
    three = (two & gone) << 1
    return cards & ~((one & ONE_UP) | (two & TWO_UP) | (three & THREE_UP))


@kernel
def least(cards):
    """The points of the cheapest card."""
    if cards & lay.BLANKS != 0:
        return np.int64(0)
    if cards & lay.JACKS != 0:
        return np.int64(2)
    if cards & lay.QUEENS != 0:
        return np.int64(3)
    if cards & lay.KINGS != 0:
        return np.int64(4)
    return np.int64(10) if cards & lay.TENS != 0 else np.int64(11)


@kernel
def most(cards):
    """The points of the dearest card, 0 of no card."""
    if cards & lay.ACES != 0:
        return np.int64(11)
    if cards & lay.TENS != 0:
        return np.int64(10)
    if cards & lay.KINGS != 0:
        return np.int64(4)
    if cards & lay.QUEENS != 0:
        return np.int64(3)
    return np.int64(2) if cards & lay.JACKS != 0 else np.int64(0)


@kernel
def word_of(score, run, card):
    return (score * 32 - card) << 16 | run << 8 | card


@kernel
def card_of(move):
    return move & 31


@kernel
def run_of(move):
    return (move >> 8) & 15


@kernel
def sort(w, at, n):
    """The highest word first."""
    for i in range(1, n):
        move = w[at + i]
        j = i
        while j > 0 and w[at + j - 1] < move:
            w[at + j] = w[at + j - 1]
            j -= 1
        w[at + j] = move


@kernel
def neighbours(stronger, weaker, follow, others):
    """Are two cards of a hand side by side: of one class, with no card of another hand between them?"""
    return stronger & follow != 0 and others & (weaker - 1) & ~(stronger | (stronger - 1)) == 0


@kernel
def add(w, at, n, score, card, run, surely):
    """Put a move on a list; where it only competes with its neighbour, in that one's place."""
    if surely != 0:
        gain = VALUE[card] - VALUE[card_of(w[at + n - 1])]
        if surely * gain > 0:
            w[at + n - 1] = word_of(score, run, card)
        return n
    w[at + n] = word_of(score, run, card)
    return n + 1


@kernel
def declarer_lead(card, points, left, right, plays):
    """Score of the declarer's lead, and 1 if nobody can take it: then what it brings, else what it costs."""
    by_left = left & plays & (card - 1) != 0
    if not by_left and right & plays & (card - 1) == 0:
        return 100 + points + least(left) + least(right), 1
    return -points - (most(right) if by_left else most(left)), 0


@kernel
def defender_lead(card, points, declarer, partner, plays):
    """Score of a defender's lead, and 1 if the declarer cannot take it."""
    over = declarer & plays & (card - 1)
    if over == 0:
        return 100 + points + most(partner) + least(declarer), 1
    help_ = partner & plays & (card - 1)
    if help_ != 0 and help_ & -help_ < over & -over:
        return 50 + points + most(over) // 2, 0
    return -points - least(partner) - most(over), 0


@kernel
def list_leads(w, at, a, b, c, leader, hint):
    """The leads of hand ``a``; ``hint`` is the bit of the lead that the table knows, or NO_HINT."""
    n, run, last, last_sure = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    live = a | b | c
    others = b | c
    cards = distinct(a, live)
    while cards != 0:
        card = cards & -cards
        cards ^= card
        index = lowest(card)
        follow = w[CLASSES + index]
        plays = follow | w[TRUMP]
        second, third = lay.following(b, follow), lay.following(c, follow)
        points = VALUE[index]
        if leader == 0:
            score, sure = declarer_lead(card, points, second, third, plays)
        elif leader == 1:
            score, sure = defender_lead(card, points, third, second, plays)
        else:
            score, sure = defender_lead(card, points, second, third, plays)
        score += min(w[HISTORY + 32 * leader + index] >> FAME_SHIFT, FAME)
        if index == hint:
            score = TABLE_MOVE
        beside = neighbours(last, card, follow, others)
        run += 0 if beside else 1
        n = add(w, at, n, score, index, run, 1 if beside and sure == 1 and last_sure == 1 else 0)
        last, last_sure = card, sure
    sort(w, at, n)
    return n


@kernel
def second_card(leader, points, wins, beaten):
    """Score of the second card, and where the trick surely goes: 1 to its side, -1 to the other, 0 unknown.

    ``wins``: it takes the trick from the lead. ``beaten``: the third hand can take it from both.
    """
    if leader == 2:  # the declarer is second
        if wins and not beaten:
            return 100 + points, 1
        return -points, (0 if wins else -1)
    if leader == 1:  # the declarer is third
        if beaten:
            return -points, 0
        return 100 + points, 1
    if wins:
        return 100 + points, 1
    if beaten:  # by the partner
        return 90 + points, 0
    return -points, -1


@kernel
def list_seconds(w, at, lead, a, b, c, leader):
    """The answers of hand ``b`` to a lead."""
    n, run, last, last_sure = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    follow = w[CLASSES + lowest(lead)]
    plays = follow | w[TRUMP]
    third = lay.following(c, follow)
    others = a | c
    cards = distinct(lay.following(b, follow), others | b)
    while cards != 0:
        card = cards & -cards
        cards ^= card
        index = lowest(card)
        wins = card < lead and card & plays != 0
        beaten = third & plays & ((card if wins else lead) - 1) != 0
        score, sure = second_card(leader, VALUE[index], wins, beaten)
        beside = neighbours(last, card, w[CLASSES + index], others)
        run += 0 if beside else 1
        n = add(w, at, n, score, index, run, sure if beside and sure == last_sure else 0)
        last, last_sure = card, sure
    sort(w, at, n)
    return n


@kernel
def list_thirds(w, at, best, follow, a, b, c, other_side):
    """The last cards to a trick: ``best`` is the best card so far, ``other_side`` true if it is not ours."""
    n, last, last_sure = np.int64(0), np.int64(0), np.int64(0)
    others = a | b
    cards = distinct(lay.following(c, follow), others | c)
    while cards != 0:
        card = cards & -cards
        cards ^= card
        index = lowest(card)
        ours = not other_side or lay.beats(card, best, follow, w[TRUMP])
        sure = np.int64(1) if ours else np.int64(-1)
        score = 100 + VALUE[index] if ours else -VALUE[index]
        beside = neighbours(last, card, w[CLASSES + index], others)
        n = add(w, at, n, score, index, np.int64(0), sure if beside and sure == last_sure else 0)
        last, last_sure = card, sure
    sort(w, at, n)
    return n
