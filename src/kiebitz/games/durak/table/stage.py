"""What Durak brings to the table."""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import Saying, say
from kiebitz.table.scene import Scene
from kiebitz.table.stage import Stage


class DurakStage(Stage):
    """Durak at the table."""

    fan = ("6D", "AC", "9S")
    about = say("Attack and defend; whoever is left with cards is the fool.")
    rules = say(
        "The attacker plays a card, the defender beats it with a higher one of its suit or a trump, or "
        "takes everything. More cards may be added if their rank is on the table. Whoever is left with cards "
        "when the stock is gone has lost."
    )
    page = "durak.js"

    def scene(self, view: View) -> Scene:
        from kiebitz.games.durak.table.scene import draw
        from kiebitz.games.durak.view import DurakView

        assert isinstance(view, DurakView)
        return draw(view)

    def tally(self, before: State, after: State) -> Sequence[Saying]:
        """Who is left with cards, and with how many."""
        left = [len(after.hand_of(seat)) for seat in range(2)]
        if not any(left):
            return [say("no cards left: a draw")] * 2
        return [
            say("the durak, with {n} {n:card|cards}", n=n) if n else say("out of cards first") for n in left
        ]

    def stake(self, view: View, move: Move) -> int:
        """Low cards first, trumps after all others; the table is taken if nothing beats it."""
        points: int = view.points(move)  # type: ignore[attr-defined]
        return points or move.code
