"""One seat against named agents."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from kiebitz import Agent, View
from kiebitz.envs.gymnasium import SeatEnv
from kiebitz.errors import BadOption, IllegalMove, UnknownName
from kiebitz.kernel.random import Stream
from kiebitz.rules.registry import names
from tests.contract.cases import TOY


class Looking(Agent):
    """Plays its first move and keeps what it was shown."""

    seen: list[View] = []  # noqa: RUF012

    def act(self, view: View) -> str:
        assert isinstance(view, View)
        self.seen.append(view)
        return view.moves[0]


def play(env: SeatEnv, seed: int | None) -> float:
    env.reset(seed=seed)
    rng, total, over = Stream.named("gymnasium", seed or 0), 0.0, False
    while not over:
        action = rng.choice(np.flatnonzero(env.action_masks()).tolist())
        _, reward, over, _, _ = env.step(action)
        total += reward
    return total


@pytest.mark.parametrize("name", [*names(), TOY])
def test_the_interface_is_gymnasiums(name: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*render modes.*")
        check_env(SeatEnv(name, illegal="lose", hidden=True))


@pytest.mark.parametrize("rewards", ["end", "trick"])
@pytest.mark.parametrize("name", names())
def test_what_the_seat_gets_is_its_payoff(name: str, rewards: Any) -> None:
    env = SeatEnv(name, "random", rewards=rewards)
    seats = set()
    for seed in range(6):
        total = play(env, seed)
        assert np.isclose(total, env.state.payoffs[env.seat], atol=1e-6)
        seats.add(env.seat)
    assert len(seats) > 1, "without a seat it changes"


def test_opponents_are_names_classes_and_instances_and_get_views() -> None:
    Looking.seen.clear()
    env = SeatEnv("boerenbridge", ["random", Looking, Looking()], seat=2)
    play(env, 1)
    assert {view.seat for view in Looking.seen} == {1, 3}
    assert all(view.hand_of(2).mask == 0 for view in Looking.seen)


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = SeatEnv("durak", "greedy"), SeatEnv("durak", "greedy")
    assert [play(one, 7), play(one, None)] == [play(other, 7), play(other, None)]
    assert one.state.history == other.state.history


def test_gymnasium_makes_one() -> None:
    env = gymnasium.make("kiebitz.envs.gymnasium:kiebitz/Seat-v0", game="durak", opponents="greedy", seat=1)
    seen, info = env.reset(seed=3)
    assert info == {"seat": 1} and env.observation_space.contains(seen)


def test_an_illegal_action_raises_or_loses() -> None:
    env = SeatEnv("durak", seat=0)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    with pytest.raises(IllegalMove):
        env.step(illegal)
    env = SeatEnv("durak", seat=0, illegal="lose")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadOption, match="2 other seats"):
        SeatEnv("skat", ["random"])
    with pytest.raises(BadOption, match="0 to 2"):
        SeatEnv("skat", seat=3)
    with pytest.raises(UnknownName, match="raise"):
        SeatEnv("skat", illegal="ignore")  # type: ignore[arg-type]
