# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Hearts, a game from a package that is none of ours: its rules by hand-worked examples, and the commands."""

from __future__ import annotations

import doctest
import importlib
import sys
from typing import Any

import pytest

from kiebitz.errors import BadNotation, IllegalMove
from kiebitz.rules.contract import BrokenContract, check_blindness, check_invariants, option_sets
from kiebitz.rules.contract.tried import random_game
from kiebitz.rules.game import Game
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import game, game_class
from kiebitz.rules.values import Deal
from tests.starter import run

RANKS = "23456789TJQKA"
PURE = " | ".join(" ".join(rank + suit for rank in RANKS) for suit in "CDSH")
"""South has all clubs, West all diamonds, North all spades, East all hearts."""
MIXED = (
    "2C 3C 4C 5C 6C 2D 3D 4D 2S 3S QS 2H 3H | 7C 8C 9C 5D 6D 7D 8D 4S 5S 6S 4H 5H 6H | "
    "TC JC QC KC AC 9D TD 7S 8S 9S TS 7H 8H | JD QD KD AD JS KS AS 9H TH JH QH KH AH"
)
MOON = [rank + suit for rank in RANKS for suit in "CDSH"]
SOUTH, WEST, NORTH, EAST = range(4)


def after(moves: str, options: str = "passing=off", deal: str = MIXED) -> Any:
    """The state after some moves."""
    state: Any = Deal.read(game("hearts", parse_options(options)), deal).start()
    for move in moves.split():
        state = state.play(move)
    return state


def test_it_comes_from_its_own_package() -> None:
    assert game_class("hearts").__module__ == "hearts"


