# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""A quick way to complete a Schnapsen view, for searches that do it millions of times."""

from __future__ import annotations

import numpy as np

from kiebitz.games.schnapsen import rules as r
from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import pick
from kiebitz.kernel.state import COMPLETE, HAND, OPEN, VIEWER, copy_state


@kernel
def unseen_by(view):
    """The cards that the viewer has not seen: in the other hand or face down in the talon."""
    seen = view[r.WON] | view[r.WON + 1] | view[r.SHOWN] | view[r.SHOWN + 1] | view[HAND + view[VIEWER]]
    if view[r.LED] >= 0:
        seen |= bit(view[r.LED])
    if view[r.UPCARD] >= 0:
        seen |= bit(view[r.UPCARD])
    return r.DECK & ~seen


@kernel(COMPLETE)
def assume(view, rng, world):
    """What ``complete`` does, with the same chances; only the seed of later deals is left out.

    Cards are drawn one by one from those unseen, first for the other hand, then for the talon from its top.
    A closed talon, where answers may have shown which cards are missing, is left to ``complete``.
    """
    other = 1 - view[VIEWER]
    if view[OPEN] != 0 or (view[r.LACKS + other] != 0 and view[r.SIZE] > 0):
        r.complete(view, rng, world)
        return
    copy_state(view, world)
    world[VIEWER] = -1
    left = unseen_by(view)
    hand = view[r.SHOWN + other]
    order, known = np.int64(0), hand
    held = np.int64(0)
    while known != 0:
        order = r.append(order, held, lowest(known))
        known &= known - 1
        held += 1
    size = r.hand_size(view, other)
    while held < size:
        card = pick(rng, left) if view[r.SIZE] > 0 else lowest(left)
        left ^= bit(card)
        hand |= bit(card)
        order = r.append(order, held, card)
        held += 1
    world[HAND + other] = hand
    world[r.ORDER + other] = order
    hidden = count(left)
    stock = view[r.UPCARD] << (5 * hidden) if view[r.UPCARD] >= 0 else np.int64(0)
    for place in range(hidden):
        card = pick(rng, left)
        left ^= bit(card)
        stock |= card << (5 * place)
    world[r.STOCK] = stock
