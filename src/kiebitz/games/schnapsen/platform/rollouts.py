# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Rdeep's playouts, compiled: the same games and the same random draws as through the interface."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import float64, int64, void

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.platform.kernels import MOST_MOVES, game_points, in_order, play_trick
from kiebitz.games.schnapsen.platform.twister import below, shuffle
from kiebitz.kernel.bits import bit, count, has
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, STATE, WORDS, copy_state
from kiebitz.kernel.vectors import Kernel

FLOATS = float64[::1]
NONE = -1


@kernel
def assume(s, me, seen, random, unseen):
    """Deal the cards that a seat has not seen anew; see PlayerPerspective.make_assumption."""
    if s[r.SIZE] == 0:
        return
    n = np.int64(0)
    for card in range(20):
        if not has(seen, card):
            unseen[n] = card
            n += 1
    if n > 1:
        shuffle(random, unseen, n)
    for i in range(s[r.SIZE]):
        if not has(seen, (s[r.STOCK] >> (5 * i)) & 31):
            n -= 1
            s[r.STOCK] = (s[r.STOCK] & ~(np.int64(31) << (5 * i))) | (unseen[n] << (5 * i))
    held = count(s[HAND + 1 - me])
    hand = np.int64(0)
    order = np.int64(0)
    for i in range(held):
        card = (s[r.ORDER + 1 - me] >> (5 * i)) & 31
        if not has(seen, card):
            n -= 1
            card = unseen[n]
        hand |= bit(card)
        order |= card << (5 * i)
    s[HAND + 1 - me] = hand
    s[r.ORDER + 1 - me] = order


@kernel
def drawn(s, random, moves):
    return moves[below(random, in_order(s, moves))]


@kernel
def play_out(s, lead, answer, depth, random, moves, after):
    """At most this many tricks by random bots; the first lead and (unless NONE) its answer are given."""
    for number in range(depth):
        if number > 0:
            lead = drawn(s, random, moves)
            answer = NONE
        if lead == r.EXCHANGE:
            r.play(s, lead)
            continue
        if answer == NONE:
            copy_state(s, after)
            r.play(after, lead)
            answer = drawn(after, random, moves)
        play_trick(s, lead, answer)
        if game_points(s) != 0:
            break


@kernel(void(STATE, int64, int64, int64, STATE, int64, int64, STATE, FLOATS))
def rollouts(start, me, seen, lead, candidates, samples, depth, random, means):
    """The mean share of the points that each candidate move leads to; ``lead`` is NONE for the leader."""
    s, after = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64)
    unseen, moves = np.empty(20, np.int64), np.empty(MOST_MOVES, np.int64)
    for i in range(len(candidates)):
        total = 0.0
        for _ in range(samples):
            copy_state(start, s)
            assume(s, me, seen, random, unseen)
            if lead == NONE:
                play_out(s, candidates[i], np.int64(NONE), depth, random, moves, after)
            else:
                play_out(s, lead, candidates[i], depth, random, moves, after)
            points = s[r.POINTS + me] + s[r.POINTS + 1 - me]
            total += s[r.POINTS + me] / points if points > 0 else 0.0
        means[i] = total / samples


@lru_cache
def endgame() -> Kernel:
    """Alpha-beta to the end of the game for our vectors."""
    from kiebitz.search.pimc import bind_alphabeta

    return bind_alphabeta(r.KERNELS, None)
