"""Who wins where an agent has several seats: one side against another."""

from __future__ import annotations

import numpy as np
import pytest

from kiebitz.agents.base import Agent
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.registry import contestant
from kiebitz.lab.playing.match import Block, Match, Outcome, play_match
from kiebitz.lab.results.quantities import measure
from kiebitz.lab.results.result import Result
from kiebitz.lab.results.standings import standings
from kiebitz.lab.running import Estimate
from kiebitz.lab.runs.plan import Plan, pair_lineups, pair_plan
from kiebitz.lab.runs.run import Progress
from kiebitz.rules.registry import game
from kiebitz.rules.values import View

LINEUPS = ((0, 0, 1, 1), (0, 1, 0, 1), (1, 0, 0, 1))
POINTS = [  # of the seats; who has won with each line-up
    ([30, 10, 5, 0], (1, 1, 0)),
    ([30, 30, 5, 0], (1, 0.5, 0.5)),
    ([10, 5, 20, 20], (0, 0.5, 0.5)),
    ([20, 20, 20, 5], (2 / 3, 2 / 3, 2 / 3)),
]


def plan() -> Plan:
    return Plan("boerenbridge", "", ("greedy", "random"), len(POINTS), 0, LINEUPS)


def result() -> Result:
    made = Result.empty(plan().match)
    made.points[:] = np.array([points for points, _ in POINTS])[:, None, :]
    return made


def test_a_side_wins_if_nobody_of_the_other_has_won_anything() -> None:
    one, other = result().shares_of(0), result().shares_of(1)
    assert one == pytest.approx(np.array([shares for _, shares in POINTS], float))
    assert one + other == pytest.approx(np.ones_like(one))
    first, second = result().scores()
    assert (first.wins, first.draws, first.losses) == (3, 7, 2) == (second.losses, second.draws, second.wins)
    assert first.win_rate + second.win_rate == pytest.approx(1)
    assert result().drawn.sum() == 7


def test_all_figures_count_wins_of_sides() -> None:
    found, first = result(), result().scores()[0]
    assert measure(found, "win_rate", "greedy").value == pytest.approx(first.win_rate)
    assert measure(found, "won_rate", "greedy").value == pytest.approx(3 / 12)
    assert measure(found, "decided_rate", "greedy").value == pytest.approx(3 / 5)
    assert measure(found, "p_value", "greedy").value == 1.0
    assert measure(found, "draw_rate").value == pytest.approx(7 / 12)
    assert standings([found]).meetings[0].score == pytest.approx(first.win_rate)
    estimate, progress = Estimate(plan()), Progress(0, 12)
    for number in range(len(LINEUPS)):
        none = np.full(len(POINTS), -1)
        outcome = Outcome(found.points[:, number], none, none, none)
        progress.latest.append((0, Block(number, 0, len(POINTS)), outcome))
    estimate.add(progress)
    assert estimate.sums.watched().mean == pytest.approx(first.win_rate)


def test_the_better_of_a_pair_wins_most_games() -> None:
    played = play_match(pair_plan("boerenbridge", "greedy", "random", 20, seed=1).match)
    score = played.scores()[0]
    assert score.wins > 100
    assert score.win_rate == standings([played]).meetings[0].score
    assert measure(played, "significant_win", "greedy").value == 1


class Crashes(Agent):
    def act(self, view: View) -> str:
        raise RuntimeError("broken")


@pytest.mark.parametrize("name", ["skat", "boerenbridge"])
def test_a_side_that_fails_has_lost(name: str) -> None:
    chosen = game(name)
    players = (contestant("random", chosen), Contestant(chosen, "Crashes", Crashes))
    played = play_match(Match(chosen, players, 3, 1, pair_lineups(chosen.seats)))
    assert (played.losers >= 0).all()
    assert played.shares_of(0).tolist() == [[1.0] * 6] * 3
    assert played.shares_of(1).tolist() == [[0.0] * 6] * 3


def test_at_a_table_of_three_those_who_did_not_fail_have_won() -> None:
    chosen = game("skat")
    fair = contestant("random-python", chosen)
    played = play_match(Match(chosen, (fair, Contestant(chosen, "Crashes", Crashes), fair), 3, 1))
    assert [score.win_rate for score in played.scores()] == [1.0, 0.0, 1.0]
