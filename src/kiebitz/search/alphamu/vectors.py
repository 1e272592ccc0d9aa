# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The alpha-mu search: in which worlds can one plan win together, and by how much?

A node is a set of worlds that look alike to the searcher, each with its own state. A move is played in
every world where it is legal, and the worlds are then parted by what the searcher sees: cards on the table, a
card that he has drawn, all by one comparison of views. Where he moves, the front is the union over his moves.
Where an opponent moves it is the product over all that may come, as if the opponent saw all cards: in each
world he does the worst. A partner chooses too, but he may tell worlds apart by what he sees himself.

After each own move the open-card solver says in which worlds the aim can still be reached. The others are
lost whatever the plan: they are dropped, and a move that can reach nothing new is not looked at. After the
last own move this is the answer.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numba import int64, void

from kiebitz.kernel.bits import bit, count, has, lowest
from kiebitz.kernel.clock import is_past
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import mix
from kiebitz.kernel.state import HAND, MATRIX, MAX_SEATS, PHASE, STATE, TURN, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.alphamu.fronts import (
    MOST,
    add,
    all_covered,
    anywhere,
    both,
    copy,
    covers,
    either,
    fill,
    is_full,
    meet,
    weigh,
)
from kiebitz.search.alphamu.opened import (
    ALLIES,
    BUDGET,
    DEADLINE,
    FOR_A_WORLD,
    LAST,
    LEFT,
    ME,
    NODES,
    OPENED,
    OUT_OF_NODES,
    OUT_OF_TIME,
    SECRET,
    SOLVED,
    STOPPED,
    bind_value,
    key_of,
)
from kiebitz.search.playout import is_over

if TYPE_CHECKING:
    from kiebitz.search.alphamu.aims import Aim

WORLDS = 64
CUBE = int64[:, :, ::1]
ROWS = 8  # of the sheets for a level, below
FRONT, PLAN, SPARE, MAY, LOOKS, CLASSES, REACH, SIZES = range(ROWS)
"""What is being found; the product for one move; room; by world: legal moves, how it looks to the searcher,
the worlds that look the same to a partner; by own move: where it may win; the sizes of the first two."""
KEPT = 8  # vectors that a slot of the table of fronts keeps
BEFORE = 3  # words of a slot before them: key, worlds and number
FRONTS = 1 << 10  # slots


@kernel
def sheet(level, row):
    return level * ROWS + row


@kernel
def worlds_alike(looks, left):
    """Of some worlds, those that look like the first."""
    first, same, rest = lowest(left), np.int64(0), left
    while rest != 0:
        world = lowest(rest)
        rest &= rest - 1
        if looks[world] == looks[first]:
            same |= bit(world)
    return same


@kernel
def is_stopped(desk):
    """Has the search run out of nodes or time, or met a world that is too large?"""
    if desk[STOPPED] == 0:
        if desk[BUDGET] < 0:
            desk[STOPPED] = OUT_OF_NODES
        elif is_past(desk[DEADLINE]):
            desk[STOPPED] = OUT_OF_TIME
    return desk[STOPPED] != 0


@lru_cache
def bind_spread(kernels: Kernels) -> Kernel:
    """``spread(states, sheets, level, group, code, desk, seen)``: the worlds in which a move is played.

    Their states after it stand a level below, and how they look to the searcher.
    """
    play, observe = kernels.play, kernels.observe

    @kernel(int64(CUBE, MATRIX, int64, int64, int64, STATE, STATE), inline=False)
    def spread(states, sheets, level, group, code, desk, seen):
        may, looks = sheets[sheet(level, MAY)], sheets[sheet(level + 1, LOOKS)]
        played, left = np.int64(0), group
        while left != 0:
            world = lowest(left)
            left &= left - 1
            if has(may[world], code):
                after = states[level + 1, world]
                copy_state(states[level, world], after)
                play(after, code)
                played |= bit(world)
                observe(after, desk[ME], seen)
                looks[world] = key_of(seen)
        desk[NODES] += count(played)
        desk[BUDGET] -= count(played)
        return played

    return spread


