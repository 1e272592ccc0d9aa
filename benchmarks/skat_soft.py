"""How well drawn worlds of skat-ai know where a card is, by its parameter ``soft``.

    python benchmarks/skat_soft.py

In positions from games of instinct, before every card that is a choice, worlds are drawn from what
the seat to move sees. The share of them that has an unseen card at its true place is the chance they give it,
with one world more for every place; the mean logarithm of these chances says how much is known (0: all).
Gains on ``off`` have standard errors over games.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from kiebitz.agents.registry import contestant
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.tables import DECK
from kiebitz.kernel.state import HAND, TURN
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game
from parts.document import Cell, Document, cell, show
from skat_worlds import SEED, positions, worlds_of

SOFT = ("off", "choice", "auction", "on")
WORLDS = 100
SPANS = {"1 to 2": range(1, 3), "3 to 6": range(3, 7)}


def numbered(games: int) -> Iterator[tuple[int, Vector]]:
    """The positions of so many games, each with the number of its game."""
    number, before = 0, 0
    for s in positions():
        left = sum(int(s[HAND + seat]).bit_count() for seat in range(3))
        number += left >= before > 0  # cards are fewer with every move of a game
        before = left
        if number == games:
            return
        yield number, s


def places(s: Vector) -> list[int]:
    """The cards of the hands and of the skat."""
    return [*(int(s[HAND + seat]) for seat in range(3)), int(s[r.SKAT])]


def known(s: Vector, worlds: list[Vector]) -> float:
    """The mean logarithm of the chance that the worlds give to the true places of the unseen cards."""
    me, skat = int(s[TURN]), 3
    sees_skat = me == s[r.DECLARER] and s[r.TAKEN]
    hidden = [place for place in range(4) if place != me and not (place == skat and sees_skat)]
    true, drawn = places(s), [places(world) for world in worlds]
    chances = [
        (sum(one[place] >> card & 1 for one in drawn) + 1) / (len(drawn) + len(hidden))
        for place in hidden
        for card in range(DECK.bit_length())
        if true[place] >> card & 1
    ]
    return float(np.log(chances).mean())


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--games", type=int, default=120)
    return made


def measured(chosen: argparse.Namespace) -> Document:
    agents = {soft: f"skat-ai:seconds=0,soft={soft}" for soft in SOFT}
    memories = {soft: contestant(spec, game("skat")).policy.memory for soft, spec in agents.items()}  # type: ignore[union-attr]
    found: defaultdict[str, defaultdict[int, list[list[float]]]] = defaultdict(lambda: defaultdict(list))
    for at, (number, s) in enumerate(numbered(chosen.games)):
        role = "declarer" if s[TURN] == s[r.DECLARER] else "defender"
        for span, tricks in SPANS.items():
            if int(s[r.TRICKS] + s[r.TRICKS + 1]) in tricks:
                row = [known(s, list(worlds_of(s, at, WORLDS, memories[soft]))) for soft in SOFT]
                found[f"{role}, {span}"][number].append(row)
    cells: dict[str, Cell] = {}
    for name, by_game in sorted(found.items()):
        means = np.array([np.mean(rows, axis=0) for rows in by_game.values()])
        gains = means - means[:, :1]
        errors = gains.std(axis=0, ddof=1) / np.sqrt(len(gains))
        cells[f"{name}, positions"] = cell(sum(map(len, by_game.values())))
        cells[f"{name}, off"] = cell(means[:, 0].mean())
        for column, soft in enumerate(SOFT[1:], 1):
            cells[f"{name}, {soft}"] = cell(gains[:, column].mean(), errors[column])
    return Document(cells, SEED, {"skat": [*agents.values(), "instinct:playouts=0"]})


if __name__ == "__main__":
    show(parser(), measured)
