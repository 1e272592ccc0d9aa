# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The alpha-mu search at its root: worlds are drawn, the plans get longer move by move, a move is chosen.

With plans of one own move the answer is that of averages: in how many worlds does a move win with open cards?
Every further own move takes away worlds that only different plans could win together. What was found for
shorter plans says which moves are worth a longer look. Where nodes or time run out, the last length that was
finished decides; where not even one is, the base plays.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import int64

from kiebitz.kernel.bits import bit, count, has, lowest
from kiebitz.kernel.clock import ticks
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import mix
from kiebitz.kernel.state import (
    HAND,
    MATRIX,
    MAX_SEATS,
    PHASE,
    ROUND,
    SEED,
    STATE,
    TURN,
    WORDS,
    Kernels,
)
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.kernel.worlds import MOST_CASES, count_cases
from kiebitz.search.alphamu.aims import Aim
from kiebitz.search.alphamu.fronts import CAPPED, MOST_STEPS, WORTH, anywhere, both, copy, fullest, weigh
from kiebitz.search.alphamu.opened import (
    ALLIES,
    BUDGET,
    DEADLINE,
    DEEPEST,
    DESK,
    FLOOR,
    FOR_A_WORLD,
    LAST,
    ME,
    NODES,
    OPENED,
    SECRET,
    SLOTS,
    SOLVED,
    STOPPED,
    TOO_LARGE,
    key_of,
)
from kiebitz.search.alphamu.vectors import (
    BEFORE,
    CUBE,
    FRONT,
    FRONTS,
    KEPT,
    LOOKS,
    PLAN,
    REACH,
    ROWS,
    SIZES,
    SPARE,
    WORLDS,
    best_code,
    bind_front,
    bind_note,
    bind_solve,
    bind_spread,
    is_stopped,
    sheet,
    worlds_alike,
)
from kiebitz.search.evaluator import CODES, OWN, SEATS

SAMPLES, LENGTH, NODE_LIMIT, WORLD_NODES, TICKS, CARDS = range(OWN, OWN + 6)  # words of the memory
PHASES, SECRETS, ALL_MOVES, BASE, CLOCKS, WORK = range(OWN + 6, OWN + 12)
"""Phases as masks; 1 if moves that cannot be best are looked at too; where these begin: the base's memory,
the list of its words that are ticks of a clock, the solver's memory."""
MEMORY = OWN + 12
DRAWS = 15  # for each world, and this many more, to find them all where they are few
LEVELS = 48  # the longest line of play

VECTOR, FIRST = range(2)  # places in the row of a move: its best vector, that of averages
EXACT = 2 * MOST_STEPS  # a word behind them: 1 if the best vector is exact
COLUMNS = EXACT + 1
T_WORLDS, T_LISTED, T_SOLVED, T_NODES, T_LENGTH, T_CAPPED, T_STOPPED, T_SEARCHED, T_OPENED = range(9)
"""What is told: worlds, 1 if these are all, open-card answers, moves played, own moves of a plan that was
finished, vectors left out, why it stopped, 1 if the search had a say, 1 if it rests on open cards."""
T_FLOOR, T_WORTH = 9, 10  # what no step is worth, and each of them
TOLD = T_WORTH + MOST_STEPS


@kernel
def key_of_hands(s):
    """A key of who holds what."""
    key = np.int64(0)
    for seat in range(MAX_SEATS):
        key = mix(key + s[HAND + seat])
    return key


@lru_cache
def bind_draw(kernels: Kernels) -> Kernel:
    """``draw(view, memory, rng, worlds, told)``: different worlds of a view, all of them if they are few.

    They are drawn until nothing new has come for so long that there is as good as surely nothing left: where
    cards outside the hands have an order, there are more states than ways to place the cards.
    """
    complete, unseen, cases = kernels.complete, kernels.unseen, kernels.cases

    @kernel(int64(STATE, STATE, STATE, MATRIX, STATE), inline=False)
    def draw(view, memory, rng, worlds, told):
        most, keys = memory[SAMPLES], np.empty(memory[SAMPLES], np.int64)
        cards, room = np.zeros(MAX_SEATS + 2, np.int64), np.zeros(MAX_SEATS + 2, np.int64)
        places = unseen(view, cards, room)
        lacks = np.zeros((MOST_CASES, places), np.int64)
        number, outside = count_cases(cards, room, places, lacks, cases(view, lacks)), np.int64(0)
        for place in range(memory[SEATS], places):
            outside += room[place]
        n, idle = np.int64(0), np.int64(0)
        patience = DRAWS if number <= most else 1
        while n < most and idle < patience * (n + 1) and not (n == number and outside <= 1):
            world = worlds[n]
            complete(view, rng, world)
            world[SEED] = 0  # decides rounds to come
            # Where hands say all, other words may still differ: the order in which cards came is no world.
            keys[n], idle = key_of_hands(world) if outside <= 1 else key_of(world), idle + 1
            fresh = True
            for other in range(n):
                fresh = fresh and keys[other] != keys[n]
            if fresh:
                n, idle = n + 1, np.int64(0)
        is_all = n == number if outside <= 1 else number <= most and n < most
        told[T_WORLDS], told[T_LISTED] = n, np.int64(is_all)
        return n

    return draw


