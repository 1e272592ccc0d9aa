"""What a hand is worth to a declarer, compiled: bidding, choice of game, discards, from the winning tables.

Before the skat is seen, a hand is worth the mean over all 231 skats of the best game with its best discard,
in points of Seeger and Fabian at a given bid.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64

from kiebitz.agents.skat import memory as m
from kiebitz.agents.skat.features import SUIT_CELLS, cell_of, null_holding
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.scoring import card_points, tops
from kiebitz.games.skat.tables import BASE, BIDS, DECK, GRAND, NULL, NULL_VALUE, OUVERT, TRUMPS
from kiebitz.kernel.bits import count, has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, PHASE, STATE, TURN

WIN, SCHNEIDER, NULL_SUITS, SCALE, MARGIN = m.WIN, m.SCHNEIDER, m.NULL_SUITS, m.SCALE, m.MARGIN
ANSWER, ANNOUNCE, CHOOSE, DISCARD, NAME, SPEAK = r.ANSWER, r.ANNOUNCE, r.CHOOSE, r.DISCARD, r.NAME, r.SPEAK
BID, CONTRACT, PASS, SKAT, TAKEN = r.BID, r.CONTRACT, r.PASS, r.SKAT, r.TAKEN
legal = r.legal

SKATS = 231
FEW_TRUMPS = 4  # with fewer of twelve cards a suit game is not looked at
SURE = 0.999
HOPELESS = -1000.0
FLOATS = float64[::1]


@kernel
def trump_score(win, schneider, multiplier, base, bid):
    """The expected score of a suit game or Grand, where the multiplier is without Schneider."""
    value = multiplier * base
    if value >= bid:
        return win * (value + 50) + schneider * base - (1 - win) * (2 * value + 50)
    lost = 2.0 * base * ((bid + base - 1) // base) + 50
    if value + base >= bid:  # only with Schneider
        return schneider * (value + base + 50) - (1 - schneider) * lost
    return -lost


@kernel
def null_score(chance, taken, bid):
    """The expected score of a Null; one that cannot be lost is laid open."""
    plain, laid_open = NULL_VALUE[1 - taken], NULL_VALUE[3 - taken]
    value = plain
    if bid > plain or chance > SURE:
        value = laid_open
        chance *= chance  # the defenders see every gap
    if bid > laid_open:
        return HOPELESS
    return chance * (value + 50) - (1 - chance) * (2 * value + 50)


@kernel(float64(STATE, int64), inline=False)
def null_chance(memory, hand):
    """The chance to stay without a trick: the product over the suits."""
    chance = 1.0
    for suit in range(4):
        chance *= memory[NULL_SUITS + null_holding(hand, suit)] / SCALE
    return chance


@kernel
def cell_at(hand, skat, contract, seat):
    """The place of ten cards and a skat among the cells of both tables."""
    return cell_of(hand, skat, contract, seat) + (SUIT_CELLS if contract == GRAND else 0)


@kernel
def mark_of(memory, hand, skat, contract, seat):
    """What a discard is judged by: winning first, then ninety, then points put away."""
    if contract == NULL:
        return np.int64(null_chance(memory, hand) * SCALE) * 256
    cell = cell_at(hand, skat, contract, seat)
    return (memory[WIN + cell] * 8 + memory[SCHNEIDER + cell]) * 32 + card_points(skat)


@kernel(int64(STATE, int64, int64, int64, int64), inline=False)
def best_discard(memory, cards, contract, seat, kept):
    """The best two cards to put away as a mask; ``kept`` already lies there. Trumps go only if they must."""
    loose = cards & ~TRUMPS[contract]
    if count(loose) + count(kept) < 2:
        loose = cards
    best, mark = np.int64(0), np.int64(-1)
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


@kernel(float64(STATE, int64, int64, int64, int64, int64, int64), inline=False)
def score_of(memory, hand, skat, contract, seat, taken, bid):
    """The expected score of a game with ten cards and a skat."""
    if contract == NULL:
        return null_score(null_chance(memory, hand), taken, bid)
    cell = cell_at(hand, skat, contract, seat)
    multiplier = tops(hand | skat, contract) + 2 - taken
    win, schneider = memory[WIN + cell] / SCALE, memory[SCHNEIDER + cell] / SCALE
    return trump_score(win, schneider, multiplier, BASE[contract], bid)


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
    firsts = DECK & ~hand
    while firsts != 0:
        first = firsts & -firsts
        firsts ^= first
        seconds = firsts
        while seconds != 0:
            second = seconds & -seconds
            seconds ^= second
            total += best_game(memory, hand | first | second, np.int64(0), seat, bid, np.int64(63), found)
    return total / SKATS


@kernel(FLOATS(STATE, int64, int64, int64, int64), inline=False)
def worth_of_hand_games(memory, hand, seat, bid, games):
    """By contract: the mean over all skats of its score if the skat stays where it is."""
    scores = np.full(6, -1e9)
    for contract in range(6):
        if not has(games, contract):
            continue
        total = 0.0
        firsts = DECK & ~hand
        while firsts != 0:
            first = firsts & -firsts
            firsts ^= first
            seconds = firsts
            while seconds != 0:
                second = seconds & -seconds
                seconds ^= second
                total += score_of(memory, hand, first | second, contract, seat, np.int64(0), bid)
        scores[contract] = total / SKATS
    return scores


# -- the phases before the play ------------------------------------------------------------------------


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def bid_or_pass(view, memory, values):
    """The next value, or yes, as long as declaring brings more than defending; values: both."""
    seat, speaks = view[TURN], view[PHASE] == SPEAK
    place = view[BID] + 1 if speaks else view[BID]
    no = np.int64(PASS) if speaks else np.int64(1)
    yes = place if speaks else np.int64(0)
    if place >= len(BIDS):
        return no
    hand = view[HAND + seat]
    worth = worth_with_skat(memory, hand, seat, BIDS[place])
    by_hand = worth_of_hand_games(memory, hand, seat, BIDS[place], np.int64(63)).max()
    values[yes], values[no] = max(worth, by_hand), memory[MARGIN]
    return yes if values[yes] > values[no] else no


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def take_or_leave(view, memory, values):
    """The skat, unless a Hand game is worth more."""
    seat, bid = view[TURN], BIDS[view[BID]]
    hand = view[HAND + seat]
    values[0] = worth_with_skat(memory, hand, seat, bid)
    values[1] = worth_of_hand_games(memory, hand, seat, bid, np.int64(63)).max()
    return np.int64(values[1] > values[0])


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def put_away(view, memory, values):
    """A card of the best discard for the best game; the second one goes with the first."""
    seat = view[TURN]
    found = np.zeros(2, np.int64)
    score = best_game(memory, view[HAND + seat], view[SKAT], seat, BIDS[view[BID]], np.int64(63), found)
    card = lowest(found[1] & ~view[SKAT])
    values[card] = score
    return card


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def name_game(view, memory, values):
    """The game with the best expected score."""
    seat, bid, games = view[TURN], BIDS[view[BID]], legal(view)
    hand, skat = view[HAND + seat], view[SKAT]
    best = lowest(games)
    if view[TAKEN] == 0:
        values[:6] = worth_of_hand_games(memory, hand, seat, bid, games)
    for contract in range(6):
        if has(games, contract):
            if view[TAKEN] != 0:
                values[contract] = score_of(memory, hand, skat, contract, seat, np.int64(1), bid)
            if values[contract] > values[best]:
                best = np.int64(contract)
    return best


@kernel(int64(STATE, STATE), inline=False)
def announce(view, memory):
    """Nothing, but a Null that cannot be lost is laid open."""
    levels = legal(view)
    if view[CONTRACT] == NULL and null_chance(memory, view[HAND + view[TURN]]) > SURE and has(levels, OUVERT):
        return np.int64(OUVERT)
    return lowest(levels)


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def before_the_play(view, memory, values):
    """The move in any phase before the cards are played; values: what is known about moves."""
    phase = view[PHASE]
    if phase in (SPEAK, ANSWER):
        return bid_or_pass(view, memory, values)
    if phase == CHOOSE:
        return take_or_leave(view, memory, values)
    if phase == DISCARD:
        return put_away(view, memory, values)
    if phase == NAME:
        return name_game(view, memory, values)
    return announce(view, memory)
