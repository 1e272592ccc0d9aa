"""Good opponents for people, and their advice: what they would do, from the seat's own view."""

from __future__ import annotations

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import player
from kiebitz.games.values import View
from kiebitz.kernel.random import Stream

OPPONENTS = {
    "schnapsen": "schnapsen-ai",
    "skat": "skat-ai",
    "durak": "mcts:limit=200,samples=10",
    "boerenbridge": "full-kripke-plus",
}
"""Good opponents that answer quickly; in games from elsewhere the best of the general agents."""


def opponent(game: str) -> str:
    """The agent that people play against if they name none.

    >>> opponent("skat")
    'skat-ai'
    """
    return OPPONENTS.get(game, "flat")


def advise(view: View) -> Decision:
    """The move of the game's best quick agent, with its reason and what it thinks of the other moves.

    >>> from kiebitz.games import game
    >>> state = game("durak").deal(seed=1)
    >>> view = state.view(state.turn)
    >>> advise(view).move in view.moves
    True
    """
    agent = player(opponent(view.game.name), view.game).make()
    agent.begin(view.seat, dict(view.game.options), Stream.named("advice", view.seat))
    answer = agent.act(view)
    decision = answer if isinstance(answer, Decision) else Decision(answer)
    return Decision(str(decision.move), decision.because, decision.values)