@lru_cache
def bind_solve(kernels: Kernels, aim: Aim) -> Kernel:
    """``solve(states, level, group, row, place, desk, work, stack, known)``.

    Writes the vector of what some worlds bring with open cards.
    """
    value, steps = bind_value(kernels, aim), aim.steps

    @kernel(void(CUBE, int64, int64, STATE, int64, STATE, STATE, MATRIX, MATRIX), inline=False)
    def solve(states, level, group, row, place, desk, work, stack, known):
        fill(row, place, np.int64(0), steps)
        left = group
        while left != 0 and not is_stopped(desk):
            world = lowest(left)
            left &= left - 1
            copy_state(states[level, world], stack[0])
            desk[LEFT] = desk[FOR_A_WORLD]
            desk[SOLVED] += 1
            for step in range(value(stack, np.int64(0), desk, work, known)):
                row[place * steps + step] |= bit(world)

    return solve


@kernel
def key_of_group(states, level, group, own):
    """A key of a node: its worlds with their states, and the own moves that are left."""
    key, left = mix(group + 31 * own), group
    while left != 0:
        world = lowest(left)
        left &= left - 1
        key = mix(key + key_of(states[level, world]))
    return key


@kernel
def note_choices(s, desk):
    """Note if the open-card solver has answered where the side still had something to choose."""
    for seat in range(MAX_SEATS):
        if has(desk[ALLIES], seat) and count(s[HAND + seat]) > 1 and not is_over(s, desk[LAST]):
            desk[OPENED] = 1


@kernel
def best_code(codes, marks):
    """Of some moves, the first of those with the highest mark."""
    best = lowest(codes)
    while codes != 0:
        code = lowest(codes)
        codes &= codes - 1
        if marks[code] > marks[best]:
            best = code
    return best


@kernel
def is_beaten(sheets, above, found, size, group, steps, desk):
    """Can a move above, from what is found after it so far, bring nothing that others do not?

    At the root only the worth in all worlds counts, which must be above a bar.
    """
    front, plan, sizes = sheets[sheet(above, FRONT)], sheets[sheet(above, PLAN)], sheets[sheet(above, SIZES)]
    spare, bar = sheets[sheet(above, SPARE)], sizes[0]
    for i in range(sizes[1]):
        for j in range(size):
            meet(plan, i, found, j, ~group, spare, 0, steps)
            if weigh(spare, 0, steps, desk) > bar if above == 0 else not covers(front, bar, spare, 0, steps):
                return False
    return True


@lru_cache
def bind_note(kernels: Kernels) -> Kernel:
    """``note(states, sheets, level, group, desk, seen)``: all legal codes, and a partner's classes."""
    legal, observe = kernels.legal, kernels.observe

    @kernel(int64(CUBE, MATRIX, int64, int64, STATE, STATE), inline=False)
    def note(states, sheets, level, group, desk, seen):
        may, classes = sheets[sheet(level, MAY)], sheets[sheet(level, CLASSES)]
        codes, left, turn = np.int64(0), group, states[level, lowest(group), TURN]
        while left != 0:
            world = lowest(left)
            left &= left - 1
            may[world] = legal(states[level, world])
            codes |= may[world]
        if turn == desk[ME] or not has(desk[ALLIES], turn):
            return codes
        looks, left = sheets[sheet(level, SPARE)], group  # room that is free before anything comes back
        while left != 0:
            world = lowest(left)
            left &= left - 1
            observe(states[level, world], turn, seen)
            looks[world] = key_of(seen)
        left = group
        while left != 0:
            same, rest = worlds_alike(looks, left), worlds_alike(looks, left)
            left &= ~same
            while rest != 0:
                classes[lowest(rest)] = same
                rest &= rest - 1
        return codes

    return note


