"""What Hearts brings to the layers above the rules, found by them as any game's."""

from __future__ import annotations

from typing import Any

from kiebitz.agents.registry import entries
from kiebitz.agents.roster import Roster
from kiebitz.knowledge.reader import conclusions
from kiebitz.lab.bench import Bench
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game
from kiebitz.table.stage import Stage
from tests.games.hearts.test_rules import EAST, PURE, SOUTH, WEST, after

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


def test_its_agent_is_the_usual_opponent() -> None:
    roster = part(game("hearts"), Roster)
    assert roster.opponent in entries(game("hearts"))
    assert "careful" not in entries(game("skat"))


def test_reports_say_who_took_the_queen_and_shot_the_moon() -> None:
    import numpy as np

    from kiebitz.lab.report.measures import Played

    units = Played(np.arange(2), np.array([78, -26]), np.array([[0, 1, 1], [26, 0, 0]]), np.array([52, 52]))
    means, moons = part(game("hearts"), Bench).tables({"careful": units})
    assert [cell.text for cell in moons.rows[0]][1:] == ["50.0%", "50.0%"]
    assert "penalty points" in [column.heading for column in means.columns]


def test_the_table_draws_points_broken_hearts_and_passed_cards() -> None:
    stage = part(game("hearts"), Stage)
    assert str(stage.about).startswith("Take no hearts") and len(stage.fan) == 3
    scene = stage.scene(after("QS 2H", "").view(SOUTH))
    assert [str(fact.said) for fact in scene.facts] == ["Passed on: QS 2H"]
    assert set(scene.reasons) == {"QS", "2H"}
    scene = stage.scene(after("2C 7C TC JS JC AH 3C").view(EAST))
    assert "Hearts are broken" in [str(fact.said) for fact in scene.facts]
    assert [card for _, card in scene.trick.cards] == ["JC", "AH", "3C"]
    end = stage.scene(after("2C 7C TC JS JC AH 3C 8C").view(EAST))
    assert [str(badge.said) for badge in end.seats[2].badges if badge.kind == "points"] == ["1 now, 0 in all"]


def test_who_is_away_passes_the_queen_and_plays_low() -> None:
    stage = part(game("hearts"), Stage)
    assert stage.absent(after("", "").view(SOUTH)) == "QS"
    assert stage.absent(after("2C 7C").view(2)) == "TC"
