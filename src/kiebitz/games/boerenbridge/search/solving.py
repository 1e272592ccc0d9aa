"""Boerenbridge solved: every trick that is left, and whether a seat wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kiebitz.rules.values import Move, View
from kiebitz.sayings import say
from kiebitz.search.solving import NODES, Claim, Forcing, Solving

if TYPE_CHECKING:
    from kiebitz.games.boerenbridge.view import BoerenbridgeView


class BoerenbridgeSolving(Solving):
    """A claim is every trick that is left."""

    def sure_moves(self, view: View, nodes: int) -> list[Move]:
        """All tricks, as if exactly that had been guessed."""
        from kiebitz.games.boerenbridge.rules import GUESSES
        from kiebitz.games.boerenbridge.search.paranoia import FORCED, forcing_cards
        from kiebitz.games.boerenbridge.view import BoerenbridgeView

        assert isinstance(view, BoerenbridgeView)
        if view.phase != "play":
            return []
        vector, answers = view.vector.copy(), np.zeros(64, np.int64)
        guess = view.tricks_won[view.seat] + len(view.hand)
        vector[GUESSES] = vector[GUESSES] & ~(15 << 4 * view.seat) | guess + 1 << 4 * view.seat
        forcing_cards(vector, nodes, answers)
        return [move for move in view.moves if answers[move.code] == FORCED]

    def forcing(self, view: View, nodes: int) -> Forcing | None:
        """Exactly the tricks that were guessed."""
        from kiebitz.games.boerenbridge.search.paranoia import FORCED, UNKNOWN, forcing_cards
        from kiebitz.games.boerenbridge.view import BoerenbridgeView

        assert isinstance(view, BoerenbridgeView)
        if view.phase != "play":
            return None
        answers = np.zeros(64, np.int64)
        forcing_cards(view.vector, nodes, answers)
        aim = say("exactly {n} {n:trick|tricks}", n=view.guesses[view.seat])
        return Forcing(
            aim,
            tuple(move for move in view.moves if answers[move.code] == FORCED),
            tuple(move for move in view.moves if answers[move.code] == UNKNOWN),
        )

    def claim(self, view: View) -> Claim | None:
        """Not if fewer tricks would score more: whoever has guessed few may still lose some."""
        from kiebitz.games.boerenbridge.view import BoerenbridgeView

        assert isinstance(view, BoerenbridgeView)
        is_wanted = view.phase == "play" and wants_all(view)
        return "all" if is_wanted and self.sure_moves(view, NODES) else None


def wants_all(view: BoerenbridgeView) -> bool:
    """Do all tricks that are left score at least as much as any other number of them?"""
    from kiebitz.games.boerenbridge.rules import SCORING, round_score

    won, guess = view.tricks_won[view.seat], view.guesses[view.seat]
    scores = [int(round_score(view.vector[SCORING], guess, won + more)) for more in range(len(view.hand) + 1)]
    return scores[-1] == max(scores)
