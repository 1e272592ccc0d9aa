"""What a bot may see and ask: the platform's perspectives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import TYPE_CHECKING, NoReturn

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.platform.deck import CARDS, Card, CardCollection, OrderedCardCollection, Suit
from kiebitz.games.schnapsen.platform.moves import Move, RegularTrick, Trick
from kiebitz.games.schnapsen.platform.pieces import GamePhase, Hand, Score
from kiebitz.games.schnapsen.platform.players import DummyBot
from kiebitz.games.schnapsen.platform.state import SUITS, GameState, order_word, unpack
from kiebitz.kernel.state import HAND
from kiebitz.kernel.vectors import Vector

if TYPE_CHECKING:
    from kiebitz.games.schnapsen.platform.engine import GamePlayEngine

DUMMIES = (DummyBot("dummy"), DummyBot("dummy"))


class PlayerPerspective(ABC):
    """A position as one of its bots sees it."""

    def __init__(self, state: GameState, engine: GamePlayEngine) -> None:
        self.__state = state
        self.__engine = engine

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"Kiebitz does not have {name!r} of the platform's perspective.")

    # -- whose eyes --------------------------------------------------------------------------------

    @abstractmethod
    def am_i_leader(self) -> bool: ...

    @abstractmethod
    def valid_moves(self) -> list[Move]: ...

    @property
    def _seat(self) -> int:
        leader = int(self.__state.vector[r.LEADER])
        return leader if self.am_i_leader() else 1 - leader

    def _legal(self, leader_move: Move | None) -> list[Move]:
        return self.__state.moves(leader_move)

    # -- one's own side ----------------------------------------------------------------------------

    def get_hand(self) -> Hand:
        """A copy of one's own hand, the card held longest first."""
        return self._hand(self._seat)

    def get_my_score(self) -> Score:
        return self._score(self._seat)

    def get_won_cards(self) -> CardCollection:
        return self._won(self._seat)

    # -- the other side ----------------------------------------------------------------------------

    def get_opponent_score(self) -> Score:
        return self._score(1 - self._seat)

    def get_opponent_won_cards(self) -> CardCollection:
        return self._won(1 - self._seat)

    def get_opponent_hand_in_phase_two(self) -> Hand:
        assert self.get_phase() is GamePhase.TWO, "The opponent's hand is not known in phase one."
        return self._hand(1 - self._seat)

    def get_known_cards_of_opponent_hand(self) -> CardCollection:
        """All of them in phase two; before, what marriages and exchanges have shown."""
        hand = self._hand(1 - self._seat)
        if self.get_phase() is GamePhase.TWO:
            return hand
        past = self.__state.past
        return OrderedCardCollection([card for card in hand.cards if past >> card.code & 1])

    # -- the table ---------------------------------------------------------------------------------

    def get_trump_suit(self) -> Suit:
        return SUITS[int(self.__state.vector[r.TRUMP])]

    def get_trump_card(self) -> Card | None:
        code = int(self.__state.vector[r.UPCARD])
        return CARDS[code] if code >= 0 else None

    def get_talon_size(self) -> int:
        return int(self.__state.vector[r.SIZE])

    def get_phase(self) -> GamePhase:
        return self.__state.game_phase()

    def get_engine(self) -> GamePlayEngine:
        return self.__engine

    def seen_cards(self, leader_move: Move | None) -> CardCollection:
        """Own hand, face-up trump, all cards of past tricks, and those of the lead."""
        seen = self._seen(leader_move)
        return OrderedCardCollection([card for card in CARDS if seen >> card.code & 1])

    def get_game_history(self) -> list[tuple[PlayerPerspective, Trick | None]]:
        """Past positions as this bot saw them, with the tricks that followed; last this one with None."""
        history: list[tuple[PlayerPerspective, Trick | None]] = [(self, None)]
        previous, leading = self.__state.previous, self.am_i_leader()
        while previous:
            leading = leading if previous.leader_remained_leader else not leading
            history.append((self._before(previous.state, previous.trick, leading), previous.trick))
            previous = previous.state.previous
        return history[::-1]

    def _before(self, state: GameState, trick: Trick, leading: bool) -> PlayerPerspective:
        if leading:
            return LeaderPerspective(state, self.__engine)
        if not isinstance(trick, RegularTrick):
            return ExchangeFollowerPerspective(state, self.__engine)
        return FollowerPerspective(state, self.__engine, trick.leader_move)

    # -- what might be -----------------------------------------------------------------------------

    def get_state_in_phase_two(self) -> GameState:
        assert self.get_phase() is GamePhase.TWO, "The position is not known in phase one."
        return self.__state.copy_with_other_bots(*DUMMIES)

    def make_assumption(self, leader_move: Move | None, rand: Random) -> GameState:
        """A position in which the cards that this bot has not seen are dealt anew.

        The unseen cards in deck order are shuffled once and then taken from the end: for the talon from its
        top, then for the opponent's hand.
        """
        position = self.__state.copy_with_other_bots(*DUMMIES)
        if self.get_phase() is GamePhase.TWO:
            return position
        vector, other, seen = position.vector, 1 - self._seat, self._seen(leader_move)
        words = vector.tolist()
        hand = unpack(words[r.ORDER + other], words[HAND + other].bit_count())
        assert leader_move is None or all(card in hand for card in leader_move.cards), (
            f"The opponent, who is said to have led {leader_move}, does not hold it."
        )
        talon = [card.code for card in unpack(words[r.STOCK], words[r.SIZE])]
        codes = [card.code for card in hand]
        unseen = [code for code in range(20) if not seen >> code & 1]
        hidden = sum(not seen >> code & 1 for code in (*talon, *codes))
        assert len(unseen) == hidden, f"{len(unseen)} cards are unseen, but {hidden} places are hidden."
        if len(unseen) > 1:
            rand.shuffle(unseen)
        talon = [code if seen >> code & 1 else unseen.pop() for code in talon]
        codes = [code if seen >> code & 1 else unseen.pop() for code in codes]
        vector[r.STOCK] = order_word(talon)
        vector[r.ORDER + other] = order_word(codes)
        vector[HAND + other] = sum(1 << code for code in codes)
        return position

    # -- details -----------------------------------------------------------------------------------

    def _seen(self, leader_move: Move | None) -> int:
        vector = self.__state.vector
        seen = self.__state.past | int(vector[HAND + self._seat])
        if vector[r.UPCARD] >= 0:
            seen |= 1 << int(vector[r.UPCARD])
        for card in leader_move.cards if leader_move else ():
            seen |= 1 << card.code
        return seen

    def _hand(self, seat: int) -> Hand:
        vector = self.__state.vector
        return Hand(unpack(int(vector[r.ORDER + seat]), int(vector[HAND + seat]).bit_count()))

    def _score(self, seat: int) -> Score:
        vector = self.__state.vector
        return Score(int(vector[r.POINTS + seat]), int(vector[r.PENDING + seat]))

    def _won(self, seat: int) -> CardCollection:
        return OrderedCardCollection([CARDS[code] for code in self.__state.won[seat]])

    @property
    def _insides(self) -> tuple[Vector, int, int]:
        """The vector, one's own seat and the mask of cards seen, for compiled bots of this package."""
        return self.__state.vector, self._seat, self._seen(None)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(state={self.__state}, engine={self.__engine})"


