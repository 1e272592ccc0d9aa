"""Durak: cards taken from the table, and the face-up trump when it is drawn, are known to be in the hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import sub
from typing import cast

from kiebitz.cards import CardSet
from kiebitz.games.durak import Durak
from kiebitz.games.durak import rules as r
from kiebitz.games.durak.view import DurakView
from kiebitz.knowledge.logic.conclusion import Conclusion
from kiebitz.knowledge.reader import Reader
from kiebitz.rules.values import Event, View
from kiebitz.sayings import say


class DurakReader(Reader):
    """Follows the bouts."""

    def conclusions(self, view: View) -> list[Conclusion]:
        assert isinstance(view, DurakView)
        course = _course(view)
        drawn = leaked_draws if view.game.options["leak"] == "published" else last_card
        return [*taken_cards(view, course), *drawn(view, course)]


class _Course:
    """The course of a game as everybody sees it: what lies on the table, who holds how many cards."""

    def __init__(self, size: int) -> None:
        self.held = [min(r.FULL_HAND, size // 2)] * 2
        self.deck = size - sum(self.held)
        self.attacker = 0
        self.table = 0
        self.bout = 1
        self.taken: list[tuple[Event, int, int, int]] = []  # the taking, seat, bout, cards still held
        self.draws: dict[int, Event] = {}  # after which event a seat drew last
        self.last_draw: tuple[Event, int] | None = None  # who drew the last card, after which event

    def lay(self, seat: int, card: int) -> None:
        if not self.table:
            self.attacker = seat
        self.held[seat] -= 1
        self.table |= 1 << card
        self.taken = [
            (event, who, bout, cards & ~(1 << card) if who == seat else cards)
            for event, who, bout, cards in self.taken
        ]

    def pick_up(self, event: Event) -> None:
        defender = 1 - self.attacker
        self.taken.append((event, defender, self.bout, self.table))
        self.held[defender] += self.table.bit_count()

    def next_bout(self, event: Event) -> None:
        self.table = 0
        self.bout += 1
        for seat in (self.attacker, 1 - self.attacker):
            drawn = max(0, min(r.FULL_HAND - self.held[seat], self.deck))
            self.held[seat] += drawn
            self.deck -= drawn
            if drawn:
                self.draws[seat] = event
            if drawn and self.deck == 0:
                self.last_draw = event, seat

    def not_taken(self, seat: int, cards: CardSet) -> CardSet:
        """Those of a seat's cards that it did not take from the table."""
        taken = [CardSet(mask, cards.deck) for _, who, _, mask in self.taken if who == seat]
        return reduce(sub, taken, cards)


def _course(view: DurakView) -> _Course:
    course = _Course(len(cast(Durak, view.game).cards))
    taking: Event | None = None
    before: Event | None = None
    for event in view.events[1:]:
        assert event.move is not None
        if taking and event.phase != "add" and before:
            course.pick_up(taking)
            course.next_bout(before)
            taking = None
        if event.move.code < r.PASS:
            course.lay(event.seat, event.move.code)
        elif event.move.code == r.TAKE:
            taking = event
        elif event.phase == "attack":
            course.next_bout(event)
        before = event
    if taking and before and (view.is_over or view.phase != "add"):
        course.pick_up(taking)
        if not view.is_over:
            course.next_bout(before)
    return course


def taken_cards(view: DurakView, course: _Course) -> Iterator[Conclusion]:
    """Cards that were taken from the table and have not been played since."""
    for event, seat, bout, mask in course.taken:
        if mask:
            name, cards = view.game.seat_name(seat), CardSet(mask, view.game.deck)
            done = say(
                "{who} took {cards} in bout {n} and still holds {cards:it|them}",
                who=view.game.who(seat),
                cards=cards,
                n=bout,
            )
            yield Conclusion(event, "took the table", name, cards, done, is_held=True)


def last_card(view: DurakView, course: _Course) -> Iterator[Conclusion]:
    """The face-up trump, which the last one to draw got."""
    if course.last_draw is None:
        return
    event, seat = course.last_draw
    if cards := course.not_taken(seat, view.shown(seat)):
        name = view.game.seat_name(seat)
        who = view.game.who(seat)
        done = say("{who} drew {cards}, the face-up trump, and still holds it", who=who, cards=cards)
        yield Conclusion(event, "drew the face-up trump", name, cards, done, is_held=True)


def leaked_draws(view: DurakView, course: _Course) -> Iterator[Conclusion]:
    """Where the deck lies open, all that was drawn from it and not played since."""
    for seat, event in course.draws.items():
        if cards := course.not_taken(seat, view.shown(seat)):
            name = view.game.seat_name(seat)
            done = say(
                "{who} drew {cards} from the open deck and still holds {cards:it|them}",
                who=view.game.who(seat),
                cards=cards,
            )
            yield Conclusion(event, "drew from the open deck", name, cards, done, is_held=True)
