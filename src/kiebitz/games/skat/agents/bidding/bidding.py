# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a hand is worth, compiled: its best discard, its best game, with the skat and without.

Before the skat is seen, a hand is worth the mean over all 231 skats of the best game with its best discard,
in points of Seeger and Fabian at a given bid.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64, void

from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding.chances import (
    LOGITS,
    TO_WIN,
    announced_score,
    null_chance,
    null_score,
    score_of,
    trump_chances,
    trump_score,
)
from kiebitz.games.skat.agents.bidding.features import cell_at
from kiebitz.games.skat.agents.bidding.refinement import refinement_of
from kiebitz.games.skat.agents.bidding.tables import SCALE
from kiebitz.games.skat.scoring import card_points, tops
from kiebitz.games.skat.tables import BASE, DECK, GRAND, NULL, TRUMPS
from kiebitz.kernel.bits import count, has, next_pair
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE

SKATS = 231
FEW_TRUMPS = 4  # with fewer of twelve cards a suit game is not looked at
NINETY_FOR_LOGIT = 0.5  # what the chance of ninety counts beside the logit of winning: about what it scores
POINT_AWAY = 1e-4  # points put away decide between equals
WORTH_A_SEARCH = 0.6  # the chance by the tables from which a Grand is searched
SLAM = 0.9  # the chance of ninety from which all tricks are asked about
ALL_GAMES = 63  # as a mask of contracts
FLOATS = float64[::1]


@kernel
def mark_of(memory, hand, skat, contract, seat):
    """What a discard is judged by: winning first, then ninety, then points put away."""
    if contract == NULL:
        return null_chance(memory, hand, skat)
    cell = cell_at(hand, skat, contract, seat)
    logit = LOGITS[memory[m.WIN + cell]] + refinement_of(memory, m.REFINEMENT, hand, skat, contract, TO_WIN)
    return logit + NINETY_FOR_LOGIT * memory[m.SCHNEIDER + cell] / SCALE + POINT_AWAY * card_points(skat)


@kernel(void(STATE, int64, int64, int64, int64, STATE), inline=False)
def best_discards(memory, cards, contract, seat, kept, found):
    """The best pairs of cards to put away as masks, as many as there is room for, 0 where there are no more.

    What is ``kept`` lies there already. Trumps go only if they must.
    """
    loose = cards & ~TRUMPS[contract]
    if count(loose) + count(kept) < 2:
        loose = cards
    marks = np.full(len(found), -1e9)
    found[:] = 0
    firsts = loose if kept == 0 else kept
    while firsts != 0:
        first = firsts & -firsts
        firsts ^= first
        seconds = firsts if kept == 0 else loose
        while seconds != 0:
            pair = first | (seconds & -seconds)
            seconds &= seconds - 1
            here, place = mark_of(memory, (cards | kept) & ~pair, pair, contract, seat), len(found)
            while place > 0 and here > marks[place - 1]:
                place -= 1
                if place + 1 < len(found):
                    marks[place + 1], found[place + 1] = marks[place], found[place]
            if place < len(found):
                marks[place], found[place] = here, pair


@kernel(int64(STATE, int64, int64, int64, int64), inline=False)
def best_discard(memory, cards, contract, seat, kept):
    """The best two cards to put away as a mask."""
    found = np.empty(1, np.int64)
    best_discards(memory, cards, contract, seat, kept, found)
    return found[0]


@kernel(float64(STATE, int64, int64, int64, int64, int64, STATE), inline=False)
def best_game(memory, cards, kept, seat, bid, games, found):
    """The best score of twelve cards, ``kept`` of them away; found: the contract and the discard."""
    best = -1e9
    for contract in range(6):
        if not has(games, contract):
            continue
        if contract < GRAND and count(cards & TRUMPS[contract]) < FEW_TRUMPS and best > -1e9:
            continue
        pair = best_discard(memory, cards, contract, seat, kept)
        score = score_of(memory, (cards | kept) & ~pair, pair, contract, seat, np.int64(1), bid)
        if score > best:
            best = score
            found[0], found[1] = contract, pair
    return best


@kernel(int64(STATE, int64, int64), inline=False)
def known_discards(memory, hand, seat):
    """Where the memory has the best discards of a hand by skat and game, 0 for games that are not looked at.

    They do not depend on the bid, so that the next value is quickly judged.
    """
    at = m.KNOWN_DISCARDS + seat * m.KNOWN_HAND
    if memory[at] == hand:
        return np.int64(at + 1)
    memory[at], place, skat = hand, at + 1, next_pair(DECK & ~hand, np.int64(0))
    while skat != 0:
        for contract in range(6):
            cards, pair = hand | skat, np.int64(0)
            if contract == 0 or contract >= GRAND or count(cards & TRUMPS[contract]) >= FEW_TRUMPS:
                pair = best_discard(memory, cards, np.int64(contract), seat, np.int64(0))
            memory[place] = pair
            place += 1
        skat = next_pair(DECK & ~hand, skat)
    return np.int64(at + 1)


@kernel(float64(STATE, int64, int64, int64), inline=False)
def worth_with_skat(memory, hand, seat, bid):
    """The mean over all skats of the best game at a bid."""
    total, place = 0.0, known_discards(memory, hand, seat)
    skat = next_pair(DECK & ~hand, np.int64(0))
    while skat != 0:
        best, cards = -1e9, hand | skat
        for contract in range(6):
            pair = memory[place]
            place += 1
            if pair != 0:
                best = max(best, score_of(memory, cards & ~pair, pair, contract, seat, np.int64(1), bid))
        total += best
        skat = next_pair(DECK & ~hand, skat)
    return total / SKATS


@kernel(float64(STATE, int64, int64, int64, int64, FLOATS), inline=False)
def worth_of_hand_game(memory, hand, seat, bid, contract, means):
    """The score of a Hand game over all skats, the best announcement included.

    Means: the plain game, Schneider announced, the chance of ninety.
    """
    means[:3] = 0.0
    skat = next_pair(DECK & ~hand, np.int64(0))
    while skat != 0:
        if contract == NULL:
            means[0] += null_score(memory, hand, skat, np.int64(0), bid)
        else:
            win, ninety = trump_chances(memory, hand, skat, contract, seat, np.int64(0), bid)
            levels = tops(hand | skat, contract) + 2
            means[0] += trump_score(win, min(win, ninety), levels, BASE[contract], bid)
            means[1] += announced_score(ninety, levels + 2, BASE[contract], bid)
            means[2] += ninety
        skat = next_pair(DECK & ~hand, skat)
    means[:3] /= SKATS
    return means[0] if contract == NULL else max(means[0], means[1])


@kernel(float64(STATE, int64, int64, int64, int64, FLOATS), inline=False)
def best_hand_game(memory, hand, seat, bid, games, scores):
    """The best score of any Hand game; scores: that of each contract."""
    best, means = -1e9, np.zeros(3, np.float64)
    for contract in range(6):
        if has(games, contract):
            scores[contract] = worth_of_hand_game(memory, hand, seat, bid, np.int64(contract), means)
            best = max(best, scores[contract])
    return best
