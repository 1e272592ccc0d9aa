"""All positions of a small deck: the fronts of the search are those of plans that are tried one by one.

Three players hold two of the aces and kings each, hearts are trumps, and two cards are in no hand. A position
is what the seat to move in the first trick knows: its cards, its guess and the cards on the table. (What the
others have guessed does not matter to it; in the second trick nobody has a choice.)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import NamedTuple

import pytest

from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, View
from tests.search.brute_plans import Plans
from tests.search.test_values import brute
from tests.search.vector_views import aim_of, drawn, front_of, ladder_of, searched, side_of

GAME = game("boerenbridge", "seats=3,schedule=2")
SEATS, SIZE = 3, 2
CARDS = [rank + suit for suit in "HDCS" for rank in "AK"]
WORLDS = 6
FEW = 25  # every so many positions are looked at in the usual run


class Position(NamedTuple):
    hand: tuple[str, ...]
    table: tuple[str, ...]
    guess: int

    @property
    def view(self) -> View:
        """The seat's view, from a deal in which the others hold any cards that they may."""
        others = [card for card in CARDS if card not in (*self.hand, *self.table)]
        behind = next(
            cards for cards in permutations(others, len(self.table))
            if all(card[1] == self.table[0][1] or held[1] != self.table[0][1]
                   for card, held in zip(self.table, cards, strict=True))
        )  # fmt: skip
        left = [card for card in others if card not in behind]
        hands = [*zip(self.table, behind, strict=True), self.hand]
        while len(hands) < SEATS:
            hands.append((left.pop(), left.pop()))
        seat = len(self.table)
        guesses = next(
            told for told in product(range(SIZE + 1), repeat=SEATS)
            if told[seat] == self.guess and sum(told) != SIZE
        )  # fmt: skip
        text = " | ".join([*(" ".join(hand) for hand in hands), " ".join(left), "trump=H opener=0"])
        state = Deal.read(GAME, text).start()
        for move in (*map(str, guesses), *self.table):
            state = state.play(move)
        return state.view(seat)


def positions() -> Iterator[Position]:
    for hand in combinations(CARDS, SIZE):
        others = [card for card in CARDS if card not in hand]
        for seat in range(SEATS):
            for table in permutations(others, seat):
                for guess in range(SIZE + 1):
                    yield Position(hand, table, guess)


def compare(chosen: list[Position]) -> tuple[int, int]:
    """Compare fronts of wins and of values; how many were neither all nor nothing, how many had a choice."""
    mixed, several = 0, 0
    steps = aim_of(GAME, "value").steps
    for number, position in enumerate(chosen):
        view = position.view
        assert (set(map(str, view.hand)), view.seat) == (set(position.hand), len(position.table))
        worlds = drawn(view, WORLDS, seed=number)
        won, _ = searched(view, worlds)
        assert won == Plans(GAME, view.seat, side_of(view)).front(worlds), position
        values, desk = front_of(view, worlds, "value")
        assert values == brute(view, worlds, ladder_of(desk, steps)), position
        mixed += 0 < max(map(len, won)) < len(worlds)
        several += len(won) > 1 or len(values) > 1
    return mixed, several


def test_there_are_as_many_positions_as_there_should_be() -> None:
    assert len(list(positions())) == 28 * (1 + 6 + 6 * 5) * 3


def test_some_of_all_positions_agree_with_plans_tried_one_by_one() -> None:
    mixed, several = compare(list(positions())[::FEW])
    assert mixed > 10 and several


@pytest.mark.slow
def test_all_positions_agree_with_plans_tried_one_by_one() -> None:
    mixed, several = compare(list(positions()))
    assert mixed > 10 * FEW and several > FEW
