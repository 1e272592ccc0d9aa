"""The parts of the platform's engine that ask no bot: deck, deal, legal moves, scores."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, ClassVar, NoReturn

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.platform.deck import CARDS, OrderedCardCollection, Rank, Suit
from kiebitz.games.schnapsen.platform.kernels import marriage_points, takes
from kiebitz.games.schnapsen.platform.moves import Marriage, Move, RegularTrick
from kiebitz.games.schnapsen.platform.pieces import BotState, Hand, Score, Talon
from kiebitz.games.schnapsen.platform.state import SUITS, GameState

if TYPE_CHECKING:
    from kiebitz.games.schnapsen.platform.engine import GamePlayEngine


class Part:
    """A part of the engine; what a bot looks for in vain is named."""

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"Kiebitz does not have {name!r} of the platform's {type(self).__name__}.")


class DeckGenerator(Part):
    def get_initial_deck(self) -> OrderedCardCollection:
        raise NotImplementedError

    @classmethod
    def shuffle_deck(cls, deck: OrderedCardCollection, rng: Random) -> OrderedCardCollection:
        cards = deck.get_cards()
        rng.shuffle(cards)
        return OrderedCardCollection(cards)


class SchnapsenDeckGenerator(DeckGenerator):
    def get_initial_deck(self) -> OrderedCardCollection:
        return OrderedCardCollection(CARDS)


class HandGenerator(Part):
    @staticmethod
    def generateHands(cards: OrderedCardCollection) -> tuple[Hand, Hand, Talon]:  # noqa: N802
        raise NotImplementedError


class SchnapsenHandGenerator(HandGenerator):
    """Cards in turn to both hands; the rest is the talon."""

    @staticmethod
    def generateHands(cards: OrderedCardCollection) -> tuple[Hand, Hand, Talon]:  # noqa: N802
        deck = cards.get_cards()
        return Hand(deck[0:10:2]), Hand(deck[1:10:2]), Talon(deck[10:])


class MoveValidator(Part):
    """Which moves are legal; ``game_engine`` is not needed for it."""

    def get_legal_leader_moves(self, game_engine: GamePlayEngine, game_state: GameState) -> list[Move]:
        return game_state.moves(None)

    def is_legal_leader_move(self, game_engine: GamePlayEngine, game_state: GameState, move: Move) -> bool:
        return move in game_state.moves(None)

    def get_legal_follower_moves(
        self, game_engine: GamePlayEngine, game_state: GameState, leader_move: Move
    ) -> list[Move]:
        return game_state.moves(leader_move)

    def is_legal_follower_move(
        self, game_engine: GamePlayEngine, game_state: GameState, leader_move: Move, move: Move
    ) -> bool:
        return move in game_state.moves(leader_move)


class SchnapsenMoveValidator(MoveValidator):
    pass


class TrickScorer(Part):
    def rank_to_points(self, rank: Rank) -> int:
        raise NotImplementedError


class SchnapsenTrickScorer(TrickScorer):
    SCORES: ClassVar[dict[Rank, int]] = {CARDS[i].rank: int(r.VALUE[i]) for i in (4, 3, 2, 1, 0)}

    def rank_to_points(self, rank: Rank) -> int:
        return self.SCORES[rank]

    def marriage(self, move: Marriage, gamestate: GameState) -> Score:
        """What a marriage adds to the points that wait."""
        trump = SUITS.index(gamestate.trump_suit)
        return Score(pending_points=marriage_points(SUITS.index(move.suit), trump))

    def score(
        self, trick: RegularTrick, leader: BotState, follower: BotState, trump: Suit
    ) -> tuple[BotState, BotState, bool]:
        """Give the trick to its winner: winner, loser, and whether the leader won."""
        led, answer = trick.leader_move, trick.follower_move.card
        card = led.king_card if isinstance(led, Marriage) else led.card
        leads_again = not takes(card.code, answer.code, SUITS.index(trump))
        winner, loser = (leader, follower) if leads_again else (follower, leader)
        points = self.rank_to_points(card.rank) + self.rank_to_points(answer.rank)
        winner.won_cards.extend((card, answer))
        winner.score = (winner.score + Score(points)).redeem_pending_points()
        return winner, loser, leads_again

    def declare_winner(self, game_state: GameState) -> tuple[BotState, int] | None:
        """The leader and its game points if the last trick has won it the game."""
        points = game_state.game_points
        return (game_state.leader, points) if points else None
