"""Two times four rules: obey and drop on suit and trump, in middlehand and in rearhand.

A drop proves that the hand has no card of the class. An obeyed suit or trump proves that the hand had the
card, which everybody has seen; what it tells beyond that is a matter of habit: see ``habits.py``. Rearhand,
who sees whose trick it is, tells more than middlehand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kiebitz.cards import Card, CardSet
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.knowledge.naming import named
from kiebitz.games.skat.tables import CLASS, TRUMPS
from kiebitz.games.skat.view import SkatView
from kiebitz.knowledge.logic.conclusion import Answer, Conclusion, not_followed
from kiebitz.knowledge.reader import Reader
from kiebitz.rules.parts import part
from kiebitz.sayings import Saying, Suit, say

POSITIONS = {1: "middlehand", 2: "rearhand"}  # in the trick, not in the deal
Rule = Callable[[SkatView, Answer], Conclusion]


def conclusions(view: SkatView) -> list[Conclusion]:
    """What the named game and the drops prove, and an open hand shows; not the cards everybody has seen."""
    found = [rule(view, answer) for rule, answer in inferences(view)]
    return [*named(view), *opened(view), *(conclusion for conclusion in found if not conclusion.is_held)]


def inferences(view: SkatView) -> Iterator[tuple[Rule, Answer]]:
    """Every answer in the tricks so far with the rule that applies to it."""
    if view.contract:
        for answer in part(view.game, Reader).answers(view):
            is_trump, obeys = _is_trump(view, answer.led), follow(view, answer.led) >> answer.card.number & 1
            yield RULES[is_trump, bool(obeys), POSITIONS[answer.position]], answer


def follow(view: SkatView, led: Card) -> int:
    """The cards that follow a lead."""
    return int(CLASS[view.vector[r.CONTRACT], led.number])


def _is_trump(view: SkatView, card: Card) -> bool:
    return bool(int(TRUMPS[view.vector[r.CONTRACT]]) >> card.number & 1)


# -- the eight rules -----------------------------------------------------------------------------------


def obey_suit_middlehand(view: SkatView, answer: Answer) -> Conclusion:
    return _obey(view, answer, "obey suit in middlehand")


def obey_suit_rearhand(view: SkatView, answer: Answer) -> Conclusion:
    return _obey(view, answer, "obey suit in rearhand")


def obey_trump_middlehand(view: SkatView, answer: Answer) -> Conclusion:
    return _obey(view, answer, "obey trump in middlehand")


def obey_trump_rearhand(view: SkatView, answer: Answer) -> Conclusion:
    return _obey(view, answer, "obey trump in rearhand")


def drop_on_suit_middlehand(view: SkatView, answer: Answer) -> Conclusion:
    return _drop(view, answer, "drop on suit in middlehand")


def drop_on_suit_rearhand(view: SkatView, answer: Answer) -> Conclusion:
    return _drop(view, answer, "drop on suit in rearhand")


def drop_on_trump_middlehand(view: SkatView, answer: Answer) -> Conclusion:
    return _drop(view, answer, "drop on trump in middlehand")


def drop_on_trump_rearhand(view: SkatView, answer: Answer) -> Conclusion:
    return _drop(view, answer, "drop on trump in rearhand")


RULES: dict[tuple[bool, bool, str], Rule] = {
    (False, True, "middlehand"): obey_suit_middlehand,
    (False, True, "rearhand"): obey_suit_rearhand,
    (True, True, "middlehand"): obey_trump_middlehand,
    (True, True, "rearhand"): obey_trump_rearhand,
    (False, False, "middlehand"): drop_on_suit_middlehand,
    (False, False, "rearhand"): drop_on_suit_rearhand,
    (True, False, "middlehand"): drop_on_trump_middlehand,
    (True, False, "rearhand"): drop_on_trump_rearhand,
}
"""By: is a trump led, is it followed, where in the trick."""


def _kind(view: SkatView, answer: Answer) -> Suit | Saying:
    """What was led, in words."""
    return say("trumps") if _is_trump(view, answer.led) else Suit(answer.led.suit)


def _obey(view: SkatView, answer: Answer, rule: str) -> Conclusion:
    """The card was in this hand, so it was neither in the others nor in the skat."""
    name = view.game.seat_name(answer.event.seat)
    who, kind = view.game.who(answer.event.seat), _kind(view, answer)
    done = say("{who} followed {suit} in trick {n}", who=who, suit=kind, n=answer.trick)
    proves, card = say("{card} was in this hand", card=answer.card), 1 << answer.card.number
    return Conclusion(answer.event, rule, name, CardSet(card, view.game.deck), done, proves, is_held=True)


def _drop(view: SkatView, answer: Answer, rule: str) -> Conclusion:
    """The hand has no card that follows."""
    who, cards = view.game.who(answer.event.seat), CardSet(follow(view, answer.led), view.game.deck)
    return Conclusion(answer.event, rule, str(who), cards, *not_followed(answer, who, _kind(view, answer)))


def opened(view: SkatView) -> Iterator[Conclusion]:
    """An Ouvert game: the declarer's hand lies on the table."""
    if view.announcement == "ouvert" and view.hand_of(view.declarer):
        event = next(event for event in view.events if event.phase == "announce")
        name = view.game.seat_name(view.declarer)
        done = say("{who} plays Ouvert and laid the hand open", who=view.game.who(view.declarer))
        yield Conclusion(event, "ouvert", name, view.hand_of(view.declarer), done, is_held=True)
