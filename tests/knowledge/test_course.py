"""Announcements as values: step by step they lead from position to position, and become common knowledge."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kiebitz.knowledge.course import PublicAnnouncement, announcements
from kiebitz.knowledge.models.lazy import model_of_setting
from kiebitz.knowledge.models.position import Setting
from kiebitz.knowledge.pictures.one_card import of_position
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, Position, State
from tests.contract.cases import make, random_game
from tests.knowledge.test_cardmodel import DEAL, E, N, S, W, sets

# As the published viewer shows it: North leads spades, East cannot follow; before, others thought of East.
QUEEN = "KS QH KH | AH QD KD | QS AD QC | AS KC AC |  | trump=D opener=0"


def round_of(deal: str, moves: str) -> list[State]:
    states = [Deal.read(game("boerenbridge", {"schedule": "3"}), deal).start()]
    for move in moves.split():
        states.append(states[-1].play(move))
    return states


@pytest.mark.parametrize(
    ("name", "options", "explained"),
    [
        ("boerenbridge", "schedule=3", True),
        ("boerenbridge", "seats=3,schedule=1-3-1,deck=full,trump=card", True),
        ("schnapsen", "", False),
        ("skat", "", False),
        ("durak", "", False),
        ("hearts", "passing=left", False),
    ],
)
@pytest.mark.parametrize("eyes", [None, 0])
def test_each_goes_on_where_the_last_ended(
    name: str, options: str, explained: bool, eyes: int | None
) -> None:
    """In Boerenbridge nothing else ever happens than what is announced."""
    told, seen = 0, 0
    games = [random_game(make(name, options), seed) for seed in (4, 5, 6)]
    for before, after in (pair for played in games for pair in pairwise(played)):
        positions: list[Position] = [before, after]
        if eyes is not None:
            positions = [before.view(eyes), after.view(eyes)]
        found = announcements(positions)
        told += len(found)
        for one, other in pairwise(found):
            assert one.after is other.before
        if found and before.round == after.round and not after.is_over:
            end = Setting.of(positions[1])
            last = found[-1].after
            assert (last.problem.room, last.problem.known) == (end.problem.room, end.problem.known)
            assert (last.known, last.problem.count()) == (end.known, end.problem.count())
            seen += 1
        assert not explained or all(str(each.said) != "cards have moved" for each in found)
    assert told > 10 and seen > 5


def test_what_is_announced_is_common_knowledge() -> None:
    states = round_of(DEAL, "0 0 0 1 AH KC QH KD")
    found = announcements(states)
    assert [(each.ply, str(each.said)) for each in found] == [
        (5, "North plays AH"),
        (6, "East plays KC"),
        (6, "East did not follow hearts in trick 1: no hearts."),
        (7, "South plays QH"),
        (8, "West plays KD"),
        (8, "West did not follow hearts in trick 1: no hearts."),
        (8, "The trick is over: nobody has QH AH KD KC any more"),
    ]
    for each in found:
        formula = f"C ({each.formula})"
        assert model_of_setting(each.after).check(formula), formula
        assert not model_of_setting(each.before).check(formula), formula
    assert str(found[2].formula) == "count(East, hearts) == 0"
    assert found[2].considered["North"] == (560, 420)
    assert {place: str(cards) for place, cards in found[2].ruled_out.items()} == {"East": "QH KH"}


def before_and_after(told: PublicAnnouncement, card: str) -> list[tuple[tuple[str, ...], tuple[object, ...]]]:
    return [(model.owners, model.here) for model in told.of_card(card)]


def test_before_and_after_as_the_published_figures_show() -> None:
    """North and West think that East may have the queen; then East cannot follow, and nobody does."""
    found = announcements(round_of(QUEEN, "0 0 0 1 KS AH"))
    assert str(found[-1].formula) == "count(East, spades) == 0"
    seats = ("North", "East", "South", "West")
    assert before_and_after(found[-1], "QS") == [
        (seats, sets({E, S, W}, {N, S, W}, {S}, {N, E, S})),
        (("North", "South", "West"), sets({1, 2}, {0, 1, 2}, {1}, {0, 1})),
    ]


def test_a_card_of_its_own_announcement_has_one_world_and_then_none() -> None:
    states = round_of(DEAL, "0 0 0 1 AH KC QH KD")
    played, over = announcements(states)[0], announcements(states)[-1]
    assert [owners for owners, _ in before_and_after(played, "AH")] == [
        ("North", "East", "South", "West"),
        ("North",),
    ]
    assert [owners for owners, _ in before_and_after(over, "AH")] == [("North",), ("",)]
    assert over.of_card("AH")[1].here == of_position(states[-1], "AH").here


def test_an_announcement_is_data() -> None:
    told = announcements(round_of(DEAL, "0 0 0 1 AH KC"))[-1].as_dict()
    assert told["announcement"] == "East did not follow hearts in trick 1: no hearts."
    assert (told["ply"], told["formula"]) == (6, "count(East, hearts) == 0")
    assert told["worlds"]["West"][0] > told["worlds"]["West"][1]
    assert told["ruled_out"] == {"East": "QH KH"}
