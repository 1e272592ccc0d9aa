"""The course of a round as public announcements: what each event told everybody, and what that ruled out.

A card that is played announces who had it, and perhaps that its player has no card of the suit that was
led. When the trick is over it is announced that nobody has its cards any more. Each announcement is a value
with what could be known before it and after it, so that a viewer can step through them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from kiebitz.cards import SUITS, CardSet
from kiebitz.knowledge.formulas.formula import TRUE, Count, Formula, Has, conjunction
from kiebitz.knowledge.logic.conclusion import Choice, Conclusion
from kiebitz.knowledge.models.position import Setting, public_view
from kiebitz.knowledge.pictures.one_card import of_setting
from kiebitz.knowledge.pictures.projection import Projection
from kiebitz.knowledge.places.problem import Problem
from kiebitz.knowledge.reader import conclusions
from kiebitz.rules.tricks import on_table, played
from kiebitz.rules.values import Position, View
from kiebitz.sayings import Cards, Saying, say

Step = tuple[Saying, Formula, Setting]
"""What is said, as a formula, and what can be known then."""


@dataclass(frozen=True)
class PublicAnnouncement:
    """What an event told everybody, with the public problem before it and after it."""

    ply: int
    """The number of plies after its event."""
    said: Saying
    formula: Formula
    """What is announced: from then on it is common knowledge."""
    before: Setting
    after: Setting

    def of_card(self, card: str) -> tuple[Projection, Projection]:
        """The models of a card before and after."""
        return of_setting(self.before, card), of_setting(self.after, card)

    @property
    def considered(self) -> dict[str, tuple[int, int]]:
        """For each seat whose cards are seen, the deals that it considered possible before and after."""
        counts = {}
        for seat, name in enumerate(self.before.vocabulary.seats):
            if all(place in self.before.known for place in self.before.sees[seat]):
                counts[name] = _worlds(self.before, seat), _worlds(self.after, seat)
        return counts

    @property
    def ruled_out(self) -> dict[str, CardSet]:
        """For each place the cards that could lie there before and now can only lie elsewhere."""
        lost, vocabulary = dict[str, CardSet](), self.before.vocabulary
        old, new = _possible(self.before), _possible(self.after)
        left = 0
        for mask in new:
            left |= mask
        for place, name in enumerate(vocabulary.places):
            if gone := old[place] & ~new[place] & left:
                lost[name] = vocabulary.card_set(gone)
        return lost

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the announcement in English and as a value that can be said in any language."""
        return {
            "ply": self.ply,
            "announcement": str(self.said),
            "announcement_said": self.said.as_json(),
            "formula": str(self.formula),
            "worlds": self.considered,
            "ruled_out": {place: str(cards) for place, cards in self.ruled_out.items()},
        }


def announcements(positions: Sequence[Position]) -> list[PublicAnnouncement]:
    """The announcements between positions that follow each other in one round: states, or views of one seat.

    >>> from kiebitz.rules.registry import game
    >>> from kiebitz.rules.values import Deal
    >>> deal = "AH KH | AD KD | AC AS | KC KS | trump=S opener=0"
    >>> states = [Deal.read(game("boerenbridge", {"seats": "3", "schedule": "2"}), deal).start()]
    >>> for move in ["0", "0", "0", "AH", "KD", "AS"]:
    ...     states.append(states[-1].play(move))
    >>> for told in announcements(states)[1:4]:
    ...     print(told.said, "/", told.formula)
    Player 2 plays KD / has(Player 2, KD)
    Player 2 did not follow hearts in trick 1: no hearts. / count(Player 2, hearts) == 0
    Player 3 plays AS / has(Player 3, AS)
    """
    return [found for before, after in pairwise(positions) for found in _told(before, after)]


def _told(before: Position, after: Position) -> Iterator[PublicAnnouncement]:
    """What one event told."""
    view, now = public_view(after), Setting.of(before)
    event = view.events[-1]
    for said, formula, then in _steps(public_view(before), view, now):
        yield PublicAnnouncement(event.ply, said, formula, now, then)
        now = then
    if after.round == before.round and not after.is_over:
        end = Setting.of(after)
        if _content(end) != _content(now):
            yield PublicAnnouncement(event.ply, say("cards have moved"), TRUE, now, end)


