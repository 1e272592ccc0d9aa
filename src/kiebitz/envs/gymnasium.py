"""Gymnasium: one seat of a game, the others played by named agents.

Needs the extra ``envs``. The agents get their views and nothing else, as in a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    from kiebitz.envs.making import missing

    raise missing("gymnasium") from error

from kiebitz.agents.contestant import Contestant
from kiebitz.agents.seated import Seated
from kiebitz.envs.making import Options, made_game
from kiebitz.envs.outside import Anybody, as_contestant
from kiebitz.envs.pettingzoo import Observation, chosen_move, observation, observation_space
from kiebitz.envs.planes import Flags, Planes
from kiebitz.envs.rewards import Ledger, Rewards
from kiebitz.errors import BadOption, IllegalMove, UnknownName
from kiebitz.kernel.random import Stream, at_ply, fresh_seed, key
from kiebitz.rules.game import Game
from kiebitz.rules.values import State, View
from kiebitz.sayings import say

ILLEGAL = ("raise", "lose")
ID = "kiebitz/Seat-v0"
"""``gymnasium.make("kiebitz.envs.gymnasium:kiebitz/Seat-v0", game="durak")`` makes one too."""


class SeatEnv(gymnasium.Env[Observation, int]):
    """A game from one seat.

    >>> env = SeatEnv("durak", opponents="greedy", seat=0)
    >>> seen, info = env.reset(seed=1)
    >>> action = int(env.action_masks().argmax())
    >>> seen, reward, terminated, truncated, info = env.step(action)
    """

    metadata = {"render_modes": ["ansi", "human"]}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        opponents: Anybody | Sequence[Anybody] = "random",
        options: Options = None,
        *,
        seat: int | None = None,
        rewards: Rewards = "end",
        hidden: bool = False,
        illegal: Literal["raise", "lose"] = "raise",
        render_mode: Literal["ansi", "human"] | None = None,
    ) -> None:
        """``seat`` None: another seat in every game. ``illegal`` says what an illegal action does."""
        self.game = made_game(game, options)
        self.planes, self.render_mode = Planes.of(self.game), render_mode
        if seat is not None and not 0 <= seat < self.game.seats:
            raise BadOption(say("The seat is 0 to {last}, not {seat}.", last=self.game.seats - 1, seat=seat))
        if illegal not in ILLEGAL:
            raise UnknownName(say("answer to an illegal action"), str(illegal), ILLEGAL)
        if hidden:
            self.planes.check_places()
        self._seat, self._hidden, self._illegal = seat, hidden, illegal
        self._opponents = _contestants(opponents, self.game)
        self._ledger = Ledger(self.game, rewards)
        self._deals = Stream.named("environment", fresh_seed())
        self.observation_space = observation_space(self.planes, hidden)
        self.action_space = spaces.Discrete(self.planes.actions)  # type: ignore[assignment]
        self.state: State
        self.seat = seat or 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal, and let the others move until it is this seat's turn."""
        super().reset(seed=seed)
        if seed is not None:
            self._deals = Stream.named("environment", self.game.name, seed)
        number, seats = self._deals.below(1 << 31), self.game.seats
        if self._seat is None:
            self.seat = self._deals.below(seats)
        self.state = self.game.deal(number)
        self._ledger.begin(self.state)
        self._keys = [key("environment seat", number, seat) for seat in range(seats)]
        others = [seat for seat in range(seats) if seat != self.seat]
        self._seated = {
            seat: Seated(one, seat, Stream(at_ply(self._keys[seat], -1)))
            for seat, one in zip(others, self._opponents, strict=True)
        }
        self._go_on()
        if self.state.is_over:  # a game may end before this seat has a turn
            return self.reset()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self.state.is_over:
            raise IllegalMove(say("The game is over; reset() deals the next."))
        try:
            move = chosen_move(self.planes, self.state, int(action))
        except IllegalMove:
            if self._illegal == "raise":
                raise
            lost = float(self.game.forfeit(self.seat)[self.seat])
            return self._observation(), lost, True, False, {**self._info(), "illegal": True}
        self.state = self.state.play(move)
        reward = self._ledger.rewards(self.state)[self.seat] + self._go_on()
        return self._observation(), reward, self.state.is_over, False, self._info()

    def _go_on(self) -> float:
        """Let the others move; what that brings this seat."""
        found = 0.0
        while not self.state.is_over and self.state.turn != self.seat:
            seat = self.state.turn
            stream = Stream(0)
            stream.begin_ply(self._keys[seat], self.state.ply)
            answer = self._seated[seat].decide(self.state.view(seat, stream))
            self.state = self.state.play(answer.decision.move)
            found += self._ledger.rewards(self.state)[self.seat]
        return found

    @property
    def view(self) -> View:
        """What the seat may know, as the value that agents of this program get."""
        return self.state.view(self.seat)

    def action_masks(self) -> Flags:
        """Which actions are legal, under the name that maskable learners ask for."""
        return self.planes.mask(self.view)

    def _observation(self) -> Observation:
        return observation(self.planes, self.view, self.state if self._hidden else None)

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def render(self) -> str | None:
        """The table as the seat sees it, as text."""
        text = str(self.view)
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None


def _contestants(given: Anybody | Sequence[Anybody], game: Game) -> list[Contestant]:
    """Who plays the other seats; one for all, or one for each in the order of the seats."""
    listed = (
        list(given)
        if isinstance(given, Sequence) and not isinstance(given, str)
        else [given] * (game.seats - 1)
    )
    if len(listed) != game.seats - 1:
        said = say(
            "{game} has {n} other seats here, not {given}.",
            game=game.name,
            n=game.seats - 1,
            given=len(listed),
        )
        raise BadOption(said)
    return [as_contestant(one, game) for one in listed]


gymnasium.register(ID, entry_point="kiebitz.envs.gymnasium:SeatEnv", disable_env_checker=True)
