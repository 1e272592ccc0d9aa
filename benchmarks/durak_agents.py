"""Durak agents: greedy games a second and the time that an mcts move takes, in processor time of one core.

The reference for games is random play in the same compiled loop; for searches it is the general mcts of
every game, which shows its playout policy a view at each ply. The published program needed 100 ms a move.

    python benchmarks/durak_agents.py
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import thread_time

from kiebitz.agents.base import PolicyAgent
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.registry import GENERAL, contestant
from kiebitz.lab.playing.match import Block, Match, play_block
from kiebitz.rules.registry import game
from parts.document import Document, cell, show

LIMIT = 800
SEED = 1
RULES = ("greedy", "random")
SEARCHES = {  # by options of the game
    "": [
        f"mcts:limit={LIMIT},simulation=greedy,samples=1",
        "mcts:limit=30,samples=30",
        "minimax:depth=3,samples=30",
    ],
    "open_world=on": [f"mcts:limit={LIMIT},simulation=greedy", "minimax:depth=9"],
}


def quickest(function: Callable[[], object], repeats: int = 5) -> float:
    """Processor seconds of the quickest of several calls: others may use the machine too."""
    times = []
    for _ in range(repeats):
        start = thread_time()
        function()
        times.append(thread_time() - start)
    return min(times)


def games_a_second(agent: str, deals: int = 50_000) -> float:
    """Games between two copies of an agent, whole loop."""
    chosen = game("durak")
    match = Match(chosen, (contestant(agent, chosen),) * 2, deals, SEED)
    match.prepare()
    return deals / quickest(lambda: play_block(match, Block(0, 0, deals)))


def milliseconds_a_move(one: Contestant, deals: int = 60) -> float:
    """All moves of an agent against greedy, forced ones left out: they need no search."""
    match = Match(one.game, (one, contestant("greedy", one.game)), deals, SEED)
    match.prepare()
    seconds = quickest(lambda: play_block(match, Block(0, 0, deals)), 3)
    return 1000 * seconds / decisions(match, deals)


def decisions(match: Match, deals: int) -> int:
    """How many times the first agent had more than one legal move."""
    return sum(
        len(getattr(answer, "values", ())) > 1
        for deal in range(deals)
        for answer in match.play(deal, 0).answers
    )


def general_mcts(options: str) -> Contestant:
    """The mcts that plays every game, with greedy playouts."""
    entry = next(entry for entry in GENERAL if entry.name == "mcts")
    chosen = game("durak", options)
    parameters = {"limit": str(LIMIT), "c": "1", "samples": "1", "playout": "greedy", "horizon": "round"}
    policy = entry.make(chosen, parameters)
    return Contestant(chosen, "general mcts", lambda: PolicyAgent(policy), policy)  # type: ignore[arg-type]


def parser() -> argparse.ArgumentParser:
    return argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)


def measured(chosen: argparse.Namespace) -> Document:
    cells = {f"{agent} games a second": cell(games_a_second(agent)) for agent in RULES}
    for options, own in SEARCHES.items():
        where = "open cards" if options else "hidden cards"
        for spec in own:
            found = milliseconds_a_move(contestant(spec, game("durak", options)))
            cells[f"{spec}, {where}, ms"] = cell(found)
        cells[f"general mcts, {where}, ms"] = cell(milliseconds_a_move(general_mcts(options)))
    hidden, opened = ([*own, *RULES] for own in SEARCHES.values())
    return Document(cells, SEED, {"durak": hidden, "durak open_world=on": opened})


if __name__ == "__main__":
    show(parser(), measured)
