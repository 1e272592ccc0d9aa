"""The platform's own bots, written to its interface: rand, bully, rdeep."""

from __future__ import annotations

import random
from typing import Protocol

from kiebitz.games.schnapsen.platform.first.cards import Move
from kiebitz.games.schnapsen.platform.first.deck import Deck
from kiebitz.games.schnapsen.platform.first.state import State


class Player(Protocol):
    """What every bot of the platform has."""

    def get_move(self, state: State) -> Move | None: ...


class Rand:
    """Any legal move."""

    def get_move(self, state: State) -> Move:
        return random.choice(state.moves())


class Bully:
    """The highest trump; else the highest card of the led suit; else the highest rank."""

    def get_move(self, state: State) -> Move:
        moves = state.moves()
        led = state.get_opponents_played_card()
        for suit in (state.get_trump_suit(), None if led is None else Deck.get_suit(led)):
            for move in moves:
                if move[0] is not None and Deck.get_suit(move[0]) == suit:
                    return move
        return highest_rank(moves)


def highest_rank(moves: list[Move]) -> Move:
    """The last move of the highest rank."""
    cards = [move for move in moves if move[0] is not None]
    best = min(int(move[0] or 0) % 5 for move in cards)
    return [move for move in cards if int(move[0] or 0) % 5 == best][-1]


class Rdeep:
    """Random playouts from assumed states; the best single assumption decides, as in the platform."""

    def __init__(self, num_samples: int = 4, depth: int = 8) -> None:
        self.num_samples, self.depth = num_samples, depth

    def get_move(self, state: State) -> Move:
        moves, player = state.moves(), state.whose_turn()
        random.shuffle(moves)
        values = [max(self.value(state, move, player) for _ in range(self.num_samples)) for move in moves]
        return moves[values.index(max(values))]

    def value(self, state: State, move: Move, player: int) -> float:
        """The mean share of points after random moves in one assumed state."""
        start = state.make_assumption().next(move)
        return sum(self.playout(start, player) for _ in range(self.num_samples)) / self.num_samples

    def playout(self, state: State, player: int) -> float:
        for _ in range(self.depth):
            if state.finished():
                break
            state = state.next(random.choice(state.moves()))
        mine, theirs = state.get_points(player), state.get_points(3 - player)
        return mine / (mine + theirs) if mine + theirs else 0.0


NAMES: dict[str, type[Player]] = {"rand": Rand, "bully": Bully, "rdeep": Rdeep}


def named(name: str) -> Player:
    """A new bot of a name."""
    if name not in NAMES:
        raise ValueError(
            f"Kiebitz has no bot {name!r} of the university's first platform, only {', '.join(NAMES)}."
        )
    return NAMES[name]()
