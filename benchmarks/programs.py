"""Bots in a program (``exec:``): the moves that one makes in a second, and the same bot as a file of Python.

python benchmarks/programs.py [GAME]

The bot plays the first legal move; docs/line_bot.py is the program, parts/first_move.py the file. It meets a
compiled random player, and in the second line of a game itself. Only the moves of the bot count. Its moves
are divided by the time of the match without the start of all processes, which is that of a match of one
deal, and then by the time of the whole match.
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

HERE = Path(__file__).parent
PROGRAM = f"exec:{shlex.join([sys.executable, str(HERE.parent / 'docs' / 'line_bot.py')])}"
FILE = f"{HERE / 'parts' / 'first_move.py'}:First"
DEALS = {"durak": 200, "schnapsen": 400, "skat": 120, "boerenbridge": 60}


def match(name: str, agents: list[str], deals: int) -> tuple[int, float]:
    """The moves of the bots in a match, and its seconds."""
    plan = match_plan(name, agents, deals, 1)
    _ = plan.match
    start = perf_counter()
    result = play_match(plan.match)
    seconds = perf_counter() - start
    assert not result.reasons, result.reasons
    return sum(int(n) for n, agent in zip(result.moves, agents, strict=True) if agent != "random"), seconds


def rates(name: str, bot: str, others: str, deals: int) -> tuple[float, float]:
    """The moves a second without and with the start."""
    agents = [bot, *[others] * (game(name).seats - 1)]
    few, start = match(name, agents, 1)
    moves, seconds = match(name, agents, deals)
    return (moves - few) / (seconds - start), moves / seconds


def main() -> None:
    print(f"Programs on a pipe, moves a second; {load()}")
    for name in sys.argv[1:] or DEALS:
        for others in ("random", PROGRAM):
            pace, whole = rates(name, PROGRAM, others, DEALS[name])
            same, _ = rates(name, FILE, FILE if others == PROGRAM else others, DEALS[name])
            whom = "itself" if others == PROGRAM else others
            print(
                f"{name} against {whom}: {pace:,.0f}, with the start {whole:,.0f}; "
                f"as a file {same:,.0f}; ratio {pace / same:.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
