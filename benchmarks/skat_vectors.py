"""Does one plan for many worlds win more games for the declarer of Skat than averages do?

    python benchmarks/skat_vectors.py --deals 2000 --seed 1

One agent bids, puts away and names the game, and another plays the declarer's first cards. From seven cards
in hand on, each declarer goes on by itself, against the same two defenders; every seat draws the same random
numbers each time. Wins are compared deal by deal, and
the processor time of the declarers' decisions is counted. By trick: how often the card is another than the
first declarer would play in the same position.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from math import sqrt
from time import process_time

import numpy as np

from kiebitz.agents.base import Policy
from kiebitz.agents.registry import contestant
from kiebitz.games.skat import rules as r
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import PHASE, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game

SKAT = game("skat")
SHARED = 3  # tricks that are the same for all declarers: before, searches with open cards have little to say


class Player:
    """A policy with a memory of its own, and how long it has thought."""

    def __init__(self, spec: str) -> None:
        policy = contestant(spec, SKAT).policy
        assert isinstance(policy, Policy)
        self.spec, self.kernel, self.memory = spec, policy.kernel, policy.memory.copy()
        self.seconds, self.decisions = 0.0, 0
        self.view = np.zeros(WORDS, np.int64)

    def move(self, s: Vector, rng: Vector) -> int:
        SKAT.kernels.observe(s, s[TURN], self.view)
        start = process_time()
        code = int(self.kernel(self.view, self.memory, rng))
        self.seconds += process_time() - start
        self.decisions += 1
        return code


def streams(seed: int, number: int) -> list[Vector]:
    return [Stream.named("vectors", seed, number, seat).word for seat in range(3)]


def played(start: Vector, declarer: Player, defender: Player, seed: int, number: int, by: Counter[int] | None,
           averages: Player | None) -> bool:  # fmt: skip
    """Does the declarer win? Where ``by`` counts, also how often averages would have played another card."""
    s, words = start.copy(), streams(seed, number)
    while s[TURN] >= 0:
        seat = int(s[TURN])
        moves = int(r.legal(s))
        if moves & (moves - 1) == 0:
            code = moves.bit_length() - 1
        elif seat != s[r.DECLARER]:
            code = defender.move(s, words[seat])
        else:
            before = words[seat].copy()
            code = declarer.move(s, words[seat])
            if by is not None and averages is not None:
                trick = int(s[r.TRICKS] + s[r.TRICKS + 1])
                by[trick + 100] += 1
                by[trick] += averages.move(s, before) != code
        SKAT.kernels.play(s, code)
    return bool(s[r.SCORE] > 0)


def begun(bidder: Player, first: Player, defender: Player, seed: int, number: int) -> Vector | None:
    """A deal until the declarers take over, None if everybody passes or all is decided by then."""
    s, words = SKAT.deal(f"vectors {seed} {number}").vector.copy(), streams(seed + 1000, number)
    while s[TURN] >= 0 and (s[PHASE] != r.CARD_PLAY or s[r.TRICKS] + s[r.TRICKS + 1] < SHARED):
        seat = int(s[TURN])
        who = bidder if s[PHASE] != r.CARD_PLAY else first if seat == s[r.DECLARER] else defender
        SKAT.kernels.play(s, who.move(s, words[seat]))
    return s if s[TURN] >= 0 else None


def compare(arguments: argparse.Namespace) -> dict[str, object]:
    bidder, first, defender = Player(arguments.bidder), Player(arguments.first), Player(arguments.defender)
    declarers = [Player(spec) for spec in arguments.declarers]
    averages, by = Player(arguments.declarers[0]), [Counter[int]() for _ in declarers]
    wins: list[list[bool]] = []
    number = 0
    while len(wins) < arguments.deals:
        start = begun(bidder, first, defender, arguments.seed, number)
        number += 1
        if start is None:
            continue
        row = []
        for place, declarer in enumerate(declarers):
            counted = by[place] if place and len(wins) < arguments.differ else None
            row.append(played(start, declarer, defender, arguments.seed, number, counted, averages))
        wins.append(row)
        if len(wins) % 100 == 0:
            print(json.dumps(report(declarers, wins, by)), file=sys.stderr, flush=True)
    return report(declarers, wins, by)


def report(declarers: list[Player], wins: list[list[bool]], by: list[Counter[int]]) -> dict[str, object]:
    """What has been found so far."""
    table = np.array(wins, np.float64)
    return {"deals": len(wins), "declarers": [
        {
            "agent": each.spec,
            "wins": round(100 * table[:, i].mean(), 2),
            "ms": round(1e3 * each.seconds / each.decisions, 2),
            "gain": round(100 * (table[:, i] - table[:, 0]).mean(), 2),
            "error": round(100 * (table[:, i] - table[:, 0]).std() / sqrt(len(wins)), 2),
            "better": int((table[:, i] > table[:, 0]).sum()),
            "worse": int((table[:, i] < table[:, 0]).sum()),
            "differs": {str(t + 1): [by[i][t], by[i][t + 100]] for t in range(10) if by[i][t + 100]},
        }
        for i, each in enumerate(declarers)
    ]}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=2000, help="deals that are played")
    parser.add_argument("--differ", type=int, default=200, help="deals in which differing cards are counted")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bidder", default="xskat-like")
    parser.add_argument("--first", default="pimc", help="plays the declarer's cards of the first tricks")
    parser.add_argument("--defender", default="instinct")
    parser.add_argument(
        "declarers", nargs="*", default=["pimc", "alphamu"], help="the first is compared with"
    )
    print(json.dumps(compare(parser.parse_args()), indent=1))


if __name__ == "__main__":
    main()
