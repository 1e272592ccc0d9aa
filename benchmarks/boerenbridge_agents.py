"""The published table of Boerenbridge: compiled graphs beside the same strategy as a Python class.

python benchmarks/boerenbridge_agents.py

Seconds are processor time of one thread, the best of several runs, because the machine may be shared.
Agents in Python play in this process too, not in others whose time nobody would count.
"""

from __future__ import annotations

from pathlib import Path
from time import process_time

from kiebitz.agents.registry import contestant
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.lab.playing.seatings import seatings
from kiebitz.rules.registry import game
from parts.timing import load, ratio

TABLE = ("full-kripke-published", "greedy-kripke-published", "greedy-published", "random")
PYTHON = Path(__file__).parents[1] / "tests" / "games" / "boerenbridge" / "player.py"
DEALS = 50_000


def speed(specs: tuple[str, ...], deals: int, repeats: int) -> float:
    """Games a second of processor time, each deal in the order of the seats and in reverse."""
    chosen = game("boerenbridge")
    players = tuple(contestant(spec, chosen, trust=True) for spec in specs)
    match = Match(chosen, players, deals, 1, seatings("mirror", 4))
    match.prepare()
    best = 0.0
    for _ in range(repeats):
        start = process_time()
        play_here(match)
        best = max(best, match.games / (process_time() - start))
    return best


def play_here(match: Match) -> None:
    """Play a match in this process, which otherwise only compiled agents do."""
    if match.is_compiled:
        play_match(match)
        return
    for deal in range(match.deals):
        for lineup in range(len(match.lineups)):
            match.play(deal, lineup)


def main() -> None:
    print(f"Boerenbridge, the line-up of table 6; {load()}")
    published = speed(TABLE, DEALS, 3)
    print(f"{2 * DEALS:,} games in {2 * DEALS / published:.2f} s")
    python = (f"{PYTHON}:FullKripke", f"{PYTHON}:GreedyKripke", "greedy", "random")
    compiled = speed(("full-kripke", "greedy-kripke", "greedy", "random"), DEALS, 3)
    ratio(
        "compiled graphs", compiled, "two of them as Python classes", speed(python, 100, 2), "games a second"
    )


if __name__ == "__main__":
    main()
