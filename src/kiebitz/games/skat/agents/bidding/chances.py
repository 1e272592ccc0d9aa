# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Chances and expected scores of a declarer with given cards, compiled: what the winning tables say."""

from __future__ import annotations

import numpy as np
from numba import float64, int64

from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding.features import (
    CELLS,
    bid_group,
    cell_at,
    never_loses_null,
    null_holding,
)
from kiebitz.games.skat.agents.bidding.refinement import AIMS, UNIT, refinement_of
from kiebitz.games.skat.agents.bidding.tables import SCALE
from kiebitz.games.skat.scoring import tops
from kiebitz.games.skat.tables import BASE, GRAND, NULL, NULL_VALUE
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE

TO_WIN, TO_NINETY = 0, 1  # aims
HOPELESS = -1000.0
_STEPS = np.clip(np.arange(SCALE + 1), 0.5, SCALE - 0.5) / SCALE
LOGITS = np.log(_STEPS / (1 - _STEPS))
"""By a chance in ten-thousandths."""


@kernel
def logistic(logit):
    return 1 / (1 + np.exp(-logit))


@kernel
def win_logit(memory, hand, skat, contract, seat, bid):
    """The chance to win a suit game or Grand as a logit."""
    cell = m.WIN + bid_group(bid) * CELLS + cell_at(hand, skat, contract, seat)
    return LOGITS[memory[cell]] + refinement_of(memory, m.REFINEMENT, hand, skat, contract, TO_WIN)


@kernel
def ninety_logit(memory, hand, skat, contract, seat, bid):
    """The chance to make ninety as a logit."""
    cell = m.SCHNEIDER + bid_group(bid) * CELLS + cell_at(hand, skat, contract, seat)
    return LOGITS[memory[cell]] + refinement_of(memory, m.REFINEMENT, hand, skat, contract, TO_NINETY)


@kernel
def unknown_skat(memory, contract, aim):
    """What it costs in logits that the declarer has not seen the skat."""
    kind = 1 if contract == GRAND else 0
    return memory[m.HAND_GAME + kind * AIMS + aim] / UNIT


@kernel(float64(STATE, int64, int64), inline=False)
def null_chance(memory, hand, skat):
    """The chance to stay without a trick: the product over the suits."""
    chance = 1.0
    for suit in range(4):
        cell = null_holding(skat, suit) << 8 | null_holding(hand, suit)
        chance *= memory[m.NULL_SUITS + cell] / SCALE
    return chance


@kernel(float64(STATE, int64, int64, int64, int64, int64, int64), inline=False)
def chance_to_win(memory, hand, skat, contract, seat, taken, bid):
    """The chance to win a game with ten cards and a skat."""
    if contract == NULL:
        return null_chance(memory, hand, skat)
    unknown = 0.0 if taken != 0 else unknown_skat(memory, contract, TO_WIN)
    return logistic(win_logit(memory, hand, skat, contract, seat, bid) + unknown)


@kernel
def trump_chances(memory, hand, skat, contract, seat, taken, bid):
    """The chances to win a suit game or Grand, and to make ninety in it."""
    cell = bid_group(bid) * CELLS + cell_at(hand, skat, contract, seat)
    win = LOGITS[memory[m.WIN + cell]] + refinement_of(memory, m.REFINEMENT, hand, skat, contract, TO_WIN)
    ninety = LOGITS[memory[m.SCHNEIDER + cell]]
    ninety += refinement_of(memory, m.REFINEMENT, hand, skat, contract, TO_NINETY)
    if taken == 0:
        win += unknown_skat(memory, contract, TO_WIN)
        ninety += unknown_skat(memory, contract, TO_NINETY)
    return logistic(win), logistic(ninety)


@kernel(float64(STATE, int64, int64, int64, int64, int64, int64), inline=False)
def chance_of_ninety(memory, hand, skat, contract, seat, taken, bid):
    """The chance to make ninety in a suit game or Grand."""
    unknown = 0.0 if taken != 0 else unknown_skat(memory, contract, TO_NINETY)
    return logistic(ninety_logit(memory, hand, skat, contract, seat, bid) + unknown)


@kernel
def trump_score(win, ninety, multiplier, base, bid):
    """The expected score of a suit game or Grand, where the multiplier is without Schneider."""
    value = multiplier * base
    if value >= bid:
        return win * (value + 50) + ninety * base - (1 - win) * (2 * value + 50)
    lost = 2.0 * base * ((bid + base - 1) // base) + 50
    if value + base >= bid:  # only with Schneider
        return ninety * (value + base + 50) - (1 - ninety) * lost
    return -lost


@kernel
def announced_score(ninety, levels, base, bid):
    """The expected score of a Hand game with Schneider announced; the levels include both for Schneider."""
    value = levels * base
    lost = 2.0 * base * max(levels, (bid + base - 1) // base) + 50
    return ninety * (value + 50) - (1 - ninety) * lost if value >= bid else -lost


@kernel
def null_score(memory, hand, skat, taken, bid):
    """The expected score of a Null; one that cannot be lost is laid open."""
    plain, laid_open = NULL_VALUE[1 - taken], NULL_VALUE[3 - taken]
    value, chance = plain, null_chance(memory, hand, skat)
    if never_loses_null(hand, skat):
        value = laid_open
    elif bid > plain:
        value = laid_open
        chance *= chance  # the defenders see every gap
    if bid > laid_open:
        return HOPELESS
    return chance * (value + 50) - (1 - chance) * (2 * value + 50)


@kernel(float64(STATE, int64, int64, int64, int64, int64, int64), inline=False)
def score_of(memory, hand, skat, contract, seat, taken, bid):
    """The expected score of a game with ten cards and a skat."""
    if contract == NULL:
        return null_score(memory, hand, skat, taken, bid)
    win, ninety = trump_chances(memory, hand, skat, contract, seat, taken, bid)
    levels = tops(hand | skat, contract) + 2 - taken
    return trump_score(win, min(win, ninety), levels, BASE[contract], bid)
