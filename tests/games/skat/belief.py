# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""A reference for the paranoia search: the same question over an explicit list of worlds, and random cases.

It uses the cards of the rules and knows nothing of the sets that the search works with.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-untyped-decorators=False

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat.search.layout import KINDS, PLACE, from_layout, to_layout
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.games.skat.search.paranoia.caps import (
    CAP_BITS,
    CLASSES,
    NO_CAP,
    NO_CAPS,
    SIDE_BITS,
    class_number,
)
from kiebitz.games.skat.search.paranoia.root import ask, prepare, settle, step
from kiebitz.games.skat.tables import CLASS, DECK, POWER, TRUMPS, VALUE
from kiebitz.kernel.bits import bit, count, has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import below, pick
from kiebitz.kernel.random import shuffle as mix_up
from kiebitz.kernel.state import STATE

BY_TRICKS, CAPPED, CAPS, COUNTED, DECLARER, HALF, KIND, KNOWN = (
    p.BY_TRICKS, p.CAPPED, p.CAPS, p.COUNTED, p.DECLARER, p.HALF, p.KIND, p.KNOWN,
)  # fmt: skip
LAID, LEADER, NEED, NOSKAT, OWN, POOL, ROOM, WANTED, WORDS = (
    p.LAID, p.LEADER, p.NEED, p.NOSKAT, p.OWN, p.POOL, p.ROOM, p.WANTED, p.WORDS,
)  # fmt: skip

MOST_WORLDS = 3200
CUBE = int64[:, :, ::1]
CONTRACT = WORDS  # the case also keeps the contract of the rules, and for the reference:
ALLOWED = WORDS + 1  # the unseen cards that left, right and skat may hold
SIZE = WORDS + 4  # how many cards each of them holds
TRICK = WORDS + 7  # cards that lie on the table
CASE_WORDS = WORDS + 10


@kernel(int64(CUBE, STATE, int64, int64, int64, int64), inline=False)
def fill(worlds, case, cards, left, right, n):
    """Write all worlds behind the first n: the cards go left, right or into the skat."""
    if cards == 0:
        if count(left) == case[SIZE] and count(right) == case[SIZE + 1]:
            worlds[0, n, 0], worlds[0, n, 1] = left, right
            return n + 1
        return n
    card = cards & -cards
    rest = cards & (cards - 1)
    if card & case[ALLOWED] != 0 and count(left) < case[SIZE]:
        n = fill(worlds, case, rest, left | card, right, n)
    if card & case[ALLOWED + 1] != 0 and count(right) < case[SIZE + 1]:
        n = fill(worlds, case, rest, left, right | card, n)
    if card & case[ALLOWED + 2] != 0:
        n = fill(worlds, case, rest, left, right, n)
    return n


@kernel
def legal(hand, follow):
    fitting = hand & follow
    return fitting if fitting != 0 else hand


@kernel
def taker(contract, trick, leader):
    """Who takes a trick of three cards, five bits each."""
    led = CLASS[contract, trick & 31]
    best, who = np.int64(-1), leader
    for i in range(3):
        card = (trick >> (5 * i)) & 31
        power = POWER[contract, card] if bit(card) & (led | TRUMPS[contract]) != 0 else np.int64(0)
        if power > best:
            best, who = power, (leader + i) % 3
    return who


@kernel
def keep(worlds, level, n, seat, card, follow):
    """Copy the worlds in which the seat may play the card to the next level, without it there."""
    kept = np.int64(0)
    for i in range(n):
        if has(legal(worlds[level, i, seat - 1], follow), card):
            worlds[level + 1, kept, 0] = worlds[level, i, 0] & ~bit(card)
            worlds[level + 1, kept, 1] = worlds[level, i, 1] & ~bit(card)
            kept += 1
    return kept


