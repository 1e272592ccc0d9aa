"""The first checks of rules from outside: every kernel called by itself, step by step.

The other checks rely on what these find out: that there is always a move, that a game ends, that no kernel
leaves its arrays. Kernels only notice the last if they were compiled to (``KIEBITZ_BOUNDS``). ``doing`` is
told which kernel comes next, so that somebody who watches can name one that does not come back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from kiebitz.kernel import state as signatures
from kiebitz.kernel.random import Stream, key, pick
from kiebitz.kernel.state import (
    HAND,
    LAYOUT_WORDS,
    OPEN,
    OPTIONS,
    PHASE,
    ROUND,
    SEED,
    TURN,
    VIEWER,
    WORDS,
    Kernels,
)
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.contract.complaints import BrokenContract, require
from kiebitz.rules.contract.invariants import PLACES
from kiebitz.rules.game import Game
from kiebitz.sayings import Saying, say

REQUIRED = ("name", "title", "deck", "seats", "max_moves", "point_range")
FIXED = {SEED: "SEED", VIEWER: "VIEWER", OPEN: "OPEN"} | dict.fromkeys(range(OPTIONS, WORDS), "OPTIONS")
"""Words that no move may change."""
MARGIN = 64  # words around a state that nobody may write to

Doing = Callable[[str], None]


def check_class(game: Game) -> None:
    """The class says what it must, and its kernels have the signatures that they need."""
    for name in REQUIRED:
        require(hasattr(game, name), say("{game} has no {name}.", game=type(game).__name__, name=name))
    require(
        1 <= game.seats <= signatures.MAX_SEATS,
        say("seats is {seats}; a game has 1 to {most}.", seats=game.seats, most=signatures.MAX_SEATS),
    )
    require(
        game.deck.size <= 63, say("The deck has {n} cards; a set of cards has room for 63.", n=game.deck.size)
    )
    require(
        isinstance(game.kernels, Kernels), say("kernels must be a value of kiebitz.kernel.state.Kernels.")
    )
    for name, kernel in zip(Kernels._fields, game.kernels, strict=True):
        wanted = str(getattr(signatures, name.upper()))
        declared = getattr(kernel, "declared", None)
        require(
            declared == wanted or (kernel is None and name == "measure"),
            say(
                "The kernel {name} must be declared as @kernel({word}), which is {wanted}, "
                "not as {declared}.",
                name=name,
                word=name.upper(),
                wanted=wanted,
                declared=str(declared),
            ),
        )
    words = len(game.encode_options())
    require(
        words < WORDS - OPTIONS,
        say("encode_options() gives {words} words; there is room for 15.", words=words),
    )


def check_steps(game: Game, seeds: Iterable[int] = range(10), doing: Doing = lambda name: None) -> None:
    """Random games, kernel by kernel: nothing leaves its array, there is always a move, and all games end."""
    for seed in seeds:
        walk = _Walk(game, seed, doing)
        walk.deal()
        while walk.turn >= 0:
            walk.look()
            walk.move()
        walk.score()


class _Walk:
    """A random game whose kernels are called one by one."""

    def __init__(self, game: Game, seed: int, doing: Doing) -> None:
        self.game, self.doing, self.rng = game, doing, Stream.named("steps", game.name, seed)
        # A kernel that writes beyond the state, and was not compiled to notice, writes here.
        self._room = np.full(WORDS + 2 * MARGIN, -7, np.int64)
        self.s = self._room[MARGIN : MARGIN + WORDS]
        self.s[:] = 0
        self.moves: list[int] = []
        self.key = key("steps", game.name, seed)

    @property
    def turn(self) -> int:
        return int(self.s[TURN])

    def deal(self) -> None:
        game, layout = self.game, np.zeros(LAYOUT_WORDS, np.int64)
        game.machine.clear(self.s, self.key, game.option_words)
        self._call("shuffle", self.s, self.rng.word, layout)
        if type(game).write_layout is Game.write_layout:
            cards = sorted(layout[: game.deck.size].tolist())
            self._require(
                cards == list(range(game.deck.size)) and not layout[game.deck.size :].any(),
                say(
                    "shuffle() lays out the cards {cards}; the deck has the numbers 0 to {last}.",
                    cards=str(sorted(set(layout.tolist()))),
                    last=game.deck.size - 1,
                ),
            )
        self._call("deal", self.s, layout)
        self._require(
            -1 <= self.turn < game.seats, say("After the deal the seat to move is {seat}.", seat=self.turn)
        )
        self._look_at_hands()

    def look(self) -> None:
        """Every seat's view of a position, and where its unseen cards may be."""
        game = self.game
        for seat in (*range(game.seats), -1):
            view = np.zeros(WORDS, np.int64)
            self._call("observe", self.s, seat, view)
            self._require(
                view[VIEWER] == seat,
                say("observe() writes VIEWER {viewer} for seat {seat}.", viewer=int(view[VIEWER]), seat=seat),
            )
            self._require(
                view[SEED] == 0, say("observe() shows the SEED of the deal to seat {seat}.", seat=seat)
            )
            cards, room = np.zeros(PLACES, np.int64), np.zeros(PLACES, np.int64)
            places = int(self._call("unseen", view, cards, room))
            named = len(game.place_names())
            self._require(
                places == named,
                say(
                    "unseen() writes {places} places; place_names() names {named}.",
                    places=places,
                    named=named,
                ),
            )
            hidden = 0
            for place in range(places):
                hidden |= int(cards[place]) if room[place] else 0
                self._require(
                    room[place] >= 0,
                    say(
                        "For seat {seat} the room of place {place} is {room}.",
                        seat=seat,
                        place=place,
                        room=int(room[place]),
                    ),
                )
            self._require(
                hidden & ~game.deck.mask == 0,
                say("For seat {seat} unseen() names cards that the deck does not have.", seat=seat),
            )
            self._require(
                hidden.bit_count() == room[:places].sum(),
                say(
                    "For seat {seat} the places have room for {room} cards, but {n} are unseen.",
                    seat=seat,
                    room=int(room[:places].sum()),
                    n=hidden.bit_count(),
                ),
            )

    def move(self) -> None:
        game, before = self.game, self.s.copy()
        phase = int(self.s[PHASE])
        self._require(
            0 <= phase < len(game.phases),
            say("PHASE is {phase}; phases has {n} names.", phase=phase, n=len(game.phases)),
        )
        self._require(
            0 <= self.s[ROUND] < game.rounds,
            say(
                "ROUND is {round}; the game has {rounds} rounds.",
                round=int(self.s[ROUND]),
                rounds=game.rounds,
            ),
        )
        mask = int(self._call("legal", self.s))
        self._require(mask, say("The seat to move has no legal move, and the game is not over."))
        known = sum(1 << code for code in game.move_codes(phase))
        self._require(
            mask & ~known & (1 << 64) - 1 == 0,
            say(
                "legal() allows moves that move_codes({phase}) does not know: {codes}.",
                phase=phase,
                codes=_bits(mask & ~known),
            ),
        )
        self._require(
            len(self.moves) < game.max_moves,
            say(
                "A game is not over after {made} moves; max_moves is {most}.",
                made=len(self.moves),
                most=game.max_moves,
            ),
        )
        code = int(pick_of(self.rng, mask))
        self.moves.append(code)
        self._call("play", self.s, code)
        self._require(self.turn < game.seats, say("After a move the seat to move is {seat}.", seat=self.turn))
        for word, name in FIXED.items():
            self._require(
                self.s[word] == before[word],
                say("play() changes word {word} of the state, which is {name}.", word=word, name=name),
            )
        self._look_at_hands()

    def score(self) -> None:
        game, (low, high) = self.game, self.game.point_range
        for seat in range(game.seats):
            points = int(self._call("payoff", self.s, seat))
            self._require(
                low <= points <= high,
                say(
                    "Seat {seat} has {points} points; point_range is {low} to {high}.",
                    seat=seat,
                    points=points,
                    low=low,
                    high=high,
                ),
            )
            if game.kernels.measure is not None:
                self._call("measure", self.s, seat, np.zeros(len(game.measures), np.int64))

    def _look_at_hands(self) -> None:
        seen = 0
        for seat in range(self.game.seats):
            hand = int(self.s[HAND + seat])
            self._require(
                hand & ~self.game.deck.mask == 0,
                say("Seat {seat} holds cards that the deck does not have.", seat=seat),
            )
            self._require(
                hand & seen == 0, say("Seat {seat} holds a card that another seat holds too.", seat=seat)
            )
            seen |= hand

    def _call(self, name: str, *arguments: Any) -> Any:
        """Call a kernel; what goes wrong in it is told with its name."""
        self.doing(name)
        try:
            found = getattr(self.game.kernels, name)(*arguments)
        except IndexError:
            raise self._broken(
                say("The kernel {name} reads or writes beyond the end of an array.", name=name)
            ) from None
        except ZeroDivisionError:
            raise self._broken(say("The kernel {name} divides by zero.", name=name)) from None
        margins = np.concatenate([self._room[:MARGIN], self._room[MARGIN + WORDS :]])
        self._require((margins == -7).all(), say("The kernel {name} writes beyond the state.", name=name))
        return found

    def _require(self, kept: object, said: Saying) -> None:
        if not kept:
            raise self._broken(said)

    def _broken(self, said: Saying) -> BrokenContract:
        return BrokenContract(said, *position_of(self.game, self.s, self.moves))


def pick_of(rng: Stream, mask: int) -> int:
    """A random code of a mask, which may use the sign."""
    return int(pick(rng.word, mask if mask < 1 << 63 else mask - (1 << 64)))


def _bits(mask: int) -> str:
    return ", ".join(str(code) for code in range(64) if mask >> code & 1)


def position_of(game: Game, vector: Vector, codes: list[int]) -> list[str]:
    """A position that may be impossible, as far as it can be told: drawn, else as its words."""
    played = " ".join(map(str, codes)) or "none"
    words = " ".join(map(str, vector[:OPTIONS].tolist()))
    try:
        drawn = str(game.render(game.state_class(game, vector.copy(), None)))  # type: ignore[arg-type]
    except Exception:  # it need not be one that the game can draw
        drawn = "(it cannot be drawn)"
    return [drawn, f"codes of the moves so far: {played}", f"words 0 to {OPTIONS - 1}: {words}"]
