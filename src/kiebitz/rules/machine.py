# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Generic kernels bound to one game: closures over its rules, compiled and cached like any kernel."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, Self

import numpy as np
from numba import int64, types, void

from kiebitz.kernel.jit import direct, kernel
from kiebitz.kernel.state import (
    LAYOUT_WORDS,
    MEASURE,
    OPEN,
    PHASE,
    ROUND,
    STATE,
    TURN,
    WORDS,
    Kernels,
    clear,
    copy_state,
    round_stream,
)
from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.diary import DEAL, DIARIES, mover, note, write_row

NOW = types.UniTuple(int64, 4)  # mask of the legal moves, phase, turn, round


class Machine(NamedTuple):
    """What Python needs of a game besides its rules."""

    clear: Kernel  # state, seed, options: an empty state with its options
    layout: Kernel  # state: what chance decides for this round
    begin: Kernel  # state, seed, options: a fresh unit
    fresh: Kernel  # the same, as Python calls it most quickly
    score: Kernel  # state, seats, room, out: each seat's points, then its measures, seat by seat
    tally: Kernel  # state, seats, out: the same, as Python calls it most quickly
    step: Kernel  # state, move, view, diary, ply, seats: play, write diaries, show the next view
    now: Kernel  # state: the mask of the legal moves, phase, turn and round
    advance: (
        Kernel  # before, move, after, diaries, ply: play into a copy and note it; what ``now`` says of it
    )
    look: Kernel  # state, seat, view: what a seat sees, as Python calls it most quickly

    @classmethod
    def of(cls, kernels: Kernels, secret: int) -> Self:
        """Bound to a game's kernels; ``secret`` is the mask of the phases whose moves only the mover sees."""
        return cls(*_bind(kernels, secret))


@lru_cache
def _bind(kernels: Kernels, secret: int) -> tuple[Kernel, ...]:
    shuffle, deal, legal, play, observe = (
        kernels.shuffle, kernels.deal, kernels.legal, kernels.play, kernels.observe,
    )  # fmt: skip

    @kernel(void(STATE, int64, STATE))
    def empty(s, seed, options):
        last = len(options) - 1
        clear(s, seed, options[:last])
        s[OPEN] = options[last]

    @kernel(STATE(STATE))
    def layout(s):
        words = np.zeros(LAYOUT_WORDS, np.int64)
        shuffle(s, round_stream(s), words)
        return words

    @kernel(void(STATE, int64, STATE))
    def begin(s, seed, options):
        empty(s, seed, options)
        deal(s, layout(s))

    @kernel(MEASURE)
    def nothing(s, seat, out):
        pass

    measure, payoff = kernels.measure or nothing, kernels.payoff

    @kernel
    def score(s, seats, found, out):
        """Write the points and measures; ``found`` is room for a seat's measures."""
        width = len(out) // seats - 1
        for seat in range(seats):
            out[seat] = payoff(s, seat)
            measure(s, seat, found)
            for i in range(width):
                out[seats + seat * width + i] = found[i]

    @kernel(void(STATE, int64, STATE))
    def tally(s, seats, out):
        score(s, seats, np.zeros(len(out), np.int64), out)

    @kernel(int64(STATE, int64, STATE, DIARIES, int64, int64))
    def step(s, move, view, diary, ply, seats):
        """Make a move (-1: none yet), note it in every seat's diary, write the next seat's view.

        The answer is the mask of the next seat's legal moves, 0 when all is over, and where the diaries have
        no room for another move.
        """
        who = np.int64(DEAL)
        if move >= 0:
            who = mover(s[PHASE], s[TURN])
            play(s, move)
        for seat in range(seats):
            write_row(diary[seat, ply], who, move, secret, seat, s)
        if s[TURN] < 0 or ply + 1 >= diary.shape[1]:
            return np.int64(0)
        observe(s, s[TURN], view)
        return legal(s)

    @kernel(NOW(STATE))
    def now(s):
        """The mask of the legal moves (0 when all is over), phase, turn and round."""
        return legal(s) if s[TURN] >= 0 else np.int64(0), s[PHASE], s[TURN], s[ROUND]

    @kernel(NOW(STATE, int64, STATE, DIARIES, int64))
    def advance(before, move, after, diaries, ply):
        """Make a move in a copy of a state and note it in the diaries; how things are then."""
        copy_state(before, after)
        play(after, move)
        note(diaries, ply, mover(before[PHASE], before[TURN]), move, secret, after)
        return now(after)

    @kernel(void(STATE, int64, STATE))
    def look(s, seat, view):
        for i in range(WORDS):
            view[i] = 0
        observe(s, seat, view)

    python = direct(begin), score, direct(tally), direct(step), direct(now), direct(advance), direct(look)
    return empty, layout, begin, *python
