# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What players' choices say about their cards, compiled: how likely a world is, beyond what is certain.

Three sources: the declarer's choice of game and discard, what the others bid or refused, and the cards that
were played. No world is ruled out by any of them.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64, void

from kiebitz.games.skat import rules as r
from kiebitz.games.skat import sight
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding.bidding import ALL_GAMES, best_discard, best_game
from kiebitz.games.skat.agents.bidding.chances import logistic, null_chance, score_of
from kiebitz.games.skat.agents.cards.instinct import chance_of
from kiebitz.games.skat.tables import BIDS, DECK, NULL
from kiebitz.kernel.clock import is_past
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import shuffle, uniform
from kiebitz.kernel.state import HAND, MATRIX, STATE, TURN, VIEWER, WORDS

FLOATS = float64[::1]
CHOICE, AUCTION, PLAY = 1, 2, 3  # levels of inference
HABIT = 0.85  # how often a discard is taken to be the one that the tables advise
PATIENCE = 12.0  # points by which a game may fall short of the best and still be chosen now and then
DOUBT = 20.0  # points over which a game turns from unlikely into likely
LEAST_CHOICE = 0.03
LEAST_BID = 0.1
BASE, BY_GAME, BY_NULL, BY_VALUE = 7.45, 2.05 / 50, 23.6, 4.23 / 20  # of the chance to bid a value


@kernel(float64(STATE, STATE, STATE), inline=False)
def chance_of_choice(view, memory, s):
    """How likely a declarer with these cards would have chosen this game."""
    seat, contract, bid = view[r.DECLARER], view[r.CONTRACT], BIDS[view[r.BID]]
    hand = s[HAND + seat] | s[r.PLAYED + seat]
    score = score_of(memory, hand, s[r.SKAT], contract, seat, view[r.TAKEN], bid)
    chance = logistic(score / DOUBT)
    if view[r.TAKEN] != 0:
        found = np.zeros(2, np.int64)
        best = best_game(memory, hand | s[r.SKAT], np.int64(0), seat, bid, np.int64(ALL_GAMES), found)
        chance *= np.exp(min(score - best, 0.0) / PATIENCE)
    return max(chance, LEAST_CHOICE)


@kernel(float64(STATE, int64, int64), inline=False)
def glance(memory, hand, seat):
    """How strong ten cards are for bidding, at a glance: their best game as they are."""
    best = -1e9
    for contract in range(NULL):
        score = score_of(memory, hand, np.int64(0), np.int64(contract), seat, np.int64(1), np.int64(18))
        best = max(best, score)
    null = null_chance(memory, hand, np.int64(0))
    return BASE + BY_GAME * best + BY_NULL * null * null


@kernel
def chance_to_bid(strength, place):
    """How likely a hand bids the value at a place: a model of what the whole calculation says."""
    if place < 0:
        return 1.0
    return logistic(strength - BY_VALUE * BIDS[place]) if place < len(BIDS) else 0.0


@kernel
def refused(view, seat):
    """The place of the value that a seat did not bid: the next above its own, or above what it came upon."""
    if seat < 2:
        return view[r.OFFER + seat] + 1
    return np.int64(0) if view[r.LISTENER] < 0 else max(view[r.OFFER], view[r.OFFER + 1]) + 1


@kernel(float64(STATE, STATE, STATE), inline=False)
def chance_of_bids(view, memory, s):
    """How likely the defenders, but for the viewer, bid as they did."""
    chance = 1.0
    for seat in range(3):
        if seat != view[r.DECLARER] and seat != view[VIEWER]:
            strength = glance(memory, s[HAND + seat] | s[r.PLAYED + seat], np.int64(seat))
            chance *= max(chance_to_bid(strength, view[r.OFFER + seat]), LEAST_BID)
            chance *= max(1.0 - chance_to_bid(strength, refused(view, seat)), LEAST_BID)
    return chance


@kernel
def rewind(s, start):
    """The state before the first card."""
    for i in range(WORDS):
        start[i] = s[i]
    for seat in range(3):
        start[HAND + seat] |= s[r.PLAYED + seat]
        start[r.PLAYED + seat] = 0
        start[r.LACKS + seat] = 0
    start[r.POINTS] = start[r.POINTS + 1] = start[r.TRICKS] = start[r.TRICKS + 1] = 0
    start[r.CARDS] = start[TURN] = 0
    start[r.FOLLOW] = DECK


