"""What Durak brings to the lab: bouts in tables and protocols, and the rule of a published tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kiebitz.lab.bench import Bench, Demo
from kiebitz.sayings import Saying, say

if TYPE_CHECKING:
    from kiebitz.lab.reduction.values import Values
    from kiebitz.lab.report.measures import Played
    from kiebitz.lab.report.tabular import Tabular
    from kiebitz.lab.results.quantities import Quantity
    from kiebitz.lab.results.result import Result
    from kiebitz.lab.runs.stopping import StoppingRule
    from kiebitz.rules.values import State


class DurakBench(Bench):
    puzzle_players = "smart"
    puzzle_solvers = ("greedy", "smart", "flat:playouts=10", "mcts:limit=20,samples=5")
    demo = Demo(("smart", "greedy"), 5_000)

    def tables(self, games: Mapping[str, Played]) -> list[Tabular]:
        from kiebitz.games.durak.lab.measures import bouts_table

        return [bouts_table(self.game.measures, games)]

    @cached_property
    def quantities(self) -> Mapping[str, Quantity]:
        from kiebitz.games.durak.lab.openings import DEAR_OPENINGS

        return {"dear_openings": DEAR_OPENINGS}

    def averages(self, result: Result) -> Iterable[Saying]:
        bouts = float(result.measures[:, :, :, self.game.measures.index("bouts")].mean())
        return [say("{n:.2f} moves a bout", n=float(result.plies.mean()) / bouts)] if bouts else []

    def summary(self, measures: Any) -> Iterable[Saying]:
        bouts = int(measures[0, self.game.measures.index("bouts")])
        return [say("{n} {n:bout|bouts}", n=bouts)]

    def told(self, before: State, after: State) -> Iterable[Saying]:
        from kiebitz.games.durak.telling import bout_end

        return bout_end(before, after)

    @cached_property
    def values(self) -> Values:
        from kiebitz.games.durak.lab.values import VALUES

        return VALUES

    @cached_property
    def stopping(self) -> Mapping[str, StoppingRule]:
        from kiebitz.games.durak.lab.published import PublishedRule

        return {"published": PublishedRule()}
