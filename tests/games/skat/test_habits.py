"""Skat: what each of the eight rules concludes, what habits add, and that a proof says what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np
import pytest

from kiebitz.agents.base import Decision
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.agents.explaining import assumptions
from kiebitz.games.skat.knowledge.conclusions import inferences
from kiebitz.games.skat.knowledge.conventions import conventional_lacks
from kiebitz.games.skat.knowledge.habits import habit, habits
from kiebitz.games.skat.knowledge.reader import SkatReader
from kiebitz.games.skat.knowledge.sets import SkatSets
from kiebitz.games.skat.search.open_cards.solver import Solver
from kiebitz.games.skat.search.paranoia.paranoia import Paranoia
from kiebitz.games.skat.search.paranoia.view import CONVENTIONS, GAME_LIMIT, USUAL_SKAT
from kiebitz.games.skat.view import SkatState, SkatView
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND
from kiebitz.knowledge.places.locations import Locations
from kiebitz.language.catalogues import catalogue
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, State
from tests.contract.cases import random_game
from tests.games.skat.positions import decide, states_of_a_game

SKAT = game("skat")

# The published deal: forehand leads, middlehand plays Hearts.
PUBLISHED = (
    "HT H8 C9 SK SQ S9 S8 DA DT D8 | HJ DJ HA HK H9 H7 CA C8 C7 SA | CJ SJ HQ CT CK CQ ST S7 DQ D7 | DK D9"
)
HEARTS = "18 pass pass skat DK D9 H plain"
# Forehand plays Hearts with the two best jacks, and Grand with all four.
TRUMPS = (
    "CJ SJ HA H9 H7 CA SA DA C7 S7 | HJ HK H8 CK CQ SK SQ DK DQ D7 | DJ HT HQ CT C9 ST S9 DT D9 D8 | C8 S8"
)
JACKS = (
    "CJ SJ HJ DJ CA SA HA DA C7 S7 | CK CQ C9 SK SQ S9 DK DQ D7 H7 | HT HK HQ H9 H8 DT D9 D8 ST CT | C8 S8"
)
DRAWN = "CJ C9 H8 SJ S9 H9 HJ H7 HQ DJ SQ HK"  # four tricks of trumps


def played(deal: str, *moves: str) -> State:
    state = Deal.read(SKAT, deal).start()
    for move in " ".join(moves).split():
        state = state.play(move)
    return state


def last_rule(state: State) -> tuple[str, str, str]:
    """The rule for the last card, what it concludes for certain, and what by habit."""
    view = cast(SkatView, state.view(-1))
    rule, answer = list(inferences(view))[-1]
    usual = habit(view, answer)
    return rule.__name__, str(rule(view, answer)), str(usual) if usual else ""


BY_FOREHAND = "pass pass 18 skat C8 S8"


@pytest.mark.parametrize(
    ("moves", "rule", "certain", "usual"),
    [
        ((PUBLISHED, HEARTS, "DA HA"), "drop_on_suit_middlehand",
         "Middlehand did not follow diamonds in trick 1: no diamonds.", ""),
        ((PUBLISHED, HEARTS, "DA HA DQ"), "obey_suit_rearhand",
         "Rearhand followed diamonds in trick 1: DQ was in this hand.",
         "not in Rearhand: D9 D8 D7 (it would have been cheaper than DQ in trick 1)"),
        ((TRUMPS, BY_FOREHAND, "H plain CJ HK"), "obey_trump_middlehand",
         "Middlehand followed trumps in trick 1: HK was in this hand.",
         "not in Middlehand: HQ H9 H8 H7 (it would have been cheaper than HK in trick 1)"),
        ((TRUMPS, BY_FOREHAND, "H plain CJ H8 HT"), "obey_trump_rearhand",
         "Rearhand followed trumps in trick 1: HT was in this hand.",
         "not in Rearhand: HK HQ H9 H7 (it would have been cheaper than HT in trick 1)"),
        ((JACKS, BY_FOREHAND, "G plain CJ C9"), "drop_on_trump_middlehand",
         "Middlehand did not follow trumps in trick 1: no trumps.", ""),
        ((JACKS, BY_FOREHAND, "G plain CJ C9 H8"), "drop_on_trump_rearhand",
         "Rearhand did not follow trumps in trick 1: no trumps.", ""),
        ((JACKS, BY_FOREHAND, "G plain", DRAWN, "DA DQ"), "obey_suit_middlehand",
         "Middlehand followed diamonds in trick 5: DQ was in this hand.",
         "not in Middlehand: D9 D8 D7 (it would have been cheaper than DQ in trick 5)"),
        ((JACKS, BY_FOREHAND, "G plain", DRAWN, "SA SK ST S7 CQ CT"), "drop_on_suit_rearhand",
         "Rearhand did not follow spades in trick 6: no spades.", ""),
    ],
)  # fmt: skip
def test_each_rule_concludes(moves: tuple[str, ...], rule: str, certain: str, usual: str) -> None:
    assert last_rule(played(*moves)) == (rule, certain, usual)


def test_a_trick_of_the_partner_gets_the_dearest_card() -> None:
    """Middlehand takes the declarer's seven; rearhand, who gives the nine, is taken to lack A T Q."""
    state = played(TRUMPS, BY_FOREHAND, "H plain S7 SK S9")
    assert last_rule(state)[2] == "not in Rearhand: SA ST SQ (it would have been dearer than S9 in trick 1)"


