"""Schnapsen beside the university's platform, which runs in an environment of its own.

python benchmarks/university_platform.py

The platform (package ``schnapsen``) is never a dependency: the script makes a separate virtual
environment for it, without its pinned dependencies, and starts a small random bot there.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from random_games import compiled, python_agents
from timing import load, ratio

BOT = """
import random, time
from schnapsen.game import Bot, SchnapsenGamePlayEngine

class RandomBot(Bot):
    def __init__(self, seed):
        super().__init__("random")
        self.rng = random.Random(seed)

    def get_move(self, perspective, leader_move):
        return self.rng.choice(perspective.valid_moves())

engine, bots = SchnapsenGamePlayEngine(), (RandomBot(1), RandomBot(2))
best = 0.0
for block in range(5):
    start = time.perf_counter()
    for seed in range(1000):
        engine.play_game(*bots, random.Random(seed))
    best = max(best, 1000 / (time.perf_counter() - start))
print(best)
"""


def platform_speed() -> float:
    """Random games a second on the platform."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = Path(folder) / "bin" / "python"
        quiet = ["--quiet", "--disable-pip-version-check"]
        subprocess.run([python, "-m", "pip", "install", *quiet, "--no-deps", "schnapsen"], check=True)
        answer = subprocess.run([python, "-c", BOT], check=True, capture_output=True, text=True)
    return float(answer.stdout)


def main() -> None:
    theirs = platform_speed()
    print(f"Random Schnapsen games; {load()}")
    ratio("compiled", compiled("schnapsen", 1), "university platform", theirs)
    ratio("Python agents", python_agents("schnapsen"), "university platform", theirs)


if __name__ == "__main__":
    main()
