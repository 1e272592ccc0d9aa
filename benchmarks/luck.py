"""How much luck there is to be taken away: the part of the variance of a lead that chance events explain.

    python benchmarks/luck.py [DEALS [CONTINUATIONS]] [--only GAME]

Every deal is played in all line-ups. Before and after every chance event the same two agents play on many
times, with everything unseen drawn anew and other random numbers of their own. So what the event was worth to
these very agents is known without any model, and no values can explain more. The rest of the variance comes
from what the agents draw themselves: from worlds and playouts, whose probabilities nobody knows. Products of
two independent halves leave out the noise of the continuations. Where all chance lies in the deal, it also
tells the same of what duplicate play leaves.
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
    ("skat", "", "skat-ai:worlds=5", "pimc:worlds=5"),
)
SEED = 9
BEYOND = 1_000_000  # the numbers of deals whose streams the continuations use


class Continued:
    """Plays positions of a line-up on, each time with new random numbers."""

    def __init__(self, match: Match, lineup: int, number: int) -> None:
        self.match, self.lineup, self.number, self.used = match, lineup, number, 0
        self.rng, self.values = Stream.named("luck", lineup), values_of(match.game)
        self.loop = bind_loop(match.game.kernels, match.game.machine)

    def halves(self, state: Any, move: int | None = None) -> Any:
        """The mean lead of the first agent in two independent halves, what is unseen drawn anew."""
        game, starts = self.match.game, np.repeat(state[None], self.number, axis=0)
        for each in starts:
            self.values.redraw(each, self.rng.word)
            if move is not None:
                game.kernels.play(each, move)
        rows = np.zeros((self.number, POINTS + game.seats * (1 + self.match.width)), np.int64)
        chance = self.match.roots(self.lineup), game.option_words, starts
        self.used += self.number
        self.loop(chance, BEYOND + self.used, game.max_moves, _players(self.match, self.lineup), rows,
                  np.zeros((0, 0), np.int64), np.zeros((3, game.seats + 1), np.int64),
                  np.zeros(8, np.int64))  # fmt: skip
        points = rows[:, POINTS : POINTS + game.seats]
        return self.lead(points).reshape(2, -1).mean(axis=1)

    def lead(self, points: Any) -> Any:
        """What the seats of the first agent have more than those of the second, on average."""
        seats = np.array(self.match.lineups[self.lineup])
        return points[:, seats == 0].mean(axis=1) - points[:, seats == 1].mean(axis=1)


def luck(continued: Continued, deal: int, codes: list[int]) -> tuple[Any, float]:
    """What the deal was worth, in two halves, and what the events after it were worth, squared."""
    match, state = continued.match, np.zeros(WORDS, np.int64)
    key, _ = unit_keys(match.roots(continued.lineup), deal, match.game.seats)
    match.game.machine.fresh(state, key, match.game.option_words)
    dealt, later, shown = continued.halves(state), 0.0, continued.values.shown
    for code in codes:
        before = state.copy()
        match.game.kernels.play(state, code)
        if shown(state) != shown(before) and state[TURN] >= 0:
            later += float(np.prod(continued.halves(state) - continued.halves(before, code)))
    return dealt, later


def played(match: Match, continuations: int) -> tuple[Any, Any, Any]:
    """By deal and line-up: the leads, the worth of the deals in halves, that of later events squared."""
    shape = match.deals, len(match.lineups)
    leads, dealt, later = np.zeros(shape), np.zeros((*shape, 2)), np.zeros(shape)
    for lineup in range(len(match.lineups)):
        outcome = play_block(match, Block(lineup, 0, match.deals), keep=course)
        continued = Continued(match, lineup, continuations)
        leads[:, lineup] = continued.lead(outcome.points)
        for deal, (_, codes) in enumerate(outcome.kept):
            dealt[deal, lineup], later[deal, lineup] = luck(continued, deal, codes)
    return leads, dealt, later


def shared(halves: Any) -> float:
    """The variance of what two independent halves estimate, without their noise; rows are deals."""
    return float(np.cov(halves[:, 0], halves[:, 1])[0, 1])


def explained(leads: Any, dealt: Any, later: Any) -> dict[str, float]:
    """The variance of games taken singly and what explains it; and what duplicate play leaves."""
    lineups = leads.shape[1]
    variance, along = float(leads.var(axis=0, ddof=1).mean()), float(later.mean())
    deal = float(np.mean([shared(dealt[:, lineup]) for lineup in range(lineups)]))
    duplicate = float(leads.mean(axis=1).var(ddof=1)) * lineups
    most = variance / (variance - deal - along)
    found = {"variance": variance, "deal": deal, "later": along, "at most": most,
             "duplicate": variance / duplicate}  # fmt: skip
    if not later.any():
        left = leads.mean(axis=1)[:, None] - dealt.mean(axis=1)
        found["beyond"] = duplicate / (shared(left) * lineups)
    return found


def with_errors(leads: Any, dealt: Any, later: Any) -> dict[str, tuple[float, float]]:
    """The same with standard errors, by leaving out each deal in turn."""
    values, number = explained(leads, dealt, later), len(leads)
    others = (np.arange(number) != out for out in range(number))
    without = [explained(leads[rest], dealt[rest], later[rest]) for rest in others]
    spread = {what: np.std([one[what] for one in without]) * (number - 1) ** 0.5 for what in values}
    return {what: (value, float(spread[what])) for what, value in values.items()}


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("deals", nargs="?", type=int, default=100)
    made.add_argument("continuations", nargs="?", type=int, default=32, help="of a position")
    made.add_argument("--only", action="append", choices=[name for name, *_ in PAIRS], help="this game")
    return made


def measured(chosen: argparse.Namespace) -> Document:
    cells: dict[str, Cell] = {}
    pairs = [pair for pair in PAIRS if not chosen.only or pair[0] in chosen.only]
    for name, options, one, other in pairs:
        match = pair_plan(name, one, other, chosen.deals, SEED, options).match
        found = with_errors(*played(match, chosen.continuations))
        cells |= {f"{name} {what}": cell(*value) for what, value in found.items()}
    players = {f"{name} {options}".strip(): agents for name, options, *agents in pairs}
    return Document(cells, SEED, players)


if __name__ == "__main__":
    show(parser(), measured)
