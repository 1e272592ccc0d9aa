"""OpenSpiel's own checks pass for our games, and its bots play in our matches without seeing hidden cards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, mcts
from open_spiel.python.observation import make_observation

from kiebitz.agents.registry import contestant
from kiebitz.envs.openspiel import SpielAgent, register, spiel_game, world_of
from kiebitz.envs.outside import as_contestant
from kiebitz.envs.planes import Planes
from kiebitz.kernel.random import Stream
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.rules.contract.views import observed
from kiebitz.rules.registry import game, names


@pytest.mark.parametrize("name", names())
def test_random_games_pass_openspiels_checks(name: str) -> None:
    register(name)
    loaded = pyspiel.load_game(f"kiebitz_{name}", {"deals": 20, "seed": 3})
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=True, verbose=False)


def test_options_come_through_the_name_of_a_game() -> None:
    register("durak")
    loaded = pyspiel.load_game("kiebitz_durak(options=start_rank:9;trumps:off)")
    assert loaded.around.game.options_text == "start_rank=9,trumps=off"
    assert str(pyspiel.load_game(str(loaded))) == str(loaded)


@pytest.mark.parametrize("name", ["durak", "skat"])
def test_a_playthrough_is_written(name: str) -> None:
    register(name)
    actions = [7]
    text = generate_playthrough.playthrough(f"kiebitz_{name}(deals=10)", actions, seed=1)
    again = generate_playthrough.playthrough(f"kiebitz_{name}(deals=10)", actions, seed=1)
    assert text == again
    assert "IsTerminal() = True" in text and "Returns() = [" in text and "ObservationString(0)" in text


def test_the_deals_are_those_of_a_match_with_the_seed() -> None:
    state = spiel_game("schnapsen", seed=5).new_initial_state()
    state.apply_action(0)
    assert state.ours
    assert state.ours.deal.text == game("schnapsen").deal_of(5).text


def test_an_observer_shows_the_planes_and_all_that_was_seen() -> None:
    loaded = spiel_game("durak")
    state = loaded.new_initial_state()
    state.apply_action(3)
    state.apply_action(state.legal_actions()[0])
    assert state.ours
    seen = make_observation(loaded)
    seen.set_from(state, 1)
    planes = Planes.of(loaded.around.game)
    assert np.array_equal(seen.tensor, planes.tensor(state.ours.view(1)))
    assert seen.dict["hand"].sum() == len(state.ours.hand_of(1))
    recalls = make_observation(loaded, pyspiel.IIGObservationType(perfect_recall=True))
    assert recalls.string_from(state, 1).splitlines()[1].startswith(f"seat {1 - state.ours.turn} attack")


@pytest.mark.parametrize("name", names())
def test_a_bot_gets_a_world_that_its_view_allows(name: str) -> None:
    state = game(name).deal(seed=2)
    for _ in range(4):
        view = state.view(state.turn, Stream.named("world"))
        world = world_of(view)
        assert observed(world, view.seat).tolist() == view.vector.tolist()
        state = state.play(state.moves[0])


def uniform(loaded: Any, seat: int, seed: int) -> Any:
    return pyspiel.make_uniform_random_bot(seat, seed)


def searching(loaded: Any, seat: int, seed: int) -> Any:
    rng = np.random.RandomState(seed)
    return mcts.MCTSBot(loaded, 2.0, 12, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)


def test_its_bots_play_in_our_matches() -> None:
    durak = game("durak", {"start_rank": "11"})
    players = (
        as_contestant(SpielAgent(searching), durak, "openspiel-mcts"),
        as_contestant(SpielAgent(uniform), durak, "openspiel-random"),
    )
    result = play_match(Match(durak, players, 4, seed=1))
    assert not result.reasons
    assert result.scores()[0].win_rate > 0.5, "a search beats chance"


def test_a_random_bot_of_theirs_is_as_good_as_ours() -> None:
    chosen = game("skat")
    ours = contestant("random", chosen)
    players = (as_contestant(SpielAgent(uniform), chosen, "openspiel-random"), ours, ours)
    result = play_match(Match(chosen, players, 5, seed=2))
    assert not result.reasons
