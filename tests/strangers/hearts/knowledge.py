"""Hearts in words: who does not follow has none of the suit, who must spend points has nothing else, and
cards that were passed on are where they went."""

from __future__ import annotations

from collections.abc import Iterator

from hearts.view import HeartsView
from kiebitz.cards import Card, CardSet
from kiebitz.knowledge.logic.conclusion import Conclusion
from kiebitz.knowledge.reader import Reader
from kiebitz.rules.tricks import played, this_round
from kiebitz.rules.values import Event, View
from kiebitz.sayings import Suit, say

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
        giver, who = view.game.who(view.seat), view.game.who(receiver)
        done = say(
            "{giver} passed {cards} to {who}, who has not played {cards:it|them}",
            giver=giver,
            who=who,
            cards=cards,
        )
        yield Conclusion(event, "passed on", str(who), cards, done, is_held=True)


def leads_next(view: HeartsView) -> Iterator[Conclusion]:
    """Whoever is to lead the first trick holds the two of clubs."""
    if view.is_over or view.phase == "pass" or view.tricks or view.trick or view.turn == view.seat:
        return
    if view.game.options["leads"] == "two":
        who, cards = view.game.who(view.turn), view.game.deck.set(["2C"])
        done, proves = say("{who} leads first", who=who), say("it has {cards}", cards=cards)
        yield Conclusion(view.events[-1], "leads", str(who), cards, done, proves, is_held=True)


def shown(
    view: HeartsView, event: Event, card: Card, trick: list[Card], number: int, broken: bool
) -> Iterator[Conclusion]:
    """What a card shows that its seat would have played, had it been there."""
    who = view.game.who(event.seat)
    rest = view.game.deck.all
    if trick and card.suit != trick[0].suit:
        suit = Suit(trick[0].suit)
        done = say("{who} did not follow {suit} in trick {n}", who=who, suit=suit, n=number)
        proves = say("no {suit}", suit=suit)
        yield Conclusion(event, "did not follow", str(who), _suit(view, trick[0].suit), done, proves)
    elif trick:
        rest = _suit(view, trick[0].suit)
    elif not broken and card.suit == "H":
        done = say("{who} led hearts in trick {n} before they were broken", who=who, n=number)
        proves = say("nothing but hearts")
        yield Conclusion(event, "led hearts", str(who), rest - _suit(view, "H"), done, proves)
    elif not broken:
        rest = rest - _suit(view, "H")
    guarded = number == 1 and view.game.options["first_trick"] == "safe"
    points = _suit(view, "H") | view.game.deck.set([QUEEN])
    if guarded and card in points and rest - points:
        follows = trick and card.suit == trick[0].suit
        proves = say("no other {suit}", suit=Suit(card.suit)) if follows else say("nothing else")
        done = say("{who} played points to the first trick", who=who)
        yield Conclusion(event, "points in the first trick", str(who), rest - points, done, proves)


def _suit(view: HeartsView, letter: str) -> CardSet:
    deck = view.game.deck
    return deck.set(card for card in deck.cards if card.suit == letter)
