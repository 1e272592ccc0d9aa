# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The published guessing rule: how good is the hand beside the average of the round's cards?

A card is worth its rank, two = 0 to ace = 12, a trump 13 more. The ratio of the hand's mean to that of
all cards in the round decides: below a threshold no trick, below 1.1 a quarter of the tricks, below 1.3
half of them, else all.
"""

from __future__ import annotations

from numba import int64

from kiebitz.games.boerenbridge.rules import suit_cards
from kiebitz.kernel.bits import count, lowest
from kiebitz.kernel.jit import kernel

RANKS = 13
MILLION = 1_000_000
QUARTER, HALF = 1.1, 1.3  # the ratios up to which a quarter or half of the tricks is guessed


@kernel
def worth(cards, trumps):
    """The sum of the cards' values."""
    total = RANKS * count(cards & trumps)
    for suit in range(4):
        held = cards & suit_cards(suit)
        while held != 0:
            total += lowest(held) - suit * RANKS
            held &= held - 1
    return total


@kernel(int64(int64, int64, int64, int64))
def rule_guess(hand, cards, trumps, threshold):
    """What the rule guesses for a hand; ``threshold`` in millionths, ``cards`` are all of the round.

    The ratio is rounded as the published program rounds it: it decides hands that are just at 0.8.
    """
    size, average = count(hand), worth(cards, trumps) / count(cards)
    ratio = worth(hand, trumps) / size / average if average > 0.0 else 0.0
    if ratio < threshold / MILLION:
        return 0
    if ratio < QUARTER:
        return size // 4
    return size // 2 if ratio < HALF else size
