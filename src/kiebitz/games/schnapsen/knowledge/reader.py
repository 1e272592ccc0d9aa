"""Schnapsen: what strict answers, marriages, the exchange and the last talon card give away."""

from __future__ import annotations

from collections.abc import Iterator

from kiebitz.cards import CardSet
from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.view import SchnapsenView
from kiebitz.knowledge.logic.conclusion import Answer, Conclusion, not_followed
from kiebitz.knowledge.reader import Reader
from kiebitz.rules.tricks import this_round
from kiebitz.rules.values import Event, View
from kiebitz.sayings import Suit, say

TALON_TRICKS = 5  # after this many the talon is used up


class SchnapsenReader(Reader):
    """Reads tricks, marriages, the exchange and the last talon card."""

    def conclusions(self, view: View) -> list[Conclusion]:
        assert isinstance(view, SchnapsenView)
        events = this_round(view)
        closed = next((event.ply for event in events if event.move == "close"), None)
        found: list[Conclusion] = []
        for answer in self.answers(view):
            is_strict = answer.trick > TALON_TRICKS or (closed is not None and closed < answer.event.ply)
            if is_strict:
                found += strict_answer(view, answer)
        for seat in range(2):
            found += shown_cards(view, seat, events)
        return found


def strict_answer(view: SchnapsenView, answer: Answer) -> Iterator[Conclusion]:
    """Suit must be followed, with a higher card if possible; else trumped."""
    suit, trump, who = answer.led.suit, view.trump, view.game.who(answer.event.seat)
    if answer.card.suit == suit:
        if answer.card.number < answer.led.number and answer.led.rank != "A":
            done = say("{who} did not beat {card} in trick {n}", who=who, card=answer.led, n=answer.trick)
            proves = say("no higher {suit:one}", suit=Suit(suit))
            cards = _from(view, suit, answer.led.number + 1)
            yield Conclusion(answer.event, "did not beat", str(who), cards, done, proves)
        return
    cards = _from(view, suit)
    done, proves = not_followed(answer, who, Suit(suit))
    yield Conclusion(answer.event, "did not follow", str(who), cards, done, proves)
    if trump not in (suit, answer.card.suit):
        done = say("{who} did not trump {card} in trick {n}", who=who, card=answer.led, n=answer.trick)
        proves = say("no {suit}", suit=Suit(trump))
        yield Conclusion(answer.event, "did not trump", str(who), _from(view, trump), done, proves)


def _from(view: SchnapsenView, suit: str, lowest: int = 0) -> CardSet:
    """The cards of a suit from a number on."""
    deck = view.game.deck
    return CardSet(sum(1 << c.number for c in deck.cards if c.suit == suit and c.number >= lowest), deck)


def shown_cards(view: SchnapsenView, seat: int, events: list[Event]) -> Iterator[Conclusion]:
    """Where each card that everybody knows to be in a hand comes from."""
    who, deck = view.game.who(seat), view.game.deck
    mine = [event for event in events if event.seat == seat and event.move]
    for card in view.shown(seat):
        married = [event for event in mine if event.move and event.move[3:] == card]
        exchanged = [event for event in mine if event.move == "exchange" and card.rank != "J"]
        if married:
            event, rule = married[0], "announced a marriage"
            suit = Suit(card.suit)
            done = say(
                "{who} announced the marriage in {suit} and still holds {card}", who=who, suit=suit, card=card
            )
        elif exchanged:
            event, rule = exchanged[0], "exchanged"
            done = say("{who} exchanged the trump jack for {card} and still holds it", who=who, card=card)
        else:
            event, rule = _last_draw(events), "drew the face-up trump"
            done = say(
                "{who} drew {card}, the last card of the talon, and still holds it", who=who, card=card
            )
        yield Conclusion(event, rule, str(who), deck.set([card]), done, is_held=True)


def _last_draw(events: list[Event]) -> Event:
    """The answer after which the talon was used up."""
    laid = [event for event in events if event.move and event.move.code not in (r.EXCHANGE, r.CLOSE)]
    return laid[2 * TALON_TRICKS - 1]
