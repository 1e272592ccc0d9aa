"""A simple player of Hearts: it ducks, and gets rid of what is dangerous."""

from __future__ import annotations

from hearts.view import HeartsView, danger
from kiebitz.agents.base import Agent, Decision
from kiebitz.rules.values import Move, View
from kiebitz.sayings import say


class Careful(Agent):
    """Takes as few tricks as it can; it neither shoots the moon nor keeps others from it."""

    def act(self, view: View) -> Decision:
        assert isinstance(view, HeartsView)
        if view.phase == "pass":
            return Decision(max(view.moves, key=_danger), because=say("the most dangerous card goes"))
        if not view.trick:
            return Decision(min(view.moves, key=_danger), because=say("the least dangerous lead"))
        ducking = [move for move in view.moves if not view.wins(move)]
        if ducking:
            return Decision(
                max(ducking, key=_danger), because=say("the most dangerous card that does not win")
            )
        if len(view.trick) == 3 and not any(view.cost(card) > 0 for _, card in view.trick):
            return Decision(max(view.moves, key=_danger), because=say("the trick is cheap, so it takes high"))
        return Decision(min(view.moves, key=_danger), because=say("it must win: as low as it can"))


def _danger(move: Move) -> int:
    return danger(move.code)
