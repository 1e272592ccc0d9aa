"""Functions, policies over observations and models play in matches unchanged."""

from __future__ import annotations

import warnings
from copy import deepcopy
from html import escape
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import kiebitz as kb
from kiebitz.agents.base import Agent
from kiebitz.agents.registry import contestant
from kiebitz.envs.batch import Batch
from kiebitz.envs.outside import FunctionAgent, ModelAgent, ObservationAgent, as_contestant
from kiebitz.envs.planes import Planes
from kiebitz.errors import BadOption, FaultWarning, KiebitzError
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.lab.results.result import Result
from kiebitz.notebook import html
from kiebitz.rules.registry import game

DURAK = game("durak")


def against_random(agent: Agent, deals: int = 10) -> Result:
    players = as_contestant(agent, DURAK, "outside"), contestant("random", DURAK)
    return play_match(Match(DURAK, players, deals, seed=1))


@pytest.fixture(scope="module")
def lessons() -> tuple[Any, Any]:
    """Positions, and in each the lowest legal action: what greedy learners may learn."""
    batch, seen, moves = Batch("durak", 64, seed=1), [], []
    for _ in range(60):
        seen.append(batch.observations.copy())
        moves.append(batch.masks.argmax(axis=1))
        batch.step(batch.sample())
    return np.concatenate(seen), np.concatenate(moves)


def onnx_model(planes: Planes, folder: Path) -> Path:
    """A linear layer that likes high action numbers."""
    weights = np.zeros((planes.size, planes.actions), np.float32)
    bias = np.arange(planes.actions, dtype=np.float32)
    nodes = [helper.make_node("Gemm", ["seen", "weights", "bias"], ["scores"])]
    graph = helper.make_graph(
        nodes,
        "linear",
        [helper.make_tensor_value_info("seen", TensorProto.FLOAT, [None, planes.size])],
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, [None, planes.actions])],
        [numpy_helper.from_array(weights, "weights"), numpy_helper.from_array(bias, "bias")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.save(model, str(folder / "model.onnx"))
    return folder / "model.onnx"


def test_a_function_of_the_view_plays() -> None:
    result = against_random(FunctionAgent(lambda view: view.moves[0]))
    assert not result.reasons and result.moves[0] > 0


def test_a_policy_over_observations_plays_what_it_says() -> None:
    seen: list[Any] = []

    def policy(observation: dict[str, Any]) -> Any:
        seen.append(observation)
        return np.int64(np.flatnonzero(observation["action_mask"])[-1])

    result = against_random(ObservationAgent(policy))
    assert not result.reasons
    assert set(seen[0]) == {"observation", "action_mask"} and seen[0]["observation"].dtype == np.float32
    illegal = against_random(ObservationAgent(lambda seen: int(seen["action_mask"].argmin())), 2)
    assert illegal.scores()[0].failures == 4, "an illegal action loses, as any agent's does"


@pytest.mark.parametrize("make", [DecisionTreeClassifier, GaussianNB])
def test_a_model_of_scikit_learn_plays(make: Any, lessons: tuple[Any, Any]) -> None:
    model = make().fit(*lessons)
    assert not against_random(ModelAgent(model)).reasons
    view = DURAK.deal(seed=1).view(DURAK.deal(seed=1).turn)
    decision = ModelAgent(model).act(view)
    assert set(decision.values) == set(view.moves) and "the model gives" in str(decision.because)
    assert decision.values[decision.move] == max(decision.values.values())


def test_a_model_that_only_names_an_action_is_taken_at_its_word() -> None:
    class Stubborn:
        def predict(self, rows: Any) -> Any:
            return np.array([37])

    assert against_random(ModelAgent(Stubborn()), 2).scores()[0].failures > 0
    with pytest.raises(KiebitzError, match="neither predict_proba"):
        ModelAgent(object()).act(DURAK.deal(seed=1).view(0))


def test_a_model_in_onnx_plays_from_its_file(tmp_path: Path) -> None:
    agent = ModelAgent(onnx_model(Planes.of(DURAK), tmp_path))
    view = DURAK.deal(seed=1).view(DURAK.deal(seed=1).turn)
    assert agent.act(view).move == view.moves[-1]
    assert not against_random(agent).reasons
    with pytest.raises(KiebitzError, match="There is no file"):
        ModelAgent(tmp_path / "none.onnx")


def test_an_instance_around_a_session_plays_in_the_library(tmp_path: Path) -> None:
    """Instances are copied for every game; a session cannot be, and is shared."""
    agent = ModelAgent(onnx_model(Planes.of(DURAK), tmp_path))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = kb.match("durak", agent, "random", deals=10, seed=1)
    assert not result.reasons and result.moves[0] > 0
    copied = deepcopy(agent)
    assert copied is not agent and copied._model is agent._model
    tree = ModelAgent(DecisionTreeClassifier())
    assert deepcopy(tree)._model is not tree._model, "what may remember is each game's own"


def test_an_instance_that_cannot_be_copied_is_refused() -> None:
    class Locked(Agent):
        def __init__(self) -> None:
            self.lock = Lock()

        def act(self, view: Any) -> str:
            return str(view.moves[0])

    with pytest.raises(BadOption, match=r"Locked cannot be copied \(TypeError: cannot pickle"):
        kb.match("durak", Locked(), "random", deals=2, seed=1)


def test_games_that_are_lost_by_a_fault_are_told() -> None:
    class Sometimes(Agent):
        def act(self, view: Any) -> str:
            assert view.rng.below(30), "bad luck"
            return str(view.moves[-1])

    with pytest.warns(FaultWarning) as told:
        result = kb.match("durak", Sometimes(), "random", deals=30, seed=1)
    lost = result.scores()[0].failures
    assert 0 < lost < 60
    sentence = f"live:Sometimes failed in {lost} of its 60 games; at first it raised AssertionError"
    assert str(told[0].message).startswith(sentence) and told[0].filename == __file__
    assert f", {lost} lost by a fault; random" in repr(result)
    assert f"<div>{escape(sentence)}" in html(result)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fine = kb.match("durak", "greedy", "random", deals=5, seed=1)
    assert "fault" not in repr(fine) and "failed in" not in html(fine)


def test_an_action_that_does_not_exist_is_told() -> None:
    with pytest.raises(KiebitzError, match="no action 99; they are 0 to 37"):
        ObservationAgent(lambda seen: 99).act(DURAK.deal(seed=1).view(0))


def test_a_class_of_agents_is_made_anew_for_every_unit() -> None:
    made = []

    class Counted(Agent):
        def __init__(self) -> None:
            made.append(self)

        def act(self, view: Any) -> str:
            return str(view.moves[0])

    players = as_contestant(Counted, DURAK), contestant("random", DURAK)
    play_match(Match(DURAK, players, 3, seed=1))
    assert len(made) == 6


def test_a_model_that_knows_no_legal_action_plays_the_first() -> None:
    class Narrow:
        classes_ = np.array([37])  # nobody can take before the first attack

        def predict_proba(self, rows: Any) -> Any:
            return np.ones((len(rows), 1))

    view = DURAK.deal(seed=1).view(DURAK.deal(seed=1).turn)
    assert ModelAgent(Narrow()).act(view).move == view.moves[0]
