"""Random formulas about cards, and their truth by the book."""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz.kernel.random import Stream
from kiebitz.knowledge.formulas.formula import (
    FALSE,
    TRUE,
    And,
    Constant,
    Count,
    Formula,
    Has,
    Iff,
    Implies,
    Not,
    Or,
)
from kiebitz.knowledge.places.locations import World


def random_formula(rng: Stream, places: Sequence[str], cards: Sequence[str], depth: int) -> Formula:
    """A formula over places and cards, nested at most so deeply."""
    kind = rng.below(8) if depth else rng.below(2)
    if kind == 0:
        return Has(rng.choice(places), rng.choice(cards))
    if kind == 1:
        some = tuple(card for card in cards if rng.below(2))
        return Count(rng.choice(places), some, rng.choice([">=", "<=", "=="]), rng.below(4))
    left, right = (random_formula(rng, places, cards, depth - 1) for _ in range(2))
    if kind == 2:
        return rng.choice([TRUE, FALSE, Not(left), Not(left)])
    return [left & right, left | right, left >> right, left.iff(right), And((left, right, left))][kind - 3]


def is_true(formula: Formula, places: Sequence[str], world: World) -> bool:
    """The meaning of the signs, one world at a time."""
    match formula:
        case Has(place, card):
            return card in world[places.index(place)]
        case Count(place, cards, relation, number):
            held = sum(card in world[places.index(place)] for card in cards)
            return {">=": held >= number, "<=": held <= number, "==": held == number}[relation]
        case Constant(value):
            return value
        case Not(of):
            return not is_true(of, places, world)
        case And(parts):
            return all(is_true(part, places, world) for part in parts)
        case Or(parts):
            return any(is_true(part, places, world) for part in parts)
        case Implies(left, right):
            return not is_true(left, places, world) or is_true(right, places, world)
        case Iff(left, right):
            return is_true(left, places, world) == is_true(right, places, world)
    raise TypeError(formula)
