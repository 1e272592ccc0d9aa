"""From a model to a picture with few enough nodes: contracted if that suffices, else projected."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from kiebitz.knowledge.formulas.formula import Letter
from kiebitz.knowledge.models.bisimulation import Contraction, contract
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.pictures.diagram import Diagram, Line, Node, join_all
from kiebitz.knowledge.pictures.projection import project, worlds_behind
from kiebitz.sayings import Saying, say

MOST = 36
"""The most nodes that a contraction is drawn with."""


def picture(
    model: Model, letters: Iterable[str | Letter], title: Saying | str = "", most: int = MOST
) -> Diagram:
    """A model as a graph; its note says what was merged."""
    chosen = list(letters)
    small = contract(model, chosen)
    if small.model.size <= most:
        return draw_contraction(small, title)
    graph = project(model, chosen, title).graph
    note = say(
        "The contraction has {n:,} nodes, so worlds are merged by these letters alone: "
        "a line joins nodes if some of their worlds cannot be told apart.",
        n=small.model.size,
    )
    return Diagram(graph.title, graph.seats, graph.nodes, graph.lines, note)


def draw_contraction(small: Contraction, title: Saying | str = "") -> Diagram:
    """One node for each block of worlds that no formula over the letters tells apart."""
    model, nodes, lines = small.model, list[Node](), list[Line]()
    for node, size in enumerate(small.sizes):
        note = worlds_behind(size) if size > 1 else ""
        nodes.append(Node(model.describe(node), note, bool(model.points[node]) and not model.points.all()))
    for seat, row in enumerate(model.classes):
        for number in np.unique(row).tolist():
            lines += join_all(seat, np.flatnonzero(row == number).tolist())
    merged = say(
        "{n:,} worlds in {nodes:,} nodes; merged worlds satisfy the same formulas.",
        n=small.whole.size,
        nodes=model.size,
    )
    note = merged if max(small.sizes) > 1 else ""
    return Diagram(title, model.vocabulary.seats, tuple(nodes), tuple(lines), note)
