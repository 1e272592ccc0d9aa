"""Rdeep: random playouts from assumed positions."""

from __future__ import annotations

from random import Random

import numpy as np

from kiebitz.games.schnapsen.platform.bots.fixed import FirstFixedMoveThenBaseBot
from kiebitz.games.schnapsen.platform.bots.simple import RandBot
from kiebitz.games.schnapsen.platform.moves import Move
from kiebitz.games.schnapsen.platform.perspective import PlayerPerspective
from kiebitz.games.schnapsen.platform.players import Bot
from kiebitz.games.schnapsen.platform.rollouts import NONE, rollouts
from kiebitz.games.schnapsen.platform.twister import Borrowed


class RdeepBot(Bot):
    """The move with the best mean share of the points after a few random tricks.

    Every sample assumes where the hidden cards are and plays once at random, ``depth`` tricks at most. The
    playouts run compiled; with a generator that is not simply Python's they go through the interface, which
    gives the same moves.
    """

    def __init__(self, num_samples: int, depth: int, rand: Random, name: str | None = None) -> None:
        super().__init__(name)
        assert num_samples >= 1, f"{num_samples} samples are not enough."
        assert depth >= 1, f"A depth of {depth} is not enough."
        self.samples, self.depth, self.rand = num_samples, depth, rand

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        moves = perspective.valid_moves()
        self.rand.shuffle(moves)
        value = self.compiled if type(self.rand) is Random else self.interpreted
        means = value(perspective, leader_move, moves)
        return moves[means.index(max(means))]

    def compiled(
        self, perspective: PlayerPerspective, leader_move: Move | None, moves: list[Move]
    ) -> list[float]:
        vector, seat, seen = perspective._insides
        for card in leader_move.cards if leader_move else ():
            seen |= 1 << card.code
        codes = np.array([move.code for move in moves], np.int64)
        means = np.empty(len(moves))
        lead = leader_move.code if leader_move else NONE
        with Borrowed(self.rand) as random:
            rollouts(vector, seat, seen, lead, codes, self.samples, self.depth, random, means)
        return list(means.tolist())

    def interpreted(
        self, perspective: PlayerPerspective, leader_move: Move | None, moves: list[Move]
    ) -> list[float]:
        means = []
        for move in moves:
            total = 0.0
            for _ in range(self.samples):
                total += self._sample(perspective, leader_move, move)
            means.append(total / self.samples)
        return means

    def _sample(self, perspective: PlayerPerspective, leader_move: Move | None, move: Move) -> float:
        """My share of the points after one playout from one assumed position."""
        start = perspective.make_assumption(leader_move, self.rand)
        me, other = FirstFixedMoveThenBaseBot(RandBot(self.rand), move), self._other(leader_move)
        leader, follower = (me, other) if perspective.am_i_leader() else (other, me)
        end, _ = perspective.get_engine().play_at_most_n_tricks(start, leader, follower, self.depth)
        mine, theirs = end.leader, end.follower
        if mine.implementation is not me:
            mine, theirs = theirs, mine
        points = mine.score.direct_points + theirs.score.direct_points
        return mine.score.direct_points / points if points else 0.0

    def _other(self, leader_move: Move | None) -> Bot:
        other = RandBot(self.rand)
        return FirstFixedMoveThenBaseBot(other, leader_move) if leader_move else other
