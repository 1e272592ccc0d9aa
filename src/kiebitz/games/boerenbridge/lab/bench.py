"""What Boerenbridge brings to the lab."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kiebitz.lab.bench import Bench, Demo

if TYPE_CHECKING:
    from kiebitz.lab.reduction.values import Values

POSITION = """\
game: boerenbridge
options: schedule=3
deal: AH QD KS | KH KD QC | QH AD AS | AC KC QS |  | trump=S opener=0
moves: 1 1 0 2 AH KH QH AC
"""
"""West could not follow hearts."""


class BoerenbridgeBench(Bench):
    puzzle_players = "full-kripke"
    puzzle_solvers = ("greedy", "flat:playouts=5", "full-kripke", "flat:playouts=60")
    demo = Demo(
        ("full-kripke", "greedy-kripke", "greedy", "random"),
        2_500,
        record=POSITION,
        commands=(
            "know {record} --seat North",
            "know {record} --sets",
            "reproduce boerenbridge-table6 --deals 500",
        ),
    )

    @cached_property
    def values(self) -> Values:
        from kiebitz.games.boerenbridge.lab.values import VALUES

        return VALUES
