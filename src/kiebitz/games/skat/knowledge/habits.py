"""Soft knowledge in words: what players usually do. Only those who ask for it rely on it."""

from __future__ import annotations

from kiebitz.cards import CardSet
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.knowledge.conclusions import inferences
from kiebitz.games.skat.knowledge.conventions import convention
from kiebitz.games.skat.tables import NULL, VALUE
from kiebitz.games.skat.view import SkatView
from kiebitz.knowledge.logic.conclusion import Answer
from kiebitz.knowledge.places.assumption import Assumption
from kiebitz.rules.tricks import played
from kiebitz.sayings import say


def habits(view: SkatView) -> list[Assumption]:
    """What defenders who follow as one should are taken not to have, by the four rules on obeying.

    In a trick that goes to the declarer they play the cheapest card that follows, in one that goes to the
    partner the dearest, jacks apart. Middlehand tells that only if no card that is out can take the trick.
    """
    if view.vector[r.CONTRACT] == NULL:
        return []
    found = (habit(view, answer) for _, answer in inferences(view))
    return [assumption for assumption in found if assumption is not None]


def habit(view: SkatView, answer: Answer) -> Assumption | None:
    """What one card tells by the conventions; None if nothing, or if its player has broken them since."""
    seat = answer.event.seat
    gone = sum(1 << card.number for event, card in played(view) if event.ply < answer.event.ply)
    leader = (seat - answer.position) % 3
    second = answer.before[-1].number
    lacks = int(
        convention(
            int(view.vector[r.CONTRACT]),
            view.declarer,
            leader,
            answer.position,
            answer.led.number,
            second,
            answer.card.number,
            gone,
        )
    )
    if not lacks or lacks & view.played(seat).mask:
        return None
    cards = CardSet(lacks, view.game.deck)
    is_lost = VALUE[next(iter(cards)).number] < VALUE[answer.card.number]
    because = say(
        "it would have been cheaper than {card} in trick {n}"
        if is_lost
        else "it would have been dearer than {card} in trick {n}",
        card=answer.card,
        n=answer.trick,
    )
    return Assumption(view.game.seat_name(seat), cards, because)
