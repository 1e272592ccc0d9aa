"""The platform's bots: compiled and interpreted forms play alike, searches agree with brute force."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kiebitz.games.schnapsen.platform.bots import AlphaBetaBot, BullyBot, MiniMaxBot, RandBot, RdeepBot
from kiebitz.games.schnapsen.platform.engine import SchnapsenGamePlayEngine
from kiebitz.games.schnapsen.platform.game import (
    Bot,
    BotState,
    Card,
    FollowerPerspective,
    GamePhase,
    GameState,
    Hand,
    LeaderPerspective,
    Marriage,
    Move,
    PlayerPerspective,
    Rank,
    RegularMove,
    RegularTrick,
    SchnapsenTrickScorer,
    Score,
    SilencingMoveRequester,
    SimpleMoveRequester,
    Suit,
    Talon,
    TrumpExchange,
)
from kiebitz.games.schnapsen.platform.importing import platform_names
from kiebitz.plugins import load_from_file
from tests.paths import BOTS

ENGINE = SchnapsenGamePlayEngine()


def card(text: str) -> Card:
    suit = next(suit for suit in Suit if suit.name[0] == text[1])
    rank = {"J": Rank.JACK, "Q": Rank.QUEEN, "K": Rank.KING, "T": Rank.TEN, "A": Rank.ACE}[text[0]]
    return Card.get_card(rank, suit)


def hand(text: str) -> Hand:
    return Hand([card(word) for word in text.split()])


class Plain(Random):
    """Python's generator under another name: what asks for Random itself takes the long way."""


