"""Skat's knowledge in sets: who surely has a card, and between whom it is still open.

The declarer, who has seen the skat, needs three: the cards of the left opponent, of the right one, and
the pool that either may have. A seat that has not seen it also needs the cards that one of the others or
the skat has, and may assume that some cards are not in the skat. A choice, such as what a named suit tells
of the tops, is more than sets can say: they keep what holds in every case.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from kiebitz.cards import CardSet
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.tables import ACES, NULL, TRUMPS
from kiebitz.games.skat.view import SkatView
from kiebitz.knowledge.places.assumption import Assumption
from kiebitz.knowledge.places.locations import Locations
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.game import Game
from kiebitz.sayings import say

SKAT = 3  # the number of the place
HABIT = say("nobody puts trumps or aces away")


def no_skat(view: SkatView) -> Assumption:
    """Nobody puts trumps or aces into the skat: a habit, and only of a declarer who could choose.

    In a Hand game the skat is as it was dealt, and in Null high cards are what one puts away.
    """
    contract, mask = int(view.vector[r.CONTRACT]), 0
    if contract >= 0 and contract != NULL and view.has_taken:
        played = view.played(0) | view.played(1) | view.played(2)
        mask = (int(TRUMPS[contract]) | ACES) & ~played.mask
    return Assumption("skat", CardSet(mask, view.game.deck), HABIT)


@dataclass(frozen=True)
class SkatSets:
    """What a seat knows. ``hands`` and ``or_skat`` are by seat; the others' cards are disjoint sets."""

    game: Game
    seat: int
    declarer: int
    hands: tuple[CardSet, CardSet, CardSet]
    """Cards that surely are in this hand."""
    or_skat: tuple[CardSet, CardSet, CardSet]
    """Cards that only this hand or the skat may have."""
    pool: CardSet
    """Cards that both other hands may have, and the skat while it has room."""
    skat: CardSet
    """Cards that surely are in the skat."""
    noskat: CardSet
    """Cards that are assumed not to be in the skat, those of the own hand included."""
    sizes: tuple[int, int, int, int]
    """How many cards the hands and the skat hold."""

    @classmethod
    def of(cls, view: SkatView, assume_no_skat: bool = False) -> Self:
        """The sets of a seat; if wanted with the assumption that trumps and aces are not in the skat."""
        locations = Locations.of(view)
        soft = no_skat(view)
        return cls.of_locations(locations.assuming(soft) if assume_no_skat else locations, view.declarer)

    @classmethod
    def of_locations(cls, locations: Locations, declarer: int) -> Self:
        """The sets that locations amount to, with what only counting tells."""
        if locations.seat < 0:
            raise KiebitzError(say("A spectator has no sets: they belong to one of the three players."))
        me, deck = locations.seat, locations.game.deck
        left, right = (me + 1) % 3, (me + 2) % 3
        may = [locations.may_have(place) for place in range(4)]
        must = [locations.must_have(place) for place in range(4)]
        nobody = CardSet(0, deck)
        or_skat = [nobody] * 3
        or_skat[left] = (may[left] & may[SKAT]) - may[right]
        or_skat[right] = (may[right] & may[SKAT]) - may[left]
        noskat = nobody
        for assumption in locations.soft:
            if locations.place(assumption.place) == SKAT:
                noskat |= assumption.cards
        sizes = [locations.room(place) + len(locations.known(place)) for place in range(4)]
        return cls(
            locations.game, me, declarer,
            (must[0], must[1], must[2]), (or_skat[0], or_skat[1], or_skat[2]),
            may[left] & may[right], must[SKAT], noskat, (sizes[0], sizes[1], sizes[2], sizes[3]),
        )  # fmt: skip

    @property
    def own(self) -> CardSet:
        """The seat's own cards."""
        return self.hands[self.seat]

    @property
    def others(self) -> tuple[int, int]:
        """The other two seats: for a defender the declarer and the partner, else left and right."""
        left, right = (self.seat + 1) % 3, (self.seat + 2) % 3
        return (right, left) if self.declarer == right else (left, right)

    @property
    def h1(self) -> CardSet:
        """The declarer's name for the cards of the left opponent."""
        return self.hands[(self.seat + 1) % 3]

    @property
    def h2(self) -> CardSet:
        """The declarer's name for the cards of the right opponent."""
        return self.hands[(self.seat + 2) % 3]

    @property
    def declarerorskat(self) -> CardSet:
        """A defender's name for what the partner cannot have."""
        return self.or_skat[self.others[0]]

    @property
    def partnerorskat(self) -> CardSet:
        """A defender's name for what the declarer cannot have."""
        return self.or_skat[self.others[1]]

    @property
    def by_name(self) -> dict[str, CardSet]:
        """The sets under the names that the seat has for them: a declarer's, or a defender's.

        >>> from kiebitz.rules.registry import game
        >>> state = game("skat").deal(seed=1)
        >>> while state.phase != "play":
        ...     state = state.play(state.moves[-1] if "18" not in state.moves else "18")
        >>> list(SkatSets.of(state.view(state.declarer)).by_name)
        ['own', 'h1', 'h2', 'pool', 'skat']
        """
        first, second = self.others
        if self.seat == self.declarer:
            named = {"own": self.own, "h1": self.h1, "h2": self.h2}
        else:
            named = {"own": self.own, "declarer": self.hands[first], "partner": self.hands[second],
                     "declarerorskat": self.declarerorskat, "partnerorskat": self.partnerorskat}  # fmt: skip
        return {**named, "pool": self.pool, "skat": self.skat}

    @property
    def locations(self) -> Locations:
        """The way back, from the sets alone: the same worlds, and others where there is a choice of cases."""
        masks, room = [0] * 4, [0] * 4
        known = [*self.hands, self.skat]
        for place in range(4):
            room[place] = self.sizes[place] - len(known[place])
        for seat in self.others:
            masks[seat] = (self.pool | self.or_skat[seat]).mask if room[seat] else 0
        if room[SKAT]:
            masks[SKAT] = (self.pool | self.declarerorskat | self.partnerorskat).mask
        problem = Problem(tuple(masks), tuple(room), tuple(cards.mask for cards in known))
        locations = Locations(self.game, self.seat, problem)
        if not self.noskat:
            return locations
        return locations.assuming(Assumption("skat", self.noskat, HABIT))
