"""Bots in a program (``exec:``): the moves that one makes in a second, in a match of several hundred games.

python benchmarks/programs.py [GAME]

The bot is docs/line_bot.py, a Python program that plays the first legal move; it meets a compiled random
player. Its moves are divided by the time of the whole match, the start of all processes included.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from time import perf_counter

from kiebitz.lab.playing.match import play_match
from kiebitz.lab.runs.plan import match_plan
from kiebitz.rules.registry import game
from parts.timing import load

BOT = f"exec:{shlex.join([sys.executable, str(Path(__file__).parents[1] / 'docs' / 'line_bot.py')])}"
DEALS = {"durak": 100, "schnapsen": 100, "skat": 60, "boerenbridge": 30}


def measured(name: str, deals: int) -> str:
    """Moves a second of the program at one seat of each game."""
    plan = match_plan(name, [BOT, *["random"] * (game(name).seats - 1)], deals, 1)
    _ = plan.match
    start = perf_counter()
    result = play_match(plan.match)
    seconds = perf_counter() - start
    moves = int(result.moves[0])
    return f"{name}: {moves:,} moves in {deals * len(plan.lineups):,} games, {moves / seconds:,.0f} a second"


def main() -> None:
    print(f"Programs on a pipe; {load()}")
    for name in sys.argv[1:] or DEALS:
        print(measured(name, DEALS[name]), flush=True)


if __name__ == "__main__":
    main()
