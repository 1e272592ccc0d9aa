"""Counting worlds in whole numbers of any size: for counts that a float cannot hold exactly.

The programme of ``kernel/worlds.py``, but group by group instead of card by card: cards that may lie in
the same places are counted together, a place takes some number of a group, and which ones is a binomial.
Where there are more places than groups it goes place by place: a deal of groups to places and one of places
to groups are the same table of numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import comb, factorial, prod


def count_exactly(cards: Sequence[int], room: Sequence[int]) -> int:
    """The number of worlds of a problem: masks and rooms, one a place.

    >>> count_exactly([0b111, 0b011], [1, 2])
    1
    >>> count_exactly([(1 << 40) - 1] * 4, [10] * 4) == 4705360871073570227520
    True
    """
    joint, shares = _join(cards, room)
    groups = Counter(_places(joint, card) for card in _members(joint))
    sizes, rooms = tuple(groups.values()), tuple(joint.values())
    if sum(sizes) != sum(rooms):
        return 0
    if prod(size + 1 for size in sizes) >= prod(size + 1 for size in rooms):
        return shares * _fill(list(groups), sizes, rooms)
    takers = [tuple(n for n, homes in enumerate(groups) if place in homes) for place in range(len(rooms))]
    number = shares * _fill(takers, rooms, sizes)
    return number * prod(map(factorial, sizes)) // prod(map(factorial, rooms))


def _fill(homes: Sequence[tuple[int, ...]], sizes: Sequence[int], room: tuple[int, ...]) -> int:
    """The ways to put groups, each with its size and the places where it may go, into places with some room.

    >>> _fill([(0, 1), (0,)], [2, 1], (2, 1))
    2
    """
    steps = _steps(homes, sizes)

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

    return ways(0, room) if all(homes) else 0


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


def _steps(homes: Sequence[tuple[int, ...]], sizes: Sequence[int]) -> list[tuple[int, int, bool]]:
    """Group by group, place by place: the place, how many cards are in later groups, is it the last?"""
    steps, later = [], sum(sizes)
    for places, size in zip(homes, sizes, strict=True):
        later -= size
        steps += [(place, later, place == places[-1]) for place in places]
    return steps