def _steps(before: View, view: View, now: Setting) -> Iterator[Step]:
    """The steps in which the last event of a view changes what is known, if a card was played."""
    event = view.events[-1]
    card = next((card for _, card in played(view, [event])), None)
    if card is None:
        yield from _concluded(view, now, Choice)
        return
    said = say("{who} plays {card}", who=view.game.who(event.seat), card=Cards(str(card)))
    now = _having(now, event.seat, 1 << card.number)
    yield said, Has(view.game.seat_name(event.seat), str(card)), now
    for step in _concluded(view, now):
        yield step
        now = step[2]
    laid, size = [*on_table(before).values(), 1 << card.number], view.game.trick_size
    if not size or len(laid) == size:
        gone = CardSet(sum(laid) if size else laid[-1], view.game.deck)
        said = say(
            "The trick is over: nobody has {cards} any more" if size else "nobody has {cards} any more",
            cards=gone,
        )
        yield said, _nobodys(now, gone), _without(now, gone.mask)


def _concluded(view: View, now: Setting, kind: type[Conclusion] = Conclusion) -> Iterator[Step]:
    """What can be concluded from the last event of a view."""
    for conclusion in conclusions(view):
        if isinstance(conclusion, kind) and conclusion.event.ply == view.events[-1].ply:
            formula, now = _formula(conclusion, now), _concluding(now, conclusion)
            yield conclusion.said, formula, now


def _formula(conclusion: Conclusion, setting: Setting) -> Formula:
    """A conclusion, in the shortest form where it is about a whole suit."""
    cards, deck = conclusion.cards, conclusion.cards.deck
    suits = {card.suit for card in cards}
    suit = [card for card in deck.cards if card.suit in suits]
    if (
        conclusion.is_held
        or len(suits) != 1
        or any(setting.has(1 << c.number) and c not in cards for c in suit)
    ):
        return conclusion.formula
    return Count(conclusion.place, tuple(map(str, suit)), "==", 0, SUITS[suits.pop()])


def _nobodys(setting: Setting, cards: CardSet) -> Formula:
    """No seat has any of these cards."""
    seats, names = setting.vocabulary.seats, tuple(map(str, cards))
    return conjunction(Count(seat, names, "==", 0) for seat in seats)


# -- changes of what is known ------------------------------------------------------------------------------


def _changed(setting: Setting, change: Callable[[Problem], Problem], gone: int = 0) -> Setting:
    """A change of the public problem, and of what is open to seats that know more."""
    secrets = setting.secrets
    if secrets:
        secrets = replace(secrets, own={seat: change(problem) for seat, problem in secrets.own.items()})
    known = {place: mask & ~gone for place, mask in setting.known.items()}
    return replace(setting, problem=change(setting.problem), known=known, secrets=secrets)


def _having(setting: Setting, place: int, cards: int) -> Setting:
    """It is announced that a place has some cards."""

    def change(problem: Problem) -> Problem:
        return problem.where([place], cards, [cards if p == place else 0 for p in range(problem.places)])

    return _changed(setting, change)


def _concluding(setting: Setting, conclusion: Conclusion) -> Setting:
    """It is announced that a place has some cards, or that it lacks them; or one of some cases."""
    if isinstance(conclusion, Choice):
        names = setting.vocabulary.places
        cases = [tuple(case[name].mask if name in case else 0 for name in names) for case in conclusion.cases]
        return _changed(setting, lambda problem: problem.falling(cases))
    place, cards = setting.vocabulary.place_index(conclusion.place), conclusion.cards.mask

    def change(problem: Problem) -> Problem:
        open_to = enumerate(problem.cards)
        return replace(problem, cards=tuple(mask & ~cards if p == place else mask for p, mask in open_to))

    return _having(setting, place, cards) if conclusion.is_held else _changed(setting, change)


def _without(setting: Setting, cards: int) -> Setting:
    """It is announced that nobody has some cards any more, which were known to all."""
    return _changed(setting, lambda problem: problem.without(cards), cards)


def _content(setting: Setting) -> tuple[object, ...]:
    """What a setting says, without masks that mean nothing."""
    problem, unseen = setting.problem, setting.problem.unseen
    may = {
        tuple(mask & unseen if room else 0 for mask, room in zip(part.cards, part.room, strict=True))
        for part in problem.parts
    }
    return may, problem.room, problem.known, setting.known


def _possible(setting: Setting) -> list[int]:
    """For each place the cards that may lie there."""
    problem = setting.problem
    return [may | known for may, known in zip(problem.possible, problem.known, strict=True)]


def _worlds(setting: Setting, seat: int) -> int:
    """How many deals a seat considers possible."""
    if setting.secrets:
        return round(setting.secrets.problem(seat).count())
    return round(setting.problem.given({place: setting.known[place] for place in setting.sees[seat]}).count())
