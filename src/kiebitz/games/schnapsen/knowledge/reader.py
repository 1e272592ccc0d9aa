"""Schnapsen: what strict answers, marriages, the exchange and the last talon card give away."""

from __future__ import annotations

from collections.abc import Iterator

from kiebitz.cards import SUITS, CardSet
from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.view import SchnapsenView
from kiebitz.knowledge.logic.conclusion import Answer, Conclusion
from kiebitz.knowledge.reader import Reader
from kiebitz.rules.tricks import this_round
from kiebitz.rules.values import Event, View

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
    suit, trump = answer.led.suit, view.trump
    if answer.card.suit == suit:
        if answer.card.number < answer.led.number and answer.led.rank != "A":
            yield _lacks(
                view, answer, "did not beat", f"did not beat {answer.led}", suit, answer.led.number + 1
            )
        return
    yield _lacks(view, answer, "did not follow", f"did not follow {SUITS[suit]}", suit)
    if trump not in (suit, answer.card.suit):
        yield _lacks(view, answer, "did not trump", f"did not trump {answer.led}", trump)


def _lacks(
    view: SchnapsenView, answer: Answer, rule: str, what: str, suit: str, lowest: int = 0
) -> Conclusion:
    """No card of the suit from a number on."""
    name, deck = view.game.seat_name(answer.event.seat), view.game.deck
    cards = CardSet(sum(1 << c.number for c in deck.cards if c.suit == suit and c.number >= lowest), deck)
    missing = f"no higher {SUITS[suit][:-1]}" if lowest else f"no {SUITS[suit]}"
    return Conclusion(answer.event, rule, name, cards, f"{name} {what} in trick {answer.trick}: {missing}.")


def shown_cards(view: SchnapsenView, seat: int, events: list[Event]) -> Iterator[Conclusion]:
    """Where each card that everybody knows to be in a hand comes from."""
    name, deck = view.game.seat_name(seat), view.game.deck
    mine = [event for event in events if event.seat == seat and event.move]
    for card in view.shown(seat):
        married = [event for event in mine if event.move and event.move[3:] == card]
        exchanged = [event for event in mine if event.move == "exchange" and card.rank != "J"]
        if married:
            event, rule = married[0], "announced a marriage"
            text = f"{name} announced the marriage in {SUITS[card.suit]} and still holds {card}."
        elif exchanged:
            event, rule = exchanged[0], "exchanged"
            text = f"{name} exchanged the trump jack for {card} and still holds it."
        else:
            event, rule = _last_draw(events), "drew the face-up trump"
            text = f"{name} drew {card}, the last card of the talon, and still holds it."
        yield Conclusion(event, rule, name, deck.set([card]), text, is_held=True)


def _last_draw(events: list[Event]) -> Event:
    """The answer after which the talon was used up."""
    laid = [event for event in events if event.move and event.move.code not in (r.EXCHANGE, r.CLOSE)]
    return laid[2 * TALON_TRICKS - 1]
