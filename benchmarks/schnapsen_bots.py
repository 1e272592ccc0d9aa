"""Games a second of the compiled Schnapsen bots on one core, beside the same bots as Python classes.

The Python version of one of the paper's bots is the one on the knowledge base. The others are called move by
move from a Python agent, with views as Python values and reasons for each move.

python benchmarks/schnapsen_bots.py
"""

from __future__ import annotations

from dataclasses import replace
from time import process_time

from kiebitz.agents.contestant import Contestant
from kiebitz.agents.registry import contestant
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.rules.game import Game
from kiebitz.rules.registry import game
from parts.timing import load, ratio

PAIRS = [
    # rules, bot, its Python version ("" for its own class), opponent, deals for each
    ("vu", "bully", "", "random", 50_000, 300),
    ("vu", "rdeep:samples=10,depth=5", "", "bully", 2_000, 50),
    ("vu-old", "bully-old", "", "random", 50_000, 300),
    ("vu-old", "rdeep-old:samples=4,depth=8", "", "bully-old", 2_000, 50),
    ("vu-old", "kbbot", "kbbot-logic", "random", 50_000, 10),
    ("vu-old", "dbot", "dbot-logic", "random", 50_000, 10),
    ("vu-old", "dbot-published", "", "random", 50_000, 300),
]
REPEATS = 3


def games_a_second(chosen: Game, one: Contestant, other: Contestant, deals: int) -> float:
    """The best of several runs, by processor time."""
    match = Match(chosen, (one, other), deals, 1)
    play_match(replace(match, deals=1))  # compile
    times = []
    for _ in range(REPEATS):
        start = process_time()
        play_match(match)
        times.append(process_time() - start)
    return match.games / min(times)


def main() -> None:
    print(f"Schnapsen bots, processor time, best of {REPEATS}; {load()}")
    for rules, spec, python, opponent, many, few in PAIRS:
        chosen = game("schnapsen", {"rules": rules})
        bot, other = contestant(spec, chosen), contestant(opponent, chosen)
        slow = contestant(python, chosen) if python else replace(bot, policy=None)
        fast = games_a_second(chosen, bot, other, many)
        name = python or "the same from a Python agent"
        ratio(f"{spec} against {opponent}", fast, name, games_a_second(chosen, slow, other, few))


if __name__ == "__main__":
    main()
