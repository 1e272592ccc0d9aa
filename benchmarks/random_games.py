"""Whole random games a second on one core and two threads, beside a naive Python rule book.

python benchmarks/random_games.py
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from kiebitz.agents.registry import contestant
from kiebitz.kernel.random import Stream
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.rules.registry import game
from parts.timing import best, load, ratio

DEALS = {"schnapsen": 100_000, "skat": 30_000, "durak": 30_000, "boerenbridge": 10_000}


def compiled(name: str, workers: int) -> float:
    """Games a second between compiled random players."""
    chosen = game(name)
    plan = Match(chosen, (contestant("random", chosen),) * chosen.seats, DEALS[name], 1)
    return plan.games / best(lambda: play_match(plan, workers))


def python_agents(name: str, deals: int = 1000) -> float:
    """Games a second between Python random players."""
    chosen = game(name)
    plan = Match(chosen, (contestant("random-python", chosen),) * chosen.seats, deals, 1)
    return plan.games / best(lambda: play_match(plan), 3)


def naive(name: str, deals: int = 30) -> float:
    """Games a second of the readable rule book in the tests, random moves."""
    reference = importlib.import_module(f"tests.games.{name}.rule_book").Reference
    chosen, rng = game(name), Stream.named("naive")
    texts = [chosen.deal(seed).deal.text.splitlines() for seed in range(deals)]

    def play_all() -> None:
        for text in texts:
            book = reference(dict(chosen.options), text)
            while book.to_move() >= 0:
                book.play(rng.choice(book.legal()))

    return deals / best(play_all, 3)


def main() -> None:
    sys.path.insert(0, str(Path(__file__).parents[1]))
    print(f"Random games; {load()}")
    for name in DEALS:
        one, two = compiled(name, 1), compiled(name, 2)
        ratio(f"{name}, one thread", one, "naive Python rule book", naive(name))
        ratio(f"{name}, two threads", two, "one thread", one)
        ratio(f"{name}, Python agents", python_agents(name), "naive Python rule book", naive(name))


if __name__ == "__main__":
    main()