def test_middlehand_tells_nothing_while_the_trick_is_open() -> None:
    assert last_rule(played(TRUMPS, BY_FOREHAND, "H plain SJ HK"))[2] == ""  # the jack of clubs is out
    assert last_rule(played(TRUMPS, BY_FOREHAND, "H plain CJ H8 HQ SJ HK"))[2] != ""
    assert last_rule(played(TRUMPS, BY_FOREHAND, "H plain DA DQ"))[2] == ""  # rearhand might trump


def test_who_breaks_a_habit_is_not_taken_to_have_it() -> None:
    """Middlehand gave the king though he had the eight, and plays it in the next trick."""
    before = played(TRUMPS, BY_FOREHAND, "H plain CJ HK HQ")
    after = played(TRUMPS, BY_FOREHAND, "H plain CJ HK HQ SJ H8")
    assert [found.place for found in habits(cast(SkatView, before.view(0)))] == ["Middlehand", "Rearhand"]
    assert "Middlehand" not in [found.place for found in habits(cast(SkatView, after.view(0)))]


def test_habits_can_be_assumed_and_nothing_else_changes() -> None:
    view = cast(SkatView, played(PUBLISHED, HEARTS, "DA HA DQ").view(0))
    locations = Locations.of(view)
    softer = locations.assuming(*habits(view))
    assert softer.probability("D7", "rear") == 0.0 < locations.probability("D7", "rear")
    assert softer.entails("has(skat, D7)")  # the declarer lacks diamonds
    usual = SkatReader(type(SKAT)).assumptions(view)
    assert [found.place for found in usual] == ["skat", "Rearhand"]


def test_the_compiled_conventions_are_those_in_words() -> None:
    """In random games, after every card: the masks are the union of the assumptions."""
    told = 0
    for seed in range(12):
        for state in random_game(SKAT, seed):
            view, lacks = cast(SkatView, state.view(-1)), np.zeros(3, np.int64)
            if state.phase != "play" or not view.contract:
                continue
            conventional_lacks(view.vector, lacks)
            by_seat = [0, 0, 0]
            for found in habits(view):
                by_seat[[SKAT.seat_name(seat) for seat in range(3)].index(found.place)] |= found.cards.mask
            assert lacks.tolist() == by_seat
            told += any(by_seat)
    assert told > 30


# -- in the search and at the table -----------------------------------------------------------------------

ABOUT_THE_SKAT = (
    "SA CT S8 H8 CJ ST HK HA DT HQ | DJ D7 DA HJ C9 CK H9 SJ HT C8 | D8 SK DQ CA H7 S9 S7 DK CQ C7 | SQ D9",
    "18 yes 20 yes 22 yes 23 yes 24 yes pass pass skat CT DT H plain CJ H9 H7 H8 HT CA DA DK D9",
)
ABOUT_DEFENDERS = (
    "H7 D7 DT ST H9 CK HK DA C7 CA | HT C9 CJ HA S8 H8 CT SQ DJ SK | SA D8 HQ CQ D9 DK S7 S9 C8 HJ | SJ DQ",
    "18 pass pass skat DQ CT H plain CA C9 CQ DA HA D8 CJ HJ H7 SJ HQ H9",
)


def asked(position: tuple[str, str], spec: str) -> tuple[SkatView, Decision]:
    state = played(*position)
    return cast(SkatView, state.view(state.turn)), decide(spec, state.view(state.turn, Stream(1)))


def said(details: Mapping[str, Any], name: str) -> list[str]:
    return [str(text) for text in details[name]]


