"""What a decision of ``improve`` costs and gives away in Durak, next to the tree search at equal time.

    python benchmarks/durak_guarded.py

Positions with a choice from games of the two against each other. Both decide each of them, one after the
other, so that a busy machine slows down both; times are processor time, without the compiler. In endings,
where both know every card, a third decides by playouts alone. What they give away is known where an exact
search finds it with few nodes: points for each hundred endings.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from time import thread_time

import numpy as np

from kiebitz.agents.base import Policy
from kiebitz.agents.registry import contestant
from kiebitz.games.durak.search.minimax import ending_key
from kiebitz.games.durak.search.vote import is_known
from kiebitz.kernel.state import PHASE, TURN, WORDS
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.rules.registry import game
from kiebitz.search.evaluator import CODES, EFFORT
from kiebitz.search.improve import bind_weigh
from kiebitz.search.secured import secured
from parts.document import Cell, Document, cell, show

SEED = "guarded search"
DURAK = game("durak")
IMPROVE, TREES = "improve:base=smart,worlds=128,z=2.5", "mcts:limit=30,c=1.40,samples=30"
NODES = 100_000  # for each move of an ending; what takes longer is left out


def positions(number: int, policies: list[Policy]) -> list[tuple[Vector, Vector]]:
    """The states and views with a choice in a game between the two."""
    s, view, found = DURAK.deal(f"{SEED} {number}").vector.copy(), np.empty(WORDS, np.int64), []
    memories, rng = [policy.memory.copy() for policy in policies], np.full(1, number, np.int64)
    while s[TURN] >= 0:
        DURAK.kernels.observe(s, s[TURN], view)
        moves = int(DURAK.kernels.legal(s))
        if moves & (moves - 1):
            found.append((s.copy(), view.copy()))
        who = (int(s[TURN]) + number) % 2
        DURAK.kernels.play(s, policies[who].kernel(view, memories[who], rng))
    return found


def playouts_alone(policy: Policy, base: Policy) -> Kernel:
    """Improve's decision as it would be if no ending were searched."""
    weigh = bind_weigh(DURAK.kernels, base.kernel)

    def decide(view: Vector, memory: Vector, rng: Vector) -> int:
        gains, means, effort = np.zeros(CODES), np.zeros(CODES), np.zeros(len(EFFORT), np.int64)
        meant = base.kernel(view, base.memory, rng)
        rest = gains, means, effort, 0, np.zeros(0, np.int64)
        return int(weigh(view, memory, rng, DURAK.kernels.legal(view), meant, *rest))

    return decide


def given_away(state: Vector, chosen: dict[str, int]) -> dict[str, int]:
    """How many points less than the best move each one's has; nothing if that is not found."""
    values = secured(DURAK, state, NODES, ending_key, (-1, 1))
    if len(values) < int(DURAK.kernels.legal(state)).bit_count():
        return {}
    best, phase = max(values.values()), int(state[PHASE])
    return {who: best - values[DURAK.move_text(phase, move)] for who, move in chosen.items()}


def parser() -> argparse.ArgumentParser:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("--games", type=int, default=100)
    return asked


def measured(asked: argparse.Namespace) -> Document:
    improve, trees, base = (contestant(spec, DURAK).policy for spec in (IMPROVE, TREES, "smart"))
    assert improve and trees and base
    deciders = {"improve": improve.kernel, "mcts": trees.kernel, "playouts": playouts_alone(improve, base)}
    memories = {"improve": improve.memory, "mcts": trees.memory, "playouts": improve.memory}
    seconds: dict[tuple[str, str], float] = defaultdict(float)
    lost: dict[str, list[int]] = defaultdict(list)
    for warm in (True, False):  # the first game compiles
        seconds.clear()
        for number in range(1 if warm else asked.games):
            for state, view in positions(number, [improve, trees]):
                part, chosen = "endings" if is_known(view) else "before", dict[str, int]()
                for who, decide in deciders.items():
                    if who != "playouts" or part == "endings":
                        begun = thread_time()
                        chosen[who] = int(decide(view, memories[who].copy(), np.full(1, number, np.int64)))
                        seconds[who, part] += thread_time() - begun
                if part == "endings" and not warm:
                    for who, less in given_away(state, chosen).items():
                        lost[who].append(less)
    cells: dict[str, Cell] = {
        f"time of improve to mcts, {part}": cell(seconds["improve", part] / seconds["mcts", part])
        for part in ("before", "endings")
    }
    both = [sum(seconds[who, part] for part in ("before", "endings")) for who in ("improve", "mcts")]
    cells["time of improve to mcts"] = cell(both[0] / both[1])
    for who, points in lost.items():
        error = float(np.std(points) / np.sqrt(len(points)))
        cells[f"given away in a hundred endings, {who}"] = cell(100 * float(np.mean(points)), 100 * error)
    cells["endings"] = cell(len(lost["improve"]))
    return Document(cells, SEED, {"durak": [IMPROVE, TREES]})


if __name__ == "__main__":
    show(parser(), measured)
