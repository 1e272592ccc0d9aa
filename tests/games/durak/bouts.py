"""Games of Durak for the tests: from named cards, or played at random."""

from __future__ import annotations

import random

import numpy as np

from kiebitz.cards import CardSet
from kiebitz.games.durak import Durak
from kiebitz.games.durak.view import DurakState, DurakView
from kiebitz.kernel.worlds import count_worlds
from kiebitz.rules.values import Deal

BEATABLE = ("6S 6H 6D 6C 7S 7H", "8S 8H 7D 7C 9S 9H")  # diamonds are trumps; every attack has its answer
FEW_LEFT = {"top": "QC KD AC", "bottom": "AD", "start_rank": "11"}
FEW_LEFT_HANDS = ("JS JH JD JC QS QH", "QD KS KH KC AS AH")
OPTION_SETS = [
    {},
    {"end": "published"},
    {"leak": "published"},
    {"trumps": "off"},
    {"attack_limit": "6"},
    *({"start_rank": str(rank)} for rank in range(7, 15)),
    {"start_rank": "10", "trumps": "off", "attack_limit": "6", "end": "published"},
    {"start_rank": "12", "trumps": "off"},
]


def start(
    first_hand: str, second_hand: str, top: str = "", bottom: str = "", facts: str = "first=0", **options: str
) -> DurakState:
    """A game from both hands and some cards of the deck; the others lie in the middle of the deck."""
    game = Durak(options)
    named = f"{first_hand} {second_hand} {top} {bottom}".split()
    middle = [card for card in game.cards if card not in named]
    deck = " ".join([*top.split(), *middle, *bottom.split()])
    state = Deal.read(game, f"{first_hand} | {second_hand} | {deck} | {facts}").start()
    assert isinstance(state, DurakState)
    return state


def play(state: DurakState, moves: str) -> DurakState:
    for move in moves.split():
        state = state.play(move)
    return state


def view_of(state: DurakState, seat: int) -> DurakView:
    view = state.view(seat)
    assert isinstance(view, DurakView)
    return view


def worlds(view: DurakView) -> tuple[float, list[CardSet], list[int]]:
    """How many worlds a view leaves, and for each place the cards that may be there and how many are."""
    cards, room = np.zeros(3, np.int64), np.zeros(3, np.int64)
    assert view.game.kernels.unseen(view.vector, cards, room) == 3
    return count_worlds(cards, room, 3), [CardSet(int(c), view.game.deck) for c in cards], room.tolist()


def random_states(options: dict[str, str], seed: int) -> list[DurakState]:
    """All states of a random game; some players like to go on, others like to stop."""
    rng = random.Random(seed)
    eagerness = rng.random()
    state = Durak(options).deal(seed)
    assert isinstance(state, DurakState)
    states = [state]
    while not state.is_over:
        cards = [move for move in state.moves if move.code < 36]
        eager = cards and rng.random() < eagerness
        state = state.play(rng.choice(cards if eager else state.moves))
        states.append(state)
    return states
