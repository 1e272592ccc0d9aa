"""In which worlds does a plan lose? The smallest set of card places that says so.

A fact is a card in a place. The worlds of a sample are described by facts that all hold in them and together
in no other; where no such set is small enough, by a choice between few of them. What fits a sample may fit it
by accident, so the share of all worlds of which it is true is counted exactly and compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from kiebitz.knowledge.places.counting import count_exactly
from kiebitz.knowledge.places.problem import Problem

Fact = tuple[int, int]  # card, place
Term = tuple[Fact, ...]  # facts that hold together
TOGETHER, CHOICES = 3, 3  # the most facts of a term, and the most terms
ERRORS = 3.0  # standard errors by which a share in a sample may be off


@dataclass(frozen=True)
class Description:
    """Terms of which one holds in exactly the worlds that are described, and how many of these there are.

    >>> four = Problem.of_hands(cards=0b1111, sizes=(2, 2))
    >>> worlds = [{card: place for place in (0, 1) for card in range(4) if world[place] >> card & 1}
    ...           for world in four.worlds().tolist()]
    >>> where_first_is = sum(1 << i for i, world in enumerate(worlds) if world[0] == 1)
    >>> describe(worlds, where_first_is, four)
    Description(terms=(((0, 1),),), exact=3)
    """

    terms: tuple[Term, ...]
    exact: int
    """The number of all worlds of which it is true."""


def describe(worlds: Sequence[Mapping[int, int]], wanted: int, problem: Problem) -> Description | None:
    """The smallest description of some worlds, given as a mask; None if no small one can be right.

    Each world says in which place a card lies. Of descriptions of one size the one whose share of all worlds
    is nearest to that in the sample is taken.
    """
    every = (1 << len(worlds)) - 1
    if wanted in (0, every):
        return None
    facts = _facts(worlds)
    total = count_with(problem, ())
    share = wanted.bit_count() / len(worlds)
    allowed = 0.0 if total == len(worlds) else ERRORS * sqrt(max(share * (1 - share), 0.02) / len(worlds))
    for candidates in (_single(facts, wanted), _several(facts, wanted)):
        for found in candidates:
            counted = [(count_any(problem, terms), terms) for terms in found]
            exact, terms = min(counted, key=lambda each: abs(each[0] / total - share))
            if abs(exact / total - share) <= allowed + 1e-12:
                return Description(terms, exact)
    return None


def _facts(worlds: Sequence[Mapping[int, int]]) -> dict[Fact, int]:
    """Every fact with the worlds in which it holds; what holds in all of them says nothing."""
    masks: dict[Fact, int] = {}
    for number, world in enumerate(worlds):
        for fact in world.items():
            masks[fact] = masks.get(fact, 0) | 1 << number
    every = (1 << len(worlds)) - 1
    return {fact: mask for fact, mask in sorted(masks.items()) if mask != every}


def _single(facts: Mapping[Fact, int], wanted: int) -> Iterator[Sequence[tuple[Term, ...]]]:
    """Single terms that hold in exactly the wanted worlds, those of the fewest facts first."""
    common = [fact for fact, mask in facts.items() if wanted & ~mask == 0]
    for size in range(1, TOGETHER + 1):
        found = [(term,) for term in combinations(common, size) if _all(facts, term) == wanted]
        if found:
            yield found


def _several(facts: Mapping[Fact, int], wanted: int) -> Iterator[Sequence[tuple[Term, ...]]]:
    """Choices between terms that hold nowhere else and together in all wanted worlds."""
    best: dict[int, Term] = {}
    for size in range(1, TOGETHER):
        for term in combinations([fact for fact, mask in facts.items() if mask & wanted], size):
            mask = _all(facts, term)
            if mask and mask & ~wanted == 0 and not any(mask & ~other == 0 for other in best):
                best[mask] = term
    masks = sorted(best, key=lambda mask: (len(best[mask]), -mask.bit_count()))[:60]
    for number in range(2, CHOICES + 1):
        found = []
        for chosen in combinations(masks, number):
            union = 0
            for mask in chosen:
                union |= mask
            if union == wanted:
                found.append(tuple(best[mask] for mask in chosen))
        if found:
            fewest = min(sum(map(len, terms)) for terms in found)
            yield [terms for terms in found if sum(map(len, terms)) == fewest]


def _all(facts: Mapping[Fact, int], term: Term) -> int:
    mask = -1
    for fact in term:
        mask &= facts[fact]
    return mask


def count_any(problem: Problem, terms: Sequence[Term]) -> int:
    """In how many worlds at least one of some terms is true: sets of terms, counted in and out."""
    total = 0
    for number in range(1, len(terms) + 1):
        for chosen in combinations(terms, number):
            facts = {fact for term in chosen for fact in term}
            total += (1 if number % 2 else -1) * count_with(problem, facts)
    return total


def count_with(problem: Problem, facts: Iterable[Fact]) -> int:
    """In how many worlds some cards lie in some places.

    >>> count_with(Problem.of_hands(cards=0b1111, sizes=(2, 2)), [(0, 1)])
    3
    """
    where = dict[int, int]()
    for card, place in facts:
        if where.setdefault(card, place) != place:
            return 0
    total, gone = 0, sum(1 << card for card in where)
    for part in problem.parts:
        room = list(part.room)
        for card, place in where.items():
            room[place] -= 1 if part.cards[place] >> card & 1 else len(room) * 64
        if min(room) >= 0:
            total += count_exactly([cards & ~gone for cards in part.cards], room)
    return total
