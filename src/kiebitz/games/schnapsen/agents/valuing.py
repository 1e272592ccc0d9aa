"""What moves of Schnapsen are worth: game points of the deal, in a Bummerl the chance to win it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kiebitz.agents.valuing import Table, Valuer, Worlds
from kiebitz.games.schnapsen.search.stakes import MIDDLE, OUTCOMES
from kiebitz.kernel.random import Stream
from kiebitz.rules.game import Game
from kiebitz.rules.values import Move, State
from kiebitz.sayings import Saying, say
from kiebitz.search.evaluator import CODES

QUICKNESS = 50


class SchnapsenValuer(Valuer):
    """Worlds are played on by rules of thumb and, from where suit must be followed, solved exactly."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def unit(self) -> Saying:
        is_bummerl = self.game.rounds > 1
        return say("percent of the Bummerl") if is_bummerl else say("game points")

    def values(self, worlds: Worlds, moves: Sequence[Move], rng: Stream) -> Table:
        from kiebitz.games.schnapsen.search.paired import paired

        values = np.zeros((len(worlds.states), CODES))
        paired(worlds.states, 0, values)
        return values

    def open_values(self, state: State, nodes: int) -> dict[str, float] | None:
        """In a Bummerl, what the deal's game points do for the chance to win it.

        A node takes a microsecond, so there may be many more of them: most deals are solved from the first
        card on.
        """
        found = super().open_values(state, QUICKNESS * nodes)
        if found is None or self.game.rounds == 1:
            return found
        from kiebitz.games.schnapsen.search.paired import write_worth

        worth = np.zeros(OUTCOMES)
        write_worth(state.vector, worth)
        return {move: float(worth[MIDDLE + int(points)]) for move, points in found.items()}

    def result(self, end: State, seat: int) -> float:
        points = super().result(end, seat)
        return 50 * (1 + points) if self.game.rounds > 1 else points
