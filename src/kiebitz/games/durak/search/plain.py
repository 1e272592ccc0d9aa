# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The plain players of Durak: greedy, and the random player that likes to stop.

They look at nothing but the hand of the seat to move and what lies open, so a view and a full state give
the same move. That is why playouts may ask them without a view.
"""

from __future__ import annotations

import numpy as np
from numba import void

from kiebitz.games.durak import rules as r
from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import below, pick
from kiebitz.kernel.state import PHASE, STATE, TURN
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.playout import PLAYOUT

CARDS = (1 << 36) - 1  # the moves that put a card on the table
RANK_BITS = 511  # the nine ranks of a suit
STOPPING = 21  # of a hundred chances; the published program tests "at most 20" of 0..99

legal, play = r.KERNELS.legal, r.KERNELS.play


@kernel
def ranks_of(cards):
    """The ranks of a set of cards, as nine bits."""
    return (cards | cards >> 9 | cards >> 18 | cards >> 27) & RANK_BITS


@kernel
def of_rank(cards, rank):
    """The cards of a rank among a set."""
    return cards & (np.int64(1 | 1 << 9 | 1 << 18 | 1 << 27) << rank)


@kernel
def lowest_rank(cards):
    """The card of the lowest rank, of equal ones the first suit's; the set must not be empty."""
    return lowest(of_rank(cards, lowest(ranks_of(cards))))


@kernel
def stop(s):
    """To put down no card: the defender's take, the attacker's pass."""
    return np.int64(r.TAKE) if s[PHASE] == r.DEFENDING else np.int64(r.PASS)


@kernel
def greedy_move(s):
    """The lowest card that is not a trump. With trumps alone: no more attack while there is a deck, else the
    lowest of them."""
    cards = legal(s) & CARDS
    if cards == 0:
        return stop(s)
    plain = cards & ~s[r.TRUMPS]
    if plain != 0:
        return lowest_rank(plain)
    if s[r.SIZE] > 0 and s[PHASE] != r.DEFENDING and s[r.TABLE] != 0:
        return np.int64(r.PASS)
    return lowest_rank(cards)


@kernel
def hasty_move(s, rng):
    """A uniform card; but with cards on the table no card at all in 21 of 100 cases."""
    cards = legal(s) & CARDS
    chance = below(rng, 100)
    if cards == 0 or (chance < STOPPING and s[r.TABLE] != 0):
        return stop(s)
    return pick(rng, cards)


@kernel(void(STATE), inline=False)
def greedy_to_end(s):
    """Greedy plays for both to the end, in place."""
    while s[TURN] >= 0:
        play(s, greedy_move(s))


@kernel(PLAYOUT, inline=False)
def greedy_playout(s, last, view, memory, rng):
    greedy_to_end(s)


@kernel(PLAYOUT, inline=False)
def hasty_playout(s, last, view, memory, rng):
    """The random player plays for both to the end."""
    while s[TURN] >= 0:
        play(s, hasty_move(s, rng))


SIMULATIONS: dict[str, Kernel] = {"greedy": greedy_playout, "random": hasty_playout}
