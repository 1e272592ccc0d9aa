"""Which sets of worlds can one plan win together? Found by trying plans, one information set after another.

A plan says what the seat plays in each of its views, and what each partner plays in each of his. It wins a
set of worlds if it does so in each of them whatever the opponents play.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np

from kiebitz.kernel.state import ROUND, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.game import Game

Plan = dict[tuple[int, bytes], int]


class Plans:
    """Plans of a side, with a seat that plans for all of it."""

    def __init__(self, game: Game, seat: int, side: Iterable[int]) -> None:
        self.rules, self.seat, self.side = game.kernels, seat, set(side)

    def front(self, worlds: list[Vector]) -> set[frozenset[int]]:
        """The largest sets of worlds that one plan wins."""
        found: list[frozenset[int]] = []
        for size in range(len(worlds), -1, -1):
            for chosen in map(frozenset, combinations(range(len(worlds)), size)):
                if not any(chosen < other for other in found) and self.can([worlds[i] for i in chosen]):
                    found.append(chosen)
        return set(found)

    def can(self, worlds: list[Vector]) -> bool:
        """Does one plan win all of these?

        Alone, what is played in one view does not bear on another: each can be settled when it comes up.
        With a partner whole plans have to be tried.
        """
        return self._with({}, worlds) if len(self.side) > 1 else self._alone(worlds, worlds[:1])

    def _alone(self, worlds: list[Vector], start: list[Vector]) -> bool:
        if not worlds:
            return True
        groups: dict[bytes, list[Vector]] = {}
        for world in worlds:
            view = np.zeros(WORDS, np.int64)
            self.rules.observe(world, self.seat, view)
            groups.setdefault(view.tobytes(), []).append(world)
        return all(self._one_view(group, start) for group in groups.values())

    def _one_view(self, worlds: list[Vector], start: list[Vector]) -> bool:
        turn = int(worlds[0][TURN])
        if turn < 0 or worlds[0][ROUND] != start[0][ROUND]:
            return all(
                self.rules.payoff(w, self.seat) > self.rules.payoff(start[0], self.seat) for w in worlds
            )
        codes = {code for world in worlds for code in self._codes(world)}
        answers = (
            self._alone([self._after(w, c) for w in worlds if c in self._codes(w)], start) for c in codes
        )
        return any(answers) if turn == self.seat else all(answers)

    def _codes(self, state: Vector) -> list[int]:
        mask = int(self.rules.legal(state)) & (1 << 64) - 1
        return [code for code in range(64) if mask >> code & 1]

    def _after(self, state: Vector, code: int) -> Vector:
        after = state.copy()
        self.rules.play(after, code)
        return after

    def _with(self, plan: Plan, worlds: list[Vector]) -> bool:
        missing = None
        for world in worlds:
            answer = self._walk(world, world, plan)
            if answer is False:
                return False
            missing = missing or (answer if isinstance(answer, tuple) else None)
        if missing is None:
            return True
        key, codes = missing
        return any(self._with(plan | {key: code}, worlds) for code in codes)

    def _walk(self, state: Vector, start: Vector, plan: Plan) -> bool | tuple[tuple[int, bytes], list[int]]:
        """True if the plan wins from here, False if not, or an information set that it does not cover."""
        turn = int(state[TURN])
        if turn < 0 or state[ROUND] != start[ROUND]:
            before, after = (int(self.rules.payoff(s, self.seat)) for s in (start, state))
            return after > before
        codes = self._codes(state)
        if turn in self.side:
            view = np.zeros(WORDS, np.int64)
            self.rules.observe(state, turn, view)
            key = (turn, view.tobytes())
            if key not in plan:
                return key, codes
            codes = [plan[key]]
        missing: bool | tuple[tuple[int, bytes], list[int]] = True
        for code in codes:
            answer = self._walk(self._after(state, code), start, plan)
            if answer is False:
                return False
            if answer is not True:
                missing = answer
        return missing
