"""The bot of docs/my_bot.py and the same bot compiled, docs/fast_bot.py: games a second of processor time.

python benchmarks/compiled_bots.py

Both play the same Schnapsen games against the compiled random player, in this process.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import process_time

from kiebitz.agents.registry import contestant
from kiebitz.lab.playing.match import Block, Match, play_block
from kiebitz.rules.registry import game
from parts.timing import load

DOCS = Path(__file__).parents[1] / "docs"
BOTS = {
    "Python": (f"{DOCS}/my_bot.py:Cautious", 1_000),
    "compiled": (f"{DOCS}/fast_bot.py:cautious", 400_000),
}


def measured(spec: str, deals: int) -> float:
    """Games a second."""
    chosen = game("schnapsen")
    bot = replace(contestant(spec, chosen), source=None)  # this process plays no deal twice
    match = Match(chosen, (bot, contestant("random", chosen)), deals, 1)
    play_block(match, Block(0, 0, 10))  # whatever must be compiled is compiled now
    start = process_time()
    play_block(match, Block(0, 0, deals))
    return deals / (process_time() - start)


def main() -> None:
    print(f"One bot, written twice; {load()}")
    found = {name: measured(*bot) for name, bot in BOTS.items()}
    for name, games in found.items():
        print(f"{name}: {games:,.0f} games a second")
    print(f"compiled: {found['compiled'] / found['Python']:,.0f} times as many games")


if __name__ == "__main__":
    main()
