# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Monte Carlo tree search for Durak: a tree in each sampled world, and a vote."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kiebitz.games.durak.rules import KERNELS
from kiebitz.games.durak.search.plain import SIMULATIONS
from kiebitz.games.durak.search.vote import MOVES, VOTE, WORLDS, cast, elected, is_known
from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import OPEN, WORDS
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.evaluator import CODES, FOREVER
from kiebitz.search.mcts import (
    COLUMNS,
    LARGEST,
    LIMIT,
    MOVE,
    SAMPLES,
    add_children,
    bind_tree,
    choose,
    take_means,
)

legal, complete = KERNELS.legal, KERNELS.complete


@lru_cache
def bind_trees(simulation: str) -> Kernel:
    """The search with greedy or random playouts.

    With open cards there is one tree. Once the deck hides nothing there is one too, and it gets the
    iterations of all. A tree votes for the move with the best mean; ``values`` are means over all trees.
    """
    grow = bind_tree(KERNELS, SIMULATIONS[simulation])

    @kernel(VOTE, inline=False)
    def trees(view, memory, rng, values, votes, effort):
        effort[MOVES] = count(legal(view))
        iterations, samples = max(memory[LIMIT], effort[MOVES]), memory[SAMPLES]
        if is_known(view):
            if view[OPEN] == 0:
                iterations = min(iterations * samples, LARGEST)
            samples = 1
        world = np.empty(WORDS, np.int64)
        tree = np.empty((iterations + 1, COLUMNS), np.int64)
        visits, order = np.zeros(CODES, np.int64), np.zeros(CODES + 1, np.int64)
        for _ in range(samples):
            complete(view, rng, world)
            effort[WORLDS] += 1
            grow(world, np.int64(FOREVER), memory, rng, iterations, tree, effort)
            cast(votes, order, tree[choose(tree, 0, 0.0), MOVE])
            add_children(tree, values, visits)
        take_means(values, visits)
        return elected(votes, order)

    return trees
