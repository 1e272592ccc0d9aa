"""Strategies as logic, in the words of the university platform where many Schnapsen bots were written.

Its bots have a base of clauses over Boolean variables. General information says what is the case, a
strategy says which cards are to be played, as ``PJ(x) <-> J(x)``: play a card if and only if it is a jack.
Then "the first move that makes the base inconsistent" is played: the first for which *not* playing it
contradicts what the base says. A bot's file reads like this:

>>> J, Q, PJ = Predicate("j"), Predicate("q"), Predicate("pj")
>>> CARDS = [rank + suit for suit in "HCSD" for rank in "JQKTA"]

>>> def general_information(kb):
...     for x in CARDS:
...         kb.add_clause(J(x) if x[0] == "J" else ~J(x))
...         kb.add_clause(Q(x) if x[0] == "Q" else ~Q(x))

>>> def jack_strategy(kb):  # PJ(x) <-> J(x)
...     for x in CARDS:
...         kb.add_clause(~J(x), PJ(x))
...         kb.add_clause(~PJ(x), J(x))

>>> kb = Base()
>>> general_information(kb)
>>> jack_strategy(kb)
>>> first_inconsistent(kb, ["AS", "QD", "JC", "JH"], PJ)
'JC'
>>> first_inconsistent(kb, ["AS", "QD"], PJ) is None
True

Strategies that look at the whole hand are expressed with a predicate for what may be played, M below: the
highest trump is a trump above which there is none to play.

>>> M, T = Predicate("m"), Predicate("t")
>>> def highest_trump(kb):  # PJ(x) <-> M(x) & T(x) & no y above x with M(y) & T(y)
...     for i, x in enumerate(CARDS):
...         above = [M(y) & T(y) for y in CARDS[i + 1 :] if y[1] == x[1]]
...         kb.add(PJ(x).iff(M(x) & T(x) & ~disjunction(above)))

>>> kb, hand = Base(), ["JH", "KH", "AS"]
>>> for x in CARDS:
...     kb.add_clause(M(x) if x in hand else ~M(x))
...     kb.add_clause(T(x) if x[1] == "H" else ~T(x))
>>> highest_trump(kb)
>>> first_inconsistent(kb, hand, PJ)
'KH'

The platform's sums of integers have no counterpart here; bots that need them find them in the platform's own
knowledge base (``platform.first.kb``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from kiebitz.errors import BadNotation
from kiebitz.knowledge.formulas.formula import Atom, Formula, Not, disjunction
from kiebitz.knowledge.logic.base import KnowledgeBase
from kiebitz.sayings import say

Boolean = Atom
Choice = TypeVar("Choice")


@dataclass(frozen=True)
class Predicate:
    """A family of Boolean variables, one for each thing that it may be said of.

    >>> Predicate("pj")(4) == Boolean("pj4")
    True
    """

    name: str

    def __call__(self, thing: object) -> Atom:
        return Boolean(f"{self.name}{thing}")


class Base(KnowledgeBase):
    """A knowledge base that can also be told clause by clause."""

    def add_clause(self, *literals: Formula) -> None:
        """One of these must be true; each is a Boolean or the negation of one."""
        for literal in literals:
            if not isinstance(literal.of if isinstance(literal, Not) else literal, Atom):
                raise BadNotation(
                    say(
                        "A clause is made of Booleans and their negations, not of {other}.",
                        other=str(literal),
                    )
                )
        self.add(disjunction(literals))


def first_inconsistent(
    kb: KnowledgeBase, moves: Iterable[Choice], play: Callable[[Choice], Formula]
) -> Choice | None:
    """The first move that contradicts the base if it is not played; None if the strategy plays none.

    ``play(move)`` says that the move is played. The base itself is left as it is.
    """
    return next((move for move in moves if not kb.satisfiable(~play(move))), None)
