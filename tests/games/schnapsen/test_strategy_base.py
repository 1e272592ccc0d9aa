"""Strategies as logic: the published clauses card by card, every published strategy on real positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from kiebitz.errors import BadNotation
from kiebitz.games.schnapsen.knowledge.strategy_base import Base, Boolean, Predicate, first_inconsistent
from kiebitz.games.schnapsen.rules import VALUE, beats
from kiebitz.games.schnapsen.view import SchnapsenView
from kiebitz.knowledge.formulas.formula import Formula, disjunction
from tests.contract.cases import make, random_game

J, PJ = Predicate("j"), Predicate("pj")
OLD_RANKS = ("ace", "ten", "king", "queen", "jack")  # a card of the old platform is suit * 5 + rank


def general_information(kb: Base) -> None:
    for x in range(20):
        kb.add_clause(J(x))


def rank_strategy(kb: Base, rank: str) -> None:
    """PJ(x) <-> J(x) for the cards of one rank."""
    for x in range(OLD_RANKS.index(rank), 20, 5):
        kb.add_clause(~J(x), PJ(x))
        kb.add_clause(~PJ(x), J(x))


@pytest.mark.parametrize("rank", OLD_RANKS)
def test_the_published_clauses_play_exactly_the_cards_of_their_rank(rank: str) -> None:
    for move in [*range(20), None]:  # None: the exchange of the trump has no card
        kb = Base()
        general_information(kb)
        rank_strategy(kb, rank)
        kb.add_clause(~Boolean("pj" + str(move)))
        assert kb.satisfiable() == (move is None or OLD_RANKS[move % 5] != rank)


def test_the_first_jack_is_played() -> None:
    kb = Base()
    general_information(kb)
    rank_strategy(kb, "jack")
    assert first_inconsistent(kb, [0, 7, 14, 9], PJ) == 14
    assert first_inconsistent(kb, [9, 14], PJ) == 9
    assert first_inconsistent(kb, [0, None, 7], PJ) is None
    assert kb.satisfiable()


def test_a_clause_refuses_what_is_no_literal() -> None:
    kb = Base()
    with pytest.raises(BadNotation, match="made of Booleans and their negations, not of j1 & j2"):
        kb.add_clause(PJ(1), J(1) & J(2))
    with pytest.raises(BadNotation, match="not of ~~j1"):
        kb.add_clause(~~J(1))


def test_two_bases_share_their_variables_by_name() -> None:
    first, second = Base(), Base()
    first.add_clause(Boolean("j4"))
    second.add_clause(~J(4))
    assert first.satisfiable() and second.satisfiable()
    second.add_clause(Boolean("j4"))
    assert not second.satisfiable()


# -- every published strategy ----------------------------------------------------------------------------

M, T, S, B = Predicate("move_"), Predicate("trump_"), Predicate("suit_"), Predicate("beats_")
CARDS = [rank + suit for suit in "HCSD" for rank in "JQKTA"]
RANK = {rank: Predicate(f"{rank}_") for rank in "JQKTA"}


def worth(x: str) -> int:
    return "JQKTA".index(x[0])


def situation(kb: Base, view: SchnapsenView, moves: Iterable[str]) -> None:
    """What the player sees: ranks, trumps, his moves, what follows the opponent's card and what beats it."""
    led = view.led
    truths: dict[Predicate, Callable[[str], bool]] = {
        M: lambda x: x in moves,
        T: lambda x: x[1] == view.trump,
        S: lambda x: led is not None and x[1] == led.suit,
        B: lambda x: led is not None and bool(beats(view.vector, view.game.deck.read(x).number, led.number)),
    }
    for rank, predicate in RANK.items():
        truths[predicate] = lambda x, rank=rank: x[0] == rank  # type: ignore[misc]
    for x in CARDS:
        for predicate, is_true in truths.items():
            kb.add_clause(predicate(x) if is_true(x) else ~predicate(x))


def best(allowed: Callable[[str], Formula], better: Callable[[str, str], bool]) -> Callable[[str], Formula]:
    """An allowed card, and no better one is."""
    return lambda x: allowed(x) & ~disjunction(allowed(y) for y in CARDS if better(y, x))


def higher(y: str, x: str) -> bool:
    return worth(y) > worth(x)


def lower(y: str, x: str) -> bool:
    return worth(y) < worth(x)


def trump(x: str) -> Formula:
    return M(x) & T(x)


def plain(x: str) -> Formula:
    return M(x) & ~T(x)


def same_suit(x: str) -> Formula:
    return M(x) & S(x)


STRATEGIES: dict[str, Callable[[str], Formula]] = {
    "jack_strategy": lambda x: RANK["J"](x),
    "queen_strategy": lambda x: RANK["Q"](x),
    "king_strategy": lambda x: RANK["K"](x),
    "ten_strategy": lambda x: RANK["T"](x),
    "ace_strategy": lambda x: RANK["A"](x),
    "highest_trump_suit_card": best(trump, higher),
    "list_of_non_trump_moves": plain,
    "knowledge_base_non_trump": best(plain, lower),
    "knowledge_base_trump": best(trump, lower),
    "highest_rank_available": best(M, higher),
    "same_suit_as_opponent": lambda x: best(same_suit, higher)(x) & B(x),
    "higher_trump_suit_card": lambda x: best(trump, higher)(x) & B(x),
}


def by_hand(name: str, view: SchnapsenView, moves: list[str]) -> list[str]:
    """The moves that a strategy means, without logic."""
    led, trumps = view.led, [x for x in moves if x[1] == view.trump]
    others = [x for x in moves if x not in trumps]
    following = [x for x in moves if led and x[1] == led.suit]

    def top(cards: list[str]) -> list[str]:
        return [x for x in cards if worth(x) == max(map(worth, cards))]

    def bottom(cards: list[str]) -> list[str]:
        return [x for x in cards if worth(x) == min(map(worth, cards))]

    def winning(cards: list[str]) -> list[str]:
        return [x for x in cards if any(view.wins(move) for move in view.moves if move == x)]

    return {
        "highest_trump_suit_card": top(trumps),
        "list_of_non_trump_moves": others,
        "knowledge_base_non_trump": bottom(others),
        "knowledge_base_trump": bottom(trumps),
        "highest_rank_available": top(moves),
        "same_suit_as_opponent": winning(top(following)),
        "higher_trump_suit_card": winning(top(trumps)),
    }.get(name) or [x for x in moves if x[0] == name[0].upper() and name.endswith("strategy")]


@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies_on_positions(name: str) -> None:
    game, played = make("schnapsen", "rules=vu-old"), 0
    assert VALUE[:5].tolist() == [2, 3, 4, 10, 11]  # so "JQKTA" is the order of worth
    for seed in range(2):
        for state in random_game(game, seed):
            if state.is_over:
                continue
            view = state.view(state.turn)
            assert isinstance(view, SchnapsenView)
            moves = [str(move) for move in view.moves if move.code < 20]
            kb = Base()
            situation(kb, view, moves)
            for x in CARDS:
                kb.add(PJ(x).iff(STRATEGIES[name](x)))
            expected = by_hand(name, view, moves)
            assert [x for x in moves if kb.entails(PJ(x))] == expected
            assert first_inconsistent(kb, moves, PJ) == (expected[0] if expected else None)
            played += bool(expected)
    assert played
