"""From formulas to clauses: what a satisfiability solver reads.

A letter is a number, its negation the negative number, a clause a list of them of which one must be true.
A formula inside another gets a number of its own, defined by clauses (Tseitin), so a translation grows
with the formula and never explodes; counts become sequential counters. Only ``has`` and named facts are
letters here: a count says something about the ``has`` of its cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.formulas.formula import And, Atom, Constant, Count, Formula, Has, Iff, Implies, Not, Or
from kiebitz.sayings import say

Fact = Has | Atom
Clause = list[int]


def facts_of(formula: Formula) -> Iterator[Fact]:
    """What must be known to tell whether a formula is true; a count stands for its cards."""
    for letter in formula.letters:
        if isinstance(letter, Count):
            yield from cards_of(letter)
        elif isinstance(letter, (Has, Atom)):
            yield letter


def cards_of(count: Count) -> tuple[Has, ...]:
    """The facts that a count adds up."""
    return tuple(Has(count.place, card) for card in dict.fromkeys(count.cards))


class Translation:
    """Numbers for facts and formulas, and the clauses that define them.

    >>> rain, wet = Atom("rain"), Atom("wet")
    >>> translation = Translation()
    >>> always = translation.fresh()
    >>> translation.require(rain >> wet, when=always)
    >>> translation.take(), translation.number(rain), translation.number(wet)
    ([[-1, -2, 3]], 2, 3)
    """

    def __init__(self) -> None:
        self._last = 0
        self._numbers: dict[Formula, int] = {}
        self._clauses: list[Clause] = []

    def fresh(self) -> int:
        """A number that means nothing yet."""
        self._last += 1
        return self._last

    def take(self) -> list[Clause]:
        """The clauses that were added since the last time."""
        clauses, self._clauses = self._clauses, []
        return clauses

    def require(self, formula: Formula, when: int) -> None:
        """The formula must be true wherever the number ``when`` is."""
        match formula:
            case And(parts):
                for part in parts:
                    self.require(part, when)
            case Or(parts):
                self._clauses.append([-when, *map(self.number, parts)])
            case Implies(left, right):
                self._clauses.append([-when, -self.number(left), self.number(right)])
            case Count(relation=relation, number=bound):
                cards = [self.number(card) for card in cards_of(formula)]
                if relation != "<=":
                    self._at_least(cards, bound, when)
                if relation != ">=":
                    self._at_most(cards, bound, when)
            case _:
                self._clauses.append([-when, self.number(formula)])

    def number(self, formula: Formula) -> int:
        """A number, perhaps negative, that is true exactly where the formula is."""
        if formula not in self._numbers:
            self._numbers[formula] = self._define(formula)
        return self._numbers[formula]

    def _define(self, formula: Formula) -> int:
        match formula:
            case Has() | Atom():
                return self.fresh()
            case Constant(value):
                return self._all([]) if value else -self._all([])
            case Not(of):
                return -self.number(of)
            case And(parts):
                return self._all([self.number(part) for part in parts])
            case Or(parts):
                return -self._all([-self.number(part) for part in parts])
            case Implies(left, right):
                return -self._all([self.number(left), -self.number(right)])
            case Iff(left, right):
                return self._same(self.number(left), self.number(right))
            case Count():
                return self._counted(formula)
        raise KiebitzError(say("Clauses cannot say what somebody knows: {formula}.", formula=str(formula)))

    def _all(self, parts: Clause) -> int:
        """A number that is true where all of these are."""
        name = self.fresh()
        self._clauses += [[-name, part] for part in parts]
        self._clauses.append([name, *(-part for part in parts)])
        return name

    def _same(self, left: int, right: int) -> int:
        """A number that is true where both or neither of these are."""
        name = self.fresh()
        self._clauses += [
            [-name, -left, right],
            [-name, left, -right],
            [name, left, right],
            [name, -left, -right],
        ]
        return name

    def _counted(self, count: Count) -> int:
        """A number for a count; all relations are made of "at least"."""
        place, cards, bound = count.place, count.cards, count.number
        match count.relation:
            case "<=":
                return -self.number(Count(place, cards, ">=", bound + 1))
            case "==":
                enough = self.number(Count(place, cards, ">=", bound))
                return self._all([enough, -self.number(Count(place, cards, ">=", bound + 1))])
        name = self.fresh()
        numbers = [self.number(card) for card in cards_of(count)]
        self._at_least(numbers, bound, name)
        self._at_most(numbers, bound - 1, -name)
        return name

    def _at_least(self, numbers: Clause, bound: int, when: int) -> None:
        self._at_most([-number for number in numbers], len(numbers) - bound, when)

    def _at_most(self, numbers: Clause, bound: int, when: int) -> None:
        if bound < 0:
            self._clauses.append([-when])
        elif bound < len(numbers):
            self._clauses += [[-when, *clause] for clause in self._counter(numbers, bound)]

    def _counter(self, numbers: Clause, bound: int) -> Iterable[Clause]:
        from pysat.card import CardEnc, EncType

        counter = CardEnc.atmost(numbers, bound, top_id=self._last, encoding=EncType.seqcounter)
        self._last = max(self._last, counter.nv)
        clauses: list[Clause] = counter.clauses
        return clauses