class Both(Bot):
    """Rdeep that decides compiled and through the interface, and must find the same values."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.compiled, self.interpreted = RdeepBot(4, 4, Random(seed)), RdeepBot(4, 4, Plain(seed))
        self.moves = 0

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        found = [bot.get_move(perspective, leader_move) for bot in (self.compiled, self.interpreted)]
        assert found[0] == found[1]
        assert self.compiled.rand.getstate() == self.interpreted.rand.getstate()
        self.moves += 1
        return found[0]


def test_compiled_rdeep_plays_as_through_the_interface() -> None:
    bot = Both(1)
    for seed in range(6):
        ENGINE.play_game(bot, RandBot(Random(seed)), Random(seed))
    assert bot.moves > 30


def test_alphabeta_finds_what_brute_force_finds() -> None:
    with platform_names():
        student: Any = load_from_file(BOTS / "student.py")
    brute = student.Deep(Random(0))
    for seed in range(4):
        state = ENGINE.get_random_phase_two_state(Random(seed))
        for bot in (AlphaBetaBot(), MiniMaxBot()):
            leading = LeaderPerspective(state, ENGINE)
            assert bot.get_move(leading, None) == brute.get_move(leading, None)
            lead = leading.valid_moves()[0]
            following = FollowerPerspective(state, ENGINE, lead)
            assert bot.get_move(following, lead) == brute.get_move(following, lead)


def test_alphabeta_refuses_phase_one() -> None:
    with pytest.raises(AssertionError, match="AlphaBetaBot plays phase two only"):
        ENGINE.play_game(AlphaBetaBot(), RandBot(Random(1)), Random(1))


def test_bully_prefers_trumps_then_the_suit_then_points() -> None:
    talon = Talon(hand("TS JD QD JH").cards)
    state = GameState(
        BotState(RandBot(Random(1)), hand("AH TC QC JC JS")),
        BotState(RandBot(Random(1)), hand("KC QS AS TD AD")),
        talon,
        None,
    )
    bully = BullyBot(Random(1))
    assert bully.get_move(LeaderPerspective(state, ENGINE), None) == RegularMove(card("AH"))
    lead = RegularMove(card("JS"))
    answer = bully.get_move(FollowerPerspective(state, ENGINE, lead), lead)
    assert answer.cards[0] in (card("QS"), card("AS"))
    lead = RegularMove(card("AH"))
    answer = bully.get_move(FollowerPerspective(state, ENGINE, lead), lead)
    assert answer.cards[0].rank is Rank.ACE


class Given(Bot):
    def __init__(self, *moves: Move) -> None:
        super().__init__("given")
        self.moves = list(moves)

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        return self.moves.pop(0)


def free_standing() -> GameState:
    """A position that a bot has made up: nothing of it came from a game."""
    return GameState(
        BotState(RandBot(Random(1)), hand("AH QC KC JS AC"), Score(60, 0)),
        BotState(RandBot(Random(1)), hand("TH QH KS JC AS")),
        Talon(hand("TS TD QD JD").cards),
        None,
    )


def test_a_position_that_a_bot_makes_up_plays_on() -> None:
    lead, answer = RegularMove(card("AH")), RegularMove(card("TH"))
    state = ENGINE.play_one_trick(free_standing(), Given(lead), Given(answer))
    assert state.leader.score == Score(81)
    assert state.leader.hand.cards == hand("QC KC JS AC TS").cards
    assert state.follower.hand.cards == hand("QH KS JC AS TD").cards
    assert state.leader.won_cards == [card("AH"), card("TH")]
    winner = ENGINE.trick_scorer.declare_winner(state)
    assert winner is not None
    assert winner == (state.leader, 3)
    marriage = Marriage(card("QC"), card("KC"))
    state = ENGINE.play_one_trick(free_standing(), Given(marriage), Given(RegularMove(card("JC"))))
    assert state.leader.score == Score(86)


def test_what_a_bot_changes_in_a_position_counts() -> None:
    state = ENGINE.get_random_phase_two_state(Random(2)).copy_for_next()
    state.leader.hand.cards.reverse()
    state.leader.score = Score(65, 20)
    perspective = LeaderPerspective(state, ENGINE)
    assert perspective.get_hand().cards == state.leader.hand.cards
    assert perspective.get_my_score() == Score(65, 20)
    assert state.game_phase() is GamePhase.TWO


def test_the_scorer_gives_a_trick_to_its_winner() -> None:
    state, scorer = free_standing(), SchnapsenTrickScorer()
    trick = RegularTrick(RegularMove(card("JS")), RegularMove(card("JD")))
    winner, loser, again = scorer.score(trick, state.leader, state.follower, Suit.DIAMONDS)
    assert (winner, loser, again) == (state.follower, state.leader, False)
    assert state.follower.score == Score(4)
    assert scorer.marriage(Marriage(card("QC"), card("KC")), state) == Score(0, 20)
    assert scorer.marriage(Marriage(card("QD"), card("KD")), state) == Score(0, 40)


@pytest.mark.parametrize(
    ("lead", "answer", "message"),
    [
        (RegularMove(card("AS")), RegularMove(card("TH")), "leader given played the illegal move"),
        (RegularMove(card("AH")), RegularMove(card("AC")), "follower given played the illegal move"),
        (TrumpExchange(card("JS")), RegularMove(card("TH")), "leader given played the illegal move"),
        (None, RegularMove(card("TH")), "returned None"),
        ("AH", RegularMove(card("TH")), "not a move"),
    ],
)
def test_the_engine_refuses_bad_moves(lead: Any, answer: Any, message: str) -> None:
    with pytest.raises((Exception, AssertionError), match=message):
        ENGINE.play_one_trick(free_standing(), Given(lead), Given(answer))


def test_a_silencing_requester_lets_nothing_through(capsys: pytest.CaptureFixture[str]) -> None:
    class Loud(RandBot):
        def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
            print("thinking")
            return super().get_move(perspective, leader_move)

    engine = SchnapsenGamePlayEngine()
    engine.move_requester = SilencingMoveRequester(SimpleMoveRequester())
    engine.play_game(Loud(Random(1)), Loud(Random(2)), Random(3))
    assert capsys.readouterr().out == ""
