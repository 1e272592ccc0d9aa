"""OpenSpiel: our games load there as Python games, and its bots sit in our matches.

Needs the extra ``openspiel``. Chance makes one choice there, the deal: one of the first
``deals`` deals of a seed, those of a match with it. A bot of OpenSpiel gets a whole state; here it gets one
that is drawn from what its seat may know, so it sees no hidden card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

try:
    import pyspiel
except ImportError as error:
    from kiebitz.envs.making import missing

    raise missing("open-spiel", "openspiel") from error

from kiebitz.agents.base import Agent
from kiebitz.envs.making import Options, made_game
from kiebitz.envs.planes import Planes
from kiebitz.errors import KiebitzError
from kiebitz.kernel.random import Stream, one_way
from kiebitz.kernel.state import WORDS
from kiebitz.rules.game import Game
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import game_class, names
from kiebitz.rules.values import Deal, Move, State, View
from kiebitz.sayings import say

PREFIX = "kiebitz_"
DEALS = 1000
DEFAULTS = {"options": "", "deals": DEALS, "seed": 0}


class Shared:
    """A state in a box: OpenSpiel copies its states deeply, and ours never change."""

    __slots__ = ("_lines", "before", "state")

    def __init__(self, state: State | None, before: Shared | None = None) -> None:
        self.state, self.before = state, before
        self._lines: dict[int, str] = {}

    def seen_by(self, seat: int) -> str:
        """All that a seat has seen, a line for each ply: what happened, and how the seat's view changed."""
        boxes = self._boxes()
        return "\n".join(box._line(seat, before) for before, box in zip([None, *boxes], boxes, strict=False))

    def _boxes(self) -> list[Shared]:
        """The boxes with a state from the first one to this one."""
        found, box = [], self if self.state else None
        while box and box.state:
            found.append(box)
            box = box.before
        return found[::-1]

    def _line(self, seat: int, before: Shared | None) -> str:
        if seat not in self._lines:
            view = _state(self).view(seat)
            known = _state(before).view(seat).vector if before else np.zeros(WORDS, np.int64)
            told = view.events[-1:] if before else view.events
            changed = (f"{word}={view.vector[word]}" for word in np.flatnonzero(view.vector != known))
            self._lines[seat] = f"{'; '.join(map(str, told))} [{' '.join(changed)}]"
        return self._lines[seat]

    def __deepcopy__(self, memo: Any) -> Shared:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _boxed, ([box.state for box in self._boxes()],)


def _state(box: Shared) -> State:
    assert box.state is not None
    return box.state


def _boxed(states: list[State]) -> Shared:
    box = Shared(None)
    for state in states:
        box = Shared(state, box)
    return box


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of ours under OpenSpiel's interface."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.box = Shared(None)
        self.around = game.around

    @property
    def ours(self) -> State | None:
        """The state of this program; None before the deal."""
        return self.box.state

    def current_player(self) -> int:
        if self.ours is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.ours.is_over else self.ours.turn

    def _legal_actions(self, player: int) -> list[int]:
        state = _state(self.box)
        numbers = self.around.planes.numbers[state.vector_phase]
        return sorted(int(numbers[move.code]) for move in state.moves)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, 1 / self.around.deals) for number in range(self.around.deals)]

    def _apply_action(self, action: int) -> None:
        if self.ours is None:
            self.box = Shared(self.around.deal(action).start(), self.box)
        else:
            self.box = Shared(self.ours.play(self.around.planes.moves[action]), self.box)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player < 0 else str(self.around.planes.moves[action])

    def is_terminal(self) -> bool:
        return self.ours is not None and self.ours.is_over

    def returns(self) -> list[float]:
        done = self.ours is not None and self.ours.is_over
        return list(map(float, _state(self.box).payoffs)) if done else [0.0] * self.around.game.seats

    def __str__(self) -> str:
        return str(self.ours) if self.ours else "not dealt"


