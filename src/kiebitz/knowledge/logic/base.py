"""A propositional knowledge base that can say why: formulas with reasons, over a satisfiability solver.

Every premise is switched on by a number of its own. So a contradiction can be traced to the premises that
make it, and through them to what somebody saw at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from kiebitz.errors import BadNotation
from kiebitz.knowledge.formulas.formula import FALSE, Formula, Has
from kiebitz.knowledge.formulas.parser import parse
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.logic.clauses import Fact, Translation, facts_of
from kiebitz.knowledge.logic.smallest import minimal, smallest
from kiebitz.sayings import Saying, joined, plain, say

if TYPE_CHECKING:
    from kiebitz.rules.values import Event, View

SOLVER = "minisat22"
PATIENCE = 300
"""Conflicts that the solver may run into before it gives up on a step of an explanation."""
Question = Formula | str
"""Where there is a vocabulary, formulas may be given as text."""


@dataclass(frozen=True)
class Reason:
    """Why a premise holds: a sentence, and the event it speaks of if there is one."""

    said: Saying
    event: Event | None = None

    @property
    def because(self) -> Saying:
        return say("because {reason}", reason=self.said)

    def __str__(self) -> str:
        return str(self.because)


@dataclass(frozen=True)
class Premise:
    """A formula that the base takes to be true."""

    formula: Formula
    reason: Reason


@dataclass(frozen=True)
class Explanation:
    """Why a formula follows: premises that entail it, none of which can be spared."""

    formula: Formula
    premises: tuple[Premise, ...]

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The different reasons of the premises, in the order in which the base learned them."""
        return tuple(dict.fromkeys(premise.reason for premise in self.premises))

    @property
    def events(self) -> tuple[Event, ...]:
        """The events among the reasons."""
        return tuple(reason.event for reason in self.reasons if reason.event is not None)

    @property
    def said(self) -> Saying:
        """The formula, and a line for each reason."""
        if not self.premises:
            return say("{formula} in any case", formula=str(self.formula))
        return joined("\n  ", [plain(str(self.formula)), *(reason.because for reason in self.reasons)])

    def __str__(self) -> str:
        return str(self.said)


