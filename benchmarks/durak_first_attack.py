"""What worlds leave out in Durak: whoever was dealt the lowest trump attacks first.

    python benchmarks/durak_first_attack.py

In games of greedy players, at the beginning of each bout, each of the two seats looks for the trumps that are
lower than all it was dealt and that it has not seen since. Worlds expect a share of them in the other hand;
how many really lie there differs as long as the first attack still tells something. The first attacker's
higher trumps are there for comparison: greedy players keep trumps, whatever the first attack was. Standard
errors are over games.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kiebitz.agents.base import Policy
from kiebitz.agents.registry import contestant
from kiebitz.games.durak import rules as r
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game
from parts.document import Cell, Document, cell, show

SEED = "first attack"
DURAK = game("durak")
PLAYER = "greedy"
SPANS = {"1": range(1, 2), "2": range(2, 3), "3": range(3, 4), "4 to 6": range(4, 7), "7 on": range(7, 99)}


class Look(NamedTuple):
    """What a seat can tell about some trumps: how many it misses, how many worlds expect over there, and
    how many are there."""

    missing: int
    expected: float
    there: int


def beginnings(s: Vector, policy: Policy, rng: Stream) -> Iterator[Vector]:
    """The position at the beginning of each bout of a game, which is played on in place."""
    memory, view, bout = policy.memory.copy(), np.empty(WORDS, np.int64), 0
    while s[TURN] >= 0:
        if s[r.BOUT] != bout:
            bout = int(s[r.BOUT])
            yield s
        r.observe(s, s[TURN], view)
        r.play(s, policy.kernel(view, memory, rng.word))


def look(s: Vector, seat: int, asked: int) -> Look:
    """Where some trumps are that a seat has not seen, by the worlds of its view and in truth."""
    view, cards, room = np.empty(WORDS, np.int64), np.zeros(3, np.int64), np.zeros(3, np.int64)
    r.observe(s, seat, view)
    r.unseen(view, cards, room)
    hidden = asked & int(cards[2] if room[2] else 0)
    chance = float(room[1 - seat] / max(1, room.sum()))
    return Look(
        hidden.bit_count(), chance * hidden.bit_count(), (hidden & int(s[HAND + 1 - seat])).bit_count()
    )


def below(s: Vector, seat: int) -> int:
    """The trumps below all that a seat has; all of them if it has none."""
    trumps = int(s[r.TRUMPS])
    lowest = int(s[HAND + seat]) & trumps
    return trumps & ((lowest & -lowest) - 1) if lowest else trumps


def looks(number: int, policy: Policy) -> Iterator[tuple[str, Look]]:
    """What both seats can tell at the beginning of each bout of a game, by who and when."""
    s = DURAK.deal(f"{SEED} {number}").vector.copy()
    first, trumps = int(s[r.ATTACKER]), int(s[r.TRUMPS])
    low = below(s, first)
    told = {"first attacker": (first, low), "first attacker, higher": (first, trumps & ~low)}
    if int(s[HAND + 1 - first]) & trumps:  # without a trump it cannot tell a coin from a trump
        told["the other"] = 1 - first, below(s, 1 - first)
    for position in beginnings(s, policy, Stream.named(SEED, number)):
        span = next(name for name, bouts in SPANS.items() if int(position[r.BOUT]) in bouts)
        for who, (seat, cards) in told.items():
            if (found := look(position, seat, cards)).missing:
                yield f"{who}, bout {span}", found


def share(found: list[Look], what: str) -> Cell:
    """How many of the missing trumps are over there; the error of a ratio, over games."""
    missing = np.array([one.missing for one in found])
    there = np.array([getattr(one, what) for one in found])
    mean = there.sum() / missing.sum()
    error = np.sqrt(((there - mean * missing) ** 2).sum()) / missing.sum()
    return cell(float(mean), float(error))


def summed(found: list[Look]) -> Look:
    return Look(*(sum(parts) for parts in zip(*found, strict=True)))


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--games", type=int, default=20_000)
    return made


def measured(chosen: argparse.Namespace) -> Document:
    found: defaultdict[str, list[Look]] = defaultdict(list)
    policy = contestant(PLAYER, DURAK).policy
    assert policy is not None
    for number in range(chosen.games):
        of_game: defaultdict[str, list[Look]] = defaultdict(list)
        for when, one in looks(number, policy):
            of_game[when].append(one)
        for when, several in of_game.items():
            found[when].append(summed(several))
    cells: dict[str, Cell] = {}
    for when, games in sorted(found.items()):
        cells[f"{when}: expected"] = share(games, "expected")
        cells[f"{when}: there"] = share(games, "there")
    return Document(cells, SEED, {"durak": [PLAYER]}, ["kiebitz.games.durak.rules:unseen"])


if __name__ == "__main__":
    show(parser(), measured)
