"""Hearts in words: who does not follow has none of the suit, who must spend points has nothing else, and
cards that were passed on are where they went."""

from __future__ import annotations

from collections.abc import Iterator

from hearts.view import HeartsView
from kiebitz.cards import SUITS, Card, CardSet
from kiebitz.knowledge.logic.conclusion import Conclusion
from kiebitz.knowledge.reader import Reader
from kiebitz.rules.tricks import played, this_round
from kiebitz.rules.values import Event, View

SEATS = 4
QUEEN = "QS"


class HeartsReader(Reader):
    """Reads the tricks of a deal, and what the viewer passed on."""

    def conclusions(self, view: View) -> Iterator[Conclusion]:
        assert isinstance(view, HeartsView)
        yield from passed_on(view)
        yield from leads_next(view)
        trick: list[Card] = []
        number, broken = 1, view.game.options["breaks"] == "off"
        for event, card in played(view, this_round(view)):
            yield from shown(view, event, card, trick, number, broken)
            trick.append(card)
            breaks = card.suit == "H" or (card == QUEEN and view.game.options["breaks"] == "queen")
            broken = broken or breaks
            if len(trick) == SEATS:
                trick, number = [], number + 1


def passed_on(view: HeartsView) -> Iterator[Conclusion]:
    """The viewer knows where the cards are that it passed on, until they are played."""
    if view.seat < 0 or view.phase == "pass" or not view.passed(view.seat):
        return
    receiver = view.receiver_of[view.seat]
    cards = view.passed(view.seat) - view.played(receiver)
    if cards:
        event = [event for event in this_round(view) if event.phase == "pass"][-1]
        giver, name = (view.game.seat_name(seat) for seat in (view.seat, receiver))
        text = f"{giver} passed {cards} to {name}, who has not played {'it' if len(cards) == 1 else 'them'}."
        yield Conclusion(event, "passed on", name, cards, text, True)


def leads_next(view: HeartsView) -> Iterator[Conclusion]:
    """Whoever is to lead the first trick holds the two of clubs."""
    if view.is_over or view.phase == "pass" or view.tricks or view.trick or view.turn == view.seat:
        return
    if view.game.options["leads"] == "two":
        name, cards = view.game.seat_name(view.turn), view.game.deck.set(["2C"])
        yield Conclusion(view.events[-1], "leads", name, cards, f"{name} leads first: it has 2C.", True)


def shown(
    view: HeartsView, event: Event, card: Card, trick: list[Card], number: int, broken: bool
) -> Iterator[Conclusion]:
    """What a card shows that its seat would have played, had it been there."""
    name = view.game.seat_name(event.seat)
    rest = view.game.deck.all
    if trick and card.suit != trick[0].suit:
        suit = SUITS[trick[0].suit]
        text = f"{name} did not follow {suit} in trick {number}: no {suit}."
        yield Conclusion(event, "did not follow", name, _suit(view, trick[0].suit), text)
    elif trick:
        rest = _suit(view, trick[0].suit)
    elif not broken and card.suit == "H":
        text = f"{name} led hearts in trick {number} before they were broken: nothing but hearts."
        yield Conclusion(event, "led hearts", name, rest - _suit(view, "H"), text)
    elif not broken:
        rest = rest - _suit(view, "H")
    guarded = number == 1 and view.game.options["first_trick"] == "safe"
    points = _suit(view, "H") | view.game.deck.set([QUEEN])
    if guarded and card in points and rest - points:
        none = f"no other {SUITS[card.suit]}" if trick and card.suit == trick[0].suit else "nothing else"
        text = f"{name} played points to the first trick: {none}."
        yield Conclusion(event, "points in the first trick", name, rest - points, text)


def _suit(view: HeartsView, letter: str) -> CardSet:
    deck = view.game.deck
    return deck.set(card for card in deck.cards if card.suit == letter)
