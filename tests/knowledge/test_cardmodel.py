"""The model of one card, in its exact and its published form."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.logic.base import KnowledgeBase
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.lazy import LazyModel
from kiebitz.knowledge.pictures.one_card import exact, of_position, published
from kiebitz.knowledge.places.locations import Locations
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, Position, State

N, E, S, W = range(4)


def sets(*nodes: set[int]) -> tuple[frozenset[int], ...]:
    return tuple(map(frozenset, nodes))


# North leads the ace of hearts, East cannot follow; North then has one card less than West.
DEAL = "AH KH QC | QD KC AC | QH QS KS | KD AD AS |  | trump=D opener=0"


def after_east_shows_no_hearts() -> State:
    state = Deal.read(game("boerenbridge", {"schedule": "3"}), DEAL).start()
    for move in ("0", "0", "0", "1", "AH", "KC"):
        state = state.play(move)
    return state


def test_published_is_the_possibility_sets_of_the_players() -> None:
    state = after_east_shows_no_hearts()
    queen = published(state, "QH")
    assert tuple(map(str, queen.labels)) == ("North has it", "East has it", "South has it", "West has it")
    assert queen.actual == S
    assert queen.here == sets({S, W}, {N, S, W}, {S}, {N, S})
    king = published(state, "KH")
    assert king.here == sets({N}, {N, S, W}, {N, W}, {N, S})
    assert all(king.is_partition(seat) for seat in range(4))


def test_exact_has_partitions_in_every_world() -> None:
    queen = exact(Model.of(after_east_shows_no_hearts()), "QH")
    assert tuple(map(str, queen.labels)) == (
        "North has it",
        "South has it",
        "West has it",
    )  # nobody thinks it is East's
    assert queen.sets[N] == sets({0}, {1, 2}) and queen.sets[E] == sets({0, 1, 2})
    assert queen.here == sets({1, 2}, {0, 1, 2}, {1}, {0, 1})
    assert sum(queen.worlds) == Model.of(after_east_shows_no_hearts()).size
    assert not queen.linked(S, 0, 1) and queen.linked(W, 0, 1)


def test_exact_counts_hands() -> None:
    """In the last trick two have played: one card each is left to South and West."""
    deal = "AH KH QH | QD KD AD | QC KC AC | QS KS AS |  | trump=H opener=0"
    state = Deal.read(game("boerenbridge", {"schedule": "3"}), deal).start()
    for move in ("3", "0", "0", "1", "AH", "QD", "QC", "QS", "KH", "KD", "KC", "KS", "QH", "AD"):
        state = state.play(move)
    ace = exact(Model.of(state), "AC")
    assert tuple(map(str, ace.labels)) == ("South has it", "West has it") and ace.worlds == (1, 1)
    assert ace.here == sets({0, 1}, {0, 1}, {0}, {0})  # West has the other card, and can count
    assert published(state, "AC").here == sets({E, S, W}, {N, S, W}, {S}, {N, E, S})


@given(st.integers(0, 10**6), st.integers(4, 14), st.sampled_from(["boerenbridge", "schnapsen", "durak"]))
@settings(max_examples=30)
def test_counting_and_listing_agree(seed: int, plies: int, name: str) -> None:
    state = game(name, {"seats": "3", "schedule": "3"} if name == "boerenbridge" else {}).deal(seed)
    for ply in range(plies):
        if state.is_over:
            break
        state = state.play(state.moves[(seed + 7 * ply) % len(state.moves)])
    lazy = LazyModel.of(state)
    if state.is_over or lazy.problem.count() > 20_000:
        return
    for position in (state, state.view(state.turn)):
        for card in list(lazy.vocabulary.card_set(lazy.problem.unseen))[:3]:
            assert exact(LazyModel.of(position), card) == exact(Model.of(position), card)


def everybody(label: str) -> tuple[list[str], int, tuple[frozenset[int], ...]]:
    """Labels, actual node and sets of a model with one world."""
    return [label], 0, sets({0}, {0}, {0}, {0})


@pytest.mark.parametrize("seat", [None, -1, S])
def test_a_card_on_the_table_has_one_world_that_everybody_knows(seat: int | None) -> None:
    state = after_east_shows_no_hearts()
    position: Position = state if seat is None else state.view(seat)
    found = of_position(position, "AH")
    assert (list(map(str, found.labels)), found.actual, found.here) == everybody("North has it")
    assert str(found.note) == "North has just played AH: it lies on the table."
    assert found == replace(exact(LazyModel.of(position), "AH"), note=found.note)
    for model in (Model.of(position), LazyModel.of(position)):
        assert model.check("C has(North, AH)") and model.check("C ~has(East, AH)")
    for seat_ in range(4):
        assert Locations.of(state.view(seat_)).entails("has(North, AH) & has(East, KC)")
        assert KnowledgeBase.of(state.view(seat_)).entails("has(North, AH) & has(East, KC)")


def test_a_card_is_nobodys_when_its_trick_is_over() -> None:
    state = after_east_shows_no_hearts().play("QH").play("KD")
    found = of_position(state, "ah")
    assert (list(map(str, found.labels)), found.actual, found.here) == everybody("nobody has it")
    assert str(found.note) == "North played AH in trick 1: nobody has it any more."
    assert found == replace(exact(LazyModel.of(state), "AH"), note=found.note)
    assert found.worlds == (Model.of(state).size,)
    assert Model.of(state).check("C ~(has(N, AH) | has(E, AH) | has(S, AH) | has(W, AH))")


def test_played_cards_have_the_published_sets_of_one_world() -> None:
    state = after_east_shows_no_hearts()
    found = published(state, "AH")
    assert (list(map(str, found.labels)), found.actual, found.here) == everybody("North has it")
    over = published(state.play("QH").play("KD"), "AH")
    assert (list(map(str, over.labels)), over.actual, over.here) == everybody("nobody has it")


def test_other_cards_are_refused() -> None:
    state = after_east_shows_no_hearts()
    for model in (of_position, published):
        with pytest.raises(KiebitzError, match="2H is not in this round"):
            model(state, "2H")
    with pytest.raises(KiebitzError, match="sees all hands"):
        published(state.view(0), "QH")
