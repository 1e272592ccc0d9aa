"""Durak solved: who wins when all cards are open."""

from __future__ import annotations

import numpy as np

from kiebitz.rules.values import Move, State, View
from kiebitz.search.solving import OpenValues, Solving


class DurakSolving(Solving):
    """A claim is the win, once no card is hidden any more."""

    def open_values(self, state: State, nodes: int) -> OpenValues | None:
        from kiebitz.games.durak.search.minimax import ending_key
        from kiebitz.search.secured import secured

        found = secured(state.game, state.vector, nodes, ending_key, (-1, 1))
        return OpenValues.for_mover(state, found, "win")

    def sure_moves(self, view: View, nodes: int) -> list[Move]:
        """The win, when the deck hides nothing: then the view shows where every card is."""
        from kiebitz.games.durak.search.minimax import ending_key
        from kiebitz.games.durak.view import DurakView
        from kiebitz.search.secured import secured

        assert isinstance(view, DurakView)
        if view.deck_size or len(view.known(1 - view.seat)) != view.hand_size(1 - view.seat):
            return []
        vector = np.zeros_like(view.vector)
        view.game.kernels.complete(view.vector, view.rng.word, vector)
        found = secured(view.game, vector, nodes, ending_key, (0, 1))
        return [move for move in view.moves if found.get(move, 0) >= 1]