class Around:
    """What all states of a loaded game share."""

    def __init__(self, game: Game, deals: int, seed: int) -> None:
        self.game, self.planes, self.deals, self.seed = game, Planes.of(game), deals, seed
        self._root = game.deals_root(seed)

    def deal(self, number: int) -> Deal:
        """A deal of a match with the seed, by its number."""
        return Deal.from_key(self.game, one_way(self._root[0], self._root[1], number))

    def __deepcopy__(self, memo: Any) -> Around:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Around, (self.game, self.deals, self.seed)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours as one of OpenSpiel's."""

    def __init__(self, rules: type[Game], params: Mapping[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        game = rules(parse_options(_read_options(chosen["options"])))
        self.around = Around(game, int(chosen["deals"]), int(chosen["seed"]))
        low, high = game.point_range
        info = pyspiel.GameInfo(
            num_distinct_actions=self.around.planes.actions,
            max_chance_outcomes=self.around.deals,
            num_players=game.seats,
            min_utility=float(low),
            max_utility=float(high),
            utility_sum=0.0 if game.is_zero_sum else None,
            max_game_length=game.max_moves,
        )
        super().__init__(_kind(game), info, chosen)
        self._made = rules, chosen

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, self._made

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def state_of(self, ours: State) -> SpielState:
        """A state of ours under this interface; how it came about is not told."""
        found = SpielState(self)
        found.box = Shared(ours)
        return found

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.around, recalls)


class Observer:
    """What a player sees: the tensor of its view, and as text the view or all that it has ever seen."""

    def __init__(self, around: Around, recalls: bool) -> None:
        self._around, self._recalls = around, recalls
        self.tensor = np.zeros(around.planes.size, np.float32)
        listed = around.planes.listed
        self.dict = {p.name: self.tensor[p.start : p.stop].reshape(p.shape) for p in listed}

    def set_from(self, state: SpielState, player: int) -> None:
        ours = state.ours
        self.tensor[:] = self._around.planes.tensor(ours.view(player)) if ours else 0.0

    def string_from(self, state: SpielState, player: int) -> str:
        if state.ours is None:
            return ""
        return state.box.seen_by(player) if self._recalls else str(state.ours.view(player))


def _kind(game: Game) -> Any:
    kinds = pyspiel.GameType
    utility = kinds.Utility.ZERO_SUM if game.is_zero_sum else kinds.Utility.GENERAL_SUM
    return kinds(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=7,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def _read_options(text: str) -> str:
    """Options of a game's string in OpenSpiel, where commas and signs of equality mean something else."""
    return text.replace(";", ",").replace(":", "=")


def register(*chosen: str) -> list[str]:
    """Make games known to OpenSpiel, all installed ones if none is named; their names there.

    >>> register("durak")
    ['kiebitz_durak']
    >>> import pyspiel
    >>> pyspiel.load_game("kiebitz_durak", {"options": "start_rank:9"}).num_players()
    2
    """
    known = set(pyspiel.registered_names())
    for name in chosen or names():
        if PREFIX + name not in known:
            rules = game_class(name)
            pyspiel.register_game(_kind(rules()), _maker(rules))
    return [PREFIX + name for name in chosen or names()]


def _maker(rules: type[Game]) -> Callable[[Mapping[str, Any]], SpielGame]:
    class Named(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(rules, params)

    return Named


def _made_again(rules: type[Game], params: Mapping[str, Any]) -> SpielGame:
    return _maker(rules)(params)


def spiel_game(game: str | Game, options: Options = None, deals: int = DEALS, seed: int = 0) -> SpielGame:
    """A game of ours for OpenSpiel's algorithms, without registering it."""
    made = made_game(game, options)
    text = made.options_text.replace(",", ";").replace("=", ":")
    return _maker(type(made))({"options": text, "deals": deals, "seed": seed})


Make = Callable[[Any, int, int], Any]
"""From a game of OpenSpiel, the player's number and a seed to one of its bots."""


class SpielAgent(Agent):
    """A bot of OpenSpiel in a seat of ours; whoever starts it is called with game, seat and seed.

    >>> from kiebitz.rules.registry import game
    >>> agent = SpielAgent(lambda game, seat, seed: pyspiel.make_uniform_random_bot(seat, seed))
    >>> view = game("durak").deal(seed=1).view(0)
    >>> agent.begin(0, {}, Stream.named("example"))
    >>> agent.act(view) in view.moves
    True
    """

    def __init__(self, make: Make) -> None:
        self._make, self._seed = make, 0
        self._bot: Any = None
        self._game: SpielGame | None = None

    def begin(self, seat: int, options: Mapping[str, str], rng: Stream) -> None:
        self._seed, self._bot = rng.below(1 << 31), None

    def act(self, view: View) -> Move:
        if self._game is None:
            self._game = spiel_game(view.game)
        if self._bot is None:
            self._bot = self._make(self._game, view.seat, self._seed)
        action = int(self._bot.step(self._game.state_of(world_of(view))))
        planes = Planes.of(view.game)
        if not 0 <= action < planes.actions:
            raise KiebitzError(say("The bot chose action {action}, which does not exist.", action=action))
        return planes.moves[action]


def world_of(view: View) -> State:
    """A state that is drawn uniformly from those that a view allows; later rounds are drawn too."""
    game, vector = view.game, np.zeros(WORDS, np.int64)
    game.kernels.complete(view.vector, view.rng.word, vector)
    return game.state_class(game, vector, Deal.from_key(game, view.rng.below(1 << 31)))
