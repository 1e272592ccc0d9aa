# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The first winning tables: many declarer-like deals, played out cheaply and counted by features.

Instinct plays the first tricks, or rules of thumb where there is none yet, seeing what each player may see;
then the open-card solver says how it ends.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numba import int64, void

from kiebitz.errors import KiebitzError
from kiebitz.files import replaced
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding.features import CELLS, cell_at
from kiebitz.games.skat.agents.bidding.tables import Tables
from kiebitz.games.skat.agents.cards.worlds import SHARPNESS, by_instinct, solved, to_solver
from kiebitz.games.skat.search.open_cards.questions import FIRST_GUESS
from kiebitz.games.skat.tables import ACES, GRAND, JACKS, TRUMPS
from kiebitz.kernel.bits import bit, count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import below, key, pick
from kiebitz.kernel.state import HAND, MATRIX, PHASE, STATE, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.sayings import say
from tools.skat_training.fitting import first_tables, smoothed
from tools.skat_training.selfplay import AWAY, CARDS, CHOSEN, COLUMNS, MADE, SEAT, TOOK
from tools.skat_training.spreading import Spread

CHUNK = 10_000  # deals that are played with one key
SAVED_EVERY = 20.0  # seconds: to save takes longer than to play a chunk
SAMPLE = 200_000  # deals that are kept one by one
DEALS, WINS, NINETIES = 0, 1, 2  # rows of the counts


@kernel
def is_declarable(cards, contract):
    """Would somebody think of this game with these twelve cards?"""
    jacks, aces = count(cards & JACKS), count(cards & ACES)
    if contract == GRAND:
        return jacks + aces >= 3
    return count(cards & TRUMPS[contract]) >= 5


@kernel
def random_discard(cards, contract, rng):
    """Two cards beside the trumps, seldom an ace."""
    side = cards & ~TRUMPS[contract]
    loose = side & ~ACES if below(rng, 8) != 0 else side
    if count(loose) < 2:
        loose = side if count(side) >= 2 else cards
    first = bit(pick(rng, loose))
    return first | bit(pick(rng, loose & ~first))


@kernel(void(STATE, int64, int64, MATRIX, MATRIX), inline=False)
def count_deals(memory, start, solve, counts, records):
    """Play out one game on each of some declarer-like deals; count what came of it, and write it down."""
    rng, layout, view = np.empty(1, np.int64), np.empty(64, np.int64), np.empty(WORDS, np.int64)
    s, marks = np.zeros(WORDS, np.int64), np.empty(64, np.float64)
    w = m.solver_of(memory)
    rng[0] = start
    played = 0
    while played < len(records):
        r.shuffle(s, rng, layout)
        r.deal(s, layout)
        seat, contract = below(rng, 3), below(rng, 5)
        cards = s[HAND + seat] | s[r.SKAT]
        if not is_declarable(cards, contract):
            continue
        skat = random_discard(cards, contract, rng)
        s[HAND + seat], s[r.SKAT], s[r.TAKEN], s[r.BID] = cards & ~skat, skat, 1, 0
        s[r.DECLARER], s[r.CONTRACT], s[PHASE], s[TURN] = seat, contract, r.CARD_PLAY, 0
        cell = cell_at(cards & ~skat, skat, contract, seat)
        if memory[m.PLAYOUT] != 0:
            by_instinct(s, memory, solve, np.int64(SHARPNESS), rng, marks)
        else:
            to_solver(s, solve, view)
        points = solved(w, s, np.int64(FIRST_GUESS), np.int64(0))
        counts[DEALS, cell] += 1
        counts[WINS, cell] += points >= 61
        counts[NINETIES, cell] += points >= 90
        record = records[played]
        record[:] = 0
        record[CARDS], record[AWAY], record[CHOSEN], record[SEAT] = cards & ~skat, skat, contract, seat
        record[TOOK], record[MADE] = 1, points
        played += 1


class Chunk(NamedTuple):
    """Deals that are counted together, and who plays their first tricks."""

    seed: int
    solve: int
    first: int
    number: int
    has_instinct: bool
    weights: Vector | None


def counted(chunk: Chunk) -> tuple[Vector, Vector, Vector]:
    """What came of a chunk's deals: cells that occurred, their counts, and the deals one by one."""
    memory = m.make_memory(m.by_name(playout=int(chunk.has_instinct)), weights=chunk.weights)
    counts = np.zeros((3, CELLS), np.int64)
    records = np.empty((chunk.number, COLUMNS), np.int64)
    count_deals(memory, key("skat tables", chunk.seed, chunk.first), chunk.solve, counts, records)
    cells = np.flatnonzero(counts[DEALS])
    return cells, counts[:, cells], records


@dataclass
class Training:
    """Counts and some single deals so far, which a file keeps between two calls."""

    seed: int
    solve: int
    counts: Any
    sample: Any
    """Records of the first deals, for what the cells do not tell apart."""
    deals: int = 0

    @classmethod
    def resume(cls, file: Path, seed: int, solve: int) -> Training:
        """What the file has, or a new beginning; a file of another training is not touched."""
        if not file.exists():
            return cls(seed, solve, np.zeros((3, CELLS), np.int64), np.zeros((0, COLUMNS), np.int64))
        with np.load(file) as stored:
            about = json.loads(str(stored["about"]))
            if (about["seed"], about["solve"]) != (seed, solve):
                raise KiebitzError(
                    say(
                        "{file} belongs to a training with seed {seed} and solve {solve}: give another file.",
                        file=str(file),
                        seed=about["seed"],
                        solve=about["solve"],
                    )
                )
            return cls(seed, solve, stored["counts"].astype(np.int64), stored["sample"], about["deals"])

    def save(self, file: Path) -> None:
        about = json.dumps({"seed": self.seed, "solve": self.solve, "deals": self.deals})
        with replaced(file) as aside:
            np.savez_compressed(aside, counts=self.counts, sample=self.sample, about=np.array(about))

    def run(
        self,
        deals: int,
        file: Path,
        progress: Callable[[int], None] = lambda done: None,
        has_instinct: bool = True,
        weights: Vector | None = None,
        spread: Spread = map,
    ) -> None:
        """Play on to this many deals, saving now and then; the counts do not depend on interruptions.

        The first tricks are played by the instinct of the package, or of the weights that are given, or by
        rules of thumb.
        """
        saved = monotonic()
        chunks = (
            Chunk(self.seed, self.solve, first, CHUNK, has_instinct, weights)
            for first in range(self.deals, deals, CHUNK)
        )
        for cells, counts, records in spread(counted, chunks):
            self.counts[:, cells] += counts
            if len(self.sample) < SAMPLE:
                self.sample = np.concatenate([self.sample, records])
            self.deals += CHUNK
            if self.deals >= deals or monotonic() - saved > SAVED_EVERY:
                self.save(file)
                saved = monotonic()
            progress(self.deals)

    def tables(self, made: dict[str, Any]) -> Tables:
        """The first tables: what was counted, smoothed; and how they were made."""
        win, ninety = (smoothed(self.counts[DEALS], self.counts[row]) for row in (WINS, NINETIES))
        made = {"seed": self.seed, "deals": self.deals, "solve": self.solve, "games": 0} | made
        return first_tables(win, ninety, made)
