"""What a view says about the places of all cards, as formulas with reasons.

Each premise is about the present round and true by itself; together they say exactly what
``Locations`` says. What was seen comes first, in the order of events, then what always holds: so an
explanation prefers what somebody did to an argument by counting.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kiebitz.cards import CardSet
from kiebitz.knowledge.formulas.formula import Count, Formula, Has, conjunction, disjunction
from kiebitz.knowledge.logic.base import Premise, Reason
from kiebitz.knowledge.logic.conclusion import Conclusion
from kiebitz.knowledge.places.locations import Locations
from kiebitz.knowledge.reader import conclusions
from kiebitz.rules.tricks import played, this_round
from kiebitz.rules.values import Event, View
from kiebitz.sayings import Saying, Seat, say

ONE_PLACE = Reason(say("every card is in exactly one place"))


def premises(view: View) -> Iterator[Premise]:
    """All that a seat (-1: a spectator) can tell, with the events that told it."""
    locations, found = Locations.of(view), conclusions(view)
    seen = [*_own_cards(view), *_gone_cards(view, locations), *map(_concluded, found)]
    yield from sorted(seen, key=_time)
    yield from _shown_cards(view, locations, found)
    yield from _exclusions(locations, found)
    yield from _one_place(locations)
    yield from _rooms(locations)


def _time(premise: Premise) -> int:
    event = premise.reason.event
    return event.ply if event else -1


def _distribution(view: View) -> tuple[Event, list[Event]]:
    """The event that dealt the present round, and those after it."""
    events = view.events
    start = next(event.ply for event in events if event.round == events[-1].round)
    return events[start], list(events[start + 1 :])


def _own_cards(view: View) -> Iterator[Premise]:
    """The seat's own hand, each card since it came last."""
    if view.seat < 0:
        return
    start, later = _distribution(view)
    name, who = view.game.seat_name(view.seat), view.game.who(view.seat)
    for card in view.hand:
        event = next(event for event in [*later[::-1], start] if card in event.gained)
        came = say("{who} was dealt {card}" if event is start else "{who} got {card}", who=who, card=card)
        yield Premise(Has(name, str(card)), Reason(came, event))


def _gone_cards(view: View, locations: Locations) -> Iterator[Premise]:
    """Cards that are in no place any more, or never were."""
    laid = {card: event for event, card in played(view, this_round(view))}
    gone = view.game.deck.all - _there(locations)
    absent = view.game.deck.set(card for card in gone if card not in laid)
    for card in gone - absent:
        event = laid[card]
        done = say("{who} played {card}", who=view.game.who(event.seat), card=card)
        yield Premise(_nowhere(locations, card), Reason(done, event))
    never = Reason(say("only {cards} are in the game", cards=view.game.deck.all - absent))
    for card in absent:
        yield Premise(_nowhere(locations, card), never)


def _nowhere(locations: Locations, card: str) -> Formula:
    return conjunction(~Has(place, str(card)) for place in locations.places)


def _there(locations: Locations) -> CardSet:
    """The cards that lie in some place."""
    cards = locations.unseen
    for place in locations.places:
        cards |= locations.known(place)
    return cards


def _concluded(conclusion: Conclusion) -> Premise:
    """A conclusion, because of what was done; the text goes on with what that proves."""
    return Premise(conclusion.formula, Reason(conclusion.done, conclusion.event))


def _shown_cards(view: View, locations: Locations, found: list[Conclusion]) -> Iterator[Premise]:
    """Known cards in other places that no conclusion speaks of: they lie open, or the seat put them there."""
    who = view.game.who(view.seat) if view.seat >= 0 else say("everybody")
    for number, place in enumerate(locations.places):
        if number == view.seat:
            continue
        where = _where(locations, place)
        cards = locations.known(place)
        for conclusion in found:
            if conclusion.is_held and conclusion.place == place:
                cards -= conclusion.cards
        for card in cards:
            seen = say("{who} sees {card} in {where}", who=who, card=card, where=where)
            yield Premise(Has(place, str(card)), Reason(seen))


def _where(locations: Locations, place: str) -> Saying:
    """A place as a sentence says that something is in it."""
    named = locations.vocabulary.said(place)
    return say("the hand of {who}", who=named) if isinstance(named, Seat) else say("the {place}", place=named)


def _exclusions(locations: Locations, found: list[Conclusion]) -> Iterator[Premise]:
    """What the game rules out for reasons that we cannot tell: it may have no reader of its events."""
    for place in locations.places:
        if not locations.room(place):
            continue
        cards = locations.excluded(place)
        for conclusion in found:
            if conclusion.place == place and not conclusion.is_held:
                cards -= conclusion.cards
        if cards:
            lacking = conjunction(~Has(place, str(card)) for card in cards)
            named = locations.vocabulary.said(place)
            yield Premise(
                lacking, Reason(say("the rules exclude {cards} for {place}", cards=cards, place=named))
            )


def _one_place(locations: Locations) -> Iterator[Premise]:
    for card in _there(locations):
        anywhere = [Has(place, str(card)) for place in locations.places]
        twice = [~(one & other) for one, other in combinations(anywhere, 2)]
        yield Premise(conjunction([disjunction(anywhere), *twice]), ONE_PLACE)


def _rooms(locations: Locations) -> Iterator[Premise]:
    """How many unseen cards each place has; first those that have none, the seat's own hand among them."""
    unseen = tuple(str(card) for card in locations.unseen)
    for number, place in sorted(enumerate(locations.places), key=lambda pair: locations.room(pair[1]) > 0):
        if unseen:
            yield Premise(Count(place, unseen, "==", locations.room(place)), Reason(_held(locations, number)))


def _held(locations: Locations, number: int) -> Saying:
    """How many cards a place holds, as a seat can tell."""
    place = locations.places[number]
    named, known = locations.vocabulary.said(place), len(locations.known(place))
    cards = locations.room(place) + known
    if number == locations.seat:
        return say("{who} sees its own hand", who=named)
    if isinstance(named, Seat):
        if not cards:
            return say("{who} holds no cards", who=named)
        if not known:
            return say("{who} holds {n} {n:card|cards}", who=named, n=cards)
        return say("{who} holds {n} {n:card|cards}, {known} of them known", who=named, n=cards, known=known)
    if not cards:
        return say("the {place} has no cards", place=named)
    if not known:
        return say("the {place} has {n} {n:card|cards}", place=named, n=cards)
    return say("the {place} has {n} {n:card|cards}, {known} of them known", place=named, n=cards, known=known)
