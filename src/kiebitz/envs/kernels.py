# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Compiled: tensors out of views, and many games stepped at once.

``encode`` reads a view and nothing else, so what a seat may not know cannot be in its tensor.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numba import boolean, float32, float64, int64, types, void

from kiebitz.envs.encoding import KINDS
from kiebitz.kernel.bits import has, lowest
from kiebitz.kernel.jit import direct, kernel
from kiebitz.kernel.random import one_way, pick
from kiebitz.kernel.state import HAND, MATRIX, PHASE, ROUND, STATE, TURN, VIEWER, WORDS, Kernels
from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.machine import Machine

SEATS, DECK, PLACES, PHASES, ROUNDS, POINTS = 0, 1, 2, 3, 4, 5  # of the facts: see Planes.facts
CARDS, CARD, ROW, CHOICE, NUMBER, SEAT, BITS = range(len(KINDS))
ROWS = float32[:, ::1]
NUMBERS = float32[::1]
FLAGS = boolean[::1]
FLAG_ROWS = boolean[:, ::1]
UNIT_SHIFT = 32  # a game's units are numbered below its own number
MAX_PLACES = 16


@kernel(void(NUMBERS, int64, int64))
def write_mask(out, at, mask):
    """Write 1 for every card of a mask; the rest is 0 already."""
    while mask != 0:
        out[at + lowest(mask)] = 1.0
        mask &= mask - 1


@kernel(void(NUMBERS, int64, int64, int64))
def write_one(out, at, number, width):
    """Write 1 in the place of a number, none if it is out of range."""
    if 0 <= number < width:
        out[at + number] = 1.0


@kernel(void(NUMBERS, int64, int64, int64))
def write_amount(out, at, amount, most):
    out[at] = min(1.0, max(-1.0, np.float64(amount) / np.float64(most)))


@kernel(int64(STATE, STATE, int64, int64, int64))
def value_of(view, field, place, seat, seats):
    """The number or mask that a field has for a seat, or for a place in a row."""
    word, each, packed, less = field[1], field[2], field[3], field[5]
    if field[0] == ROW:
        if place >= view[field[6]]:
            return np.int64(-1)
        return (view[word] >> (packed * place)) & ((np.int64(1) << packed) - 1)
    if packed > 0:
        return ((view[word] >> (packed * seat)) & ((np.int64(1) << packed) - 1)) - less
    return view[word + (seat if each != 0 else 0)] - less


@kernel(void(STATE, MATRIX, int64, int64, NUMBERS))
def encode_own(view, fields, at, seats, out):
    """Write what the game's own words say."""
    for number in range(len(fields)):
        field = fields[number]
        kind, planes, width = field[0], field[7], field[8]
        for place in range(planes):
            seat = (view[VIEWER] + place) % seats
            value = value_of(view, field, place, seat, seats)
            if kind in (CARDS, BITS):
                write_mask(out, at, value)
            elif kind == NUMBER:
                write_amount(out, at, value, field[4])
            elif kind == SEAT:
                if value >= 0:
                    write_one(out, at, (value - view[VIEWER] + seats) % seats, width)
            else:
                write_one(out, at, value, width)
            at += width


class Env(NamedTuple):
    """The kernels of environments, bound to a game."""

    encode: Kernel  # view, facts, fields, out: the tensor of a view
    hidden: Kernel  # state, viewer, facts, out: where the cards lie that the viewer does not see, by place
    begin: Kernel  # games, chance, tables, arrays: deal the first units
    step: Kernel  # games, actions, chance, tables, arrays, worth: one move in every game
    sample: Kernel  # games, streams, tables, actions: a random legal action for every game


GAMES = types.Tuple((MATRIX, STATE, ROWS))  # states, how many units each had, rewards given so far
CHANCE = types.Tuple((STATE, STATE))  # root of the deals, options
TABLES = types.Tuple((STATE, MATRIX, STATE, MATRIX))  # facts, fields, codes of actions, actions of codes
ARRAYS = types.Tuple((ROWS, FLAG_ROWS, ROWS, FLAGS, STATE, ROWS))
# observations, masks, rewards, done, turns, hidden cards (no rows: not wanted)