class KnowledgeBase:
    """Premises, and what follows from them.

    >>> north, south = Has("North", "QH"), Has("South", "QH")
    >>> base = KnowledgeBase()
    >>> base.add(north | south, because="one of them was dealt the queen")
    >>> base.add(~south, because="South did not follow hearts in trick 2")
    >>> base.entails(north), base.entails(south), base.satisfiable(south)
    (True, False, False)
    >>> print(base.explain(north))
    has(North, QH)
      because one of them was dealt the queen
      because South did not follow hearts in trick 2
    """

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        self.vocabulary = vocabulary
        """If there is one, formulas may only name its places and cards."""
        self._premises: dict[int, Premise] = {}  # by the number that switches it on
        self._facts: dict[Fact, None] = {}  # of the premises, in the order of their appearance
        self._translation = Translation()
        self._ready: Any = None

    @classmethod
    def of(cls, view: View) -> Self:
        """What a seat can tell about the places of all cards, with the events that told it.

        >>> from kiebitz.rules.registry import game
        >>> base = KnowledgeBase.of(game("schnapsen").deal(seed=1).view(0))
        >>> base.entails("has(P2, QH) | has(talon, QH)"), base.satisfiable("has(P2, JD)")
        (True, False)
        >>> print(base.explain("~has(P2, JD)"))
        ~has(Player 2, JD)
          because Player 1 was dealt JD
          because every card is in exactly one place
        """
        from kiebitz.knowledge.logic.premises import premises

        base = cls(Vocabulary.of(view.game))
        for premise in premises(view):
            base.add(premise.formula, because=premise.reason)
        return base

    @property
    def premises(self) -> tuple[Premise, ...]:
        return tuple(self._premises.values())

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The letters that the premises speak of; a count speaks of each of its cards."""
        return tuple(self._facts)

    def add(self, formula: Question, because: Reason | Event | Saying | str | None = None) -> None:
        """Take a formula to be true; without a reason it is its own."""
        read, switch = self._read(formula), self._translation.fresh()
        self._translation.require(read, when=switch)
        self._premises[switch] = Premise(read, _reason(because or str(read)))
        self._facts |= dict.fromkeys(facts_of(read))

    def satisfiable(self, *assumptions: Question) -> bool:
        """Can all premises and these formulas be true together?"""
        numbers = [self._translation.number(self._read(formula)) for formula in assumptions]
        return bool(self._solver().solve([*self._premises, *numbers]))

    def entails(self, formula: Question) -> bool:
        """Is it true wherever the premises are?"""
        return not self.satisfiable(~self._read(formula))

    def explain(self, formula: Question = FALSE) -> Explanation | None:
        """Why a formula follows, or why the base contradicts itself; None if neither is so.

        There is no explanation with fewer reasons; among those with as few, older reasons are preferred.
        None of the premises that rest on them can be spared. All this holds up to arguments that cost more
        than ``PATIENCE``: some ways of counting are beyond a solver, and beyond the reader too.
        """
        read = self._read(formula)
        if not self.entails(read):
            return None
        groups: dict[Reason, list[int]] = {}
        for switch, premise in self._premises.items():
            groups.setdefault(premise.reason, []).append(switch)
        reasons = list(groups)

        def follows(numbers: Iterable[int]) -> bool:
            return self._refutes([s for n in numbers for s in groups[reasons[n]]], ~read)

        needed = [switch for n in smallest(len(reasons), follows) for switch in groups[reasons[n]]]
        switches = minimal(sorted(needed), lambda some: self._refutes(some, ~read))
        return Explanation(read, tuple(self._premises[switch] for switch in switches))

    def models(self) -> Iterator[dict[Fact, bool]]:
        """All ways in which the premises can be true, one after the other, as values of their facts.

        >>> base = KnowledgeBase()
        >>> base.add(Has("East", "QH") | Has("West", "QH"))
        >>> sum(1 for _ in base.models())
        3
        """
        numbers = {fact: self._translation.number(fact) for fact in self._facts}
        fresh = self._translation.fresh()  # switches on "another model than those before"
        while self._solver().solve([*self._premises, fresh]):
            true = set(self._solver().get_model())
            model = {fact: number in true for fact, number in numbers.items()}
            yield model
            other = [-number if model[fact] else number for fact, number in numbers.items()]
            self._solver().add_clause([-fresh, *other])

    def _refutes(self, switches: list[int], formula: Formula) -> bool:
        """Do these premises contradict the formula, as far as that is found with a limited effort?"""
        number = self._translation.number(formula)
        solver = self._solver()
        solver.conf_budget(PATIENCE)
        return solver.solve_limited([*switches, number]) is False

    def _solver(self) -> Any:
        """The solver with all clauses so far; made on first use."""
        if self._ready is None:
            from pysat.solvers import Solver

            self._ready = Solver(SOLVER)
        for clause in self._translation.take():
            self._ready.add_clause(clause)
        return self._ready

    def _read(self, formula: Question) -> Formula:
        """A formula, perhaps from its text; one with names that the vocabulary does not have is refused."""
        if isinstance(formula, str):
            return parse(formula, self.vocabulary or Vocabulary(()))
        for fact in facts_of(formula) if self.vocabulary else ():
            if self.vocabulary and isinstance(fact, Has):
                self.vocabulary.place_index(fact.place)
                if fact.card != (card := self.vocabulary.card(fact.card)):
                    raise BadNotation(
                        say(
                            "In this game the card {card} is written {name}.",
                            card=repr(fact.card),
                            name=repr(card),
                        )
                    )
        return formula


def _reason(because: Reason | Event | Saying | str) -> Reason:
    match because:
        case Reason():
            return because
        case Saying():
            return Reason(because)
        case str():
            return Reason(plain(because))
    return Reason(plain(str(because)), because)
