# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Searches that vote: each sampled world names its best move, and the move with the most votes is played.

This is how the published Durak searches combine worlds. Ties go to the card that was voted for first;
passing or taking needs strictly more votes than any card.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import int64

from kiebitz.games.durak.rules import KERNELS, PASS, TAKE, hidden_in_deck
from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import OPEN, POLICY, STATE
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.evaluator import CODES, FLOATS

legal = KERNELS.legal

VOTE = int64(STATE, STATE, STATE, FLOATS, STATE, STATE)
"""view, memory, rng, values, votes, effort: the move; values and votes are written by move code."""

EFFORT = ("worlds", "playouts", "nodes", "depth", "cache hits", "cached", "moves")
WORLDS, PLAYOUTS, NODES, DEPTH, HITS, CACHED, MOVES = range(7)  # the first four as in every search


@kernel
def is_known(view):
    """Is there only one world: are the cards open, or does the deck hide nothing any more?"""
    return view[OPEN] != 0 or hidden_in_deck(view) == 0


@kernel
def cast(votes, order, move):
    """Count a vote; ``order`` keeps the cards in the order of their first votes, its last word how many."""
    if votes[move] == 0:
        order[order[CODES]] = move
        order[CODES] += 1
    votes[move] += 1


@kernel
def elected(votes, order):
    """The card with the most votes, the first voted for if equal; pass or take if they have more than it."""
    best, most = np.int64(-1), np.int64(0)
    for i in range(order[CODES]):
        move = order[i]
        if move < PASS and votes[move] > most:
            best, most = move, votes[move]
    for move in range(PASS, TAKE + 1):
        if votes[move] > most:
            best, most = np.int64(move), votes[move]
    return best


@lru_cache
def bind_voter(search: Kernel) -> Kernel:
    """The policy of a search that votes; a forced move is played without one."""

    @kernel(POLICY, inline=False)
    def policy(view, memory, rng):
        moves = legal(view)
        if moves & (moves - 1) == 0:
            return lowest(moves)
        values, votes = np.zeros(CODES, np.float64), np.zeros(CODES, np.int64)
        return search(view, memory, rng, values, votes, np.zeros(len(EFFORT), np.int64))

    return policy
