"""The example of write-a-bot.md that asks an agent of the house."""

from kiebitz import Agent, Decision
from kiebitz.agents.registry import contestant
from kiebitz.rules.values import View


class Second(Agent):
    """Plays what flat plays, but never its ace of spades first."""

    def act(self, view: View) -> Decision:
        adviser = contestant("flat:playouts=20", view.game).make()
        advice = adviser.act(view)
        assert isinstance(advice, Decision)  # compiled agents always give one
        others = [move for move in view.moves if move != "AS"]
        if advice.move == "AS" and len(view.events) < 2 and others:
            return Decision(others[0], because="not the ace yet")
        return advice
