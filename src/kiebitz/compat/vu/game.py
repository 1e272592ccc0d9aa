"""All that the platform's module ``schnapsen.game`` offers to bots."""

from __future__ import annotations

from kiebitz.compat.vu.deck import Card, CardCollection, OrderedCardCollection, Rank, Suit
from kiebitz.compat.vu.engine import (
    GamePlayEngine,
    SchnapsenGamePlayEngine,
    SchnapsenTrickImplementer,
    TrickImplementer,
)
from kiebitz.compat.vu.moves import (
    ExchangeTrick,
    Marriage,
    Move,
    PartialTrick,
    RegularMove,
    RegularTrick,
    Trick,
    TrumpExchange,
)
from kiebitz.compat.vu.parts import (
    DeckGenerator,
    HandGenerator,
    MoveValidator,
    SchnapsenDeckGenerator,
    SchnapsenHandGenerator,
    SchnapsenMoveValidator,
    SchnapsenTrickScorer,
    TrickScorer,
)
from kiebitz.compat.vu.perspective import (
    ExchangeFollowerPerspective,
    FollowerPerspective,
    LeaderPerspective,
    LoserPerspective,
    PlayerPerspective,
    WinnerPerspective,
)
from kiebitz.compat.vu.pieces import BotState, GamePhase, Hand, Score, Talon
from kiebitz.compat.vu.players import Bot, MoveRequester, SilencingMoveRequester, SimpleMoveRequester
from kiebitz.compat.vu.state import GameState, Previous

__all__ = [
    "Bot", "BotState", "Card", "CardCollection", "DeckGenerator", "ExchangeFollowerPerspective",
    "ExchangeTrick", "FollowerPerspective", "GamePhase", "GamePlayEngine", "GameState", "Hand",
    "HandGenerator", "LeaderPerspective", "LoserPerspective", "Marriage", "Move", "MoveRequester",
    "MoveValidator", "OrderedCardCollection", "PartialTrick", "PlayerPerspective", "Previous", "Rank",
    "RegularMove", "RegularTrick", "SchnapsenDeckGenerator", "SchnapsenGamePlayEngine",
    "SchnapsenHandGenerator", "SchnapsenMoveValidator", "SchnapsenTrickImplementer",
    "SchnapsenTrickScorer", "Score", "SilencingMoveRequester", "SimpleMoveRequester", "Suit", "Talon",
    "Trick", "TrickImplementer", "TrickScorer", "TrumpExchange", "WinnerPerspective",
]  # fmt: skip
