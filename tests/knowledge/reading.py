"""What tests of readers share: conclusions in words, and the masks that they must add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kiebitz.knowledge.logic.conclusion import Conclusion
from kiebitz.knowledge.reader import conclusions
from kiebitz.rules.values import State
from tests.contract.cases import make, random_game

Mask = Callable[[Any, int], int]  # of a view, for a seat


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = state.play(move)
    return state


def told(state: State, seat: int = 0) -> list[str]:
    return [f"{c.rule}: {c}" for c in conclusions(state.view(seat))]


def union(found: Iterable[Conclusion], is_held: bool) -> int:
    """All cards that are concluded to be held, or to be missing."""
    result = 0
    for conclusion in found:
        result |= conclusion.cards.mask if conclusion.is_held == is_held else 0
    return result


def check_masks(name: str, options: str, lacks: Mask, shown: Mask, to_the_end: bool = True) -> None:
    """Conclusions of a spectator are what the view keeps as masks: cards that a hand lacks, or shows.

    To the end, unless all cards are turned up there.
    """
    game = make(name, options)
    for seed in range(4):
        for state in random_game(game, seed):
            if state.is_over and not to_the_end:
                continue
            view = state.view(-1)
            assert not any(event.gained for event in view.events)
            found = conclusions(view)
            for seat in range(game.seats):
                mine = [c for c in found if c.place == game.seat_name(seat)]
                assert union(mine, is_held=False) == lacks(view, seat), f"{state}"
                assert union(mine, is_held=True) == shown(view, seat), f"{state}"
            assert all(view.events[c.event.ply] == c.event for c in found)


def no_cards(view: Any, seat: int) -> int:
    return 0
