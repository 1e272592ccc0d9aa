"""Schnapsen: two players, twenty cards, a talon that runs dry or is closed.

Three rule sets: ``vu`` and ``vu-old`` are those of the two generations of the university platform on
which many bots were written; ``full`` is the game as it is played in Austria, with closing and a
Bummerl to seven game points.
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
from kiebitz.sayings import Saying, say

if TYPE_CHECKING:
    from kiebitz.games.schnapsen.view import SchnapsenState, SchnapsenView
    from kiebitz.kernel.state import Kernels
    from kiebitz.rules.values import Position

SUITS = "HCSD"
RANKS = "JQKTA"


class Schnapsen(Game):
    """Schnapsen with one of three rule sets."""

    name = "schnapsen"
    brings = Brings(
        platforms={
            "schnapsen": "platform.seat:UniversityPlatform",
            "api": "platform.first.seat:FirstPlatform",
        },
        knowledge="knowledge.reader:SchnapsenReader",
        search="search.solving:SchnapsenSolving",
        agents="agents.roster:SchnapsenRoster",
        envs="envs:SchnapsenEncoding",
        lab="lab.bench:SchnapsenBench",
        table="table.stage:SchnapsenStage",
    )
    trick_size = 2
    title = "Schnapsen, two players and twenty cards"
    option_list = (
        Option(
            "rules",
            ("vu", "vu-old", "full"),
            help=say("the platform's rules, its predecessor's, the full game"),
        ),
        Option("unit", ("bummerl", "deal"), help=say("rules=full: play to seven game points or one deal")),
    )
    tried = (
        "rules=vu-old",
        "rules=full",
        "rules=full,unit=deal",
    )
    presets: ClassVar[Mapping[str, RuleSet]] = {  # the defaults are what bots and experiments play
        "Bummerl": RuleSet(
            {"rules": "full"},
            say("As in Austria, with closing and the exchange; seven game points win the Bummerl."),
        ),
        "One deal": RuleSet(
            {"rules": "full", "unit": "deal"},
            say("The same rules for a single deal, which is worth one to three game points."),
        ),
        "University platform": RuleSet(
            {"rules": "vu"},
            say("What students' bots play in Amsterdam: single deals without closing."),
        ),
        "Old university platform": RuleSet(
            {"rules": "vu-old"}, say("The platform before that one; a random player leads.")
        ),
    }
    measures = ("card points", "game points")
    deck = Deck.of(SUITS, RANKS)
    seats = 2
    is_zero_sum = True

    @cached_property
    def is_bummerl(self) -> bool:
        return self.options["rules"] == "full" and self.options["unit"] == "bummerl"

    @property
    def rounds(self) -> int:  # type: ignore[override]
        return 13 if self.is_bummerl else 1  # 6 : 6 is the longest way to seven

    @property
    def scores_rounds(self) -> bool:  # type: ignore[override]
        return not self.is_bummerl

    @property
    def max_moves(self) -> int:  # type: ignore[override]
        return 22 * self.rounds  # 20 cards, one exchange, one closing

    @property
    def point_range(self) -> tuple[int, int]:  # type: ignore[override]
        return (-1, 1) if self.is_bummerl else (-3, 3)

    @cached_property
    def kernels(self) -> Kernels:
        from kiebitz.games.schnapsen.rules import KERNELS

        return KERNELS

    @cached_property
    def state_class(self) -> type[SchnapsenState]:
        from kiebitz.games.schnapsen.view import SchnapsenState

        return SchnapsenState

    @cached_property
    def view_class(self) -> type[SchnapsenView]:
        from kiebitz.games.schnapsen.view import SchnapsenView

        return SchnapsenView

    def place_names(self) -> tuple[str, ...]:
        return (*super().place_names(), "talon")

    def move_codes(self, phase: int) -> range:
        return range(30)

    def move_text(self, phase: int, code: int) -> str:
        """Cards by name; ``KH+QH`` leads the king from a marriage; ``exchange``; ``close``."""
        if code < 20:
            return str(self.deck.cards[code])
        if code == 20:
            return "exchange"
        if code == 29:
            return "close"
        suit = SUITS[(code - 21) % 4]
        return f"K{suit}+Q{suit}" if code < 25 else f"Q{suit}+K{suit}"

    def trim_layout(self, layout: Sequence[int], number: int) -> tuple[int, ...]:
        return tuple(layout[:21])

    def write_layout(self, layout: Sequence[int], number: int) -> str:
        """Both hands and the talon, top first, the face-up trump last; vu-old also who leads."""
        cards = [str(self.deck.cards[card]) for card in layout[:20]]
        parts = [" ".join(cards[:5]), " ".join(cards[5:10]), " ".join(cards[10:])]
        if self.options["rules"] == "vu-old":
            parts.append(f"leader={layout[20]}")
        return " | ".join(parts)

    def read_layout(self, text: str, number: int) -> tuple[int, ...]:
        parts, extras = read_parts(text, *(["leader"] if self.options["rules"] == "vu-old" else []))
        if [len(part) for part in parts] != [5, 5, 10]:
            raise BadNotation(
                say("A Schnapsen deal is written as 5 cards | 5 cards | 10 cards of the talon.")
            )
        cards = self.read_cards([card for part in parts for card in part], self.deck.mask)
        leader = extras.get("leader", "0")
        if leader not in ("0", "1"):
            raise BadNotation(say("The leader of a deal is 0 or 1, not {leader}.", leader=repr(leader)))
        return (*cards, int(leader))

    def render(self, position: Position) -> Saying:
        from kiebitz.games.schnapsen.view import render

        return render(position)
