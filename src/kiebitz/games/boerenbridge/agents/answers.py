# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The questions of the strategy graphs, answered from a view and what it says about the other hands."""

from __future__ import annotations

import numpy as np

from kiebitz.games.boerenbridge import rules as r
from kiebitz.games.boerenbridge.agents import questions_and_plays as v
from kiebitz.kernel.bits import bit, count, has, highest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, MAX_SEATS, OPEN, VIEWER

# Words of a policy's memory. The first are parameters, then scratch, last the graph.
THRESHOLD = 0  # below this part of the average a hand guesses 0, in millionths
FORCED = 1  # what to do where the hook forbids the guess
MAY = 8  # one for each place: the unseen cards that may lie there
ROOM = MAY + MAX_SEATS + 1
OTHERS = ROOM + MAX_SEATS + 1  # the cards that some other player may hold
STEPS = OTHERS + 1  # how many questions were answered
TRACE = STEPS + 1  # for each of them 2 * node + answer, then the play
LONGEST = 32
GRAPH = TRACE + LONGEST

RANKS = 13


@kernel
def learn(view, memory):
    """Note which unseen cards each place may have, as the rules' own bookkeeping tells it."""
    r.unseen(view, memory[MAY : MAY + MAX_SEATS + 1], memory[ROOM : ROOM + MAX_SEATS + 1])
    memory[OTHERS] = 0
    for seat in range(view[r.SEATS]):
        if view[OPEN] != 0 and seat != view[VIEWER]:
            memory[MAY + seat] = view[HAND + seat]
            memory[ROOM + seat] = count(view[HAND + seat])
        elif memory[ROOM + seat] == 0:
            memory[MAY + seat] = 0
        memory[OTHERS] |= memory[MAY + seat]


@kernel
def my_hand(view):
    return view[HAND + view[VIEWER]]


@kernel
def table(view):
    """The cards on the table."""
    cards = np.int64(0)
    for seat in range(view[r.SEATS]):
        card = (view[r.TRICK] >> (8 * seat)) & 255
        if card != 0:
            cards |= bit(card - 1)
    return cards


@kernel
def in_game(view):
    """The cards that are not mine and in no finished trick; those on the table count."""
    cards = view[r.CARDS] & ~my_hand(view) & ~r.face_up(view)
    for seat in range(view[r.SEATS]):
        cards &= ~view[r.PLAYED + seat]
    return cards | table(view)


@kernel
def above(cards, others):
    """The cards of one suit that are higher than all of these others of the suit."""
    return cards if others == 0 else cards & ~(bit(highest(others) + 1) - 1)


@kernel
def tops(hand, others, trumps, is_last_only):
    """The player's cards among the highest of the non-trump suits: as high as any of hand and others.

    ``is_last_only``: of suits whose highest cards are equally high, only the last one counts.
    """
    best, found = np.int64(-1), np.int64(0)
    for suit in range(4):
        cards = (hand | others) & r.suit_cards(suit) & ~trumps
        if cards == 0:
            continue
        top = highest(cards)
        rank = top - suit * RANKS
        if rank > best or (rank == best and is_last_only):
            best, found = rank, np.int64(0)
        if rank == best:
            found |= bit(top)
    return found & hand


@kernel
def with_company(cards, others):
    """Those of the cards whose suit is also among the others."""
    found = np.int64(0)
    for suit in range(4):
        if others & r.suit_cards(suit) != 0:
            found |= cards & r.suit_cards(suit)
    return found


@kernel
def pairs(hand):
    """The cards of the suits of which the hand has at least two."""
    found = np.int64(0)
    for suit in range(4):
        cards = hand & r.suit_cards(suit)
        if cards & (cards - 1) != 0:
            found |= cards
    return found


@kernel
def masters(view, memory):
    """The player's cards that nobody can beat within their non-trump suit."""
    found = np.int64(0)
    for suit in range(4):
        cards = my_hand(view) & r.suit_cards(suit) & ~view[r.TRUMPS]
        if cards != 0:
            found |= above(cards, memory[OTHERS] & r.suit_cards(suit))
    return found


@kernel
def ruffed(view, memory, is_needed):
    """The masters whose suit is missing in a hand that must have trumps and (if asked) still needs a trick.

    A hand with more cards than it could have non-trump cards has a trump for certain.
    """
    cards, found = masters(view, memory), np.int64(0)
    for suit in range(4):
        mine = cards & r.suit_cards(suit)
        if mine == 0:
            continue
        for seat in range(view[r.SEATS]):
            may = memory[MAY + seat]
            needs = r.field(view[r.TRICKS], seat) < r.field(view[r.GUESSES], seat) - 1
            has_trump = memory[ROOM + seat] > count(may & ~view[r.TRUMPS])
            if has_trump and may & r.suit_cards(suit) == 0 and (needs or not is_needed):
                found |= mine
    return found


