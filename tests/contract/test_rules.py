"""Claims, round trips, and agreement with independent rule books."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.errors import BadNotation, IllegalMove
from kiebitz.kernel.random import Stream
from kiebitz.rules.records import Record, read_records
from kiebitz.rules.values import Deal

from .cases import CASES, REFERENCED, make, random_game

SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize(("name", "options"), CASES)
@settings(max_examples=15)
@given(seed=SEEDS)
def test_claims_hold_in_random_play(name: str, options: str, seed: int) -> None:
    game = make(name, options)
    states = list(random_game(game, seed))
    assert len(states) - 1 <= game.max_moves
    assert len(game.place_names()) >= game.seats
    low, high = game.point_range
    assert len(states[-1].payoffs) == game.seats
    assert all(low <= points <= high for points in states[-1].payoffs)
    shares = game.shares(np.array([states[-1].payoffs]))[0]
    assert all(0 <= share <= 1 for share in shares)
    for state in states[:-1]:
        assert state.moves
        assert 0 <= state.turn < game.seats
        assert 0 <= state.round < game.rounds


@pytest.mark.parametrize(("name", "options"), CASES)
def test_every_legal_move_plays_and_every_other_is_refused(name: str, options: str) -> None:
    game = make(name, options)
    for state in list(random_game(game, 1))[:60]:
        before = state.vector.copy()
        for code in game.move_codes(state.vector_phase):
            move = game.move(state.vector_phase, code)
            if move in state.moves:
                state.play(move)
            else:
                with pytest.raises(IllegalMove):
                    state.play(move)
            assert (state.vector == before).all()
        with pytest.raises(BadNotation):
            state.play("nonsense") if not state.is_over else game.read_move(0, "nonsense")


@pytest.mark.parametrize(("name", "options"), CASES)
@settings(max_examples=10)
@given(seed=SEEDS)
def test_deals_and_records_are_read_back(name: str, options: str, seed: int) -> None:
    game = make(name, options)
    *_, end = random_game(game, seed)
    assert Deal.read(game, end.deal.text) == end.deal
    record = Record.of(end, tuple(f"agent {seat}" for seat in range(game.seats)))
    if name.endswith(".py"):
        return  # a game from a file is found again by its path, not by its name
    again = Record.read(record.text)
    assert again == record
    assert again.check() is None
    assert Record.of(again.states()[-1], record.players).text == record.text


@pytest.mark.parametrize(("name", "options"), CASES)
def test_moves_and_cards_are_read_back(name: str, options: str) -> None:
    game = make(name, options)
    for card in game.deck.cards:
        assert game.deck.read(str(card)) == game.deck.read(card[::-1]) == card
    for phase in range(len(game.phases)):
        for code in game.move_codes(phase):
            assert game.read_move(phase, str(game.move(phase, code))).code == code


@pytest.mark.parametrize(("name", "options"), REFERENCED)
def test_the_independent_rule_book_agrees(name: str, options: str) -> None:
    """Same deal, same moves: the same legal moves, seat to move, hands and points at every step."""
    game = make(name, options)
    reference = importlib.import_module(f"tests.reference.{name}").Reference
    for seed in range(60 if game.rounds == 1 else 15):
        rng, state = Stream.named("reference", name, seed), game.deal(seed)
        book = reference(dict(game.options), state.deal.text.splitlines())
        while not state.is_over:
            assert book.to_move() == state.turn
            assert book.legal() == sorted(state.moves), f"{state}\n{state.history}"
            assert book.hands() == [set(state.hand_of(seat)) for seat in range(game.seats)]
            move = rng.choice(state.moves)
            book.play(str(move))
            state = state.play(move)
        assert book.to_move() == -1
        assert book.points() == state.payoffs, f"{state}\n{state.history}"


def test_a_file_of_records_is_read_one_by_one() -> None:
    games = [list(random_game(make("schnapsen", ""), seed))[-1] for seed in range(3)]
    text = "# three games\n\n" + "\n".join(Record.of(state).text for state in games)
    assert [record.moves for record in read_records(text)] == [Record.of(state).moves for state in games]
