"""What skat-ai gives away when it solves most worlds by class of result instead of to the point.

    python benchmarks/skat_classes.py [POSITIONS]

In positions from games of instinct both think, with the same random numbers. Where they choose other cards,
fresh worlds judge: what each card is worth in the same ones, played on and solved to the point, in points of
Seeger and Fabian with a tenth for each card point. A mean above 0 says that the points were worth their time.
Null is left out, where both are the same. Seconds are processor time.
"""

from __future__ import annotations

import argparse
from itertools import islice
from time import thread_time

import numpy as np

from kiebitz.agents.registry import contestant
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.agents.cards import engine
from kiebitz.games.skat.agents.cards.worlds import value_drawn
from kiebitz.games.skat.tables import NULL
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game
from parts.document import Cell, Document, cell, show
from skat_worlds import SEED, positions

CLASSES = (1, 8, 16, 32)
FRESH = 400  # worlds that judge
AGENT = "skat-ai:seconds=0"
SKAT = game("skat")


class Thinker:
    """A player with all that it remembers, and the seconds it took."""

    def __init__(self, spec: str) -> None:
        policy = contestant(spec, SKAT).policy
        assert policy is not None
        self.memory, self.seconds = policy.memory.copy(), 0.0

    def card(self, view: Vector, number: int) -> int:
        values, reasons = np.zeros(64), np.zeros(engine.REASONS, np.int64)
        rng, start = Stream.named("classes", number).word, thread_time()
        card = engine.think(view, self.memory, rng, values, reasons, np.zeros((0, 5)))
        if number:  # the first may have waited for the compiler
            self.seconds += thread_time() - start
        return int(card)


def gain(judge: Thinker, view: Vector, number: int, exact: int, other: int) -> float:
    """By how much one card is worth more than the other in fresh worlds, both solved to the point."""
    means, wins = np.zeros(64), np.zeros(64)
    rng, cards = Stream.named("fresh", number).word, 1 << exact | 1 << other
    value_drawn(view, judge.memory, rng, cards, FRESH, 0, means, wins, np.zeros((0, 5)))
    return float(means[exact] - means[other])


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("positions", nargs="?", type=int, default=2000)
    return made


def measured(chosen: argparse.Namespace) -> Document:
    number = chosen.positions
    exact, judge = Thinker(AGENT), Thinker(f"{AGENT},race=off")
    others = {classes: Thinker(f"{AGENT},classes={classes}") for classes in CLASSES}
    given: dict[int, list[float]] = {classes: [] for classes in CLASSES}
    view = np.zeros(WORDS, np.int64)
    trumps = (s for s in positions() if s[r.CONTRACT] != NULL)
    for at, s in enumerate(islice(trumps, number + 1)):
        SKAT.kernels.observe(s, s[TURN], view)
        card = exact.card(view, at)
        for classes, thinker in others.items():
            other = thinker.card(view, at)
            given[classes].append(0.0 if other == card else gain(judge, view, at, card, other))
    cells: dict[str, Cell] = {"0 ms": cell(exact.seconds / number * 1e3)}
    for classes, thinker in others.items():
        found = np.array(given[classes])
        cells[f"{classes} ms"] = cell(thinker.seconds / number * 1e3)
        cells[f"{classes} ratio"] = cell(exact.seconds / thinker.seconds)
        cells[f"{classes} other cards"] = cell(int(np.count_nonzero(found)))
        cells[f"{classes} given away"] = cell(found.mean(), 1.96 * found.std(ddof=1) / np.sqrt(len(found)))
    agents = [AGENT, *(f"{AGENT},classes={classes}" for classes in CLASSES), "instinct:playouts=0"]
    return Document(cells, SEED, {"skat": agents})


if __name__ == "__main__":
    show(parser(), measured)
