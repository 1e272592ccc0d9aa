"""Skat's knowledge in sets: the published example, and the way to locations and back."""

from __future__ import annotations

from typing import cast

import pytest

from kiebitz.cards import CardSet
from kiebitz.errors import KiebitzError
from kiebitz.games.skat.knowledge.sets import SkatSets, no_skat
from kiebitz.games.skat.view import SkatView
from kiebitz.knowledge.places.locations import Locations
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, State
from tests.contract.cases import random_game

SKAT = game("skat")

# A published deal: the declarer P0 plays Hearts, P2 leads. Here the leader is seat 0, so P2, P0 and P1 are
# forehand, middlehand and rearhand. The publication does not tell the auction nor which skat was dealt: we
# let P0 win with a bid of 18 and find the two cards that he puts away.
P2 = "HT H8 C9 SK SQ S9 S8 DA DT D8"
P0 = "HJ DJ HA HK H9 H7 CA C8 C7 SA"
P1 = "CJ SJ HQ CT CK CQ ST S7 DQ D7"
PUT_AWAY = "DK D9"
AUCTION = ["18", "pass", "pass", "skat", "DK", "D9", "H", "plain"]
TRUMPS_AND_ACES = "CJ SJ HJ DJ HA HT HK HQ H9 H8 H7 CA SA DA"


def published(*cards: str) -> State:
    state = Deal.read(SKAT, f"{P2} | {P0} | {P1} | {PUT_AWAY}").start()
    for move in [*AUCTION, *cards]:
        state = state.play(move)
    return state


def sets(state: State, seat: int, assume: bool = False) -> SkatSets:
    return SkatSets.of(cast(SkatView, state.view(seat)), assume)


def cards(text: str) -> CardSet:
    return SKAT.deck.set(text.split())


def test_the_leader_at_the_start() -> None:
    known = sets(published(), 0, assume=True)
    assert known.hands[1] == cards("")  # P0, the declarer
    assert known.hands[2] == cards("")  # P1, the partner
    assert known.own == cards(P2)
    assert known.pool == cards("CJ SJ HJ DJ HA HK HQ H9 H7 CA CT CK CQ C8 C7 SA ST S7 DK DQ D9 D7")
    assert known.skat == known.declarerorskat == known.partnerorskat == cards("")
    assert known.noskat == cards(TRUMPS_AND_ACES)


def test_the_declarer_when_the_ace_was_led() -> None:
    known = sets(published("DA"), 1)
    assert known.own == cards(P0)
    assert known.h1 == known.h2 == cards("")
    assert known.skat == cards(PUT_AWAY)
    assert known.pool == cards("CJ SJ HQ HT H8 CT CK CQ C9 ST SK SQ S9 S8 S7 DT DQ D8 D7")
    assert known.sizes == (9, 10, 10, 2)


def test_the_partner_when_the_declarer_has_trumped() -> None:
    known = sets(published("DA", "HA"), 2, assume=True)
    assert known.hands[1] == cards("")  # P0, the declarer
    assert known.own == cards(P1)
    assert known.hands[0] == cards("")  # P2, the partner
    assert known.skat == known.declarerorskat == cards("")
    assert known.pool == cards("HJ DJ HK HT H9 H8 H7 CA C9 C8 C7 SA SK SQ S9 S8")
    assert known.partnerorskat == cards("DT DK D9 D8")
    assert known.noskat == cards("CJ SJ HJ DJ HT HK HQ H9 H8 H7 CA SA")


def test_an_ace_that_the_declarer_lacks_is_with_the_partner_if_it_was_not_put_away() -> None:
    """Forehand leads DT instead: the declarer trumps, and DA is left."""
    state = published("DT", "HA")
    assert sets(state, 2).partnerorskat == cards("DA DK D9 D8")
    assert sets(state, 2, assume=True).partnerorskat == cards("DK D9 D8")
    assert sets(state, 2, assume=True).hands[0] == cards("DA")


def test_a_drop_puts_the_suit_into_the_other_hand() -> None:
    """The declarer knows the skat, so a club that forehand lacks is with rearhand, to the declarer's left."""
    state = published("DA", "HA", "D7", "CA", "CQ", "C9", "C8", "CT", "DT")
    known = sets(state, 1)
    assert known.h1 == cards("CK")
    assert known.h2 == cards("")
    assert known.pool == cards("CJ SJ HQ HT H8 ST SK SQ S9 S8 S7 DQ D8")
    assert sets(state, 2).declarerorskat == cards("C7")
    assert sets(state, 2).partnerorskat == cards("DK D9 D8")


def test_sets_and_locations_are_the_same_worlds() -> None:
    """In random games, for all seats: with and without the assumption, if that leaves a world.

    A choice between cases is more than sets can say: then they leave all worlds and perhaps others.
    """
    compared, chosen = 0, 0
    for seed in range(25):
        for state in random_game(SKAT, seed):
            for seat in range(3):
                view = cast(SkatView, state.view(seat))
                locations = Locations.of(view)
                softer = locations.assuming(no_skat(view))
                for before in (locations, softer) if softer.soft[0].cards else (locations,):
                    if len(before.problem.parts) > 1:
                        check_nothing_lost(before, view.declarer)
                        chosen += 1
                    elif before.count():
                        check_round_trip(before, view.declarer)
                        compared += 1
    assert compared > 2000 and chosen > 20


def check_nothing_lost(before: Locations, declarer: int) -> None:
    after = SkatSets.of_locations(before, declarer).locations
    assert after.count() >= before.count()
    assert ((after.matrix() > 0) >= (before.matrix() > 0)).all()
    if after.count() <= 200:
        assert set(after.enumerate()) >= set(before.enumerate())


def check_round_trip(before: Locations, declarer: int) -> None:
    known = SkatSets.of_locations(before, declarer)
    after = known.locations
    assert after.count() == before.count()
    assert abs(after.matrix() - before.matrix()).max() < 1e-12
    assert [known.hands[seat] for seat in range(3)] == [before.must_have(seat) for seat in range(3)]
    if before.count() <= 200:
        assert list(after.enumerate()) == list(before.enumerate())
    assert SkatSets.of_locations(after, declarer) == known
    left, right = known.others
    parts = [known.hands[left], known.hands[right], known.pool, known.or_skat[left], known.or_skat[right]]
    free = sum(known.sizes) - len(known.own) - len(known.skat)
    assert sum(map(len, parts)) == free == len(parts[0] | parts[1] | parts[2] | parts[3] | parts[4])


def test_a_hand_game_assumes_nothing_about_the_skat() -> None:
    state = Deal.read(SKAT, f"{P2} | {P0} | {P1} | {PUT_AWAY}").start()
    for move in ["18", "pass", "pass", "hand", "H", "plain", "DA", "HA"]:
        state = state.play(move)
    assert not no_skat(cast(SkatView, state.view(2))).cards
    declarer = sets(state, 1)
    assert declarer.skat == cards("")
    assert len(declarer.pool) == 21  # the two cards of the skat are among them


def test_a_spectator_has_no_sets() -> None:
    with pytest.raises(KiebitzError, match="spectator"):
        sets(published(), -1)
