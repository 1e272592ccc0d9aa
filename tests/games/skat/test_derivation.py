"""The value of a game as it is derived for people is the value that the rules give it."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from kiebitz.games.skat.contracts import CONTRACTS, LEVELS, Contract
from kiebitz.games.skat.scoring import is_won, score, tops
from kiebitz.games.skat.table.derivation import Outcome, choices, derive
from kiebitz.games.skat.tables import BIDS, NULL
from kiebitz.games.skat.view import SkatState
from kiebitz.kernel.random import Stream
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game
from kiebitz.table.stage import Stage

CONTRACT = st.sampled_from(
    [Contract(letter, True, level) for letter, level in product(CONTRACTS[:NULL], LEVELS)]
    + [Contract(letter, False, "plain") for letter in CONTRACTS]
    + [Contract("N", hand, level) for hand, level in product((False, True), ("plain", "ouvert"))]
)


@given(
    contract=CONTRACT,
    cards=st.integers(0, 2**32 - 1),
    bid=st.sampled_from([int(bid) for bid in BIDS]),
    points=st.integers(0, 120),
    tricks=st.integers(0, 10),
)
def test_the_derived_score_is_that_of_the_rules(
    contract: Contract, cards: int, bid: int, points: int, tricks: int
) -> None:
    number, level = CONTRACTS.index(contract.suit_or_kind), LEVELS.index(contract.level)
    words = (level >= 1, level >= 2, level == 3)
    run = tops(cards, number)
    expected = score(number, run, contract.hand, *words, bid, points, tricks, 1)
    won = tricks == 0 if number == NULL else bool(is_won(*words[:2], points, tricks))
    found = derive(contract, cards, bid if number != NULL else 0, Outcome(points, tricks, won))
    assert found.score == expected
    assert abs(expected) in (found.value, 2 * found.value)
    assert str(abs(expected)) in str(found.said)


def test_the_sentence_counts_on_from_the_tops() -> None:
    assert str(derive(Contract.read("CHZ"), 0b1110).said) == (
        "without 1, game 2, Hand 3, Schneider 4, announced 5, Schwarz 6, announced 7, times 12 = 84"
    )
    assert str(derive(Contract.read("G"), 0b1111, 48, Outcome(91, 8, True)).said) == (
        "with 4, game 5, Schneider 6, times 24 = 144"
    )
    assert str(derive(Contract.read("NH"), 0, 23, Outcome(0, 1, False)).said) == (
        "Null Hand = 35; lost, it counts double: -70"
    )


def test_at_the_end_of_random_deals_the_table_shows_the_score() -> None:
    """Through the scene, that is through what everybody sees at the end."""
    skat, stage, rng = game("skat"), part(game("skat"), Stage), Stream(8)
    played = 0
    for seed in range(60):
        state = skat.deal(seed)
        while not state.is_over:
            moves = [move for move in state.moves if move != "pass"] or list(state.moves)
            state = state.play(rng.choice(moves[:1] if state.phase == "speak" else moves))
        assert isinstance(state, SkatState)
        facts = {fact.kind: fact for fact in stage.scene(state.view(-1)).facts}
        if state.declarer < 0:
            continue
        played += 1
        said = str(facts["value"].said)
        value = int(said.rsplit("=", 1)[1].split(";")[0])
        assert state.value in (value, -2 * value), said
        assert ("counts double" in said) == (state.value < 0)
    assert played > 40


def test_while_choosing_only_the_declarers_own_cards_count() -> None:
    """Values that a seat is shown depend on its own cards alone."""
    skat, stage = game("skat"), part(game("skat"), Stage)
    for seed in range(10):
        state = skat.deal(seed)
        assert isinstance(state, SkatState)
        while state.phase != "contract":
            wanted = {"speak": state.moves[0], "answer": "pass", "skat": "skat"}
            state = state.play(wanted.get(state.phase, state.moves[0]))
            for seat in range(-1, 3):
                values = stage.scene(state.view(seat)).middle.get("values", {})
                if seat < 0 or (seat != state.declarer and state.declarer >= 0):
                    assert not values
                    continue
                own = state.hand_of(seat).mask
                if seat == state.declarer and state.has_taken:
                    own |= state.skat.mask
                expected = choices(own, hand=False)
                shown = {letter: each["value"] for letter, each in values.items()}
                assert shown == {letter: each.value for letter, each in expected.items()}
