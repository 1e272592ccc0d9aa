"""Known deals and results of both generations of the platform, on our compiled rules."""

from __future__ import annotations

from random import Random

import pytest

from kiebitz.games.schnapsen.platform.bots import ExampleBot
from kiebitz.games.schnapsen.platform.engine import SchnapsenGamePlayEngine
from kiebitz.games.schnapsen.platform.game import SchnapsenDeckGenerator, SchnapsenHandGenerator
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal
from tests.games.schnapsen.test_rule_book import (
    OLD_CARDS,
    VU_DEAL_0,
    VU_FIRST_MOVE,
    VU_OLD_FIRST_MOVE,
    vu_old_distribution,
)

LETTERS = {"TEN": "T", "JACK": "J", "QUEEN": "Q", "KING": "K", "ACE": "A"}


def test_the_deal_of_seed_0() -> None:
    generator = SchnapsenDeckGenerator()
    deck = generator.shuffle_deck(generator.get_initial_deck(), Random(0))
    parts = SchnapsenHandGenerator().generateHands(deck)
    text = " | ".join(" ".join(LETTERS[c.rank.name] + c.suit.name[0] for c in part) for part in parts)
    assert text == VU_DEAL_0


@pytest.mark.parametrize(("seed", "expected"), list(enumerate(VU_FIRST_MOVE.split())))
def test_games_of_first_moves(seed: int, expected: str) -> None:
    bots = ExampleBot("a"), ExampleBot("b")
    winner, points, score = SchnapsenGamePlayEngine().play_game(*bots, Random(seed))
    assert f"{winner}{points}/{score.direct_points}" == expected


@pytest.mark.parametrize("seed", range(8))
def test_games_of_first_moves_on_the_old_platform(seed: int) -> None:
    leader, trump_card, first, second, points = VU_OLD_FIRST_MOVE[seed]
    old = game("schnapsen", {"rules": "vu-old"})
    state = Deal.read(old, vu_old_distribution(seed)).start()
    assert (state.turn, str(state.upcard)) == (leader, trump_card)  # type: ignore[attr-defined]
    for seat, hand in enumerate((first, second)):
        assert {str(card) for card in state.hand_of(seat)} == {OLD_CARDS[number] for number in hand}
    while not state.is_over:
        state = state.play(min((m for m in state.moves if m in OLD_CARDS), key=OLD_CARDS.index))
    assert state.payoffs == points
