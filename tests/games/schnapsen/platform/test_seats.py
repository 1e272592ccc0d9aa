"""A view of ours shows a bot of the platform what the platform's engine would have shown it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kiebitz.games.schnapsen.platform.bots import RandBot
from kiebitz.games.schnapsen.platform.game import (
    Bot,
    GamePhase,
    Move,
    PlayerPerspective,
    SchnapsenGamePlayEngine,
)
from kiebitz.games.schnapsen.platform.seats import UNKNOWN, perspective_of
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, State

SCHNAPSEN = game("schnapsen")


class Witness(Bot):
    """Plays at random and keeps what it was shown; likes marriages and exchanges."""

    def __init__(self, rand: Random, seen: list[tuple[PlayerPerspective, Move | None, Move]]) -> None:
        super().__init__()
        self.rand, self.seen = rand, seen

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        moves = perspective.valid_moves()
        special = [move for move in moves if not move.is_regular_move()]
        move = self.rand.choice(special if special and self.rand.random() < 0.7 else moves)
        self.seen.append((perspective, leader_move, move))
        return move


def start(seed: int) -> State:
    """Our state of the deal that the engine makes from a seed."""
    cards = list(range(20))
    Random(seed).shuffle(cards)
    return Deal(SCHNAPSEN, ((*cards[0:10:2], *cards[1:10:2], *cards[10:], 0),)).start()


def shown(perspective: PlayerPerspective, lead: Move | None, past_hands: bool) -> list[Any]:
    """What a perspective tells; hands of the past only as sets, since a view has no order of them."""
    known = perspective.get_known_cards_of_opponent_hand()
    hand = perspective.get_hand().cards
    return [
        type(perspective).__name__, perspective.get_phase(), repr(perspective.get_my_score()),
        repr(perspective.get_opponent_score()), repr(perspective.get_won_cards()),
        repr(perspective.get_opponent_won_cards()), perspective.get_trump_suit(),
        perspective.get_trump_card(), perspective.get_talon_size(), sorted(card.name for card in known),
        list(perspective.seen_cards(lead)), sorted(card.name for card in hand) if past_hands else hand,
    ]  # fmt: skip


def whole(perspective: PlayerPerspective, lead: Move | None) -> list[Any]:
    now = [*shown(perspective, lead, False), perspective.valid_moves(), perspective.get_phase()]
    history = [(shown(past, None, True), repr(trick)) for past, trick in perspective.get_game_history()[:-1]]
    return [now, history]


@pytest.mark.parametrize("first", [0, 100, 200])
def test_a_view_shows_what_the_platform_shows(first: int) -> None:
    for seed in range(first, first + 100):
        seen: list[tuple[PlayerPerspective, Move | None, Move]] = []
        bots = Witness(Random(seed), seen), Witness(Random(seed + 1), seen)
        SchnapsenGamePlayEngine().play_game(*bots, Random(seed))
        state = start(seed)
        turned = state.deal.layouts[0][19]
        for perspective, lead, move in seen:
            found, found_lead = perspective_of(state.view(state.turn), turned)
            assert found_lead == lead
            assert whole(found, lead) == whole(perspective, lead), seed
            state = state.play(SCHNAPSEN.move(0, move.code))


def test_without_memory_of_the_first_trump_the_present_is_the_same() -> None:
    for seed in range(300, 400):
        seen: list[tuple[PlayerPerspective, Move | None, Move]] = []
        bots = Witness(Random(seed), seen), Witness(Random(seed + 1), seen)
        SchnapsenGamePlayEngine().play_game(*bots, Random(seed))
        state = start(seed)
        for perspective, _, move in seen:
            found, _ = perspective_of(state.view(state.turn), UNKNOWN)
            assert found.valid_moves() == perspective.valid_moves()
            assert found.get_hand().cards == perspective.get_hand().cards
            assert repr(found.get_won_cards()) == repr(perspective.get_won_cards())
            if perspective.get_phase() is GamePhase.TWO:
                hand = found.get_opponent_hand_in_phase_two()
                assert set(hand) == set(perspective.get_opponent_hand_in_phase_two())
            state = state.play(SCHNAPSEN.move(0, move.code))


def test_assumptions_from_a_view_are_possible_positions() -> None:
    state = start(5)
    while not state.is_over:
        view = state.view(state.turn)
        perspective, lead = perspective_of(view)
        position = perspective.make_assumption(lead, Random(3))
        cards = [*position.leader.hand, *position.follower.hand, *position.talon]
        cards += [*position.leader.won_cards, *position.follower.won_cards]
        assert len(cards) == len(set(cards)) == 20
        mine = position.leader if perspective.am_i_leader() else position.follower
        assert mine.hand.cards == perspective.get_hand().cards
        state = state.play(Random(state.ply).choice(view.moves))


def test_hidden_cards_do_not_show() -> None:
    """Two deals that differ only in what seat 0 cannot see give it the same perspective and move."""
    cards = list(range(20))
    Random(1).shuffle(cards)
    other = [*cards[:5], *cards[10:15], *cards[5:10], *cards[15:]]  # the opponent's hand and the talon's top
    positions = [Deal(SCHNAPSEN, ((*deal, 0),)).start().view(0) for deal in (cards, other)]
    told = [perspective_of(view)[0] for view in positions]
    assert repr(told[0]) == repr(told[1])
    moves = [RandBot(Random(2)).get_move(perspective, None) for perspective in told]
    assert moves[0] == moves[1]