@lru_cache
def bind(kernels: Kernels, machine: Machine, standing: Kernel | None) -> Env:
    """The kernels of a game's environments."""
    legal, play, payoff, observe = kernels.legal, kernels.play, kernels.payoff, kernels.observe
    unseen, fresh, taken = kernels.unseen, machine.begin, standing or kernels.payoff
    resets = standing is not None

    @kernel(void(STATE, STATE, MATRIX, NUMBERS))
    def encode(view, facts, fields, out):
        """Write the tensor of a view."""
        seats, deck, viewer = facts[SEATS], facts[DECK], view[VIEWER]
        cards, room = np.zeros(MAX_PLACES, np.int64), np.zeros(MAX_PLACES, np.int64)
        unseen(view, cards, room)
        for i in range(len(out)):
            out[i] = 0.0
        write_mask(out, 0, view[HAND + viewer])
        at, others = deck, facts[PLACES] - 1
        rooms = at + (others + seats - 1) * deck
        for other in range(others):
            place = (viewer + 1 + other) % seats if other < seats - 1 else other + 1
            if room[place] > 0:
                write_mask(out, at, cards[place])
                write_amount(out, rooms + other, room[place], deck)
            at += deck
        for other in range(1, seats):
            write_mask(out, at, view[HAND + (viewer + other) % seats])
            at += deck
        at += others
        if view[TURN] >= 0:
            write_one(out, at, (view[TURN] - viewer + seats) % seats, seats)
        at += seats
        write_one(out, at, view[PHASE], facts[PHASES])
        at += facts[PHASES]
        write_amount(out, at, view[ROUND], facts[ROUNDS])
        at += 1
        for other in range(seats):
            write_amount(out, at + other, payoff(view, (viewer + other) % seats), facts[POINTS])
        encode_own(view, fields, at + seats, seats, out)

    @kernel(void(STATE, STATE, STATE, NUMBERS))
    def hidden(s, view, facts, out):
        """Write where the cards lie that a view does not show; places as in the tensor."""
        seats, deck, viewer = facts[SEATS], facts[DECK], view[VIEWER]
        cards, room = np.zeros(MAX_PLACES, np.int64), np.zeros(MAX_PLACES, np.int64)
        unseen(view, cards, room)
        rest = np.int64(0)
        for place in range(facts[PLACES]):
            if room[place] > 0:
                rest |= cards[place]
        for i in range(len(out)):
            out[i] = 0.0
        at = np.int64(0)
        for other in range(facts[PLACES] - 1):
            if other < seats - 1:
                found = s[HAND + (viewer + 1 + other) % seats] & rest
                rest &= ~found
            else:
                found = rest
            write_mask(out, at, found)
            at += deck

    @kernel(void(MATRIX, TABLES, ARRAYS, STATE, int64))
    def show(states, tables, arrays, view, i):
        """Write all that is seen of a game."""
        facts, fields, _, actions = tables
        observations, masks, _, _, turns, targets = arrays
        s, mask_row = states[i], masks[i]
        turns[i] = s[TURN]
        observe(s, s[TURN], view)
        encode(view, facts, fields, observations[i])
        for action in range(len(mask_row)):
            mask_row[action] = False
        mask, numbers = legal(s), actions[s[PHASE]]
        while mask != 0:
            mask_row[numbers[lowest(mask)]] = True
            mask &= mask - 1
        if len(targets) > 0:
            hidden(s, view, facts, targets[i])

    @kernel(void(MATRIX, STATE, CHANCE, int64))
    def deal(states, units, chance, i):
        """Deal the next unit of a game, from its own stream."""
        root, options = chance
        fresh(states[i], one_way(root[0], root[1], (np.int64(i) << UNIT_SHIFT) + units[i]), options)
        units[i] += 1

    @kernel(void(GAMES, CHANCE, TABLES, ARRAYS))
    def begin(games, chance, tables, arrays):
        states, units, given = games
        view = np.zeros(WORDS, np.int64)
        for i in range(len(states)):
            deal(states, units, chance, i)
            arrays[3][i] = False
            for seat in range(given.shape[1]):
                given[i, seat] = 0.0
                arrays[2][i, seat] = 0.0
            show(states, tables, arrays, view, i)

    @kernel(void(STATE, int64, int64, NUMBERS, NUMBERS, NUMBERS, float64))
    def reward(s, number, seats, before, rewards, given, worth):
        """Write the rewards by trick of a move; in the end all of them make up the payoff."""
        for seat in range(seats):
            if s[TURN] < 0:
                rewards[seat] = np.float32(payoff(s, seat)) - given[seat]
            else:
                gained = np.float32(taken(s, seat) * worth) - before[seat]
                # What was taken within a round begins anew with the next; a payoff goes on.
                rewards[seat] = np.float32(0.0) if resets and s[ROUND] != number else gained
                given[seat] += rewards[seat]

    @kernel(boolean(STATE, int64, STATE, MATRIX))
    def allowed(s, action, codes, numbers):
        """Is an action legal now? The array of masks is the user's, who may have written into it."""
        if action < 0 or action >= len(codes):
            return False
        return numbers[s[PHASE], codes[action]] == action and has(legal(s), codes[action])

    @kernel(int64(GAMES, STATE, CHANCE, TABLES, ARRAYS, float64))
    def step(games, moves, chance, tables, arrays, worth):
        """One move in every game. If an action is not legal none has moved: its game, else -1.

        ``worth`` is what a point within a unit counts; 0: all rewards come at the end.
        """
        states, units, given = games
        _, _, rewards, done, _, _ = arrays
        codes, seats = tables[2], given.shape[1]
        for i in range(len(states)):
            if not allowed(states[i], moves[i], codes, tables[3]):
                return np.int64(i)
        view, before = np.zeros(WORDS, np.int64), np.zeros(seats, np.float32)
        for i in range(len(states)):
            s, number = states[i], states[i, ROUND]
            for seat in range(seats):
                if worth != 0.0:
                    before[seat] = np.float32(taken(s, seat) * worth)
                else:
                    rewards[i, seat] = 0.0
            play(s, codes[moves[i]])
            over = s[TURN] < 0
            if worth != 0.0:
                reward(s, number, seats, before, rewards[i], given[i], worth)
            elif over:
                for seat in range(seats):
                    rewards[i, seat] = np.float32(payoff(s, seat))
            done[i] = over
            if over:
                for seat in range(seats):
                    given[i, seat] = 0.0
                deal(states, units, chance, i)
            show(states, tables, arrays, view, i)
        return np.int64(-1)

    @kernel(void(MATRIX, STATE, MATRIX, STATE))
    def sample(states, streams, numbers, moves):
        """A random legal action for every game, each from its own stream."""
        rng = np.zeros(1, np.int64)
        for i in range(len(states)):
            rng[0] = streams[i]
            moves[i] = numbers[states[i, PHASE], pick(rng, legal(states[i]))]
            streams[i] = rng[0]

    return Env(direct(encode), direct(hidden), direct(begin), direct(step), direct(sample))
