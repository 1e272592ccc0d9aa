# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The moves before the cards are played, compiled: bidding, skat, discards, choice of game, announcements.

Before the skat is seen, a hand is worth the mean over all 231 skats of the best game with its best discard,
in points of Seeger and Fabian at a given bid.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64

from kiebitz.games.skat import rules as r
from kiebitz.games.skat import tables as t
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding.chances import (
    LOGITS,
    SURE,
    TO_WIN,
    announced_score,
    chance_of_ninety,
    chance_to_win,
    null_chance,
    score_of,
)
from kiebitz.games.skat.agents.bidding.features import BID_GROUPS, bid_group, cell_at
from kiebitz.games.skat.agents.bidding.proofs import can_force
from kiebitz.games.skat.agents.bidding.refinement import refinement_of
from kiebitz.games.skat.agents.bidding.tables import SCALE
from kiebitz.games.skat.scoring import card_points, tops
from kiebitz.games.skat.search.paranoia.view import ALL_TRICKS, GAME_LIMIT, NO_EXTREMES, NO_HABITS
from kiebitz.games.skat.tables import BASE, BIDS, DECK, GRAND, NULL, TRUMPS
from kiebitz.kernel.bits import count, has, lowest, next_pair
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, PHASE, STATE, TURN

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
        return null_chance(memory, hand)
    cell = cell_at(hand, skat, contract, seat)
    logit = LOGITS[memory[m.WIN + cell]] + refinement_of(memory, m.REFINEMENT, hand, skat, contract, TO_WIN)
    return logit + NINETY_FOR_LOGIT * memory[m.SCHNEIDER + cell] / SCALE + POINT_AWAY * card_points(skat)


@kernel(int64(STATE, int64, int64, int64, int64), inline=False)
def best_discard(memory, cards, contract, seat, kept):
    """The best two cards to put away as a mask; ``kept`` already lies there. Trumps go only if they must."""
    loose = cards & ~TRUMPS[contract]
    if count(loose) + count(kept) < 2:
        loose = cards
    best, mark = np.int64(0), -1e9
    firsts = loose if kept == 0 else kept
    while firsts != 0:
        first = firsts & -firsts
        firsts ^= first
        seconds = firsts if kept == 0 else loose
        while seconds != 0:
            pair = first | (seconds & -seconds)
            seconds &= seconds - 1
            here = mark_of(memory, (cards | kept) & ~pair, pair, contract, seat)
            if here > mark:
                best, mark = pair, here
    return best


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


@kernel(float64(STATE, int64, int64, int64), inline=False)
def worth_with_skat(memory, hand, seat, bid):
    """The mean over all skats of the best game at a bid."""
    total = 0.0
    found = np.zeros(2, np.int64)
    skat = next_pair(DECK & ~hand, np.int64(0))
    while skat != 0:
        total += best_game(memory, hand | skat, np.int64(0), seat, bid, np.int64(ALL_GAMES), found)
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
        means[0] += score_of(memory, hand, skat, contract, seat, np.int64(0), bid)
        if contract != NULL:
            ninety = chance_of_ninety(memory, hand, skat, contract, seat, np.int64(0), bid)
            levels = tops(hand | skat, contract) + 4
            means[1] += announced_score(ninety, levels, BASE[contract], bid)
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


# -- the phases before the play ------------------------------------------------------------------------


@kernel
def worth_of_defending(memory, seat, bid):
    """What declaring must exceed: a margin, and what passing at this value has been seen to bring."""
    passing = memory[m.DEFENDING + seat * BID_GROUPS + bid_group(bid)] / 100
    return memory[m.MARGIN] + (passing if memory[m.PASSING] != 0 else 0.0)


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def bid_or_pass(view, memory, values):
    """The next value, or yes, as long as declaring brings more than defending; values: both."""
    seat, speaks = view[TURN], view[PHASE] == r.SPEAK
    place = view[r.BID] + 1 if speaks else view[r.BID]
    no = np.int64(r.PASS) if speaks else np.int64(1)
    yes = place if speaks else np.int64(0)
    if place >= len(BIDS):
        return no
    hand, bid, scores = view[HAND + seat], BIDS[place], np.zeros(6, np.float64)
    worth = worth_with_skat(memory, hand, seat, bid)
    by_hand = best_hand_game(memory, hand, seat, bid, np.int64(ALL_GAMES), scores)
    values[yes], values[no] = max(worth, by_hand), worth_of_defending(memory, seat, bid)
    return yes if values[yes] > values[no] else no


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def take_or_leave(view, memory, values):
    """The skat, unless a Hand game is worth more."""
    seat, bid, scores = view[TURN], BIDS[view[r.BID]], np.zeros(6, np.float64)
    hand = view[HAND + seat]
    values[0] = worth_with_skat(memory, hand, seat, bid)
    values[1] = best_hand_game(memory, hand, seat, bid, np.int64(ALL_GAMES), scores)
    return np.int64(values[1] > values[0])