@pytest.mark.parametrize(
    ("position", "bits", "because", "assumed"),
    [
        (ABOUT_THE_SKAT, USUAL_SKAT,
         "killer card: keeps the declarer from 61 points against every distribution, if what is usual holds: "
         "no trumps or aces were put away", "(nobody puts trumps or aces away)"),
        (ABOUT_DEFENDERS, CONVENTIONS,
         "killer card: forces 61 points against every distribution, if what is usual holds: "
         "defenders gave the cheapest card to the declarer, the dearest to each other", "would have been"),
    ],
)  # fmt: skip
def test_a_proof_by_habit_says_so_everywhere(
    position: tuple[str, str], bits: int, because: str, assumed: str
) -> None:
    """Certain knowledge forces nothing here, the habit does: in both roles."""
    view, certain = asked(position, "skat-ai:worlds=2,solve=4")
    assert Paranoia.of_view(view).ask().verdict == "not forced"
    assert Paranoia.of_view(view, assume=bits).ask().verdict == "forced"
    assert "killer" not in str(certain.details["stage"]) and "assumed" not in certain.details
    _, found = asked(position, "skat-ai:worlds=2,solve=4,habits=on")
    assert str(found.because) == because
    assert str(found.details["stage"]) == "killer card by habit"
    assert all(assumed in text for text in said(found.details, "assumed"))
    assert said(found.details, "proof")[0] == f"only if {said(found.details, 'assumed')[0]}"
    assert 0 < float(str(found.details["covered"]).removesuffix(" %")) < 100


@pytest.mark.parametrize(("position", "bits"), [(ABOUT_THE_SKAT, USUAL_SKAT), (ABOUT_DEFENDERS, CONVENTIONS)])
def test_a_proof_by_habit_holds_wherever_the_habit_does(position: tuple[str, str], bits: int) -> None:
    """In drawn worlds that are as assumed, the killer cards win with open cards; elsewhere some do not."""
    state = played(*position)
    view, solver = cast(SkatView, state.view(state.turn)), Solver(16)
    killers = Paranoia.of_view(view, assume=bits).ask().killers
    usual = assumptions(view, bits)
    is_declarer, rng, kept = view.seat == view.declarer, Stream(5), 0
    for _ in range(300):
        vector = np.zeros_like(view.vector)
        SKAT.kernels.complete(view.vector, rng.word, vector)
        places = dict(zip(SKAT.place_names(), (*vector[HAND : HAND + 3], vector[r.SKAT]), strict=True))
        if not any(int(places[habit.place]) & habit.cards.mask for habit in usual):
            values = solver.values(SkatState(SKAT, vector, state.deal))
            assert all((int(values[card]) > GAME_LIMIT) == is_declarer for card in killers)
            kept += 1
    assert 20 < kept < 300


def test_each_habit_can_be_chosen_alone() -> None:
    for position, word, other in (
        (ABOUT_THE_SKAT, "noskat", "conventions"),
        (ABOUT_DEFENDERS, "conventions", "noskat"),
    ):
        assert "assumed" in asked(position, f"skat-ai:worlds=2,solve=4,habits={word}")[1].details
        assert "assumed" not in asked(position, f"skat-ai:worlds=2,solve=4,habits={other}")[1].details


def test_what_is_certain_is_proved_without_habits() -> None:
    """Where a killer card needs no habit, the player with habits tells of none."""
    seen = 0
    for state in states_of_a_game("xskat-like", 12):
        if state.phase == "play" and len(state.moves) > 1:
            view, again = (state.view(state.turn, Stream(1)) for _ in range(2))
            certain = decide("skat-ai:worlds=2,solve=4", view)
            if str(certain.details["stage"]) == "killer card":
                assert decide("skat-ai:worlds=2,solve=4,habits=on", again) == certain
                seen += 1
    assert seen > 2


@pytest.mark.parametrize("language", ["de", "nl"])
def test_assumptions_and_steps_exist_in_other_languages(language: str) -> None:
    words = catalogue(language, ["kiebitz.games.skat"])
    _, found = asked(ABOUT_THE_SKAT, "skat-ai:worlds=2,solve=4,habits=on,order=paper")
    assert found.details.keys() <= words.names["detail"].keys()
    assert cast(Any, found.because).text in words.messages


def test_the_sets_know_the_assumption_too() -> None:
    view = cast(SkatView, played(*ABOUT_THE_SKAT).view(2))
    assert SkatSets.of(view, assume_no_skat=True).noskat
