"""Boerenbridge: guess how many tricks you will take, then take exactly as many.

The game is known in many countries, in English as Oh Hell. The defaults are those of the program whose
players reason with Kripke models: four seats, five rounds, and only the highest ranks, so that every
card is dealt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from kiebitz.cards import Deck
from kiebitz.errors import BadNotation, BadOption
from kiebitz.games.boerenbridge.schedule import MOST_CARDS, SCHEDULE
from kiebitz.rules.game import Game
from kiebitz.rules.notation import read_parts
from kiebitz.rules.options import Option, Options, RuleSet
from kiebitz.rules.parts import Brings
from kiebitz.sayings import Saying, say

if TYPE_CHECKING:
    from kiebitz.games.boerenbridge.view import BoerenbridgeState, BoerenbridgeView
    from kiebitz.kernel.state import Kernels
    from kiebitz.rules.values import Position

SUITS = "HDCS"
RANKS = "23456789TJQKA"
NO_TRUMP = "-"
COMPASS = ("North", "East", "South", "West")
LADDER = {"deck": "full", "trump": "card", "scoring": "dutch", "opener": "rotate"}  # what ladders share
TRUMP_WORD, OPENER_WORD = 52, 53  # of a layout, after the cards


class Boerenbridge(Game):
    """Boerenbridge for three to seven players.

    >>> Boerenbridge({"schedule": "1-3-1", "hook": "off"}).schedule
    (1, 2, 3, 2, 1)
    """

    name = "boerenbridge"
    brings = Brings(
        knowledge="knowledge:BoerenbridgeReader",
        search="search.solving:BoerenbridgeSolving",
        agents="agents.roster:BoerenbridgeRoster",
        envs="envs:BoerenbridgeEncoding",
        lab="lab.bench:BoerenbridgeBench",
        table="table.stage:BoerenbridgeStage",
        cli="cli.commands:BoerenbridgeCommands",
    )
    title = "Boerenbridge, three to seven players who guess their tricks"
    option_list = (
        Option("seats", range(3, 8), default="4", help=say("the number of players")),
        Option(
            "deck",
            ("round", "full"),
            help=say("only the highest ranks that the round needs, or all 52 cards"),
        ),
        Option(
            "hook",
            ("on", "off"),
            help=say("on: the last guess may not make the guesses add up to the tricks"),
        ),
        Option(
            "opener", ("last", "rotate"), help=say("a round is opened by the last trick's winner or in turn")
        ),
        Option(
            "trump",
            ("random", "card", "none", "hearts", "diamonds", "clubs", "spades"),
            help=say("drawn each round, the first undealt card's suit, none, or always one"),
        ),
        Option(
            "scoring", ("published", "tricks", "dutch"), help=say("10+2/-2 a trick, 1 a trick and 10, 5+1/-1")
        ),
        SCHEDULE,
    )
    tried = (
        "hook=off,opener=rotate,scoring=dutch",
        "seats=3,schedule=1-5-1,deck=full,trump=card,scoring=tricks",
        "seats=7,schedule=2,3,trump=none",
    )
    presets: ClassVar[Mapping[str, RuleSet]] = {  # the defaults are what bots and experiments play
        "Ladder to eight": RuleSet(
            LADDER | {"schedule": "1-8-1"},
            say("As in Dutch living rooms: one card each, up to eight and back; the next card turns trump."),
        ),
        "Short ladder": RuleSet(
            LADDER | {"schedule": "1-5-1"}, say("The same up to five cards: nine rounds.")
        ),
        "Spades are trumps": RuleSet(
            LADDER | {"seats": "5", "schedule": "10-1-10", "trump": "spades"},
            say("Five players, from ten cards down to one and up again, spades always trump."),
        ),
        "Five rounds": RuleSet(
            {}, say("3, 4, 5, 4 and 3 of the highest cards, all of them dealt. The experiments play this.")
        ),
    }
    measures = ("tricks", "guesses met")
    phases = ("guess", "play")
    deck = Deck.of(SUITS, RANKS)

    def __init__(self, options: Options = None) -> None:
        super().__init__(options)
        self.seats = self.trick_size = int(self.options["seats"])
        self.schedule = SCHEDULE.sizes(self.options["schedule"])
        most = self.deck.size // self.seats
        if max(self.schedule) > most:
            raise BadOption(
                say(
                    "The schedule has a round of {n} cards; {seats} players can get at most {most} each.",
                    n=max(self.schedule),
                    seats=self.seats,
                    most=most,
                )
            )
        self.rounds = len(self.schedule)
        self.max_moves = sum(self.seats * (size + 1) for size in self.schedule)

    @cached_property
    def point_range(self) -> tuple[int, int]:  # type: ignore[override]
        from kiebitz.games.boerenbridge.rules import round_score

        low = high = 0
        for size in self.schedule:
            ways = product(range(size + 1), repeat=2)
            scores = [int(round_score(self._choice("scoring"), guess, tricks)) for guess, tricks in ways]
            low, high = low + min(scores), high + max(scores)
        return low, high

    @cached_property
    def kernels(self) -> Kernels:
        from kiebitz.games.boerenbridge.rules import KERNELS

        return KERNELS

    @cached_property
    def state_class(self) -> type[BoerenbridgeState]:
        from kiebitz.games.boerenbridge.view import BoerenbridgeState

        return BoerenbridgeState

    @cached_property
    def view_class(self) -> type[BoerenbridgeView]:
        from kiebitz.games.boerenbridge.view import BoerenbridgeView

        return BoerenbridgeView

    def encode_options(self) -> list[int]:
        """One word for each option; the schedule, which comes last, takes two."""
        *simple, schedule = self.option_list
        words = [option.encode(self.options[option.name]) for option in simple]
        return [*words, *SCHEDULE.words(self.options[schedule.name])]

    def _choice(self, name: str) -> int:
        """An option as a kernel sees it."""
        return next(o.encode(self.options[name]) for o in self.option_list if o.name == name)

    def seat_name(self, seat: int) -> str:
        return COMPASS[seat] if self.seats == 4 else super().seat_name(seat)

    def place_names(self) -> tuple[str, ...]:
        return (*super().place_names(), "undealt")

    def move_codes(self, phase: int) -> range:
        return range(MOST_CARDS + 1) if phase == 0 else range(self.deck.size)

    def move_text(self, phase: int, code: int) -> str:
        """A guess as a number, a card by name."""
        return str(code) if phase == 0 else str(self.deck.cards[code])

    def round_deck(self, number: int) -> int:
        """The mask of the cards that a round is played with."""
        from kiebitz.games.boerenbridge.rules import round_cards

        return int(round_cards(self.seats, self.schedule[number], self._choice("deck")))

    def trim_layout(self, layout: Sequence[int], number: int) -> tuple[int, ...]:
        return tuple(layout[: OPENER_WORD + 1])

    def write_layout(self, layout: Sequence[int], number: int) -> str:
        """All hands, the undealt cards with the turned-up one first, the trump, at first who opens."""
        size, dealt = self.schedule[number], self.seats * self.schedule[number]
        cards = [str(self.deck.cards[card]) for card in layout[: self.round_deck(number).bit_count()]]
        parts = [" ".join(cards[at : at + size]) for at in range(0, dealt, size)]
        opener = f" opener={layout[OPENER_WORD]}" if number == 0 else ""
        last = f"trump={(SUITS + NO_TRUMP)[layout[TRUMP_WORD]]}{opener}"
        return " | ".join([*parts, " ".join(cards[dealt:]), last])

    def read_layout(self, text: str, number: int) -> tuple[int, ...]:
        parts, extras = read_parts(text, "trump", "opener")
        size, expected = self.schedule[number], self.round_deck(number)
        undealt = expected.bit_count() - self.seats * size
        if [len(part) for part in parts] != [size] * self.seats + [undealt]:
            raise BadNotation(
                say(
                    "Round {number} is written as {seats} hands of {size}, {n} undealt {n:card|cards} and "
                    "the trump, with bars between them.",
                    number=number + 1,
                    seats=self.seats,
                    size=size,
                    n=undealt,
                )
            )
        cards = self.read_cards([card for part in parts for card in part], expected)
        trump = self._read_trump(extras.get("trump", ""), cards[self.seats * size :])
        opener = self._read_opener(extras.get("opener", ""), number)
        return (*cards, *[0] * (TRUMP_WORD - len(cards)), trump, opener)

    def _read_trump(self, letter: str, undealt: Sequence[int]) -> int:
        """The trump's suit, -1 without; it must be one that the option ``trump`` allows here."""
        from kiebitz.games.boerenbridge.rules import settled_trump

        allowed = SUITS
        if self.options["trump"] != "random":
            upcard = undealt[0] if undealt else -1
            allowed = (SUITS + NO_TRUMP)[settled_trump(self._choice("trump"), upcard)]
        if letter.upper() not in list(allowed):
            suits = ", ".join(allowed)
            raise BadNotation(
                say("The trump of this round is one of {suits}, not {word}.", suits=suits, word=repr(letter))
            )
        return -1 if letter == NO_TRUMP else SUITS.index(letter.upper())

    def _read_opener(self, word: str, number: int) -> int:
        if number > 0:
            if word:
                raise BadNotation(say("Only the first round of a deal says who opens."))
            return 0
        if word not in [str(seat) for seat in range(self.seats)]:
            last = self.seats - 1
            raise BadNotation(
                say("The first round's opener is 0 to {last}, not {word}.", last=last, word=repr(word))
            )
        return int(word)

    def render(self, position: Position) -> Saying:
        from kiebitz.games.boerenbridge.view import render

        return render(position)
