"""Runs whose seed was drawn because none was given, and which of them a command goes on with.

A seed that a bot can guess is no secret. One that was drawn is kept in the run, so the same command goes on
with the unfinished run that asks the same question, and begins a new one when that is finished.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from kiebitz.errors import KiebitzError
from kiebitz.lab.runs.outline import LEDGER
from kiebitz.lab.runs.plan import Plan
from kiebitz.lab.runs.run import Run, is_played
from kiebitz.lab.runs.stored import stored_runs


@dataclass(frozen=True)
class Question:
    """What a command without a seed asks: everything but the cards."""

    seed: str  # the one that was drawn for it
    kind: str
    plans: tuple[str, ...]
    deals: tuple[int, ...]
    until: str = ""

    @classmethod
    def of(cls, seed: str, kind: str, plans: Sequence[Plan], until: str = "") -> Question:
        asked = tuple(plan.question if plan.seed == seed else plan.identity for plan in plans)
        return cls(seed, kind, asked, tuple(plan.deals for plan in plans), until)

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "plans": list(self.plans), "deals": list(self.deals)}

    def continued(self, game: str, out: Path | None) -> Question:
        """The question with the seed of the run to go on with; as it is if there is none."""
        return replace(self, seed=self._named(out) if out else next(self._unfinished(game), self.seed))

    def _named(self, out: Path) -> str:
        """The seed of the run in a folder that the user names, however far it is."""
        with suppress(KiebitzError):
            if (out / LEDGER).exists() and (stored := _question(Run(out))):
                same = (stored["kind"], stored["plans"]) == (self.kind, list(self.plans))
                return str(stored["seed"]) if same else self.seed
        return self.seed

    def _unfinished(self, game: str) -> Iterator[str]:
        """The seeds of the unfinished runs that ask this and that nobody plays, the newest first."""
        wanted = {**self.as_dict(), "seed": None}
        for folder in reversed(stored_runs()):
            if not folder.name.startswith(f"{self.kind}-{game}-"):
                continue
            with suppress(KiebitzError):  # a damaged run
                run = Run(folder)
                stored = _question(run)
                if {**stored, "seed": None} == wanted and not run.is_finished and not is_played(folder):
                    yield str(stored["seed"])


def _question(run: Run) -> dict[str, Any]:
    stored = run.ledger["question"]
    return stored if isinstance(stored, dict) else {}
