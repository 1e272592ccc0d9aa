"""Soft knowledge: what defenders who follow as one should are taken not to have."""

from __future__ import annotations

from collections.abc import Iterator

from kiebitz.cards import CardSet
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.knowledge.conclusions import follow, inferences
from kiebitz.games.skat.tables import NULL, POWER, VALUE
from kiebitz.games.skat.view import SkatView
from kiebitz.knowledge.logic.conclusion import Answer
from kiebitz.knowledge.places.assumption import Assumption
from kiebitz.sayings import say

UNBEATABLE = 64  # the power of the jack of clubs, but in Null


def habits(view: SkatView) -> list[Assumption]:
    """What defenders who follow as one should are taken not to have.

    In a trick that goes to the declarer they play the cheapest card that follows, in one that goes to the
    partner the dearest. Middlehand tells that only if the lead cannot be beaten. In Null there is no such
    habit.
    """
    found: list[Assumption] = []
    if view.vector[r.CONTRACT] == NULL:
        return found
    for rule, answer in inferences(view):
        if not rule(view, answer).cards and answer.event.seat != view.declarer:
            found += _habit(view, answer)
    return found


def _habit(view: SkatView, answer: Answer) -> Iterator[Assumption]:
    winner = _winner(view, answer)
    if winner is None or winner == answer.event.seat:
        return
    value, legal = VALUE[answer.card.number], CardSet(follow(view, answer.led), view.game.deck)
    is_lost = winner == view.declarer
    better = [c for c in legal if (VALUE[c.number] < value if is_lost else VALUE[c.number] > value)]
    if better:
        because = say(
            "it would have been cheaper than {card} in trick {n}"
            if is_lost
            else "it would have been dearer than {card} in trick {n}",
            card=answer.card,
            n=answer.trick,
        )
        yield Assumption(view.game.seat_name(answer.event.seat), view.game.deck.set(better), because)


def _winner(view: SkatView, answer: Answer) -> int | None:
    """The seat that is sure to get the trick when this card has been played, None if it is open."""
    contract, lead = view.vector[r.CONTRACT], (answer.event.seat - answer.position) % 3
    suit = follow(view, answer.led)
    cards = (*answer.before, answer.card)
    best = max(range(len(cards)), key=lambda i: int(r.power(contract, suit, cards[i].number)))
    if answer.position == 2:
        return (lead + best) % 3
    return lead if POWER[contract, answer.led.number] == UNBEATABLE else None
