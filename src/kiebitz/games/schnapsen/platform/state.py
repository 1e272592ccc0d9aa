"""Positions between tricks: the platform's GameState on our state vector.

A position is kept as a vector, which our kernels understand. The platform's parts (hands, talon, scores) are
made from it when a bot asks for them; from then on they are the truth, since the bot may change them, and the
vector is written anew whenever a rule is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.platform.deck import CARDS, Card, Suit
from kiebitz.games.schnapsen.platform.kernels import MOST_MOVES, answers, leads, verdict
from kiebitz.games.schnapsen.platform.moves import MOVES, Move, Trick
from kiebitz.games.schnapsen.platform.pieces import BotState, GamePhase, Hand, Score, Talon
from kiebitz.kernel.state import HAND, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game

if TYPE_CHECKING:
    from kiebitz.games.schnapsen.platform.players import Bot

SUITS = list(Suit)
RULES = game("schnapsen")


@dataclass(frozen=True)
class Previous:
    """The position before, the trick that led on from there, and whether the same bot leads again."""

    state: GameState
    trick: Trick
    leader_remained_leader: bool


class GameState:
    """A position between tricks: leader, follower, talon, and how it came about."""

    _raw: Vector  # as long as no bot has looked at its parts

    def __init__(
        self, leader: BotState, follower: BotState, talon: Talon, previous: Previous | None = None
    ) -> None:
        self.previous = previous
        self._parts: tuple[BotState, BotState, Talon] | None = (leader, follower, talon)
        self._bots: tuple[Bot, Bot] | None = None
        self._won: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        self._past = 0

    @classmethod
    def of(
        cls,
        vector: Vector,
        bots: tuple[Bot, Bot],
        won: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
        past: int = 0,
        previous: Previous | None = None,
    ) -> GameState:
        """A position from a vector: bots and cards won by seat, the mask of what past tricks have shown."""
        state = cls.__new__(cls)
        state.previous = previous
        state._parts = None
        state._raw, state._bots, state._won, state._past = vector, bots, won, past
        return state

    # -- the platform's parts ------------------------------------------------------------------------

    @property
    def leader(self) -> BotState:
        return self._open()[0]

    @leader.setter
    def leader(self, state: BotState) -> None:
        self._parts = (state, *self._open()[1:])

    @property
    def follower(self) -> BotState:
        return self._open()[1]

    @follower.setter
    def follower(self, state: BotState) -> None:
        leader, _, talon = self._open()
        self._parts = (leader, state, talon)

    @property
    def talon(self) -> Talon:
        return self._open()[2]

    @talon.setter
    def talon(self, talon: Talon) -> None:
        self._parts = (*self._open()[:2], talon)

    @property
    def trump_suit(self) -> Suit:
        return SUITS[int(self.vector[r.TRUMP])] if self._parts is None else self._parts[2].trump_suit()

    def game_phase(self) -> GamePhase:
        talon = int(self.vector[r.SIZE]) if self._parts is None else len(self._parts[2])
        return GamePhase.ONE if talon else GamePhase.TWO

    def are_all_cards_played(self) -> bool:
        vector = self.vector
        return not (vector[HAND] or vector[HAND + 1] or vector[r.SIZE])

    def copy_for_next(self) -> GameState:
        """A copy to go on with; it has no history yet."""
        return GameState.of(self.vector.copy(), self.bots, self.won, self.past)

    def copy_with_other_bots(self, new_leader: Bot, new_follower: Bot) -> GameState:
        bots = (new_leader, new_follower) if self.vector[r.LEADER] == 0 else (new_follower, new_leader)
        return GameState.of(self.vector.copy(), bots, self.won, self.past, self.previous)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameState):
            return NotImplemented
        return self._open() == other._open() and self.previous == other.previous

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        leader, follower, talon = self._open()
        return f"GameState(leader={leader}, follower={follower}, talon={talon}, previous={self.previous})"

    # -- what the rest of this package asks ------------------------------------------------------------

    @property
    def vector(self) -> Vector:
        """The position for our kernels; not to be changed."""
        return self._raw if self._parts is None else pack(*self._parts)

    @property
    def bots(self) -> tuple[Bot, Bot]:
        """The bots by seat; a position that a bot has opened has its leader in seat 0."""
        if self._parts is None:
            assert self._bots is not None
            return self._bots
        return self._parts[0].implementation, self._parts[1].implementation

    @property
    def won(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The codes of the cards won, by seat, in the order in which they came."""
        if self._parts is None:
            return self._won
        return tuple(tuple(card.code for card in side.won_cards) for side in self._parts[:2])  # type: ignore[return-value]

    @property
    def past(self) -> int:
        """The mask of all cards that past tricks have shown."""
        if self._parts is None:
            return self._past
        mask, previous = 0, self.previous
        while previous:
            for card in previous.trick.cards:
                mask |= 1 << card.code
            previous = previous.state.previous
        return mask

    @property
    def game_points(self) -> int:
        """What the leader has won with the last trick, 0 if the game goes on."""
        return int(verdict(self.vector))

    def moves(self, leader_move: Move | None) -> list[Move]:
        """The legal moves of the leader, or of the follower against a lead; in the platform's order."""
        vector, found = self.vector, np.empty(MOST_MOVES, np.int64)
        n = leads(vector, found) if leader_move is None else answers(vector, leader_move.code, found)
        names = MOVES[vector[r.TRUMP]]
        return [names[code] for code in found[:n].tolist()]

    def _open(self) -> tuple[BotState, BotState, Talon]:
        if self._parts is None:
            words = self._raw.tolist()
            sides = [self._side(words, seat) for seat in range(2)]
            leader = words[r.LEADER]
            talon = Talon(unpack(words[r.STOCK], words[r.SIZE]), SUITS[words[r.TRUMP]])
            self._parts = (sides[leader], sides[1 - leader], talon)
        return self._parts

    def _side(self, words: list[int], seat: int) -> BotState:
        assert self._bots is not None
        hand = Hand(unpack(words[r.ORDER + seat], words[HAND + seat].bit_count()))
        score = Score(words[r.POINTS + seat], words[r.PENDING + seat])
        return BotState(self._bots[seat], hand, score, [CARDS[code] for code in self._won[seat]])


