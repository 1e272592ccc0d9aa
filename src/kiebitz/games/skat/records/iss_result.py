"""The result of a game as the International Skat Server writes it, and how ours compares with it."""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.errors import BadNotation
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.contracts import LEVELS
from kiebitz.games.skat.scoring import card_points
from kiebitz.games.skat.view import SkatState
from kiebitz.sayings import Name, Saying, say

COMPARED = ("declarer", "outcome", "value", "tops", "overbid", "points", "tricks")


@dataclass(frozen=True)
class Result:
    """A result: lost values are doubled and negative, tops negative for "without", 0 in Null.

    >>> Result.read("d:0 loss v:-72 m:-1 overbid p:75 t:7 s:0 z:0").value
    -72
    """

    outcome: str = "passed"  # passed, win, loss; penalty: somebody left during the auction
    declarer: int = -1
    value: int = 0
    tops: int = 0
    overbid: bool = False
    points: int = 0  # the declarer's, with the skat
    tricks: int = 0  # the declarer's
    schneider: bool = False  # has the losing side been Schneider, beyond what was announced?
    schwarz: bool = False
    left: int = -1
    timed_out: int = -1
    resigned: bool = False

    @classmethod
    def read(cls, text: str) -> Result:
        words = text.split()
        outcome = next((word for word in words if word in ("passed", "win", "loss", "penalty")), None)
        if outcome is None:
            raise BadNotation(say("{text} is not a result of the Skat server.", text=repr(text)))
        numbers = {}
        for word in words:
            key, colon, number = word.partition(":")
            if colon:
                try:
                    numbers[key] = int(number)
                except ValueError:
                    raise BadNotation(
                        say("{word} in the result {text} is not a number.", word=repr(word), text=repr(text))
                    ) from None
        return cls(
            outcome,
            declarer=numbers.get("d", -1),
            value=numbers.get("v", 0),
            tops=numbers.get("m", 0),
            overbid="overbid" in words,
            points=numbers.get("p", 0),
            tricks=numbers.get("t", 0),
            schneider=numbers.get("s", 0) == 1,
            schwarz=numbers.get("z", 0) == 1,
            left=numbers.get("l", -1),
            timed_out=numbers.get("to", -1),
            resigned=numbers.get("r", 0) == 1,
        )

    @classmethod
    def of(cls, state: SkatState, loser: str = "") -> Result:
        """Our result of a game that is over, or that ``loser`` (declarer, defenders) ended before its time.

        If the defenders gave up or left, all that was open goes to the declarer; if the declarer did, he
        keeps what he has, and nobody is Schneider or Schwarz unless a trick is complete.
        """
        if state.declarer < 0:
            return cls("passed" if state.is_over else "penalty")
        if not state.contract:
            skat = int(card_points(state.dealt_skat.mask))
            return cls("loss" if loser == "declarer" else "win", state.declarer, points=skat)
        ended = "" if state.is_over else loser
        is_null = state.contract.startswith("N")
        points, tricks = state.declarer_points, state.tricks[0]
        if ended == "defenders" and not is_null:
            points, tricks = 120 - state.trick_points[1], 10 - state.tricks[1]
        counted = 1 if ended == "declarer" and is_null else tricks  # whoever gives up a Null has lost it
        complete = int(ended != "declarer" or sum(state.tricks) > 0)
        value = int(r.settle(state.vector, state.bid, points, counted, complete))
        return cls(
            "win" if value > 0 else "loss",
            declarer=state.declarer,
            value=value,
            tops=state.tops or 0,
            overbid=value != int(r.settle(state.vector, 0, points, counted, complete)),
            points=points,
            tricks=tricks,
            schneider=not is_null and _is_beaten(state, value > 0, points >= 90, points <= 30, "schneider"),
            schwarz=not is_null and _is_beaten(state, value > 0, tricks == 10, tricks == 0, "schwarz"),
            resigned=ended != "",
        )

    def compare(self, ours: Result, state: SkatState, went_on: bool) -> Saying | None:
        """None if our result is the same as far as both are defined, else what differs.

        A game that ended before the play has no value of its own, and one that the server let go on
        after it was decided has other points and tricks.
        """
        names = [name for name in COMPARED if not went_on or name not in ("points", "tricks")]
        if not state.contract:
            names = ["declarer", "outcome", "points", "tricks"]
        for name in names:
            here, there = getattr(ours, name), getattr(self, name)
            if here != there:
                return say(
                    "the record's {what} is {there}, by the rules it is {here}",
                    what=Name(name, "result"),
                    there=str(there),
                    here=str(here),
                )
        return None

    def __str__(self) -> str:
        if self.outcome == "passed":
            return "passed"
        bid = "overbid" if self.overbid else "bidok"
        words = [f"d:{self.declarer} {self.outcome} v:{self.value} m:{self.tops} {bid}"]
        words.append(f"p:{self.points} t:{self.tricks} s:{int(self.schneider)} z:{int(self.schwarz)}")
        words.append(f"p0:0 p1:0 p2:0 l:{self.left} to:{self.timed_out} r:{int(self.resigned)}")
        return " ".join(words)


def _is_beaten(state: SkatState, won: bool, defenders: bool, declarer: bool, level: str) -> bool:
    """Is the losing side Schneider (or Schwarz)? A declarer only beyond what he announced."""
    if won:
        return defenders
    announced = LEVELS.index(state.announcement) >= LEVELS.index(level)
    return declarer and not announced and sum(state.tricks) > 0
