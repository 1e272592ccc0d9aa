"""What a Skat player tells of its thoughts, and what it does when time is short."""

from __future__ import annotations

import numpy as np
import pytest

from kiebitz.agents.base import Decision
from kiebitz.games.skat.agents.cards.inference import draw_worlds
from kiebitz.games.skat.agents.cards.worlds import value_all
from kiebitz.games.skat.agents.memory import make_memory
from kiebitz.games.skat.view import SkatState
from kiebitz.kernel.random import Stream
from kiebitz.knowledge.places.locations import Locations
from kiebitz.language.catalogues import catalogue
from kiebitz.sayings import Saying, say
from tests.clocks import quickest
from tests.games.skat.positions import (
    GOOD_CLUBS,
    SKAT,
    decide,
    in_play,
    late_states,
    states_of_a_game,
)

# -- time ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("worlds", ["worlds=20000", "worlds=100000,race=off", "worlds=100000,draws=100"])
def test_a_time_limit_is_obeyed_with_many_worlds(worlds: str) -> None:
    """Drawing stops in time for enough worlds to be valued."""
    view = in_play(GOOD_CLUBS, "C").view(0, Stream(1))
    decide("skat-ai:worlds=2", view)
    tries: list[Decision] = []
    spent = quickest(lambda: tries.append(decide(f"skat-ai:{worlds},seconds=0.2", view)))
    assert spent.processor < 0.4
    assert max(found.details.get("worlds", 0) for found in tries) >= 16


def test_a_time_limit_is_told() -> None:
    view = in_play(GOOD_CLUBS, "C").view(0, Stream(1))
    found = decide("skat-ai:worlds=100000,race=off,seconds=0.1", view)
    assert str(found.details["cut short"]) == "by the time limit"
    assert "cut short" not in decide("skat-ai:worlds=2", view).details


def test_killer_cards_are_looked_for_in_half_of_the_time() -> None:
    view = in_play(GOOD_CLUBS, "C").view(0, Stream(1))
    tries: list[Decision] = []
    spent = quickest(lambda: tries.append(decide("skat-ai:worlds=4,k=0,nodes=1000000000,seconds=0.2", view)))
    assert spent.processor < 0.4
    assert all(str(found.details["cut short"]) == "by the time limit" for found in tries)


def test_without_time_for_a_single_world_instinct_decides() -> None:
    for state in states_of_a_game("instinct", 4):
        if state.phase == "play" and len(state.moves) > 1:
            view, again = (state.view(state.turn, Stream(1)) for _ in range(2))
            found = decide("skat-ai:paranoia=off,seconds=0.000001", view)
            assert found.details == {"stage": say("instinct"), "cut short": say("by the time limit")}
            assert found.move == decide("instinct", again).move


def test_a_part_of_the_worlds_of_an_endgame_is_no_vote() -> None:
    """They are listed in order, so the first ones are alike: all or none."""
    means, wins, examples = np.zeros(64), np.zeros(64), np.zeros((3, 5))
    state = next(late_states(range(1)))
    vector, rng = state.view(state.turn).vector, np.array([5])
    cards = sum(1 << move.code for move in state.moves)
    memory, long_ago = make_memory([0, 6]), 1
    assert value_all(vector, memory, rng, cards, long_ago, means, wins, examples) == 0
    assert value_all(vector, memory, rng, cards, 0, means, wins, examples) > 1
    assert draw_worlds(vector, memory, rng, np.empty((40, 4), np.int64), long_ago) == 1


def test_more_worlds_than_are_drawn_together() -> None:
    view = in_play(GOOD_CLUBS, "C").view(0, Stream(1))
    found = decide("skat-ai:worlds=600,race=off,paranoia=off,solve=3,seconds=0", view)
    assert found.details["worlds"] == 600


# -- explanations --------------------------------------------------------------------------------------


def test_the_worlds_that_are_shown_are_possible_and_name_only_what_is_hidden() -> None:
    seen = 0
    for state in states_of_a_game("instinct", 6):
        view = state.view(state.turn, Stream(1))
        shown = decide("skat-ai:worlds=20", view).details.get("worlds looked at", [])
        places, names = Locations.of(view), list(SKAT.place_names())
        for text in shown:
            share, *hands = str(text).split("; ")
            assert 0 < float(share.removesuffix(" %")) <= 100
            cards = [hand.split(": ") for hand in hands]
            assert SKAT.seat_name(view.seat) not in [name for name, _ in cards]
            assert cards
            for name, held in cards:
                place = names.index(name)
                mask = SKAT.deck.set(held.split()).mask
                assert mask & ~(places.known(place).mask | places.may_have(place).mask) == 0
            seen += 1
    assert seen > 30


def test_shares_of_shown_worlds_are_those_of_the_average() -> None:
    """In an endgame of few worlds all are shown, and they make up the whole."""
    for state in late_states(range(8)):
        found = decide("skat-ai:paranoia=off", state.view(state.turn, Stream(1)))
        shown = found.details["worlds looked at"]
        if found.details["worlds"] <= 5:
            assert len(shown) <= found.details["worlds"]
            assert sum(float(str(text).split(" %")[0]) for text in shown) == pytest.approx(100, abs=0.5)
            break
    else:
        raise AssertionError("no endgame with few worlds")


def test_a_killer_card_is_proved_against_every_reply() -> None:
    seen = 0
    for state in late_states(range(8)):
        view = state.view(state.turn, Stream(1))
        found = decide("skat-ai:k=0,worlds=2,solve=4", view)
        if str(found.details["stage"]) != "killer card":
            continue
        proof = [str(line).split(" → ") for line in found.details["proof"]]
        if proof == [["sure already, whatever is played"]]:
            continue
        assert all(parts[0] == f"{SKAT.seat_name(view.seat)}: {found.move}" for parts in proof[:12])
        assert found.details["distributions"] >= 1
        if len(proof) <= 12 and len(state.trick) < 2:
            replies = {card for parts in proof for card in parts[1].split()[1:]}
            assert {str(move) for move in state.play(found.move).moves} <= replies
            seen += 1
    assert seen >= 3


@pytest.mark.parametrize("language", ["de", "nl"])
def test_reasons_and_what_details_are_called_exist_in_other_languages(language: str) -> None:
    words = catalogue(language, ["kiebitz.games.skat"])
    for spec in ("skat-ai:worlds=2,solve=4,k=15,nodes=500", "xskat-like"):
        for state in states_of_a_game("instinct", 2):
            found = decide(spec, state.view(state.turn, Stream(1)))
            assert isinstance(found.because, Saying) and found.because.text in words.messages
            assert found.details.keys() <= words.names["detail"].keys()


def test_an_explanation_is_the_same_in_every_world_of_the_seat() -> None:
    """Worlds and proofs come from what the seat knows, not from the cards as they lie."""
    told = 0
    for state in states_of_a_game("instinct", 2):
        if state.phase != "play" or len(state.moves) == 1:
            continue
        vector = np.zeros_like(state.vector)
        SKAT.kernels.complete(state.view(state.turn).vector, np.array([7]), vector)
        assert isinstance(state, SkatState)
        other = SkatState(SKAT, vector, state.deal)
        first, second = (
            decide("skat-ai:worlds=10,k=15,solve=4", s.view(state.turn, Stream(1))) for s in (state, other)
        )
        assert first == second
        told += "worlds looked at" in first.details or "proof" in first.details
    assert told > 10
