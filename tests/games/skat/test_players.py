"""The Skat players: legal and repeatable, sensible bids, proofs that are proofs, true averages."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from kiebitz.agents.registry import contestant, entries
from kiebitz.games.skat.agents.bidding.features import LOSERS, holding_chance, is_safe
from kiebitz.games.skat.agents.cards.casual import limit
from kiebitz.games.skat.agents.cards.counting import counted_cards
from kiebitz.games.skat.agents.cards.inference import draw_worlds
from kiebitz.games.skat.agents.cards.suit_factors import factor_of, factors
from kiebitz.games.skat.agents.memory import SOFT as SOFT_WORD
from kiebitz.games.skat.agents.memory import make_memory
from kiebitz.games.skat.rules import BEST, CONTRACT, settle
from kiebitz.games.skat.rules import SKAT as DISCARDS
from kiebitz.games.skat.search.open_cards.solver import Solver
from kiebitz.games.skat.search.paranoia.paranoia import Paranoia, killers
from kiebitz.games.skat.search.paranoia.view import ALL_TRICKS, NO_AIM
from kiebitz.games.skat.tables import TRUMPS
from kiebitz.games.skat.view import SkatState, SkatView
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND
from kiebitz.knowledge.places.locations import Locations
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.rules.registry import game
from kiebitz.rules.values import State, View
from tests.games.skat.positions import (
    DECK,
    GOOD_CLUBS,
    GRAND,
    POOR,
    SAFE_NULL,
    SKAT,
    after_the_auction,
    deal_with,
    decide,
    in_play,
    late_states,
    states_of_a_game,
)

NAMES = ("skat-ai", "pimc", "instinct", "xskat-like", "glassbox")

AIMS = {"61 points": 60, "90 points": 89, "all tricks": ALL_TRICKS}


@cache
def quick(name: str) -> str:
    return entries(SKAT)[name].quick


# -- every player --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_policy_and_its_explanation_play_the_same_legal_games(name: str) -> None:
    others = (contestant("xskat-like", SKAT), contestant("random", SKAT))
    match = Match(SKAT, (contestant(quick(name), SKAT), *others), 2, seed=3)
    compiled = play_match(match)
    explained = play_match(replace(match, players=tuple(replace(p, policy=None) for p in match.players)))
    assert (compiled.losers == -1).all()
    assert (explained.losers == -1).all(), explained.reasons
    assert (compiled.points == explained.points).all()


@pytest.mark.parametrize("name", ["skat-ai", "pimc", "xskat-like"])
def test_same_view_and_stream_same_decision_with_a_reason(name: str) -> None:
    for state in states_of_a_game("xskat-like", 5):
        first, again = (decide(quick(name), state.view(state.turn, Stream(7))) for _ in range(2))
        assert first == again
        assert first.move in state.moves
        assert str(first.because)


def test_searching_players_beat_the_casual_one_who_beats_chance() -> None:
    agents = ("pimc:worlds=4,solve=5", "xskat-like", "random")
    mine, casual, chance = play_match(
        Match(SKAT, tuple(contestant(a, SKAT) for a in agents), 60, seed=2)
    ).scores()
    assert mine.points_mean > casual.points_mean + 3
    assert casual.points_mean > chance.points_mean + 10


# -- bidding, choice, discards -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["skat-ai", "pimc", "xskat-like"])
@pytest.mark.parametrize("hand", [GRAND, GOOD_CLUBS])
def test_strong_hands_bid(name: str, hand: str) -> None:
    state = deal_with(hand, seat=1)
    assert decide(quick(name), state.view(1, Stream(1))).move == "18"


@pytest.mark.parametrize("name", ["skat-ai", "pimc", "xskat-like"])
def test_weak_hands_pass(name: str) -> None:
    assert decide(quick(name), deal_with(POOR, seat=1).view(1, Stream(1))).move == "pass"


def declared(hand: str, spec: str) -> State:
    """The player's own choices up to the first card."""
    state = after_the_auction(hand)
    while state.phase != "play":
        state = state.play(decide(spec, state.view(0, Stream(1))).move)
    return state


