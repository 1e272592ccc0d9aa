"""Counting worlds in whole numbers of any size: for counts that a float cannot hold exactly.

The programme of ``kernel/worlds.py``, but group by group instead of card by card: cards that may lie in
the same places are counted together, a place takes some number of a group, and which ones is a binomial.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import comb


def count_exactly(cards: Sequence[int], room: Sequence[int]) -> int:
    """The number of worlds of a problem: masks and rooms, one a place.

    >>> count_exactly([0b111, 0b011], [1, 2])
    1
    >>> count_exactly([(1 << 40) - 1] * 4, [10] * 4) == 4705360871073570227520
    True
    """
    joint, shares = _join(cards, room)
    groups = Counter(_places(joint, card) for card in _members(joint))
    steps = _steps(groups)

    @cache
    def ways(step: int, left: tuple[int, ...]) -> int:
        """The ways to go on when the places have this much room left: cards of the step's group go to its
        place, those left over to its later places."""
        if step == len(steps):
            return 1
        place, later, is_last = steps[step]
        rest = sum(left) - later
        takes = range(rest, rest + 1) if is_last else range(rest + 1)
        return sum(
            comb(rest, n) * ways(step + 1, (*left[:place], left[place] - n, *left[place + 1 :]))
            for n in takes
            if n <= left[place]
        )

    if sum(joint.values()) != sum(groups.values()):
        return 0
    return shares * ways(0, tuple(joint.values()))


def _join(cards: Sequence[int], room: Sequence[int]) -> tuple[dict[int, int], int]:
    """Places that may hold the same cards joined into one, by mask; the ways to share its cards out."""
    joint: dict[int, int] = {}
    shares = 1
    for mask, size in zip(cards, room, strict=True):
        if size:
            joint[mask] = joint.get(mask, 0) + size
            shares *= comb(joint[mask], size)
    return joint, shares


def _members(joint: dict[int, int]) -> list[int]:
    """All cards of a problem."""
    union = 0
    for mask in joint:
        union |= mask
    return [card for card in range(union.bit_length()) if union >> card & 1]


def _places(joint: dict[int, int], card: int) -> tuple[int, ...]:
    """The joint places that may hold a card, by number."""
    return tuple(number for number, mask in enumerate(joint) if mask >> card & 1)


def _steps(groups: Counter[tuple[int, ...]]) -> list[tuple[int, int, bool]]:
    """Group by group, place by place: the place, how many cards are in later groups, is it the last?"""
    steps, later = [], sum(groups.values())
    for places, size in groups.items():
        later -= size
        steps += [(place, later, place == places[-1]) for place in places]
    return steps
