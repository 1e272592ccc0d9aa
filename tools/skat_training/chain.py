"""Winning tables and weights of instinct from nothing, step by step from one seed.

Tables need somebody who plays the first tricks, weights need a teacher who bids by tables. So rules of thumb
begin, and each step has the tables and weights of those before it. A folder keeps what every step has made.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.files import write_new
from kiebitz.games.skat.agents.bidding.tables import Tables, load_tables
from kiebitz.games.skat.agents.cards.instinct import WEIGHTS, load_weights
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game
from kiebitz.sayings import say
from tools.skat_training import COMMAND
from tools.skat_training.fitting import corrected, refined
from tools.skat_training.players import FIRST_TEACHER, PLAYER, TEACHER
from tools.skat_training.selfplay import SelfPlay
from tools.skat_training.spreading import Spread
from tools.skat_training.training import Training
from tools.skat_training.watching import fit, save, watch

Progress = Callable[[str, int, int], AbstractContextManager[Callable[[int], None]]]
"""Shows how many of a total of something are done: what, the total, how many already."""

SOLVED = 5  # cards in hand from which open cards decide a deal
MADE = "trained.json"


@dataclass(frozen=True)
class Step:
    """Tables from deals and games, or weights from games of a teacher, by what was made before."""

    name: str
    deals: int = 0
    games: int = 0
    teacher: str = ""

    def sized(self, share: float) -> Step:
        """The same with a share of the deals and games, at least one where there are any."""
        deals, games = (max(round(number * share), min(number, 1)) for number in (self.deals, self.games))
        return Step(self.name, deals, games, self.teacher)


STEPS = (
    Step("tables-1", deals=200_000),
    Step("instinct-1", games=400, teacher=FIRST_TEACHER),
    Step("tables-2", deals=200_000),
    Step("instinct", games=1000, teacher=TEACHER),
    Step("tables", deals=600_000, games=3000),
)
"""The last tables and weights are what players are to use."""


@dataclass
class Chain:
    """A training from nothing in a folder, with what has been made so far."""

    folder: Path
    seed: int
    share: float
    progress: Progress
    steps: tuple[Step, ...] = STEPS
    tables: Tables | None = None
    weights: Vector | None = None
    spread: Spread = map

    @property
    def command(self) -> str:
        share = "" if self.share == 1 else f" --share {self.share:g}"
        return f"{COMMAND} train-all FOLDER --seed {self.seed}{share}"

    def run(self) -> dict[str, str]:
        """Take the steps that are missing; the answer is the digest of each file that players use."""
        self._begin()
        for step in self.steps:
            file = self.folder / f"{step.name}.npz"
            sized = step.sized(self.share)
            if not file.exists():
                (self._make_weights if step.teacher else self._make_tables)(sized, file)
            if step.teacher:
                self.weights = load_weights(file)
            else:
                self.tables = load_tables(file)
        digests = {name: digest(self.folder / name) for name in ("instinct.npz", "tables.npz")}
        about = {"command": self.command, "seed": self.seed, "files": digests}
        write_new(self.folder / MADE, json.dumps(about, indent=1) + "\n")
        return digests

    def _begin(self) -> None:
        """A folder belongs to one training."""
        self.folder.mkdir(parents=True, exist_ok=True)
        note = self.folder / "training.json"
        if note.exists() and (other := json.loads(note.read_text(encoding="utf-8"))) != self.command:
            raise KiebitzError(
                say(
                    "{folder} belongs to {command}: give another folder.",
                    folder=str(self.folder),
                    command=other,
                )
            )
        write_new(note, json.dumps(self.command))

    def _made(self, step: Step) -> dict[str, Any]:
        return {"command": self.command, "step": step.name, "seed": self.seed}

    def _make_weights(self, step: Step, file: Path) -> None:
        """Weights from the games of a teacher with the tables so far; the first needs no weights."""
        assert self.tables is not None
        known = self.tables, np.zeros(WEIGHTS, np.int64) if self.weights is None else self.weights
        with self.progress("games", step.games, 0) as show:
            choices = watch(step.teacher, step.games, self.seed, show, known, self.spread)
        made = self._made(step) | {
            "teacher": step.teacher,
            "games": step.games,
            "decisions": len(choices.sizes),
        }
        save(fit(choices)[0], made, file)

    def _make_tables(self, step: Step, file: Path) -> None:
        """Tables from deals, then games; rules of thumb play first tricks as long as there are no weights."""
        counts, whole = file.with_suffix(".counts.npz"), file.with_suffix(".games.npz")
        training = Training.resume(counts, self.seed, SOLVED)
        with self.progress("deals", step.deals, training.deals) as show:
            training.run(step.deals, counts, show, self.weights is not None, self.weights, self.spread)
        tables = refined(training.tables(self._made(step)), training.sample)
        if step.games:
            played = SelfPlay.resume(whole, self.seed, PLAYER)
            with self.progress("games", step.games, len(played.records)) as show:
                played.run(step.games, game("skat"), tables, whole, show, self.weights, self.spread)
            tables = corrected(tables, played.records[: step.games], {"games": step.games, "player": PLAYER})
        tables.save(file)


def digest(file: Path) -> str:
    """What a file's bytes are known by."""
    return hashlib.sha256(file.read_bytes()).hexdigest()
