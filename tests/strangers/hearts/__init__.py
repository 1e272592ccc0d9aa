"""Hearts: four players, and whoever takes hearts or the queen of spades pays for them.

1. Each player gets thirteen cards, and passes three of them on: to the left, in the next deal to the
   right, then across, then not at all.
2. Whoever holds the two of clubs leads it. Suit must be followed; the highest card of the suit led takes
   the trick, and its owner leads the next.
3. No heart and not the queen of spades goes to the first trick unless there is nothing else, and hearts
   are led only once a heart was played (hearts are broken) or when there is nothing else.
4. Each heart taken costs 1 point, the queen of spades 13. Whoever takes them all has shot the moon: that
   costs each of the others 26.
5. Every player is paid the difference of points by every other, so the points of a unit add up to nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from kiebitz.cards import Deck
from kiebitz.errors import BadNotation
from kiebitz.rules.game import Game
from kiebitz.rules.notation import read_parts
from kiebitz.rules.options import Option, RuleSet
from kiebitz.rules.parts import Brings
from kiebitz.sayings import say

if TYPE_CHECKING:
    from hearts.view import HeartsState, HeartsView
    from kiebitz.kernel.state import Kernels
    from kiebitz.rules.values import Position

SUITS = "CDSH"
RANKS = "23456789TJQKA"
SEATS = 4
HAND_SIZE = 13
MOST_DEALS = 25
"""A game that nobody has lost by then ends; only jacks and moons that pay can make it so long."""


class Hearts(Game):
    """Hearts for four, each for himself."""

    name = "hearts"
    title = "Hearts, four players and fifty-two cards"
    brings = Brings(
        knowledge="knowledge:HeartsReader",
        search="search:HeartsSolving",
        agents="agents:HeartsRoster",
        lab="lab:HeartsBench",
        table="table.stage:HeartsStage",
    )
    option_list = (
        Option(
            "unit", ("deal", "50", "100"), help=say("one deal, or deals until somebody has this many points")
        ),
        Option("passing", ("rotate", "left", "off"), help=say("rotate: left, right, across, not at all")),
        Option("leads", ("two", "eldest"), help=say("two: the two of clubs; eldest: each seat in its turn")),
        Option(
            "first_trick", ("safe", "free"), help=say("free: hearts and the queen may go to the first trick")
        ),
        Option(
            "breaks", ("hearts", "queen", "off"), help=say("queen: she breaks hearts too; off: lead any time")
        ),
        Option("jack", ("off", "on"), help=say("on: the jack of diamonds is worth 10 points less")),
        Option(
            "moon",
            ("others", "own"),
            help=say("whoever shoots the moon adds 26 to the others or takes 26 off"),
        ),
    )
    tried = (
        "unit=100",
        "unit=50,passing=left,breaks=queen,jack=on,moon=own",
        "passing=off,leads=eldest,breaks=off",
        "passing=left,leads=eldest,first_trick=free,breaks=queen,jack=on",
    )
    presets: ClassVar[Mapping[str, RuleSet]] = {
        "To a hundred": RuleSet({"unit": "100"}, say("Whoever reaches a hundred points ends the game.")),
        "One deal": RuleSet({}, say("A single deal.")),
    }
    phases = ("pass", "play")
    secret_phases = frozenset({0})
    measures = ("penalty points", "queens", "moons")
    deck = Deck.of(SUITS, RANKS)
    seats = SEATS
    trick_size = SEATS
    is_zero_sum = True

    @cached_property
    def is_long(self) -> bool:
        """Does a unit have several deals?"""
        return self.options["unit"] != "deal"

    @property
    def rounds(self) -> int:  # type: ignore[override]
        return MOST_DEALS if self.is_long else 1

    @property
    def max_moves(self) -> int:  # type: ignore[override]
        return (12 + 52) * self.rounds

    @property
    def point_range(self) -> tuple[int, int]:  # type: ignore[override]
        """Each difference counts; a deal changes one by at most 36, a game ends with the first at the limit.

        >>> Hearts().point_range, Hearts({"unit": "50"}).point_range
        ((-74, 78), (-225, 225))
        """
        jack = self.options["jack"] == "on"
        if not self.is_long:
            return (-84, 108) if jack else (-74, 78)
        best = MOST_DEALS * (10 * jack + 26 * (self.options["moon"] == "own"))
        most = 3 * (int(self.options["unit"]) + 25 + best)
        return -most, most

    @cached_property
    def kernels(self) -> Kernels:
        from hearts.rules import KERNELS

        return KERNELS

    @cached_property
    def state_class(self) -> type[HeartsState]:
        from hearts.view import HeartsState

        return HeartsState

    @cached_property
    def view_class(self) -> type[HeartsView]:
        from hearts.view import HeartsView

        return HeartsView

    def seat_name(self, seat: int) -> str:
        return ("South", "West", "North", "East")[seat]

    def write_layout(self, layout: Sequence[int], number: int) -> str:
        """The four hands, South's first.

        >>> Hearts().deal(seed=1).deal.text.count(" | ")
        3
        """
        cards = [str(self.deck.cards[card]) for card in layout]
        return " | ".join(" ".join(cards[first : first + HAND_SIZE]) for first in range(0, 52, HAND_SIZE))

    def read_layout(self, text: str, number: int) -> tuple[int, ...]:
        hands, _ = read_parts(text)
        if [len(hand) for hand in hands] != [HAND_SIZE] * SEATS:
            raise BadNotation(
                say("A deal of Hearts is written as four hands of 13 cards with | between them.")
            )
        return self.read_cards([card for hand in hands for card in hand], self.deck.mask)

    def render(self, position: Position) -> str:
        from hearts.view import render

        return render(position)
