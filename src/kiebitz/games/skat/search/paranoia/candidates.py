# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The cards that a paranoia search tries at a node, and in which order."""

from __future__ import annotations

import numpy as np

from kiebitz.games.skat.search import layout as lay
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.games.skat.search.paranoia.sets import may_play, redundant, redundant_below, swapped
from kiebitz.games.skat.search.paranoia.transpositions import NO_CARD
from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel


@kernel
def own_moves(w, own, live, trick):
    """The searcher's legal cards, without those that another can stand for.

    If the trick's owner is sure, only the dearest or the cheapest card of a run is needed.
    """
    follow, best, _, at, _, holder = trick
    moves = lay.following(own, follow)
    if moves & (moves - 1) == 0:
        return moves
    if at == 0:
        return moves & ~redundant(own, live, w[p.SAME])
    trumps = lay.TRUMPS[w[p.KIND]]
    takes = moves & (best - 1) & (follow | trumps)
    others = moves & ~takes
    friend = (w[p.DECLARER] != 0) and holder != w[p.DECLARER]
    same, run = redundant(own, live, w[p.SAME]), w[p.RUN]
    if at == 2:
        keep = takes & ~redundant(own, live, run)
        return keep | (others & ~(redundant(own, live, run) if friend else redundant_below(own, live, run)))
    if w[p.DECLARER] == 0:  # both others are against him: what does not take the trick is theirs
        return (takes & ~same) | (others & ~redundant_below(own, live, run))
    return moves & ~same


@kernel
def their_moves(w, worlds, live, trick, noskat):
    """A neighbour's possible cards, without those that another can stand for.

    Of two cards of the pool neither can stand for the other while both may fall into this trick, from two
    hands, and the stronger would take it.
    """
    follow, best, _, at, seat, _ = trick
    known, _, pool, half, _, _ = worlds if seat == 1 else swapped(worlds)
    same = w[p.SAME]
    moves = may_play(known, half, pool, follow)
    drop = redundant(known, live, same) | redundant(half, live, same)
    alike = redundant(pool & noskat, live, same) | redundant(pool & ~noskat, live, same)
    if at == 0:
        alike = np.int64(0)
    elif at == 1 and seat == 1:  # the other neighbour is still to play
        alike &= ~((best - 1) & (follow | lay.TRUMPS[w[p.KIND]]))
    return moves & ~(drop | alike)


@kernel
def promising(w, trick):
    """Cards to try first: those that take the trick; where the declarer's opponents have it, dear ones."""
    follow, best, _, at, seat, holder = trick
    if at == 0:
        return np.int64(0)
    if seat == 0 or holder == 0:
        return (best - 1) & (follow | lay.TRUMPS[w[p.KIND]])
    return np.int64(lay.ACES | lay.TENS) if w[p.DECLARER] == 0 else np.int64(0)


@kernel
def favourite(w, moves, history):
    """The card that has decided most; among equals the strongest."""
    best, score = lowest(moves), np.int64(-1)
    while moves != 0:
        card = lowest(moves)
        moves &= moves - 1
        if w[history + card] > score:
            best, score = card, w[history + card]
    return best


@kernel
def history_of(at, seat):
    """Where the workspace counts what cards have decided in this place of a trick."""
    return p.HISTORY + (at * 3 + seat) * 32


@kernel
def next_card(w, moves, bounds, good, history):
    """The card to try next: the table's, else the favourite, of the good ones as long as there are any."""
    _, _, first = bounds
    if first < NO_CARD and (moves >> first) & 1 != 0:
        return first
    return favourite(w, moves & good if moves & good != 0 else moves, history)
