"""The model of one card: one world for each place that may hold it.

Two forms. ``exact`` is the projection of the joint model of all deals: it respects hand sizes and
everything that is known of any card. ``published`` is what programs with a model for each card keep: the
seats that each player considers possible in the actual world, by voids alone, each card by itself.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.lazy import LazyModel
from kiebitz.knowledge.models.position import Setting
from kiebitz.knowledge.models.valuations import Worlds
from kiebitz.knowledge.pictures.projection import Nodes, Projection, distinct_sets, group
from kiebitz.knowledge.places.problem import Masks, Problem
from kiebitz.rules.values import Position, View
from kiebitz.sayings import Cards, Saying, say


def exact(model: Model | LazyModel, card: str) -> Projection:
    """Who may have the card, and who considers whom possible, in all deals."""
    return _listed(model, card) if isinstance(model, Model) else _counted(model, card)


def published(position: Position, card: str) -> Projection:
    """The possibility sets of the players in the actual world; all seats are worlds, links are all pairs."""
    if isinstance(position, View):
        raise KiebitzError(say("Everybody's possibility sets are only known to one who sees all hands."))
    setting = Setting.of(position)
    problem, names = setting.problem, setting.vocabulary.places
    card, bit = _read(setting, card)
    owner = _owner(setting.known, bit, card)
    shown = [p for p, _ in enumerate(names) if p < len(setting.sees) or problem.room[p] or p == owner]
    here = []
    for sees in setting.sees:
        open_to = {p for p in shown if problem.cards[p] & bit and p not in sees}
        nodes = {owner} if owner in sees or not problem.unseen & bit else open_to
        here.append(frozenset(shown.index(p) for p in nodes))
    labels = tuple(_has_it(setting.vocabulary, p) for p in shown)
    sets = tuple((nodes,) for nodes in here)
    title = say("The possibility sets for {card}", card=Cards(card))
    return Projection(title, setting.vocabulary.seats, labels, (), sets, shown.index(owner), tuple(here))


def _read(model: Model | LazyModel | Setting, card: str) -> tuple[str, int]:
    name = model.vocabulary.card(card)
    return name, model.vocabulary.mask([name])


def _owner(world: dict[int, int], bit: int, card: str) -> int:
    for place, mask in world.items():
        if mask & bit:
            return place
    raise _gone(card)


def _gone(card: str) -> KiebitzError:
    return KiebitzError(say("{card} is in no hand any more.", card=Cards(card)))


def _title(card: str) -> Saying:
    return say("Who has {card}?", card=Cards(card))


def _has_it(vocabulary: Vocabulary, place: int) -> Saying:
    return say("{who} has it", who=vocabulary.said(vocabulary.places[place]))


def _listed(model: Model, card: str) -> Projection:
    """From a model whose deals are all listed."""
    card, bit = _read(model, card)
    assert isinstance(model.valuation, Worlds)
    owns = model.valuation.masks & bit != 0
    if not owns.any(axis=1).all():
        raise _gone(card)
    places, nodes = np.unique(owns.argmax(axis=1), return_inverse=True)
    labels = [_has_it(model.vocabulary, place) for place in places]
    return group(model, nodes, labels, _title(card))


def _counted(model: LazyModel, card: str) -> Projection:
    """By counting, where the deals are too many to list."""
    if model.said:
        raise KiebitzError(
            say("The model of a card after announcements needs a model with all deals listed.")
        )
    card, bit = _read(model, card)
    problem = model.problem
    open_to = problem.owners(bit)
    if not open_to:
        raise _gone(card)
    worlds = []
    for place in open_to:
        there = [bit if p == place else 0 for p in range(problem.places)]
        worlds.append(int(problem.where([place], bit, there).count()))
    sets, here = [], []
    for seat in range(len(model.vocabulary.seats)):
        places = model.places_of([seat])
        sets.append(
            distinct_sets(
                _open_to(_given(problem, places, hand), bit, open_to) for hand in _kinds(problem, places, bit)
            )
        )
        if len(model.known) == problem.places:
            own = model.secrets.problem(seat) if model.secrets else _given(problem, places, model.known)
            here.append(_open_to(own, bit, open_to))
            if model.secrets:  # in other worlds a seat may know the card as well; such sets link nothing
                sets[-1] = distinct_sets([*sets[-1], here[-1]])
    actual = open_to.index(_owner(model.known, bit, card)) if here else None
    labels = tuple(_has_it(model.vocabulary, place) for place in open_to)
    seats = model.vocabulary.seats
    return Projection(_title(card), seats, labels, tuple(worlds), tuple(sets), actual, tuple(here))


def _given(problem: Problem, places: tuple[int, ...], world: Mapping[int, int] | Masks) -> Problem:
    """What is open to one who sees these places in a world."""
    return problem.given({place: int(world[place]) for place in places})


def _open_to(problem: Problem, bit: int, nodes: list[int]) -> Nodes:
    """The nodes that one considers possible to whom this is open."""
    return frozenset(nodes.index(place) for place in problem.owners(bit))


def _kinds(problem: Problem, places: tuple[int, ...], bit: int) -> Masks:
    """Hands that stand for all that somebody who sees these places may see.

    Of cards that may lie in the same places only the number matters, the card in question apart.
    """
    return problem.sketches(places, problem.unseen, problem.alike(bit))
