"""How long people wait for an agent: the mean of its moves, the 99th percentile and the longest.

    python benchmarks/move_times.py durak smart mcts:limit=1000,samples=40 --options attack_limit=6

Every agent plays with itself, and is asked as at the table, with its reasons. Times are the processor's, of
all moves, or of those of one phase, those without a choice included; a first unit, which compiles, is not
counted.
"""

from __future__ import annotations

import argparse
from time import thread_time

import numpy as np

from kiebitz.agents.contestant import Contestant
from kiebitz.agents.registry import contestant
from kiebitz.agents.seated import Seated
from kiebitz.kernel.random import Stream
from kiebitz.rules.game import Game
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import game
from parts.document import Cell, Document, cell, show


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("game")
    made.add_argument("agents", nargs="+")
    made.add_argument("--deals", type=int, default=10)
    made.add_argument("--seed", type=int, default=21)
    made.add_argument("--options", default="")
    made.add_argument("--phase", default="")
    return made


def measured(chosen: argparse.Namespace) -> Document:
    played = game(chosen.game, parse_options(chosen.options))
    cells: dict[str, Cell] = {}
    for agent in chosen.agents:
        cells |= {f"{agent} {what}": cell(value) for what, value in waits(chosen, played, agent).items()}
    return Document(cells, chosen.seed, {f"{chosen.game} {chosen.options}".strip(): chosen.agents})


def waits(chosen: argparse.Namespace, played: Game, agent: str) -> dict[str, float]:
    """Milliseconds a move of an agent that plays with itself."""
    player, seed = contestant(agent, played), chosen.seed
    units = [seconds_of(player, f"{seed} {number}") for number in range(chosen.deals + 1)]
    times = 1e3 * np.array([s for unit in units[1:] for phase, s in unit if chosen.phase in ("", phase)])
    return {
        "moves": len(times),
        "mean": float(times.mean()),
        "99th": float(np.percentile(times, 99)),
        "longest": float(times.max()),
    }


def seconds_of(player: Contestant, seed: str) -> list[tuple[str, float]]:
    """In which phase every move of one unit was made, and what it took."""
    state, times = player.game.deal(seed), list[tuple[str, float]]()
    seated = [Seated(player, seat, Stream.named(seed, seat)) for seat in range(player.game.seats)]
    while not state.is_over:
        view = state.view(state.turn, Stream.named(seed, "move", len(times)))
        begin = thread_time()
        answer = seated[state.turn].decide(view)
        times.append((state.phase, thread_time() - begin))
        state = state.play(answer.decision.move)
    return times


if __name__ == "__main__":
    show(parser(), measured)
