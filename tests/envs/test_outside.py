"""Functions, policies over observations and models play in matches unchanged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from kiebitz.agents.base import Agent
from kiebitz.agents.registry import contestant
from kiebitz.envs.batch import Batch
from kiebitz.envs.outside import FunctionAgent, ModelAgent, ObservationAgent, as_contestant
from kiebitz.envs.planes import Planes
from kiebitz.errors import KiebitzError
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.lab.results.result import Result
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