@kernel
def set_desk(view, memory, side, desk):
    """Write what the search must know; where nobody says otherwise, all steps are worth the same."""
    for step in range(MOST_STEPS):
        desk[WORTH + step] = 1
    desk[DEADLINE] = ticks() + memory[TICKS] if memory[TICKS] != 0 else np.int64(0)
    desk[ME], desk[LAST], desk[ALLIES] = view[TURN], view[ROUND], side
    desk[BUDGET], desk[FOR_A_WORLD], desk[SECRET] = memory[NODE_LIMIT], memory[WORLD_NODES], memory[SECRETS]


@kernel
def before(vectors, code, other, steps, desk):
    """Of moves that are worth as much: is one worth more than another if all cards are open?"""
    return weigh(vectors[code], FIRST, steps, desk) > weigh(vectors[other], FIRST, steps, desk)


@kernel
def settle(vectors, found, moves, named, best, rank, steps, desk):
    """Keep what plans of one length have found: the best move so far, and which to look at first.

    What is worth less than the best may have been cut short: it is only a bound.
    """
    chosen = lowest(moves)
    for code in range(CODES):
        if has(moves, code):
            worth = weigh(found, code, steps, desk)
            copy(found, code, vectors[code], VECTOR, steps)
            vectors[code, EXACT] = np.int64(worth >= best)
            rank[code] = 2 * worth + (1 if code == named else 0)
    while moves != 0:
        code = lowest(moves)
        moves &= moves - 1
        same = rank[code] == rank[chosen]
        if rank[code] > rank[chosen] or (same and before(vectors, code, chosen, steps, desk)):
            chosen = code
    return chosen


@kernel
def is_asked(view, memory):
    """May the search have a say in this position?"""
    seen = has(memory[PHASES], view[PHASE]) and not has(memory[SECRETS], view[PHASE])
    return seen and count(view[HAND + view[TURN]]) <= memory[CARDS]


@lru_cache
def bind_averages(kernels: Kernels, aim: Aim) -> Kernel:
    """``averages(states, sheets, group, moves, desk, work, stack, known, vectors, seen)``: plans of one move.

    Worlds are gone through one by one: what time leaves unfinished is left out for all moves. The answer is
    the worlds that were finished.
    """
    spread, solve, steps = bind_spread(kernels), bind_solve(kernels, aim), aim.steps

    @kernel(int64(CUBE, MATRIX, int64, int64, STATE, STATE, MATRIX, MATRIX, MATRIX, STATE), inline=False)
    def averages(states, sheets, group, moves, desk, work, stack, known, vectors, seen):
        done, left, reach = np.int64(0), group, sheets[sheet(0, REACH)]
        while left != 0:
            world = left & -left
            left ^= world
            codes = moves
            while codes != 0:
                code = lowest(codes)
                codes &= codes - 1
                spread(states, sheets, np.int64(0), world, code, desk, seen)
                solve(states, np.int64(1), world, reach, code, desk, work, stack, known)
            if is_stopped(desk):
                break
            done |= world
            codes = moves
            while codes != 0:
                code = lowest(codes)
                codes &= codes - 1
                for step in range(steps):
                    vectors[code, FIRST * steps + step] |= reach[code * steps + step]
        return done

    return averages


@lru_cache
def bind_longer(kernels: Kernels, aim: Aim) -> Kernel:
    """``longer(states, sheets, code, first, length, bar, desk, work, stack, known, table, marks, seen)``.

    The size of the front of a move at the root with plans of this length, which stands in the plans' sheet;
    0 if the search was stopped. ``first`` has the move's vector with open cards. If the best of the front is
    worth no more than the bar, it is only a bound.
    """
    spread, front, steps = bind_spread(kernels), bind_front(kernels, aim), aim.steps

    @kernel(
        int64(CUBE, MATRIX, int64, STATE, int64, int64, STATE, STATE, MATRIX, MATRIX, MATRIX, MATRIX, STATE),
        inline=False,
    )
    def longer(states, sheets, code, first, length, bar, desk, work, stack, known, table, marks, seen):
        plan, spare, sizes = sheets[sheet(0, PLAN)], sheets[sheet(0, SPARE)], sheets[sheet(0, SIZES)]
        below, looks = sheets[sheet(1, FRONT)], sheets[sheet(1, LOOKS)]
        copy(first, FIRST, plan, 0, steps)
        rest, size = spread(states, sheets, np.int64(0), plan[0], code, desk, seen), np.int64(1)
        while rest != 0:
            alike = worlds_alike(looks, rest)
            rest &= ~alike
            alike &= anywhere(plan, size, steps)
            if alike == 0:
                continue
            sizes[0], sizes[1] = bar, size
            k = front(
                states, sheets, np.int64(1), alike, length - 1, desk, work, stack, known, table, marks, seen
            )
            if desk[STOPPED] != 0:
                return np.int64(0)
            size = both(plan, size, below, k, ~alike, spare, steps, desk)
            if weigh(plan, fullest(plan, size, steps, desk), steps, desk) <= bar:
                break
        return size

    return longer


