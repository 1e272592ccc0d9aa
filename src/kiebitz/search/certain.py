"""Is the win certain? Proved for games of one round in which little is left open.

A win is certain if the seat has a way to play that gives it, in every world of its view and whatever the
others do, the most that anybody's play could still give it; if that beats all others; and if the points of
the others do not depend on their play. The way to play may depend only on what the seat sees.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import SEED, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.game import Game
from kiebitz.rules.values import Move, View

MOST_WORLDS = 100
DRAWS = 15  # for each world, and this many more: it is as good as impossible that one is never drawn
SLOWNESS = 10  # how many times as long a node takes as one of a compiled search
Points = tuple[int, ...]


def sure_wins(view: View, nodes: int) -> list[Move]:
    """The moves after which the win is certain; none if that is not proved with this many nodes."""
    worlds = all_states(view) if view.game.rounds == 1 else []
    if not worlds:
        return []
    search = Worlds(view.game, view.seat, nodes // SLOWNESS)
    try:
        wins = [end for end in search.best_ends(worlds) if end[view.seat] > _best_other(end, view.seat)]
        return [m for m in view.moves if any(search.forced(search.after(worlds, m.code), w) for w in wins)]
    except OutOfNodes:
        return []


def _best_other(points: Points, seat: int) -> int:
    return max(points[:seat] + points[seat + 1 :])


def all_states(view: View, most: int = MOST_WORLDS) -> list[Vector]:
    """Every state that may be behind a view; none if there are many or if the order of hidden cards counts.

    States are drawn until there are as many as there are worlds. If cards outside the hands have an order
    that a state keeps, there are more.
    """
    count = Problem.of(view).count()
    if count > most:
        return []
    rng, found = Stream(0), dict[bytes, Vector]()
    for _ in range(DRAWS * (int(count) + 1)):
        state = np.zeros(WORDS, np.int64)
        view.game.kernels.complete(view.vector, rng.word, state)
        state[SEED] = 0  # decides rounds to come
        found[state.tobytes()] = state
        if len(found) > count:
            return []
    return list(found.values()) if len(found) == count else []


class OutOfNodes(Exception):
    """The search has made all the moves that it may make."""


class Worlds:
    """Worlds in the eyes of a seat, played on together; it counts the moves that it makes."""

    def __init__(self, game: Game, seat: int, nodes: int) -> None:
        self.rules = game.kernels
        self.seats = range(game.seats)
        self.seat = seat
        self.nodes = nodes

    def after(self, worlds: Iterable[Vector], code: int) -> list[Vector]:
        """The worlds in which a move is legal, after it."""
        found = [world.copy() for world in worlds if int(self.rules.legal(world)) >> code & 1]
        self.nodes -= len(found)
        if self.nodes < 0:
            raise OutOfNodes
        for world in found:
            self.rules.play(world, code)
        return found

    def best_ends(self, worlds: Iterable[Vector]) -> set[Points]:
        """Everybody's points at the ends that are best for the seat, if all play for it."""
        ends: set[Points] = set()
        for world in worlds:
            if world[TURN] < 0:
                ends.add(self.points(world))
                continue
            for code in self.codes([world]):
                ends |= self.best_ends(self.after([world], code))
        most = max(points[self.seat] for points in ends)
        return {points for points in ends if points[self.seat] == most}

    def forced(self, worlds: list[Vector], wanted: Points) -> bool:
        """Can the seat, which tells these worlds apart only by what it will see, bring this end about?"""
        return all(self._forced(group, wanted) for group in self.told_apart(worlds))

    def _forced(self, worlds: list[Vector], wanted: Points) -> bool:
        turn = worlds[0][TURN]
        if turn < 0:
            return all(self.points(world) == wanted for world in worlds)
        answers = (self.forced(self.after(worlds, code), wanted) for code in self.codes(worlds))
        return any(answers) if turn == self.seat else all(answers)

    def told_apart(self, worlds: list[Vector]) -> Iterable[list[Vector]]:
        """The worlds in groups that look the same to the seat."""
        groups: dict[bytes, list[Vector]] = {}
        view = np.zeros(WORDS, np.int64)
        for world in worlds:
            self.rules.observe(world, self.seat, view)
            groups.setdefault(view.tobytes(), []).append(world)
        return groups.values()

    def codes(self, worlds: list[Vector]) -> list[int]:
        """The moves that are legal in one of the worlds."""
        mask = 0
        for world in worlds:
            mask |= int(self.rules.legal(world)) & (1 << 64) - 1
        return [code for code in range(64) if mask >> code & 1]

    def points(self, world: Vector) -> Points:
        return tuple(int(self.rules.payoff(world, seat)) for seat in self.seats)
