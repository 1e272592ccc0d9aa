"""The platform's ``State`` on our state vector.

A bot gets the state of its own view: other cards are not in it, whatever it looks at. In the second phase
every card is known, so the state is complete.

Such a masked state answers ``next`` for the moves of its own player with another one: the move is played in a
made-up world, and what that world has dealt, the card that the player draws, is taken out again. So the
answer is a function of the view and the move.
"""

from __future__ import annotations

import random
from json import dumps
from random import Random
from typing import Any

import numpy as np

from kiebitz.games.schnapsen import SUITS as OUR_SUITS
from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.platform.first.cards import OURS, THEIRS, Move, code_of, moves_of
from kiebitz.games.schnapsen.platform.first.deck import Deck
from kiebitz.kernel.bits import bit
from kiebitz.kernel.state import HAND, TURN, VIEWER, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game

RULES = game("schnapsen", {"rules": "vu-old"})


class State:
    """A position. Players are 1 and 2, cards and moves numbers (see ``cards``).

    >>> state = State.generate(1)
    >>> state.whose_turn(), state.hand(), state.get_trump_suit()
    (1, [7, 10, 12, 13, 14], 'H')
    >>> state.next(state.moves()[0]).get_opponents_played_card()
    7
    """

    def __init__(self, vector: Vector, previous: tuple[int | None, int | None] = (None, None)) -> None:
        self._vector, self._previous = vector, previous
        self._revoked: int | None = None
        self._before: tuple[State, Move] | None = None  # of a masked state that next() has answered

    @classmethod
    def generate(cls, id: int | None = None, phase: int = 1) -> State:
        """The deal of a number, or any; with ``phase=2`` random moves are played until the stock is empty."""
        number = random.getrandbits(32) if id is None else id
        cards, rng = list(range(20)), Random(number)
        rng.shuffle(cards)
        talon = [OURS[card] for card in reversed(cards[:10])]
        hands = [OURS[card] for card in cards[10:]]
        vector = np.zeros(WORDS, np.int64)
        RULES.machine.clear(vector, 0, RULES.option_words)
        leader = 0 if Random(number).choice([True, False]) else 1
        r.deal(vector, np.array([*hands, *talon, leader] + [0] * 43, np.int64))
        state = cls(vector)
        while phase == 2 and state.get_phase() == 1:
            state = state.next(rng.choice(state.moves()))
            if state.finished():
                return cls.generate(None if id is None else id + 1_000_003, phase)
        return state

    # -- the game goes on ------------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """The legal moves: cards from the ace of clubs on, the exchange, marriages."""
        if self.finished():
            return []
        vector = self._vector
        if not self._is_ones_own_turn():
            if not self.hand():
                raise RuntimeError("The other hand is hidden: call make_assumption() before moves().")
            vector = vector.copy()
            vector[HAND + self.whose_turn() - 1] = self._held()
        return moves_of(int(r.legal(vector)), int(vector[r.TRUMP]))

    def next(self, move: Move) -> State:
        """The state after a move; after an illegal one it is over and lost.

        A masked state answers for its own player only, and the answer is masked too: a card that is drawn is
        not in it.
        """
        if not self._is_ones_own_turn():
            raise RuntimeError("The other hand is hidden: call make_assumption() before next().")
        if move not in self.moves():
            return self._lost()
        world = self._world(0)
        after = State(world._vector.copy(), self._previous)
        led, player = self.get_opponents_played_card(), self.whose_turn()
        r.play(after._vector, code_of(move))
        if led is not None:
            after._previous = (led, move[0]) if player == 2 else (move[0], led)
        return after if self._vector[VIEWER] < 0 else self._masked(after, move)

    def _masked(self, world: State, move: Move) -> State:
        """What the viewer may know when its move has led to this, in a world that is made up."""
        seat = int(self._vector[VIEWER])
        after = State(np.zeros(WORDS, np.int64), world._previous)
        RULES.kernels.observe(world._vector, seat, after._vector)
        turned = int(self._vector[r.UPCARD])
        known = int(self._vector[HAND + seat]) | (int(bit(turned)) if turned >= 0 else 0)
        drawn = int(after._vector[HAND + seat]) & ~known
        if drawn:
            after._vector[HAND + seat] &= ~drawn
            after._vector[r.ORDER + seat] = r.without(after._vector[r.ORDER + seat], drawn.bit_length() - 1)
        after._before = (self, move)
        return after

    def _lost(self) -> State:
        """Over, by an illegal move of the player to move."""
        after = self.clone()
        after._revoked, after._before = self.whose_turn(), None
        after._vector[TURN] = -1
        return after

    def _is_ones_own_turn(self) -> bool:
        """Is the hand of the player to move known?"""
        return bool(self._vector[VIEWER] < 0 or self._vector[VIEWER] == self.whose_turn() - 1)

    def make_assumption(self) -> State:
        """A complete state that fits what is known; all such states are equally likely."""
        return self._world(random.getrandbits(62)) if self._vector[VIEWER] >= 0 else self.clone()

    def _world(self, number: int) -> State:
        """A complete state that fits what is known; the number decides which."""
        if self._vector[VIEWER] < 0:
            return self
        if self._before:
            state, move = self._before
            return state._world(number).next(move)
        vector = np.zeros(WORDS, np.int64)
        RULES.kernels.complete(self._vector, np.array([number], np.int64), vector)
        world = State(vector, self._previous)
        world._revoked = self._revoked
        return world

    def clone(self, signature: int | None = None) -> State:
        """A copy; with the number of a player, what that player may know."""
        if signature is None or self._vector[VIEWER] >= 0:
            copy = State(self._vector.copy(), self._previous)
            copy._revoked, copy._before = self._revoked, self._before
            return copy
        view = np.zeros(WORDS, np.int64)
        RULES.kernels.observe(self._vector, signature - 1, view)
        return seen(view, self._previous)

    # -- how it stands ---------------------------------------------------------------------------------

    def finished(self) -> bool:
        return bool(self._vector[TURN] < 0)

    def revoked(self) -> int | None:
        """The player who has made an illegal move."""
        return self._revoked

    def winner(self) -> tuple[int | None, int]:
        """The winner and the game points; (None, 0) as long as it goes on."""
        if self._revoked is not None:
            return 3 - self._revoked, 3
        if not self.finished():
            return None, 0
        points = [int(self._vector[r.SCORE + seat]) for seat in range(2)]
        return (1, points[0]) if points[0] > 0 else (2, points[1])

    def whose_turn(self) -> int:
        return int(self._vector[TURN] if self._vector[TURN] >= 0 else self._vector[r.LEADER]) + 1

    def leader(self) -> int:
        return int(self._vector[r.LEADER]) + 1

    def hand(self) -> list[int]:
        """The cards of the player to move, as far as they are known."""
        return _cards(self._held())

    def _held(self) -> int:
        """What is known of the hand of the player to move."""
        seat = self.whose_turn() - 1
        return int(self._vector[HAND + seat] | self._vector[r.SHOWN + seat])

    def get_opponents_played_card(self) -> int | None:
        """The card to be answered; None for a player who leads."""
        return THEIRS[self._vector[r.LED]] if self._vector[r.LED] >= 0 else None

    def get_prev_trick(self) -> list[int | None]:
        """The last trick: the card of player 1, the card of player 2."""
        return list(self._previous)

    def get_trump_suit(self) -> str:
        return OUR_SUITS[self._vector[r.TRUMP]]

    def get_phase(self) -> int:
        return 1 if self._vector[r.SIZE] > 0 else 2

    def get_stock_size(self) -> int:
        return int(self._vector[r.SIZE])

    def get_points(self, player: int) -> int:
        return int(self._vector[r.POINTS + player - 1])

    def get_pending_points(self, player: int) -> int:
        return int(self._vector[r.PENDING + player - 1])

    def get_deck(self) -> Deck:
        return Deck(self)

    def get_perspective(self, player: int | None = None) -> list[str]:
        """Where a player knows the cards to be: P1H, P2W ... in hands and tricks, S face up, U unknown.

        In the second phase too: of the other hand it tells what has been shown.
        """
        viewer = int(self._vector[VIEWER])
        return self._places([viewer if viewer >= 0 else (player or self.whose_turn()) - 1], "U")

    def _card_states(self) -> list[str]:
        """Where the cards are; in the first phase of a bot's state as far as its player may know it."""
        viewer = int(self._vector[VIEWER])
        return self.get_perspective() if viewer >= 0 else self._places([0, 1], "S")

    def _places(self, open_hands: list[int], rest: str) -> list[str]:
        words: list[int] = self._vector.tolist()
        places = [rest] * 20
        for seat in range(2):
            known = words[r.SHOWN + seat] | (words[HAND + seat] if seat in open_hands else 0)
            led = 1 << words[r.LED] if words[r.LED] >= 0 and words[r.LEADER] == seat else 0
            for mask, place in ((known | led, f"P{seat + 1}H"), (words[r.WON + seat], f"P{seat + 1}W")):
                for card in _cards(mask):
                    places[card] = place
        if words[r.UPCARD] >= 0:
            places[THEIRS[words[r.UPCARD]]] = "S"
        return places

    def convert_to_json(self) -> str:
        """A complete state as JSON, with the platform's names."""
        if self._vector[VIEWER] >= 0:
            raise RuntimeError("A state with hidden cards cannot be converted: call make_assumption() first.")
        return dumps(self._document())

    def _document(self) -> dict[str, Any]:
        turn, trick = self.whose_turn(), [None, None]
        led = self.get_opponents_played_card()
        if led is not None:
            trick[self.leader() - 1] = led  # type: ignore[call-overload]
        stock = [THEIRS[int(self._vector[r.STOCK]) >> 5 * i & 31] for i in range(self.get_stock_size())]
        deck = {
            "card_state": self._card_states(),
            "p1_perspective": self.get_perspective(1),
            "p2_perspective": self.get_perspective(2),
            "trick": trick,
            "previous_trick": self.get_prev_trick(),
            "stock": stock[::-1],  # the trump card first
            "trump_suit": self.get_trump_suit(),
            "signature": None,
        }
        return {
            "deck": deck,
            "moves": self.moves(),
            "finished": self.finished(),
            "phase": self.get_phase(),
            "leads_turn": self.leader() == turn,
            "player1s_turn": turn == 1,
            **{f"p{player}_points": self.get_points(player) for player in (1, 2)},
            **{f"p{player}_pending_points": self.get_pending_points(player) for player in (1, 2)},
            "signature": None,
            "revoked": self._revoked,
        }


def _cards(mask: int) -> list[int]:
    """The cards of a mask of ours."""
    return [card for card in range(20) if mask >> OURS[card] & 1]


def seen(view: Vector, previous: tuple[int | None, int | None]) -> State:
    """The state of a view; complete in the second phase, when nothing is hidden."""
    if view[r.SIZE] > 0 or view[TURN] < 0:
        return State(view, previous)
    vector = np.zeros(WORDS, np.int64)
    RULES.kernels.complete(view, np.zeros(1, np.int64), vector)
    return State(vector, previous)