@kernel(int64(CUBE, STATE, int64, int64, int64, int64, int64, int64, int64), inline=False)
def belief(worlds, case, level, n, own, trick, laid, leader, need):
    """Is the aim forced, given the worlds of this level?"""
    contract = case[CONTRACT]
    if laid == 3:
        leader = taker(contract, trick, leader)
        if has(case[COUNTED], leader):
            points = VALUE[trick & 31] + VALUE[(trick >> 5) & 31] + VALUE[trick >> 10]
            need -= 1 if case[BY_TRICKS] != 0 else points
        trick, laid = np.int64(0), np.int64(0)
    if need <= 0:
        return case[WANTED]
    if laid == 0 and own == 0:
        return 1 - case[WANTED]
    seat = (leader + laid) % 3
    follow = CLASS[contract, trick & 31] if laid > 0 else np.int64(DECK)
    if seat == 0:
        moves = legal(own, follow)
        while moves != 0:
            card = lowest(moves)
            moves &= moves - 1
            after = trick | card << (5 * laid)
            if belief(worlds, case, level, n, own & ~bit(card), after, laid + 1, leader, need) == 1:
                return 1
        return 0
    for card in range(32):
        kept = keep(worlds, level, n, seat, card, follow)
        if kept > 0:
            after = trick | card << (5 * laid)
            if belief(worlds, case, level + 1, kept, own, after, laid + 1, leader, need) == 0:
                return 0
    return 1


@kernel
def draw_knowledge(rng, case, left, right, skat, hidden, contract):
    """Random knowledge that the true deal fits: voids, cards that are seen, and not to be in the skat."""
    unseen = left | right | (skat if hidden != 0 else 0)
    may_left, may_right, may_skat = unseen, unseen, unseen if hidden != 0 else 0
    for _ in range(below(rng, 3)):
        missing = CLASS[contract, below(rng, 32)]
        if missing & left == 0:
            may_left &= ~missing
        if missing & right == 0 and below(rng, 2) == 0:
            may_right &= ~missing
    for _ in range(below(rng, 4)):
        card = bit(pick(rng, unseen))
        if card & left != 0:
            may_right, may_skat = may_right & ~card, may_skat & ~card
        elif card & right != 0:
            may_left, may_skat = may_left & ~card, may_skat & ~card
    noskat = np.int64(0)
    if hidden != 0 and below(rng, 2) == 0:
        for _ in range(below(rng, 8)):
            noskat |= bit(pick(rng, unseen)) & ~skat
    may_skat &= ~noskat
    case[NOSKAT] = noskat
    case[ALLOWED], case[ALLOWED + 1], case[ALLOWED + 2] = may_left, may_right, may_skat


@kernel
def draw_aim(rng, case, contract, alive):
    """Points, a trick, or Null; for the declarer or against him."""
    case[DECLARER] = below(rng, 3)
    declarer = bit(case[DECLARER])
    null = contract == 5
    case[BY_TRICKS] = 1 if null or below(rng, 5) == 0 else 0
    case[NEED] = 1
    if case[BY_TRICKS] == 0:
        points = np.int64(0)
        while alive != 0:
            points += VALUE[lowest(alive)]
            alive &= alive - 1
        case[NEED] = 1 + below(rng, points + 1)
    case[COUNTED] = declarer if null else 7 & ~declarer
    case[WANTED] = 1 if case[DECLARER] != 0 else 0
    if below(rng, 10) == 0:  # the declarer's own Schneider or Schwarz, or what nobody asks for
        case[COUNTED], case[WANTED] = 7 & ~case[COUNTED], 1 - case[WANTED]


