"""What Hearts brings to the layers above the rules, found by them as any game's."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.agents.registry import entries
from kiebitz.agents.roster import Roster
from kiebitz.knowledge.reader import conclusions
from kiebitz.lab.bench import Bench
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game
from kiebitz.table.stage import Stage
from tests.games.hearts.test_rules import EAST, MOON, NORTH, PURE, SOUTH, WEST, after

PASSES = "QS 2H 3H 4H 5H 6H AC KC QC AH KH QH "


def told(state: Any, seat: int) -> list[str]:
    return [str(conclusion) for conclusion in conclusions(state.view(seat))]


def test_the_passer_knows_where_its_cards_are_until_they_are_played() -> None:
    state = after(PASSES, "")
    passed = "South passed QS 2H 3H to West, who has not played them."
    assert told(state, SOUTH) == [passed]
    assert told(state, WEST)[1] == "South leads first: it has 2C."
    assert told(state, -1) == ["South leads first: it has 2C."]
    later = after(PASSES + "2C 7C TC QC KS 2S QS 7S", "")
    assert told(later, SOUTH) == ["South passed 2H 3H to West, who has not played them."]


def test_what_a_seat_must_have_played_it_lacks() -> None:
    assert told(after("2C 7C TC JS"), SOUTH) == ["East did not follow clubs in trick 1: no clubs."]
    assert told(after("2C 2D 2S 5H", deal=PURE), SOUTH)[-1] == (
        "East played points to the first trick: nothing else."
    )
    clubs, diamonds, spades, hearts = PURE.split(" | ")
    led = after("5H", "passing=off,leads=eldest", " | ".join([hearts, diamonds, spades, clubs]))
    assert told(led, WEST)[0] == "South led hearts in trick 1 before they were broken: nothing but hearts."


def test_its_usual_opponent_is_one_of_its_agents() -> None:
    roster = part(game("hearts"), Roster)
    assert roster.opponent in entries(game("hearts"))
    assert "careful" not in entries(game("skat"))


def test_reports_say_who_took_the_queen_and_shot_the_moon() -> None:
    import numpy as np

    from kiebitz.lab.report.measures import Played

    units = Played(np.arange(2), np.array([78, -26]), np.array([[0, 1, 1], [26, 0, 0]]), np.array([52, 52]))
    means, moons = part(game("hearts"), Bench).tables({"careful": units})
    assert [cell.text for cell in moons.rows[0]][1:] == ["50.0%", "50.0%"]
    assert "penalty points" in [str(column.heading) for column in means.columns]


def facts(state: Any, seat: int) -> list[str]:
    return [str(fact.said) for fact in part(game("hearts"), Stage).scene(state.view(seat)).facts]


def test_cards_that_are_passed_leave_the_hand_and_lie_in_the_middle() -> None:
    stage = part(game("hearts"), Stage)
    assert str(stage.about).startswith("Take no hearts") and len(stage.fan) == 3
    state = after("QS 2H", "")
    scene = stage.scene(state.view(SOUTH))
    assert len(scene.hand) == 11 and not {"QS", "2H"} & set(scene.hand)
    assert scene.middle == {"receiver": WEST, "chosen": ["QS", "2H"]}
    assert facts(state, SOUTH) == ["Cards go to the left"]
    for seat in (WEST, NORTH, EAST, -1):
        assert not stage.scene(state.view(seat)).middle.get("chosen"), "what is passed is seen by nobody else"
    done = after(PASSES, "")
    assert "South passed you QS 2H 3H" in facts(done, WEST)
    assert "East passed you QH KH AH" in facts(done, SOUTH)
    later = after(PASSES + "2C 7C TC QC", "")
    assert not any("passed" in fact for fact in facts(done, -1) + facts(later, WEST))


def test_the_end_says_who_shot_the_moon() -> None:
    assert facts(after(" ".join(MOON), deal=PURE), WEST) == ["South shot the moon"]


def test_the_table_draws_points_and_broken_hearts() -> None:
    stage = part(game("hearts"), Stage)
    state = after("2C 7C TC JS JC AH 3C")
    assert "Hearts are broken" in facts(state, EAST)
    assert [card for _, card in stage.scene(state.view(EAST)).trick.cards] == ["JC", "AH", "3C"]
    end = stage.scene(after("2C 7C TC JS JC AH 3C 8C").view(EAST))
    assert "1 point" in [str(badge.said) for badge in end.seats[2].badges]
    long = stage.scene(after("2C", "passing=off,unit=100").view(EAST))
    assert [str(badge.said) for badge in long.seats[0].badges] == ["leads", "0 points", "0 in all"]


@pytest.mark.parametrize(("moves", "card", "reason"), [
    ("", "3C", "the two of clubs leads"),
    ("2C", "5D", "follow clubs"),
    ("2C 7C TC", "AH", "no points in the first trick"),
    ("2C 7C TC JS", "7H", "hearts are not broken"),
])  # fmt: skip
def test_the_table_says_why_a_card_must_wait(moves: str, card: str, reason: str) -> None:
    view = after(moves).view(after(moves).turn)
    reasons = part(game("hearts"), Stage).scene(view).reasons
    assert str(reasons[card]) == reason
    assert set(reasons) == set(map(str, view.hand)) - set(map(str, view.moves))


def test_who_is_away_passes_the_queen_and_plays_low() -> None:
    stage = part(game("hearts"), Stage)
    assert stage.absent(after("", "").view(SOUTH)) == "QS"
    assert stage.absent(after("2C 7C").view(2)) == "TC"
