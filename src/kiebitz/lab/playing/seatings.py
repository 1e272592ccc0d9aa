"""Who sits where: the seatings in which a deal is played again."""

from __future__ import annotations

from itertools import permutations

from kiebitz.errors import UnknownName

SEATINGS = ("rotate", "all", "fixed", "mirror")


def seatings(kind: str, seats: int) -> tuple[tuple[int, ...], ...]:
    """Each seating says for every seat which agent sits there.

    >>> seatings("rotate", 3)
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    >>> seatings("mirror", 4)
    ((0, 1, 2, 3), (3, 2, 1, 0))
    """
    order = tuple(range(seats))
    match kind:
        case "fixed":
            return (order,)
        case "rotate":
            return tuple(order[turn:] + order[:turn] for turn in order)
        case "mirror":
            return (order, order[::-1])
        case "all":
            return tuple(permutations(order))
    raise UnknownName("kind of seating", kind, SEATINGS)
