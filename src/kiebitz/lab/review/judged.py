"""The values of a review, and their JSON form; what they mean is told in the package's docstring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from kiebitz.errors import BadNotation
from kiebitz.rules.records import Record
from kiebitz.rules.values import State
from kiebitz.sayings import Saying, say

FORMAT = 1
By = Literal["proof", "average", "none"]
"""What a knowable judgement rests on; ``none`` where there was nothing to say."""


@dataclass(frozen=True)
class Knowable:
    """What the seat could have known of a decision, from its own view."""

    by: By
    better: tuple[str, ...]
    """The moves that were better, the best first; none if nothing was clearly better."""
    loss: float
    """How much less the move may expect than the better ones; where that is not sure, what was measured."""
    error: float
    """The standard error of the loss, 0 where all worlds were looked at and solved."""
    worlds: int
    is_mistake: bool
    why: Saying

    def as_dict(self) -> dict[str, Any]:
        return {
            "by": self.by, "better": list(self.better), "loss": self.loss, "error": self.error,
            "worlds": self.worlds, "is_mistake": self.is_mistake,
            "why": str(self.why), "why_said": self.why.as_json(),
        }  # fmt: skip

    @classmethod
    def of_dict(cls, data: Mapping[str, Any]) -> Knowable:
        return cls(data["by"], tuple(data["better"]), data["loss"], data["error"], data["worlds"],
                   data["is_mistake"], Saying.of_json(data["why_said"]))  # fmt: skip


@dataclass(frozen=True)
class OpenCards:
    """What a decision gave away by the cards as they lay, which nobody at the table saw."""

    better: tuple[str, ...]
    loss: float
    why: Saying

    def as_dict(self) -> dict[str, Any]:
        return {"better": list(self.better), "loss": self.loss,
                "why": str(self.why), "why_said": self.why.as_json()}  # fmt: skip

    @classmethod
    def of_dict(cls, data: Mapping[str, Any]) -> OpenCards:
        return cls(tuple(data["better"]), data["loss"], Saying.of_json(data["why_said"]))


@dataclass(frozen=True)
class Point:
    """What the seat could expect after its move at a ply, with the standard error of that."""

    ply: int
    expected: float
    error: float

    def as_dict(self) -> dict[str, Any]:
        return {"ply": self.ply, "expected": self.expected, "error": self.error}

    @classmethod
    def of_dict(cls, data: Mapping[str, Any]) -> Point:
        return cls(data["ply"], data["expected"], data["error"])


@dataclass(frozen=True)
class Judged:
    """One decision of a seat between several moves; ``ply`` is the number of moves made before it."""

    ply: int
    round: int
    phase: str
    move: str
    choices: int
    expected: float
    error: float
    knowable: Knowable
    open: OpenCards | None = None

    @property
    def is_mistake(self) -> bool:
        """Could the seat have known better?"""
        return self.knowable.is_mistake

    @property
    def nobody_could_know(self) -> bool:
        """Was something given away that only open cards show?"""
        return not self.is_mistake and self.open is not None and self.open.loss > 0

    def as_dict(self) -> dict[str, Any]:
        return {
            "ply": self.ply, "round": self.round, "phase": self.phase, "move": self.move,
            "choices": self.choices, "expected": self.expected, "error": self.error,
            "knowable": self.knowable.as_dict(), "open": self.open.as_dict() if self.open else None,
        }  # fmt: skip

    @classmethod
    def of_dict(cls, data: Mapping[str, Any]) -> Judged:
        open_cards = OpenCards.of_dict(data["open"]) if data["open"] else None
        knowable = Knowable.of_dict(data["knowable"])
        return cls(data["ply"], data["round"], data["phase"], data["move"], data["choices"],
                   data["expected"], data["error"], knowable, open_cards)  # fmt: skip


@dataclass(frozen=True)
class Review:
    """A unit gone over for one seat.

    >>> from kiebitz.lab.review.reviewing import Effort, review
    >>> from kiebitz.rules.registry import game
    >>> state = game("boerenbridge", {"schedule": [1]}).deal(seed=1)
    >>> for move in ["0", "0", "0", "0", "AS"]:
    ...     state = state.play(move)
    >>> found = review(state, seat=2, effort=Effort(worlds=50))
    >>> Review.of_dict(found.as_dict()) == found, [(one.ply, one.move) for one in found.judged]
    (True, [(0, '0')])
    """

    game: str
    options: str
    seat: int
    players: tuple[str, ...]
    record: str
    result: float | None
    """What the seat got; None of a unit that is not played to its end."""
    points: tuple[int, ...]
    unit: Saying
    worlds: int
    nodes: int
    seed: str
    complete: bool
    curve: tuple[Point, ...]
    judged: tuple[Judged, ...]
    silent: tuple[Saying, ...] = ()
    """What nothing is said about, and why."""

    @property
    def mistakes(self) -> list[Judged]:
        """The knowable mistakes, the costliest first."""
        found = [one for one in self.judged if one.is_mistake]
        return sorted(found, key=lambda one: (-one.knowable.loss, one.ply))

    @property
    def open_losses(self) -> list[Judged]:
        """What only open cards show, the costliest first; knowable mistakes are not among it."""
        found = [one for one in self.judged if one.nobody_could_know]
        return sorted(found, key=lambda one: (-one.open.loss if one.open else 0, one.ply))

    def position(self, ply: int) -> State:
        """The position before the move at a ply."""
        return Record.read(self.record).states()[ply]

    def as_dict(self) -> dict[str, Any]:
        """The review for JSON."""
        return {
            "format": FORMAT, "game": self.game, "options": self.options, "seat": self.seat,
            "players": list(self.players), "record": self.record, "result": self.result,
            "points": list(self.points), "unit": str(self.unit), "unit_said": self.unit.as_json(),
            "worlds": self.worlds, "nodes": self.nodes, "seed": self.seed, "complete": self.complete,
            "curve": [point.as_dict() for point in self.curve],
            "judged": [one.as_dict() for one in self.judged],
            "silent": [str(said) for said in self.silent],
            "silent_said": [said.as_json() for said in self.silent],
        }  # fmt: skip

    @classmethod
    def of_dict(cls, data: Mapping[str, Any]) -> Review:
        """The review that ``as_dict`` gave."""
        if data.get("format") != FORMAT:
            raise BadNotation(
                say("This review has the format {given}, not {known}: make it again.",
                    given=str(data.get("format")), known=FORMAT)
            )  # fmt: skip
        return cls(
            data["game"], data["options"], data["seat"], tuple(data["players"]), data["record"],
            data["result"], tuple(data["points"]), Saying.of_json(data["unit_said"]), data["worlds"],
            data["nodes"], data["seed"], data["complete"],
            tuple(Point.of_dict(point) for point in data["curve"]),
            tuple(Judged.of_dict(one) for one in data["judged"]),
            tuple(Saying.of_json(said) for said in data.get("silent_said", ())),
        )  # fmt: skip
