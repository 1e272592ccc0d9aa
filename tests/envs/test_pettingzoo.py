"""PettingZoo's own tests pass for every game, and rewards make up the payoff."""

from __future__ import annotations

import pickle
import warnings
from typing import Any, Literal

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from kiebitz.envs.pettingzoo import pettingzoo_env
from kiebitz.errors import IllegalMove
from kiebitz.kernel.random import Stream
from kiebitz.rules.registry import names
from tests.contract.cases import TOY

ALL = [*names(), TOY]


@pytest.mark.parametrize("rewards", ["end", "trick"])
@pytest.mark.parametrize("name", ALL)
def test_the_interface_is_pettingzoos(name: str, rewards: Literal["end", "trick"]) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation")  # it would rather have no masks
        api_test(pettingzoo_env(name, rewards=rewards, hidden=True), num_cycles=200)


@pytest.mark.parametrize("name", ALL)
def test_the_same_seed_gives_the_same_games(name: str) -> None:
    seed_test(lambda: pettingzoo_env(name), num_cycles=40)


def play(env: Any, seed: int) -> dict[str, float]:
    """Play a game at random; what each agent got."""
    env.reset(seed=seed)
    total, rng = dict.fromkeys(env.possible_agents, 0.0), Stream.named("pettingzoo", seed)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        total[agent] += reward
        env.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return total


@pytest.mark.parametrize("rewards", ["end", "trick"])
@pytest.mark.parametrize("name", names())
def test_what_agents_get_is_the_payoff(name: str, rewards: Literal["end", "trick"]) -> None:
    env = pettingzoo_env(name, rewards=rewards)
    for seed in range(3):
        total = play(env, seed)
        assert np.allclose(list(total.values()), env.unwrapped.state_.payoffs, atol=1e-6)


@pytest.mark.parametrize("rewards", ["end", "trick"])
@pytest.mark.parametrize("name", ALL)
def test_an_environment_in_use_can_be_pickled(name: str, rewards: Literal["end", "trick"]) -> None:
    env, rng = pettingzoo_env(name, rewards=rewards), Stream.named("pickled")
    env.reset(seed=2)
    for number in range(40):
        seen, _, over, _, _ = env.last()
        if over:
            break
        if number == 5:
            kept, log = pickle.loads(pickle.dumps(env)), env.unwrapped.state_.history
            assert kept.unwrapped.state_.history == log
        if number >= 5:
            assert np.array_equal(kept.last()[0]["observation"], seen["observation"])
            assert kept.last()[1] == env.last()[1]
            one, other = (raw.unwrapped.view(raw.agent_selection) for raw in (env, kept))
            assert one.events == other.events
        action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        for each in (env, kept) if number >= 5 else (env,):
            each.step(action)


def test_an_agent_sees_its_view() -> None:
    env = pettingzoo_env("schnapsen", "rules=full", render_mode="ansi")
    env.reset(seed=1)
    raw = env.unwrapped
    for agent in env.possible_agents:
        tensor = env.observe(agent)["observation"]
        assert np.array_equal(tensor, raw.planes.tensor(raw.view(agent)))
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    assert not env.observe(waiting)["action_mask"].any()
    assert "hidden" in str(env.render())


def test_an_illegal_action_is_a_sentence() -> None:
    env = pettingzoo_env("durak")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="may not choose action 37"):
        env.step(37)
