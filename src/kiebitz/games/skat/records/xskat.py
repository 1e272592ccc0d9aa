"""Games of the program XSkat, one a line, fields separated by bars.

The fields: forehand's seat; three hands and the skat as dealt; declarer's seat; last bid; contract; the
discards; the cards in the order of play; the declarer's points with the skat (``-`` in Null); W or L.
The auction is not recorded: we make up the shortest one that ends with that declarer and bid. Nor is it
recorded whether the skat was taken: a Null that lacks the value for its bid with the skat, and whose skat is
the dealt one, is a Null Hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from kiebitz.errors import BadNotation, KiebitzError
from kiebitz.games.skat import Skat
from kiebitz.games.skat.tables import NULL_VALUE
from kiebitz.games.skat.view import SkatState
from kiebitz.rules.values import Deal, State
from kiebitz.sayings import Saying, say

LETTERS = {"Club": "C", "Spade": "S", "Heart": "H", "Diamond": "D", "Grand": "G", "Null": "N"}
FIELDS = 12


@dataclass(frozen=True)
class XSkatRecord:
    """One game; seats here are ours, forehand is 0."""

    name: Saying | str
    hands: tuple[tuple[str, ...], ...]
    skat: tuple[str, ...]
    declarer: int
    bid: int
    game: str
    discards: tuple[str, ...]
    cards: tuple[str, ...]
    points: int | None
    won: bool
    assumed = ("speak", "answer", "skat")
    """Phases whose moves are ours: nobody is judged by them."""

    @classmethod
    def read(cls, line: str, name: Saying | str = "line 1") -> XSkatRecord:
        """A record from its line."""
        fields = line.strip().split("|")
        if len(fields) != FIELDS:
            raise BadNotation(
                say("{name}: a game of XSkat has {of} fields, not {n}.", name=name, of=FIELDS, n=len(fields))
            )
        first, *hands, skat, declarer, bid, game, discards, cards, points, result = fields
        numbers = first in ("0", "1", "2") and declarer in ("0", "1", "2") and bid.isdecimal()
        if not numbers or game not in LETTERS or result not in ("W", "L"):
            raise BadNotation(say("{name}: {text} is not a game of XSkat.", name=name, text=repr(line[:40])))
        seats = [(int(first) + step) % 3 for step in range(3)]
        return cls(
            name,
            hands=tuple(tuple(hands[seat].split(".")) for seat in seats),
            skat=tuple(skat.split(".")),
            declarer=seats.index(int(declarer)),
            bid=int(bid),
            game=LETTERS[game],
            discards=tuple(discards.split(".")),
            cards=tuple(cards.split(".")),
            points=int(points) if points.isdecimal() else None,
            won=result == "W",
        )

    def auction(self) -> tuple[str, ...]:
        """Only the declarer names a value, and the others pass."""
        bid = str(self.bid)
        return (("pass", "pass", bid), (bid, "pass", "pass"), ("pass", bid, "pass"))[self.declarer]

    def declaration(self) -> tuple[str, ...]:
        """From the skat to the announcement."""
        if self.game == "N" and self.bid > NULL_VALUE[0] and set(self.discards) == set(self.skat):
            return "hand", "N", "plain"
        return "skat", *self.discards, self.game, "plain"

    @cached_property
    def replay(self) -> tuple[list[SkatState], Saying | None]:
        """The states as far as they replay, and why it stopped if it did."""
        states: list[SkatState] = []
        try:
            states.append(self._start())
            for move in (*self.auction(), *self.declaration(), *self.cards):
                if not states[-1].is_over:  # a lost Null is over before the last card
                    states.append(states[-1].play(move))
        except KiebitzError as error:
            n = len(states)
            return states, say("move {n}: {problem}", n=n, problem=error.said) if n else error.said
        return states, None

    def _start(self) -> SkatState:
        game = Skat({"naming": "iss"})
        text = " | ".join(" ".join(part) for part in (*self.hands, self.skat))
        state = Deal.read(game, text).start()
        assert isinstance(state, SkatState)
        return state

    def states(self) -> list[State]:
        """All states from the deal on, as far as they replay."""
        return list(self.replay[0])

    def check(self) -> Saying | None:
        """None if the game replays with its points and its winner, else one sentence that says why not."""
        states, problem = self.replay
        if problem:
            return problem
        end = states[-1]
        if not end.is_over:
            return say("the game is not over")
        if self.points is not None and self.points != end.declarer_points:
            return say(
                "the record's points are {there}, by the rules they are {here}",
                there=self.points,
                here=end.declarer_points,
            )
        if self.won != (end.value > 0):
            return say(
                "the record says won, by the rules the score is {n}"
                if self.won
                else "the record says lost, by the rules the score is {n}",
                n=end.value,
            )
        return None


def read_records(text: str) -> Iterator[XSkatRecord]:
    """The games of a file; lines that start with ``#`` are comments."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield XSkatRecord.read(line, say("line {n}", n=number))
