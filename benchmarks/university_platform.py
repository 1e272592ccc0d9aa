"""Schnapsen beside the university's platform, which runs in an environment of its own.

python benchmarks/university_platform.py

The platform (package ``schnapsen``) is never a dependency: the script makes a separate virtual
environment for it, without its pinned dependencies, and starts a small random bot there. Both sides take
turns, a short block of games each, and count processor time, because neighbours come and go.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

from kiebitz.agents.registry import contestant
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.rules.registry import game
from parts.timing import load, ratio

BOT = """
import random, sys, time
from schnapsen.game import Bot, SchnapsenGamePlayEngine

class RandomBot(Bot):
    def __init__(self, seed):
        super().__init__("random")
        self.rng = random.Random(seed)

    def get_move(self, perspective, leader_move):
        return self.rng.choice(perspective.valid_moves())

engine, bots = SchnapsenGamePlayEngine(), (RandomBot(1), RandomBot(2))
for line in sys.stdin:
    start = time.process_time()
    for seed in range(int(line)):
        engine.play_game(*bots, random.Random(seed))
    print(int(line) / (time.process_time() - start), flush=True)
"""
ROUNDS = 30
PLATFORM_GAMES, PYTHON_DEALS, COMPILED_DEALS = 200, 500, 20_000


def platform(folder: str) -> Callable[[], float]:
    """Random games a second on the platform, block by block."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = Path(folder) / "bin" / "python"
    quiet = ["--quiet", "--disable-pip-version-check"]
    subprocess.run([python, "-m", "pip", "install", *quiet, "--no-deps", "schnapsen"], check=True)
    pipe = subprocess.PIPE
    bots = subprocess.Popen([python, "-c", BOT], stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def block() -> float:
        assert bots.stdin and bots.stdout
        print(PLATFORM_GAMES, file=bots.stdin)
        return float(bots.stdout.readline())

    return block


def ours(agent: str, deals: int) -> Callable[[], float]:
    """Games a second between two such players here, block by block."""
    chosen = game("schnapsen")
    plan = Match(chosen, (contestant(agent, chosen),) * 2, deals, 1)

    def block() -> float:
        start = process_time()
        play_match(plan)
        return plan.games / (process_time() - start)

    block()  # whatever is compiled now is not measured
    return block


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        sides = platform(folder), ours("random", COMPILED_DEALS), ours("random-python", PYTHON_DEALS)
        print(f"Random Schnapsen games, each the median of {ROUNDS} blocks; {load()}")
        theirs, compiled, python = zip(*([side() for side in sides] for _ in range(ROUNDS)), strict=True)
    ratio("compiled", median(compiled), "university platform", median(theirs))
    ratio("Python agents", median(python), "university platform", median(theirs))


if __name__ == "__main__":
    main()
