"""Events as announcements: step by step they lead to the model of the position."""

from __future__ import annotations

import pytest

from kiebitz.cards import CardSet
from kiebitz.errors import KiebitzError
from kiebitz.games.boerenbridge.view import BoerenbridgeState
from kiebitz.knowledge.models.announcements import announced, card_played, guessed, no_suit
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.valuations import Worlds
from kiebitz.rules.registry import game
from kiebitz.sayings import say


def worlds(model: Model) -> set[tuple[int, ...]]:
    assert isinstance(model.valuation, Worlds)
    return set(map(tuple, model.valuation.masks.tolist()))


@pytest.mark.parametrize("seed", [1, 2])
def test_plays_lead_to_the_model_of_the_position(seed: int) -> None:
    state = game("boerenbridge", {"schedule": "3"}).deal(seed)
    assert isinstance(state, BoerenbridgeState)
    model = Model.of(state)
    while not state.is_over:
        move, seat, led = state.moves[-1], state.game.seat_name(state.turn), state.led
        if state.phase == "play":
            update = card_played(model, seat, move, led)
            assert update.considered[seat][1] <= update.considered[seat][0]
            model = update.model
        state = state.play(move)
        if not state.is_over and state.phase == "play" and state.played:
            now = Model.of(state)
            assert worlds(model) == worlds(now)
            assert model.describe(model.actual or 0) == now.describe(now.actual or 0)
            for name in now.vocabulary.seats:
                assert len(model.considered(name)) == len(now.considered(name))


def test_a_played_card_is_gone_and_everybody_knows() -> None:
    start = Model.of(game("boerenbridge").deal(1))
    held = start.describe(start.actual or 0).split()[1]
    update = card_played(start, "n", held)
    assert update.model.check(f"C ~(has(N, {held}) | has(E, {held}) | has(S, {held}) | has(W, {held}))")
    assert str(update).startswith(
        f"North plays {held}: worlds considered possible by North 1,680, now 1,680; East"
    )
    assert update.as_dict()["seats"]["East"] == (1680, 560)


def test_no_suit_and_free_announcements() -> None:
    start = Model.of(game("boerenbridge").deal(1))
    seat = next(
        s for s in start.vocabulary.seats for suit in ("hearts",) if start.check(f"count({s}, {suit}) == 0")
    )
    update = no_suit(start, seat, "hearts")
    assert update.model.check(f"C ~has({seat}, QH)") and str(update.event) == f"{seat} has no hearts"
    assert no_suit(start, seat, ["QH", "KH", "AH"]).model.size == update.model.size
    said = announced(update.model, f"count({seat}, aces) >= 0", say("Somebody coughs"))
    assert said.model.size == update.model.size and str(said.event) == "Somebody coughs"
    with pytest.raises(KiebitzError, match="cannot be announced"):
        announced(start, f"count({seat}, hearts) >= 1")


def test_a_guess_by_a_known_rule() -> None:
    start = Model.of(game("boerenbridge").deal(1))

    def aces(hand: CardSet) -> int:
        return sum(card.rank == "A" for card in hand)

    number = next(n for n in range(4) if start.check(f"count(N, aces) == {n}"))
    update = guessed(start, "North", number, aces)
    assert update.model.check(f"C count(N, aces) == {number}")
    vague = guessed(start, "North", number, lambda hand: range(aces(hand), 4))
    assert vague.model.check(f"C count(N, aces) <= {number}")
    with pytest.raises(KiebitzError, match="by this rule"):
        guessed(start, "North", number + 1, aces)
    with pytest.raises(KiebitzError, match="depend on hands"):
        guessed(Model.of_facts(["p"], {"Ann": ["p"]}), "Ann", 1, aces)


def test_without_an_actual_world_the_worlds_are_counted() -> None:
    model = Model.of_facts(["p"], {"Ann": ["p"]})
    assert str(announced(model, "p")) == "Announced: p: 2 worlds, now 1"