class LeaderPerspective(PlayerPerspective):
    """The leader's eyes."""

    def am_i_leader(self) -> bool:
        return True

    def valid_moves(self) -> list[Move]:
        return self._legal(None)


class FollowerPerspective(PlayerPerspective):
    """The follower's eyes."""

    def __init__(self, state: GameState, engine: GamePlayEngine, leader_move: Move | None) -> None:
        super().__init__(state, engine)
        self.__leader_move = leader_move

    def am_i_leader(self) -> bool:
        return False

    def valid_moves(self) -> list[Move]:
        assert self.__leader_move is not None, "Without a lead the follower has no valid moves."
        return self._legal(self.__leader_move)


class ExchangeFollowerPerspective(PlayerPerspective):
    """The eyes of the bot that looked on while the leader exchanged the trump jack."""

    def am_i_leader(self) -> bool:
        return False

    def valid_moves(self) -> list[Move]:
        return []


class WinnerPerspective(LeaderPerspective):
    """The winner's eyes after the game."""

    def valid_moves(self) -> list[Move]:
        raise Exception("The game is over: there are no valid moves.")


class LoserPerspective(FollowerPerspective):
    """The loser's eyes after the game."""

    def __init__(self, state: GameState, engine: GamePlayEngine) -> None:
        super().__init__(state, engine, None)

    def valid_moves(self) -> list[Move]:
        raise Exception("The game is over: there are no valid moves.")
