"""What Skat brings to the lab: declarers and contracts, games that begin from recorded ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from kiebitz.kernel.vectors import Vector
from kiebitz.lab.bench import Bench, Demo

if TYPE_CHECKING:
    from kiebitz.lab.experiments.page_section import PageSection
    from kiebitz.lab.playing.openings import Opener
    from kiebitz.lab.reduction.values import Values
    from kiebitz.lab.report.measures import Played
    from kiebitz.lab.report.tabular import Tabular
    from kiebitz.lab.results.quantities import Quantity


class SkatBench(Bench):
    puzzle_players = "xskat-like"
    puzzle_solvers = ("flat:playouts=5", "xskat-like", "flat:playouts=60", "pimc:worlds=5")
    demo = Demo(("xskat-like", "xskat-like", "random"), 1_000, commands=("puzzle skat --seed 1",))

    def tables(self, games: Mapping[str, Played]) -> list[Tabular]:
        from kiebitz.games.skat.lab.measures import contracts, roles

        return [roles(games), contracts(games)]

    @cached_property
    def quantities(self) -> Mapping[str, Quantity]:
        from kiebitz.games.skat.lab.declarers import QUANTITIES

        return QUANTITIES

    @cached_property
    def openings(self) -> Mapping[str, Opener]:
        from kiebitz.games.skat.lab.openings import contract, discards

        return {"contract": contract, "discards": discards}

    def opens(self, end: Vector) -> bool:
        from kiebitz.games.skat.lab.openings import is_trump_game

        return is_trump_game(end)

    @cached_property
    def values(self) -> Values:
        from kiebitz.games.skat.lab.values import VALUES

        return VALUES

    @cached_property
    def page_sections(self) -> Mapping[str, type[PageSection]]:
        from kiebitz.games.skat.lab.breakdown import Breakdown

        return {"breakdown": Breakdown}