@kernel(float64(STATE, STATE, STATE), inline=False)
def surprise_of_cards(view, memory, s):
    """Minus the logarithm of the chance that the others' cards were played, if this were the world."""
    t, marks = np.empty(WORDS, np.int64), np.empty(64, np.float64)
    rewind(s, t)
    total = 0.0
    finished = view[r.TRICKS] + view[r.TRICKS + 1]
    for number in range(finished + 1):
        done = number < finished
        trick = view[r.HISTORY + (number >> 2)] >> (15 * (number & 3)) if done else view[r.TRICK]
        for i in range(3 if done else view[r.CARDS]):
            card = (trick >> (5 * i)) & 31
            if t[TURN] != view[VIEWER]:
                total -= np.log(chance_of(t, memory, np.int64(m.INSTINCT), card, marks))
            r.play(t, card)
    return total


@kernel(float64(STATE, STATE, STATE), inline=False)
def likelihood(view, memory, s):
    """How likely a world is by all that is to be considered, as a logarithm."""
    level, found = memory[m.SOFT], 0.0
    if level >= CHOICE and view[VIEWER] != view[r.DECLARER]:
        found += np.log(chance_of_choice(view, memory, s))
    if level >= AUCTION:
        found += np.log(chance_of_bids(view, memory, s))
    if level >= PLAY:
        found -= memory[m.TRUST] / 100.0 * surprise_of_cards(view, memory, s)
    return found


@kernel
def usual_discard(view, memory, s):
    """The discard that the tables advise for these twelve cards; 0 if the declarer cannot have made it."""
    seat = view[r.DECLARER]
    cards = s[HAND + seat] | s[r.PLAYED + seat] | s[r.SKAT]
    pair = best_discard(memory, cards, view[r.CONTRACT], seat, np.int64(0))
    kept = s[r.SKAT] & ~pair
    return pair if pair & s[r.PLAYED + seat] == 0 and kept & view[r.LACKS + seat] == 0 else np.int64(0)


@kernel
def hides_skat(view):
    """Is the skat put away by somebody else?"""
    return view[r.TAKEN] != 0 and view[VIEWER] != view[r.DECLARER]


@kernel(void(STATE, STATE, STATE, STATE), inline=False)
def draw_world(view, memory, rng, s):
    """A world at random; where somebody put a skat away, mostly what he would have put away."""
    sight.complete(view, rng, s)
    if memory[m.SOFT] != 0 and hides_skat(view) and uniform(rng) < HABIT:
        pair = usual_discard(view, memory, s)
        if pair != 0:
            seat = view[r.DECLARER]
            cards = s[HAND + seat] | s[r.SKAT]
            s[HAND + seat], s[r.SKAT] = cards & ~pair, pair


@kernel
def chance_of_discard(view, memory, s):
    """How likely the skat of a given world is, among all that the declarer may have put away."""
    if memory[m.SOFT] == 0 or not hides_skat(view):
        return 1.0
    return HABIT if usual_discard(view, memory, s) == s[r.SKAT] else (1.0 - HABIT) / 20


@kernel(void(STATE, STATE, FLOATS), inline=False)
def resample(rng, chosen, weights):
    """Fill ``chosen`` with places of worlds in proportion to their weights, in a random order."""
    total, n = 0.0, len(chosen)
    for i in range(len(weights)):
        total += weights[i]
    step, i, reached = total / n, 0, weights[0]
    at = uniform(rng) * step
    for j in range(n):
        while reached < at and i < len(weights) - 1:
            i += 1
            reached += weights[i]
        chosen[j] = i
        at += step
    shuffle(rng, chosen, n)


@kernel(int64(STATE, STATE, STATE, MATRIX, int64), inline=False)
def draw_worlds(view, memory, rng, found, deadline):
    """Fill rows with worlds: three hands and the skat; likely ones come more often than others.

    The answer is how many rows there was time for, at least one.
    """
    s = np.empty(WORDS, np.int64)
    draws = memory[m.DRAWS] if memory[m.SOFT] != 0 else np.int64(1)
    pool = len(found) * draws
    worlds, weights = np.empty((pool, 4), np.int64), np.zeros(pool, np.float64)
    drawn, top = 0, -1e9
    while drawn < pool and not (drawn != 0 and is_past(deadline)):
        draw_world(view, memory, rng, s)
        for seat in range(3):
            worlds[drawn, seat] = s[HAND + seat]
        worlds[drawn, 3] = s[r.SKAT]
        if draws > 1:
            weights[drawn] = likelihood(view, memory, s)
            top = max(top, weights[drawn])
        drawn += 1
    rows = max(drawn // draws, 1)
    chosen = np.arange(rows)
    if draws > 1:
        for i in range(drawn):
            weights[i] = np.exp(weights[i] - top)
        resample(rng, chosen, weights[:drawn])
    for i in range(rows):
        for place in range(4):
            found[i, place] = worlds[chosen[i], place]
    return rows
