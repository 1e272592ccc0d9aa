"""Verifying a run: play stored games again and see whether they come out the same."""

from __future__ import annotations

from kiebitz.lab.match import Block, play_block
from kiebitz.lab.run import Run


def verify(run: Run, sample: int = 0) -> tuple[int, list[str]]:
    """How many games were played again, and the keys of those that differ (plan/deal/line-up)."""
    checked, wrong = 0, []
    for number, plan in enumerate(run.plans):
        match = plan.match
        units = list(run.ledger.units(number, plan.deals))
        step = max(1, len(units) * len(run.plans) // sample) if sample else 1
        for deal, lineup, points, _, loser, _, _ in units[::step]:
            again = play_block(match, Block(lineup, deal, 1))
            checked += 1
            same = again.points[0].tolist() == points.tolist() and int(again.losers[0]) == loser
            if not same:
                wrong.append(f"{number}/{deal}/{lineup}")
    return checked, wrong
