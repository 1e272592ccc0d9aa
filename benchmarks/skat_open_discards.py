"""Would Skat players discard better by open cards? What their discards lose by that measure, and by play.

    python benchmarks/skat_open_discards.py

Instinct chooses a game and a discard. That and the best ten by the tables are solved with open cards and
played out, all in the same fresh worlds: one half of them finds the best discard with open cards, the other
half compares it with the chosen one. Standard errors are over hands.
"""

from __future__ import annotations

import argparse
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np

from kiebitz.agents.registry import contestant
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding import bidding, choosing
from kiebitz.games.skat.search.open_cards.problem import OpenPosition
from kiebitz.games.skat.search.open_cards.solver import Solver
from kiebitz.games.skat.tables import NULL
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND
from kiebitz.kernel.vectors import Vector
from parts.document import Document, cell, show
from skat_choices import SKAT, TRIED, after, dealt, decided

SEED = "open discards"
PLAYER = "instinct"
WORLDS = 80


class Compared(NamedTuple):
    """The best discard with open cards against the chosen one."""

    other: float
    """Is it another one?"""
    open_games: float
    """How many more games it wins with open cards,"""
    games: float
    """and played out,"""
    points: float
    """and how many points more it brings then."""


def compared(memory: Vector, cards: int, contract: int, chosen: int, rng: Stream) -> Compared:
    found, solver = np.zeros(TRIED, np.int64), Solver()
    bidding.best_discards(memory, cards, contract, 0, 0, found)
    pairs = list(dict.fromkeys([chosen, *(int(pair) for pair in found if pair)]))
    won, scores = np.zeros((len(pairs), WORLDS)), np.zeros((len(pairs), WORLDS))
    for world in range(WORLDS):
        begin = after(dealt(cards & ~chosen, chosen, rng), r.PASS, r.PASS, 0, 0)
        others, start = (int(begin[HAND + 1]), int(begin[HAND + 2])), int(rng.word[0]) & 0xFFFFFFFF
        for i, away in enumerate(pairs):
            position = OpenPosition(contract, (cards & ~away, *others), 0, (), away)
            won[i, world] = solver.solve(position, None if contract == NULL else 61).value
            s = begin.copy()
            choosing.go_to_the_play(s, contract, away)
            scores[i, world] = choosing.played_out(memory, s, start)
    half = WORLDS // 2
    best = int(won[:, :half].mean(axis=1).argmax())
    more = [(what[best] - what[0])[half:].mean() for what in (won, (scores > 0) * 1.0, scores)]
    return Compared(float(best != 0), *map(float, more))


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--hands", type=int, default=60)
    return made


def measured(chosen: argparse.Namespace) -> Document:
    policy, neutral, found = contestant(PLAYER, SKAT).policy, m.make_memory([]), list[Compared]()
    assert policy is not None
    memory, deals = policy.memory.copy(), Stream.named(SEED)
    while len(found) < chosen.hands:
        deck = list(range(32))
        deals.shuffle(deck)
        cards, skat = (sum(1 << card for card in part) for part in (deck[:10], deck[10:12]))
        if bidding.worth_with_skat(neutral, cards, 0, 18) < 0:
            continue
        rng = Stream.named(SEED, len(found))
        s = after(dealt(cards, skat, rng), r.PASS, r.PASS, 0, 0)
        decided(memory, policy.kernel, s, (r.DISCARD, r.NAME), rng)
        found.append(compared(neutral, cards | skat, int(s[r.CONTRACT]), int(s[r.SKAT]), rng))
    cells = {
        name: cell(fmean(values), stdev(values) / len(found) ** 0.5)
        for name, values in zip(Compared._fields, zip(*found, strict=True), strict=True)
    }
    return Document(
        cells, SEED, {"skat": [PLAYER]}, ["kiebitz.games.skat.agents.bidding.choosing:played_out"]
    )


if __name__ == "__main__":
    show(parser(), measured)
