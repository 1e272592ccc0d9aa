"""Formulas: what is written is read back, precedence, names, and errors that point at the column."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.cards import Deck
from kiebitz.errors import BadNotation, KiebitzError
from kiebitz.knowledge.formulas.epistemic import Common, Everybody, Knows
from kiebitz.knowledge.formulas.formula import (
    DEEPEST,
    TRUE,
    And,
    Atom,
    Count,
    Formula,
    Has,
    Iff,
    Implies,
    Not,
    Or,
    conjunction,
    disjunction,
)
from kiebitz.knowledge.formulas.parser import parse
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.knowing import know, seat_of
from kiebitz.rules.registry import game
from tests.knowledge.formulas import CARDS, formulas

P, Q, R = Atom("p"), Atom("q"), Atom("r")


@given(formulas(CARDS, size=20))
@settings(max_examples=400)
def test_what_is_written_is_read_back(formula: Formula) -> None:
    assert parse(str(formula), CARDS) == formula


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("~p & q", And((~P, Q))),
        ("p | q & r", Or((P, And((Q, R))))),
        ("p & q & r", And((P, Q, R))),
        ("(p & q) & r", And((And((P, Q)), R))),
        ("p | q >> r", Implies(Or((P, Q)), R)),
        ("p -> q -> r", Implies(P, Implies(Q, R))),
        ("p <-> q <-> r", Iff(Iff(P, Q), R)),
        ("p >> q <-> r", Iff(Implies(P, Q), R)),
        ("K[n] p & q", And((Knows("North", P), Q))),
        ("K[n]~p", Knows("North", ~P)),
        ("E p", Everybody(P)),
        ("C[east, PLAYER 3] p", Common(P, ("East", "Player 3"))),
        ("C[P3] p", Common(P, ("Player 3",))),
        ("has(tal, 10h)", Has("talon", "TH")),
        ("count(e, hearts) >= 2", Count("East", ("TH", "QH", "AH"), ">=", 2)),
        ("count(e, Q)<=1", Count("East", ("QH", "QS"), "<=", 1)),
        ("count(e, {}) == 0", Count("East", (), "==", 0)),
        ("count(e, {as, th}) == 2", Count("East", ("AS", "TH"), "==", 2)),
    ],
)
def test_precedence_and_names(text: str, formula: Formula) -> None:
    assert parse(text, CARDS) == formula


def test_a_suit_keeps_its_name_in_the_text() -> None:
    assert str(parse("count(e, heart) >= 2", CARDS)) == "count(East, hearts) >= 2"
    assert str(parse("count(e, T) >= 2", CARDS)) == "count(East, tens) >= 2"


@pytest.mark.parametrize(
    ("text", "column", "hint"),
    [
        ("", 1, "breaks off"),
        ("p &", 4, "breaks off"),
        ("p q", 3, "'q'"),
        ("K[west] p", 3, "North, East, Player 3"),
        ("K p", 3, "'['"),
        ("p & has(North, 2C)", 16, "TH QH AH TS QS AS"),
        ("has(skat, AS)", 5, "North, East, Player 3, talon"),
        ("has(North AS)", 11, "',' is expected, not 'AS'"),
        ("K[n K[e] p", 5, "']' is expected, not 'K'"),
        ("K[player 4] p", 3, "North, East, Player 3"),
        ("has(North, AS", 14, "')'"),
        ("count(n, hearts) > 1", 18, ">=, <=, =="),
        ("count(n, hearts) >= x", 21, "number"),
        ("count(n, blue) >= 1", 10, "neither a suit nor a rank"),
        ("count(n, {AS, AS}) >= 1", 15, "twice"),
        ("C[n, n] p", 6, "twice"),
        ("p & s", 5, "p, q, r"),
        ("[!p q", 5, "']'"),
        ("<!p> ", 5, "breaks off"),
        ("p $ q", 3, "'$'"),
        ("M", 2, "'['"),
    ],
)
def test_errors_point_at_the_column(text: str, column: int, hint: str) -> None:
    with pytest.raises(BadNotation) as error:
        parse(text, CARDS)
    assert str(error.value).startswith(f"At column {column} of the formula: ")
    assert hint in str(error.value)
    assert str(error.value).count(". ") == 0


@given(st.text(alphabet="pqK[]N()!<>&|~ha s,1{}=-", max_size=25))
@settings(max_examples=300)
def test_any_text_is_a_formula_or_an_error(text: str) -> None:
    try:
        formula = parse(text, CARDS)
    except KiebitzError:
        return
    assert parse(str(formula), CARDS) == formula


NESTED: dict[str, Callable[[int], str]] = {
    "brackets": lambda n: "(" * n + "p" + ")" * n,
    "not": lambda n: "~" * n + "p",
    "knows": lambda n: "K[n] " * n + "p",
    "announcements": lambda n: "[!" * n + "p" + "] p" * n,
    "implications": lambda n: "p >> " * n + "p",
    "equivalences": lambda n: "p" + " <-> p" * n,
}


@pytest.mark.parametrize("kind", NESTED)
@pytest.mark.parametrize("levels", [DEEPEST + 1, 20000])
def test_deep_nesting_is_an_error_too(kind: str, levels: int) -> None:
    with pytest.raises(BadNotation, match=f"too deeply; {DEEPEST} signs"):
        parse(NESTED[kind](levels), CARDS)


@pytest.mark.parametrize("kind", NESTED)
def test_what_is_nested_as_deeply_as_allowed_is_read_written_and_walked(kind: str) -> None:
    formula = parse(NESTED[kind](DEEPEST), CARDS)
    assert formula.depth == (0 if kind == "brackets" else DEEPEST)
    assert parse(str(formula), CARDS) == formula and len(list(formula.walk())) > formula.depth
    assert pickle.loads(pickle.dumps(formula)).depth == formula.depth


def test_formulas_made_in_python_have_the_same_limit() -> None:
    formula: Formula = P
    for _ in range(DEEPEST):
        formula = Knows("North", formula) if formula.depth % 2 else formula & Q
    signs: list[Callable[[Formula], Formula]] = [Not, Everybody, P.iff, lambda inner: And((P, inner))]
    for sign in signs:
        with pytest.raises(BadNotation, match="too deeply"):
            sign(formula)


def test_operators_and_collections() -> None:
    assert And((P, Q, R)) == P & Q & R and Or((P, Q, R)) == (P | Q) | R
    assert (P >> Q).iff(R) == Iff(Implies(P, Q), R)
    assert conjunction([]) == TRUE and conjunction([P]) == P and str(disjunction([])) == "false"
    assert Knows("North", P & Has("East", "AS")).letters == (P, Has("East", "AS"))
    assert (P & ~Q).is_propositional and not (P & Common(Q)).is_propositional


def test_bad_names_are_refused() -> None:
    for name in ("K", "has", "two words", "7up", ""):
        with pytest.raises(BadNotation):
            Atom(name)
    with pytest.raises(BadNotation):
        And((P,))
    with pytest.raises(BadNotation):
        Common(P, ())


def test_names_of_games() -> None:
    table = Vocabulary.of(game("boerenbridge"))
    assert [table.seat(sign) for sign in "nesw"] == ["North", "East", "South", "West"]
    players = Vocabulary.of(game("schnapsen"))
    assert players.seat("P1") == players.seat("player 1") == "Player 1" and players.place("t") == "talon"
    with pytest.raises(BadNotation, match="may mean any of Player 1, Player 2"):
        players.seat("player")


@pytest.mark.parametrize("formula", ["K[1] {}", "Kw[0] {}", "E[P1, 2] {}", "has(2, {card})",
                                     "count(1, hearts) == 0", "[!has(0, {card})] {}"])  # fmt: skip
@pytest.mark.parametrize("name", ["durak", "schnapsen", "skat", "boerenbridge"])
def test_a_number_names_nobody_in_a_formula(name: str, formula: str) -> None:
    """Seats count from 0 everywhere, while Player 1 is the first of them."""
    table = Vocabulary.of(game(name))
    one, card = table.seats[0], str(table._deck.cards[0])
    text = formula.replace("P1", one).format(f"has({one}, {card})", card=card)
    with pytest.raises(BadNotation, match="seats count from 0 and names from 1; write one of: ") as refused:
        parse(text, table)
    assert all(seat in str(refused.value) for seat in table.seats)


def test_seats_have_one_number_in_python() -> None:
    known = know(game("schnapsen").deal(seed=1).view(0))
    card = str(known.view.hand).split()[0]
    assert known.probability(card, 0) == known.probability(card, "Player 1") == 1.0
    assert known.probability(card, 1) == known.probability(card, "P2") == 0.0
    for digit in "012":
        with pytest.raises(BadNotation, match=r"write one of: Player 1 \(P1\), Player 2 \(P2\), talon"):
            known.probability(card, digit)
    assert seat_of(known.view.game, 0) == seat_of(known.view.game, "0") == seat_of(known.view.game, "P1") == 0


def test_decks_without_suits() -> None:
    numbers = Vocabulary(("Ann",), ("Ann",), Deck("0123456"))
    assert parse("has(a, 5)", numbers) == Has("Ann", "5")
