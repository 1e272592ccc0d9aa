"""Durak solved: who wins when all cards are open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kiebitz.rules.game import Game
from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import say
from kiebitz.search.puzzles.forced import Forced
from kiebitz.search.solving import OpenValues, Solving

if TYPE_CHECKING:
    from kiebitz.search.alphamu.aims import Aim


class DurakSolving(Solving):
    """A claim is the win, once no card is hidden any more."""

    def open_values(self, state: State, nodes: int) -> OpenValues | None:
        from kiebitz.games.durak.search.minimax import ending_key
        from kiebitz.search.secured import secured

        found = secured(state.game, state.vector, nodes, ending_key, (-1, 1))
        return OpenValues.for_mover(state, found, "win")

    def aim(self, game: Game) -> Aim:
        """The win, once the deck is empty or small."""
        from kiebitz.games.durak.search.aim import AIM

        return AIM

    def value_aim(self, game: Game) -> Aim:
        """A draw lies between a game that is won and one that is lost."""
        from kiebitz.games.durak.search.aim import VALUE

        return VALUE

    def sure_moves(self, view: View, nodes: int) -> list[Move]:
        """The win, when the deck hides nothing: then the view shows where every card is."""
        found = self.certain(view, nodes)
        return [move for move in view.moves if found.get(move)]

    def forced(self, view: View, nodes: int) -> Forced | None:
        """The win, when the deck is empty: whoever has kept count knows the other hand."""
        if view.game.is_open:
            return None
        found = self.certain(view, nodes)
        question = say("The deck is empty, so you can know every card. Which move wins for sure?")
        return Forced(question, {str(move): found.get(move) for move in view.moves}) if found else None

    def certain(self, view: View, nodes: int) -> dict[str, bool]:
        """Which moves win when the deck hides nothing; those that take too long are left out."""
        from kiebitz.games.durak.search.minimax import ending_key
        from kiebitz.games.durak.view import DurakView
        from kiebitz.search.secured import secured

        assert isinstance(view, DurakView)
        if view.deck_size or len(view.known(1 - view.seat)) != view.hand_size(1 - view.seat):
            return {}
        vector = np.zeros_like(view.vector)
        view.game.kernels.complete(view.vector, view.rng.word, vector)
        found = secured(view.game, vector, nodes, ending_key, (0, 1))
        return {move: value >= 1 for move, value in found.items()}

    def forced_open(self, state: State, nodes: int) -> Forced | None:
        """The win when the deck is empty; before, its order would have to be shown, too."""
        from kiebitz.games.durak.view import DurakState

        assert isinstance(state, DurakState)
        if state.deck_size:
            return None
        question = say("All cards are open. Which move wins?")
        return self._judged(state, nodes, question, lambda value, _: value > 0)