@kernel
def winning_trumps(view):
    """The player's trumps that beat the table."""
    trumps = my_hand(view) & view[r.TRUMPS]
    return above(trumps, bit(view[r.BEST])) if has(view[r.TRUMPS], view[r.BEST]) else trumps


@kernel
def losing_trumps(view):
    """The player's trumps below a trump that wins so far."""
    return my_hand(view) & view[r.TRUMPS] & ~winning_trumps(view)


@kernel
def ducks(view):
    """The player's cards of the trick suit below the card that wins so far, if that is of the trick suit."""
    cards = my_hand(view) & view[r.FOLLOW]
    return cards & (bit(view[r.BEST]) - 1) if has(view[r.FOLLOW], view[r.BEST]) else cards


@kernel
def safe_trumps(view, memory):
    """The player's trumps that beat the table and that nobody can beat."""
    return above(winning_trumps(view), memory[OTHERS] & view[r.TRUMPS])


@kernel
def is_so(view, memory, question):
    """The answer to a question about tricks, turns and the card that wins so far."""
    trumps, best = view[r.TRUMPS], view[r.BEST]
    if question == v.NEEDS_TRICKS:
        return r.field(view[r.TRICKS], view[VIEWER]) < r.field(view[r.GUESSES], view[VIEWER]) - 1
    if question == v.OPENER:
        return view[r.LED] < 0
    if question == v.IS_LAST:
        return r.after(view, view[VIEWER]) == view[r.LEADER]
    if question == v.TRUMPED:
        return has(trumps & ~view[r.FOLLOW], best)
    if question == v.TRUMP_LIES:
        return has(trumps, best)
    return safe_trumps(view, memory) == 0  # THREATENED


@kernel
def cards_of_others(view, memory, question):
    """The cards of others that a question asks for."""
    if question == v.OTHERS_TRUMPS:
        return memory[OTHERS] & view[r.TRUMPS]
    if question == v.OTHERS_TRICK:
        return memory[OTHERS] & view[r.FOLLOW]
    if question == v.UNPLAYED_TRUMPS:
        return in_game(view) & view[r.TRUMPS]
    return in_game(view) & view[r.FOLLOW]  # UNPLAYED_TRICK


@kernel
def cards_to_lead(view, memory, question):
    """The player's non-trump cards that a question asks for: the highest, pairs, masters of their suit."""
    hand, trumps, others = my_hand(view), view[r.TRUMPS], memory[OTHERS]
    if question == v.TOP_PLAIN:
        return tops(hand, others, trumps, False)
    if question == v.OTHERS_PLAIN:
        return with_company(tops(hand, others, trumps, False), others)
    if question == v.LAST_TOP_PLAIN:
        return tops(hand, in_game(view), trumps, True)
    if question == v.OTHERS_LAST_TOP:
        return with_company(tops(hand, in_game(view), trumps, True), in_game(view))
    if question == v.PAIR:
        return pairs(hand)
    if question == v.PLAIN_PAIR:
        return pairs(hand & ~trumps)
    if question == v.SUIT_MASTER:
        return masters(view, memory)
    return ruffed(view, memory, question == v.RUFFER_NEEDS)  # RUFFER, RUFFER_NEEDS


@kernel
def cards_to_follow(view, memory, question):
    """The player's cards that a question asks for: of the trick suit, and trumps."""
    hand, trumps, suit = my_hand(view), view[r.TRUMPS], view[r.FOLLOW]
    if question == v.CAN_FOLLOW:
        return hand & suit
    if question == v.HAS_TRUMPS:
        return hand & trumps
    if question == v.TOP_TRUMP:
        return above(hand & trumps, memory[OTHERS] & trumps)
    if question == v.TOP_TRICK:
        return above(hand & suit, (memory[OTHERS] | table(view)) & suit)
    if question == v.HIGHER_TRUMP:
        return winning_trumps(view)
    if question == v.LOWER_TRUMP:
        return losing_trumps(view)
    return ducks(view)  # CAN_DUCK


@kernel
def ask(view, memory, question):
    """The answer to a question: of the situation, or whether there is a card that it asks for."""
    if question in (v.NEEDS_TRICKS, v.OPENER, v.IS_LAST, v.TRUMPED, v.TRUMP_LIES, v.THREATENED):
        return is_so(view, memory, question)
    if question in (v.OTHERS_TRUMPS, v.OTHERS_TRICK, v.UNPLAYED_TRUMPS, v.UNPLAYED_TRICK):
        return cards_of_others(view, memory, question) != 0
    if question in (
        v.CAN_FOLLOW, v.HAS_TRUMPS, v.TOP_TRUMP, v.TOP_TRICK, v.HIGHER_TRUMP, v.LOWER_TRUMP, v.CAN_DUCK,
    ):  # fmt: skip
        return cards_to_follow(view, memory, question) != 0
    return cards_to_lead(view, memory, question) != 0
