"""The bot of docs/line_bot.py as a class of Python."""

from kiebitz import Agent, Decision, View


class First(Agent):
    """Plays the first legal move."""

    def act(self, view: View) -> Decision:
        return Decision(view.moves[0], because="it is the first")
