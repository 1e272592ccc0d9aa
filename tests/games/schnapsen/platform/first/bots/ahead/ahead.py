# mypy: ignore-errors
"""A bot for the platform's first generation that values what each of its moves leads to."""

import random

from api import State, util  # noqa: F401


class Ahead:
    """The most points for oneself, then the fewest good cards spent."""

    def get_move(self, state):
        moves, me = state.moves(), state.whose_turn()
        random.shuffle(moves)
        return max(moves, key=lambda move: self.value(state.next(move), me))

    def value(self, state, me):
        places = state.get_perspective()
        kept = sum(4 - card % 5 for card, place in enumerate(places) if place == f"P{me}H")
        pending = state.get_pending_points(me)
        return 3 * util.difference_points(state, me) + pending + kept + 2 * (state.whose_turn() == me)