@lru_cache
def bind_search(kernels: Kernels, aim: Aim) -> Kernel:
    """``search(view, memory, rng, named, states, vectors, told)``: the move that is worth the most.

    With a question of yes or no that is the move that wins in the most worlds. Of moves that are worth as
    much it is the one that was named, else the first that was looked at. The worlds
    stand in ``states[0]``; ``vectors`` has a row for each move, ``told`` counts. The answer is -1 where the
    search has nothing to say.
    """
    legal, begin, side, draw, note = (
        kernels.legal,
        aim.begin,
        aim.side,
        bind_draw(kernels),
        bind_note(kernels),
    )
    averages, longer, steps = bind_averages(kernels, aim), bind_longer(kernels, aim), aim.steps

    @kernel(int64(STATE, STATE, STATE, int64, CUBE, MATRIX, STATE), inline=False)
    def search(view, memory, rng, named, states, vectors, told):
        moves, vectors[:, :] = legal(view), 0
        if not is_asked(view, memory):
            return np.int64(-1)
        desk, work = np.zeros(DESK, np.int64), memory[memory[WORK] :]
        set_desk(view, memory, side(view), desk)
        n = draw(view, memory, rng, states[0], told)
        if begin(view, states[0, :n], desk, work) == 0:
            told[T_SOLVED] = desk[SOLVED]
            return np.int64(-1)
        told[T_FLOOR] = desk[FLOOR]
        for step in range(steps):
            told[T_WORTH + step] = desk[WORTH + step]
        sheets, seen = np.zeros((states.shape[0] * ROWS, WORLDS * steps), np.int64), np.empty(WORDS, np.int64)
        stack, known = np.empty((DEEPEST, WORDS), np.int64), np.zeros((SLOTS, 2), np.int64)
        table = np.zeros((FRONTS, BEFORE + KEPT * steps), np.int64)
        marks, plan = np.zeros((states.shape[0], CODES), np.int64), sheets[sheet(0, PLAN)]
        group = np.int64(-1) if n == WORLDS else bit(n) - 1
        note(states, sheets, np.int64(0), group, desk, seen)
        group = averages(states, sheets, group, moves, desk, work, stack, known, vectors, seen)
        told[T_WORLDS], told[T_SOLVED], told[T_STOPPED] = count(group), desk[SOLVED], desk[STOPPED]
        if 2 * count(group) < n or desk[STOPPED] == TOO_LARGE:
            return np.int64(-1)
        told[T_LISTED] = told[T_LISTED] if count(group) == n else 0
        told[T_LENGTH], told[T_SEARCHED], told[T_OPENED] = 1, 1, 1
        rank, found = np.zeros(CODES, np.int64), np.zeros(CODES * steps, np.int64)
        for code in range(CODES):
            copy(vectors[code], FIRST, found, code, steps)
        chosen = settle(vectors, found, moves, named, np.int64(0), rank, steps, desk)
        for length in range(2, memory[LENGTH] + 1):
            left, best, desk[OPENED] = moves, np.int64(0), 0
            while left != 0 and desk[STOPPED] == 0:
                code = best_code(left, rank)
                left &= ~bit(code)
                copy(vectors[code], VECTOR, found, code, steps)
                bar = best - 1 if code == named else best  # what is worth more than that makes a difference
                if memory[ALL_MOVES] == 0 and weigh(found, code, steps, desk) <= bar:
                    continue  # longer plans are worth no more
                size = longer(
                    states, sheets, code, vectors[code], length, -1 if memory[ALL_MOVES] != 0 else bar, desk,
                    work, stack, known, table, marks, seen,
                )  # fmt: skip
                copy(plan, fullest(plan, size, steps, desk), found, code, steps)
                best = max(best, weigh(found, code, steps, desk))
            if desk[STOPPED] != 0:
                break
            told[T_LENGTH], told[T_OPENED] = length, desk[OPENED]
            least = best if memory[ALL_MOVES] == 0 else np.int64(0)
            chosen = settle(vectors, found, moves, named, least, rank, steps, desk)
        told[T_SOLVED], told[T_NODES] = desk[SOLVED], desk[NODES]
        told[T_CAPPED], told[T_STOPPED] = desk[CAPPED], desk[STOPPED]
        return chosen

    return search


def lay_out(
    head: Vector, parameters: dict[int, int], base: Vector, work: Vector, clocks: tuple[int, ...] = ()
) -> Vector:
    """The memory of the policy: that of every search, its parameters, the base's memory and the solver's.

    ``clocks`` are the words of the base's memory that are ticks.
    """
    after = MEMORY + len(base)
    memory = np.zeros(after + len(clocks) + len(work), np.int64)
    memory[:OWN] = head[:OWN]
    for word, value in parameters.items():
        memory[word] = value
    memory[BASE], memory[CLOCKS], memory[WORK] = MEMORY, after, after + len(clocks)
    memory[MEMORY:after] = base
    memory[after : memory[WORK]] = [MEMORY + word for word in clocks]
    memory[memory[WORK] :] = work
    return memory
