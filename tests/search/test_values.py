"""Vectors of values: fronts are those of plans tried one by one, and a value of one step is a yes or no."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from kiebitz.games.skat import rules as skat
from kiebitz.games.skat.scoring import card_points
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import TURN
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game
from kiebitz.rules.values import View
from kiebitz.search.alphamu import root as r
from kiebitz.search.alphamu.answers import ask, read, room
from kiebitz.search.alphamu.fronts import CAPPED
from kiebitz.search.evaluator import make_memory
from kiebitz.search.solving import Solving
from tests.contract.cases import TOY
from tests.search.brute_plans import Plans
from tests.search.vector_views import (
    LONG,
    aim_of,
    drawn,
    every_hand,
    front_of,
    ladder_of,
    late,
    side_of,
    skat_view,
)

WORLDS = 5


def points_of(view: View) -> Callable[[Vector], int]:
    """What a round has brought a seat by its end."""
    payoff, seat = view.game.kernels.payoff, view.seat
    before = int(payoff(view.vector, seat))
    return lambda state: int(payoff(state, seat)) - before


def brute(view: View, worlds: list[Vector], ladder: list[int]) -> set[tuple[int, ...]]:
    return Plans(view.game, view.seat, side_of(view), points_of(view)).values(worlds, ladder)


@pytest.mark.parametrize("options", ["", "scoring=tricks"])
def test_every_hand_of_a_small_deck_agrees_with_plans_tried_one_by_one(options: str) -> None:
    chosen = game("boerenbridge", ",".join(filter(None, ["seats=3,schedule=2", options])))
    steps, several, more = aim_of(chosen, "value").steps, 0, 0
    for number, view in enumerate(every_hand(chosen, seed=1)):
        worlds = drawn(view, WORLDS, seed=number)
        found, desk = front_of(view, worlds, "value")
        assert found == brute(view, worlds, ladder_of(desk, steps))
        assert not desk[CAPPED]
        several += len(found) > 1
        more += any(len(set(values)) > 2 for values in found)
    assert several and more  # plans to choose from, and more than yes or no


def test_positions_with_a_choice_of_plans_agree_with_plans_tried_one_by_one() -> None:
    several = 0
    for n, view in enumerate(late("boerenbridge", "seats=3,schedule=3", 3, 40, 3)):
        several += agrees(view, n)
    assert several > 3


@pytest.mark.parametrize("number", [2, 282, 329, 373])  # three of them with a choice between plans
def test_game_points_of_schnapsen_agree_with_plans_tried_one_by_one(number: int) -> None:
    view = late("schnapsen", "rules=full,unit=deal", 4, 400, 3)[number]
    assert agrees(view, number) == (number > 2)


def agrees(view: View, seed: int) -> bool:
    """Check a front; is there a choice between plans?"""
    worlds = drawn(view, WORLDS, seed)
    found, desk = front_of(view, worlds, "value")
    assert found == brute(view, worlds, ladder_of(desk, aim_of(view.game, "value").steps))
    return len(found) > 1


SKAT = [(20, 32), (117, 36), (117, 39), (135, 27)]


@pytest.mark.parametrize(("seed", "ply"), SKAT)
def test_in_skat_classes_of_points_agree_for_both_sides(seed: int, ply: int) -> None:
    view = skat_view(seed, ply)
    worlds = drawn(view, WORLDS, seed=seed)
    found, desk = front_of(view, worlds, "value")
    ladder = ladder_of(desk, 3)
    assert len(ladder) == 4
    plans = Plans(view.game, view.seat, side_of(view), lambda state: ladder[climbed(state, view.seat)])
    assert found == plans.values(worlds, ladder)


def climbed(state: Vector, seat: int) -> int:
    """The class of the declarer's points at the end, from his side or the other."""
    assert state[TURN] < 0
    points = int(state[skat.POINTS]) + int(card_points(state[skat.SKAT]))
    number = sum(points >= limit for limit in (31, 61, 90))
    return number if seat == state[skat.DECLARER] else 3 - number


def test_the_move_that_is_found_brings_the_most_of_all_plans() -> None:
    """The cuts at the root and below it leave the best plan alone."""
    chosen = game("boerenbridge", "seats=3,schedule=3")
    aim, less = aim_of(chosen, "value"), 0
    words = {r.SAMPLES: 8, r.LENGTH: LONG, r.NODE_LIMIT: 10**9, r.WORLD_NODES: 10**6, r.CARDS: 64}
    words[r.PHASES] = 1 << chosen.phases.index("play")
    memory = r.lay_out(make_memory(chosen, "round", []), words, np.zeros(1, np.int64), aim.space())
    for view in late("boerenbridge", "seats=3,schedule=3", 3, 20, 7):
        states, vectors, told = space = room()
        r.bind_search(chosen.kernels, aim)(view.vector, memory, Stream(1).word, -1, *space)
        answer = read(view, aim, space)
        assert answer is not None and answer.is_whole
        found, _ = front_of(view, list(states[0, : told[r.T_WORLDS]]), "value")
        assert answer.brings(answer.best) == max(map(sum, found))
        assert answer.best not in answer.bounds
        less += (
            vectors[answer.best.code, : aim.steps].tolist()
            != vectors[answer.best.code, aim.steps :][: aim.steps].tolist()
        )
    assert less  # than averages promise


def test_a_value_may_ask_for_another_card_than_the_win_does() -> None:
    """A guess that is as good as lost: the win says nothing, points say how to lose least."""
    other = 0
    for view in late("boerenbridge", "seats=3,schedule=3", 3, 15, 3):
        win, worth = ask(view, worlds=8, m=LONG), ask(view, worlds=8, m=LONG, goal="value")
        assert win is not None and worth is not None
        assert worth.won(worth.best) <= win.won(win.best)
        other += worth.brings(worth.best) > worth.brings(win.best)
        assert worth.brings(worth.best) >= worth.brings(win.best)
    assert other


def test_it_says_what_a_move_brings_and_where_it_loses() -> None:
    said = [
        str(answer.said(answer.best))
        for view in late("schnapsen", "rules=full,unit=deal", 4, 400, 3)[:40]
        if (answer := ask(view, goal="value"))
    ]
    assert any("game points on average; " in each and "; it loses if " in each for each in said)


def test_a_game_whose_worlds_have_no_values_has_none() -> None:
    assert part(game(TOY), Solving).value_aim(game(TOY)) is None
