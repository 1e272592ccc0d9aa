"""The values every game shares: Move, Event, Deal, State and View.

All are immutable: ``state.play(move)`` returns a new state. A state knows everything; a view is what
one seat may know, and the only thing an agent ever gets.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from kiebitz.cards import Card, CardSet
from kiebitz.errors import BadNotation, IllegalMove, wrong_type
from kiebitz.kernel.random import Stream, key
from kiebitz.kernel.state import HAND, LAYOUT_WORDS, PHASE, ROUND, TURN, VIEWER, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.diary import ROW, Log, last_row, rows
from kiebitz.sayings import MoveText, Saying, plain, say

if TYPE_CHECKING:
    from kiebitz.rules.game import Game


class Move(str):
    """A move: its text, with the code that kernels use. Equal to its text.

    >>> Move("AS", 4) == "AS", Move("AS", 4).code
    (True, 4)
    """

    __slots__ = ("code",)
    code: int

    def __new__(cls, text: str, code: int) -> Move:
        move = super().__new__(cls, text)
        object.__setattr__(move, "code", code)
        return move

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("A move cannot be changed; all who have it share it.")

    def __reduce__(self) -> tuple[type[Move], tuple[str, int]]:
        return Move, (str(self), self.code)


def own_moves(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The same moves as values of their own: Python lets anybody change a move after all."""
    return tuple(Move(str(move), move.code) for move in moves)


@dataclass(frozen=True)
class Event:
    """Something that happened, as one seat saw it.

    ``seat`` is -1 for the deal itself; ``move`` is None where the seat could not see it (a discard of
    another player); ``gained`` are the cards that came into the seat's own hand with it; ``round`` is the
    round that is on the table after it.

    >>> from kiebitz.rules.registry import game
    >>> for event in game("schnapsen").deal(seed=1).play("QC").view(0).events:
    ...     print(event)
    deal gains KH TH JC QC JD
    seat 0 play QC
    """

    ply: int
    seat: int
    phase: str
    move: Move | None
    gained: CardSet
    round: int

    def __str__(self) -> str:
        who = "deal" if self.seat < 0 else f"seat {self.seat}"
        what = f" {self.phase} {self.move or 'hidden'}" if self.seat >= 0 else ""
        return f"{who}{what}" + (f" gains {self.gained}" if self.gained else "")


@dataclass(frozen=True)
class Deal:
    """Everything that chance decides in one scoring unit: a layout for each round.

    A deal from a seed has as many rounds as the unit can need; one that was read from text has those
    that were written.

    >>> from kiebitz.rules.registry import game
    >>> durak = game("durak")
    >>> deal = durak.deal_of(seed=1)
    >>> Deal.read(durak, deal.text) == deal, deal.start().turn == durak.deal(seed=1).turn
    (True, True)
    """

    game: Game
    layouts: tuple[tuple[int, ...], ...]

    @classmethod
    def from_key(cls, game: Game, seed: int) -> Deal:
        """The deal that belongs to a 64-bit key."""
        vector, layouts = np.zeros(WORDS, np.int64), []
        game.machine.clear(vector, seed, game.option_words)
        for number in range(game.rounds):
            vector[ROUND] = number
            layouts.append(tuple(int(word) for word in game.machine.layout(vector)))
        return cls(game, tuple(game.trim_layout(layout, n) for n, layout in enumerate(layouts)))

    @classmethod
    def read(cls, game: Game, text: str) -> Deal:
        """A deal from its text, one round a line."""
        if not isinstance(text, str):
            raise wrong_type(say("A deal"), say("a text with a line for each round"), text)
        lines = [line for line in text.splitlines() if line.strip()]
        if not 1 <= len(lines) <= game.rounds:
            raise BadNotation(
                say(
                    "A deal of {game} has 1 to {most} lines, not {n}.",
                    game=game.name,
                    most=game.rounds,
                    n=len(lines),
                )
            )
        return cls(game, tuple(game.read_layout(line, number) for number, line in enumerate(lines)))

    @cached_property
    def text(self) -> str:
        return "\n".join(self.game.write_layout(layout, n) for n, layout in enumerate(self.layouts))

    def layout(self, number: int) -> Vector:
        """The layout of a round as a kernel wants it."""
        if number >= len(self.layouts):
            raise BadNotation(
                say(
                    "This deal has {n} {n:round|rounds}; round {number} is missing.",
                    n=len(self.layouts),
                    number=number + 1,
                )
            )
        vector = np.zeros(LAYOUT_WORDS, np.int64)
        vector[: len(self.layouts[number])] = self.layouts[number]
        return vector

    def start(self) -> State:
        """The state before the first move."""
        vector = np.zeros(WORDS, np.int64)
        self.game.machine.clear(vector, 0, self.game.option_words)
        self.game.kernels.deal(vector, self.layout(0))
        return self.game.state_class(self.game, vector, self)

    def __str__(self) -> str:
        return self.text


