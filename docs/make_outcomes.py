"""Measures what rounds bring: ``python docs/make_outcomes.py schnapsen|boerenbridge [SEED]``.

Writes the file ``outcomes.json`` of the game, from which the worth of a score is worked out. Rounds are
played by one agent in all seats, each by itself, so that nobody plays for the score.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

import kiebitz
from kiebitz.agents.registry import contestant
from kiebitz.games.boerenbridge import rules as b
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import TURN, WORDS
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.rules.game import Game
from kiebitz.rules.registry import game

GAMES = Path(kiebitz.__file__).parent / "games"
DEALS = 5_000
BUMMERL = "schnapsen-ai:worlds=50"
ROUNDS = 1500  # of every kind
LADDER = "full-kripke-plus:samples=8"
MOST = {("round", 4): 8, ("full", 3): 8, ("full", 4): 8, ("full", 5): 10}
"""The largest rounds that are measured, by the deck and the number of seats."""


def schnapsen(seed: int) -> dict[str, Any]:
    """How often a deal brings its first leader how many game points."""
    chosen = game("schnapsen", {"rules": "full", "unit": "deal"})
    player = contestant(BUMMERL, chosen)
    found = play_match(Match(chosen, (player, player), DEALS, seed, ((0, 1),)))
    counts = Counter(int(points) for points in np.asarray(found.points)[:, 0, 0])
    shares = {str(points): round(counts[points] / DEALS, 4) for points in (3, 2, 1, -1, -2, -3)}
    return {"agent": BUMMERL, "deals": DEALS, "outcomes": shares}


def boerenbridge(seed: int) -> dict[str, Any]:
    """How often a place, counted from the opener, guesses and takes how many tricks."""
    found = {}
    for (deck, seats), most in MOST.items():
        for size in range(1, most + 1):
            options = {"deck": deck, "seats": str(seats), "schedule": str(size)}
            options |= {"trump": "card"} if deck == "full" else {}
            counts = one_round(game("boerenbridge", options), seed)
            found[f"{deck}-{seats}-{size}"] = [
                sorted([guess, tricks, n] for (guess, tricks), n in place.items()) for place in counts
            ]
    return {"agent": LADDER, "rounds": ROUNDS, "outcomes": found}


def one_round(chosen: Game, seed: int) -> list[Counter[tuple[int, int]]]:
    """Guesses and tricks of each place in rounds of one kind."""
    policy, view = contestant(LADDER, chosen).policy, np.zeros(WORDS, np.int64)
    assert policy is not None
    counts: list[Counter[tuple[int, int]]] = [Counter() for _ in range(chosen.seats)]
    for number in range(ROUNDS):
        state = chosen.deal(f"{seed}-{number}").vector.copy()
        memory, rng = policy.memory.copy(), Stream.named("outcomes", seed, number).word
        while state[TURN] >= 0:
            chosen.kernels.observe(state, state[TURN], view)
            chosen.kernels.play(state, policy.kernel(view, memory, rng))
        for place, counted in enumerate(counts):
            seat = (int(state[b.OPENER]) + place) % chosen.seats
            counted[int(b.field(state[b.GUESSES], seat)) - 1, int(b.field(state[b.TRICKS], seat))] += 1
    return counts


def in_lines(made: dict[str, Any]) -> str:
    """JSON with a line for each kind of round."""
    compact = {name: json.dumps(found) for name, found in made["outcomes"].items()}
    lines = ",\n".join(f'  "{name}": {found}' for name, found in compact.items())
    head = json.dumps({name: value for name, value in made.items() if name != "outcomes"}, indent=1)
    return f'{head[:-2]},\n "outcomes": {{\n{lines}\n }}\n}}\n'


def main() -> None:
    name, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 66
    measured = {"schnapsen": schnapsen, "boerenbridge": boerenbridge}[name](seed)
    made = {"command": f"python docs/make_outcomes.py {name} {seed}", **measured}
    path = GAMES / name / "search" / "outcomes.json"
    path.write_text(in_lines(made), encoding="utf-8")
    print(f"{path}: {len(measured['outcomes'])} entries")


if __name__ == "__main__":
    main()
