"""All positions of a small deck: the fronts of the search are those of plans that are tried one by one.

Three players hold three of the aces, kings and queens each, hearts are trumps, and three cards are in no
hand. A position is what the seat to move in the first trick knows: its cards, its guess and the cards on the
table; later nobody has two choices left, which plans are about. What the others have guessed does not matter
to it, and neither do the names of the three plain suits: of positions that differ in these alone one is
looked at.
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

GAME = game("boerenbridge", "seats=3,schedule=3")
SEATS, SIZE, PLAIN = 3, 3, "DCS"
CARDS = [rank + suit for suit in "HDCS" for rank in "AKQ"]
WORLDS, FEW_WORLDS = 7, 4  # for wins, and for values, of which there are more to try
FEW = 97  # one position in this many is looked at in the usual run
VALUED = 5  # one of these in this many for its values too

Cards = tuple[str, ...]


class Position(NamedTuple):
    hand: Cards
    table: Cards
    guess: int

    @property
    def view(self) -> View:
        """The seat's view, from a deal in which the others hold any cards that they may."""
        seat, left = len(self.table), [card for card in CARDS if card not in (*self.hand, *self.table)]
        hands = []
        for card in self.table:  # whoever did not follow suit has none of it
            may = [c for c in left if card[1] == self.table[0][1] or c[1] != self.table[0][1]][: SIZE - 1]
            left = [c for c in left if c not in may]
            hands.append((card, *may))
        hands.append(self.hand)
        while len(hands) < SEATS:
            hands.append(tuple(left.pop() for _ in range(SIZE)))
        guesses = next(
            told for told in product(range(SIZE + 1), repeat=SEATS)
            if told[seat] == self.guess and sum(told) != SIZE
        )  # fmt: skip
        text = " | ".join([*(" ".join(hand) for hand in hands), " ".join(left), "trump=H opener=0"])
        state = Deal.read(GAME, text).start()
        for move in (*map(str, guesses), *self.table):
            state = state.play(move)
        return state.view(seat)


def named(cards: Cards, suits: Cards) -> Cards:
    """The same cards with the plain suits called otherwise."""
    return tuple(card.translate(str.maketrans(PLAIN, "".join(suits))) for card in cards)


def first_of_its_kind(hand: Cards, table: Cards) -> bool:
    """Of positions that are alike but for the names of the plain suits: is this the first?"""
    others = ((tuple(sorted(named(hand, s))), named(table, s)) for s in permutations(PLAIN))
    return (tuple(sorted(hand)), table) == min(others)


def positions() -> Iterator[Position]:
    for seat in range(SEATS):
        for hand in combinations(CARDS, SIZE):
            for table in permutations([card for card in CARDS if card not in hand], seat):
                if first_of_its_kind(hand, table):
                    yield from (Position(hand, table, guess) for guess in range(SIZE + 1))


def compare(chosen: list[Position]) -> tuple[int, int]:
    """Compare fronts with plans; how often there was a choice of these, and how often one move is too few."""
    several, fused, steps = 0, 0, aim_of(GAME, "value").steps
    for number, position in enumerate(chosen):
        view = position.view
        assert (set(map(str, view.hand)), view.seat) == (set(position.hand), len(position.table))
        worlds = drawn(view, WORLDS, seed=number)
        won, _ = searched(view, worlds)
        assert won == Plans(GAME, view.seat, side_of(view)).front(worlds), position
        several, fused = several + (len(won) > 1), fused + (won != searched(view, worlds, own=1)[0])
        if number % VALUED == 0:
            values, desk = front_of(view, worlds[:FEW_WORLDS], "value")
            assert values == brute(view, worlds[:FEW_WORLDS], ladder_of(desk, steps)), position
    return several, fused


def test_all_kinds_of_positions_are_there() -> None:
    """220 hands with up to two cards on the table, each as often as its suits can be called otherwise."""
    found = [position for position in positions() if position.guess == 0]
    called = [{(frozenset(named(p.hand, s)), named(p.table, s)) for s in permutations(PLAIN)} for p in found]
    assert sum(map(len, called)) == 220 * (1 + 9 + 9 * 8)


def test_some_of_all_positions_agree_with_plans_tried_one_by_one() -> None:
    several, fused = compare(list(positions())[::FEW])
    assert several and fused


@pytest.mark.slow
def test_all_positions_agree_with_plans_tried_one_by_one() -> None:
    several, fused = compare(list(positions()))
    assert several > FEW and fused > FEW
