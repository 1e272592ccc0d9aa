"""The published comparison of the probability-utility bots, played again to the last game.

Its bots live through a whole pairing and draw from Python's generator, so that every game depends on those
before it. It is one serial job beside the ledger; what is kept are finished pairings.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from kiebitz.files import write_new
from kiebitz.lab.experiments.exact import Progress, Replayed
from kiebitz.lab.report.tabular import Cell, Tabular, table
from kiebitz.lab.runs.outline import runs_home
from kiebitz.language.speaking import spoken
from kiebitz.sayings import say
from kiebitz.version import __version__

if TYPE_CHECKING:
    from kiebitz.games.schnapsen.platform.players import Bot

EXPERIMENT = "schnapsen-pu"
SEED = 2025  # of both bots of a pairing
PAIRS = 500  # deals, each played in both orders
SAMPLES, DEPTH = 10, 5  # of Rdeep
FILE = "exact.json"
COLUMNS = (
    say("pairing"),
    say("wins of"),
    say("published"),
    say("measured"),
    say("game points"),
    say("verdict"),
)


@dataclass(frozen=True)
class Pairing:
    """Two bots, of which the first leads the first game, and the published count of wins."""

    first: str
    second: str
    published: int
    counted: int = 0  # whose wins were published: 0 the first bot's, 1 the second's

    @property
    def name(self) -> str:
        return f"{self.first} v {self.second}"

    @property
    def winner(self) -> str:
        return (self.first, self.second)[self.counted]


PAIRINGS = (
    Pairing("PU_AF", "PU_A", 715),
    Pairing("PU_AO", "PU_A", 552),
    Pairing("PU_AR", "PU_A", 509),
    Pairing("PU_AFR", "PU_A", 715),
    Pairing("PU_AFO", "PU_A", 695),
    Pairing("PU_ARO", "PU_A", 507),
    Pairing("PU_AFRO", "PU_A", 695),
    Pairing("PU_A", "PU", 623),
    Pairing("PU_AFRO", "Bully", 869),
    Pairing("Bully", "Rdeep", 898, counted=1),
    Pairing("PU_AFRO", "Rdeep", 455),
)


@dataclass
class Count:
    """How a pairing went, for the first and the second bot."""

    leading: list[int]  # wins in games in which the bot led the first trick
    answering: list[int]
    points: list[int]  # game points

    def wins(self, bot: int) -> int:
        return self.leading[bot] + self.answering[bot]


OfPairing = Callable[[str, int], None]
"""Called after every game with the pairing's name and the games played of it."""


def make_bot(name: str) -> Bot:
    """A bot by its published name, with the published seed."""
    from kiebitz.games.schnapsen.platform.bots import BullyBot, RdeepBot
    from kiebitz.games.schnapsen.platform.published import PublishedBot

    random = Random(SEED)
    if name == "Bully":
        return BullyBot(random, name)
    if name == "Rdeep":
        return RdeepBot(SAMPLES, DEPTH, random, name)
    return PublishedBot(name, random)


def play_pairing(pairing: Pairing, pairs: int = PAIRS, progress: OfPairing | None = None) -> Count:
    """Play a pairing by the published protocol, or the first games of it."""
    from kiebitz.games.schnapsen.platform.engine import SchnapsenGamePlayEngine

    engine = SchnapsenGamePlayEngine()
    bots = [make_bot(pairing.first), make_bot(pairing.second)]
    count = Count([0, 0], [0, 0], [0, 0])
    for deal in range(pairs):
        for leader in range(2):
            winner, points, _ = engine.play_game(bots[leader], bots[1 - leader], Random(deal))
            who = bots.index(winner)
            (count.leading if who == leader else count.answering)[who] += 1
            count.points[who] += points
            if progress:
                progress(pairing.name, 2 * deal + leader + 1)
    return count


def play_all(
    folder: Path | None = None, progress: OfPairing | None = None
) -> Iterator[tuple[Pairing, Count]]:
    """All pairings with their counts; those that the folder holds are not played again."""
    path = (folder or runs_home() / f"exact-{EXPERIMENT}") / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = _read(path)
    for pairing in PAIRINGS:
        if pairing.name not in kept:
            kept[pairing.name] = play_pairing(pairing, PAIRS, progress)
            _write(path, kept)
        yield pairing, kept[pairing.name]


class PublishedComparison:
    """All pairings, for ``kiebitz reproduce schnapsen-pu --exact``."""

    games = 2 * PAIRS * len(PAIRINGS)

    def play(self, folder: Path | None, progress: Progress) -> Replayed:
        """Play what the folder does not hold yet."""
        places = {pairing.name: 2 * PAIRS * number for number, pairing in enumerate(PAIRINGS)}
        counts = list(play_all(folder, lambda name, games: progress(places[name] + games, name)))
        equal = sum(count.wins(pairing.counted) == pairing.published for pairing, count in counts)
        return Replayed(_table(counts), as_dict(counts), equal, len(counts))


def _table(counts: list[tuple[Pairing, Count]]) -> Tabular:
    rows = []
    for pairing, count in counts:
        measured = count.wins(pairing.counted)
        verdict = spoken(say("equal" if measured == pairing.published else "differs"))
        points = f"{count.points[0]}:{count.points[1]}"
        texts = pairing.name, pairing.winner, str(pairing.published), str(measured), points, verdict
        rows.append([Cell(text) for text in texts])
    caption = say(
        "The published protocol: {n:,} games a pairing, both bots seeded with {seed}.", n=2 * PAIRS, seed=SEED
    )
    columns = [(str(said), spoken(said)) for said in COLUMNS]
    return table("exact", spoken(caption), columns, rows, ("wins of", "verdict"))


def as_dict(counts: list[tuple[Pairing, Count]]) -> dict[str, object]:
    """The answer of ``kiebitz reproduce schnapsen-pu --exact --json``."""
    rows = [
        {
            "pairing": pairing.name,
            "wins_of": pairing.winner,
            "published": pairing.published,
            "measured": count.wins(pairing.counted),
            "equal": count.wins(pairing.counted) == pairing.published,
            **asdict(count),
        }
        for pairing, count in counts
    ]
    return {"name": EXPERIMENT, "games": 2 * PAIRS, "seed": SEED, "rows": rows}


def _read(path: Path) -> dict[str, Count]:
    """The pairings that the same program has played before."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        if document["program"] == _program():
            return {name: Count(**count) for name, count in document["counts"].items()}
    except (OSError, ValueError, KeyError, TypeError):
        pass  # nothing there, or nothing that can be used: all is played again
    return {}


def _write(path: Path, counts: dict[str, Count]) -> None:
    document = {"program": _program(), "counts": {name: asdict(count) for name, count in counts.items()}}
    write_new(path, json.dumps(document, indent=2))


def _program() -> str:
    """A hash of the version and of all that decides a game."""
    from kiebitz.games.schnapsen import platform as vu
    from kiebitz.games.schnapsen.platform import kernels, rollouts
    from kiebitz.kernel.meaning import meaning

    digest = hashlib.sha256(__version__.encode())
    for file in [*sorted(Path(vu.__file__).parent.rglob("*.py")), Path(__file__)]:
        digest.update(file.read_bytes())
    for kernel in (kernels.leads, kernels.answers, kernels.trick, rollouts.rollouts, rollouts.endgame()):
        digest.update(meaning(kernel).encode())
    return digest.hexdigest()[:16]
