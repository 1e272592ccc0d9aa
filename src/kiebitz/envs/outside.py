"""Agents from outside: a function, a policy over observations, or a model, in a seat of a match.

Each is an ``Agent``, so it plays wherever agents play: in a match, at the table, in ``check-bot``. See
docs/outside-agents.md.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kiebitz.agents.base import Agent, Decision
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.registry import contestant
from kiebitz.envs.planes import Flags, Numbers, Planes
from kiebitz.errors import KiebitzError
from kiebitz.rules.game import Game
from kiebitz.rules.values import Move, View
from kiebitz.sayings import say

Anybody = str | type[Agent] | Agent | Contestant
Observation = dict[str, Any]


class FunctionAgent(Agent):
    """Plays what a function of the view says: a move, its text, or a Decision.

    >>> from kiebitz.rules.registry import game
    >>> view = game("durak").deal(seed=1).view(0)
    >>> FunctionAgent(lambda view: min(view.hand)).act(view) == min(view.hand)
    True
    """

    def __init__(self, function: Callable[[View], Move | str | Decision]) -> None:
        self._function = function

    def act(self, view: View) -> Move | str | Decision:
        return self._function(view)


class ObservationAgent(Agent):
    """Plays what a policy over PettingZoo's observations says: the number of an action.

    >>> from kiebitz.rules.registry import game
    >>> view = game("durak").deal(seed=1).view(game("durak").deal(seed=1).turn)
    >>> ObservationAgent(lambda seen: seen["action_mask"].argmax()).act(view) == view.moves[0]
    True
    """

    def __init__(self, policy: Callable[[Observation], Any]) -> None:
        self._policy = policy

    def act(self, view: View) -> Move:
        planes = Planes.of(view.game)
        seen = {"observation": planes.tensor(view), "action_mask": planes.mask(view).astype(np.int8)}
        return _move(planes, self._policy(seen))


class ModelAgent(Agent):
    """Plays the legal action that a model likes best: scikit-learn's interface, an ONNX session or its file.

    A model that gives numbers for all actions is asked for the best legal one; one that only names an action
    has to name a legal one.
    """

    def __init__(self, model: Any) -> None:
        self._model = onnx_session(model) if isinstance(model, (str, Path)) else model

    def __deepcopy__(self, memo: dict[int, Any]) -> ModelAgent:
        """A copy for a game: it shares a session of ONNX Runtime, which has no copy and remembers nothing."""
        copied = memo[id(self)] = copy(self)
        if _is_session(self._model):
            memo[id(self._model)] = self._model
        vars(copied).update(deepcopy(vars(self), memo))
        return copied

    def act(self, view: View) -> Decision:
        planes = Planes.of(view.game)
        tensor, mask = planes.tensor(view), planes.mask(view)
        scores = scores_of(self._model, tensor, planes.actions)
        if isinstance(scores, int):
            return Decision(_move(planes, scores))
        values = {str(planes.moves[action]): float(scores[action]) for action in np.flatnonzero(mask)}
        best = best_legal(scores, mask)
        return Decision(
            planes.moves[best], say("the model gives it {value:.3f}", value=float(scores[best])), values
        )


def best_legal(scores: Numbers, mask: Flags) -> int:
    """The legal action with the highest score, the first of several."""
    legal = np.flatnonzero(mask)
    return int(legal[scores[legal].argmax()])


def _is_session(model: Any) -> bool:
    """Is it a session of ONNX Runtime?"""
    return hasattr(model, "get_inputs")


def scores_of(model: Any, tensor: Numbers, actions: int) -> Numbers | int:
    """A model's number for each action, or the action that it names."""
    rows = tensor[np.newaxis]
    if _is_session(model):
        return _read(model.run(None, {model.get_inputs()[0].name: rows}), None, actions)
    if hasattr(model, "predict_proba"):
        return _read([model.predict_proba(rows)], model.classes_, actions)
    if hasattr(model, "predict"):
        return _read([model.predict(rows)], None, actions)
    raise KiebitzError(
        say("{model} has neither predict_proba, nor predict, nor ONNX's run.", model=type(model).__name__)
    )


def _read(outputs: list[Any], classes: Any, actions: int) -> Numbers | int:
    """The numbers among a model's outputs; actions that it does not know get 0."""
    found: Numbers = np.zeros(actions, np.float32)
    for output in outputs:
        if isinstance(output, list) and output and isinstance(output[0], dict):  # classes with probabilities
            for action, value in output[0].items():
                found[int(action)] = value
            return found
        array = np.asarray(output)
        if array.ndim == 2 and array.shape[1] == (actions if classes is None else len(classes)):
            found[slice(None) if classes is None else np.asarray(classes, np.int64)] = array[0]
            return found
    return int(np.asarray(outputs[0]).reshape(-1)[0])


def _move(planes: Planes, action: Any) -> Move:
    number = int(action)
    if not 0 <= number < planes.actions:
        raise KiebitzError(
            say("There is no action {action}; they are 0 to {last}.", action=number, last=planes.actions - 1)
        )
    return planes.moves[number]


def onnx_session(file: str | Path) -> Any:
    """A session of ONNX Runtime for a file; on one core, as other agents think."""
    try:
        import onnxruntime
    except ImportError:
        raise KiebitzError(say("A model in ONNX needs onnxruntime: pip install onnxruntime.")) from None
    if not Path(file).is_file():
        raise KiebitzError(say("There is no file {file}.", file=str(file)))
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(file), settings, providers=["CPUExecutionProvider"])


def as_contestant(given: Anybody, game: Game, name: str = "") -> Contestant:
    """Somebody who can sit down: a specification, a class of agents, or one agent for all its units.

    >>> from kiebitz.rules.registry import game
    >>> as_contestant(FunctionAgent(lambda view: view.moves[0]), game("durak"), "first").name
    'first'
    """
    if isinstance(given, Contestant):
        return given
    if isinstance(given, str):
        return contestant(given, game)
    if isinstance(given, type):
        return Contestant(game, name or given.__name__, given, cheats=given.cheats)
    return Contestant(game, name or type(given).__name__, partial(_same, given), cheats=given.cheats)


def _same(agent: Agent) -> Agent:
    return agent