@pytest.mark.parametrize("module", ["hearts", "hearts.rules", "hearts.view", "hearts.careful"])
def test_its_examples_are_true(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


# -- passing -------------------------------------------------------------------------------------------


def test_each_chooses_three_cards_and_they_change_hands_at_once() -> None:
    before = after("QS 2H 3H 4H 5H 6H AC KC QC AH KH", "")
    assert set(before.hand_of(WEST)) >= {"4H", "5H", "6H"}
    done = before.play("QH")
    assert set(done.hand_of(WEST)) >= {"QS", "2H", "3H"}
    assert not set(done.hand_of(WEST)) & {"4H", "5H", "6H"}
    assert set(done.hand_of(SOUTH)) >= {"AH", "KH", "QH"}
    assert all(len(done.hand_of(seat)) == 13 for seat in range(4))


def test_a_card_is_not_passed_twice() -> None:
    with pytest.raises(IllegalMove):
        after("QS QS", "")


@pytest.mark.parametrize(("number", "direction", "receiver"), [
    (0, "to the left", WEST), (1, "to the right", EAST), (2, "across", NORTH), (3, "not at all", SOUTH),
    (4, "to the left", WEST),
])  # fmt: skip
def test_the_direction_changes_from_deal_to_deal(number: int, direction: str, receiver: int) -> None:
    for state in random_game(game("hearts", {"unit": "100"}), 2):
        found: Any = state
        if state.round == number:
            assert (found.direction, found.receiver_of[SOUTH]) == (direction, receiver)
            assert state.phase == ("play" if number == 3 else "pass")
            return
    raise AssertionError("the unit was too short")


def test_passing_is_seen_by_giver_and_receiver_alone() -> None:
    state = after("QS 2H 3H 4H 5H 6H AC KC QC AH KH QH", "")
    south, west, north, spectator = (state.view(seat) for seat in (SOUTH, WEST, NORTH, -1))
    assert [event.move for event in south.events[1:4]] == ["QS", "2H", "3H"]
    assert [event.move for event in west.events[1:4]] == [None] * 3
    assert set(west.events[-1].gained) == {"QS", "2H", "3H"}
    assert set(west.passed(SOUTH)) == set(south.passed(SOUTH)) == {"QS", "2H", "3H"}
    assert not north.passed(SOUTH)
    assert not any(spectator.passed(seat) for seat in range(4))
    assert set(south.known_in(WEST)) == {"QS", "2H", "3H"}
    assert set(west.known_in(SOUTH)) == set(spectator.known_in(SOUTH)) == {"2C"}, "South is about to lead it"


def test_the_receiver_sees_nothing_before_all_have_chosen() -> None:
    assert not after("QS 2H 3H 4H", "").view(WEST).passed(SOUTH)


def test_a_passed_card_is_known_until_it_is_played() -> None:
    state = after("QS 2H 3H 4H 5H 6H AC KC QC AH KH QH 2C 7C TC QC JD 2D 5D 9D", "")
    assert set(state.view(SOUTH).known_in(WEST)) == {"QS", "2H", "3H"}
    state = state.play("KS").play("2S").play("QS")
    assert set(state.view(SOUTH).known_in(WEST)) == {"2H", "3H"}


# -- play ----------------------------------------------------------------------------------------------


def test_the_two_of_clubs_leads() -> None:
    state = after("")
    assert (state.turn, state.moves) == (SOUTH, ("2C",))


def test_suit_is_followed_and_the_highest_of_it_wins() -> None:
    state = after("2C")
    assert state.moves == ("7C", "8C", "9C")
    state = after("2C 7C TC AD")
    assert (state.turn, state.view(NORTH).leader) == (NORTH, NORTH)


def test_no_points_go_to_the_first_trick() -> None:
    assert not {"9H", "AH"} & set(after("2C 7C TC").moves)
    assert {"9H", "AH"} <= set(after("2C 7C TC", "passing=off,first_trick=free").moves)


def test_who_has_nothing_but_points_may_play_them() -> None:
    assert len(after("2C 2D 2S", deal=PURE).moves) == 13


def test_hearts_are_led_once_they_are_broken() -> None:
    assert not {"7H", "8H"} & set(after("2C 7C TC JS").moves)
    assert {"7H", "8H"} <= set(after("2C 7C TC JS JC AH 3C 8C").moves)
    assert {"7H", "8H"} <= set(after("2C 7C TC JS", "passing=off,breaks=off").moves)


def test_the_queen_of_spades_breaks_hearts_if_that_was_agreed() -> None:
    assert "9H" not in after("2C 7C TC JS TS KS QS 4S").moves
    assert "9H" in after("2C 7C TC JS TS KS QS 4S", "passing=off,breaks=queen").moves


def test_the_eldest_leads_any_card_without_points() -> None:
    state = after("", "passing=off,leads=eldest")
    assert set(state.hand_of(SOUTH)) - set(state.moves) == {"QS", "2H", "3H"}


# -- what can be concluded -----------------------------------------------------------------------------


def test_who_does_not_follow_lacks_the_suit() -> None:
    view = after("2C 7C TC JS").view(SOUTH)
    assert (view.voids(EAST), view.voids(WEST)) == (("C",), ())


def test_points_in_the_first_trick_show_that_there_is_nothing_else() -> None:
    view = after("2C 2D 2S 5H", deal=PURE).view(SOUTH)
    assert set(view.cannot_hold(EAST)) >= {"2C", "AD", "KS"}
    assert "QS" not in view.cannot_hold(EAST)
    assert view.voids(EAST) == ("C", "D")


def test_a_lead_of_hearts_before_they_are_broken_shows_that_there_is_nothing_else() -> None:
    clubs, diamonds, spades, hearts = PURE.split(" | ")
    state = after("5H", "passing=off,leads=eldest", " | ".join([hearts, diamonds, spades, clubs]))
    assert state.view(WEST).voids(SOUTH) == ("C", "D", "S")


# -- points --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "scores", "points"), [
    ("", (0, 26, 26, 26), (78, -26, -26, -26)),
    (",moon=own", (-26, 0, 0, 0), (78, -26, -26, -26)),
    (",jack=on", (-10, 26, 26, 26), (108, -36, -36, -36)),
    (",moon=own,jack=on", (-36, 0, 0, 0), (108, -36, -36, -36)),
])  # fmt: skip
def test_whoever_takes_all_points_shoots_the_moon(options: str, scores: Any, points: Any) -> None:
    end = after(" ".join(MOON), "passing=off" + options, PURE)
    assert end.is_over
    assert (end.scores, end.payoffs) == (scores, points)


