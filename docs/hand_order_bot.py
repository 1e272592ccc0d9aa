"""Durak's published minimax with its own choice among equal moves: the card that came into the hand first.

Hands of the published program are rows of batches, each sorted by suit and rank. Here hands are sets, and
minimax prefers the first card in the order of suits. See "The thesis again" in durak.md:

    kiebitz match durak docs/hand_order_bot.py:HandOrder:depth=10 greedy --open-world -o end=published
"""

from functools import cache

from kiebitz import Agent, Decision
from kiebitz.agents.registry import contestant
from kiebitz.rules.registry import game
from kiebitz.rules.values import View


@cache
def minimax(spec: str) -> Agent:
    """The search, which keeps nothing from move to move, for all games."""
    return contestant(spec, game("durak", {"open_world": "on", "end": "published"})).make()


class HandOrder(Agent):
    """Minimax with open cards; of moves with the same value it makes the one that its hand lists first."""

    def __init__(self, depth: int = 9, eval: str = "playout") -> None:
        self.search = minimax(f"minimax-published:depth={depth},eval={eval}")

    def act(self, view: View) -> Decision:
        found = self.search.act(view)
        assert isinstance(found, Decision)
        if len(view.moves) == 1:
            return found
        best = max(found.values.values())
        equal = [move for move in view.moves if found.values[str(move)] == best]
        age = hand_order(view)
        return Decision(min(equal, key=lambda move: age.get(str(move), len(age))), values=found.values)


def hand_order(view: View) -> dict[str, int]:
    """For every card that came into the hand, the place of its last coming; who passes or takes has none."""
    order: list[str] = []
    for event in view.events:
        order += [str(card) for card in sorted(event.gained, key=lambda card: card.number)]
    return {card: place for place, card in enumerate(order)}
