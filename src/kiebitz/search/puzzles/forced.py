"""Moves that reach an aim for certain, and the proof by worlds that every game of one round has.

A plan is certain if it works in every world of a view and against every reply, and depends only on what
the seat will see. Games bring quicker proofs; this one lists all worlds, and checks the others in the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.kernel.state import ROUND, TURN
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.values import View
from kiebitz.sayings import MoveText, Saying, joined, say
from kiebitz.search.certain import SLOWNESS, OutOfNodes, Worlds, all_states

if TYPE_CHECKING:
    from kiebitz.search.solving import Forcing

Goal = Callable[[Vector], bool]
"""Has a state in which the round is over brought what was wanted?"""


@dataclass(frozen=True)
class Forced:
    """For each legal move, does it reach the aim for certain? None where the proof was too long."""

    question: Saying
    """The aim, as a question to the seat."""
    moves: Mapping[str, bool | None]
    why: Saying | None = None
    """What the moves are worth, where that is the reason."""

    @classmethod
    def of(cls, question: Saying, view: View, forcing: Forcing | None) -> Forced | None:
        """What a game can prove, as an answer for every legal move."""
        if forcing is None:
            return None
        moves = {str(m): None if m in forcing.undecided else m in forcing.moves for m in view.moves}
        return cls(question, moves)

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(move for move, wins in self.moves.items() if wins)

    @property
    def is_decided(self) -> bool:
        """Is nothing left open?"""
        return None not in self.moves.values()


def forced_by_worlds(view: View, goal: Goal, nodes: int, most: int = 100) -> dict[str, bool | None]:
    """Which legal moves force a goal, proved over all worlds of a view one by one; empty if they are many.

    >>> from kiebitz.rules.registry import game
    >>> state = game("boerenbridge", {"schedule": "1", "seats": 3}).deal(seed=1)
    >>> for guess in ("1", "1", "0"):
    ...     state = state.play(guess)
    >>> forced_by_worlds(state.view(state.turn), lambda end: True, 10_000)
    {'AH': True}
    """
    return forced_in(all_states(view, most), view, goal, nodes)


def forced_in(worlds: list[Vector], view: View, goal: Goal, nodes: int) -> dict[str, bool | None]:
    """The same over these worlds, which must be all that fit the view; empty if there are none."""
    if not worlds:
        return {}
    search = Plans(Worlds(view.game, view.seat, nodes // SLOWNESS), goal, int(view.vector[ROUND]))
    found: dict[str, bool | None] = {}
    for move in view.moves:
        try:
            found[str(move)] = search.forces(search.worlds.after(worlds, move.code))
        except OutOfNodes:
            found[str(move)] = None
    return found


class Plans:
    """Is there a plan for a seat that cannot tell worlds apart but by what it sees?"""

    def __init__(self, worlds: Worlds, goal: Goal, last: int) -> None:
        self.worlds, self.goal, self.last = worlds, goal, last

    def forces(self, worlds: list[Vector]) -> bool:
        return all(self._forces(group) for group in self.worlds.told_apart(worlds))

    def _forces(self, worlds: list[Vector]) -> bool:
        if worlds[0][TURN] < 0 or worlds[0][ROUND] > self.last:
            return all(map(self.goal, worlds))
        answers = (self.forces(self.worlds.after(worlds, code)) for code in self.worlds.codes(worlds))
        return any(answers) if worlds[0][TURN] == self.worlds.seat else all(answers)


def has_won(view: View) -> Goal:
    """More points than everybody else."""
    payoff, seat = view.game.kernels.payoff, view.seat
    others = [other for other in range(view.game.seats) if other != seat]

    def goal(end: Vector) -> bool:
        return int(payoff(end, seat)) > max(int(payoff(end, other)) for other in others)

    return goal


def forced_win(view: View, nodes: int) -> Forced | None:
    """What every game of one round has: does a move win however the hidden cards lie?"""
    if view.game.rounds > 1 or view.game.is_open:
        return None
    moves = forced_by_worlds(view, has_won(view), nodes)
    return Forced(say("Which move wins for sure, however the hidden cards lie?"), moves) if moves else None


def worth(values: Mapping[str, int], phase: str) -> Saying:
    """What each move is worth with open cards."""
    order = sorted(values, key=lambda move: -values[move])
    said = [say("{move} {value}", move=MoveText(move, phase), value=values[move]) for move in order]
    return joined(", ", said)