@lru_cache
def bind_front(kernels: Kernels, aim: Aim) -> Kernel:
    """``front(states, sheets, level, group, own, desk, work, stack, known, table, marks, seen)``.

    The size of the front of a node, which stands in the sheet of its level; 0 if the search was stopped.
    """
    spread, note, solve, steps = bind_spread(kernels), bind_note(kernels), bind_solve(kernels, aim), aim.steps

    @kernel(
        int64(CUBE, MATRIX, int64, int64, int64, STATE, STATE, MATRIX, MATRIX, MATRIX, MATRIX, STATE),
        inline=False,
    )
    def front(states, sheets, level, group, own, desk, work, stack, known, table, marks, seen):
        s, found = states[level, lowest(group)], sheets[sheet(level, FRONT)]
        if level + 2 >= states.shape[0] or is_over(s, desk[LAST]) or has(desk[SECRET], s[PHASE]):
            solve(states, level, group, found, np.int64(0), desk, work, stack, known)
            note_choices(s, desk)
            return np.int64(1)
        mine, allied = s[TURN] == desk[ME], has(desk[ALLIES], s[TURN])
        key, slot = np.int64(0), table[0]
        if mine:
            key = key_of_group(states, level, group, own)
            slot = table[key & (FRONTS - 1)]
            if slot[0] == key and slot[1] == group and slot[2] > 0:
                for i in range(slot[2] * steps):
                    found[i] = slot[BEFORE + i]
                return slot[2]
        codes = note(states, sheets, level, group, desk, seen)
        plan, spare = sheets[sheet(level, PLAN)], sheets[sheet(level, SPARE)]
        below, mark = sheets[sheet(level + 1, FRONT)], marks[level]
        size = np.int64(0)
        if not mine:
            fill(found, 0, np.int64(0) if allied else group, steps)
            size = np.int64(1)
        reach, sizes, left = sheets[sheet(level, REACH)], sheets[sheet(level, SIZES)], codes
        # Before an own move an opponent need not be heard out once the move can bring nothing new.
        above = level - 1 if not mine and states[level - 1, lowest(group), TURN] == desk[ME] else np.int64(-1)
        while mine and left != 0:
            code = lowest(left)
            left &= left - 1
            spread(states, sheets, level, group, code, desk, seen)
            solve(states, level + 1, group, reach, code, desk, work, stack, known)
            mark[code] = weigh(reach, code, steps, desk)
            if own == 1:
                copy(reach, code, found, size, steps)
                size = add(found, size, steps, desk)
                note_choices(states[level + 1, lowest(group)], desk)
        if is_stopped(desk):
            return np.int64(0)
        while codes != 0 and not (mine and (own == 1 or (size == 1 and is_full(found, 0, group, steps)))):
            code = best_code(codes, mark)
            codes &= ~bit(code)
            hope = group  # where this move still matters
            if mine:
                hope = reach[code * steps]
            elif not allied:
                hope = anywhere(found, size, steps)
            if mine and covers(found, size, reach, code, steps):
                continue
            played = spread(states, sheets, level, hope, code, desk, seen)
            if mine:  # no plan brings more than open cards do
                copy(reach, code, plan, 0, steps)
            else:
                fill(plan, 0, played, steps)
            rest, n = played, np.int64(1)
            while rest != 0:
                alike = worlds_alike(sheets[sheet(level + 1, LOOKS)], rest)
                rest &= ~alike
                alike &= anywhere(plan, n, steps)
                if alike == 0:
                    continue
                sizes[0], sizes[1] = size, n
                k = front(
                    states, sheets, level + 1, alike, own - 1 if mine else own, desk, work, stack, known,
                    table, marks, seen,
                )  # fmt: skip
                if is_stopped(desk):
                    return np.int64(0)
                n = both(plan, n, below, k, ~alike, spare, steps, desk)
                if mine and all_covered(found, size, plan, n, steps):
                    break
            if mine:
                for i in range(n):
                    copy(plan, i, found, size, steps)
                    size = add(found, size, steps, desk)
            elif allied:
                classes = sheets[sheet(level, CLASSES)]
                size = either(found, size, plan, n, classes, group, spare, steps, desk)
            else:
                before = count(anywhere(found, size, steps))
                size = both(found, size, plan, n, ~played, spare, steps, desk)
                mark[code] += before - count(anywhere(found, size, steps))
                if above >= 0 and is_beaten(sheets, above, found, size, group, steps, desk):
                    break
        if mine and size <= KEPT:
            slot[0], slot[1], slot[2] = key, group, size
            for i in range(size * steps):
                slot[BEFORE + i] = found[i]
        return size

    return front


__all__ = [
    "BEFORE",
    "CUBE",
    "FRONTS",
    "KEPT",
    "MOST",
    "ROWS",
    "WORLDS",
    "best_code",
    "bind_front",
    "bind_solve",
    "bind_spread",
]
