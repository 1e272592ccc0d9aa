"""Rewards of a game in Python: at its end, or by trick; both make up the payoff."""

from __future__ import annotations

from typing import Literal

from kiebitz.envs.encoding import Encoding
from kiebitz.errors import UnknownName
from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.values import State
from kiebitz.sayings import say

Rewards = Literal["end", "trick"]
REWARDS: tuple[Rewards, ...] = ("end", "trick")


def worth_of(game: Game, rewards: Rewards) -> float:
    """What a point within a unit counts as a reward, 0 if all come at the end."""
    if rewards not in REWARDS:
        raise UnknownName(say("kind of rewards"), str(rewards), REWARDS)
    return part(game, Encoding).worth if rewards == "trick" else 0.0


class Ledger:
    """What each seat has been given so far, and what a move brings.

    >>> from kiebitz.rules.registry import game
    >>> state = game("durak").deal(seed=1)
    >>> ledger = Ledger(state.game, "trick")
    >>> ledger.begin(state)
    >>> ledger.rewards(state.play(state.moves[0]))
    [0.0, 0.0]
    """

    def __init__(self, game: Game, rewards: Rewards) -> None:
        self._game, self._worth = game, worth_of(game, rewards)

    def begin(self, state: State) -> None:
        """A new unit."""
        self._given = [0.0] * state.game.seats
        self._round, self._before = state.round, self._standing(state)

    @property
    def _within(self) -> Kernel | None:
        """The game's own points within a unit; where it has none, the payoff as it stands counts."""
        return part(self._game, Encoding).standing()

    def _standing(self, state: State) -> list[float]:
        seats, taken = range(state.game.seats), self._within or self._game.kernels.payoff
        return [self._worth and float(taken(state.vector, seat)) * self._worth for seat in seats]

    def rewards(self, state: State) -> list[float]:
        """What the move before this state brought each seat."""
        if state.is_over:
            return [p - given for p, given in zip(state.payoffs, self._given, strict=True)]
        now, skip = self._standing(state), self._within is not None and state.round != self._round
        found = [0.0 if skip else new - old for new, old in zip(now, self._before, strict=True)]
        self._given = [given + more for given, more in zip(self._given, found, strict=True)]
        self._round, self._before = state.round, now
        return found
