# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Ready-made kernels for simple games: a shuffled deck, hidden hands, nothing else hidden.

A game whose only secrets are the hands and the cards that were not dealt needs no more than these,
its own ``deal``, ``legal``, ``play``, ``payoff`` and ``unseen``.
"""

from __future__ import annotations

import numpy as np

from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import shuffle as mix_up
from kiebitz.kernel.state import COMPLETE, HAND, OBSERVE, OPEN, SHUFFLE, blindfold, unveil
from kiebitz.kernel.vectors import Kernel
from kiebitz.kernel.worlds import draw


def shuffled_deck(size: int) -> Kernel:
    """A ``shuffle`` kernel: the layout is the deck in random order."""

    @kernel(SHUFFLE)
    def shuffle(s, rng, layout):
        for card in range(size):
            layout[card] = card
        mix_up(rng, layout, size)

    return shuffle


@kernel(OBSERVE)
def hide_hands(s, seat, view):
    """An ``observe`` kernel: everything but the other hands is public."""
    blindfold(s, seat, view)


def complete_hands(unseen: Kernel, places: int, seats: int) -> Kernel:
    """A ``complete`` kernel: the unseen cards go to the hands (and places that the state does not keep)."""

    @kernel(COMPLETE)
    def complete(view, rng, state):
        unveil(view, rng, state)
        if view[OPEN] != 0:
            return
        cards = np.zeros(places, np.int64)
        room = np.zeros(places, np.int64)
        world = np.zeros(places, np.int64)
        unseen(view, cards, room)
        draw(rng, cards, room, places, world)
        for seat in range(seats):
            state[HAND + seat] |= world[seat]

    return complete
