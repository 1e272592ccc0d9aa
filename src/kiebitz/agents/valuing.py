"""What moves are worth to a seat in worlds that fit its view: drawn or listed, then played on.

Two steps that are kept apart. ``worlds`` says what may lie behind a view, and this is where something that
knows better than the rules which worlds are likely would take its place. ``values`` says what each move leads
to in each of these worlds, in a unit that people count in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import WORDS
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import Saying, say
from kiebitz.search.solving import Solving

NODES = 2000  # to solve a world with, where that is tried
Table = Any  # numpy.ndarray of floats: rows are worlds, columns codes of moves
Row = npt.NDArray[np.float64]
"""A number for each world."""


@dataclass(frozen=True)
class Worlds:
    """Some worlds behind a view, as states."""

    states: Vector
    """A row for each."""
    different: int = 0
    """If these are all that there are, again and again: how many are different; 0 if they are drawn."""


class Valuer:
    """Values moves by playing worlds on with a quick policy; a game may bring a better one.

    >>> from kiebitz.rules.registry import game
    >>> state = game("durak").deal(seed=1)
    >>> valuer, rng = Valuer(state.game, "random"), Stream.named("example")
    >>> worlds = valuer.worlds(state.view(state.turn), 10, rng)
    >>> valuer.values(worlds, state.moves, rng).shape
    (10, 64)
    """

    usual = 1000
    """How many worlds a review takes if nothing is said: about a second's work for a deal."""
    least = 0.0
    """A loss below this is none: those who play worlds on are no better than that."""
    judges_open = True
    """Whether there is a value with open cards at all, in this unit."""

    def __init__(self, game: Game, guide: str, relative: bool = False, worth: Kernel | None = None) -> None:
        from kiebitz.agents.searchers import guide_named
        from kiebitz.search.evaluator import make_memory
        from kiebitz.search.paired import bind_paired

        self.game, self.guide = game, guide
        policy = guide_named(game, guide)
        kernels = game.kernels._replace(payoff=worth) if worth else game.kernels
        self._kernel: Kernel = bind_paired(kernels, policy.kernel if policy else None)
        self._memory = make_memory(game, "round", [NODES, int(relative)], policy.memory if policy else ())

    @property
    def unit(self) -> Saying:
        """What the values are, after a number."""
        return say("points")

    def worlds(self, view: View, number: int, rng: Stream) -> Worlds:
        """About this many worlds behind a view: all, equally often, if they are few; else drawn ones."""
        from kiebitz.search.certain import all_states

        is_one_round = view.game.rounds == 1 or view.game.scores_rounds  # rounds to come are not listed
        listed = all_states(view) if is_one_round else []
        if listed and len(listed) * 2 <= number:
            return Worlds(np.array(listed * (number // len(listed)), np.int64), len(listed))
        return self.drawn(view, number, rng)

    def drawn(self, view: View, number: int, rng: Stream) -> Worlds:
        """Worlds as the rules draw them, all that are possible being equally likely."""
        states = np.zeros((number, WORDS), np.int64)
        for state in states:
            view.game.kernels.complete(view.vector, rng.word, state)
        return Worlds(states)

    def candidates(self, view: View, move: Move) -> tuple[Move, ...]:
        """The moves that are compared with one that was made, and this one: by default all legal ones."""
        return view.moves

    def values(self, worlds: Worlds, moves: Sequence[Move], rng: Stream) -> Table:
        """What the seat to move may expect of each of some legal moves, by its code, in each world."""
        from kiebitz.search.evaluator import CODES

        values, mask = np.zeros((len(worlds.states), CODES)), np.int64(0)
        for move in moves:
            mask |= np.int64(1) << np.int64(move.code)
        self._kernel(worlds.states, mask, self._memory, rng.word, values)
        return values

    def assured(self, view: View, worlds: Worlds) -> Row | None:
        """What the seat to move gets at least in each world, if it forces what ``Solving.forcing`` names.

        By default nothing is said of that.
        """
        return None

    def advised(self, view: View, rng: Stream) -> str | None:
        """The move that a move is compared with, if values alone are no good judge of which is the best.

        By default there is none, and the best of the candidates is sought. Where a player that searches is
        much stronger than whoever goes by these values, it is that player's move: chosen without them, it is
        as little overrated as any other.
        """
        return None

    def open_values(self, state: State, nodes: int) -> dict[str, float] | None:
        """What each legal move is worth with open cards; None if that takes more nodes, or has no value."""
        solving = part(self.game, Solving)
        if state.phase not in solving.phases:
            return None
        found = solving.open_values(state, nodes)
        return None if found is None else {move: float(value) for move, value in found.moves.items()}

    def result(self, end: State, seat: int) -> float:
        """What a seat has got in the end, in the same unit."""
        return float(end.payoffs[seat])


class ChanceValuer(Valuer):
    """Values moves by the chance to win a unit of several rounds from the score that the round leads to.

    >>> from kiebitz.rules.registry import game
    >>> state = game("boerenbridge").deal(seed=1)
    >>> valuer, rng = ChanceValuer(state.game, "full-kripke"), Stream.named("example")
    >>> values = valuer.values(valuer.worlds(state.view(state.turn), 10, rng), state.moves, rng)
    >>> bool((values >= 0).all() and (values <= 100).all() and values.max() > 1)
    True
    """

    judges_open = False  # what one seat can secure says nothing of the others' points

    def __init__(self, game: Game, guide: str) -> None:
        from kiebitz.agents.searchers import worth_of_scores
        from kiebitz.search.evaluator import HORIZON, THIS_ROUND

        super().__init__(game, guide, worth=worth_of_scores(game))
        self._memory[HORIZON] = THIS_ROUND

    @property
    def unit(self) -> Saying:
        return say("percent of the game")

    def values(self, worlds: Worlds, moves: Sequence[Move], rng: Stream) -> Table:
        from kiebitz.search.scores import CERTAIN

        return super().values(worlds, moves, rng) * (100 / CERTAIN)

    def open_values(self, state: State, nodes: int) -> dict[str, float] | None:
        """None, as ``judges_open`` says."""
        return None

    def result(self, end: State, seat: int) -> float:
        most = max(end.payoffs)
        return 100.0 / end.payoffs.count(most) if end.payoffs[seat] == most else 0.0
