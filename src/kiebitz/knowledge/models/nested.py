"""What one seat thinks that another considers possible, about the place of one card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.budget import look_at_the_clock
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.lazy import LazyModel
from kiebitz.knowledge.models.valuations import Worlds
from kiebitz.sayings import Cards, say

MOST_HANDS = 20_000
"""Different hands of the other that are looked at one by one."""


@dataclass(frozen=True)
class Belief:
    """In this many of the seat's worlds the other considers exactly these places possible for the card."""

    places: tuple[str, ...]
    deals: int


def nested(model: Model | LazyModel, card: str, seat: str, other: str) -> list[Belief]:
    """The sets of places that the other may consider possible in the seat's eyes, the likeliest first.

    The model must say what the seat sees: that of a state does, and that of the seat's own view.

    >>> from kiebitz.rules.registry import game
    >>> from kiebitz.knowledge.models.lazy import model_of
    >>> view = game("schnapsen").deal(seed=1).view(0)
    >>> [(belief.places, belief.deals) for belief in nested(model_of(view), "QH", "P1", "P2")]
    [(('Player 1', 'talon'), 1287), (('Player 2',), 715)]
    """
    vocabulary = model.vocabulary
    one, two = (vocabulary.seat_index(vocabulary.seat(name)) for name in (seat, other))
    bit = vocabulary.mask([vocabulary.card(card)])
    found = _listed(model, bit, one, two) if isinstance(model, Model) else _made(model, bit, one, two)
    return _named(vocabulary, card, found)


def _named(vocabulary: Vocabulary, card: str, found: Mapping[frozenset[int], int]) -> list[Belief]:
    """The sets of places with the names of the places, the likeliest first."""
    if frozenset() in found:
        raise KiebitzError(say("{card} is in no hand any more.", card=Cards(card)))
    beliefs = [
        Belief(tuple(vocabulary.places[place] for place in sorted(places)), deals)
        for places, deals in found.items()
    ]
    return sorted(beliefs, key=lambda belief: (-belief.deals, belief.places))


def estimated(
    model: LazyModel, card: str, seat: str, other: str, worlds: Iterable[Sequence[int]]
) -> list[Belief]:
    """The same from a sample of the seat's worlds, given as masks by place: where there are too many of them.

    >>> from kiebitz.rules.registry import game
    >>> from kiebitz.kernel.random import Stream
    >>> from kiebitz.knowledge.places.locations import Locations
    >>> view = game("skat").deal(seed=1).view(0)
    >>> rng, locations = Stream(1), Locations.of(view)
    >>> worlds = [[cards.mask for cards in locations.sample(rng)] for _ in range(100)]
    >>> found = estimated(LazyModel.of(view), "SJ", "Forehand", "Rearhand", worlds)
    >>> sum(belief.deals for belief in found), ("Rearhand",) in [belief.places for belief in found]
    (100, True)
    """
    model.check_open()
    vocabulary = model.vocabulary
    bit, two = vocabulary.mask([vocabulary.card(card)]), vocabulary.seat_index(vocabulary.seat(other))
    places, found = model.places_of([two]), Counter[frozenset[int]]()
    for world in worlds:
        look_at_the_clock()
        seen = {place: world[place] for place in places}
        found[frozenset(model.problem.given(seen).owners(bit))] += 1
    return _named(vocabulary, card, found)


def _listed(model: Model, bit: int, one: int, two: int) -> dict[frozenset[int], int]:
    """From a model with all its deals: the places of the card in each class of the other."""
    assert isinstance(model.valuation, Worlds)
    points = np.flatnonzero(model.points)
    row = model.classes[one]
    mine = row == row[points[0]]
    if not mine[points].all():
        raise KiebitzError(say("What this seat sees is not known here."))
    owns = model.valuation.masks & bit != 0
    found: dict[frozenset[int], int] = {}
    theirs = model.classes[two]
    for number, deals in zip(*np.unique(theirs[mine], return_counts=True), strict=True):
        look_at_the_clock()
        places = frozenset(np.flatnonzero(owns[theirs == number].any(axis=0)).tolist())
        found[places] = found.get(places, 0) + int(deals)
    return found


def _made(model: LazyModel, bit: int, one: int, two: int) -> dict[frozenset[int], int]:
    """From a model too large to list: the other's hands in the seat's worlds, each worked out once."""
    model.check_open()
    worlds = model.considered(model.vocabulary.seats[one])
    places = list(model.places_of([two]))
    hands, deals = np.unique(worlds[:, places], axis=0, return_counts=True)
    if len(hands) > MOST_HANDS:
        raise KiebitzError(
            say("The other may have {n:,} hands here, too many to look into each.", n=len(hands))
        )
    found: dict[frozenset[int], int] = {}
    for hand, number in zip(hands.tolist(), deals.tolist(), strict=True):
        look_at_the_clock()
        seen = dict(zip(places, hand, strict=True))
        possible = frozenset(model.problem.given(seen).owners(bit))
        found[possible] = found.get(possible, 0) + int(number)
    return found
