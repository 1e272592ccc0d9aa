"""Projections: a model seen through a few letters, above all through one card ("North has it", ...).

A projection throws together all worlds in which the letters agree. For each seat it keeps the sets of
nodes that the seat considers possible, in whatever world. Two nodes are linked for a seat if it cannot
tell some world of the one from some world of the other. Such links need not be transitive: North may in
one world waver between East and South, and in another between South and West. So a projection is for
looking; questions are put to the model itself, or to its contraction, where nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kiebitz.knowledge.formulas.formula import Letter
from kiebitz.knowledge.models.bisimulation import truths_as_classes
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.partitions import Classes
from kiebitz.knowledge.pictures.diagram import Diagram, Node, join_all
from kiebitz.sayings import Name, Saying, joined, say

Nodes = frozenset[int]


@dataclass(frozen=True)
class Projection:
    """Nodes with the worlds behind them, and for each seat the sets of nodes it may consider possible."""

    title: Saying | str
    seats: tuple[str, ...]
    labels: tuple[Saying | str, ...]
    worlds: tuple[int, ...]
    """How many worlds are behind each node; empty if that is not known."""
    sets: tuple[tuple[Nodes, ...], ...]
    actual: int | None = None
    here: tuple[Nodes, ...] = ()
    """What each seat considers possible in the actual world."""
    owners: tuple[str, ...] = ()
    """In the model of a card, the place that has it in each node; "" for nobody."""
    note: Saying | str = ""
    """What else is to be said, below the picture."""

    def linked(self, seat: int, first: int, second: int) -> bool:
        """Are there worlds behind the two nodes that the seat cannot tell apart?"""
        return any(first in nodes and second in nodes for nodes in self.sets[seat])

    def is_partition(self, seat: int) -> bool:
        """Are the seat's links an equivalence, as in the model itself?"""
        sets = self.sets[seat]
        return all(one == other or not one & other for one in sets for other in sets)

    @property
    def settled(self) -> Projection:
        """If there is only one node it is the actual one, and everybody knows."""
        if len(self.labels) != 1:
            return self
        return replace(self, actual=0, here=(frozenset([0]),) * len(self.seats))

    @property
    def graph(self) -> Diagram:
        nodes = []
        for i, text in enumerate(self.labels):
            note = worlds_behind(self.worlds[i]) if self.worlds else ""
            nodes.append(Node(text, note, i == self.actual))
        lines = dict.fromkeys(
            line for seat, sets in enumerate(self.sets) for one in sets for line in join_all(seat, one)
        )
        return Diagram(self.title, self.seats, tuple(nodes), tuple(lines), self.note or self._loose)

    def svg(self) -> str:
        """The picture as SVG."""
        return self.graph.svg()

    def dot(self) -> str:
        """The picture for Graphviz."""
        return self.graph.dot()

    @property
    def compass(self) -> Diagram:
        """The graph of a card with each seat in a place of its own, the first at the top, the next clockwise.

        So North is above, East to the right, South below and West to the left, even if some cannot have it.
        """
        if "" in self.owners or not self.owners:
            return self.graph
        others = [name for name in self.owners if name not in self.seats]
        places = [*self.seats, *others]
        return replace(self.graph, spots=tuple(map(places.index, self.owners)), ring=len(places))

    @property
    def _loose(self) -> Saying | str:
        loose = [name for seat, name in enumerate(self.seats) if not self.is_partition(seat)]
        if not loose:
            return ""
        who = joined(", ", (Name(name, "place") for name in loose))
        return say("A line of {who}: cannot tell some world of the one from some of the other.", who=who)


def worlds_behind(number: int) -> Saying:
    """What is noted of a node."""
    return say("{n:,} {n:world|worlds}", n=number)


def project(model: Model, letters: Iterable[str | Letter], title: Saying | str = "") -> Projection:
    """A model through some letters."""
    chosen = [model.read(letter) for letter in letters]
    truths = [model.truth(letter) for letter in chosen]
    nodes = truths_as_classes(model.size, truths)
    labels = list[Saying | str]()
    for world in np.unique(nodes, return_index=True)[1].tolist():
        true = [str(letter) for letter, truth in zip(chosen, truths, strict=True) if truth[world]]
        labels.append(", ".join(true) or say("none of these"))
    return group(model, nodes, labels, title)


def group(model: Model, nodes: Classes, labels: Sequence[Saying | str], title: Saying | str) -> Projection:
    """The projection that throws together worlds with the same node, numbered from 0."""
    width = len(labels)
    sets, here = [], []
    for row in model.classes:
        inside: dict[int, set[int]] = {}
        for pair in np.unique(row * width + nodes).tolist():
            inside.setdefault(pair // width, set()).add(pair % width)
        sets.append(distinct_sets(inside.values()))
        if model.actual is not None:
            here.append(frozenset(inside[int(row[model.actual])]))
    actual = None if model.actual is None else int(nodes[model.actual])
    worlds = tuple(np.bincount(nodes, minlength=width).tolist())
    return Projection(title, model.vocabulary.seats, tuple(labels), worlds, tuple(sets), actual, tuple(here))


def distinct_sets(sets: Iterable[Iterable[int]]) -> tuple[Nodes, ...]:
    return tuple(sorted({frozenset(nodes) for nodes in sets}, key=sorted))
