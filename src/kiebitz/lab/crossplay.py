"""Cross-play: every agent beside every other as partner, because what self-play gains strangers often lose.

found = cross_play("skat", "xskat-like", "instinct", deals=200, seed=1)
found.table.of("xskat-like", "instinct").lead
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kiebitz.agents.session import AgentLike
from kiebitz.lab.asking import Asked, Comparison, Played, agents_named
from kiebitz.lab.results.partners import Partners, check_partners, partners
from kiebitz.lab.results.result import Result
from kiebitz.lab.running import Settings, Watch
from kiebitz.lab.runs.plan import Plan, mixed_plan
from kiebitz.rules.game import Game
from kiebitz.rules.options import Options

KIND = "cross-play"  # of runs


@dataclass(frozen=True)
class CrossPlay(Played):
    """What cross-play has found out: the table of partners, and the games behind it."""

    result: Result
    table: Partners

    def __repr__(self) -> str:
        pairs = "; ".join(f"{one.one} + {one.other} {one.lead:+.1f}" for one in self.table.partnerships)
        return f"<CrossPlay {self.run.name}: {pairs}>"

    def as_dict(self) -> dict[str, Any]:
        """The answer of ``kiebitz cross-play --json``."""
        match = self.result.match
        facts = {"game": match.game.name, "run": self.run.name, "deals": match.deals, "seed": match.seed}
        facts["unlocked"] = self.run.unlocked
        return {**facts, "games": match.games, "confidence": self.result.confidence, **asdict(self.table)}


def cross_play(
    game: str | Game,
    *agents: AgentLike,
    deals: int = 1000,
    seed: int | str | None = None,
    options: Options = None,
    open_world: bool = False,
    confidence: float = 0.95,
    out: Path | str | None = None,
    workers: int = 1,
    executor: str = "auto",
    time_limit: float | None = None,
    trust: bool = False,
    progress: bool | Watch = True,
) -> CrossPlay:
    """Let every agent sit beside every other, and beside itself, in a game with partners.

    Every deal is played in all ways to fill the table with these agents. Arguments are those of ``match``.

    >>> found = cross_play("skat", "xskat-like", "random", deals=20, seed=1, progress=False)
    >>> found.result.match.games, found.table.of("random", "xskat-like").games > 0
    (160, True)
    """
    settings = Settings(out, workers, executor, time_limit, progress)
    asked = Comparison(
        game, agents_named(agents), deals, seed, options, open_world, confidence, trust, settings
    )

    def plans(found: Asked) -> list[Plan]:
        plan = mixed_plan(*found.rules, found.places)
        check_partners(plan.match.game)
        return [plan]

    run, (result,), _ = asked.played(KIND, plans, "cross_play")
    return CrossPlay(run, result, partners(result))
