"""Bisimulation: the smallest model that agrees with a model on all formulas about chosen letters.

Worlds with the same letters are split until in each block every seat considers worlds of the same blocks
possible. One node for each block is left; no formula over the letters can tell the difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kiebitz.knowledge.formulas.formula import Letter
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.partitions import Classes, label, meet
from kiebitz.knowledge.models.valuations import Bits, Facts, Worlds


@dataclass(frozen=True, eq=False)
class Contraction:
    """A contracted model and what was merged."""

    model: Model
    whole: Model
    nodes: Classes
    """The node of each world of the whole model."""

    @property
    def sizes(self) -> list[int]:
        """How many worlds each node stands for."""
        sizes: list[int] = np.bincount(self.nodes, minlength=self.model.size).tolist()
        return sizes

    def shared(self, node: int) -> str:
        """What all worlds behind a node have in common."""
        worlds, valuation = self.nodes == node, self.whole.valuation
        if isinstance(valuation, Worlds):
            same = np.bitwise_and.reduce(valuation.masks[worlds], axis=0)
            return str(Worlds(valuation.vocabulary, same[np.newaxis]).describe(0))
        assert isinstance(valuation, Facts)
        return ", ".join(str(letter) for letter, column in valuation.columns.items() if column[worlds].all())

    def __str__(self) -> str:
        lines = [f"{self.whole.size:,} worlds in {self.model.size:,} nodes"]
        for node, size in enumerate(self.sizes):
            common = self.shared(node) or "nothing"
            lines.append(f"  {self.model.describe(node)}: {size:,} worlds, all with {common}")
        return "\n".join(lines)


def contract(model: Model, letters: Iterable[str | Letter]) -> Contraction:
    """The contraction of a model for formulas about some letters.

    >>> model = Model.of_facts(["a", "b"], {"Ann": ["a"], "Bob": []})
    >>> print(contract(model, ["a"]))
    4 worlds in 2 nodes
      a: 2 worlds, all with a
      nothing: 2 worlds, all with nothing
    """
    chosen = [model.read(letter) for letter in letters]
    truths = {letter: model.truth(letter) for letter in chosen if isinstance(letter, Letter)}
    blocks = stable(truths_as_classes(model.size, truths.values()), model.classes)
    _, first = np.unique(blocks, return_index=True)
    columns: dict[Letter, Bits] = {letter: truth[first] for letter, truth in truths.items()}
    classes = np.array([signatures(row, blocks)[row][first] for row in model.classes])
    points = np.zeros(len(first), np.bool_)
    points[blocks[model.points]] = True
    small = Model(model.vocabulary, Facts(columns, len(first)), classes, points)
    return Contraction(small, model, blocks)


def truths_as_classes(size: int, truths: Iterable[Bits]) -> Classes:
    """Worlds together where all truth values agree; those where the first is true come first."""
    return label(meet([np.zeros(size, np.int64), *((~truth).astype(np.int64) for truth in truths)]))


def stable(blocks: Classes, partitions: npt.NDArray[np.int64]) -> Classes:
    """Split blocks until every seat sees the same blocks from all worlds of a block."""
    while True:
        views = [signatures(row, blocks)[row] for row in partitions]
        finer = label(meet([blocks, *views]))
        if finer.max(initial=0) == blocks.max(initial=0):
            return blocks
        blocks = finer


def signatures(classes: Classes, blocks: Classes) -> Classes:
    """For each class a number that stands for the set of blocks in it: equal sets, equal numbers."""
    width = int(blocks.max(initial=0)) + 1
    pairs = np.unique(classes * width + blocks)
    owners, members = pairs // width, pairs % width
    present, starts = np.unique(owners, return_index=True)
    known: dict[bytes, int] = {}
    numbers = np.zeros(int(classes.max(initial=0)) + 1, np.int64)
    for owner, inside in zip(present.tolist(), np.split(members, starts[1:]), strict=True):
        numbers[owner] = known.setdefault(inside.tobytes(), len(known))
    return numbers
