"""Card play beside OpenSpiel: the same deal, the same moves, the same legal cards, winner and points."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.kernel.random import Stream
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, State

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra 'test')")

CONTRACTS = {"D": 33, "H": 34, "S": 35, "C": 36, "G": 37, "N": 38}


def skat_pair(seed: int, contract: str, rng: Stream) -> tuple[State, Any]:
    """Forehand plays a contract after taking the skat, in both programs."""
    ours = game("skat").deal(seed)
    other = pyspiel.load_game("skat").new_initial_state()
    names = {other.action_to_string(-1, action): action for action in range(32)}
    hands = [list(ours.hand_of(seat)) for seat in range(3)]
    skat = [card for card in ours.game.deck.cards if not any(card in hand for hand in hands)]
    packets = [(0, 3), (1, 3), (2, 3), (3, 2), (0, 4), (1, 4), (2, 4), (0, 3), (1, 3), (2, 3)]
    piles = [*hands, skat]
    for pile, size in packets:
        for _ in range(size):
            other.apply_action(names[piles[pile].pop()])
    for move in ("pass", "pass", "18", "skat"):
        ours = ours.play(move)
    other.apply_action(CONTRACTS[contract])
    for _ in range(2):
        card = rng.choice(ours.moves)
        ours = ours.play(card)
        other.apply_action(names[card])
    return ours.play(contract).play("plain"), other


@pytest.mark.parametrize("contract", CONTRACTS)
def test_skat_card_play_agrees(contract: str) -> None:
    rng = Stream.named("openspiel", contract)
    for seed in range(40):
        ours, other = skat_pair(seed, contract, rng)
        names = {action: other.action_to_string(0, action) for action in range(32)}
        actions = {name: action for action, name in names.items()}
        while not ours.is_over:
            assert other.current_player() == ours.turn
            assert sorted(names[action] for action in other.legal_actions()) == sorted(ours.moves)
            card = rng.choice(ours.moves)
            ours, _ = ours.play(card), other.apply_action(actions[card])
        won = ours.payoffs[0] > 0
        if contract == "N":
            if not other.is_terminal():  # ours ends with the declarer's first trick
                assert not won
            else:
                assert (other.returns()[0] > 0) == won
        else:
            points = round(other.returns()[0] * 120 + 60)
            assert (points >= 61) == won
            assert points == ours.declarer_points  # type: ignore[attr-defined]


@pytest.mark.parametrize(("players", "tricks"), [(3, 5), (4, 3), (5, 8), (7, 4)])
def test_boerenbridge_agrees_with_oh_hell(players: int, tricks: int) -> None:
    options = {
        "seats": str(players),
        "schedule": str(tricks),
        "deck": "full",
        "trump": "card",
        "scoring": "tricks",
    }
    ours_game = game("boerenbridge", options)
    theirs = pyspiel.load_game("oh_hell", {"players": players, "num_tricks_fixed": tricks})
    rng = Stream.named("oh hell", players, tricks)
    for _ in range(30):
        other = theirs.new_initial_state()
        other.apply_action(tricks)
        dealer = rng.below(players)
        other.apply_action(dealer)
        dealt = []
        while other.is_chance_node():
            action = rng.choice(other.legal_actions())
            dealt.append(other.action_to_string(-1, action)[::-1])
            other.apply_action(action)
        ours = Deal.read(ours_game, deal_text(dealt, players, tricks, (dealer + 1) % players)).start()
        while not ours.is_over:
            assert other.current_player() == ours.turn
            mine = {str(move): move for move in ours.moves}
            texts = {action: text_of(other, ours.turn, action) for action in other.legal_actions()}
            assert sorted(texts.values()) == sorted(mine)
            action = rng.choice(sorted(texts))
            ours, _ = ours.play(texts[action]), other.apply_action(action)
        assert other.is_terminal()
        assert tuple(other.returns()) == ours.payoffs


def text_of(other: Any, seat: int, action: int) -> str:
    """OpenSpiel writes cards suit first."""
    text = other.action_to_string(seat, action)
    return str(text if action >= 52 else text[::-1])


def deal_text(dealt: list[str], players: int, tricks: int, opener: int) -> str:
    """Cards in OpenSpiel's order, one to each in turn and the trump card last, as our text."""
    hands = [" ".join(dealt[seat : players * tricks : players]) for seat in range(players)]
    upcard = dealt[-1]
    deck = game("boerenbridge").deck
    rest = [card for card in deck.cards if card not in dealt]
    return " | ".join([*hands, " ".join([upcard, *rest]), f"trump={upcard[1]} opener={opener}"])
