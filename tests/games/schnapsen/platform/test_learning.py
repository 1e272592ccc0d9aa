"""What public bots use of the platform beside its engine: bots that learn, endgames, fixed moves."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from kiebitz.agents.registry import contestant
from kiebitz.games.schnapsen.platform.bots import AlphaBetaBot, MiniMaxBot, RandBot, RdeepBot
from kiebitz.games.schnapsen.platform.bots.fixed import FirstFixedMoveThenBaseBot, OneFixedMoveBot
from kiebitz.games.schnapsen.platform.bots.ml_bot import (
    MLDataBot,
    MLPlayingBot,
    get_move_feature_vector,
    get_state_feature_vector,
    train_ML_model,
)
from kiebitz.games.schnapsen.platform.deck import Card, OrderedCardCollection, Suit
from kiebitz.games.schnapsen.platform.game import (
    BotState,
    GameState,
    Hand,
    LeaderPerspective,
    Marriage,
    RegularMove,
    SchnapsenDeckGenerator,
    SchnapsenGamePlayEngine,
    SchnapsenHandGenerator,
    Score,
    Talon,
    TrumpExchange,
    _DummyBot,
)
from kiebitz.games.schnapsen.platform.state import GameState as Position
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.rules.registry import game

SCHNAPSEN, ENGINE = game("schnapsen"), SchnapsenGamePlayEngine()


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what rdeep has decided in sixty games, and a model that was trained on it."""
    folder = tmp_path_factory.mktemp("taught")
    bots = [MLDataBot(RdeepBot(4, 4, Random(n)), folder / "memory") for n in range(2)]
    for seed in range(60):
        first, second = bots[:: 1 - 2 * (seed % 2)]
        ENGINE.play_game(first, second, Random(seed))
    train_ML_model(folder / "memory", folder / "models" / "model", "LR")
    return folder


def test_decisions_are_rows_of_the_platforms_numbers(taught: Path) -> None:
    lines = (taught / "memory").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 60 * 2 * 7
    for line in lines:
        row, won = line.split("||")
        assert len(row.split(",")) == 173 and won.strip() in "01"
    assert {line[-1] for line in lines} == {"0", "1"}


def test_a_move_and_a_position_are_numbered_as_there() -> None:
    assert get_move_feature_vector(None) == [0] * 20
    ones = {
        RegularMove(Card["ACE_HEARTS"]): [0, 3 + 12, 16 + 3],
        TrumpExchange(Card["JACK_DIAMONDS"]): [1, 3 + 2, 16],
        Marriage(Card["QUEEN_CLUBS"], Card["KING_CLUBS"]): [2, 3 + 1, 16 + 2],
    }
    for move, places in ones.items():
        assert [place for place, bit in enumerate(get_move_feature_vector(move)) if bit] == places
    state = ENGINE._deal(_DummyBot(), _DummyBot(), Random(1))
    row = get_state_feature_vector(LeaderPerspective(state, ENGINE))
    assert row[:4] == [0] * 4 and sum(row[4:8]) == 1 and row[8:13] == [0, 1, 10, 0, 1] and len(row) == 133
    kinds = [row[13 + 6 * n : 19 + 6 * n].index(1) for n in range(20)]
    assert [kinds.count(kind) for kind in range(6)] == [14, 1, 0, 0, 0, 5]


def test_a_bot_that_has_learnt_plays_better_than_random(taught: Path, tmp_path: Path) -> None:
    bot = MLPlayingBot(taught / "models" / "model")
    wins = 0
    for seed in range(60):
        first, second = (bot, RandBot(Random(seed)))[:: 1 - 2 * (seed % 2)]
        winner, _, _ = ENGINE.play_game(first, second, Random(seed))
        wins += winner is bot
    assert wins > 35
    file = tmp_path / "learnt.py"
    (tmp_path / "model").write_bytes((taught / "models" / "model").read_bytes())
    file.write_text(
        "from pathlib import Path\n"
        "from schnapsen.bots import MLPlayingBot\n"
        "class Learnt(MLPlayingBot):\n"
        "    def __init__(self):\n"
        "        super().__init__(Path(__file__).with_name('model'))\n",
        encoding="utf-8",
    )
    pair = (contestant(str(file), SCHNAPSEN), contestant("random", SCHNAPSEN))
    mine, _ = play_match(Match(SCHNAPSEN, pair, 10, 1)).scores()
    assert mine.failures == 0


def test_what_is_there_or_missing_is_told(
    taught: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match="nothing was trained"):
        train_ML_model(taught / "memory", taught / "models" / "model", "LR")
    with pytest.raises(ValueError, match="no decisions at"):
        train_ML_model(tmp_path / "none", tmp_path / "model", "NN")
    monkeypatch.setitem(__import__("sys").modules, "sklearn.neural_network", None)
    with pytest.raises(ImportError, match=r"pip install 'kiebitz\[models\]'"):
        train_ML_model(taught / "memory", tmp_path / "model", "NN")


def held(*names: str) -> Hand:
    return Hand([Card[name] for name in names])


