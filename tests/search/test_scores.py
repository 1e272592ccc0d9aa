"""What scores are worth: against all ways to go on, and in agents and reviews that count with it."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.games.boerenbridge import rules as r
from kiebitz.games.boerenbridge.search.totals import bind_totals, finished, opener
from kiebitz.kernel.state import ROUND, TURN
from kiebitz.lab.review.reviewing import Effort, review
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game
from kiebitz.rules.values import State, View
from kiebitz.search.scores import CERTAIN, Ladder, Rest, bind_most, measured, rest_of, value_scores
from kiebitz.search.solving import Solving
from tests.contract.cases import random_game


def decide(spec: str, view: View) -> Decision:
    answer = contestant(spec, view.game).make().act(view)
    assert isinstance(answer, Decision)
    return answer


def test_scores_that_end_at_once_keep_their_worth() -> None:
    assert value_scores(3, lambda score: [], lambda score: 0.25) == {3: 0.25}


def test_sums_keep_their_mean_and_leave_out_only_what_hardly_happens() -> None:
    one = {-2: 0.3, 0: 0.2, 12: 0.5}
    found = rest_of([one] * 12)
    assert found.chances.sum() == pytest.approx(1)
    assert found.mean() == pytest.approx(12 * 5.4, abs=0.05)
    assert len(found.chances) < 12 * 14 + 1


def test_the_most_points_against_all_ways_to_go_on() -> None:
    """Three seats, one round left: every combination of outcomes, ties shared."""
    outcomes = [{0: 0.5, 4: 0.5}, {1: 0.25, 3: 0.75}, {-2: 0.4, 3: 0.6}]
    over = [Rest(0, rest_of([]).chances)] * 3
    worth = bind_most(Ladder(3, r.SCORE, finished, opener), [[rest_of([one]) for one in outcomes], over])
    state = game("boerenbridge", {"seats": "3"}).deal(seed=1).vector.copy()
    for first, totals in product(range(3), [(0, 0, 0), (2, 3, 1), (4, 0, 6), (9, 0, 9)]):
        state[r.OPENER], state[r.SCORE : r.SCORE + 3] = first, totals
        truth = [0.0, 0.0, 0.0]
        for ways in product(*(one.items() for one in outcomes)):
            ends = [totals[(first + place) % 3] + points for place, (points, _) in enumerate(ways)]
            for place in range(3):
                if ends[place] == max(ends):
                    share = prod(chance for _, chance in ways) / ends.count(max(ends))
                    truth[(first + place) % 3] += share
        assert [worth(state, seat) / CERTAIN for seat in range(3)] == pytest.approx(truth, abs=1e-5)


def test_measured_outcomes_are_shares_and_name_their_command() -> None:
    for name in ("schnapsen", "boerenbridge"):
        assert part(game(name), Solving).score_worth(game(name, long(name))) is not None
    rounds = measured(r.__file__.replace("rules.py", "search/totals.py"))
    assert {len(places) for kind, places in rounds.items() if "-4-" in kind} == {4}
    assert {sum(n for _, _, n in place) for places in rounds.values() for place in places} == {1500}


def long(name: str) -> dict[str, str]:
    return {"rules": "full"} if name == "schnapsen" else {}


@pytest.fixture(scope="module")
def ladder() -> Game:
    return game("boerenbridge")


def test_a_lead_is_worth_more_the_fewer_rounds_are_left(ladder: Game) -> None:
    worth = bind_totals(ladder)  # type: ignore[arg-type]
    assert worth is not None
    state = ladder.deal(seed=1).vector.copy()
    state[r.SCORE : r.SCORE + 4] = 20, 10, 10, 10
    found = []
    for number in range(5):
        state[ROUND] = number
        chances = [int(worth(state, seat)) for seat in range(4)]
        assert sum(chances) == pytest.approx(CERTAIN, abs=5)
        found.append(chances[0])
    assert found == sorted(found) and found[0] < 0.5 * CERTAIN < 0.7 * CERTAIN < found[-1]
    state[TURN], state[ROUND], state[r.SCORE + 1] = -1, 4, 20
    assert [int(worth(state, seat)) for seat in range(4)] == [CERTAIN // 2, CERTAIN // 2, 0, 0]


@pytest.mark.parametrize("agent", ["flat:playouts=8", "pimc:worlds=3,playouts=2,nodes=100"])
@pytest.mark.parametrize("name", ["boerenbridge", "schnapsen"])
def test_agents_play_for_the_match_and_say_so(agent: str, name: str) -> None:
    chosen = game(name, long(name))
    if name == "schnapsen" and agent.startswith("pimc"):
        return  # has its own
    told = 0
    for state in list(random_game(chosen, 2))[:30]:
        if state.is_over or len(state.moves) < 2:
            continue
        found = decide(f"{agent},aim=match", state.view(state.turn))
        assert found.move in state.moves
        assert all(0 <= value <= 1 for value in found.values.values())
        told += "to win the game over" in str(found.because)
    assert told > 5


@pytest.mark.parametrize(
    ("name", "options"),
    [("skat", {}), ("schnapsen", {}), ("boerenbridge", {"schedule": "3"}), ("boerenbridge", {"seats": "7"})],
)
def test_without_a_score_to_play_for_it_is_refused_in_a_sentence(name: str, options: dict[str, str]) -> None:
    with pytest.raises(BadOption, match=rf"^{name} has no score to play for with these options: aim=match "):
        contestant("flat:aim=match", game(name, options))


def played(chosen: Game) -> State:
    return list(random_game(chosen, 4))[-1]


def test_reviews_count_in_chances(ladder: Game) -> None:
    end = played(ladder)
    found = review(end, seat=0, effort=Effort(worlds=20, aim="match"))
    assert str(found.unit) == "percent of the game"
    assert found.result in (0.0, 25.0, pytest.approx(100 / 3), 50.0, 100.0)
    assert all(0 <= point.expected <= 100 for point in found.curve)
    assert not any(one.open for one in found.judged)
    assert str(review(end, seat=0, effort=Effort(worlds=20)).unit) == "points"


def test_reviews_refuse_other_aims() -> None:
    with pytest.raises(KiebitzError, match="no aim of a review called 'fun'"):
        Effort(aim="fun")
    with pytest.raises(BadOption, match="no score to play for"):
        review(played(game("durak")), effort=Effort(worlds=5, aim="match"))
