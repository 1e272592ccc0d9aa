"""Puzzles whose answers are known."""

from __future__ import annotations

from itertools import combinations

import pytest

from kiebitz.cards import Deck
from kiebitz.knowledge.formulas.epistemic import After, Common, Knows, KnowsWhether
from kiebitz.knowledge.formulas.formula import Atom, Formula, Has, conjunction, disjunction
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.places.problem import Problem

# -- muddy children ----------------------------------------------------------------------------------------


def children(n: int, muddy: int) -> Model:
    """Everybody sees all foreheads but the own; the first ones are muddy."""
    names = [f"muddy{i}" for i in range(n)]
    sees = {f"Child {i}": [name for name in names if name != f"muddy{i}"] for i in range(n)}
    return Model.of_facts(names, sees, actual=names[:muddy])


def nobody_knows(n: int) -> Formula:
    return conjunction(~KnowsWhether(f"Child {i}", Atom(f"muddy{i}")) for i in range(n))


@pytest.mark.parametrize(("n", "muddy"), [(n, muddy) for n in (3, 4, 5) for muddy in range(1, n + 1)])
def test_muddy_children_step_forward_in_the_round_of_their_number(n: int, muddy: int) -> None:
    model = children(n, muddy).announce(disjunction(Atom(f"muddy{i}") for i in range(n)))
    for _ in range(muddy - 1):
        assert model.check(nobody_knows(n))
        model = model.announce(nobody_knows(n))
    for i in range(n):
        assert bool(model.check(KnowsWhether(f"Child {i}", Atom(f"muddy{i}")))) == (i < muddy)
    everybody = conjunction(KnowsWhether(f"Child {i}", Atom(f"muddy{i}")) for i in range(muddy))
    assert model.announce(everybody).size == 1


@pytest.mark.parametrize("n", [3, 4])
def test_muddy_children_in_one_formula(n: int) -> None:
    """If all are muddy: after the father's words and n - 1 silences it is common knowledge."""
    formula: Formula = Common(conjunction(Atom(f"muddy{i}") for i in range(n)))
    for _ in range(n - 1):
        formula = After(nobody_knows(n), formula)
    formula = After(disjunction(Atom(f"muddy{i}") for i in range(n)), formula)
    assert children(n, n).check(formula)


# -- Russian cards -----------------------------------------------------------------------------------------

SEATS = ("Anne", "Bill", "Crow")


def russian_cards() -> Model:
    """Seven cards, 3, 3 and 1; Anne has 0, 1, 2, Bill 3, 4, 5, Crow 6."""
    vocabulary = Vocabulary(SEATS, SEATS, Deck("0123456"))
    problem = Problem.of_hands(0b1111111, (3, 3, 1))
    return Model.of_problem(vocabulary, problem, known={0: 0b111, 1: 0b111000, 2: 0b1000000})


def hand(seat: str, cards: str) -> Formula:
    return conjunction(Has(seat, card) for card in cards)


def one_of(seat: str, hands: str) -> Formula:
    return disjunction(hand(seat, cards) for cards in hands.split())


def bill_knows_annes_hand() -> Formula:
    return disjunction(Knows("Bill", hand("Anne", "".join(three))) for three in combinations("0123456", 3))


def crow_is_ignorant() -> Formula:
    """Crow does not know of any card that is not his whether Anne has it."""
    return conjunction(~Has("Crow", card) >> ~KnowsWhether("Crow", Has("Anne", card)) for card in "0123456")


def test_russian_cards_has_140_deals() -> None:
    model = russian_cards()
    assert model.size == 140 and len(model.considered("Anne")) == 4 and len(model.considered("Crow")) == 20


GOOD = "012 034 056 135 246"


def test_russian_cards_a_good_announcement() -> None:
    """Anne says what she knows to be true; then it is common knowledge that Bill knows all, Crow nothing."""
    model = russian_cards()
    said = one_of("Anne", GOOD)
    assert model.check(Knows("Anne", said))
    after = model.announce(Knows("Anne", said))
    assert after.check(Common(bill_knows_annes_hand()))
    assert after.check(Common(crow_is_ignorant()))
    told = After(Knows("Anne", said), Common(bill_knows_annes_hand() & crow_is_ignorant()))
    assert model.check(told)
    # Bill answers with Crow's card; now Anne knows too and Crow still does not.
    answered = after.announce(Knows("Bill", Has("Crow", "6")))
    assert answered.check(Common(crow_is_ignorant()))
    assert answered.check("K[Anne] (has(Bill, 3) & has(Bill, 4) & has(Bill, 5))")


def test_russian_cards_a_bad_announcement() -> None:
    """She has 012 or none of them: Anne knows that Crow stays ignorant, but it is not common knowledge."""
    model = russian_cards()
    none = conjunction(~Has("Anne", card) for card in "012")
    said = Knows("Anne", hand("Anne", "012") | none)
    after = model.announce(said)
    assert after.check(bill_knows_annes_hand())
    assert after.check(Knows("Anne", crow_is_ignorant()))
    assert not after.check(Common(crow_is_ignorant()))


# -- three cards, three players ----------------------------------------------------------------------------


def three_hands() -> Model:
    vocabulary = Vocabulary(("Ann", "Bob", "Cid"), ("Ann", "Bob", "Cid"), Deck("abc"))
    return Model.of_problem(vocabulary, Problem.of_hands(0b111, (1, 1, 1)), known={0: 1, 1: 2, 2: 4})


@pytest.mark.parametrize(
    ("formula", "true"),
    [
        ("K[Ann] ~has(Bob, a)", True),
        ("Kw[Ann] has(Bob, b)", False),
        ("K[Ann] ~Kw[Bob] has(Ann, a)", True),
        ("C (~Kw[Bob] has(Ann, a) | has(Bob, a))", True),
        ("D (has(Ann, a) & has(Bob, b) & has(Cid, c))", True),
        ("D[Ann, Bob] has(Cid, c)", True),
        ("[!~has(Ann, c)] K[Bob] has(Ann, a)", True),
        ("[!~has(Ann, c)] K[Ann] (K[Bob] has(Ann, a) | K[Cid] has(Ann, a))", True),
        ("[!~has(Ann, c)] K[Cid] has(Ann, a)", False),
        ("[!~has(Ann, c)] K[Cid] K[Bob] has(Ann, a)", False),
        ("[!~has(Ann, c)] C (has(Ann, a) | has(Ann, b))", True),
        ("[!~has(Ann, c)] C has(Ann, a)", False),
        ("<!has(Ann, b)> true", False),
        ("[!~has(Ann, c)] [!~Kw[Cid] has(Ann, a)] C has(Cid, c)", True),
    ],
)
def test_three_hands(formula: str, true: bool) -> None:
    assert bool(three_hands().check(formula)) == true


def test_an_unsuccessful_announcement() -> None:
    """Bob does not know it, but Ann has a: true when said, false for having been said."""
    assert three_hands().check("<!has(Ann, a) & ~K[Bob] has(Ann, a)> ~(has(Ann, a) & ~K[Bob] has(Ann, a))")
