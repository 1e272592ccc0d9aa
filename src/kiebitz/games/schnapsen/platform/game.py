"""All that the platform's module ``schnapsen.game`` offers to bots."""

from __future__ import annotations

from kiebitz.games.schnapsen.platform.deck import Card, CardCollection, OrderedCardCollection, Rank, Suit
from kiebitz.games.schnapsen.platform.engine import (
    GamePlayEngine,
    SchnapsenGamePlayEngine,
    SchnapsenTrickImplementer,
    TrickImplementer,
)
from kiebitz.games.schnapsen.platform.moves import (
    ExchangeTrick,
    Marriage,
    Move,
    PartialTrick,
    RegularMove,
    RegularTrick,
    Trick,
    TrumpExchange,
)
from kiebitz.games.schnapsen.platform.parts import (
    DeckGenerator,
    HandGenerator,
    MoveValidator,
    SchnapsenDeckGenerator,
    SchnapsenHandGenerator,
    SchnapsenMoveValidator,
    SchnapsenTrickScorer,
    TrickScorer,
)
from kiebitz.games.schnapsen.platform.perspective import (
    ExchangeFollowerPerspective,
    FollowerPerspective,
    LeaderPerspective,
    LoserPerspective,
    PlayerPerspective,
    WinnerPerspective,
)
from kiebitz.games.schnapsen.platform.pieces import BotState, GamePhase, Hand, Score, Talon
from kiebitz.games.schnapsen.platform.players import (
    Bot,
    MoveRequester,
    SilencingMoveRequester,
    SimpleMoveRequester,
)
from kiebitz.games.schnapsen.platform.players import (
    DummyBot as _DummyBot,
)
from kiebitz.games.schnapsen.platform.state import GameState, Previous

Trump_Exchange = TrumpExchange  # its name before 2024

__all__ = [
    "Bot", "BotState", "Card", "CardCollection", "DeckGenerator", "ExchangeFollowerPerspective",
    "ExchangeTrick", "FollowerPerspective", "GamePhase", "GamePlayEngine", "GameState", "Hand",
    "HandGenerator", "LeaderPerspective", "LoserPerspective", "Marriage", "Move", "MoveRequester",
    "MoveValidator", "OrderedCardCollection", "PartialTrick", "PlayerPerspective", "Previous", "Rank",
    "RegularMove", "RegularTrick", "SchnapsenDeckGenerator", "SchnapsenGamePlayEngine",
    "SchnapsenHandGenerator", "SchnapsenMoveValidator", "SchnapsenTrickImplementer",
    "SchnapsenTrickScorer", "Score", "SilencingMoveRequester", "SimpleMoveRequester", "Suit", "Talon",
    "Trick", "TrickImplementer", "TrickScorer", "TrumpExchange", "Trump_Exchange", "WinnerPerspective",
    "_DummyBot",
]  # fmt: skip
