"""What Hearts brings to the lab: how often somebody took the queen, and shot the moon."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from kiebitz.lab.bench import Bench, Demo
from kiebitz.sayings import say

if TYPE_CHECKING:
    from kiebitz.lab.report.measures import Played
    from kiebitz.lab.report.tabular import Tabular
    from kiebitz.lab.results.quantities import Quantity

QUEENS, MOONS = 1, 2  # the places of the measures


class HeartsBench(Bench):
    """Hearts in reports."""

    demo = Demo(("careful", "random", "random", "random"), 200)

    def tables(self, games: Mapping[str, Played]) -> list[Tabular]:
        from kiebitz.lab.report.measures import means, rate
        from kiebitz.lab.report.tabular import Cell, table

        rows = [
            [Cell(agent), rate(own.measures[:, QUEENS] > 0), rate(own.measures[:, MOONS] > 0)]
            for agent, own in games.items()
        ]
        columns = [("agent", say("agent")), ("queen", say("took the queen")), ("moon", say("shot the moon"))]
        caption = say("Units in which an agent took the queen of spades, and shot the moon.")
        return [means(self.game.measures, games), table("moons", caption, columns, rows)]

    @cached_property
    def quantities(self) -> Mapping[str, Quantity]:
        from kiebitz.lab.results.quantities import Quantity

        return {"moons": Quantity(lambda result, agent: result.measures[:, :, :, MOONS].sum(axis=2))}
