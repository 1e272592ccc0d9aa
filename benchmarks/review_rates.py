"""How often does a review blame whom? ``python benchmarks/review_rates.py GAME DEALS AGENT...``

Every agent plays with itself, and every seat is reviewed. Strong players should be blamed seldom, weak ones
often; what is left for the strong ones is what the review sees and they do not, and its own false alarms.
"""

from __future__ import annotations

import sys
from time import perf_counter

from kiebitz.lab.playing.match import record_text
from kiebitz.lab.review.judged import Judged
from kiebitz.lab.review.reviewing import review
from kiebitz.lab.runs.plan import match_plan
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game

SEED = 21


def main(name: str, deals: int, agents: list[str]) -> None:
    seats = game(name).seats
    for agent in agents:
        match = match_plan(name, [agent] * seats, deals, SEED, "", "fixed").match
        records = [Record.read(record_text(match, match.play(deal, 0))) for deal in range(deals)]
        begin, judged = perf_counter(), list[Judged]()
        for record in records:
            for seat in range(seats):
                judged += review(record, seat, seed=SEED).judged
        seconds = (perf_counter() - begin) / (deals * seats)
        blamed = [one for one in judged if one.is_mistake]
        proofs = sum(one.knowable.by == "proof" for one in blamed)
        loss = sum(one.knowable.loss for one in blamed) / (deals * seats)
        print(
            f"{name} {agent}: {len(judged)} decisions, {len(blamed) / len(judged):.1%} blamed, "
            f"{proofs} by proof, loss {loss:.2f} a seat and unit, {seconds:.1f} s a review",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
