"""The platform's ``State`` on our state vector.

A bot gets the state of its own view: other cards are not in it, whatever it looks at. In the second phase
every card is known, so the state is complete.
"""

from __future__ import annotations

import random
from random import Random

import numpy as np

from kiebitz.games.schnapsen import SUITS as OUR_SUITS
from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.platform.first.cards import OURS, THEIRS, Move, code_of, moves_of
from kiebitz.games.schnapsen.platform.first.deck import Deck
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
        return moves_of(int(r.legal(self._vector)), int(self._vector[r.TRUMP]))

    def next(self, move: Move) -> State:
        """The state after a move; after an illegal one it is over and lost."""
        if self._vector[VIEWER] >= 0:
            raise RuntimeError("In the first phase cards are hidden: call make_assumption() before next().")
        after = State(self._vector.copy(), self._previous)
        if move not in self.moves():
            after._revoked = self.whose_turn()
            after._vector[TURN] = -1
            return after
        led, player = self.get_opponents_played_card(), self.whose_turn()
        r.play(after._vector, code_of(move))
        if led is not None:
            after._previous = (led, move[0]) if player == 2 else (move[0], led)
        return after

    def make_assumption(self) -> State:
        """A complete state that fits what is known; all such states are equally likely."""
        if self._vector[VIEWER] < 0:
            return self.clone()
        vector = np.zeros(WORDS, np.int64)
        RULES.kernels.complete(self._vector, np.array([random.getrandbits(62)], np.int64), vector)
        return State(vector, self._previous)

    def clone(self, signature: int | None = None) -> State:
        """A copy; with the number of a player, what that player may know."""
        if signature is None or self._vector[VIEWER] >= 0:
            copy = State(self._vector.copy(), self._previous)
            copy._revoked = self._revoked
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
        """The cards of the player to move."""
        mask = int(self._vector[HAND + self.whose_turn() - 1])
        return [card for card in range(20) if mask >> OURS[card] & 1]

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
        """Where a player knows the cards to be: P1H, P2W ... in hands and tricks, S face up, U unknown."""
        words: list[int] = self._vector.tolist()
        me = (player or self.whose_turn()) - 1
        places = ["U"] * 20
        for seat in range(2):
            known = words[r.SHOWN + seat] | (words[HAND + seat] if seat == me or words[r.SIZE] == 0 else 0)
            led = 1 << words[r.LED] if words[r.LED] >= 0 and words[r.LEADER] == seat else 0
            for mask, place in ((known | led, f"P{seat + 1}H"), (words[r.WON + seat], f"P{seat + 1}W")):
                for card in range(20):
                    if mask >> OURS[card] & 1:
                        places[card] = place
        if words[r.UPCARD] >= 0:
            places[THEIRS[words[r.UPCARD]]] = "S"
        return places


def seen(view: Vector, previous: tuple[int | None, int | None]) -> State:
    """The state of a view; complete in the second phase, when nothing is hidden."""
    if view[r.SIZE] > 0 or view[TURN] < 0:
        return State(view, previous)
    vector = np.zeros(WORDS, np.int64)
    RULES.kernels.complete(view, np.zeros(1, np.int64), vector)
    return State(vector, previous)
