# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Monte Carlo tree search (UCT) on sampled worlds.

In each of several worlds a tree grows by one node an iteration. From the root the search goes to the
child with the largest

    mean + c * spread * sqrt(2 ln N / n)

where the mean is that of the points of the seat that chooses here (so it works for any number of
seats), N and n are the visits of the node and the child, and the spread is the range of the seats'
gains seen so far in this tree: so points count as if they lay between 0 and 1, and c means the same in
every game. At the first node with an untried move that move is added, the first one first, and a playout
from there gives the points of all seats.

The value of a move is its mean over all trees, each visit counting once; the best value is played.
If only one world is possible, all iterations go into one tree.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import int64, void

from kiebitz.kernel.bits import count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import MATRIX, MAX_SEATS, STATE, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.evaluator import (
    CODES,
    DEPTH,
    EVALUATE,
    FOREVER,
    GUIDE,
    NODES,
    OWN,
    PLAYOUTS,
    SEATS,
    WORLDS,
    bind_is_known,
    last_round,
)
from kiebitz.search.playout import bind_guided, is_over

LIMIT, EXPLORATION, SAMPLES = OWN, OWN + 1, OWN + 2  # words of the memory
MILLIONTH = 1e-6  # the unit of the exploration constant
LARGEST = 1_000_000  # nodes of a tree

# The columns of the tree; a row is a node, row 0 the root.
PARENT = 0
CHILD = 1  # the child that was added last, -1 without
SIBLING = 2  # the child of the same parent that was added before this one, -1 without
MOVE = 3  # the move that leads here
MOVER = 4  # the seat that makes it
UNTRIED = 5  # the moves that have no node yet
VISITS = 6
TOTAL = 7  # the mover's points, summed over the visits
COLUMNS = 8


@kernel
def choose(tree, node, reach):
    """The child with the largest mean + reach * sqrt(2 ln N / n); of equal ones the first added."""
    logarithm = 2.0 * np.log(tree[node, VISITS])
    child = tree[node, CHILD]
    best, best_value = child, -np.inf
    while child >= 0:
        visits = tree[child, VISITS]
        value = tree[child, TOTAL] / visits + reach * np.sqrt(logarithm / visits)
        if value >= best_value:
            best, best_value = child, value
        child = tree[child, SIBLING]
    return best


@kernel
def add(tree, node, parent, mover):
    """Write a new node for the first untried move of its parent."""
    tree[node, PARENT] = parent
    tree[node, CHILD] = -1
    tree[node, SIBLING] = tree[parent, CHILD]
    tree[node, MOVE] = lowest(tree[parent, UNTRIED])
    tree[node, MOVER] = mover
    tree[node, VISITS] = 0
    tree[node, TOTAL] = 0
    tree[parent, CHILD] = node
    tree[parent, UNTRIED] &= tree[parent, UNTRIED] - 1


@kernel
def back_up(tree, node, points):
    """Count a playout at a node and all above it."""
    while node > 0:
        tree[node, VISITS] += 1
        tree[node, TOTAL] += points[tree[node, MOVER]]
        node = tree[node, PARENT]
    tree[0, VISITS] += 1


@kernel
def add_children(tree, values, visits):
    """Add what a tree found about each move to what other trees found."""
    child = tree[0, CHILD]
    while child >= 0:
        values[tree[child, MOVE]] += tree[child, TOTAL]
        visits[tree[child, MOVE]] += tree[child, VISITS]
        child = tree[child, SIBLING]


@kernel
def take_means(values, visits):
    """Sums become means, where there were visits."""
    for code in range(CODES):
        if visits[code] > 0:
            values[code] /= visits[code]


@lru_cache
def bind_tree(kernels: Kernels, playout: Kernel) -> Kernel:
    """``grow(world, last, memory, rng, iterations, tree, effort)``: grow a tree in a world."""
    legal, play, payoff = kernels.legal, kernels.play, kernels.payoff

    @kernel(void(STATE, int64, STATE, STATE, int64, MATRIX, STATE), inline=False)
    def grow(world, last, memory, rng, iterations, tree, effort):
        guide_memory = memory[GUIDE:]
        s, seen = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64)
        points = np.zeros(MAX_SEATS, np.int64)
        low, high = np.int64(FOREVER), np.int64(-FOREVER)
        tree[0, CHILD] = -1
        tree[0, VISITS] = 0
        tree[0, UNTRIED] = legal(world)
        size = 1
        for _ in range(iterations):
            copy_state(world, s)
            node, depth, grown = 0, 0, False
            reach = memory[EXPLORATION] * MILLIONTH * max(high - low, 0)
            while not grown and not is_over(s, last):
                grown = tree[node, UNTRIED] != 0
                if grown:
                    add(tree, size, node, s[TURN])
                node = size if grown else choose(tree, node, reach)
                play(s, tree[node, MOVE])
                depth += 1
            if grown:
                tree[node, UNTRIED] = 0 if is_over(s, last) else legal(s)
                size += 1
                playout(s, last, seen, guide_memory, rng)
                effort[PLAYOUTS] += 1
            for seat in range(memory[SEATS]):
                points[seat] = payoff(s, seat)
                gain = points[seat] - payoff(world, seat)
                low, high = min(low, gain), max(high, gain)
            back_up(tree, node, points)
            effort[DEPTH] = max(effort[DEPTH], depth)
        effort[NODES] += size - 1

    return grow


@lru_cache
def bind_mcts(kernels: Kernels, guide: Kernel | None = None) -> Kernel:
    """The evaluator of a game."""
    legal, complete = kernels.legal, kernels.complete
    grow, is_known = bind_tree(kernels, bind_guided(kernels, guide)), bind_is_known(kernels)

    @kernel(EVALUATE, inline=False)
    def mcts(view, memory, rng, values, effort):
        last = last_round(view, memory)
        trees = memory[SAMPLES]
        iterations = max(memory[LIMIT], count(legal(view)))  # every move is tried at least once
        if is_known(view, memory):
            iterations, trees = min(iterations * trees, LARGEST), 1
        world = np.empty(WORDS, np.int64)
        tree = np.empty((iterations + 1, COLUMNS), np.int64)
        visits = np.zeros(CODES, np.int64)
        values[:] = 0.0
        for _ in range(trees):
            complete(view, rng, world)
            effort[WORLDS] += 1
            grow(world, last, memory, rng, iterations, tree, effort)
            add_children(tree, values, visits)
        take_means(values, visits)

    return mcts
