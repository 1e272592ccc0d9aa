"""Which values can one plan bring in some worlds? Found by trying plans, one information set after another.

A plan says what the seat plays in each of its views, and what each partner plays in each of his. It brings as
much as is wanted in a set of worlds if it does so in each of them whatever the opponents play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product

import numpy as np

from kiebitz.kernel.state import ROUND, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.game import Game

Plan = dict[tuple[int, bytes], int]
Wanted = tuple[Vector, int]  # a position, and how much it must bring
Missing = tuple[tuple[int, bytes], list[int]]
Worth = Callable[[Vector], int]


class Plans:
    """Plans of a side, with a seat that plans for all of it.

    ``worth`` says what a position brings in which a round is over; without it, the seat's points.
    """

    def __init__(self, game: Game, seat: int, side: Iterable[int], worth: Worth | None = None) -> None:
        self.rules, self.seat, self.side = game.kernels, seat, set(side)
        self.worth = worth or (lambda state: int(self.rules.payoff(state, seat)))

    def front(self, worlds: Sequence[Vector]) -> set[frozenset[int]]:
        """The largest sets of worlds that one plan wins: in which it brings more than there was before."""
        before = int(self.rules.payoff(worlds[0], self.seat))
        found = self.values(worlds, (before, before + 1))
        return {frozenset(i for i, value in enumerate(values) if value > before) for values in found}

    def values(self, worlds: Sequence[Vector], ladder: Sequence[int]) -> set[tuple[int, ...]]:
        """The best vectors of values that one plan brings; the lowest of the ladder needs no plan."""
        found: list[tuple[int, ...]] = []
        reached = [self._reached(world, ladder) for world in worlds]
        for values in sorted(product(*reached), key=sum, reverse=True):
            if any(all(a <= b for a, b in zip(values, other, strict=True)) for other in found):
                continue
            if self.can([each for each in zip(worlds, values, strict=True) if each[1] > ladder[0]]):
                found.append(values)
        return set(found)

    def _reached(self, world: Vector, ladder: Sequence[int]) -> list[int]:
        """What can be had in a world by itself: a plan for several brings no more."""
        return [value for value in ladder if value == ladder[0] or self.can([(world, value)])]

    def can(self, wanted: list[Wanted]) -> bool:
        """Does one plan bring all of this?

        Alone, what is played in one view does not bear on another: each can be settled when it comes up.
        With a partner whole plans have to be tried.
        """
        if not wanted:
            return True
        now = int(wanted[0][0][ROUND])
        return self._with({}, wanted, now) if len(self.side) > 1 else self._alone(wanted, now)

    def _alone(self, wanted: list[Wanted], now: int) -> bool:
        groups: dict[bytes, list[Wanted]] = {}
        for world, least in wanted:
            view = np.zeros(WORDS, np.int64)
            self.rules.observe(world, self.seat, view)
            groups.setdefault(view.tobytes(), []).append((world, least))
        return all(self._one_view(group, now) for group in groups.values())

    def _one_view(self, wanted: list[Wanted], now: int) -> bool:
        turn = int(wanted[0][0][TURN])
        if turn < 0 or wanted[0][0][ROUND] != now:
            return all(self.worth(world) >= least for world, least in wanted)
        codes = {code for world, _ in wanted for code in self._codes(world)}
        answers = (
            self._alone([(self._after(w, c), least) for w, least in wanted if c in self._codes(w)], now)
            for c in codes
        )
        return any(answers) if turn == self.seat else all(answers)

    def _codes(self, state: Vector) -> list[int]:
        mask = int(self.rules.legal(state)) & (1 << 64) - 1
        return [code for code in range(64) if mask >> code & 1]

    def _after(self, state: Vector, code: int) -> Vector:
        after = state.copy()
        self.rules.play(after, code)
        return after

    def _with(self, plan: Plan, wanted: list[Wanted], now: int) -> bool:
        missing = None
        for world, least in wanted:
            answer = self._walk(world, least, now, plan)
            if answer is False:
                return False
            missing = missing or (answer if isinstance(answer, tuple) else None)
        if missing is None:
            return True
        key, codes = missing
        return any(self._with(plan | {key: code}, wanted, now) for code in codes)

    def _walk(self, state: Vector, least: int, now: int, plan: Plan) -> bool | Missing:
        """True if the plan brings as much, False if not, or an information set that it does not cover."""
        turn = int(state[TURN])
        if turn < 0 or state[ROUND] != now:
            return self.worth(state) >= least
        codes = self._codes(state)
        if turn in self.side:
            view = np.zeros(WORDS, np.int64)
            self.rules.observe(state, turn, view)
            key = (turn, view.tobytes())
            if key not in plan:
                return key, codes
            codes = [plan[key]]
        missing: bool | Missing = True
        for code in codes:
            answer = self._walk(self._after(state, code), least, now, plan)
            if answer is False:
                return False
            if answer is not True:
                missing = answer
        return missing
