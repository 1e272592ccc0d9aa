"""Endings in which every card is known: values are those of another search, and a limit is kept."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from kiebitz.agents.registry import contestant
from kiebitz.kernel.state import TURN, WORDS
from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.game import Game
from kiebitz.rules.registry import game
from kiebitz.rules.values import State
from kiebitz.search.ending import BEST, MEANT, bind_ending
from kiebitz.search.evaluator import CODES, EFFORT, NODES, bind_is_known, make_memory
from kiebitz.search.improve import bind_prefer
from kiebitz.search.secured import secured

PLAYERS = {"durak": "greedy", "schnapsen": "bully"}
games = pytest.mark.parametrize("name", PLAYERS)


def endings(chosen: Game, player: str, deals: int) -> Iterator[State]:
    """Positions with a choice whose cards are all known, from games of a player against itself."""
    is_known, memory, agent = (
        bind_is_known(chosen.kernels),
        make_memory(chosen, "round", []),
        contestant(player, chosen).make(),
    )
    for seed in range(deals):
        state = chosen.deal(seed=seed)
        while not state.is_over:
            view = state.view(state.turn)
            if len(view.moves) > 1 and is_known(view.vector, memory):
                yield state
            state = state.play(agent.act(view).move)  # type: ignore[union-attr]


class Solver:
    """The search without a policy: the first move is tried first."""

    def __init__(self, chosen: Game) -> None:
        self.game = chosen
        self.kernel: Kernel = bind_ending(chosen.kernels, bind_prefer(chosen.kernels, None))
        self.effort = np.zeros(len(EFFORT), np.int64)
        self.found = np.zeros(2, np.int64)

    def best(self, state: State, meant: int, nodes: int) -> set[int]:
        self.found[:] = self.game.point_range
        self.effort[:] = 0
        memory, rng, clocks = np.zeros(WORDS, np.int64), np.zeros(1, np.int64), np.zeros(0, np.int64)
        rest = nodes, self.found, memory, rng, self.effort, 0, clocks
        mask = int(self.kernel(state.vector, meant, 0, *rest))
        return {code for code in range(CODES) if mask >> code & 1}


@games
def test_the_best_moves_are_those_of_another_search(name: str) -> None:
    chosen = game(name)
    solver, checked, several, better = Solver(chosen), 0, 0, 0
    for state in endings(chosen, PLAYERS[name], 12):
        values = secured(chosen, state.vector, 30_000)
        if len(values) < len(state.moves):
            continue
        now = int(chosen.kernels.payoff(state.vector, state.vector[TURN]))
        most = max(values.values())
        equal = {move.code for move in state.moves if values[str(move)] == most}
        for meant in state.moves:
            best = solver.best(state, meant.code, 1_000_000)
            assert solver.found[MEANT] - now == values[str(meant)]
            assert solver.found[BEST] - now == most
            if most + now < chosen.point_range[1]:
                assert best == equal
                several += len(best) > 1
            else:
                assert best
                assert best <= equal
                assert meant.code not in equal or best == {meant.code}
            better += meant.code not in best
            checked += 1
    assert checked > 50
    assert several > 5
    assert better > 5


def test_without_enough_nodes_nothing_is_claimed() -> None:
    solver = Solver(game("durak"))
    state = list(endings(game("durak"), "greedy", 1))[-3]
    meant = state.moves[0].code
    assert solver.best(state, meant, 1_000_000)
    needed = int(solver.effort[NODES])
    assert solver.best(state, meant, needed)
    assert not solver.best(state, meant, needed - 1)
    assert solver.effort[NODES] == needed - 1
