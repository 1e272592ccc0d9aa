# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Monte Carlo tree search for Durak that keeps good cards where the search cannot tell moves apart.

As in ``trees.py`` a tree grows in each sampled world. But the worlds do not vote: in a vote, a narrow lead
given by chance counts as much as a clear one. A move has its mean over all worlds. Of the cards whose means
are within a standard error of the best one's, the cheapest is played: playouts know little of what a trump
is worth later.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kiebitz.games.durak.rules import KERNELS, PASS, TAKE, TRUMPS
from kiebitz.games.durak.search.plain import SIMULATIONS
from kiebitz.games.durak.search.vote import MOVES, VOTE, WORLDS, is_known
from kiebitz.kernel.bits import count, has
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import OPEN, WORDS
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.evaluator import CODES, FOREVER
from kiebitz.search.mcts import (
    CHILD,
    COLUMNS,
    LARGEST,
    LIMIT,
    MOVE,
    SAMPLES,
    SIBLING,
    TOTAL,
    VISITS,
    bind_tree,
)

legal, complete = KERNELS.legal, KERNELS.complete
EQUAL = 1e-9  # means that differ by less are the same but for rounding


@kernel
def cost(card, trumps):
    """What it costs to part with a card: its rank, and more than for any other card if it is a trump."""
    return card % 9 + (9 if has(trumps, card) else 0)


@kernel
def read_means(tree, means):
    """Write the mean of each move of a tree."""
    child = tree[0, CHILD]
    while child >= 0:
        means[tree[child, MOVE]] = tree[child, TOTAL] / tree[child, VISITS]
        child = tree[child, SIBLING]


@kernel
def is_as_good(means, best, move):
    """Is the best move's lead, world by world, within one standard error?"""
    worlds = means.shape[0]
    total, squares = 0.0, 0.0
    for world in range(worlds):
        lead = means[world, best] - means[world, move]
        total += lead
        squares += lead * lead
    lead = total / worlds
    if lead <= EQUAL or worlds == 1:
        return lead <= EQUAL
    return lead * lead <= (squares / worlds - lead * lead) / (worlds - 1)


@kernel
def cheapest(moves, trumps, means, values):
    """Of the cards that are as good as the best move, the cheapest; a pass or take that is best is made."""
    best = np.int64(-1)
    for code in range(TAKE + 1):
        if has(moves, code) and (best < 0 or values[code] > values[best]):
            best = np.int64(code)
    found = best
    for code in range(PASS if best < PASS else 0):
        if has(moves, code) and cost(code, trumps) < cost(found, trumps) and is_as_good(means, best, code):
            found = np.int64(code)
    return found


@lru_cache
def bind_careful(simulation: str) -> Kernel:
    """The search with greedy or random playouts; ``values`` are means over the worlds, and nobody votes."""
    grow = bind_tree(KERNELS, SIMULATIONS[simulation])

    @kernel(VOTE, inline=False)
    def careful(view, memory, rng, values, votes, effort):
        moves = legal(view)
        effort[MOVES] = count(moves)
        iterations, samples = max(memory[LIMIT], effort[MOVES]), memory[SAMPLES]
        if is_known(view):
            if view[OPEN] == 0:
                iterations = min(iterations * samples, LARGEST)
            samples = 1
        world = np.empty(WORDS, np.int64)
        tree = np.empty((iterations + 1, COLUMNS), np.int64)
        means = np.zeros((samples, CODES), np.float64)
        for number in range(samples):
            complete(view, rng, world)
            effort[WORLDS] += 1
            grow(world, np.int64(FOREVER), memory, rng, iterations, tree, effort)
            read_means(tree, means[number])
            values += means[number] / samples
        return cheapest(moves, view[TRUMPS], means, values)

    return careful
