# mypy: ignore-errors
"""Bots for the platform's first generation that behave as the printed ones do."""

import random

from api import Deck, State, util  # noqa: F401
from bots.shared.asking import plays

LOWEST_FIRST = ("jack", "queen", "king", "ten", "ace")


def is_trump(state, move):
    return move[0] is not None and Deck.get_suit(move[0]) == state.get_trump_suit()


class Jacks:
    """kbbot: a jack if there is one, else anything."""

    def get_move(self, state):
        moves = state.moves()
        random.shuffle(moves)
        for move in moves:
            if plays("jack", move[0]):
                return move
        return random.choice(moves)


class JacksAndQueens:
    """abot: its loop ends at the first move, whatever that is."""

    def get_move(self, state):
        moves = state.moves()
        random.shuffle(moves)
        first = moves[0]
        if plays("jack", first[0]) or plays("queen", first[0]):
            return first
        return random.choice(moves)


class Trumps:
    """ebot: any move that is no trump, else the highest trump, which it also answers with if it picks one."""

    def get_move(self, state):
        answers = state.get_opponents_played_card() is not None
        if answers and is_trump(state, random.choice(state.moves())):
            return self.highest_trump(state)
        return self.no_trump(state)

    def no_trump(self, state):
        pick = random.choice(state.moves())
        if pick[0] is None or is_trump(state, pick):
            return self.highest_trump(state)
        return pick if any(plays(rank, pick[0]) for rank in LOWEST_FIRST) else None

    def highest_trump(self, state):
        return min((move for move in state.moves() if is_trump(state, move)), key=lambda move: move[0])
