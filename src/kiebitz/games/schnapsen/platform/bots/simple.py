"""Bots that need no search."""

from __future__ import annotations

from random import Random

from kiebitz.games.schnapsen.platform.moves import Move
from kiebitz.games.schnapsen.platform.perspective import PlayerPerspective
from kiebitz.games.schnapsen.platform.players import Bot


class RandBot(Bot):
    """Any valid move."""

    def __init__(self, rand: Random, name: str | None = None) -> None:
        super().__init__(name)
        self.rng = rand

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        return self.rng.choice(perspective.valid_moves())


class ExampleBot(Bot):
    """The first valid move."""

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        return perspective.valid_moves()[0]


class BullyBot(Bot):
    """A trump; else a card of the suit that was led; else one of the cards worth most. Never marries."""

    def __init__(self, rand: Random, name: str | None = None) -> None:
        super().__init__(name)
        self.rng = rand

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        moves = [move for move in perspective.valid_moves() if move.is_regular_move()]
        trump = perspective.get_trump_suit()
        trumps = [move for move in moves if move.cards[0].suit is trump]
        if trumps:
            return self.rng.choice(trumps)
        led = leader_move.cards[0].suit if leader_move else None
        same = [move for move in moves if move.cards[0].suit is led]
        if same:
            return self.rng.choice(same)
        points = perspective.get_engine().trick_scorer.rank_to_points
        most = max(points(move.cards[0].rank) for move in moves)
        return self.rng.choice([move for move in moves if points(move.cards[0].rank) == most])
