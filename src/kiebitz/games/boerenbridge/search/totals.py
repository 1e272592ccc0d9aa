# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a total is worth in Boerenbridge: the chance to have the highest one after the last round.

How many tricks a place guesses and takes was measured for rounds of each size; the scoring makes points of
that. A place is counted from the opener. Where rounds are opened in turn, the places of all rounds to come
are known, otherwise those of the next round alone, and later ones are averaged.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kiebitz.games.boerenbridge import Boerenbridge
from kiebitz.games.boerenbridge import rules as r
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import ROUND, TURN
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.scores import Ladder, Outcomes, Rest, bind_most, measured, rest_of


@kernel
def finished(s):
    """How many rounds are over, in a state where one begins or the last one has ended."""
    return s[ROUND] + np.int64(s[TURN] < 0)


@kernel
def opener(s):
    return s[r.OPENER]


def bind_totals(game: Boerenbridge) -> Kernel | None:
    """``worth(state, seat)`` for a game; None if some of its rounds were not measured."""
    scoring = next(
        option.encode(game.options["scoring"]) for option in game.option_list if option.name == "scoring"
    )
    return _bind(game.seats, game.schedule, game.options["deck"], scoring, game.options["opener"] == "rotate")


@lru_cache
def _bind(seats: int, schedule: tuple[int, ...], deck: str, scoring: int, in_turn: bool) -> Kernel | None:
    known = measured(__file__)
    kinds = [f"{deck}-{seats}-{size}" for size in schedule]
    if not all(kind in known for kind in kinds):
        return None
    rounds = [[_points(counts, scoring) for counts in known[kind]] for kind in kinds]
    rests = [
        [_rest(rounds[number:], place, in_turn) for place in range(seats)]
        for number in range(len(rounds) + 1)
    ]
    return bind_most(Ladder(seats, r.SCORE, finished, opener), rests)


def _points(counts: list[list[int]], scoring: int) -> Outcomes:
    """How often a place gets how many points, from how often it guessed and took so many tricks."""
    total, found = sum(n for _, _, n in counts), dict[int, float]()
    for guess, tricks, n in counts:
        points = int(r.round_score(scoring, guess, tricks))
        found[points] = found.get(points, 0.0) + n / total
    return found


def _rest(rounds: list[list[Outcomes]], place: int, in_turn: bool) -> Rest:
    """What a place of the next round gets in all of these."""
    return rest_of(
        [
            places[(place - later) % len(places)] if in_turn or later == 0 else _mean(places)
            for later, places in enumerate(rounds)
        ]
    )


def _mean(places: list[Outcomes]) -> Outcomes:
    points = {one for place in places for one in place}
    return {one: sum(place.get(one, 0.0) for place in places) / len(places) for one in points}
