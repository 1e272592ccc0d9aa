# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Where may the cards be? Counting, probabilities and draws, beside the same programme in plain Python.

python benchmarks/knowledge.py
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from math import comb
from typing import Any, cast

import numpy as np
from numba import int64, void

from kiebitz.games.skat.knowledge.sets import no_skat
from kiebitz.games.skat.view import SkatView
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import Stream
from kiebitz.kernel.worlds import TABLE, VECTOR, chances, count_worlds, draw_from, join, ways
from kiebitz.knowledge.places.locations import Locations
from kiebitz.rules.registry import game
from kiebitz.rules.values import State
from parts.timing import best, load

Rooms = tuple[int, ...]


class Plain:
    """The same programme: equal places joined, then card by card, a dictionary of rooms for each card."""

    def __init__(self, cards: tuple[int, ...], room: Rooms) -> None:
        members: dict[int, list[int]] = {}
        for mask, size in zip(cards, room, strict=True):
            if size:
                members.setdefault(mask, []).append(size)
        self.masks, self.members = list(members), list(members.values())
        self.room = tuple(map(sum, self.members))
        union = 0
        for mask in self.masks:
            union |= mask
        self.cards = [card for card in range(union.bit_length()) if union >> card & 1]

    def steps(self, card: int, left: Rooms) -> Iterator[tuple[int, Rooms]]:
        for p, mask in enumerate(self.masks):
            if mask >> card & 1 and left[p]:
                yield p, (*left[:p], left[p] - 1, *left[p + 1 :])

    def forward(self) -> list[dict[Rooms, int]]:
        """Card by card, the ways to get to what is left."""
        rows: list[dict[Rooms, int]] = [{self.room: 1}]
        for card in self.cards:
            after: dict[Rooms, int] = defaultdict(int)
            for left, number in rows[-1].items():
                for _, rest in self.steps(card, left):
                    after[rest] += number
            rows.append(after)
        return rows

    def count(self) -> int:
        shares = 1
        for sizes in self.members:
            for i, size in enumerate(sizes):
                shares *= comb(sum(sizes[: i + 1]), size)
        return self.forward()[-1][(0,) * len(self.room)] * shares

    def ways(self, forward: list[dict[Rooms, int]]) -> list[dict[Rooms, int]]:
        """Card by card, the ways to go on from what is left."""
        rows: list[dict[Rooms, int]] = [{(0,) * len(self.room): 1}]
        for card, row in zip(reversed(self.cards), reversed(forward[:-1]), strict=True):
            later = rows[-1]
            rows.append({left: sum(later.get(rest, 0) for _, rest in self.steps(card, left)) for left in row})
        return rows[::-1]

    def matrix(self) -> list[list[float]]:
        forward = self.forward()
        ways, rows = self.ways(forward), []
        for i, card in enumerate(self.cards):
            row = [0] * len(self.room)
            for left, number in forward[i].items():
                for p, rest in self.steps(card, left):
                    row[p] += number * ways[i + 1].get(rest, 0)
            parts = zip(row, self.members, strict=True)
            rows.append(
                [n * size / (ways[0][self.room] * sum(sizes)) for n, sizes in parts for size in sizes]
            )
        return rows

    def draw(self, ways: list[dict[Rooms, int]], rng: random.Random) -> list[list[int]]:
        hands: list[list[int]] = [[] for _ in self.room]
        left = self.room
        for i, card in enumerate(self.cards):
            options = list(self.steps(card, left))
            weights = [ways[i + 1].get(rest, 0) for _, rest in options]
            p, left = rng.choices(options, weights)[0]
            hands[p].append(card)
        world = []
        for cards, sizes in zip(hands, self.members, strict=True):
            rng.shuffle(cards)
            for size in sizes:
                world.append(cards[:size])
                cards = cards[size:]
        return world


@kernel(void(VECTOR, TABLE, VECTOR, VECTOR, VECTOR, int64, VECTOR, int64))
def draws(rng, table, cards, room, joint, places, world, n):
    """Draw often, as compiled code does."""
    for _ in range(n):
        draw_from(rng, table, cards, room, joint, places, world)


def report(what: str, ours: float, theirs: float) -> None:
    print(f"  {what}: {1e6 * ours:,.2f} µs; plain Python: {1e6 * theirs:,.0f} µs; ratio {theirs / ours:,.0f}")


def measure(title: str, locations: Locations) -> None:
    problem = locations.problem
    print(f"{title}: {len(locations.unseen)} unseen cards, {locations.count():,} worlds")
    cards, room = np.array(problem.cards, np.int64), np.array(problem.room, np.int64)
    places, rng, plain = len(room), Stream.named("benchmark"), Plain(problem.cards, problem.room)
    assert plain.count() == locations.count()
    report("count", repeated(lambda: count_worlds(cards, room, places)), best(plain.count))
    matrix: Any = np.zeros((locations.game.deck.size, places))
    quick = repeated(lambda: (matrix.fill(0.0), chances(cards, room, places, matrix)))
    report("matrix", quick, best(plain.matrix))
    joint, world = np.zeros(places, np.int64), np.zeros(places, np.int64)
    join(cards, room, places, joint)
    table = ways(cards, joint, places)
    n, generator, finished = 20_000, random.Random(1), plain.ways(plain.forward())
    quick = best(lambda: draws(rng.word, table, cards, room, joint, places, world, n)) / n
    report("draw from a finished table", quick, best(lambda: plain.draw(finished, generator), 50))


def repeated(call: Any, n: int = 200) -> float:
    return best(lambda: [call() for _ in range(n)]) / n


def defended(seed: int) -> Iterator[State]:
    """A game of Skat at random, the declarer with the skat in Grand."""
    rng, state = Stream.named("benchmark", seed), game("skat").deal(seed)
    for move in ("pass", "pass", "18", "skat"):
        state = state.play(move)
    state = state.play(state.moves[0]).play(state.moves[-1]).play("G").play("plain")
    while not state.is_over:
        yield state
        state = state.play(rng.choice(state.moves))


def main() -> None:
    print(f"Locations; {load()}")
    view = cast(SkatView, next(defended(1)).view(1))
    measure("A defender of Skat before the first card", Locations.of(view))
    measure("The same with trumps and aces not in the skat", Locations.of(view).assuming(no_skat(view)))
    states = [state for seed in range(20) for state in defended(seed)]
    hard = [Locations.of(state.view(1)) for state in states]
    hard.sort(key=lambda locations: len({c for c in locations.problem.cards if c}) * len(locations.unseen))
    measure("A defender who knows that both others are void", hard[-1])
    seven = game("boerenbridge", {"seats": "7", "schedule": "7"})
    state, rng = seven.deal(1), Stream.named("benchmark")
    for _ in range(7 + 2 * 7):
        state = state.play(rng.choice(state.moves))
    measure("Boerenbridge, seven seats, after two tricks", Locations.of(state.view(0)))


if __name__ == "__main__":
    main()
