"""Bots that answer with something that is no legal move."""

from __future__ import annotations

from typing import Any

from sometimes import Sometimes

from kiebitz import Decision
from kiebitz.rules.values import Move, View


class Agreeable:
    """Equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Garbage(Sometimes):
    """``kind`` chooses among the answers below."""

    def __init__(self, kind: str = "nonsense") -> None:
        self.kind = kind

    def misbehave(self, view: View) -> Any:
        answers: dict[str, Any] = {
            "nonsense": "the queen of roses",
            "nothing": None,
            "number": 42,
            "huge": "A" * 5_000_000,
            "long": 10**5000,
            "nan": float("nan"),
            "list": list(view.moves),
            "object": Agreeable(),
            "decision": Decision("the queen of roses"),
            "empty": Decision(None),  # type: ignore[arg-type]
            "class": type(self),
        }
        return answers[self.kind]


class Illegal(Sometimes):
    """A move that exists, but not now."""

    def misbehave(self, view: View) -> Any:
        moves = view.game.move_codes(view.vector_phase)
        others = (view.game.move(view.vector_phase, code) for code in moves)
        return next(move for move in others if move not in view.moves)


class Forges(Sometimes):
    """A legal text with a code of its own; the text counts."""

    def misbehave(self, view: View) -> Any:
        return Move(view.moves[0], 63)
