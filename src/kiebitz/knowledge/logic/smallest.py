"""Cores: how little is enough? Parts of a list that suffice for something, as small as can be.

Whatever has a sufficient part should be sufficient itself. Where the test sometimes fails to see that,
the answers are still sufficient, but may be larger than need be.
"""

from __future__ import annotations

from collections.abc import Callable

Sufficiency = Callable[[list[int]], bool]


def minimal(numbers: list[int], suffices: Sufficiency) -> list[int]:
    """A part of a sufficient list from which nothing can be taken away; the last ones go first.

    >>> minimal([5, 1, 4, 2], lambda some: sum(some) >= 6)
    [5, 1]
    """
    kept = list(numbers)
    for number in reversed(numbers):
        without = [other for other in kept if other != number]
        if suffices(without):
            kept = without
    return kept


def smallest(size: int, suffices: Sufficiency) -> list[int]:
    """The sufficient numbers below ``size``, as few as possible, and among these the lowest; in order.

    >>> smallest(6, lambda some: sum(some) >= 8)
    [3, 5]

    Every set that is not sufficient, filled up as long as it is not, shows numbers outside it of which at
    least one is needed. The smallest set that hits all that were shown is tried next.
    """
    from pysat.examples.hitman import Hitman

    weights = {number: size * size + number for number in range(size)}  # a number more costs most
    with Hitman(htype="rc2", solver="m22") as hitman:
        chosen: list[int] = []
        while not suffices(chosen):
            lacking = list(chosen)
            for number in range(size):
                if number not in chosen and not suffices([*lacking, number]):
                    lacking.append(number)
            missing = [number for number in range(size) if number not in lacking]
            if not missing:
                return lacking
            hitman.hit(missing, weights=weights)
            chosen = sorted(hitman.get())
        return chosen