def test_the_games_that_hands_are_made_for_are_played() -> None:
    spec = quick("skat-ai")
    assert declared(GRAND, spec).contract.startswith("G")  # type: ignore[attr-defined]
    assert declared(GOOD_CLUBS, spec).contract.startswith("C")  # type: ignore[attr-defined]
    assert declared(SAFE_NULL, spec).contract.startswith("N")  # type: ignore[attr-defined]


def test_a_null_that_cannot_be_lost_is_laid_open() -> None:
    assert declared(SAFE_NULL, quick("skat-ai")).contract[:2] == "NO"  # type: ignore[attr-defined]


def test_no_jack_is_put_away() -> None:
    state = declared(GOOD_CLUBS, quick("pimc"))
    assert isinstance(state, SkatState)
    assert state.has_taken
    assert not any(card.rank == "J" for card in state.skat)


def test_the_count_of_the_casual_player() -> None:
    def mask(hand: str) -> int:
        return sum(1 << DECK.index(card) for card in hand.split())

    assert limit(mask(GRAND)) == 24 * 5  # with four, Grand
    assert limit(mask(SAFE_NULL)) == 23
    assert limit(mask(POOR)) == 0


# -- features ------------------------------------------------------------------------------------------


def test_safe_holdings_of_null() -> None:
    safe = [holding for holding in range(256) if is_safe(holding)]
    assert len(safe) == 79
    assert [sum(h.bit_count() == n for h in safe) for n in range(9)] == [1, 1, 2, 5, 14, 28, 20, 7, 1]


def test_a_holding_of_null_is_safe_exactly_if_no_distribution_breaks_it() -> None:
    for holding in range(256):
        assert (holding_chance(holding) == 1) == is_safe(holding), f"{holding:08b}"


@pytest.mark.parametrize(
    ("own", "gone", "losers"),
    [("A", "", 0), ("AT", "", 0), ("AK", "", 1), ("TK", "", 1), ("K98", "", 3), ("T", "A", 0)],
)  # fmt: skip
def test_losing_cards(own: str, gone: str, losers: int) -> None:
    masks = [sum(1 << "ATKQ987".index(rank) for rank in ranks) for ranks in (own, gone)]
    assert LOSERS[masks[0], masks[1]] == losers


# -- card play -----------------------------------------------------------------------------------------


def test_a_killer_card_is_found_and_named() -> None:
    state = in_play(GRAND, "G")
    found = decide("skat-ai:k=0,worlds=2,solve=4", state.view(0, Stream(1)))
    assert str(found.details["stage"]) == "killer card"
    assert str(found.details["aim"]) == "all tricks"
    assert found.move in found.details["killers"]
    assert "forces all tricks against every distribution" in str(found.because)


def test_without_paranoia_there_are_no_killer_cards() -> None:
    state = in_play(GRAND, "G")
    for who in ("off", "opponents"):
        found = decide(f"skat-ai:k=0,worlds=2,solve=4,paranoia={who}", state.view(0, Stream(1)))
        assert str(found.details["stage"]) == "average"


def test_killer_cards_are_those_of_the_paranoia_search() -> None:
    seen = 0
    for state in late_states(range(6)):
        view = state.view(state.turn, Stream(1))
        found = decide("skat-ai:k=0,worlds=2", view)
        if str(found.details["stage"]) == "killer card" and str(found.details["aim"]) == "61 points":
            assert found.details["killers"] == [str(card) for card in killers(view).killers]  # type: ignore[arg-type]
            seen += 1
    assert seen >= 3


def test_the_endgame_counts_every_world_once() -> None:
    """The share of worlds that a card wins in, by listing and solving them one by one."""
    solver, seen = Solver(12), 0
    for state in late_states(range(8)):
        view = state.view(state.turn, Stream(1))
        worlds = list(Locations.of(view).enumerate())
        if len(worlds) > 150:
            continue
        found = decide("skat-ai:paranoia=off,soft=off", view)
        wins = 0
        for world in worlds:
            vector = state.vector.copy()
            vector[HAND : HAND + 3] = [world[seat].mask for seat in range(3)]
            vector[DISCARDS] = world[3].mask
            value = solver.values(SkatState(SKAT, vector, state.deal))[found.move]
            score = settle(vector, state.bid, int(value), 5, 1)  # a game may also be lost as overbid
            wins += (score > 0) == (state.turn == state.declarer)
        assert found.details["worlds"] == len(worlds)
        assert str(found.details["wins"]) == f"{1000 * wins // len(worlds) / 10:.1f} %"
        seen += 1
    assert seen > 5


