"""Matches: seatings, forfeits, and what the figures mean."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from kiebitz.agents.base import Agent, Decision
from kiebitz.agents.contestant import Contestant
from kiebitz.errors import BadOption
from kiebitz.kernel.random import Stream
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.lab.playing.seatings import seatings
from kiebitz.lab.results.result import Result
from kiebitz.lab.statistics.intervals import clustered, wilson
from kiebitz.rules.registry import game
from kiebitz.rules.values import Event, View


class First(Agent):
    def act(self, view: View) -> Decision:
        return Decision(view.moves[0], because="it is the first")


class Crashes(Agent):
    def act(self, view: View) -> str:
        raise RuntimeError("broken")


class Babbles(Agent):
    def act(self, view: View) -> object:  # type: ignore[override]
        return 42


class PlaysText(Agent):
    def act(self, view: View) -> str:
        return str(view.moves[-1]).lower()


class Listener(Agent):
    heard: list[Event]
    seats: ClassVar[list[int]] = []
    all_heard: ClassVar[list[list[Event]]] = []

    def begin(self, seat: int, options: object, rng: Stream) -> None:
        self.heard = []
        Listener.all_heard.append(self.heard)
        Listener.seats.append(seat)

    def observe(self, event: Event) -> None:
        self.heard.append(event)

    def act(self, view: View) -> str:
        assert tuple(self.heard) == view.events
        assert self.heard[0].seat == -1
        return view.moves[0]


def play(*classes: type[Agent], name: str = "durak", deals: int = 10) -> Result:
    chosen = game(name)
    players = tuple(Contestant(chosen, cls.__name__, cls) for cls in classes)
    return play_match(Match(chosen, players, deals, 1))


@pytest.mark.parametrize("bad", [Crashes, Babbles])
def test_a_bot_that_misbehaves_loses_and_the_match_goes_on(bad: type[Agent]) -> None:
    result = play(First, bad)
    scores = result.scores()
    assert scores[1].failures == scores[0].wins > 0
    assert scores[1].win_rate + scores[0].win_rate == pytest.approx(1)
    assert bad.__name__ in result.reasons[0]


def test_a_misbehaving_bot_at_a_table_of_four_shares_no_win() -> None:
    result = play(First, First, Crashes, First, name="boerenbridge")
    assert result.scores()[2].win_rate == 0
    assert sum(score.win_rate for score in result.scores()) == pytest.approx(1)


def test_answers_may_be_text_and_agents_hear_every_event() -> None:
    result = play(PlaysText, Listener, name="schnapsen")
    assert (result.losers < 0).all(), result.reasons
    assert set(Listener.seats) == {0, 1}
    plies = sorted(len(events) - 1 for events in Listener.all_heard)
    assert plies == sorted(result.plies.reshape(-1).tolist())


class Complains(Agent):
    """Raises at whatever happens after it has played its last card."""

    is_done = False

    def observe(self, event: Event) -> None:
        if self.is_done:
            raise RuntimeError("unfair")

    def act(self, view: View) -> str:
        self.is_done = view.phase == "play" and len(view.hand) == 1
        return view.moves[0]


def test_who_raises_after_the_last_move_has_failed_too() -> None:
    chosen = game("boerenbridge", {"schedule": "3"})
    players = tuple(Contestant(chosen, cls.__name__, cls) for cls in (First, Complains, First, First))
    result = play_match(Match(chosen, players, 3, 1))
    assert len(result.reasons) == 12
    assert all("Complains raised RuntimeError after the last move: unfair" in text for text in result.reasons)


def test_seatings_are_fair() -> None:
    for seats in (2, 3, 4):
        for kind, number in (("rotate", seats), ("mirror", 2), ("fixed", 1)):
            found = seatings(kind, seats)
            assert len(found) == number
            assert all(sorted(one) == list(range(seats)) for one in found)
    assert len(set(seatings("all", 4))) == 24
    rotated = np.array(seatings("rotate", 4))
    assert all(sorted(column) == [0, 1, 2, 3] for column in rotated.T)


def test_identical_agents_score_the_same_over_all_rotations() -> None:
    """Duplicate play: a deterministic agent against itself comes out exactly even."""
    first, second = play(First, First, deals=50).scores()
    assert first.points_mean == second.points_mean == 0


def test_a_plan_refuses_what_makes_no_sense() -> None:
    chosen = game("durak")
    one = Contestant(chosen, "first", First)
    with pytest.raises(BadOption):
        Match(chosen, (one,), 10, seed=1)
    with pytest.raises(BadOption):
        Match(chosen, (one, one), 0, seed=1)


@pytest.mark.parametrize(("wins", "games"), [(0, 5), (5, 5), (81, 263), (500, 1000), (1, 100_000)])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.98])
def test_wilson_agrees_with_statsmodels(wins: int, games: int, confidence: float) -> None:
    expected = proportion_confint(wins, games, alpha=1 - confidence, method="wilson")
    assert wilson(wins, games, confidence) == pytest.approx(expected, abs=1e-12)


def test_the_standard_error_respects_the_deals() -> None:
    """Two games of a deal that always agree say no more than one."""
    deals = np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, 1.0], [1.0, 1.0]])
    mean, error = clustered(deals)
    assert mean == 0.5
    assert error == pytest.approx(np.std([1, -1, 1, 1], ddof=1) / 2)