class Position:
    """What states and views share: a vector of the game with names for its words."""

    __slots__ = ("game", "vector")
    game: Game
    vector: Vector

    @property
    def turn(self) -> int:
        """The seat to move, -1 when all is over."""
        return int(self.vector[TURN])

    @property
    def phase(self) -> str:
        return self.game.phases[self.vector_phase]

    @property
    def vector_phase(self) -> int:
        """The phase as its number."""
        return int(self.vector[PHASE])

    @property
    def round(self) -> int:
        """Which round is on the table, from 0."""
        return int(self.vector[ROUND])

    @property
    def is_over(self) -> bool:
        return int(self.vector[TURN]) < 0

    def _set(self, word: int) -> CardSet:
        """The cards of the mask in a word."""
        return CardSet(int(self.vector[word]), self.game.deck)

    def _card(self, word: int) -> Card | None:
        """The card whose number is in a word, None if that is negative."""
        number = int(self.vector[word])
        return self.game.deck.cards[number] if number >= 0 else None

    def hand_of(self, seat: int) -> CardSet:
        """The cards of a seat; in a view, empty for the others unless they are shown."""
        if seat.__class__ is not int or not 0 <= seat < self.game.seats:
            self.game.check_seat(seat)
        return self._set(HAND + seat)

    def known_in(self, place: int) -> CardSet:
        """The cards that this position shows to lie in a place of ``game.place_names()``.

        In a state that is everything; in a view, the seat's own hand and what was shown and not yet played.
        """
        return self.hand_of(place) if place < self.game.seats else CardSet(0, self.game.deck)

    @property
    def payoffs(self) -> tuple[int, ...]:
        """Each seat's points of the scoring unit, as they stand."""
        return tuple(int(self.game.kernels.payoff(self.vector, seat)) for seat in range(self.game.seats))

    @property
    def said(self) -> Saying:
        """The position for a terminal, in the words of any language."""
        drawn = self.game.render(self)
        return plain(drawn) if isinstance(drawn, str) else drawn

    def __str__(self) -> str:
        return str(self.game.render(self))

    def __repr__(self) -> str:
        viewer = self.vector[VIEWER]
        whose = f" of seat {viewer}" if viewer >= 0 else ""
        moment = f"seat {self.turn} to move ({self.phase})" if self.turn >= 0 else "over"
        return f"<{type(self).__name__}{whose}: {moment}>"


