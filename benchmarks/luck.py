"""How much luck there is to be taken away: the part of the variance of points that chance events explain.

    python benchmarks/luck.py [GAMES [CONTINUATIONS]]

Before and after every chance event of a game the same two agents play on many times, with everything unseen
drawn anew and other random numbers of their own. So what the event was worth to these very agents is known
without any model, and no values can explain more. The rest of the variance comes from what the agents draw
themselves: from worlds and playouts, whose probabilities nobody knows. Products of two independent halves
leave out the noise of the continuations.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import TURN, WORDS
from kiebitz.lab.playing.loop import POINTS, bind_loop
from kiebitz.lab.playing.match import Block, Match, _players, course, play_block
from kiebitz.lab.playing.referee import unit_keys
from kiebitz.lab.reduction.frozen import values_of
from kiebitz.lab.runs.plan import pair_plan
from parts.document import Cell, Document, cell, show

PAIRS = (
    ("durak", "", "mcts:limit=20,samples=5", "flat:playouts=10"),
    ("schnapsen", "rules=full,unit=deal", "schnapsen-ai:worlds=10,nodes=1000", "pimc:worlds=10"),
)
SEED = 9
BEYOND = 1_000_000  # the numbers of deals whose streams the continuations use


class Continued:
    """Plays positions of a match on, each time with new random numbers."""

    def __init__(self, match: Match, number: int) -> None:
        self.match, self.number, self.used = match, number, 0
        self.rng, self.values = Stream.named("luck"), values_of(match.game)
        self.loop = bind_loop(match.game.kernels, match.game.machine)

    def halves(self, state: Any, move: int | None = None) -> Any:
        """The mean points of the first seat in two independent halves, what is unseen drawn anew."""
        game, starts = self.match.game, np.repeat(state[None], self.number, axis=0)
        for each in starts:
            self.values.redraw(each, self.rng.word)
            if move is not None:
                game.kernels.play(each, move)
        rows = np.zeros((self.number, POINTS + game.seats * (1 + self.match.width)), np.int64)
        counters, chance = np.zeros((3, game.seats + 1), np.int64), (self.match.roots(0), game.option_words)
        self.used += self.number
        self.loop((*chance, starts), BEYOND + self.used, game.max_moves, _players(self.match, 0), rows,
                  np.zeros((0, 0), np.int64), counters, np.zeros(8, np.int64))  # fmt: skip
        return rows[:, POINTS].reshape(2, -1).mean(axis=1)


def luck(match: Match, continued: Continued, deal: int, codes: list[int]) -> tuple[float, float]:
    """What the deal and the events after it were worth, squared."""
    state = np.zeros(WORDS, np.int64)
    key, _ = unit_keys(match.roots(0), deal, match.game.seats)
    match.game.machine.fresh(state, key, match.game.option_words)
    first, second = continued.halves(state)
    along, shown = 0.0, continued.values.shown
    for code in codes:
        before = state.copy()
        match.game.kernels.play(state, code)
        if shown(state) != shown(before) and state[TURN] >= 0:
            came, could = continued.halves(state), continued.halves(before, code)
            along += float(np.prod(came - could))
    return float(first * second), along


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("games", nargs="?", type=int, default=100)
    made.add_argument("continuations", nargs="?", type=int, default=64, help="of a position")
    return made


def measured(chosen: argparse.Namespace) -> Document:
    cells: dict[str, Cell] = {}
    for name, options, one, other in PAIRS:
        match = pair_plan(name, one, other, chosen.games, SEED, options).match
        outcome = play_block(match, Block(0, 0, chosen.games), keep=course)
        continued = Continued(match, chosen.continuations)
        found = [luck(match, continued, deal, codes) for deal, (_, codes) in enumerate(outcome.kept)]
        points = outcome.points[:, 0]
        total, (deals, along) = float(points.var()), np.mean(found, axis=0)
        deals -= float(points.mean()) ** 2
        most = total / max(total - deals - along, 1e-9)
        for what, value in {"variance": total, "deal": deals, "later": along, "at most": most}.items():
            cells[f"{name} {what}"] = cell(value)
    players = {f"{name} {options}".strip(): agents for name, options, *agents in PAIRS}
    return Document(cells, SEED, players)


if __name__ == "__main__":
    show(parser(), measured)