def test_a_heart_costs_one_point_the_queen_thirteen_and_the_jack_pays_ten() -> None:
    for seed in range(30):
        *_, end = random_game(game("hearts", {"jack": "on"}), seed)
        state: Any = end
        for seat in range(4):
            cards = set(state.taken(seat))
            cost = sum(card[1] == "H" for card in cards) + 13 * ("QS" in cards) - 10 * ("JD" in cards)
            assert state.deal_points[seat] == cost
        assert sum(state.deal_points) == 16


def test_a_long_unit_ends_when_somebody_has_the_points() -> None:
    for seed in range(5):
        states: list[Any] = list(random_game(game("hearts", {"unit": "50"}), seed))
        assert max(states[-1].scores) >= 50
        assert all(max(state.scores) < 50 for state in states[:-1])
        assert sum(states[-1].payoffs) == 0


def test_measures_say_who_took_queens_and_shot_moons() -> None:
    import numpy as np

    end, out = after(" ".join(MOON), "passing=off", PURE), np.zeros(3, np.int64)
    measure = game("hearts").kernels.measure
    assert measure is not None
    found = []
    for seat in range(4):
        measure(end.vector, seat, out)
        found.append(out.tolist())
    assert found == [[0, 1, 1], [26, 0, 0], [26, 0, 0], [26, 0, 0]]


def test_a_deal_has_four_hands() -> None:
    with pytest.raises(BadNotation, match="four hands of 13"):
        Deal.read(game("hearts"), PURE.replace(" | ", " "))


# -- the contract --------------------------------------------------------------------------------------


def test_every_value_of_every_option_keeps_the_invariants() -> None:
    hearts = game_class("hearts")
    plain: type[Game] = type("Plain", (hearts,), {"tried": ()})
    sets = option_sets(plain)
    assert {"", "unit=50", "breaks=off", "moon=own"} <= set(sets)
    for text in sets:
        check_invariants(plain(parse_options(text)), n=300)


def test_the_contract_finds_a_hearts_that_forgets_a_conclusion() -> None:
    """Without what an exhausted seat has shown, worlds are possible in which its moves were not."""
    from hearts import rules
    from kiebitz.kernel.jit import kernel
    from kiebitz.kernel.state import UNSEEN

    unseen = rules.unseen

    @kernel(UNSEEN)
    def forgetful(view, cards, room):
        places = unseen(view, cards, room)
        everything = cards[0] | cards[1] | cards[2] | cards[3]
        for seat in range(4):
            cards[seat] = everything if room[seat] > 0 else 0
        return places

    found: Any = game("hearts", {"passing": "off", "leads": "eldest"})
    found.__dict__["kernels"] = found.kernels._replace(unseen=forgetful)
    with pytest.raises(BrokenContract, match="does not conclude that a world cannot be"):
        check_blindness(found)


# -- from outside --------------------------------------------------------------------------------------


def kiebitz(*words: str) -> str:
    found = run([sys.executable, "-m", "kiebitz", *words])
    assert found.returncode == 0, found.stderr
    return found.stdout


def test_its_own_agent_beats_random_players_and_says_why() -> None:
    from kiebitz.agents.registry import contestant
    from kiebitz.lab.playing.match import Match, play_match

    rules = game("hearts")
    agents = [contestant(name, rules) for name in ("careful", "random", "random", "random")]
    result = play_match(Match(rules, tuple(agents), 25, seed=1))
    lineups = result.match.lineups
    own = [result.points[:, number, lineup.index(0)].mean() for number, lineup in enumerate(lineups)]
    assert min(own) > 0
    view = after("2C 7C TC").view(EAST)
    decision: Any = agents[0].make().act(view)
    assert (decision.move, str(decision.because)) == ("AD", "the most dangerous card that does not win")


def test_it_is_listed_and_plays_matches() -> None:
    assert "Hearts, four players and fifty-two cards" in kiebitz("games")
    told = kiebitz("match", "hearts", "random", "random", "random", "random", "--deals", "20", "--seed", "1")
    assert told.count("random") >= 4
