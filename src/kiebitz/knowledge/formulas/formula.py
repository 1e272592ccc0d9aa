"""The formula language of the whole package: letters and connectives; knowledge is in epistemic.py.

Formulas are values. Python's operators build them, ``str`` writes them, ``parser.parse`` reads them:

>>> queen, rain = Has("East", "QH"), Atom("rain")
>>> print(~queen & (queen >> rain).iff(rain))
~has(East, QH) & (has(East, QH) >> rain <-> rain)

Mind that Python's ``>>`` binds tighter than its ``&`` and ``|``; in the text it binds looser, as in logic
books: ``(a & b) >> c`` needs its brackets in Python and none in the text.

Everything that walks a formula calls itself for the parts, so how deeply signs may be nested is limited when
a formula is made, and not left to the interpreter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from kiebitz.errors import BadNotation
from kiebitz.sayings import say

RELATIONS = (">=", "<=", "==")
RESERVED = frozenset(["true", "false", "has", "count", "K", "Kw", "M", "E", "C", "D"])
NAME = re.compile(r"[^\W\d]\w*")
DEEPEST = 100  # nested signs: walking that deep takes fewer than Python's thousand calls, everywhere

# How tight the main sign of a formula binds, from the loosest.
EQUIVALENCE, IMPLICATION, DISJUNCTION, CONJUNCTION, UNARY, ATOMIC = range(6)


def too_deep() -> BadNotation:
    """What is said of a formula that nobody could walk."""
    return BadNotation(
        say("The formula is nested too deeply; {n} signs within each other are the limit.", n=DEEPEST)
    )


@dataclass(frozen=True, repr=False, slots=True)
class Formula:
    """The root of all formulas."""

    depth: int = field(init=False, compare=False)
    """How many signs stand within each other; 0 for a letter."""
    level: ClassVar[int] = ATOMIC

    def __post_init__(self) -> None:
        depth = max((part.depth + 1 for part in self.subformulas()), default=0)
        if depth > DEEPEST:
            raise too_deep()
        object.__setattr__(self, "depth", depth)

    def subformulas(self) -> tuple[Formula, ...]:
        """The formulas directly inside this one."""
        return ()

    def walk(self) -> Iterator[Formula]:
        """This formula and all inside it, outermost first."""
        yield self
        for part in self.subformulas():
            yield from part.walk()

    @property
    def is_propositional(self) -> bool:
        """Is it free of knowledge and announcements?"""
        return not any(isinstance(part, Epistemic) for part in self.walk())

    @property
    def letters(self) -> tuple[Letter, ...]:
        """The different letters in it, in the order of their first appearance."""
        return tuple(dict.fromkeys(part for part in self.walk() if isinstance(part, Letter)))

    def iff(self, other: Formula) -> Iff:
        return Iff(self, other)

    def __invert__(self) -> Formula:
        return Not(self)

    def __and__(self, other: Formula) -> Formula:
        mine = self.parts if isinstance(self, And) else (self,)
        return And((*mine, *other.parts)) if isinstance(other, And) else And((*mine, other))

    def __or__(self, other: Formula) -> Formula:
        mine = self.parts if isinstance(self, Or) else (self,)
        return Or((*mine, *other.parts)) if isinstance(other, Or) else Or((*mine, other))

    def __rshift__(self, other: Formula) -> Formula:
        return Implies(self, other)

    def __repr__(self) -> str:
        return f"<{self}>"

    def _inside(self, level: int) -> str:
        """The text as an operand of a sign that binds as tightly as the level says."""
        return str(self) if self.level >= level else f"({self})"


@dataclass(frozen=True, repr=False, slots=True)
class Constant(Formula):
    value: bool

    def __str__(self) -> str:
        return "true" if self.value else "false"


TRUE, FALSE = Constant(True), Constant(False)


class Epistemic(Formula):
    """What is not decided in a world alone: knowledge and announcements (epistemic.py)."""

    __slots__ = ()
    level: ClassVar[int] = UNARY


class Letter(Formula):
    """What a world decides by itself: has, count or a named fact."""

    __slots__ = ()


@dataclass(frozen=True, repr=False, slots=True)
class Atom(Letter):
    """A fact with a name of its own, for models that are not about cards."""

    name: str

    def __post_init__(self) -> None:
        Formula.__post_init__(self)  # super() knows nothing of classes that are made again with slots
        if not NAME.fullmatch(self.name) or self.name in RESERVED:
            raise BadNotation(
                say(
                    "{name} cannot name a fact: it must be one word, and not a reserved one.",
                    name=repr(self.name),
                )
            )

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, repr=False, slots=True)
class Has(Letter):
    """The card lies in the place: a hand, the talon, the skat."""

    place: str
    card: str

    def __str__(self) -> str:
        return f"has({self.place}, {self.card})"


@dataclass(frozen=True, repr=False, slots=True)
class Count(Letter):
    """A given number of these cards lies in the place."""

    place: str
    cards: tuple[str, ...]
    relation: str
    number: int
    kind: str = field(default="", compare=False)
    """The suit or rank that the cards are, for the text."""

    def __post_init__(self) -> None:
        Formula.__post_init__(self)
        if self.relation not in RELATIONS or self.number < 0:
            signs = ", ".join(RELATIONS)
            raise BadNotation(say("A count is compared by {signs} with a number from 0 on.", signs=signs))

    def __str__(self) -> str:
        cards = self.kind or f"{{{', '.join(self.cards)}}}"
        return f"count({self.place}, {cards}) {self.relation} {self.number}"


@dataclass(frozen=True, repr=False, slots=True)
class Not(Formula):
    of: Formula
    level: ClassVar[int] = UNARY

    def subformulas(self) -> tuple[Formula, ...]:
        return (self.of,)

    def __str__(self) -> str:
        return f"~{self.of._inside(UNARY)}"


@dataclass(frozen=True, repr=False, slots=True)
class Several(Formula):
    """Two or more parts with the same sign between them."""

    parts: tuple[Formula, ...]
    sign: ClassVar[str]

    def __post_init__(self) -> None:
        Formula.__post_init__(self)
        if len(self.parts) < 2:
            raise BadNotation(say("The sign {sign} stands between two or more formulas.", sign=self.sign))

    def subformulas(self) -> tuple[Formula, ...]:
        return self.parts

    def __str__(self) -> str:
        return f" {self.sign} ".join(part._inside(self.level + 1) for part in self.parts)


class And(Several):
    __slots__ = ()
    sign: ClassVar[str] = "&"
    level: ClassVar[int] = CONJUNCTION


class Or(Several):
    __slots__ = ()
    sign: ClassVar[str] = "|"
    level: ClassVar[int] = DISJUNCTION


def conjunction(parts: Iterable[Formula]) -> Formula:
    """All of them; true if there are none."""
    some = tuple(parts)
    return And(some) if len(some) > 1 else some[0] if some else TRUE


def disjunction(parts: Iterable[Formula]) -> Formula:
    """At least one of them; false if there are none."""
    some = tuple(parts)
    return Or(some) if len(some) > 1 else some[0] if some else FALSE


@dataclass(frozen=True, repr=False, slots=True)
class Implies(Formula):
    left: Formula
    right: Formula
    level: ClassVar[int] = IMPLICATION

    def subformulas(self) -> tuple[Formula, ...]:
        return (self.left, self.right)

    def __str__(self) -> str:
        return f"{self.left._inside(DISJUNCTION)} >> {self.right._inside(IMPLICATION)}"


@dataclass(frozen=True, repr=False, slots=True)
class Iff(Formula):
    left: Formula
    right: Formula
    level: ClassVar[int] = EQUIVALENCE

    def subformulas(self) -> tuple[Formula, ...]:
        return (self.left, self.right)

    def __str__(self) -> str:
        return f"{self.left._inside(EQUIVALENCE)} <-> {self.right._inside(IMPLICATION)}"
