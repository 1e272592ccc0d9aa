"""Durak: two players attack and defend in turn, and whoever is left with cards is the fool.

This is the throw-in game (podkidnoy): cards of ranks on the table may be added, an attack cannot be
passed on. ``end=published`` and no attack limit are the rules of a published program for two players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from kiebitz.cards import CardSet, Deck
from kiebitz.errors import BadNotation
from kiebitz.rules.game import Game
from kiebitz.rules.notation import read_parts
from kiebitz.rules.options import Option, RuleSet
from kiebitz.rules.parts import Brings
from kiebitz.sayings import Saying, say

if TYPE_CHECKING:
    from kiebitz.games.durak.view import DurakState, DurakView
    from kiebitz.kernel.state import Kernels
    from kiebitz.rules.values import Position

SUITS = "SHDC"
RANKS = "6789TJQKA"


class Durak(Game):
    """Durak for two, with a deck of 36 cards or fewer."""

    name = "durak"
    brings = Brings(
        knowledge="knowledge:DurakReader",
        search="search.solving:DurakSolving",
        agents="agents.roster:DurakRoster",
        envs="envs:DurakEncoding",
        lab="lab.bench:DurakBench",
        table="table.stage:DurakStage",
    )
    legality_tells = True
    title = "Durak, two players and up to 36 cards"
    option_list = (
        Option("start_rank", range(6, 15), help=say("the lowest rank of the deck; 14 leaves the aces")),
        Option("trumps", ("on", "off"), help=say("off: nothing beats across suits")),
        Option("attack_limit", ("none", "6"), help=say("6: six attack cards in a bout, five in the first")),
        Option(
            "end",
            ("correct", "published"),
            help=say("published: an attacker may go out while a few cards are left"),
        ),
        Option(
            "leak",
            ("off", "published"),
            help=say(
                "published: all see who drew which card of the deck, as a published program's searches did"
            ),
        ),
    )
    tried = (
        "end=published",
        "leak=published",
        "start_rank=9,attack_limit=6",
        "trumps=off,start_rank=7",
        "start_rank=12",
    )
    presets: ClassVar[Mapping[str, RuleSet]] = {  # the defaults are what bots and experiments play
        "Podkidnoy": RuleSet(
            {"attack_limit": "6"},
            say("The throw-in game with 36 cards: six cards attack at most, five in the first bout."),
        ),
        "Short deck": RuleSet(
            {"attack_limit": "6", "start_rank": "9"},
            say("The same with 24 cards, nines to aces: a quick game."),
        ),
        "Without a limit": RuleSet(
            {}, say("36 cards; as many attack as the defender holds. The experiments play this.")
        ),
    }
    measures = ("bouts",)
    phases = ("attack", "defend", "add")
    deck = Deck.of(SUITS, RANKS)
    seats = 2
    point_range = (-1, 1)
    is_zero_sum = True

    @cached_property
    def cards(self) -> CardSet:
        """The cards that are in the game; the deck also names those below the lowest rank.

        >>> len(Durak({"start_rank": "9"}).cards)
        24
        """
        return self.deck.set(
            rank + suit for suit in SUITS for rank in RANKS[int(self.options["start_rank"]) - 6 :]
        )

    @property
    def has_trumps(self) -> bool:
        return self.options["trumps"] == "on"

    @property
    def max_moves(self) -> int:  # type: ignore[override]
        """The square of the number of cards.

        From one discard to the next one seat attacks and plays each card it gets at most once; an attack
        card comes with at most a defence, a take and a pass. After k discards of two cards or more the
        attacker can get at most n - 2k - 1 cards; four times these numbers add up to n squared.
        """
        return len(self.cards) ** 2

    @cached_property
    def kernels(self) -> Kernels:
        from kiebitz.games.durak.rules import KERNELS

        return KERNELS

    @cached_property
    def state_class(self) -> type[DurakState]:
        from kiebitz.games.durak.view import DurakState

        return DurakState

    @cached_property
    def view_class(self) -> type[DurakView]:
        from kiebitz.games.durak.view import DurakView

        return DurakView

    def place_names(self) -> tuple[str, ...]:
        return (*super().place_names(), "deck")

    def move_codes(self, phase: int) -> range:
        return range(38)

    def move_text(self, phase: int, code: int) -> str:
        """Cards by name; the attacker's ``pass``; the defender's ``take``."""
        return ("pass", "take")[code - 36] if code >= 36 else str(self.deck.cards[code])

    def weigh(self, phase: int, mask: int, code: int) -> tuple[int, int, int]:
        """As the Durak thesis counts: only cards are choices, and a take is not a ply.

        The taker answers every added card with nothing, a decision without a choice. An attacker
        who has no card to add is not asked there.

        >>> Durak().weigh(1, 0b11 | 1 << 37, 37), Durak().weigh(2, 0b11 | 1 << 36, 0)
        ((2, 1, 0), (2, 2, 1))
        """
        cards = (mask & (1 << 36) - 1).bit_count()
        if self.phases[phase] == "add":
            return (cards, 2 if code < 36 else 1, 1) if cards else (1, 0, 0)
        return max(cards, 1), 1, int(code != 37)

    def trim_layout(self, layout: Sequence[int], number: int) -> tuple[int, ...]:
        return tuple(layout[: len(self.cards) + 2])

    def write_layout(self, layout: Sequence[int], number: int) -> str:
        """Both hands, the deck (top first), the trump, and who attacks first if no trump decides it."""
        *cards, trump, first = layout
        names = [str(self.deck.cards[card]) for card in cards]
        dealt = min(6, len(names) // 2)
        parts = [names[:dealt], names[dealt : 2 * dealt], names[2 * dealt :]]
        letter = SUITS[trump] if trump >= 0 else "-"
        return " | ".join([*(" ".join(part) for part in parts), f"trump={letter} first={first}"])

    def read_layout(self, text: str, number: int) -> tuple[int, ...]:
        parts, extras = read_parts(text, "trump", "first")
        size = len(self.cards)
        dealt = min(6, size // 2)
        if [len(part) for part in parts] != [dealt, dealt, size - 2 * dealt]:
            raise BadNotation(
                say(
                    "A deal of durak is written as {n} cards | {n} cards | {rest} cards of the deck | "
                    "trump=S first=0.",
                    n=dealt,
                    rest=size - 2 * dealt,
                )
            )
        cards = self.read_cards([card for part in parts for card in part], self.cards.mask)
        first = extras.get("first", "0")
        if first not in ("0", "1"):
            raise BadNotation(say("The seat that attacks first is 0 or 1, not {word}.", word=repr(first)))
        bottom = self.deck.cards[cards[-1]].suit if parts[2] else ""
        return (*cards, self._read_trump(extras.get("trump", bottom), bottom), int(first))

    def _read_trump(self, letter: str, bottom: str) -> int:
        """The trump suit's number, -1 for none; it must be the suit of the deck's bottom card."""
        if not self.has_trumps:
            allowed = "-"
        else:
            allowed = bottom or SUITS
        if len(letter) != 1 or letter not in allowed:
            suits = ", ".join(allowed)
            raise BadNotation(
                say("The trump of this deal is one of {suits}, not {word}.", suits=suits, word=repr(letter))
            )
        return SUITS.find(letter)

    def render(self, position: Position) -> Saying:
        from kiebitz.games.durak.view import render

        return render(position)
