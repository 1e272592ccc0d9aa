"""Durak: what a view shows and hides, and the worlds that it leaves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, permutations
from math import factorial

import numpy as np
import pytest

from kiebitz.errors import IllegalMove
from kiebitz.games.durak import Durak
from kiebitz.games.durak.view import DurakState
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import TURN, WORDS
from tests.games.durak.bouts import (
    BEATABLE,
    FEW_LEFT,
    FEW_LEFT_HANDS,
    OPTION_SETS,
    play,
    random_states,
    start,
    view_of,
    worlds,
)


def test_a_view_hides_the_other_hand_and_the_deck() -> None:
    state = start(*BEATABLE, bottom="AD")
    view = view_of(state, 0)
    assert (str(view.hand_of(1)), view.hand_size(1), view.stock) == ("", 6, ())
    number, places, room = worlds(view)
    assert (number, room) == (475020, [0, 6, 23])  # 29 choose 6
    assert "AD" not in places[1] | places[2]


def test_without_trumps_the_bottom_card_is_not_known() -> None:
    view = view_of(start(*BEATABLE, facts="trump=-", trumps="off"), 0)
    assert worlds(view)[0] == 593775  # 30 choose 6


def test_taken_cards_are_known_until_they_are_played() -> None:
    state = play(start(*BEATABLE, bottom="AD"), "6S 8S 6H take pass")
    view = view_of(state, 0)
    assert str(view.known(1)) == "6S 8S 6H"
    assert worlds(view)[2] == [0, 5, 21]
    state = play(state, "7S 8S pass 6S")
    assert str(view_of(state, 0).known(1)) == "6H"


def test_an_empty_deck_leaves_one_world() -> None:
    for options in ({"start_rank": "12"}, {"start_rank": "9"}, {"start_rank": "9", "trumps": "off"}):
        for state in random_states(options, 5):
            hidden = state.deck_size - (state.bottom is not None)
            for seat in range(2):
                view = view_of(state, seat)
                if hidden == 0:
                    assert worlds(view)[0] == 1
                    assert view.known(1 - seat) == state.hand_of(1 - seat)


def test_the_draw_of_the_bottom_trump_is_public() -> None:
    state = play(start(*FEW_LEFT_HANDS, **FEW_LEFT), "JS KS JH KH JC KC pass")
    assert (str(state.shown(0)), str(state.shown(1))) == ("", "AD")


def test_a_spectator_knows_only_what_is_public() -> None:
    state = play(start("KS KH KD KC", "AS AH AD AC", facts="trump=S", start_rank="13"), "KS take pass")
    public = view_of(state, -1)
    assert (str(public.known(0)), str(public.known(1))) == ("", "KS")
    number, _, room = worlds(public)
    assert (number, room) == (35, [3, 4, 0])  # 7 choose 3
    assert view_of(state, 1).known(0) == state.hand_of(0)


def test_the_open_world_shows_the_deck() -> None:
    state = start(*BEATABLE, bottom="AD", open_world="on")
    view = view_of(state, 0)
    assert view.stock == state.stock
    assert view.hand_of(1) == state.hand_of(1)
    assert worlds(view)[0] == 1


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_views_are_sound_and_completed_views_play_on(options: dict[str, str]) -> None:
    kernels = Durak(options).kernels
    rng = Stream.named("durak", "completions")
    for state in random_states(options, 8):
        for seat in range(2):
            view = view_of(state, seat)
            _, places, room = worlds(view)
            other = state.hand_of(1 - seat) - view.shown(1 - seat)
            assert len(other) == room[1 - seat]
            assert not other - places[1 - seat]
            assert (view.hand_size(0), view.hand_size(1)) == (len(state.hand_of(0)), len(state.hand_of(1)))
            world, again = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
            kernels.complete(view.vector, rng.word, world)
            kernels.observe(world, seat, again)
            assert (again == view.vector).all()
            assert state.turn != seat or view.moves == state.moves
            moves = random.Random(0)
            while world[TURN] >= 0:
                kernels.play(world, moves.choice(state.game.moves(world)).code)


# What the first attack tells, and why worlds do not: see docs/durak.md. Jacks to aces, hearts are trumps.
MINE, THEIRS, TOP, BOTTOM = "JS QS KS QH JC QC", "AS KC AC JD QD KD", "KH AD JH", "AH"


def alike(moves: str = "") -> Iterator[DurakState]:
    """All deals in which seat 0 attacks first and sees the same, after some moves."""
    real = play(start(MINE, THEIRS, TOP, BOTTOM, start_rank="11"), moves)
    hidden = f"{THEIRS} {TOP}".split()
    for hand in combinations(hidden, 6):
        for deck in permutations([card for card in hidden if card not in hand]):
            state = start(MINE, " ".join(hand), " ".join(deck), BOTTOM, start_rank="11")
            if state.attacker == 0:
                with suppress(IllegalMove):
                    state = play(state, moves)
                    if view_of(state, 0).events == view_of(real, 0).events:
                        yield state


def test_the_first_attacker_knows_trumps_that_the_other_was_not_dealt() -> None:
    hands = Counter(str(state.hand_of(1)) for state in alike())
    assert len(hands) == 28 and not any("JH" in hand for hand in hands)  # 8 choose 6
    assert len(set(hands.values())) == 1
    assert worlds(view_of(start(MINE, THEIRS, TOP, BOTTOM, start_rank="11"), 0))[0] == 84  # 9 choose 6


def test_after_the_first_draw_what_it_tells_is_no_set_of_worlds() -> None:
    """Seat 1 has drawn a card. It may be the jack, but a world where it is one is a sixth as likely."""
    hands = Counter(str(state.hand_of(1)) for state in alike("JS AS pass"))
    jack = {hand: number for hand, number in hands.items() if "JH" in hand}
    assert sorted(jack.values()) == [1] * 6
    assert sorted((hands - Counter(jack)).values()) == [6]
    assert worlds(view_of(play(start(MINE, THEIRS, TOP, BOTTOM, start_rank="11"), "JS AS pass"), 0))[0] == 7


def test_used_up_to_the_first_draw_alone_it_would_be_forgotten() -> None:
    """Seat 0 misses the jack and the queen of trumps. Before it draws there are 42 deals like this one, and
    without what the first attack tells 56 worlds with the order of the deck afterwards."""
    mine, hidden, deals = "JS QS KS KH JC QC", f"{THEIRS} AD JH QH".split(), 0
    for hand in combinations(hidden, 6):
        for deck in permutations([card for card in hidden if card not in hand]):
            state = start(mine, " ".join(hand), " ".join(deck), BOTTOM, start_rank="11")
            deals += state.attacker == 0
    state = play(start(mine, THEIRS, "AD JH QH", BOTTOM, start_rank="11"), "JS take pass")
    number, _, room = worlds(view_of(state, 0))
    assert (deals, number * factorial(room[2])) == (42, 56)


def test_where_a_coin_decided_worlds_are_not_equally_likely_from_the_start() -> None:
    """Seat 0 attacks and has no trump, so seat 1 has none either: the coin fell for seat 0. Seat 1, which
    has none, cannot tell; of the deals in which seat 0 has none only every other makes it attack."""
    hidden, chances = "JH QH KH JS QS KS AS JC QC", Counter[bool]()
    for hand in combinations(hidden.split(), 6):
        rest = [card for card in hidden.split() if card not in hand]
        for coin in (0, 1):
            cards = " ".join(hand), "AD KC AC JD QD KD", " ".join(rest), BOTTOM
            state = start(*cards, facts=f"first={coin}", start_rank="11")
            has_trump = bool(state.hand_of(0) & state.game.deck.set(["JH", "QH", "KH"]))
            chances[has_trump] += state.attacker == 0
    assert chances == {True: 2 * 83, False: 1}  # of two equally likely coins each


def test_to_the_other_seat_it_does_not_tell_a_set_of_cards() -> None:
    """Seat 1 has the king of trumps: seat 0 has a lower one, but either of the two may be elsewhere."""
    hidden, lower = "JH QH JS QS KS AS JC QC AD", set()
    for hand in combinations(hidden.split(), 6):
        rest = [card for card in hidden.split() if card not in hand]
        state = start(" ".join(hand), "KH KC AC JD QD KD", " ".join(rest), BOTTOM, start_rank="11")
        if state.attacker == 0:
            lower.add(str(state.hand_of(0) & state.game.deck.set(["JH", "QH"])))
    assert lower == {"JH QH", "JH", "QH"}
