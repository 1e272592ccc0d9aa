"""What moves of Boerenbridge are worth: points; where the guess is surely met, at least what it brings."""

from __future__ import annotations

import numpy as np

from kiebitz.agents.valuing import Row, Valuer, Worlds
from kiebitz.rules.values import View


class BoerenbridgeValuer(Valuer):
    """Worlds are played on by the guide, which may miss a guess that could have been forced."""

    def assured(self, view: View, worlds: Worlds) -> Row | None:
        """The total with a guess that is met exactly."""
        from kiebitz.games.boerenbridge.rules import SCORING, round_score
        from kiebitz.games.boerenbridge.view import BoerenbridgeView

        assert isinstance(view, BoerenbridgeView)
        guess = view.guesses[view.seat]
        total = view.scores[view.seat] + int(round_score(int(view.vector[SCORING]), guess, guess))
        return np.full(len(worlds.states), float(total))