def ending() -> GameState:
    """Four tricks before the end, 54 points against 14."""
    leader = BotState(_DummyBot(), held("ACE_CLUBS", "JACK_DIAMONDS", "TEN_CLUBS", "JACK_SPADES"), Score(54))
    follower = BotState(
        _DummyBot(), held("ACE_DIAMONDS", "QUEEN_CLUBS", "QUEEN_HEARTS", "TEN_SPADES"), Score(14)
    )
    return GameState(leader, follower, Talon([], Suit.SPADES))


@pytest.mark.parametrize("kind", [AlphaBetaBot, MiniMaxBot])
def test_an_ending_has_a_value_for_whoever_maximizes(kind: type[AlphaBetaBot]) -> None:
    ace, bot = RegularMove(Card["ACE_CLUBS"]), kind()
    assert bot.value(ending(), ENGINE, None, True) == (2, ace)
    assert bot.value(state=ending(), engine=ENGINE, leader_move=None, maximizing=False) == (-2, ace)
    assert bot.value(ending(), ENGINE, ace, False)[0] == 2, "the follower cannot mend it"


def test_values_are_what_playing_on_comes_to() -> None:
    for seed in range(6):
        state = ENGINE.get_random_phase_two_state(Random(seed))
        worth = playing_on(state)
        for bot in (AlphaBetaBot(), MiniMaxBot()):
            value, move = bot.value(state, ENGINE, None, True)
            assert value == max(worth.values()) and move == max(worth, key=lambda move: worth[move])


def playing_on(state: Position) -> dict[Any, int]:
    """The leader's points for each lead, by trying every answer with the engine."""
    found = {}
    for lead in state.moves(None):
        worst = []
        for answer in state.moves(lead):
            bots = OneFixedMoveBot(lead), OneFixedMoveBot(answer)
            after = ENGINE.play_one_trick(state, *bots)
            won = ENGINE.trick_scorer.declare_winner(after)
            mine = after.leader.implementation is bots[0]
            points = won[1] if won else max(playing_on(after).values())
            worst.append(points if mine else -points)
        found[lead] = min(worst)
    return found


def test_fixed_moves_come_first() -> None:
    state = ENGINE._deal(_DummyBot(), _DummyBot(), Random(3))
    perspective, moves = LeaderPerspective(state, ENGINE), state.moves(None)
    bot = FirstFixedMoveThenBaseBot(OneFixedMoveBot(moves[1]), moves[2])
    assert [bot.get_move(perspective, None) for _ in range(2)] == [moves[2], moves[1]]
    with pytest.raises(AssertionError, match="one move only"):
        bot.get_move(perspective, None)


def test_a_trick_with_a_given_lead_and_an_exchange_are_played() -> None:
    heard: list[Any] = []

    class Hears(RandBot):
        def notify_trump_exchange(self, move: TrumpExchange) -> None:
            heard.append(move)

    for seed in range(40):
        state = ENGINE._deal(Hears(Random(1)), Hears(Random(2)), Random(seed))
        lead = state.moves(None)[0]
        after = ENGINE.trick_implementer.play_trick_with_fixed_leader_move(
            game_engine=ENGINE, game_state=state, leader_move=lead
        )
        assert after.previous and after.previous.trick.as_partial().leader_move == lead
        for move in state.moves(None):
            if isinstance(move, TrumpExchange):
                turned = state.talon.trump_card()
                ENGINE.trick_implementer.play_trump_exchange(state, move)
                assert turned in state.leader.hand and state.talon.trump_card() == move.jack
                assert move.jack not in state.leader.hand
    assert heard and len(heard) % 2 == 0
    with pytest.raises(AssertionError, match="not the trump jack"):
        wrong = next(suit for suit in Suit if suit is not state.trump_suit)
        ENGINE.trick_implementer.play_trump_exchange(state, TrumpExchange(Card[f"JACK_{wrong.name}"]))


def test_hands_are_dealt_without_an_object_and_a_talon_has_one_trump() -> None:
    deck = SchnapsenDeckGenerator().get_initial_deck()
    one, two, talon = SchnapsenHandGenerator.generateHands(OrderedCardCollection(deck))
    assert (len(one), len(two), len(talon)) == (5, 5, 10) and one.cards[1] is deck.get_cards()[2]
    assert Talon(talon, Suit.DIAMONDS).trump_suit() is Suit.DIAMONDS
    with pytest.raises(AssertionError, match="Trump is DIAMONDS"):
        Talon(talon, Suit.CLUBS)


def test_bully_has_its_old_name(tmp_path: Path) -> None:
    file = tmp_path / "theirs.py"
    file.write_text(
        "from schnapsen.bots.bully import BullyBot\n"
        "from schnapsen.bots.rdeep import FirstFixedMoveThenBaseBot\n"
        "from schnapsen.bots.minimax import NoMoveBot, OneFixedMoveBot\n"
        "from schnapsen.bots.ml_bot import MLDataBot, MLPlayingBot, train_ML_model\n"
        "class Mine(BullyBot):\n    pass\n",
        encoding="utf-8",
    )
    pair = (contestant(str(file), SCHNAPSEN), contestant("random", SCHNAPSEN))
    assert play_match(Match(SCHNAPSEN, pair, 3, 1)).scores()[0].failures == 0
