"""What Schnapsen brings to the lab: a published comparison that is played again to the last game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from kiebitz.lab.bench import Bench, Demo

if TYPE_CHECKING:
    from kiebitz.lab.reduction.values import Values


class SchnapsenBench(Bench):
    puzzle_players = "rdeep"
    puzzle_solvers = ("bully", "flat:playouts=5", "rdeep", "flat:playouts=60")
    demo = Demo(("pu-afro", "rdeep"), 500)

    @cached_property
    def values(self) -> Values:
        from kiebitz.games.schnapsen.lab.values import VALUES

        return VALUES

    @property
    def exact(self) -> Mapping[str, str]:
        return {"schnapsen-pu": "lab.exact:PublishedComparison"}
