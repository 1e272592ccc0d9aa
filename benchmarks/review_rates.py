"""How often does a review blame whom?

Every agent plays with itself, and every seat is reviewed. Strong players should be blamed seldom, weak ones
often; what is left for the strong ones is what the review sees and they do not, and its own false alarms.

    python benchmarks/review_rates.py durak smart random --deals 10
"""

from __future__ import annotations

import argparse
import sys
from time import process_time

from kiebitz.lab.playing.match import record_text
from kiebitz.lab.review.judged import Judged
from kiebitz.lab.review.reviewing import review
from kiebitz.lab.runs.plan import match_plan
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from parts.document import Cell, Document, cell, show


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("game")
    made.add_argument("agents", nargs="+")
    made.add_argument("--deals", type=int, default=10)
    made.add_argument("--seed", type=int, default=21)
    return made


def measured(chosen: argparse.Namespace) -> Document:
    cells: dict[str, Cell] = {}
    for agent in chosen.agents:
        print(agent, file=sys.stderr, flush=True)
        cells |= {f"{agent} {what}": cell(value) for what, value in rates(chosen, agent).items()}
    return Document(cells, chosen.seed, {chosen.game: chosen.agents})


def rates(chosen: argparse.Namespace, agent: str) -> dict[str, float]:
    """What reviews say of an agent that plays with itself; the time is the processor's."""
    seats, judged = game(chosen.game).seats, list[Judged]()
    match = match_plan(chosen.game, [agent] * seats, chosen.deals, chosen.seed, "", "fixed").match
    records = [Record.read(record_text(match, match.play(deal, 0))) for deal in range(chosen.deals)]
    begin = process_time()
    for record in records:
        for seat in range(seats):
            judged += review(record, seat, seed=chosen.seed).judged
    seconds, units = process_time() - begin, chosen.deals * seats
    blamed = [one for one in judged if one.is_mistake]
    return {
        "decisions": len(judged),
        "blamed": len(blamed) / len(judged),
        "proofs": sum(one.knowable.by == "proof" for one in blamed),
        "loss": sum(one.knowable.loss for one in blamed) / units,
        "seconds": seconds / units,
    }


if __name__ == "__main__":
    show(parser(), measured)
