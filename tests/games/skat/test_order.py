"""Skat: the ensemble in the published order, each step with its reason, and expert cards that remember."""

from __future__ import annotations

from collections import Counter
from typing import cast

import numpy as np

from kiebitz.games.skat.agents.cards import knowing as kn
from kiebitz.games.skat.agents.memory import ORDER, PARAMETERS, make_memory
from kiebitz.games.skat.view import SkatState
from kiebitz.kernel.random import Stream
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, State
from tests.games.skat.positions import GOOD_CLUBS, SKAT, decide, in_play, late_states, states_of_a_game

PAPER = "skat-ai:order=paper,seconds=0"
STAGES = {"killer card", "approximate killer card", "endgame vote", "hope", "expert", "only move"}


def memory() -> Vector:
    words = [0] * PARAMETERS
    words[ORDER] = 1
    return make_memory(words)


def in_game(deal: str, moves: str) -> SkatState:
    state: State = Deal.read(game("skat"), deal).start()
    for move in moves.split():
        state = state.play(move)
    return cast(SkatState, state)


def expert(state: State) -> tuple[str, int]:
    """The expert card and the rule that chose it."""
    why = np.zeros(1, np.int64)
    card = int(kn.knowing_card(state.view(state.turn).vector, memory(), why))
    return str(SKAT.deck.card(card)), int(why[0])


def test_stages_come_in_the_published_order_in_all_tricks() -> None:
    """No averages anywhere: where nothing is proved, voted or hoped, an expert card is played."""
    stages: Counter[str] = Counter()
    for seed in (2, 3, 7):
        for state in states_of_a_game("instinct", seed):
            if state.phase == "play":
                found = decide(PAPER, state.view(state.turn, Stream(1)))
                stages[str(found.details["stage"])] += 1
    assert stages.keys() <= STAGES
    assert stages["expert"] > 20 < stages["killer card"] + stages["expert"]


def test_each_step_says_why_it_did_not_decide() -> None:
    first = decide(PAPER, in_play(GOOD_CLUBS, "C").view(0, Stream(1)))
    assert [str(step) for step in first.details["steps"]] == [
        "no search for killer cards here",
        "no vote of all worlds with 10 cards in hand",
        "no search for hope cards here",
    ]
    assert str(first.because).startswith("expert card: ")


def test_a_vote_that_fails_gives_way_to_expert_cards() -> None:
    seen: Counter[str] = Counter()
    for state in late_states(range(10)):
        found = decide(f"{PAPER},paranoia=off", state.view(state.turn, Stream(1)))
        steps = [str(step) for step in found.details["steps"]]
        stage = str(found.details["stage"])
        seen[stage] += 1
        if stage == "endgame vote":
            assert steps == ["no search for killer cards here"]
            assert float(str(found.details["wins"]).removesuffix(" %")) >= 90
        elif stage == "expert":
            assert any(step.startswith("no card wins in 90 %") for step in steps)
            assert expert(state)[0] == str(found.move)
    assert min(seen["endgame vote"], seen["expert"]) > 3


def test_hope_is_asked_from_the_first_trick_where_worlds_are_solved() -> None:
    """``solve=10``: the first card, too, is asked whether it alone wins in any world."""
    found = decide(f"{PAPER},solve=10,worlds=16,race=off", in_play(GOOD_CLUBS, "C").view(0, Stream(1)))
    assert str(found.details["stage"]) == "expert"
    assert str(found.details["steps"][-1]).startswith("no hope card: ")
    assert found.details["worlds"] == 16


# -- expert cards --------------------------------------------------------------------------------------

# Forehand plays Grand Hand, and the fourth jack lies in the skat.
NO_TRUMPS = (
    "CJ SJ HJ CT CA SA HA DA C7 S7 | CK CQ C9 SK SQ S9 DK DQ D7 H7 | HT HK HQ H9 H8 DT D9 D8 ST C8 | DJ S8"
)
# Forehand plays Clubs; rearhand has no hearts.
VOID = "CJ SJ CA CK C9 H8 SA S7 H7 D7 | HA HK HQ CT SK SQ S9 DA DT H9 | DJ HJ CQ C8 ST S8 DK DQ D9 C7 | HT D8"
# The same with hearts for rearhand.
HEARTS = (
    "CJ SJ CA CK C9 C7 SA S7 H7 D7 | HA HK HQ CT SK SQ S9 DA DT H9 | DJ HJ CQ C8 ST S8 DK DQ D9 H8 | HT D8"
)
# Forehand plays Clubs and has no diamonds.
TRUMPS_THEM = (
    "CJ SJ CA CK C9 C7 SA S7 H7 ST | HA HK HQ CT SK SQ S9 DA DT H9 | DJ HJ CQ C8 S8 DK DQ D9 D7 HT | H8 D8"
)
CLUBS = (
    "CJ SJ CA CK C9 C7 SA S7 HA D7 | HJ CT C8 SK SQ S9 HK HQ DA DT | DJ CQ ST S8 HT H9 H8 DK DQ D9 | H7 D8"
)
BY_FOREHAND = "pass pass 18 skat"


def test_the_declarer_draws_trumps_only_while_somebody_may_have_one() -> None:
    """Nobody has seen the fourth jack; but when neither of the others follows, it must lie in the skat."""
    first = in_game(NO_TRUMPS, "pass pass 18 hand G plain")
    assert expert(first) == ("CJ", kn.DRAW)
    assert expert(in_game(NO_TRUMPS, "pass pass 18 hand G plain CJ C9 H8")) == ("CA", kn.CASH)


def test_a_defender_leads_what_the_partner_is_known_to_trump() -> None:
    """Rearhand did not follow hearts and may have trumps, the declarer followed."""
    assert expert(in_game(VOID, f"{BY_FOREHAND} HT D8 C plain H7 HA S8")) == ("HK", kn.FOR_A_RUFF)
    assert expert(in_game(HEARTS, f"{BY_FOREHAND} HT D8 C plain H7 HA H8")) == ("DA", kn.CASH)


def test_a_defender_does_not_cash_in_a_suit_that_the_declarer_is_known_to_lack() -> None:
    """The declarer trumped the ace of diamonds, so middlehand, on lead again, leaves the ten at home."""
    moves = f"{BY_FOREHAND} H8 D8 C plain H7 HA HT"
    assert expert(in_game(TRUMPS_THEM, moves)) == ("DA", kn.CASH)
    card, rule = expert(in_game(TRUMPS_THEM, f"{moves} DA D9 C9 S7 SK S8"))
    assert (card[0], rule) == ("S", kn.WORK)


def test_points_go_to_the_partner_and_not_to_the_declarer() -> None:
    assert expert(in_game(CLUBS, f"{BY_FOREHAND} H7 D8 C plain S7 SK")) == ("ST", kn.FATTEN)
    assert expert(in_game(CLUBS, f"{BY_FOREHAND} H7 D8 C plain HA HQ")) == ("H8", kn.THROW)


def test_a_suit_loses_nothing_that_it_is_worth() -> None:
    """Alone with a small card, a suit is worth nothing; a guarded ten is kept, and so are trumps."""
    hand, theirs = (SKAT.deck.set(cards).mask for cards in (["DJ", "ST", "S8", "H9"], ["SA", "SK", "HA"]))
    assert str(SKAT.deck.card(int(kn.throw_away(hand, hand, theirs, 0, memory())))) == "H9"