def unpack(word: int, n: int) -> list[Card]:
    """The cards of an order word."""
    return [CARDS[word >> 5 * i & 31] for i in range(n)]


def order_word(codes: Iterable[int]) -> int:
    return sum(code << 5 * i for i, code in enumerate(codes))


def fresh_vector() -> Vector:
    """An empty vector of the platform's rules."""
    vector = np.zeros(WORDS, np.int64)
    RULES.machine.clear(vector, 0, RULES.option_words)
    vector[r.LED] = vector[r.CLOSER] = vector[r.UPCARD] = -1
    return vector


def pack(leader: BotState, follower: BotState, talon: Talon) -> Vector:
    """The vector of a position from its parts; the leader gets seat 0."""
    vector = fresh_vector()
    for seat, side in enumerate((leader, follower)):
        codes = _codes(side.hand)
        vector[HAND + seat] = sum(1 << code for code in codes)
        vector[r.ORDER + seat] = order_word(codes)
        vector[r.POINTS + seat] = side.score.direct_points
        vector[r.PENDING + seat] = side.score.pending_points
        vector[r.WON + seat] = sum(1 << code for code in _codes(side.won_cards))
        vector[r.TRICKS + seat] = int(side.score.direct_points > 0)
    codes = _codes(talon)
    vector[r.STOCK] = order_word(codes)
    vector[r.SIZE] = len(codes)
    vector[r.UPCARD] = codes[-1] if codes else -1
    vector[r.TRUMP] = SUITS.index(talon.trump_suit())
    vector[r.LEADER] = vector[TURN] = 0
    return vector


def _codes(cards: Iterable[Card]) -> list[int]:
    codes = [card.code for card in cards]
    if -1 in codes:
        raise ValueError("Kiebitz plays Schnapsen with the twenty cards from jack to ace only.")
    if len(codes) > 12 and isinstance(cards, Talon | Hand):
        raise ValueError(f"Kiebitz cannot play with {len(codes)} cards in one place.")
    return codes
