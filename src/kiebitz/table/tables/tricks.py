"""The complete tricks of a unit, with who won them: of the last one of a deal no later state tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kiebitz.rules.parts import part
from kiebitz.rules.tricks import TrickView, played
from kiebitz.rules.values import Move, State
from kiebitz.table.stage import Stage

NOBODY = -1


class Complete(NamedTuple):
    """A complete trick: its cards with their seats in order, and what completed it."""

    round: int
    cards: list[tuple[int, str]]
    before: State
    """The state before the last card."""
    last: Move

    @property
    def winner(self) -> int:
        """Who won it, -1 where the game does not tell."""
        return winner(self.before, self.last)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"round": self.round, "cards": self.cards, "best": self.winner}


def winner(before: State, last: Move) -> int:
    """Who wins a trick that the last card completes, -1 where the game does not tell."""
    view = before.view(before.turn)
    if not isinstance(view, TrickView):
        return NOBODY
    return view.seat if view.wins(last) else part(view.game, Stage).scene(view).trick.best


def tricks(states: Sequence[State]) -> Iterator[Complete]:
    """The complete tricks of a unit, given by its states; cards in tricks are public.

    >>> from kiebitz.rules.registry import game
    >>> states = [game("boerenbridge", {"schedule": "2"}).deal(seed=1)]
    >>> while not states[-1].is_over:
    ...     states.append(states[-1].play(states[-1].moves[0]))
    >>> [len(trick.cards) for trick in tricks(states)], states[-1].tricks_won
    ([4, 4], (0, 0, 0, 2))
    """
    size, number = states[0].game.trick_size, 0
    lying: list[tuple[int, str]] = []
    for event, card in played(states[-1].view(NOBODY)):
        if not size or event.phase != "play" or event.move is None:
            continue
        before = states[event.ply - 1]
        if before.round != number:  # a round may end in the middle of a trick
            number, lying = before.round, []
        lying.append((event.seat, str(card)))
        if len(lying) == size:
            yield Complete(number, lying, before, event.move)
            lying = []
