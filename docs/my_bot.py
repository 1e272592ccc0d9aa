"""The example of write-a-bot.md: try it with ``kiebitz match schnapsen docs/my_bot.py:Cautious random``."""

from kiebitz import Agent, Decision, TrickView


class Cautious(Agent):
    """Follows with the cheapest winner, else throws the cheapest card."""

    def act(self, view: TrickView) -> Decision:
        winners = [move for move in view.moves if view.wins(move)]
        best = min(winners or view.moves, key=view.points)
        return Decision(best, because="cheapest winner" if winners else "cheapest card")
