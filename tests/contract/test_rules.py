"""Claims, round trips, and agreement with independent rule books."""

from __future__ import annotations

import importlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.kernel.random import Stream
from kiebitz.rules.contract import check_claims, check_deals, check_moves, check_names, check_texts
from kiebitz.rules.contract.tried import random_game
from kiebitz.rules.records import Record, read_records
from tests.contract.cases import CASES, REFERENCED, make

SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize(("name", "options"), CASES)
@settings(max_examples=15)
@given(seed=SEEDS)
def test_claims_hold_in_random_play(name: str, options: str, seed: int) -> None:
    check_claims(make(name, options), [seed])


@pytest.mark.parametrize(("name", "options"), CASES)
def test_every_legal_move_plays_and_every_other_is_refused(name: str, options: str) -> None:
    check_moves(make(name, options))


@pytest.mark.parametrize(("name", "options"), CASES)
@settings(max_examples=10)
@given(seed=SEEDS)
def test_deals_and_records_are_read_back(name: str, options: str, seed: int) -> None:
    check_texts(make(name, options), [seed])


@pytest.mark.parametrize(("name", "options"), REFERENCED)
def test_a_record_finds_its_game_by_name(name: str, options: str) -> None:
    *_, end = random_game(make(name, options), 1)
    again = Record.read(Record.of(end).text)
    assert again.check() is None
    assert Record.of(again.states()[-1]) == Record.of(end)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_deal_from_its_text_is_dealt_as_compiled_code_deals_it(name: str, options: str) -> None:
    check_deals(make(name, options))


@pytest.mark.parametrize(("name", "options"), CASES)
def test_moves_and_cards_are_read_back(name: str, options: str) -> None:
    check_names(make(name, options))


@pytest.mark.parametrize(("name", "options"), REFERENCED)
def test_the_independent_rule_book_agrees(name: str, options: str) -> None:
    """Same deal, same moves: the same legal moves, seat to move, hands and points at every step."""
    game = make(name, options)
    reference = importlib.import_module(f"tests.games.{name}.rule_book").Reference
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
