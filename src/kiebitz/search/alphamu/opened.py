# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What is reached in one world, if everybody sees all cards? Yes or no, or a value, for any game.

A game says of a position whether it is decided; what is not is searched, all others against the searcher and
his partners. A world that takes more nodes than allowed stops the whole search, which then claims nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numba import int64

from kiebitz.kernel.bits import has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import mix
from kiebitz.kernel.state import MATRIX, STATE, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.alphamu.fronts import MOST_STEPS, WORTH

if TYPE_CHECKING:
    from kiebitz.search.alphamu.aims import Aim

ME, LAST, ALLIES, BUDGET, DEADLINE, STOPPED = range(6)  # words of the desk; 6 is CAPPED of the fronts
NODES, SOLVED, SECRET, FOR_A_WORLD, LEFT, OPENED, FLOOR = range(
    7, 14
)  # the floor: what no step at all is worth
DESK = WORTH + MOST_STEPS
OUT_OF_NODES, OUT_OF_TIME, TOO_LARGE = 1, 2, 3  # why a search stopped
OPEN, LOST, WON = -1, 0, 1  # verdicts; of a value, the steps that are climbed
SLOTS, DEEPEST = 1 << 12, 80
KEY, ANSWER = 0, 1  # of a slot; the answer is one more than the verdict

VERDICT = int64(STATE, int64, STATE)  # state, seat, work


@kernel
def key_of(s):
    """A key of everything that a state or a view says."""
    key = np.int64(0)
    for word in range(WORDS):
        key = mix(key + s[word])
    return key


@lru_cache
def bind_value(kernels: Kernels, aim: Aim) -> Kernel:
    """``value(stack, level, desk, work, known)``: the steps that are climbed with open cards."""
    legal, play, verdict, steps = kernels.legal, kernels.play, aim.verdict, aim.steps

    @kernel(int64(MATRIX, int64, STATE, STATE, MATRIX), inline=False)
    def value(stack, level, desk, work, known):
        s = stack[level]
        found = verdict(s, desk[ME], work)
        if found != OPEN:
            return found
        desk[LEFT] -= 1
        if desk[LEFT] < 0 or level + 1 >= stack.shape[0]:
            desk[STOPPED] = TOO_LARGE
            return np.int64(LOST)
        key = key_of(s)
        slot = known[key & (known.shape[0] - 1)]
        if slot[KEY] == key and slot[ANSWER] != 0:
            return slot[ANSWER] - 1
        good = np.int64(steps if has(desk[ALLIES], s[TURN]) else LOST)
        answer, moves = steps - good, legal(s)
        while moves != 0 and answer != good:
            copy_state(s, stack[level + 1])
            play(stack[level + 1], lowest(moves))
            moves &= moves - 1
            found = value(stack, level + 1, desk, work, known)
            if desk[STOPPED] != 0:
                return np.int64(LOST)
            answer = max(answer, found) if good != LOST else min(answer, found)
        slot[KEY], slot[ANSWER] = key, answer + 1
        return answer

    return value
