"""Boerenbridge: whoever does not follow has no card of the suit; a card announces itself to everybody."""

from __future__ import annotations

from collections.abc import Iterator

from kiebitz.cards import CardSet
from kiebitz.games.boerenbridge.view import BoerenbridgeView
from kiebitz.knowledge.logic.conclusion import Answer, Conclusion, not_followed
from kiebitz.knowledge.places.locations import Locations
from kiebitz.knowledge.reader import Reader, conclusions
from kiebitz.rules.values import State, View
from kiebitz.sayings import Cards, Saying, Suit, joined, say

SPECTATOR = -1


class BoerenbridgeReader(Reader):
    """Reads tricks, and tells what a card announces: players of Boerenbridge reason from announcements."""

    def conclusions(self, view: View) -> list[Conclusion]:
        assert isinstance(view, BoerenbridgeView)
        found = self.answers(view)
        return [did_not_follow(view, answer) for answer in found if answer.card.suit != answer.led.suit]

    def announced(self, before: State, after: State) -> Iterator[Saying]:
        """The announcement of a card, the cards it ruled out, and how many deals each other seat allows.

        Nothing for guesses, which prove nothing, and for the last card of a round.
        """
        if before.phase == "play" and after.round == before.round and not after.is_over:
            who, card = before.game.who(before.turn), Cards(after.history[-1][1])
            yield say("announces: {who} has played {card}, nobody else has it", who=who, card=card)
            yield from _ruled_out(before, after)
            yield say("deals considered possible: {counts}", counts=_counts(before, after))


def did_not_follow(view: BoerenbridgeView, answer: Answer) -> Conclusion:
    """A suit that was led was not followed: the hand has none of it."""
    who, suit = view.game.who(answer.event.seat), Suit(answer.led.suit)
    cards = CardSet(
        sum(1 << card.number for card in view.cards if card.suit == answer.led.suit), view.game.deck
    )
    return Conclusion(answer.event, "did not follow", str(who), cards, *not_followed(answer, who, suit))


def _ruled_out(before: State, after: State) -> Iterator[Saying]:
    """What the card proved besides, and which cards that rules out that were open before."""
    seat, game = before.turn, before.game
    known = len(conclusions(before.view(SPECTATOR)))
    for conclusion in conclusions(after.view(SPECTATOR))[known:]:
        unseen = Locations.of(before.view(SPECTATOR)).may_have(seat)
        gone = CardSet(conclusion.cards.mask & unseen.mask, game.deck)
        yield say(
            "announces: {proved} Ruled out for {who}: {cards}",
            proved=conclusion.said,
            who=game.who(seat),
            cards=gone or say("nothing new"),
        )


def _counts(before: State, after: State) -> Saying:
    """How many deals each other seat considered possible before, and how many it does now."""
    found, game = [], before.game
    for other in range(game.seats):
        if other != before.turn:
            old, new = (Locations.of(state.view(other)).count() for state in (before, after))
            who = game.who(other)
            found.append(say("{who} {old:,} → {new:,}", who=who, old=old, new=new))
    return joined(", ", found)
