"""Skat at the table: what stands at the seats, what is told at the end, and where the skat lies."""

from __future__ import annotations

import pytest

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.series import totals
from kiebitz.games.skat.table.scene import contract_name
from kiebitz.rules.contract.tried import random_game
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game
from kiebitz.rules.values import State
from kiebitz.table.scene import Scene
from kiebitz.table.stage import Stage
from kiebitz.table.tables.rights import Rights


def after(*moves: str) -> State:
    state = game("skat").deal(1)
    for move in moves:
        state = state.play(move)
    return state


def scene(state: State, seat: int = 0) -> Scene:
    return part(state.game, Stage).scene(state.view(seat))


def badges(seat: int, *moves: str) -> list[str]:
    """What stands at a seat after the moves, as the forehand sees it."""
    return [str(badge.said) for badge in scene(after(*moves)).seats[seat].badges]


def test_the_auction_shows_who_bid_how_far_and_who_has_passed() -> None:
    assert badges(1) == []
    assert badges(1, "18") == ["bid 18"]
    held = ["18", "yes", "pass"]
    assert badges(0, *held) == ["bid 18"]
    assert badges(1, *held) == ["bid 18", "passed"]
    assert badges(1, "pass") == ["passed"]
    assert badges(1, *held, "pass") == [], "the auction is over"


@pytest.mark.parametrize(("contract", "has_points"), [("G", True), ("N", False)])
def test_points_of_the_declarer_are_told_unless_it_was_null(contract: str, has_points: bool) -> None:
    state = after("18", "pass", "pass", "hand", contract)
    while not state.is_over:
        state = state.play(state.moves[0])
    told = [fact.kind for fact in scene(state).facts if fact.at_end]
    assert told == ["contract", "value", "declarer points"][: 3 if has_points else 2]


def test_the_skat_lies_in_the_middle_until_cards_are_played() -> None:
    state = after("18", "pass", "pass")
    assert scene(state).middle == {"skat": ["back", "back"]} and not scene(state).piles
    assert scene(after("18", "pass", "pass", "skat")).middle == {"skat": []}, "the declarer holds it"
    state = after("18", "pass", "pass", "hand", "G", "plain")
    (pile,) = scene(state).piles
    assert (pile.kind, pile.count, pile.cards, pile.face) == ("skat", 2, [], "row")
    seen = Rights(-1, seats=3, sees_all=True).scene(state)["piles"][0]["cards"]
    assert seen == [str(card) for card in state.skat]  # type: ignore[attr-defined]


def test_a_contract_says_its_suit_and_what_was_announced() -> None:
    assert contract_name("HHS").as_json() == ["{game} Hand Schneider", {"game": {"suit": "H"}}]
    assert str(contract_name("NO")) == "Null Ouvert"


def test_the_list_adds_up_to_the_points_of_random_games() -> None:
    ends = [list(random_game(game("skat"), seed))[-1] for seed in range(40)]
    points = [end.payoffs for end in ends]
    sums = part(game("skat"), Stage).sheet(points)
    assert [each["total"] for each in sums] == [sum(own) for own in zip(*points, strict=True)]
    declared = [(int(end.vector[r.DECLARER]), int(end.vector[r.SCORE])) for end in ends]
    declared = [(who, score) for who, score in declared if score]
    assert sum(each["won"] for each in sums) == sum(score > 0 for _, score in declared)
    assert sum(each["lost"] for each in sums) == sum(score < 0 for _, score in declared) > 0
    assert totals(declared) == tuple(each["total"] for each in sums)
