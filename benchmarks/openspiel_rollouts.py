"""Random playouts from a dealt state, beside OpenSpiel's C++ rollout evaluator (of its MCTS bot).

python benchmarks/openspiel_rollouts.py
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel

from kiebitz.kernel.random import Stream
from kiebitz.rules.registry import game
from kiebitz.rules.values import State
from kiebitz.search.playout import bind_playouts
from parts.timing import best, load, ratio


def ours(state: State, n: int = 200_000) -> float:
    """Playouts a second from a state."""
    playouts, rng = bind_playouts(state.game.kernels), Stream.named("playouts")
    totals = np.zeros(state.game.seats, np.int64)
    return n / best(lambda: playouts(state.vector, rng.word, n, totals))


def openspiel(state: Any, n: int = 10_000) -> float:
    """Rollouts a second of OpenSpiel's evaluator: its MCTS bot makes one simulation of n rollouts."""
    evaluator = pyspiel.RandomRolloutEvaluator(n, 1)
    uct, memory = pyspiel.ChildSelectionPolicy.UCT, 1000
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, 1.0, 1, memory, False, 1, False, uct)
    return n / best(lambda: bot.step(state))


def after_chance(state: Any, seed: int) -> Any:
    """An OpenSpiel state with all cards dealt."""
    rng = random.Random(seed)
    while state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
    return state


def skat_in_play() -> State:
    """Forehand plays Grand after taking the skat: thirty cards are left to play."""
    state = game("skat").deal(1)
    for move in ("pass", "pass", "18", "skat"):
        state = state.play(move)
    state = state.play(state.moves[-1])
    state = state.play(state.moves[-1])
    return state.play("G").play("plain")


def openspiel_skat_in_play() -> Any:
    state = after_chance(pyspiel.load_game("skat").new_initial_state(), 1)
    grand = next(a for a in state.legal_actions() if "grand" in state.action_to_string(0, a).lower())
    state.apply_action(grand)
    while len(state.legal_actions()) > 10 and not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    return state


def main() -> None:
    print(f"Random playouts; {load()}")
    ratio("skat card play", ours(skat_in_play()), "OpenSpiel", openspiel(openspiel_skat_in_play()))
    for players, tricks in ((3, 9), (3, 13), (4, 12), (4, 5)):
        table = game(
            "boerenbridge", {"seats": str(players), "schedule": str(tricks), "deck": "full", "trump": "card"}
        )
        settings = {"players": players, "num_tricks_fixed": tricks, "num_suits": 4, "num_cards_per_suit": 13}
        other = after_chance(pyspiel.load_game("oh_hell", settings).new_initial_state(), 1)
        what = f"boerenbridge, {players} players, {tricks} tricks"
        ratio(what, ours(table.deal(1)), "OpenSpiel oh_hell", openspiel(other))


if __name__ == "__main__":
    main()
