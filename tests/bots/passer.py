"""A sane player who never bids: left to itself it would never be declarer."""

from __future__ import annotations

from kiebitz import Agent, Decision
from kiebitz.rules.values import View


class Passer(Agent):
    """Passes where it can, else plays its first move."""

    def act(self, view: View) -> Decision:
        move = "pass" if "pass" in view.moves else view.moves[0]
        return Decision(move, because="as little as possible")
