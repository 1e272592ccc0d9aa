"""Which game is named, and what is put away for it: by the winning tables and by playing it out."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from kiebitz.agents.registry import contestant
from kiebitz.games.skat import rules as r
from kiebitz.games.skat import sight
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding import bidding, choosing
from kiebitz.games.skat.agents.cards.worlds import FIRST_ROUND, with_bonus
from kiebitz.games.skat.search.open_cards.problem import OpenPosition
from kiebitz.games.skat.search.open_cards.solver import Solver
from kiebitz.games.skat.tables import BIDS, GRAND, TRUMPS
from kiebitz.games.skat.view import SkatState
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.values import Deal
from tests.games.skat.test_bidding import DECK, QUICK, SKAT, deal_with, decide, mask, random_hands
from tools.skat_training.players import PLAYER

THREE_JACKS = "CJ SJ HJ C8 ST S7 HK HQ H7 DT"  # a Hearts that is hardly lost, and a poor Grand
NO_JACK = "CA CT SA SK SQ H7 DA DT D9 D7"
HELD_TOO_LONG = "CJ SJ DJ DT D9 D7 HA HK H8 C9"


def with_skat(hand: str, skat: str, moves: tuple[str, ...] = ("pass", "pass", "18", "skat")) -> SkatState:
    """Forehand has taken this skat; the others have the rest in order."""
    rest = [card for card in DECK if card not in (hand + " " + skat).split()]
    parts = [hand, " ".join(rest[:10]), " ".join(rest[10:]), skat]
    state = Deal.read(SKAT, " | ".join(parts)).start()
    for move in moves:
        state = state.play(move)
    assert isinstance(state, SkatState)
    return state


def declared(spec: str, state: SkatState) -> SkatState:
    """The state at the first card, when the agent has put away and named what it likes."""
    while state.phase != "play":
        state = state.play(decide(spec, state).move)
    return state


@pytest.fixture(scope="module")
def memory() -> Vector:
    return m.make_memory([0] * m.PARAMETERS)


# -- games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", [QUICK, "instinct", "skat-ai:worlds=2"])
def test_a_poor_grand_is_not_preferred_to_a_safe_suit_game(spec: str) -> None:
    assert declared(spec, with_skat(THREE_JACKS, "CQ HT")).contract == "H"


@pytest.mark.parametrize("skat", ["C9 HK", "S7 H9", "C7 C8", "HQ DQ"])
def test_a_grand_without_a_jack_is_not_named(skat: str) -> None:
    assert declared("instinct", with_skat(NO_JACK, skat)).contract != "G"


def brings(memory: Vector, state: SkatState, contract: int, away: int, worlds: int) -> float:
    """What a game with a discard brings forehand, played out in worlds that the player has not drawn."""
    rng, total = Stream.named("unseen worlds"), 0.0
    rest = [card for card in range(32) if not state.hand_of(0).mask >> card & 1]
    for number in range(worlds):
        rng.shuffle(rest)
        s = state.vector.copy()
        s[HAND + 1], s[HAND + 2] = (sum(1 << card for card in part) for part in (rest[:10], rest[10:]))
        choosing.go_to_the_play(s, contract, away)
        total += choosing.played_out(memory, s, number)
    return total / worlds


@pytest.mark.parametrize("hand", [NO_JACK, THREE_JACKS])
def test_a_grand_is_named_only_where_playing_it_out_agrees(memory: Vector, hand: str) -> None:
    """Over many skats: where Grand is named, no other likely game brings clearly more."""
    others = [card for card in DECK if card not in hand.split()]
    rng, named = Stream.named("skats"), 0
    for _ in range(10):
        rng.shuffle(others)
        state = with_skat(hand, " ".join(others[:2]))
        end = declared("instinct", state)
        if end.contract != "G":
            continue
        named += 1
        found, scores = np.zeros((choosing.CANDIDATES, 2), np.int64), np.zeros(choosing.CANDIDATES)
        n = choosing.list_candidates(memory, state.hand_of(0).mask, 0, 0, 18, found, scores)
        rows = [(contract, away) for contract, away in found[:n].tolist() if contract != GRAND]
        own = brings(memory, state, GRAND, end.skat.mask, 60)
        best = max([brings(memory, state, contract, away, 60) for contract, away in rows], default=0.0)
        assert own > best - 35
        assert own > 0
    assert named < 10


@pytest.mark.parametrize(("bid", "answer"), [("18", "yes"), ("80", "pass"), ("96", "pass")])
def test_a_value_that_only_a_poor_hand_game_reaches_is_not_held(bid: str, answer: str) -> None:
    """The Grand Hand would have to be won with one ace and six losing cards."""
    offered = deal_with(HELD_TOO_LONG).play(bid)
    assert decide("instinct", offered).move == answer


def test_a_value_that_only_a_poor_hand_game_reaches_is_not_bid() -> None:
    state = deal_with(HELD_TOO_LONG, seat=1)
    assert decide("instinct", state).move == "18"
    assert decide("instinct", state.play("72").play("yes")).move == "pass"


def test_what_the_tables_expect_of_a_held_hand_is_made_by_strong_players() -> None:
    """At 72 only a Grand with one ace is left; weak players of the cards get a third of it."""
    hand, place, scores = mask(HELD_TOO_LONG), BIDS.tolist().index(72), []
    policy = contestant(PLAYER, SKAT).policy
    assert policy is not None
    memory, view = policy.memory.copy(), np.empty(WORDS, np.int64)
    rest = [card for card in range(32) if not hand >> card & 1]
    for number in range(60):
        rng = Stream.named("held up to 72", number)
        rng.shuffle(rest)
        parts = [sum(1 << card for card in part) for part in (rest[:10], rest[10:20], rest[20:])]
        s = SKAT.deal(1).vector.copy()
        s[HAND : HAND + 3], s[r.SKAT] = [hand, *parts[:2]], parts[2]
        for code in (place, 0, r.PASS, r.PASS):
            r.play(s, code)
        while s[TURN] >= 0:
            sight.observe(s, s[TURN], view)
            r.play(s, policy.kernel(view, memory, rng.word))
        scores.append(with_bonus(int(s[r.SCORE])))
    assert decide("skat-ai:worlds=2", deal_with(HELD_TOO_LONG).play("72")).move == "yes"
    assert bidding.worth_with_skat(memory, hand, 0, 72) == pytest.approx(np.mean(scores), abs=45)


# -- discards ------------------------------------------------------------------------------------------


def open_card_wins(state: SkatState, contract: int, away: int, worlds: int) -> float:
    """In how many distributions of the others' cards forehand wins a game with open cards, after a discard
    from his twelve cards."""
    cards, rng, solver, wins = state.hand_of(0).mask, Stream(5), Solver(), 0
    rest = [card for card in range(32) if not cards >> card & 1]
    for _ in range(worlds):
        rng.shuffle(rest)
        left, right = (sum(1 << card for card in part) for part in (rest[:10], rest[10:]))
        position = OpenPosition(contract, (cards & ~away, left, right), 0, (), away)
        wins += bool(solver.solve(position, 61).value)
    return wins / worlds


LONE_KINGS = [
    ("DJ CK SA ST SK S7 HA H8 DT DK", "DQ D9", "CK"),
    ("DJ CA CT CK CQ SK HA H8 DA DK", "DQ D7", "SK"),
    ("SJ HJ CA CT CK SK S9 S8 HK DA", "DK D7", "HK"),
]


@pytest.mark.parametrize(("hand", "skat", "king"), LONE_KINGS)
def test_a_lone_king_is_put_away(memory: Vector, hand: str, skat: str, king: str) -> None:
    """It would lose four points and the lead, where a low card of a longer suit loses neither. With open
    cards and played out, the discard is clearly better than the likely ones that keep the king."""
    state = with_skat(hand, skat)
    end = declared("instinct", state)
    contract, found = "CSHDGN".index(end.contract), np.zeros(30, np.int64)
    assert king in end.skat
    bidding.best_discards(memory, state.hand_of(0).mask, contract, 0, 0, found)
    keeping = [pair for pair in found.tolist() if pair and not pair & mask(king)][:2]
    wins, *others = (open_card_wins(state, contract, away, 40) for away in (end.skat.mask, *keeping))
    assert wins >= 0.55
    assert wins > max(others) + 0.15
    points, *others = (brings(memory, state, contract, away, 60) for away in (end.skat.mask, *keeping))
    assert points > max(others) + 5


@pytest.mark.parametrize("contract", [1, GRAND])
def test_the_best_discards_are_ranked_by_their_marks(memory: Vector, contract: int) -> None:
    found = np.zeros(4, np.int64)
    for cards in random_hands(10, 12, "ranked"):
        bidding.best_discards(memory, cards, contract, 2, 0, found)
        side = [card for card in range(32) if (cards & ~int(TRUMPS[contract])) >> card & 1]
        pairs = [1 << a | 1 << b for a, b in combinations(side, 2)]
        marks = [bidding.mark_of(memory, cards & ~pair, pair, contract, 2) for pair in pairs]
        best = [bidding.mark_of(memory, cards & ~pair, pair, contract, 2) for pair in found.tolist() if pair]
        assert best == sorted(marks, reverse=True)[: len(best)]
        assert len(best) == min(4, len(pairs))


# -- playouts ------------------------------------------------------------------------------------------


def test_discards_and_game_are_judged_in_the_same_worlds(memory: Vector) -> None:
    """So the second card and the game are nearly always those that the first was chosen with."""
    words, same = memory.copy(), 0
    words[m.PLAYOUTS] = 30
    for cards in random_hands(20, 12, "plan"):
        names = [card for i, card in enumerate(DECK) if cards >> i & 1]
        state = with_skat(" ".join(names[:10]), " ".join(names[10:]))
        found, scores = np.zeros((choosing.CANDIDATES, 2), np.int64), np.zeros(choosing.CANDIDATES)
        n = choosing.list_candidates(words, cards, 0, 0, 18, found, scores)
        best = choosing.choose(state.view(0).vector, words, found, n, scores)
        end = declared("instinct:playouts=30,proof=off", state)
        same += (end.skat.mask, "CSHDGN".index(end.contract[0])) == (found[best, 1], found[best, 0])
    assert same >= 16


def test_without_playouts_the_tables_alone_decide(memory: Vector) -> None:
    found = np.zeros(2, np.int64)
    for cards in random_hands(12, 12, "alone"):
        names = [card for i, card in enumerate(DECK) if cards >> i & 1]
        bidding.best_game(memory, cards, 0, 0, 18, bidding.ALL_GAMES, found)
        end = declared("instinct:playouts=0,proof=off", with_skat(" ".join(names[:10]), " ".join(names[10:])))
        assert end.skat.mask == found[1]


def test_without_time_the_tables_decide(memory: Vector) -> None:
    state = with_skat(THREE_JACKS, "CQ HT")
    hasty = declared("skat-ai:seconds=0.000001,proof=off", state)
    assert hasty.skat == declared("skat-ai:playouts=0,proof=off", state).skat


def test_only_likely_games_are_candidates() -> None:
    marks = np.array([50.0, 45.0, -15.0, 20.0, 49.0, 60.0])
    assert choosing.likely_games(marks, 0b111111) == 0b110001
    assert choosing.likely_games(marks, 0b000100) == 0b000100
    assert choosing.likely_games(np.array([90.0, 0, 0, 0, 20.0, 0]), 0b010001) == 0b000001


def test_a_playout_is_worth_what_the_game_scores(memory: Vector) -> None:
    """A game that cannot be lost is won in every world, and the tables' score draws near to that."""
    words = memory.copy()
    words[m.PLAYOUTS] = 200
    state = with_skat("CJ SJ HJ DJ CA CT CK CQ C9 C8", "SA HA")
    found, scores = np.array([[0, mask("SA HA")], [4, mask("SA HA")]]), np.array([0.0, -400.0])
    choosing.play_out(state.view(0).vector, words, found, 2, scores)
    played = FIRST_ROUND  # then the other game is given up
    assert scores[0] == pytest.approx(206 * played / (choosing.TABLES_COUNT + played))
