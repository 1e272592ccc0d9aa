"""Boerenbridge: who does not follow has no card of the suit."""

from __future__ import annotations

from kiebitz.cards import SUITS, Card, CardSet
from kiebitz.games.boerenbridge.view import BoerenbridgeView
from kiebitz.knowledge.inferences.conclusion import Answer, Conclusion, answers, this_distribution
from kiebitz.rules.values import Event


def conclusions(view: BoerenbridgeView) -> list[Conclusion]:
    def card_of(event: Event) -> Card | None:
        return view.game.deck.cards[event.move.code] if event.move and event.phase == "play" else None

    found = answers(this_distribution(view), view.game.seats, card_of)
    return [did_not_follow(view, answer) for answer in found if answer.card.suit != answer.led.suit]


def did_not_follow(view: BoerenbridgeView, answer: Answer) -> Conclusion:
    """A suit that was led was not followed: the hand has none of it."""
    name, suit = view.game.seat_name(answer.event.seat), SUITS[answer.led.suit]
    cards = CardSet(
        sum(1 << card.number for card in view.cards if card.suit == answer.led.suit), view.game.deck
    )
    text = f"{name} did not follow {suit} in trick {answer.trick}: no {suit}."
    return Conclusion(answer.event, "did not follow", name, cards, text)
