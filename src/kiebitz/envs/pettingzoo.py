"""PettingZoo: a game as an environment whose agents take turns.

Needs the extra ``envs``. An observation has the tensor of the seat's view and the mask of its legal actions;
docs/environments.md lists the planes.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    from kiebitz.envs.making import missing

    raise missing("pettingzoo") from error

from kiebitz.agents.answers import shown
from kiebitz.envs.making import Options, made_game
from kiebitz.envs.planes import Planes
from kiebitz.envs.rewards import Ledger, Rewards
from kiebitz.errors import IllegalMove, UnknownName
from kiebitz.kernel.random import Stream, fresh_seed
from kiebitz.rules.game import Game
from kiebitz.rules.values import State, View
from kiebitz.sayings import say

Observation = dict[str, Any]
Render = Literal["ansi", "human"] | None


def pettingzoo_env(
    game: str | Game,
    options: Options = None,
    *,
    rewards: Rewards = "end",
    hidden: bool = False,
    render_mode: Render = None,
) -> Any:
    """A game as PettingZoo's AEC environment, with its usual checks on the order of calls.

    >>> env = pettingzoo_env("durak", {"start_rank": 9})
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> observation["observation"].shape, int(observation["action_mask"].sum())
    ((412,), 6)
    """
    raw = TableEnv(game, options, rewards=rewards, hidden=hidden, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(raw)


class TableEnv(AECEnv):  # type: ignore[misc]
    """A game whose seats are agents, ``seat_0`` first."""

    def __init__(
        self,
        game: str | Game,
        options: Options = None,
        *,
        rewards: Rewards = "end",
        hidden: bool = False,
        render_mode: Render = None,
    ) -> None:
        super().__init__()
        self.game = made_game(game, options)
        self.planes, self.render_mode = Planes.of(self.game), render_mode
        self.metadata = {
            "name": f"kiebitz_{self.game.name}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self._ledger = Ledger(self.game, rewards)
        self._hidden, self._deals = hidden, Stream.named("environment", fresh_seed())
        if hidden:
            self.planes.check_places()
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self._spaces = {agent: observation_space(self.planes, hidden) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(self.planes.actions) for agent in self.possible_agents}
        self.state_: State

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal; with a seed, the deal that belongs to it and after it always the same ones."""
        if seed is not None:
            self._deals = Stream.named("environment", self.game.name, seed)
        self.state_ = self.game.deal(self._deals.below(1 << 31))
        self._ledger.begin(self.state_)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.state_.turn]

    def view(self, agent: str) -> View:
        """What an agent may know, as the value that agents of this program get."""
        if agent not in self.possible_agents:
            raise UnknownName("agent", agent, self.possible_agents)
        return self.state_.view(self.possible_agents.index(agent))

    def observe(self, agent: str) -> Observation:
        return observation(self.planes, self.view(agent), self.state_ if self._hidden else None)

    def step(self, action: int) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.state_ = self.state_.play(chosen_move(self.planes, self.state_, action))
        self.rewards = dict(zip(self.possible_agents, self._ledger.rewards(self.state_), strict=True))
        if self.state_.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.state_.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            print(self.render())

    def render(self) -> str | None:
        """The table as everybody sees it, as text."""
        return str(self.state_.view(-1)) if self.render_mode else None

    def close(self) -> None:
        pass


def observation_space(planes: Planes, hidden: bool = False) -> spaces.Dict:
    """Where observations lie."""
    found: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(-1.0, 1.0, (planes.size,), np.float32),
        "action_mask": spaces.Box(0, 1, (planes.actions,), np.int8),
    }
    if hidden:
        found["hidden"] = spaces.Box(0.0, 1.0, (planes.places - 1, planes.game.deck.size), np.float32)
    return spaces.Dict(found)


def observation(planes: Planes, view: View, state: State | None = None) -> Observation:
    """What a seat is shown; with a state, for training, also where the cards lie that it does not see."""
    found = {"observation": planes.tensor(view), "action_mask": planes.mask(view).astype(np.int8)}
    if state is not None:
        found["hidden"] = planes.hidden(state, view.seat)
    return found


def chosen_move(planes: Planes, state: State, action: int) -> str:
    """The move that an action means; refused if it is not legal now."""
    move = planes.moves[action] if action is not None and 0 <= action < planes.actions else None
    if move is None or move not in state.moves:
        raise IllegalMove(
            say("Seat {seat} may not choose action {action} ({move}) now; allowed are {moves}.",
                seat=state.turn, action=shown(action), move=str(move), moves=", ".join(state.moves))
        )  # fmt: skip
    return move
