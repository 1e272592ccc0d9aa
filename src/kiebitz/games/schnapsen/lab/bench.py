"""What Schnapsen brings to the lab: a published comparison that is played again to the last game."""

from __future__ import annotations

from collections.abc import Mapping

from kiebitz.lab.bench import Bench, Demo


class SchnapsenBench(Bench):
    puzzle_players = "rdeep"
    puzzle_solvers = ("bully", "flat:playouts=5", "rdeep", "flat:playouts=60")
    demo = Demo(("pu-afro", "rdeep"), 500)

    @property
    def exact(self) -> Mapping[str, str]:
        return {"schnapsen-pu": "lab.exact:PublishedComparison"}
