"""Boerenbridge solved: every trick that is left, and whether a seat wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.game import Game
from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import say
from kiebitz.search.puzzles.forced import Forced
from kiebitz.search.solving import NODES, Claim, Forcing, Solving

if TYPE_CHECKING:
    from kiebitz.games.boerenbridge.view import BoerenbridgeView
    from kiebitz.search.alphamu.aims import Aim


class BoerenbridgeSolving(Solving):
    """A claim is every trick that is left."""

    puzzle_options = "schedule=5"

    def aim(self, game: Game) -> Aim:
        """Exactly the tricks that were guessed."""
        from kiebitz.games.boerenbridge.search.aim import AIM

        return AIM

    def value_aim(self, game: Game) -> Aim:
        """The points of the round."""
        from kiebitz.games.boerenbridge.search.aim import VALUE

        return VALUE

    def score_worth(self, game: Game) -> Kernel | None:
        """The chance to have the highest total after the last round."""
        from kiebitz.games.boerenbridge import Boerenbridge
        from kiebitz.games.boerenbridge.search.totals import bind_totals

        assert isinstance(game, Boerenbridge)
        return bind_totals(game) if game.rounds > 1 else None

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

    def forced(self, view: View, nodes: int) -> Forced | None:
        """Exactly the guess."""
        from kiebitz.games.boerenbridge.view import BoerenbridgeView

        assert isinstance(view, BoerenbridgeView)
        if view.phase != "play" or view.game.is_open:
            return None
        question = say(
            "You guessed {guess} and have won {won}. Which card makes sure of exactly {guess}?",
            guess=view.guesses[view.seat],
            won=view.tricks_won[view.seat],
        )
        return Forced.of(question, view, self.forcing(view, nodes))

    def forced_open(self, state: State, nodes: int) -> Forced | None:
        """The same with open cards: the others may do what they can against it."""
        from kiebitz.games.boerenbridge.rules import SCORING, round_score
        from kiebitz.games.boerenbridge.view import BoerenbridgeState

        assert isinstance(state, BoerenbridgeState)
        guess = state.guesses[state.turn]
        met = int(round_score(state.vector[SCORING], guess, guess))
        question = say(
            "All cards are open. You guessed {guess} and have won {won}. Which card makes sure of exactly "
            "{guess}, even if all others play against you?",
            guess=guess,
            won=state.tricks_won[state.turn],
        )
        return self._judged(state, nodes, question, lambda value, _: value == met)


def wants_all(view: BoerenbridgeView) -> bool:
    """Do all tricks that are left score at least as much as any other number of them?"""
    from kiebitz.games.boerenbridge.rules import SCORING, round_score

    won, guess = view.tricks_won[view.seat], view.guesses[view.seat]
    scores = [int(round_score(view.vector[SCORING], guess, won + more)) for more in range(len(view.hand) + 1)]
    return scores[-1] == max(scores)
