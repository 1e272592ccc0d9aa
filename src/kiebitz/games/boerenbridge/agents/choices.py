# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The plays of the strategy graphs: which card of the hand each of them means."""

from __future__ import annotations

import numpy as np

from kiebitz.games.boerenbridge.agents import questions_and_plays as v
from kiebitz.games.boerenbridge.agents.answers import (
    OTHERS,
    RANKS,
    ducks,
    in_game,
    losing_trumps,
    my_hand,
    pairs,
    ruffed,
    safe_trumps,
    tops,
    winning_trumps,
    with_company,
)
from kiebitz.games.boerenbridge.rules import FOLLOW, TRUMPS, suit_cards
from kiebitz.kernel.bits import bit, highest, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import pick


@kernel
def lowest_rank(cards):
    """The card of the lowest rank, of equal ones that of the first suit."""
    best, rank = np.int64(0), np.int64(RANKS)
    for suit in range(4):
        held = cards & suit_cards(suit)
        if held != 0 and lowest(held) - suit * RANKS < rank:
            best = lowest(held)
            rank = best - suit * RANKS
    return best


@kernel
def worst(hand, trumps):
    """The lowest card; a trump is higher than all others."""
    plain = hand & ~trumps
    return lowest_rank(plain) if plain != 0 else lowest(hand)


@kernel
def a_highest(cards, rng):
    """The card of the highest rank, one of equal ones at random."""
    found, rank = np.int64(0), np.int64(-1)
    for suit in range(4):
        held = cards & suit_cards(suit)
        if held == 0:
            continue
        top = highest(held)
        if top - suit * RANKS > rank:
            found, rank = np.int64(0), top - suit * RANKS
        if top - suit * RANKS == rank:
            found |= bit(top)
    return pick(rng, found)


@kernel
def low_of_a_pair(cards, rng):
    """The lowest card of a suit that is drawn among those of the cards."""
    bottoms = np.int64(0)
    for suit in range(4):
        held = cards & suit_cards(suit)
        if held != 0:
            bottoms |= bit(lowest(held))
    return pick(rng, bottoms)


@kernel
def choose(view, memory, rng, play):
    """The card that a play means."""
    hand, trumps, suit = my_hand(view), view[TRUMPS], view[FOLLOW]
    plain = hand & ~trumps
    if play == v.HIGHEST_TRUMP:
        return highest(hand & trumps)
    if play == v.A_TOP_PLAIN:
        return pick(rng, tops(hand, memory[OTHERS], trumps, False))
    if play == v.A_FOLLOWED_TOP_PLAIN:
        return pick(rng, with_company(tops(hand, memory[OTHERS], trumps, False), memory[OTHERS]))
    if play == v.LOW_OF_PAIR:
        return low_of_a_pair(pairs(hand), rng)
    if play == v.LOWEST_TRICK:
        return lowest(hand & suit)
    if play == v.HIGHEST_TRICK:
        return highest(hand & suit)
    if play == v.LOWEST_WINNING_TRUMP and winning_trumps(view) != 0:
        return lowest(winning_trumps(view))
    if play == v.LOWEST_SAFE_TRUMP:
        return lowest(safe_trumps(view, memory))
    if play == v.HIGHEST_DUCK:
        return highest(ducks(view)) if ducks(view) != 0 else lowest(hand & suit)
    if play == v.HIGHEST_PLAIN:
        return a_highest(plain, rng) if plain != 0 else lowest(hand)
    if play == v.LOWEST_LOSING_TRUMP:
        return lowest(losing_trumps(view))
    if play == v.HIGHEST_LOSING_TRUMP:
        return highest(losing_trumps(view))
    if play == v.A_RUFFED_MASTER:
        return a_highest(ruffed(view, memory, True), rng)
    if play == v.HIGHEST_CARD:
        return highest(hand & trumps) if hand & trumps != 0 else a_highest(hand, rng)
    if play == v.THE_LAST_TOP_PLAIN:
        return lowest(tops(hand, in_game(view), trumps, True))
    if play == v.LOW_OF_PLAIN_PAIR:
        return low_of_a_pair(pairs(plain), rng)
    if play == v.LOWEST_TRUMP:
        return lowest(hand & trumps)
    return worst(hand, trumps)
