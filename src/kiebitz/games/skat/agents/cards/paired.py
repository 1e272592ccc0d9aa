# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What every card is worth in each of some worlds, compiled: instinct plays on, then the solver.

Worths are points of the list ahead of the others' mean, so that a defender's are minus half of the
declarer's: whoever lets a game be won gives the declarer its value and 50, and both defenders lose the 40.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64, void

from kiebitz.games.skat import rules as r
from kiebitz.games.skat import sight
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.cards.inference import (
    LEAST_BID,
    chance_to_bid,
    draw_worlds,
    glance,
    refused,
    resample,
)
from kiebitz.games.skat.agents.cards.worlds import by_instinct, lay_out, solved, with_bonus
from kiebitz.games.skat.scoring import card_points
from kiebitz.games.skat.search.open_cards.questions import FIRST_GUESS
from kiebitz.games.skat.search.paranoia.view import ALL_TRICKS, NO_TRICK, own_aim
from kiebitz.games.skat.tables import BIDS, NULL
from kiebitz.kernel.bits import count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import step
from kiebitz.kernel.state import HAND, MATRIX, STATE, TURN, VIEWER, WORDS, copy_state

TABLE = float64[:, ::1]
NO_LIMIT = np.int64(0)
BEATEN = 40.0  # what each defender gets for a game that is lost


@kernel
def ahead(score, is_declarer):
    """How far a side is ahead of the others' mean by the declarer's score."""
    worth = with_bonus(score) - (BEATEN if score < 0 else 0.0)
    return worth if is_declarer else -worth / 2.0


@kernel
def score_of_value(s, value):
    """The declarer's score of a solved position: value is his points at the end, in Null 1 for a game won."""
    bid = BIDS[s[r.BID]]
    if s[r.CONTRACT] == NULL:
        return r.settle(s, bid, np.int64(0), 1 - value, np.int64(1))
    tricks = np.int64(5)  # neither side without a trick
    if value == 120 and s[r.TRICKS + 1] == 0:
        tricks = np.int64(10)
    elif value == card_points(s[r.SKAT]) and s[r.TRICKS] == 0:
        tricks = np.int64(0)
    return r.settle(s, bid, value, tricks, np.int64(1))


@kernel(void(MATRIX, float64[::1]), inline=False)
def assure(worlds, values):
    """Write what the side to move gets at least in each world if it forces its aim: a game won, or beaten."""
    for i in range(len(worlds)):
        world = worlds[i]
        is_declarer, aim = world[TURN] == world[r.DECLARER], own_aim(world)
        if aim == NO_TRICK:
            value = np.int64(1 if is_declarer else 0)
        elif aim == ALL_TRICKS:
            value = np.int64(120 if is_declarer else 119)
        else:
            value = aim + 1 if is_declarer else aim
        values[i] = ahead(score_of_value(world, value), is_declarer)


@kernel(void(STATE, STATE, STATE, int64, float64[::1]), inline=False)
def value_cards_in(world, memory, rng, solve, values):
    """What each legal card of a world is worth to the seat to move; all with the same random numbers."""
    w, after = m.solver_of(memory), np.empty(WORDS, np.int64)
    marks, start, same = np.empty(64, np.float64), step(rng), np.empty(1, np.int64)
    is_declarer = world[TURN] == world[r.DECLARER]
    is_late = count(world[HAND + world[TURN]]) <= solve
    cards, value = r.legal(world), np.int64(FIRST_GUESS)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        copy_state(world, after)
        r.play(after, card)
        same[0] = start
        if not is_late:
            by_instinct(after, memory, solve, memory[m.SHARP], same, marks)
        score = after[r.SCORE]
        if after[TURN] >= 0:
            value = solved(w, after, value, np.int64(0))
            score = score_of_value(after, value)
        values[card] = ahead(score, is_declarer)


@kernel(void(MATRIX, STATE, STATE, int64, TABLE), inline=False)
def paired(worlds, memory, rng, solve, values):
    """Write what each legal card is worth in each world; the solver takes over with so many cards in hand."""
    for i in range(len(worlds)):
        value_cards_in(worlds[i], memory, rng, solve, values[i])


@kernel(void(STATE, STATE, STATE, MATRIX), inline=False)
def draw_states(view, memory, rng, states):
    """Fill rows with worlds of a view in the play, as states; likely ones come more often."""
    block = np.empty((len(states), 4), np.int64)
    draw_worlds(view, memory, rng, block, NO_LIMIT)
    for i in range(len(states)):
        lay_out(view, block[i], states[i])


@kernel
def has_passed(view, seat):
    """Is a seat out of the auction? Rearhand comes when one of the others is."""
    if view[r.DECLARER] >= 0:
        return seat != view[r.DECLARER]
    return seat != view[r.SPEAKER] and seat != view[r.LISTENER] and (seat != 2 or view[r.SPEAKER] != 1)


@kernel(float64(STATE, STATE, STATE), inline=False)
def chance_of_auction(view, memory, s):
    """How likely the others bid as they did so far, if this were the world; no world is ruled out."""
    chance = 1.0
    for seat in range(3):
        if seat != view[VIEWER]:
            strength = glance(memory, s[HAND + seat], np.int64(seat))
            chance *= max(chance_to_bid(strength, view[r.OFFER + seat]), LEAST_BID)
            if has_passed(view, seat):
                chance *= max(1.0 - chance_to_bid(strength, refused(view, seat)), LEAST_BID)
    return chance


@kernel(void(STATE, STATE, STATE, MATRIX), inline=False)
def draw_before_play(view, memory, rng, states):
    """Fill rows with worlds of a view before the first card; likely ones come more often."""
    pool = len(states) * memory[m.DRAWS]
    drawn, weights = np.empty((pool, WORDS), np.int64), np.empty(pool, np.float64)
    for i in range(pool):
        sight.complete(view, rng, drawn[i])
        weights[i] = chance_of_auction(view, memory, drawn[i])
    chosen = np.arange(len(states))
    resample(rng, chosen, weights)
    for i in range(len(states)):
        copy_state(drawn[chosen[i]], states[i])
