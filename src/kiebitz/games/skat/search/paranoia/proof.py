"""Why a card is forced, or why none is: the tree of a paranoia search as far as one wants to see it.

Where the aim is forced, the searcher's card is shown against every reply; where it is not, one reply that
spoils each of his cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kiebitz.cards import Card
from kiebitz.games.skat.search.layout import PLACE
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.games.skat.search.paranoia.paranoia import USUAL, Budget, Paranoia, begin, shared
from kiebitz.games.skat.search.paranoia.root import ask, moves_of, step
from kiebitz.kernel.vectors import Vector
from kiebitz.sayings import Cards, Saying, Seat, joined, plain, say

ALL_CARDS = (1 << 32) - 1
Names = Sequence[Saying | Seat]
"""Of the searcher, and of those to his left and right."""
NAMES: Names = (say("I"), say("left"), say("right"))


def signs(cards: Sequence[Card]) -> str:
    """Cards as a terminal shows them: ♥A ♥K."""
    return " ".join(card.symbol for card in cards)


def as_cards(cards: Sequence[Card]) -> Cards:
    """Cards that every reader sees in signs of their own."""
    return Cards(" ".join(cards))


Writer = Callable[[Sequence[Card]], str | Cards]


class Line(NamedTuple):
    """A line of a proof, and how many cards were played before those that it is about."""

    level: int
    said: Saying

    def indented(self, by: int = 0) -> Saying:
        """The line with blanks before it: two for each level, and some for all."""
        return joined("", [plain(" " * by + "  " * self.level), self.said])


@dataclass(frozen=True)
class Branch:
    """Cards of one seat after which the same happens."""

    seat: int
    """Seen from the searcher: 0 himself, 1 left of him, 2 right."""
    cards: tuple[Card, ...]
    verdict: int
    """NOT_FORCED, FORCED or UNKNOWN, after the card."""
    decided: bool
    """Nothing more can change."""
    then: tuple[Branch, ...] = ()

    def lines(self, names: Names = NAMES, level: int = 0, write: Writer = signs) -> Iterator[Line]:
        """The branch as lines; ``write`` says how cards stand there."""
        yield Line(level, self._line(names[self.seat], write(self.cards)))
        for branch in self.then:
            yield from branch.lines(names, level + 1, write)

    def _line(self, who: Saying | Seat, cards: str | Cards) -> Saying:
        if self.decided and self.verdict == p.FORCED:
            return say("{who}: {cards} - sure", who=who, cards=cards)
        if self.decided:
            return say("{who}: {cards} - spoilt", who=who, cards=cards)
        if self.verdict == p.UNKNOWN:
            return say("{who}: {cards} (unknown)", who=who, cards=cards)
        return say("{who}: {cards}" if self.verdict == p.FORCED else "{who}: {cards} ?", who=who, cards=cards)

    def paths(self, names: Names) -> Iterator[list[Saying]]:
        """Every way through the branch: who plays what, and whether it is sure then."""
        own = [say("{who}: {cards}", who=names[self.seat], cards=as_cards(self.cards))]
        if self.decided or self.verdict == p.UNKNOWN:
            own.append(say("unknown" if self.verdict == p.UNKNOWN else "sure"))
        yield from ([*own, *path] for branch in self.then for path in branch.paths(names))
        if not self.then:
            yield own


def proof(
    question: Paranoia,
    depth: int,
    budget: Budget = USUAL,
    card: Card | None = None,
    room: Vector | None = None,
) -> tuple[Branch, ...]:
    """What follows, this many cards deep: the killer card against every reply, or how each card is met.

    ``card`` is the killer card to look at, by default any; ``room`` a workspace to use again.
    """
    w, s = shared() if room is None else room, question.vector
    begin(s, w, budget)
    first = ALL_CARDS if card is None else 1 << int(PLACE[question.contract, card.number])
    return _branches(question, w, s, depth, int(ask(s, w)), first)


def _branches(
    question: Paranoia, w: Vector, s: Vector, depth: int, verdict: int, first: int = ALL_CARDS
) -> tuple[Branch, ...]:
    if depth == 0 or verdict == p.UNKNOWN or _is_decided(s):
        return ()
    seat = int(s[p.LEADER] + s[p.LAID]) % 3
    one_is_enough = (seat == 0) == (verdict == p.FORCED)
    found: dict[tuple[int, bool, tuple[Branch, ...]], int] = {}
    moves = int(moves_of(s)) & first
    while moves:
        card = moves & -moves
        moves ^= card
        after = np.empty(p.WORDS, np.int64)
        step(s, card, after)
        answer = int(ask(after, w))
        if one_is_enough and answer != verdict:
            continue
        key = answer, _is_decided(after), _branches(question, w, after, depth - 1, answer)
        found[key] = found.get(key, 0) | card
        if one_is_enough:
            break
    return tuple(
        Branch(seat, question.cards(cards), answer, decided, then)
        for (answer, decided, then), cards in found.items()
    )


def _is_decided(s: Vector) -> bool:
    return bool(s[p.NEED] <= 0 or (s[p.LAID] == 0 and s[p.OWN] == 0))