def test_glassbox_never_gives_anything_away_with_open_cards() -> None:
    open_game, solver = game("skat", {"open_world": "on"}), Solver(16)
    state = open_game.deal(3)
    while not state.is_over:
        found = decide("glassbox", state.view(state.turn, Stream(1)))
        if state.phase == "play" and len(state.moves) > 1 and len(state.hand_of(state.turn)) <= 7:
            values = solver.values(state)  # type: ignore[arg-type]
            best = max if state.turn == state.declarer else min  # type: ignore[attr-defined]
            won = [value >= 61 for value in (values[found.move], best(values.values()))]
            assert won[0] == won[1]
        state = state.play(found.move)


def test_a_count_of_certain_points_is_a_proof() -> None:
    """Whatever counting promises, the paranoia search confirms."""
    seen = 0
    for seed in range(15):
        for state in states_of_a_game("instinct", seed):
            view = state.view(state.turn)
            if not isinstance(view, SkatView) or state.phase != "play" or len(view.hand) > 7:
                continue
            found = np.zeros(3, np.int64)
            aim = int(counted_cards(view.vector, found))
            if aim != NO_AIM:
                proved = {card.number for card in Paranoia.of_view(view, aim).ask().killers}
                assert {card for card in range(32) if int(found[0]) >> card & 1} <= proved
                seen += 1
    assert seen > 5


def test_counted_cards_are_named_as_such() -> None:
    found = decide("skat-ai:k=30,worlds=2,solve=4", in_play(GRAND, "G").view(0, Stream(1)))
    assert str(found.details["stage"]) == "killer card"
    assert str(found.because).startswith("counted: forces")
    assert str(found.details["proof"][0]) == "sure tricks: CJ SJ HJ DJ CA CT CK CQ SA ST"
    assert str(found.details["proof"][1]).startswith("with what falls into them at least 1")


def test_before_its_time_the_search_leaves_out_extremes_and_says_so() -> None:
    """Three cards early it answers as the approximate question does."""
    seen = 0
    for state in late_states(range(12)):
        view, played = state.view(state.turn, Stream(1)), sum(10 - len(state.hand_of(s)) for s in range(3))
        found = decide(f"skat-ai:k={played + 1},worlds=2,solve=4,endgame=0", view)
        if str(found.details["stage"]) == "approximate killer card":
            asked = Paranoia.of_view(view, AIMS[str(found.details["aim"])]).approximate("split").ask()  # type: ignore[arg-type]
            assert found.details["killers"] == [str(card) for card in asked.killers]
            assert "all but extreme distributions" in str(found.because)
            seen += 1
    assert seen >= 3


def test_a_hope_card_is_the_only_one_that_wins_anywhere() -> None:
    decisions = (
        decide("skat-ai:paranoia=off,soft=off", s.view(s.turn, Stream(1))) for s in late_states(range(40))
    )
    found = next(found for found in decisions if str(found.details["stage"]) == "hope")
    share = float(str(found.details["wins"]).split()[0])
    assert 0 < share < 90
    assert "no other card that was tried in any" in str(found.because)


def test_a_hope_that_is_nearly_none_is_not_called_none() -> None:
    found = [decide("skat-ai", s.view(s.turn, Stream(1))) for s in late_states(range(12))]
    shares = [str(each.details["wins"]) for each in found if str(each.details["stage"]) == "hope"]
    assert shares and "0.0 %" not in shares


def test_expert_rules_decide_the_tricks_they_are_asked_to() -> None:
    state = in_play(GOOD_CLUBS, "C")
    found = decide("skat-ai:expert=1,paranoia=off,worlds=2,solve=4", state.view(0, Stream(1)))
    assert str(found.details["stage"]) == "expert"
    assert found.move == "CJ"


