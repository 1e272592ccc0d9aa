# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Further features of a declarer's cards, suit by suit, and the linear function that refines the tables.

A cell of the winning tables holds hands that differ in what one ten more put away or one guard less would
change. Each further feature is a sum over suits, so its weight times its value can be written down beforehand
for every holding: refining a chance takes one look for each suit.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import float64, int64

from kiebitz.games.skat.tables import GRAND, JACKS
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE

SIDE_FEATURES = (
    "expected tricks", "tens of points put away", "lone ten", "ten with one guard", "lead kept",
    "tens of points at stake", "long cards", "lone loser",
)  # fmt: skip
"""Of a suit beside the trumps, by the cards held and those put away; besides, its pattern counts."""
LONGEST = 5  # longer suits have the pattern of this length
HIGH, HIGHEST = 7, 3  # ace, ten and king; ace and ten
VALUES = (11, 10, 4, 3, 0, 0, 0)  # from the ace down
SIDES, TRUMPS, ALL_TRUMPS = 128, 11, 2048
UNIT = 1000.0  # refinements are kept in thousandths of a logit
KINDS, AIMS = 2, 2  # suit games and Grand; to win and to make ninety
SIDE_WORDS = KINDS * AIMS * SIDES * SIDES  # by kind, aim, cards put away, cards held
TRUMP_WORDS = KINDS * AIMS * ALL_TRUMPS
WORDS = SIDE_WORDS + TRUMP_WORDS


def losing(own: int, gone: int, length: int) -> list[int]:
    """The places of own cards that can be matched with different higher cards that are missing."""
    found, free = [], 0
    for place in range(length):  # from the highest down
        if own >> place & 1:
            if free:
                found.append(place)
                free -= 1
        elif not gone >> place & 1:
            free += 1
    return found


@cache
def expected_tricks(own: int, gone: int) -> float:
    """Tricks of a suit played from the top without trumps, on average over all ways the rest may lie.

    A defender who can beats the card as cheaply as he can; the other throws his lowest.

    >>> expected_tricks(0b0000011, 0), expected_tricks(0b1000000, 0)
    (2.0, 0.0)
    """
    rest = 127 & ~(own | gone)
    ways, total, left = 0, 0, rest
    while True:
        ways += 1
        total += _tricks(own, left, rest ^ left)
        if not left:
            return total / ways
        left = (left - 1) & rest


def _tricks(own: int, left: int, right: int) -> int:
    taken = 0
    while own:
        card = own & -own
        own ^= card
        beats = [hand & (card - 1) for hand in (left, right)]
        if not any(beats):
            taken += 1
            left, right = _without_lowest(left), _without_lowest(right)
        elif beats[0]:
            left, right = left ^ _lowest_card(beats[0]), _without_lowest(right)
        else:
            left, right = _without_lowest(left), right ^ _lowest_card(beats[1])
    return taken


def _lowest_card(cards: int) -> int:
    return 1 << cards.bit_length() - 1


def _without_lowest(cards: int) -> int:
    return cards ^ _lowest_card(cards) if cards else 0


def side_features(own: int, gone: int) -> list[float]:
    """The further features of a suit beside the trumps; bit 0 is the ace.

    >>> dict(zip(SIDE_FEATURES, side_features(0b10, 0b1000)))["lone ten"]
    1.0
    """
    length, losers = own.bit_count(), losing(own, gone, 7)
    ten_at_risk = own & 2 and not (own | gone) & 1
    top = min((place for place in range(7) if not gone >> place & 1), default=7)
    return [
        expected_tricks(own, gone),
        sum(VALUES[place] for place in range(7) if gone >> place & 1) / 10,
        float(bool(ten_at_risk) and length == 1),
        float(bool(ten_at_risk) and length == 2),
        float(bool(own >> top & 1)),
        sum(VALUES[place] for place in losers) / 10,
        float(max(length - 3, 0)),
        float(length == 1 and bool(losers)),
    ]


def pattern(own: int, gone: int) -> tuple[int, int, int]:
    """What a suit looks like: its high cards, its length, what of ace and ten is away."""
    return own & HIGH, min(own.bit_count(), LONGEST), gone & HIGHEST


@cache
def patterns() -> dict[tuple[int, int, int], int]:
    """All patterns, numbered."""
    return {look: number for number, look in enumerate(sorted({pattern(*pair) for pair in _holdings()}))}


def _holdings() -> list[tuple[int, int]]:
    """All that can be held of a suit together with at most two cards of it put away."""
    return [(own, gone) for gone in range(SIDES) if gone.bit_count() <= 2 for own in range(SIDES)
            if not own & gone]  # fmt: skip


def trump_features(own: int) -> list[float]:
    """The further features of the trumps: losing ones, high ones, each card; bit 0 is the jack of clubs."""
    high = 0
    while own >> high & 1:
        high += 1
    return [float(len(losing(own, 0, TRUMPS))), float(high), *(float(own >> i & 1) for i in range(TRUMPS))]


@cache
def all_side_features() -> Any:
    """By feature, cards put away and cards held: the named ones, then the patterns."""
    table = np.zeros((len(SIDE_FEATURES) + len(patterns()), SIDES, SIDES))
    for own, gone in _holdings():
        table[: len(SIDE_FEATURES), gone, own] = side_features(own, gone)
        table[len(SIDE_FEATURES) + patterns()[pattern(own, gone)], gone, own] = 1.0
    return table


@cache
def all_trump_features() -> Any:
    """By feature and trumps held: the named ones, then single cards."""
    return np.array([trump_features(own) for own in range(ALL_TRUMPS)]).T


def refinement_words(side_weights: Any, trump_weights: Any) -> Any:
    """The refinement of every holding, from weights by kind, aim and feature."""
    sides = np.tensordot(side_weights, all_side_features(), axes=1)
    trumps = np.tensordot(trump_weights, all_trump_features(), axes=1)
    return np.rint(UNIT * np.concatenate([sides.ravel(), trumps.ravel()])).astype(np.int64)


@kernel(float64(STATE, int64, int64, int64, int64, int64))
def refinement_of(memory, at, hand, skat, contract, aim):
    """The refinement of a chance in logits; ``at`` is where the words are in the memory."""
    kind = 1 if contract == GRAND else 0
    part = kind * AIMS + aim
    trumps = hand & JACKS
    if contract < GRAND:
        trumps |= ((hand >> (4 + 7 * contract)) & 127) << 4
    total = memory[at + SIDE_WORDS + part * ALL_TRUMPS + trumps]
    for suit in range(4):
        if suit != contract:
            own = (hand >> (4 + 7 * suit)) & 127
            gone = (skat >> (4 + 7 * suit)) & 127
            total += memory[at + part * SIDES * SIDES + (gone << 7 | own)]
    return total / UNIT
