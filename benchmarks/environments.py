"""Environments with random actions on one core: our batch and PettingZoo, OpenSpiel in Python, RLCard.

All give the seat to move a tensor and its legal actions at every move. OpenSpiel and RLCard do not have Durak
and Schnapsen, so their own card games are measured; ours are compared with the quickest of them that has a
whole deck, and with the quickest of all.

python benchmarks/environments.py
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np
import pyspiel
import rlcard
from open_spiel.python import rl_environment

from kiebitz.envs.batch import Batch
from kiebitz.envs.pettingzoo import pettingzoo_env
from kiebitz.rules.registry import names
from parts.timing import load

GAMES = 2048
SECONDS = 1.0  # of each measurement, the best of three
SPIEL = ("leduc_poker", "skat", "hearts", "gin_rummy")
RLCARD = ("leduc-holdem", "limit-holdem", "uno", "doudizhu")
SIX_CARDS = {"leduc_poker", "leduc-holdem"}


def pace(some: Callable[[], int]) -> float:
    """Moves a second of a function that makes some moves and says how many; processor time, best of three."""
    some()
    found = 0.0
    for _ in range(3):
        start, moves = process_time(), 0
        while process_time() - start < SECONDS:
            moves += some()
        found = max(found, moves / (process_time() - start))
    return found


def batch(name: str) -> Callable[[], int]:
    many = Batch(name, GAMES, seed=1)

    def some() -> int:
        for _ in range(20):
            many.step(many.sample())
        return 20 * GAMES

    return some


def pettingzoo(name: str) -> Callable[[], int]:
    env, rng, seeds = pettingzoo_env(name), random.Random(1), iter(range(10**9))

    def some() -> int:
        env.reset(seed=next(seeds))
        moves = 0
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            env.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"])))
            moves += not over
        return moves

    return some


def openspiel(name: str) -> Callable[[], int]:
    game, rng = pyspiel.load_game(name), random.Random(1)
    state_tensor = game.get_type().provides_information_state_tensor

    def some() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
                continue
            _ = state.information_state_tensor() if state_tensor else state.observation_tensor()
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
        return moves

    return some


def of_learners(name: str) -> Callable[[], int]:
    env, rng = rl_environment.Environment(pyspiel.load_game(name)), random.Random(1)

    def some() -> int:
        step, moves = env.reset(), 0
        while not step.last():
            player = step.observations["current_player"]
            step = env.step([rng.choice(step.observations["legal_actions"][player])])
            moves += 1
        return moves

    return some


def of_rlcard(name: str) -> Callable[[], int]:
    env, rng = rlcard.make(name, {"seed": 1}), random.Random(1)

    def some() -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return some


def column(title: str, games: Any, make: Callable[[str], Callable[[], int]]) -> dict[str, float]:
    """Measure the games of an interface and print them."""
    print(title)
    found = {}
    for name in games:
        found[name] = pace(make(name))
        print(f"  {name:<16}{found[name]:>14,.0f}")
    return found


def main() -> None:
    print(f"Moves a second with random actions, tensors and legal actions; {load()}")
    ours = column(f"Batch of {GAMES:,} games", names(), batch)
    column("PettingZoo, one game", names(), pettingzoo)
    spiel = column("OpenSpiel from Python", SPIEL, openspiel)
    learner = column("OpenSpiel's environment for learners", SPIEL, of_learners)
    cards = column("RLCard", RLCARD, of_rlcard)
    for other, paces in (("OpenSpiel", spiel), ("OpenSpiel's environment", learner), ("RLCard", cards)):
        for what, left_out in (("with a whole deck", SIX_CARDS), ("of all", set[str]())):
            quickest = max((name for name in paces if name not in left_out), key=paces.__getitem__)
            ratios = ", ".join(f"{name} {ours[name] / paces[quickest]:,.0f}" for name in names())
            print(f"Times {other}, the quickest {what} ({quickest}): {ratios}")


if __name__ == "__main__":
    main()