# -- soft knowledge ------------------------------------------------------------------------------------


def hits(view: View, state: SkatState, soft: int) -> float:
    """The share of unseen cards that drawn worlds put where they are."""
    memory, found = MEMORY.copy(), np.empty((40, 4), np.int64)
    memory[SOFT_WORD] = soft
    draw_worlds(view.vector, memory, np.array([5]), found, 0)
    truth = [int(state.vector[HAND + seat]) for seat in range(3)] + [int(state.vector[DISCARDS])]
    right = [(int(found[i, place]) & truth[place]).bit_count() for i in range(40) for place in range(4)]
    return sum(right) / (40 * sum(cards.bit_count() for cards in truth))


MEMORY = make_memory([0] * 12 + [8, 60, 150])


def test_choices_bids_and_cards_tell_defenders_where_the_cards_are() -> None:
    better = []
    for seed in range(12):
        for state in states_of_a_game("instinct", seed):
            assert isinstance(state, SkatState)
            if state.phase == "play" and state.turn != state.declarer and len(state.hand_of(state.turn)) == 7:
                view = state.view(state.turn)
                better.append(hits(view, state, 3) - hits(view, state, 0))
    assert sum(better) / len(better) > 0.05


def test_likely_worlds_are_still_worlds() -> None:
    """Soft knowledge never contradicts what is certain."""
    for state in states_of_a_game("instinct", 4):
        if state.phase != "play":
            continue
        view, found, memory = state.view(state.turn), np.empty((10, 4), np.int64), MEMORY.copy()
        memory[SOFT_WORD] = 3
        draw_worlds(view.vector, memory, np.array([3]), found, 0)
        places = Locations.of(view)
        for row in found:
            for place in range(4):
                possible = places.known(place).mask | places.may_have(place).mask
                assert int(row[place]) & ~possible == 0


# -- suit factors --------------------------------------------------------------------------------------


def test_the_tables_of_suit_factors_have_the_published_sizes() -> None:
    codes = np.arange(3**11)
    own = sum((codes // 3**i % 3 == 0).astype(int) for i in range(11))
    leads = factors("trump")
    sizes = [int(((own == k) & (leads >= 0)).sum()) for k in range(1, 11)]
    assert sizes == [11264, 28160, 42240, 42240, 29568, 14784, 5280, 1320, 220, 22]
    assert int((factors("side") >= 0).sum()) == 2059


@pytest.mark.parametrize(
    ("own", "theirs", "lead"),
    [("AT", "KQ987", "A"), ("TK", "A9", "K"), ("AK", "T", "A"), ("98", "AT", "8")],
)  # fmt: skip
def test_leads_of_one_suit(own: str, theirs: str, lead: str) -> None:
    """The ace first; never a ten under the ace; the cheapest card where all is lost."""
    masks = [sum(1 << "ATKQ987".index(rank) for rank in ranks) for ranks in (own, theirs)]
    assert "ATKQ987"[factors("side")[factor_of(*masks, 7)]] in (lead, "9" if lead == "8" else lead)


# -- rules of thumb ------------------------------------------------------------------------------------


def test_the_casual_declarer_draws_trumps() -> None:
    assert decide("xskat-like", in_play(GOOD_CLUBS, "C").view(0)).move == "CJ"


def test_the_casual_defender_gives_dear_cards_to_a_trick_of_the_partner() -> None:
    seen = 0
    for seed in range(25):
        for state in states_of_a_game("xskat-like", seed):
            view = state.view(state.turn) if state.phase == "play" else None
            if (
                view is None
                or not isinstance(view, SkatView)
                or len(view.trick) < 2
                or view.contract[0] == "N"
            ):
                continue
            holder = int(view.vector[BEST]) & 3
            side = [move for move in view.moves if not int(TRUMPS[view.vector[CONTRACT]]) >> move.code & 1]
            if view.seat != view.declarer != holder and len(side) > 1:
                played = next(move for move in view.moves if move == decide("xskat-like", view).move)
                assert view.points(played) == max(view.points(move) for move in side)
                seen += 1
    assert seen > 10
