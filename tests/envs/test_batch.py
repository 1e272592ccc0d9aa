"""Many games at once are the games that Python plays one by one."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest

from kiebitz.envs.batch import Batch
from kiebitz.envs.making import made_game
from kiebitz.envs.planes import Planes
from kiebitz.envs.rewards import Ledger
from kiebitz.errors import BadOption, IllegalMove, UnknownName
from tests.contract.cases import CASES, make

GAMES = 5


@pytest.mark.parametrize("rewards", ["end", "trick"])
@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_batch_plays_what_states_play(name: str, options: str, rewards: Literal["end", "trick"]) -> None:
    chosen = make(name, options)
    batch, planes = Batch(chosen, GAMES, seed=3, rewards=rewards, hidden=True), Planes.of(chosen)
    assert batch.hidden is not None
    states = [batch.deal(number).start() for number in range(GAMES)]
    ledgers, units = [Ledger(chosen, rewards) for _ in states], [0] * GAMES
    for ledger, state in zip(ledgers, states, strict=True):
        ledger.begin(state)
    ended = 0
    for step in range(min(2 * chosen.max_moves, 150)):
        for number, state in enumerate(states):
            view = state.view(state.turn)
            assert batch.turns[number] == state.turn
            if number == step % GAMES:
                assert batch.observations[number].tobytes() == planes.tensor(view).tobytes()
                assert np.array_equal(batch.masks[number], planes.mask(view))
                assert np.array_equal(batch.hidden[number], planes.hidden(state, state.turn))
        actions = batch.sample().copy()
        batch.step(actions)
        for number, action in enumerate(actions):
            states[number] = state = states[number].play(planes.moves[action])
            assert np.allclose(batch.rewards[number], ledgers[number].rewards(state), atol=1e-4)
            assert batch.done[number] == state.is_over
            if state.is_over:
                ended += 1
                units[number] += 1
                states[number] = batch.deal(number, units[number]).start()
                ledgers[number].begin(states[number])
    assert ended > 0 or chosen.max_moves > 150


@pytest.mark.parametrize("rewards", ["end", "trick"])
@pytest.mark.parametrize(("name", "options"), CASES)
def test_rewards_of_a_unit_add_up_to_its_payoff(
    name: str, options: str, rewards: Literal["end", "trick"]
) -> None:
    chosen = make(name, options)
    batch = Batch(chosen, 3, seed=4, rewards=rewards)
    total, states = np.zeros((3, chosen.seats)), [batch.deal(number).start() for number in range(3)]
    finished = 0
    while finished < 3:
        actions = batch.sample()
        playing = [number for number in range(3) if not states[number].is_over]
        for number in playing:
            states[number] = states[number].play(batch.planes.moves[actions[number]])
        batch.step(actions)
        for number in playing:
            total[number] += batch.rewards[number]
            if states[number].is_over:
                finished += 1
                assert np.allclose(total[number], states[number].payoffs, atol=1e-3)


@pytest.mark.parametrize("name", ["schnapsen", "skat"])
def test_rewards_by_trick_come_before_the_end(name: str) -> None:
    batch = Batch(name, 50, seed=5, rewards="trick")
    early = 0.0
    for _ in range(120):
        batch.step(batch.sample())
        early += float(np.abs(batch.rewards[~batch.done]).sum())
    assert early > 1.0


def test_a_game_does_not_depend_on_the_size_of_the_batch() -> None:
    small, large = Batch("durak", 2, seed=1), Batch("durak", 64, seed=1)
    for _ in range(200):
        assert small.observations.tobytes() == large.observations[:2].tobytes()
        small.step(small.sample())
        large.step(large.sample())
    assert small.units[0] > 1


def test_arrays_are_written_in_place_and_a_reset_begins_again() -> None:
    batch = Batch("schnapsen", 8, seed=2)
    arrays = batch.observations, batch.masks, batch.rewards, batch.done, batch.turns
    first = batch.observations.copy()
    for _ in range(30):
        batch.step(batch.sample())
    now = batch.observations, batch.masks, batch.rewards, batch.done, batch.turns
    assert all(one is other for one, other in zip(arrays, now, strict=True))
    batch.reset()
    assert np.array_equal(batch.observations, first) and not batch.done.any()


def test_an_illegal_action_is_refused_and_no_game_moves() -> None:
    batch = Batch("durak", 4, seed=1)
    before, actions = batch.observations.copy(), batch.sample().copy()
    actions[2] = 37  # nobody can take before the first attack
    batch.masks[:] = True  # the caller's array decides nothing
    with pytest.raises(IllegalMove, match=r"Action 37 \(take\) is not legal in game 2; allowed are \S\S, "):
        batch.step(actions)
    assert np.array_equal(batch.observations, before)
    for wrong in (-1, 1000):
        actions[2] = wrong
        with pytest.raises(IllegalMove, match="game 2"):
            batch.step(actions)


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadOption, match="3 actions"):
        Batch("durak", 3, seed=1).step(np.zeros(2, np.int64))
    with pytest.raises(BadOption, match="must be 1 to"):
        Batch("durak", 0)
    with pytest.raises(UnknownName, match="trick"):
        Batch("durak", 1, rewards="tricks")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="already"):
        made_game(make("durak", ""), "trumps=off")
    assert made_game("durak", {"trumps": False, "start_rank": 9}).options_text == "start_rank=9,trumps=off"


@pytest.mark.parametrize("actions", [None, [0.5, 0.5], np.ones(2, np.bool_), "12"])
def test_actions_that_are_no_whole_numbers_are_refused(actions: Any) -> None:
    """Half an action was once cut to action 0."""
    with pytest.raises(BadOption, match="Actions are whole numbers, not values of type"):
        Batch("durak", games=2, seed=1).step(actions)


def test_whole_numbers_of_any_kind_are_actions() -> None:
    first, second = Batch("durak", games=2, seed=1), Batch("durak", games=2, seed=1)
    actions = first.masks.argmax(axis=1)
    first.step([int(action) for action in actions])  # type: ignore[arg-type]
    second.step(actions.astype(np.uint8))
    assert (first.observations == second.observations).all()
