"""The model of one card: one world for each place that may hold it.

Two forms. ``exact`` is the projection of the joint model of all deals: it respects hand sizes and
everything that is known of any card. ``published`` is what programs with a model for each card keep: the
seats that each player considers possible in the actual world, by voids alone, each card by itself.

A card that was just played lies on the table: there is one world, that its player has it, and everybody
knows. When its trick is over there is one world as well: that nobody has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.lazy import LazyModel
from kiebitz.knowledge.models.position import Setting, public_view
from kiebitz.knowledge.models.valuations import Worlds
from kiebitz.knowledge.pictures.projection import Nodes, Projection, distinct_sets, group
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.tricks import on_table, played, this_round
from kiebitz.rules.values import Position, View
from kiebitz.sayings import Cards, Saying, say


def of_position(position: Position, card: str) -> Projection:
    """The exact model of a card of the round, with a note if it has been played.

    >>> from kiebitz.rules.registry import game
    >>> state = game("schnapsen").deal(seed=1).play("QC")
    >>> found = of_position(state, "QC")
    >>> [str(label) for label in found.labels], str(found.note)
    (['Player 1 has it'], 'Player 1 has just played QC: it lies on the table.')
    """
    setting = Setting.of(position)
    return replace(of_setting(setting, card), note=_played(position, setting, card))


def of_setting(setting: Setting, card: str) -> Projection:
    """The exact model of a card; no deal is listed for it."""
    return exact(LazyModel.of_setting(setting), card)


def exact(model: Model | LazyModel, card: str) -> Projection:
    """Who may have the card, and who considers whom possible, in all deals."""
    return (_listed(model, card) if isinstance(model, Model) else _counted(model, card)).settled


def published(position: Position, card: str) -> Projection:
    """The possibility sets of the players in the actual world: all seats are worlds, links are all pairs.

    Where everybody knows the owner, that is the only world.
    """
    if isinstance(position, View):
        raise KiebitzError(say("Everybody's possibility sets are only known to one who sees all hands."))
    setting = Setting.of(position)
    problem, names = setting.problem, setting.vocabulary.places
    card, bit = _read(setting, card)
    note, seats = _played(position, setting, card), setting.vocabulary.seats
    title = say("The possibility sets for {card}", card=Cards(card))
    if not setting.has(bit):
        return _nobody(title, seats, (), note)
    owner = _owner(setting.known, bit)
    shown = [p for p, _ in enumerate(names) if p < len(setting.sees) or problem.room[p] or p == owner]
    if not problem.unseen & bit:
        shown = [owner]
    here = []
    for sees in setting.sees:
        open_to = {p for p in shown if problem.cards[p] & bit and p not in sees}
        nodes = {owner} if owner in sees or not problem.unseen & bit else open_to
        here.append(frozenset(shown.index(p) for p in nodes))
    labels = tuple(_has_it(setting.vocabulary, p) for p in shown)
    sets, owners = tuple((nodes,) for nodes in here), tuple(names[p] for p in shown)
    return Projection(title, seats, labels, (), sets, shown.index(owner), tuple(here), owners, note)


def _played(position: Position, setting: Setting, card: str) -> Saying | str:
    """Who has played a card in this round, if it is in no hand; refused if it is not in the round at all."""
    view, (card, bit) = public_view(position), _read(setting, card)
    plays = [(event.seat, str(laid)) for event, laid in played(view, this_round(view))]
    last = max((number for number, (_, name) in enumerate(plays) if name == card), default=None)
    is_laid = any(mask & bit for mask in on_table(view).values())
    if setting.has(bit) and not is_laid:
        return ""
    if last is None:
        raise KiebitzError(say("{card} is not in this round.", card=Cards(card)))
    what, who, size = Cards(card), view.game.who(plays[last][0]), view.game.trick_size
    if is_laid:
        return say("{who} has just played {card}: it lies on the table.", who=who, card=what)
    if not size:
        return say("{who} played {card}: nobody has it any more.", who=who, card=what)
    trick = last // size + 1
    return say("{who} played {card} in trick {n}: nobody has it any more.", who=who, card=what, n=trick)


def _nobody(
    title: Saying, seats: tuple[str, ...], worlds: tuple[int, ...], note: Saying | str = ""
) -> Projection:
    """The model of a card that is gone."""
    sets = ((frozenset([0]),),) * len(seats)
    labels = (say("nobody has it"),)
    return Projection(title, seats, labels, worlds, sets, owners=("",), note=note).settled


def _read(model: Model | LazyModel | Setting, card: str) -> tuple[str, int]:
    name = model.vocabulary.card(card)
    return name, model.vocabulary.mask([name])


def _owner(world: dict[int, int], bit: int) -> int:
    return next(place for place, mask in world.items() if mask & bit)


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
        return _nobody(_title(card), model.vocabulary.seats, (model.size,))
    places, nodes = np.unique(owns.argmax(axis=1), return_inverse=True)
    labels = [_has_it(model.vocabulary, place) for place in places]
    owners = tuple(model.vocabulary.places[place] for place in places)
    return replace(group(model, nodes, labels, _title(card)), owners=owners)


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
        return _nobody(_title(card), model.vocabulary.seats, (int(problem.count()),))
    worlds = []
    for place in open_to:
        there = [bit if p == place else 0 for p in range(problem.places)]
        worlds.append(int(problem.where([place], bit, there).count()))
    sets, here, world = [], [], _actual(model)
    for seat in range(len(model.vocabulary.seats)):
        places = model.places_of([seat])
        thoughts = {_open_to(problem.given(hand), bit, open_to) for hand in _kinds(problem, places, bit)}
        sets.append(distinct_sets(thoughts - {frozenset()}))
        if world:
            seen = {place: world[place] for place in places}
            own = model.secrets.problem(seat) if model.secrets else problem.given(seen)
            here.append(_open_to(own, bit, open_to))
            if model.secrets:  # in other worlds a seat may know the card as well; such sets link nothing
                sets[-1] = distinct_sets([*sets[-1], here[-1]])
    actual = open_to.index(_owner(world, bit)) if world else None
    labels = tuple(_has_it(model.vocabulary, place) for place in open_to)
    names = model.vocabulary
    owners = tuple(names.places[place] for place in open_to)
    return Projection(
        _title(card), names.seats, labels, tuple(worlds), tuple(sets), actual, tuple(here), owners
    )


def _actual(model: LazyModel) -> dict[int, int]:
    """The actual world, if we see it or if no other is left; else nothing."""
    if len(model.known) == model.problem.places:
        return model.known
    if model.secrets or model.here.count() != 1:
        return {}
    return dict(enumerate(model.here.first().tolist()))


def _open_to(problem: Problem, bit: int, nodes: list[int]) -> Nodes:
    """The nodes that one considers possible to whom this is open."""
    return frozenset(nodes.index(place) for place in problem.owners(bit))


def _kinds(problem: Problem, places: tuple[int, ...], bit: int) -> Iterator[dict[int, int]]:
    """Hands, by place, that stand for all that an owner of these places may see, some of them impossible.

    Of cards that may lie in the same places only the number matters, the card in question apart.
    """
    alike = problem.alike(bit)
    return _filled(places, problem, (problem.unseen & bit, *alike) if problem.unseen & bit else alike)


def _filled(places: tuple[int, ...], problem: Problem, kinds: Sequence[int]) -> Iterator[dict[int, int]]:
    """All ways to fill places with cards of some kinds, given as masks."""
    if not places:
        yield {}
        return
    for hand in _chosen(problem.cards[places[0]], problem.room[places[0]], kinds):
        left = [kind & ~hand for kind in kinds]
        for others in _filled(places[1:], problem, left):
            yield {places[0]: hand | problem.known[places[0]], **others}


def _chosen(cards: int, room: int, kinds: Sequence[int]) -> Iterator[int]:
    """Hands of a size: one for each choice of how many cards of each kind are in it."""
    if not kinds:
        if not room:
            yield 0
        return
    hand, usable = 0, kinds[0] & cards
    while True:
        for others in _chosen(cards, room, kinds[1:]):
            yield hand | others
        if not room or not usable:
            return
        hand |= usable & -usable
        usable &= usable - 1
        room -= 1
