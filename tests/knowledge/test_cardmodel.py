"""The model of one card, in its exact and its published form."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.lazy import LazyModel
from kiebitz.knowledge.pictures.one_card import exact, published
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, State

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
    explicit = Model.of(state)
    for card in list(lazy.vocabulary.card_set(lazy.problem.unseen))[:3]:
        assert exact(lazy, card) == exact(explicit, card)


def test_a_played_card_has_no_model() -> None:
    state = after_east_shows_no_hearts()
    for model in (Model.of(state), LazyModel.of(state)):
        with pytest.raises(KiebitzError, match="AH is in no hand any more"):
            exact(model, "AH")
    with pytest.raises(KiebitzError, match="no hand any more"):
        published(state, "AH")
    with pytest.raises(KiebitzError, match="sees all hands"):
        published(state.view(0), "QH")
