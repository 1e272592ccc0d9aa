"""Knowledge bases of views: they say what Locations says, and they can tell why."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable

import pytest

from kiebitz.errors import BadNotation, UnknownName
from kiebitz.kernel.random import Stream
from kiebitz.knowledge.formulas.formula import FALSE, Atom, Formula, Has
from kiebitz.knowledge.logic.base import Explanation, KnowledgeBase, Premise, Reason
from kiebitz.knowledge.places.locations import Locations
from kiebitz.rules.registry import game
from kiebitz.rules.tricks import TrickView
from kiebitz.rules.values import Deal, State, View
from kiebitz.sayings import say
from tests.contract.cases import CASES, make, random_game


def positions(name: str, options: str, number: int) -> Iterable[View]:
    """Views of random positions, spread over a random game, with the eyes of any seat or of a spectator."""
    table = make(name, options)
    rng = Stream.named("logic", table.name, options)
    states = list(random_game(table, seed=3))
    for state in [*states[:: max(1, len(states) // number)], states[-1]]:
        yield state.view(rng.choice(range(-1, table.seats)))


@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_base_of_a_view_entails_what_locations_says(name: str, options: str) -> None:
    for view in positions(name, options, number=6):
        base, locations = KnowledgeBase.of(view), Locations.of(view)
        matrix = locations.matrix().copy()
        for seat, mask in locations.table:  # whoever has just played a card has it
            matrix[mask.bit_length() - 1, seat] = 1.0
        assert base.satisfiable() and base.explain() is None
        for card in view.game.deck.cards:
            for column, place in enumerate(locations.places):
                chance, here = matrix[card.number, column], Has(place, str(card))
                expected = abs(chance - 1.0) < 1e-9, chance == 0.0
                assert (base.entails(here), base.entails(~here)) == expected, (view.seat, here, chance)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_explanations_suffice_and_nothing_in_them_can_be_spared(name: str, options: str) -> None:
    rng, explained = Stream.named("explain", make(name, options).name, options), 0
    for view in positions(name, options, number=3):
        base = KnowledgeBase.of(view)
        facts = [signed for fact in base.facts for signed in (fact, ~fact) if base.entails(signed)]
        for _ in range(5 if facts else 0):  # a spectator may know nothing at first
            explanation = base.explain(rng.choice(facts))
            assert explanation is not None
            check_minimal(explanation)
            explained += 1
    assert explained >= 5


def check_minimal(explanation: Explanation) -> None:
    premises = explanation.premises
    assert of(premises).entails(explanation.formula)
    for spared in premises:
        assert not of(p for p in premises if p != spared).entails(explanation.formula)


def of(premises: Iterable[Premise]) -> KnowledgeBase:
    base = KnowledgeBase()
    for premise in premises:
        base.add(premise.formula, because=premise.reason)
    return base


def test_the_models_of_a_base_are_the_worlds() -> None:
    table, counted = make("boerenbridge", ""), 0
    for state in random_game(table, seed=5):
        view = state.view(1)
        worlds = set(Locations.of(view).enumerate()) if Locations.of(view).count() < 200 else set()
        if state.is_over or not worlds:
            continue
        names = table.place_names()
        assert isinstance(view, TrickView)
        laid = {Has(names[seat], str(card)) for seat, card in view.trick}
        models = [
            {letter for letter, true in model.items() if true} for model in KnowledgeBase.of(view).models()
        ]
        as_facts = [
            {Has(n, str(c)) for n, cards in zip(names, w, strict=True) for c in cards} | laid for w in worlds
        ]
        assert len(models) == len(as_facts) and all(model in as_facts for model in models)
        counted += 1
    assert counted > 5


# -- positions worked by hand ------------------------------------------------------------------------------


def play(name: str, options: dict[str, str], deal: str, moves: str) -> State:
    state = Deal.read(game(name, options), deal).start()
    for move in moves.split():
        state = state.play(move)
    return state


def reasons(base: KnowledgeBase, formula: str) -> list[str]:
    explanation = base.explain(formula)
    assert explanation is not None, formula
    check_minimal(explanation)
    return [str(reason) for reason in explanation.reasons]


BRIDGE = "AH QD KS | KD AD QC | KH QH AS | KC AC QS |  | trump=S opener=0"


def test_why_in_boerenbridge() -> None:
    """North leads AH, East and West do not follow; later North leads KS, which East does not follow."""
    state = play("boerenbridge", {"schedule": "3"}, BRIDGE, "1 1 1 1 AH QC QH AC")
    base = KnowledgeBase.of(state.view(0))
    east, west = (f"because {who} did not follow hearts in trick 1" for who in ("East", "West"))
    assert reasons(base, "~has(E, KH)") == [east]
    assert reasons(base, "has(S, KH)") == [
        east,
        west,
        "because every card is in exactly one place",
        "because North sees its own hand",
        "because the undealt has no cards",
    ]
    one_place, own_hand = "because every card is in exactly one place", "because North sees its own hand"
    high_cards = "because only QH KH AH QD KD AD QC KC AC QS KS AS are in the game"
    assert reasons(base, "count(N, spades) == 1") == [high_cards, "because North was dealt KS", own_hand]
    assert reasons(base, "~has(E, QD)") == ["because North was dealt QD", one_place]
    assert reasons(base, "~has(E, AH)") == ["because North played AH"]
    assert reasons(base, "~has(E, 9H)") == [high_cards]
    assert reasons(base, "has(N, KH) | ~has(N, KH)") == []
    assert base.explain("has(E, KD)") is None
    explanation = base.explain("has(S, KH)")
    assert explanation is not None
    assert [(event.seat, event.move) for event in explanation.events] == [(1, "QC"), (3, "AC")]
    later = KnowledgeBase.of(
        play("boerenbridge", {"schedule": "3"}, BRIDGE, "1 1 1 1 AH QC QH AC KS KD AS QS").view(0)
    )
    assert reasons(later, "~has(E, QS)") == ["because East did not follow spades in trick 2"]
    assert later.explain("has(W, KC)") is None


def test_counting_is_a_reason() -> None:
    """South holds KH; QD, AD and KC are left for the three others."""
    state = play("boerenbridge", {"schedule": "3"}, BRIDGE, "1 1 1 1 AH QC QH AC KS KD AS QS")
    base = KnowledgeBase.of(state.view(2))
    assert base.explain("has(W, KC)") is None
    base.add("count(W, diamonds) == 0", because="West told us")
    assert reasons(base, "has(W, KC)") == ["because West holds 1 card", "because West told us"]


def test_later_rounds_speak_of_their_own_events() -> None:
    """The same cards are dealt again: what happened to them in the first round is no reason any more."""
    deal = BRIDGE + "\n" + BRIDGE.replace(" opener=0", "")
    moves = "1 1 1 1 AH QC QH AC KS KD AS QS KH KC QD AD 1 1 1 1"
    base = KnowledgeBase.of(play("boerenbridge", {"schedule": "3,3"}, deal, moves).view(0))
    assert reasons(base, "has(N, AH)") == ["because North was dealt AH"]
    assert not base.entails("~has(E, KH)") and base.satisfiable("has(W, KH)")


SCHNAPSEN = "AH TH QS KS JD | KH QH JC AD TD | QC KC TC AC JS TS AS QD KD JH"


def test_why_in_schnapsen() -> None:
    """Player 1 closes and leads from the marriage in spades; Player 2, who has none, must trump."""
    state = play("schnapsen", {"rules": "full", "unit": "deal"}, SCHNAPSEN, "close KS+QS KH")
    base = KnowledgeBase.of(state.view(0))
    no_spades = "because Player 2 did not follow spades in trick 1"
    assert reasons(base, "~has(P2, AS)") == [no_spades]
    assert reasons(base, "has(talon, AS)") == [
        no_spades,
        "because every card is in exactly one place",
        "because Player 1 sees its own hand",
    ]
    assert reasons(base, "has(talon, JH)") == ["because Player 1 sees JH in the talon"]
    assert reasons(base, "~has(P2, KH)") == ["because Player 2 played KH"]
    other = KnowledgeBase.of(state.view(1))
    assert reasons(other, "has(P1, QS)") == [
        "because Player 1 announced the marriage in spades and still holds QS"
    ]
    assert other.explain("has(P1, TH)") is None


def test_drawn_cards() -> None:
    state = play("schnapsen", {}, SCHNAPSEN, "AH JC")
    base = KnowledgeBase.of(state.view(0))
    assert reasons(base, "has(P1, QC)") == ["because Player 1 got QC"]
    assert reasons(base, "has(P1, TH)") == ["because Player 1 was dealt TH"]


# -- the base itself ---------------------------------------------------------------------------------------


def test_reasons_may_be_sentences_events_or_the_formula_itself() -> None:
    event = play("schnapsen", {}, SCHNAPSEN, "AH").view(1).events[1]
    a, b, c = Atom("a"), Atom("b"), Atom("c")
    base = KnowledgeBase()
    base.add(a)
    base.add(a >> b, because=event)
    base.add(b >> c, because="so it is")
    explanation = base.explain(c)
    assert explanation is not None
    assert explanation.reasons == (
        Reason(say("a")),
        Reason(say("seat 0 play AH"), event),
        Reason(say("so it is")),
    )
    assert explanation.events == (event,)
    assert str(explanation) == "c\n  because a\n  because seat 0 play AH\n  because so it is"


def test_a_contradiction_is_explained() -> None:
    base, a = KnowledgeBase(), Atom("a")
    base.add(Atom("b"), because="nothing to do with it")
    base.add(a, because="he said so")
    base.add(~a, because="she said not")
    explanation = base.explain()
    assert explanation is not None and not base.satisfiable()
    assert [str(reason.said) for reason in explanation.reasons] == ["he said so", "she said not"]
    assert explanation.formula == FALSE and list(base.models()) == []


def test_questions_leave_no_trace() -> None:
    base, a, b = KnowledgeBase(), Atom("a"), Atom("b")
    base.add(a | b)
    models = base.models()
    first = next(models)
    assert base.entails(~a >> b) and not base.satisfiable(~a, ~b) and not base.entails(Atom("c"))
    assert base.facts == (a, b) and len(base.premises) == 1
    assert len([first, *models]) == 3 and len(list(base.models())) == 3


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        (Has("West", "QH"), "There is no place called 'West'"),
        (Has("Player 1", "HQ"), "In this game the card 'HQ' is written 'QH'"),
        ("has(P1, QH", "At column 11 of the formula"),
    ],
)
def test_names_that_a_game_does_not_have(formula: Formula | str, message: str) -> None:
    base = KnowledgeBase.of(game("schnapsen").deal(seed=1).view(0))
    for ask in (base.entails, base.add, base.satisfiable, base.explain):
        with pytest.raises((UnknownName, BadNotation), match=message):
            ask(formula)


def test_the_solver_is_loaded_only_when_it_is_asked() -> None:
    code = (
        "import sys; from kiebitz.knowledge.logic.base import KnowledgeBase; KnowledgeBase().add('true')\n"
        "print('pysat' in sys.modules, 'numba' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == "False False\n"
