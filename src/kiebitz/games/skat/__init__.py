"""Skat: three players, thirty-two cards, one declarer against two defenders.

The rules are those of the International Skat Order. ``naming=iss`` lets a declarer name a suit game or
Grand that cannot reach his bid, as the International Skat Server does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from kiebitz.cards import Deck
from kiebitz.errors import BadNotation
from kiebitz.games.skat.contracts import CONTRACTS, LEVELS, SUITS
from kiebitz.games.skat.tables import BIDS
from kiebitz.rules.game import Game
from kiebitz.rules.notation import read_parts
from kiebitz.rules.options import Option, RuleSet
from kiebitz.rules.parts import Brings, Format
from kiebitz.sayings import Saying, say

if TYPE_CHECKING:
    from kiebitz.games.skat.view import SkatState, SkatView
    from kiebitz.kernel.state import Kernels
    from kiebitz.rules.values import Position

PARTS = (10, 10, 10, 2)  # of a deal: forehand, middlehand, rearhand, skat
SEAT_NAMES = ("Forehand", "Middlehand", "Rearhand")
DECLARER, CONTRACT, VALUE, CARD_POINTS = range(4)  # places in the measures


class Skat(Game):
    """Skat for three players, one deal."""

    name = "skat"
    brings = Brings(
        formats=(
            Format("ISS", r"\(;", "records.iss:read_records"),
            Format("XSkat", r"\d(?:[^|]*\|){10}", "records.xskat:read_records"),
        ),
        slow=("agents.cards.worlds",),
        knowledge="knowledge.reader:SkatReader",
        search="search.solving:SkatSolving",
        agents="agents.roster:SkatRoster",
        envs="envs:SkatEncoding",
        lab="lab.bench:SkatBench",
        table="table.stage:SkatStage",
        cli="cli.commands:SkatCommands",
    )
    trick_size = 3
    title = "Skat, three players and thirty-two cards"
    option_list = (
        Option(
            "naming",
            ("isko", "iss"),
            help=say("isko: a game named with the skat must be able to reach the bid"),
        ),
    )
    presets: ClassVar[Mapping[str, RuleSet]] = {
        "International Skat Order": RuleSet(
            {}, say("As in clubs and at tournaments; the list is kept after Seeger and Fabian.")
        ),
        "Skat server": RuleSet(
            {"naming": "iss"},
            say("As on the International Skat Server: a game may be named that cannot reach the bid."),
        ),
    }
    measures = ("declarer", "contract", "value", "card points")
    nominal_measures = frozenset({"contract"})
    phases = ("speak", "answer", "skat", "discard", "contract", "announce", "play")
    secret_phases = frozenset({3})
    deck = Deck([suit + "J" for suit in SUITS] + [suit + rank for suit in SUITS for rank in "ATKQ987"])
    seats = 3
    max_moves = 163  # 63 values with answers, two passes, skat, two discards, two announcements, thirty cards
    point_range = (-590, 314)  # Diamonds overbid at 264; Grand Ouvert with four

    @cached_property
    def kernels(self) -> Kernels:
        from kiebitz.games.skat.sight import KERNELS

        return KERNELS

    @cached_property
    def state_class(self) -> type[SkatState]:
        from kiebitz.games.skat.view import SkatState

        return SkatState

    @cached_property
    def view_class(self) -> type[SkatView]:
        from kiebitz.games.skat.view import SkatView

        return SkatView

    def seat_name(self, seat: int) -> str:
        return SEAT_NAMES[seat]

    def place_names(self) -> tuple[str, ...]:
        return (*super().place_names(), "skat")

    @cached_property
    def _words(self) -> tuple[tuple[str, ...], ...]:
        """The texts of the moves of each phase in the order of their codes."""
        cards = tuple(str(card) for card in self.deck.cards)
        values = tuple(str(value) for value in BIDS)
        return (*values, "pass"), ("yes", "pass"), ("skat", "hand"), cards, tuple(CONTRACTS), LEVELS, cards

    def move_codes(self, phase: int) -> range:
        return range(len(self._words[phase]))

    def move_text(self, phase: int, code: int) -> str:
        """A value or ``pass``, ``yes``, ``skat`` or ``hand``, a card, the game's letter, the announcement."""
        return self._words[phase][code]

    def write_layout(self, layout: Sequence[int], number: int) -> str:
        """The three hands, forehand first, and the skat."""
        cards = [str(self.deck.cards[card]) for card in layout]
        return " | ".join(" ".join(cards[start : start + 10]) for start in (0, 10, 20, 30))

    def read_layout(self, text: str, number: int) -> tuple[int, ...]:
        parts, _ = read_parts(text)
        if tuple(len(part) for part in parts) != PARTS:
            raise BadNotation(
                say("A Skat deal is written as 10 cards | 10 cards | 10 cards | 2 cards of the skat.")
            )
        return self.read_cards([card for part in parts for card in part], self.deck.mask)

    def shares(self, points: Any) -> Any:
        """A win for everyone on the winning side; a passed-in deal is a draw for all.

        >>> Skat().shares(np.array([[74, 0, 0], [-98, 40, 40], [0, 0, 0]])).tolist()
        [[1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.5, 0.5, 0.5]]
        """
        passed_in = (points == 0).all(axis=1, keepdims=True)
        return np.where(passed_in, 0.5, points > 0)

    def render(self, position: Position) -> Saying:
        from kiebitz.games.skat.view import render

        return render(position)
