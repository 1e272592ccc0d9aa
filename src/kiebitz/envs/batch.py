"""Thousands of games at once: one compiled call makes a move in each of them.

The arrays are made once and written in place; nothing is copied between two steps. A game that is over is
dealt anew in the same step, from a random stream of its own: game 7 is the same in a batch of any size.
"""

from __future__ import annotations

import numpy as np

from kiebitz.amounts import check_number
from kiebitz.envs.making import Options, made_game
from kiebitz.envs.planes import Flags, Numbers, Planes
from kiebitz.envs.rewards import Rewards, worth_of
from kiebitz.errors import BadOption, IllegalMove
from kiebitz.kernel.random import fresh_seed, one_way, root
from kiebitz.kernel.state import WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.game import Game
from kiebitz.rules.values import Deal
from kiebitz.sayings import say

MOST_GAMES = 10_000_000
"""More would not fit into any memory."""


class Batch:
    """Many games of one kind, stepped together.

    >>> batch = Batch("durak", games=3, seed=1)
    >>> batch
    <Batch of 3 games of Durak()>
    >>> batch.observations.shape, batch.masks.shape, batch.rewards.shape
    ((3, 412), (3, 38), (3, 2))
    >>> moves = batch.sample()
    >>> batch.step(moves)
    >>> batch.turns.shape, bool(batch.done.any())
    ((3,), False)
    """

    observations: Numbers
    """A tensor for each game: what the seat to move may know."""
    masks: Flags
    """Which actions are legal, for each game."""
    rewards: Numbers
    """What the last step brought each seat of each game."""
    done: Flags
    """Which games ended with the last step; what else is seen of them is of their next unit."""
    turns: Vector
    """The seat to move, for each game."""
    hidden: Numbers | None
    """Where the cards lie that the seat to move does not see, if that was asked for: game, place, card."""

    def __init__(
        self,
        game: str | Game,
        games: int = 1024,
        *,
        options: Options = None,
        seed: int | str | None = None,
        rewards: Rewards = "end",
        hidden: bool = False,
    ) -> None:
        check_number("games", games, most=MOST_GAMES)
        self.game = made_game(game, options)
        self.planes, self.seed = Planes.of(self.game), fresh_seed() if seed is None else seed
        self.games = games
        self._worth = worth_of(self.game, rewards)
        self._kernels = self.planes.kernels
        self._make_arrays(hidden)
        self.reset()

    def _make_arrays(self, hidden: bool) -> None:
        planes, n, seats = self.planes, self.games, self.game.seats
        self.observations, self.masks = (
            np.zeros((n, planes.size), np.float32),
            np.zeros((n, planes.actions), np.bool_),
        )
        self.rewards, self.done = np.zeros((n, seats), np.float32), np.zeros(n, np.bool_)
        self.turns, self.units = np.zeros(n, np.int64), np.zeros(n, np.int64)
        width = (planes.places - 1) * self.game.deck.size
        if hidden:
            planes.check_places()
        targets = np.zeros((n if hidden else 0, width), np.float32)
        self.hidden = targets.reshape(n, planes.places - 1, -1) if hidden else None
        self._states, self._moves = np.zeros((n, WORDS), np.int64), np.zeros(n, np.int64)
        given = np.zeros((n, seats), np.float32)
        self._root = root("environment", self.game.name, self.seed)
        key = root("actions", self.game.name, self.seed)
        self._streams = np.array([one_way(key[0], key[1], i) for i in range(n)], np.int64)
        self._games = self._states, self.units, given
        self._chance = self._root, self.game.option_words
        self._tables = planes.facts, planes.table, planes.codes, planes.numbers
        self._arrays = self.observations, self.masks, self.rewards, self.done, self.turns, targets

    def reset(self) -> None:
        """Deal the first unit of every game again."""
        self.units[:] = 0
        self._kernels.begin(self._games, self._chance, self._tables, self._arrays)

    def step(self, actions: Vector) -> None:
        """Make a move in every game; refused as a whole if one of them is not legal."""
        if not (isinstance(actions, np.ndarray) and actions.dtype == np.int64 and actions.flags.c_contiguous):
            actions = whole_numbers(actions)
        if actions.shape != (self.games,):
            said = say("A step of this batch takes {n:,} actions in a row, one for each game.", n=self.games)
            raise BadOption(said)
        wrong = self._kernels.step(
            self._games, actions, self._chance, self._tables, self._arrays, self._worth
        )
        if wrong >= 0:
            raise self._refusal(wrong, int(actions[wrong]))

    def _refusal(self, number: int, action: int) -> IllegalMove:
        known, legal = self.planes.moves, self.game.moves(self._states[number])
        given = str(known[action]) if 0 <= action < len(known) else say("no move")
        return IllegalMove(
            say(
                "Action {action} ({move}) is not legal in game {n}; allowed are {moves}. No game has moved.",
                move=given,
                action=action,
                n=number,
                moves=", ".join(legal),
            )
        )

    def __repr__(self) -> str:
        return f"<Batch of {self.games:,} games of {self.game!r}>"

    def sample(self) -> Vector:
        """A random legal action for every game; the same array every time."""
        self._kernels.sample(self._states, self._streams, self.planes.numbers, self._moves)
        return self._moves

    def deal(self, number: int, unit: int = 0) -> Deal:
        """The deal of a game's unit, counted from 0."""
        low, high = self._root
        return Deal.from_key(self.game, one_way(low, high, (number << 32) + unit))


def whole_numbers(actions: object) -> Vector:
    """Actions as kernels read them; a fraction is refused, not cut."""
    given = np.asarray(actions)
    if given.dtype.kind not in "iu":
        raise BadOption(say("Actions are whole numbers, not values of type {kind}.", kind=str(given.dtype)))
    return np.ascontiguousarray(given, np.int64)