class State(Position):
    """Everything about a game in progress; agents never get one.

    >>> from kiebitz.rules.registry import game
    >>> state = game("schnapsen").deal(seed=1)
    >>> state.turn, str(state.hand_of(0)), state.moves
    (0, 'KH TH JC QC JD', ('KH', 'TH', 'JC', 'QC', 'JD'))
    >>> while not state.is_over:
    ...     state = state.play(state.moves[0])
    >>> state.payoffs
    (-2, 2)
    """

    __slots__ = ("_log", "_now", "deal", "ply")
    ply: int
    """How many moves were made."""

    def __init__(
        self,
        game: Game,
        vector: Vector,
        deal: Deal,
        log: Log | None = None,
        ply: int = 0,
        now: tuple[int, int, int, int] | None = None,
    ) -> None:
        self.game = game
        self.vector = vector
        self.deal = deal
        self._log = log or Log.begun(vector, game.seats)
        self.ply = ply
        # Mask of the legal moves, phase, turn and round: reading them one by one takes longer than a move.
        self._now = now or game.machine.now(vector)

    @property
    def turn(self) -> int:
        return self._now[2]

    @property
    def is_over(self) -> bool:
        return self._now[2] < 0

    @property
    def legal(self) -> int:
        """The mask of the legal moves' codes, 0 when all is over."""
        return self._now[0]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves in the order of their codes."""
        mask, phase, turn, _ = self._now
        return self.game.moves_of[phase][mask] if turn >= 0 else ()

    @property
    def history(self) -> tuple[tuple[int, Move], ...]:
        """All moves so far with the seats that made them."""
        return tuple((seat, self.game.move(phase, code)) for phase, seat, code in self._log.moves(self.ply))

    def play(self, move: str | Move) -> Self:
        """The state after a legal move, given as a Move or as text.

        >>> from kiebitz.rules.registry import game
        >>> state = game("schnapsen").deal(seed=1).play("QC")
        >>> state.ply, state.turn, state.history
        (1, 1, ((0, 'QC'),))
        """
        if not isinstance(move, str):
            raise wrong_type(say("A move"), say("one of state.moves or its text"), move)
        game, (mask, phase, turn, number) = self.game, self._now
        if turn < 0:
            raise IllegalMove(say("{move} cannot be played: the game is over.", move=str(move)))
        code = game.read_move(phase, str(move)).code
        if not mask >> code & 1:
            raise IllegalMove(
                say(
                    "Seat {seat} may not play {move} now; allowed are {moves}.",
                    seat=turn,
                    move=MoveText(str(move), self.phase),
                    moves=", ".join(self.moves),
                )
            )
        ply, vector = self.ply + 1, np.empty(WORDS, np.int64)
        log = self._log.with_room(ply)
        now = game.machine.advance(self.vector, code, vector, log.rows, ply)
        if now[3] != number:  # what chance decides there is written in the deal
            game.kernels.deal(vector, self.deal.layout(now[3]))
            log.note_again(ply, game.secret_mask, vector)
            now = None
        return type(self)(game, vector, self.deal, log, ply, now)

    def view(self, seat: int, rng: Stream | None = None) -> View:
        """What a seat may know now, -1 for a spectator; ``rng`` becomes the view's random stream.

        >>> from kiebitz.rules.registry import game
        >>> view = game("schnapsen").deal(seed=7).view(1)
        >>> view.seat, len(view.hand), view.moves
        (1, 5, ())
        """
        game, vector = self.game, np.empty(WORDS, np.int64)
        if seat.__class__ is not int or not -1 <= seat < game.seats:
            game.check_seat(seat, least=-1)
        game.machine.look(self.vector, seat, vector)
        # Only the seat's own rows leave the log, as a copy that leads nowhere.
        diary = self._log.diary(self.ply + 1, seat)
        return game.view_class(game, vector, diary, rng, self.moves if seat == self._now[2] else ())


class View(Position):
    """What one seat may know: the vector without secrets, and the events that it saw.

    >>> from kiebitz.rules.registry import game
    >>> view = game("schnapsen").deal(seed=1).view(1)
    >>> str(view.hand), view.turn, view.phase, len(view.hand_of(0))
    ('AH KC KS AS AD', 0, 'play', 0)
    """

    __slots__ = ("_diary", "_events", "_moves", "_rng")

    def __init__(
        self,
        game: Game,
        vector: Vector,
        diary: bytes | bytearray,
        rng: Stream | None,
        moves: tuple[Move, ...] | None = None,
    ) -> None:
        self.game = game
        self.vector = vector
        self._rng = rng
        self._diary = diary  # a row for every ply
        self._moves = moves
        self._events: tuple[Event, ...] | None = None

    def apart(self, game: Game) -> Self:
        """The same view with rules and moves of its own, for code that may not keep its hands off them."""
        return type(self)(game, self.vector, self._diary, self._rng, own_moves(self.moves))

    @property
    def rng(self) -> Stream:
        """The random stream of whoever decides here; where none was given, that of the ply and the seat."""
        if self._rng is None:
            self._rng = Stream(key("view", len(self._diary) // ROW.size - 1, self.seat))
        return self._rng

    @rng.setter
    def rng(self, stream: Stream) -> None:
        self._rng = stream

    def drawing_from(self, rng: Stream) -> Self:
        """The same view with another random stream."""
        return type(self)(self.game, self.vector, self._diary, rng, self._moves)

    @property
    def seat(self) -> int:
        """The seat that sees this."""
        return int(self.vector[VIEWER])

    @property
    def hand(self) -> CardSet:
        """The seat's own cards."""
        return self.hand_of(self.seat)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves in the order of their codes; none if another seat is to move."""
        if self._moves is None:
            mine = self.vector[TURN] == self.vector[VIEWER]
            self._moves = self.game.moves(self.vector) if mine else ()
        return self._moves

    @property
    def last(self) -> tuple[int, str, str | None]:
        """Seat, phase and move of the last event; the seat is -1 if that was the deal."""
        row = last_row(self._diary)
        if row.seat < 0:
            return -1, "deal", None
        move = str(self.game.move(row.phase, row.code)) if row.code >= 0 else None
        return row.seat, self.game.phases[row.phase], move

    @property
    def events(self) -> tuple[Event, ...]:
        """What the seat has seen: its hand, every public move, its own secrets; in order."""
        if self._events is None:
            self._events = self._events_from(0)
        return self._events

    def recall(self, earlier: View) -> bool:
        """Take over the events of another view, if they are the first of its own.

        >>> from kiebitz.rules.registry import game
        >>> state = game("schnapsen").deal(seed=1)
        >>> before, after = state.view(0), state.play("QC").view(0)
        >>> after.recall(before), before.recall(after)
        (True, False)
        >>> after.events[0] is before.events[0], after.events == state.play("QC").view(0).events
        (True, True)
        """
        if self.game is not earlier.game or not self._diary.startswith(earlier._diary):
            return False
        known = earlier.events
        self._events = known + self._events_from(len(known))
        return True

    def _events_from(self, first: int) -> tuple[Event, ...]:
        """The events from a ply on."""
        events, before, last, start = [], 0, 0, first * ROW.size
        if first:
            *_, before, last = last_row(self._diary[start - ROW.size : start])
        for ply, (phase, seat, code, hand, number) in enumerate(rows(self._diary[start:]), first):
            move = self.game.move(phase, code) if code >= 0 else None
            if number != last:
                before = 0  # a new round: the whole hand is new
            gained = CardSet(hand & ~before, self.game.deck)
            name = self.game.phases[phase] if seat >= 0 else "deal"
            events.append(Event(ply, seat, name, move, gained, number))
            before, last = hand, number
        return tuple(events)
