"""The platform's bots that learn: games written to a file, a model fitted to them, a bot that asks the model.

A decision is a row of numbers, as the platform counts them, so files and models of either can be used with
both. Fitting and asking need scikit-learn, which ``pip install kiebitz[models]`` brings.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from kiebitz.games.schnapsen.platform.deck import CARDS, Card, Rank, Suit
from kiebitz.games.schnapsen.platform.moves import ExchangeTrick, Move, RegularTrick, Trick
from kiebitz.games.schnapsen.platform.perspective import PlayerPerspective
from kiebitz.games.schnapsen.platform.pieces import GamePhase
from kiebitz.games.schnapsen.platform.players import Bot

__all__ = [
    "MLDataBot", "MLPlayingBot", "create_state_and_actions_vector_representation",
    "get_move_feature_vector", "get_one_hot_encoding_of_card_rank", "get_one_hot_encoding_of_card_suit",
    "get_state_feature_vector", "train_ML_model",
]  # fmt: skip

SEPARATOR = " || "  # between a decision and whether its game was won
KINDS, PLACES = 3, 6  # of moves; where a card may be
MEMORY, MODEL = Path("ML_replay_memories", "test_replay_memory"), Path("ML_models", "test_model")


class MLPlayingBot(Bot):
    """The move by which, says a model from a file, the game is won most likely; the first of several."""

    def __init__(self, model_location: Path, name: str | None = None) -> None:
        super().__init__(name)
        assert model_location.exists(), f"There is no model {model_location}."
        self._model = _needed("joblib").load(model_location)

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        moves, state = perspective.valid_moves(), get_state_feature_vector(perspective)
        leads = perspective.am_i_leader()
        pairs = [(move, None) if leads else (leader_move, move) for move in moves]
        rows = [state + get_move_feature_vector(lead) + get_move_feature_vector(own) for lead, own in pairs]
        chances = [chance for _, chance in self._model.predict_proba(rows)]
        return moves[chances.index(max(chances))]


class MLDataBot(Bot):
    """Another bot, whose decisions are added to a file after each game with whether it was won.

    What the other side decided is added too, as far as this bot saw it.
    """

    def __init__(self, bot: Bot, replay_memory_location: Path) -> None:
        super().__init__()
        self.bot, self.replay_memory_file_path = bot, replay_memory_location

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        return self.bot.get_move(perspective, leader_move)

    def notify_game_end(self, won: bool, perspective: PlayerPerspective) -> None:
        with self.replay_memory_file_path.open("a", encoding="utf-8") as file:
            for past, trick in perspective.get_game_history()[:-1]:
                row = create_state_and_actions_vector_representation(past, *_moves(past, trick))
                file.write(f"{', '.join(map(str, row))}{SEPARATOR}{int(won)}\n")


def _moves(past: PlayerPerspective, trick: Trick | None) -> tuple[Move | None, Move | None]:
    """Lead and answer of a trick; a leader does not know the answer yet."""
    if isinstance(trick, ExchangeTrick):
        return trick.exchange, None
    assert isinstance(trick, RegularTrick)
    return trick.leader_move, None if past.am_i_leader() else trick.follower_move


def train_ML_model(  # noqa: N802
    replay_memory_location: Path | None,
    model_location: Path | None,
    model_class: Literal["NN", "LR"] = "LR",
) -> None:
    """Fit a logistic regression (LR) or a small neural network (NN) to a file of decisions, and keep it."""
    memory, target = replay_memory_location or MEMORY, model_location or MODEL
    assert model_class in ("NN", "LR"), f"A model is NN or LR, not {model_class}."
    if not memory.exists():
        raise ValueError(f"There are no decisions at {memory}.")
    if target.exists():
        raise ValueError(f"There is a model at {target} already; nothing was trained.")
    lines = [line.split(SEPARATOR) for line in memory.read_text(encoding="utf-8").splitlines()]
    rows = [[int(number) for number in row.split(",")] for row, _ in lines]
    model = _learner(model_class).fit(rows, [int(won) for _, won in lines])
    target.parent.mkdir(parents=True, exist_ok=True)
    _needed("joblib").dump(model, target)


def _learner(kind: str) -> Any:
    """The platform's settings."""
    if kind == "LR":
        return _needed("sklearn.linear_model").LogisticRegression(max_iter=1000)
    return _needed("sklearn.neural_network").MLPClassifier(
        hidden_layer_sizes=(30,),
        activation="tanh",
        learning_rate_init=0.0001,
        alpha=0.0001,
        early_stopping=True,
        n_iter_no_change=6,
    )


def _needed(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise ImportError("Bots that learn need scikit-learn: pip install 'kiebitz[models]'.") from None


# -- decisions as numbers ------------------------------------------------------------------------------


def create_state_and_actions_vector_representation(
    perspective: PlayerPerspective, leader_move: Move | None, follower_move: Move | None
) -> list[int]:
    """A position with lead and answer."""
    moves = get_move_feature_vector(leader_move) + get_move_feature_vector(follower_move)
    return get_state_feature_vector(perspective) + moves


def get_one_hot_encoding_of_card_suit(card_suit: Suit) -> list[int]:
    """Diamonds first, hearts last."""
    return _one(len(Suit) - card_suit.value, len(Suit))


def get_one_hot_encoding_of_card_rank(card_rank: Rank) -> list[int]:
    """The king first, the ace last."""
    return _one(len(Rank) - card_rank.value, len(Rank))


def get_move_feature_vector(move: Move | None) -> list[int]:
    """Kind, rank and suit of a move, of a marriage those of the queen; without a move nothing."""
    if move is None:
        return [0] * (KINDS + len(Rank) + len(Suit))
    kind = 2 if move.is_marriage() else 1 if move.is_trump_exchange() else 0
    card = move.cards[0]
    rank, suit = get_one_hot_encoding_of_card_rank(card.rank), get_one_hot_encoding_of_card_suit(card.suit)
    return _one(kind, KINDS) + rank + suit


def get_state_feature_vector(perspective: PlayerPerspective) -> list[int]:
    """Scores, trump, phase, talon, who leads, and where each card is, all as far as the bot knows."""
    mine, theirs = perspective.get_my_score(), perspective.get_opponent_score()
    found = [mine.direct_points, mine.pending_points, theirs.direct_points, theirs.pending_points]
    found += get_one_hot_encoding_of_card_suit(perspective.get_trump_suit())
    found += [1, 0] if perspective.get_phase() is GamePhase.TWO else [0, 1]
    found += [perspective.get_talon_size()]
    found += [0, 1] if perspective.am_i_leader() else [1, 0]
    places = _places(perspective)
    return found + [bit for card in CARDS for bit in _one(places.get(card, 0), PLACES)]


def _places(perspective: PlayerPerspective) -> dict[Card, int]:
    """Where the known cards are; what comes later counts."""
    turned = perspective.get_trump_card()
    known: list[Iterable[Card]] = [
        [turned] if turned else [],
        perspective.get_opponent_won_cards(),
        perspective.get_known_cards_of_opponent_hand(),
        perspective.get_won_cards(),
        perspective.get_hand(),
    ]
    return {card: place for place, cards in enumerate(known, 1) for card in cards}


def _one(place: int, length: int) -> list[int]:
    return [int(number == place) for number in range(length)]