@kernel(float64(STATE, STATE, int64, int64), inline=False)
def forced_grand(view, memory, hand, pair):
    """The score of a Grand that is proved to be won against all but extreme distributions, else none."""
    levels, bid = tops(hand | pair, np.int64(GRAND)) + 1, BIDS[view[r.BID]]
    if memory[m.PROOF] == 0 or levels * BASE[GRAND] < bid:
        return -1e9
    if chance_to_win(memory, hand, pair, np.int64(GRAND), view[TURN], np.int64(1), bid) < WORTH_A_SEARCH:
        return -1e9
    proved = can_force(view, memory, hand, pair, np.int64(GRAND), np.int64(GAME_LIMIT), np.int64(NO_EXTREMES))
    return np.float64(levels * BASE[GRAND] + 50) if proved != 0 else -1e9


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def put_away(view, memory, values):
    """A card of the best discard for the best game; the second one goes with the first."""
    seat, bid = view[TURN], BIDS[view[r.BID]]
    cards, kept = view[HAND + seat], view[r.SKAT]
    found = np.zeros(2, np.int64)
    score = best_game(memory, cards, kept, seat, bid, np.int64(ALL_GAMES), found)
    if found[0] != GRAND:
        pair = best_discard(memory, cards, np.int64(GRAND), seat, kept)
        sure = forced_grand(view, memory, (cards | kept) & ~pair, pair)
        if sure > score:
            score, found[1] = sure, pair
    card = lowest(found[1] & ~kept)
    values[card] = score
    return card


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def name_game(view, memory, values):
    """The game with the best expected score."""
    seat, bid, games = view[TURN], BIDS[view[r.BID]], r.legal(view)
    hand, skat = view[HAND + seat], view[r.SKAT]
    best = lowest(games)
    if view[r.TAKEN] == 0:
        best_hand_game(memory, hand, seat, bid, games, values)
    for contract in range(6):
        if has(games, contract):
            if view[r.TAKEN] != 0:
                values[contract] = score_of(memory, hand, skat, contract, seat, np.int64(1), bid)
            if values[contract] > values[best]:
                best = np.int64(contract)
    if best != GRAND and view[r.TAKEN] != 0 and has(games, GRAND):
        sure = forced_grand(view, memory, hand, skat)
        if sure > values[best]:
            values[GRAND] = sure
            return np.int64(GRAND)
    return best


@kernel
def takes_all(view, memory, hand, contract, ninety):
    """Is it proved that a Hand game takes all tricks? Asked only where ninety is likely."""
    if memory[m.PROOF] == 0 or ninety < SLAM:
        return False
    skat, aim, assume = np.int64(0), np.int64(ALL_TRICKS), np.int64(NO_HABITS)
    return can_force(view, memory, hand, skat, contract, aim, assume) != 0


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def announce(view, memory, values):
    """A Null that cannot be lost is laid open, and so is a hand that is proved to take all tricks.

    Schneider is announced in a Hand game where the mean over all skats says that it pays.
    """
    levels, seat, contract = r.legal(view), view[TURN], view[r.CONTRACT]
    hand = view[HAND + seat]
    if contract == NULL:
        return (
            np.int64(t.OUVERT)
            if null_chance(memory, hand) > SURE and has(levels, t.OUVERT)
            else lowest(levels)
        )
    if not has(levels, t.SCHNEIDER):
        return lowest(levels)
    means = np.zeros(3, np.float64)
    worth_of_hand_game(memory, hand, seat, BIDS[view[r.BID]], contract, means)
    values[0], values[t.SCHNEIDER] = means[0], means[1]
    if takes_all(view, memory, hand, contract, means[2]):
        return np.int64(t.OUVERT)
    return np.int64(t.SCHNEIDER if means[1] > means[0] else 0)


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def before_the_play(view, memory, values):
    """The move in any phase before the cards are played; values: what is known about moves."""
    phase = view[PHASE]
    if phase in (r.SPEAK, r.ANSWER):
        return bid_or_pass(view, memory, values)
    if phase == r.CHOOSE:
        return take_or_leave(view, memory, values)
    if phase == r.DISCARD:
        return put_away(view, memory, values)
    if phase == r.NAME:
        return name_game(view, memory, values)
    return announce(view, memory, values)
