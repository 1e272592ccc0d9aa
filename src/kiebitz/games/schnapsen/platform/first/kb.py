"""The platform's knowledge base: clauses of Booleans and of comparisons between sums of integers.

A clause is a disjunction. Whether all clauses can be true together is asked of a satisfiability solver; what
it takes to be true of integers is then asked of a linear programme over the reals, as in the platform, where
``a < b`` means ``a <= b - 1``. Comparisons that cannot be met together are ruled out, and the solver asked
again.

>>> a, b, x, y = Boolean("a"), Boolean("b"), Integer("x"), Integer("y")
>>> kb = KB()
>>> kb.add_clause(a, b)
>>> kb.add_clause(~b, x > y + 2)
>>> kb.add_clause(y >= x)
>>> kb.satisfiable(), [model[a] for model in kb.models()]
(True, [True])
>>> kb.add_clause(~a)
>>> kb.satisfiable()
False
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Union

__all__ = ["KB", "Boolean", "Constraint", "Integer"]

SOLVER = "minisat22"
Number = Union[int, "Integer", "Sum"]


class Literal:
    """What a clause is made of."""

    def __invert__(self) -> Literal:
        return Negated(self)


@dataclass(frozen=True)
class Boolean(Literal):
    """A letter that is true or false; letters of one name are the same."""

    name: str

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Negated(Literal):
    """What is true if a letter or comparison is false."""

    of: Literal

    def __invert__(self) -> Literal:
        return self.of

    def __repr__(self) -> str:
        return f"~{self.of!r}"


@dataclass(frozen=True)
class Constraint(Literal):
    """A sum of integers that is at most 0, or just 0."""

    terms: tuple[tuple[str, int], ...]
    constant: int
    equal: bool = False

    def __invert__(self) -> Literal:
        if self.equal:
            raise ValueError("An equality cannot be negated: it may only be a clause of its own.")
        return super().__invert__()

    def opposite(self) -> Constraint:
        """What holds if this does not: the sum is at least 1."""
        return Constraint(tuple((name, -factor) for name, factor in self.terms), 1 - self.constant)


@dataclass(frozen=True, eq=False)
class Sum:
    """A sum of integers with their factors, and a number."""

    factors: tuple[tuple[str, int], ...]
    constant: int = 0

    def __add__(self, other: Number) -> Sum:
        mine, theirs = dict(self.factors), _sum(other)
        for name, factor in theirs.factors:
            mine[name] = mine.get(name, 0) + factor
        kept = tuple(sorted((name, factor) for name, factor in mine.items() if factor))
        return Sum(kept, self.constant + theirs.constant)

    __radd__ = __add__

    def __mul__(self, factor: int) -> Sum:
        return Sum(tuple((name, factor * one) for name, one in self.factors), factor * self.constant)

    __rmul__ = __mul__

    def __neg__(self) -> Sum:
        return self * -1

    def __sub__(self, other: Number) -> Sum:
        return self + -_sum(other)

    def __rsub__(self, other: Number) -> Sum:
        return _sum(other) + -self

    def __le__(self, other: Number) -> Constraint:
        return (self - other).at_most_0()

    def __lt__(self, other: Number) -> Constraint:
        return (self - other + 1).at_most_0()

    def __ge__(self, other: Number) -> Constraint:
        return (_sum(other) - self).at_most_0()

    def __gt__(self, other: Number) -> Constraint:
        return (_sum(other) - self + 1).at_most_0()

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, (int, Sum)):
            return NotImplemented
        difference = self - other
        return Constraint(difference.factors, difference.constant, equal=True)

    def at_most_0(self) -> Constraint:
        return Constraint(self.factors, self.constant)

    def __hash__(self) -> int:
        return hash((self.factors, self.constant))


class Integer(Sum):
    """A whole number that is not known; integers of one name are the same."""

    def __init__(self, name: str) -> None:
        super().__init__(((name, 1),))

    @property
    def name(self) -> str:
        return self.factors[0][0]

    def __repr__(self) -> str:
        return self.name


def _sum(number: Number) -> Sum:
    return number if isinstance(number, Sum) else Sum((), number)


class KB:
    """Clauses, and whether all can be true together."""

    def __init__(self) -> None:
        self._numbers: dict[Literal, int] = {}
        self._clauses: list[list[int]] = []

    def add_clause(self, *symbols: Literal) -> None:
        """One of these must be true."""
        for symbol in symbols:
            if not isinstance(symbol, Literal):
                raise ValueError(
                    f"A clause is made of Booleans and comparisons of this module, not of {symbol!r}."
                )
            if isinstance(symbol, Constraint) and symbol.equal and len(symbols) > 1:
                raise ValueError("An equality may only be a clause of its own.")
        self._clauses.append([self._number(symbol) for symbol in symbols])

    def satisfiable(self) -> bool:
        return next(self.models(), None) is not None

    def models(self) -> Iterator[dict[Literal, bool]]:
        """All ways to make the clauses true: each letter and comparison with its value."""
        from pysat.solvers import Solver

        with Solver(SOLVER, bootstrap_with=self._clauses) as solver:
            while solver.solve():
                truth = {abs(number): number > 0 for number in solver.get_model()}
                model = {symbol: truth.get(number, True) for symbol, number in self._numbers.items()}
                comparisons = {one: value for one, value in model.items() if isinstance(one, Constraint)}
                possible = not comparisons or _feasible(comparisons)
                if possible:
                    yield model
                ruled_out = model if possible else comparisons
                solver.add_clause(
                    [self._numbers[one] * (-1 if value else 1) for one, value in ruled_out.items()]
                )

    def _number(self, symbol: Literal) -> int:
        if isinstance(symbol, Negated):
            return -self._number(symbol.of)
        return self._numbers.setdefault(symbol, len(self._numbers) + 1)


def _feasible(comparisons: dict[Constraint, bool]) -> bool:
    """Are there numbers for which all comparisons have these values?"""
    from scipy.optimize import linprog

    wanted = [one if value else one.opposite() for one, value in comparisons.items()]
    names = sorted({name for one in wanted for name, _ in one.terms})
    rows = {kind: [one for one in wanted if one.equal is kind] for kind in (False, True)}
    if not names:
        return all(one.constant == 0 if one.equal else one.constant <= 0 for one in wanted)
    found = linprog(
        [0] * len(names),
        A_ub=_matrix(rows[False], names),
        b_ub=[-one.constant for one in rows[False]] or None,
        A_eq=_matrix(rows[True], names),
        b_eq=[-one.constant for one in rows[True]] or None,
        bounds=(None, None),
    )
    return bool(found.status == 0)


def _matrix(rows: Iterable[Constraint], names: list[str]) -> list[list[int]] | None:
    return [[dict(one.terms).get(name, 0) for name in names] for one in rows] or None
