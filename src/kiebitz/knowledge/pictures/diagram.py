"""A model as a picture wants it: nodes and lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from kiebitz.sayings import Saying

CLIQUE = 4
"""In classes up to this size every two worlds are joined; in larger ones a ring of lines joins all."""


@dataclass(frozen=True)
class Node:
    """A world, or several in one."""

    label: Saying | str
    note: Saying | str = ""
    is_actual: bool = False


@dataclass(frozen=True)
class Line:
    """Two nodes that a seat cannot tell apart, by number."""

    first: int
    second: int
    seat: int


@dataclass(frozen=True)
class Diagram:
    """Worlds and who cannot tell them apart, ready to be drawn."""

    title: Saying | str
    seats: tuple[str, ...]
    nodes: tuple[Node, ...]
    lines: tuple[Line, ...]
    note: Saying | str = ""
    spots: tuple[int, ...] = ()
    """Where each node is drawn on a ring with ``ring`` places, clockwise from the top; () spreads them."""
    ring: int = 0

    def spot(self, node: int) -> tuple[int, int]:
        """The place of a node, and how many places there are."""
        return (self.spots[node], self.ring) if self.spots else (node, len(self.nodes))

    def svg(self) -> str:
        """The picture as SVG."""
        from kiebitz.knowledge.pictures.svg import svg

        return svg(self)

    def dot(self) -> str:
        """The picture for Graphviz."""
        from kiebitz.knowledge.pictures.dot import dot

        return dot(self)

    @property
    def initials(self) -> tuple[str, ...]:
        """A short sign for each seat: its first letter, or its last word where first letters are shared."""
        first = [seat[0] for seat in self.seats]
        return (
            tuple(first) if len(set(first)) == len(first) else tuple(seat.split()[-1] for seat in self.seats)
        )


def join_all(seat: int, nodes: Iterable[int]) -> Iterator[Line]:
    """Lines that show a class: all pairs, or a ring if there are many."""
    members = sorted(nodes)
    if len(members) <= CLIQUE:
        pairs = list(combinations(members, 2))
    else:
        pairs = [(members[i - 1], members[i]) for i in range(len(members))]
    for first, second in pairs:
        yield Line(min(first, second), max(first, second), seat)
