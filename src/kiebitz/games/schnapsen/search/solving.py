"""Schnapsen solved: game points with open cards, and every trick that is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.game import Game
from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import say
from kiebitz.search.puzzles.forced import Forced
from kiebitz.search.solving import NODES, Claim, Forcing, OpenValues, Solving

if TYPE_CHECKING:
    from kiebitz.search.alphamu.aims import Aim

ALMOST = 65  # points, one short of a win


class SchnapsenSolving(Solving):
    """A claim is every trick that is left."""

    puzzle_options = "rules=full,unit=deal"

    def open_values(self, state: State, nodes: int) -> OpenValues | None:
        """Of this deal alone, whatever the Bummerl around it comes to."""
        from kiebitz.games.schnapsen.search.endgame import MOST, points_ahead
        from kiebitz.games.schnapsen.search.stakes import deal_points
        from kiebitz.search.secured import secured

        points = {"worth": deal_points, "ending": points_ahead}
        found = secured(state.game, state.vector, nodes, window=(-MOST, MOST), **points)
        return OpenValues.for_mover(state, found, "game points")

    def aim(self, game: Game) -> Aim:
        """The win of the deal, once the talon is small, exhausted or closed."""
        from kiebitz.games.schnapsen.search.aim import AIM

        return AIM

    def value_aim(self, game: Game) -> Aim:
        """The game points of the deal."""
        from kiebitz.games.schnapsen.search.aim import VALUE

        return VALUE

    def score_worth(self, game: Game) -> Kernel | None:
        """The chance to win the Bummerl."""
        from kiebitz.games.schnapsen.search.stakes import bummerl_worth

        return bummerl_worth if game.rounds > 1 else None

    def sure_moves(self, view: View, nodes: int) -> list[Move]:
        """All tricks: whoever loses one has lost, as if the other had 65 points."""
        from kiebitz.games.schnapsen.rules import POINTS
        from kiebitz.games.schnapsen.search.paranoia import move_forces
        from kiebitz.games.schnapsen.view import SchnapsenView

        assert isinstance(view, SchnapsenView)
        if not view.is_strict:
            return []
        vector, budget = view.vector.copy(), np.zeros(1, np.int64)
        vector[POINTS + 1 - view.seat] = ALMOST
        sure = []
        for move in view.moves:
            budget[0] = nodes
            if move_forces(vector, move.code, budget):
                sure.append(move)
        return sure

    def forcing(self, view: View, nodes: int) -> Forcing | None:
        """The win of the deal, once suit must be followed; before that, by closing the talon."""
        from kiebitz.games.schnapsen.search.paranoia import forced_win, move_forces
        from kiebitz.games.schnapsen.view import SchnapsenView

        assert isinstance(view, SchnapsenView)
        aim = say("the win of the deal")
        if not view.is_strict:
            code = int(forced_win(view.vector, nodes))
            others = tuple(move for move in view.moves if move.code != code)
            return Forcing(aim, tuple(move for move in view.moves if move.code == code), others)
        budget, sure, undecided = np.zeros(1, np.int64), [], []
        for move in view.moves:
            budget[0] = nodes
            if move_forces(view.vector, move.code, budget):
                sure.append(move)
            elif budget[0] < 0:
                undecided.append(move)
        return Forcing(aim, tuple(sure), tuple(undecided))

    def claim(self, view: View) -> Claim | None:
        return "all" if self.sure_moves(view, NODES) else None

    def forced(self, view: View, nodes: int) -> Forced | None:
        """The win of the deal, once suit must be followed."""
        from kiebitz.games.schnapsen.rules import is_strict

        if not is_strict(view.vector) or view.game.is_open:
            return None
        return Forced.of(say("Which move wins the deal for sure?"), view, self.forcing(view, nodes))

    def forced_open(self, state: State, nodes: int) -> Forced | None:
        """The same with open cards; while the talon is open its order would have to be shown, too."""
        from kiebitz.games.schnapsen.rules import is_strict

        if not is_strict(state.vector):
            return None
        question = say("All cards are open. Which move wins the deal?")
        return self._judged(state, nodes, question, lambda value, _: value > 0)