@kernel(int64(STATE, int64, STATE), inline=False)
def draw_case(rng, n, case):
    """A random endgame of n cards a hand with random knowledge, at the start of a trick; its true deal."""
    deck = np.arange(32)
    mix_up(rng, deck, 32)
    hands = np.zeros(4, np.int64)
    for i in range(3 * n + 2):
        hands[min(i // n, 3)] |= bit(deck[i])
    contract = below(rng, 6)
    case[:] = 0
    case[CONTRACT], case[KIND] = contract, KINDS[contract]
    case[OWN], case[LEADER] = hands[0], below(rng, 3)
    case[SIZE], case[SIZE + 1] = n, n
    hidden = below(rng, 2)
    draw_knowledge(rng, case, hands[1], hands[2], hands[3], hidden, contract)
    draw_aim(rng, case, contract, hands[0] | hands[1] | hands[2])
    case[ROOM] = 2 if hidden != 0 else 0
    case[CAPS] = NO_CAPS
    return hands[1] | hands[2] << 32


@kernel
def to_sets(case):
    """The sets of the search, in bits of the layout, from where each card may be."""
    contract = case[CONTRACT]
    left, right, skat = case[ALLOWED], case[ALLOWED + 1], case[ALLOWED + 2]
    case[KNOWN] = to_layout(left & ~right & ~skat, contract)
    case[KNOWN + 1] = to_layout(right & ~left & ~skat, contract)
    case[POOL] = to_layout(left & right, contract)
    case[HALF] = to_layout(left & ~right & skat, contract)
    case[HALF + 1] = to_layout(right & ~left & skat, contract)
    case[ROOM] -= count(skat & ~left & ~right)
    case[NOSKAT] = to_layout(case[NOSKAT], contract)
    case[OWN] = to_layout(case[OWN], contract)
    return settle(case)


@kernel
def draw_caps(rng, case, worlds, n):
    """Cap the length of classes at random and keep the worlds that fit; how many those are."""
    contract, caps, kept = case[CONTRACT], case[CAPS], np.int64(0)
    known = np.array([from_layout(case[KNOWN], contract), from_layout(case[KNOWN + 1], contract)])
    limits = np.full((2, CLASSES), NO_CAP, np.int64)
    for side in range(2):
        for number in range(CLASSES):
            if below(rng, 2) == 0:
                limits[side, number] = below(rng, 4)
            caps -= (NO_CAP - limits[side, number]) << (side * SIDE_BITS + number * CAP_BITS)
    for i in range(n):
        fits = True
        for side in range(2):
            rest = worlds[0, i, side] & ~known[side]
            for card in range(32):
                number = class_number(case[KIND], PLACE[contract, card])
                fits = fits and count(rest & CLASS[contract, card]) <= limits[side, number]
        if fits:
            worlds[0, kept, 0], worlds[0, kept, 1] = worlds[0, i, 0], worlds[0, i, 1]
            kept += 1
    case[CAPPED], case[CAPS] = 1, caps
    return kept


@kernel(int64(STATE, int64, int64, int64, CUBE, STATE, STATE, STATE), inline=False)
def disagreements(rng, n, cases, capped, worlds, w, case, tally):
    """Compare search and reference in random endgames, from any card of a trick; stops at a difference.

    Counts the answers of each kind of question in ``tally``. With ``capped`` classes are capped at random;
    then the search may take more worlds for possible than there are where the skat is hidden, never fewer.
    """
    after, before = np.zeros(CASE_WORDS, np.int64), np.zeros(CASE_WORDS, np.int64)
    for _ in range(cases):
        truth = draw_case(rng, n, case)
        own, left, right = case[OWN], truth & DECK, (truth >> 32) & DECK
        unseen = case[ALLOWED] | case[ALLOWED + 1] | case[ALLOWED + 2]
        size = fill(worlds, case, unseen, np.int64(0), np.int64(0), np.int64(0))
        if to_sets(case) == 0:
            return -1
        if capped != 0:
            size = draw_caps(rng, case, worlds, size)
            if size == 0:
                continue
        before[:] = case
        after[:] = case
        trick, level = np.int64(0), np.int64(0)
        for laid in range(below(rng, 3)):
            seat = (case[LEADER] + laid) % 3
            hand = own if seat == 0 else (left if seat == 1 else right)
            follow = CLASS[case[CONTRACT], trick & 31] if laid > 0 else np.int64(DECK)
            card = pick(rng, legal(hand, follow))
            if capped != 0 and seat != 0:  # the true deal may be too extreme: play one that is not
                card = pick(rng, legal(worlds[level, 0, seat - 1], follow))
            trick |= card << (5 * laid)
            if step(before, bit(PLACE[case[CONTRACT], card]), after) == 0:
                return -1
            before[:] = after
            if seat == 0:
                own &= ~bit(card)
            else:
                size = keep(worlds, level, size, seat, card, follow)
                level += 1
        prepare(after, w, np.int64(1) << 40)
        found = ask(after, w)
        true = belief(worlds, case, level, size, own, trick, after[LAID], case[LEADER], case[NEED])
        tally[2 * (3 * case[KIND] + case[DECLARER]) + true] += 1
        if found != true and (capped == 0 or case[ROOM] == 0 or found == 1):
            case[TRICK] = trick
            return -2
    return 0
