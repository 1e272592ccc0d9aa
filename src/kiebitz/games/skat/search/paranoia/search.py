# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The paranoia search: does the searcher reach his aim in every world, whatever the others do?

A node is what the searcher knows: his cards, the table, and sets that say where the unseen cards may be.
At his own nodes one good card is enough. A neighbour, partner or not, may play every card that he holds
in some world, and what the card proves narrows the sets. So one tree stands for all worlds, and its answer
is exact: the same that a search over an explicit list of worlds gives.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import int64

from kiebitz.games.skat.search import layout as lay
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.games.skat.search.paranoia.candidates import (
    history_of,
    next_card,
    own_moves,
    promising,
    their_moves,
)
from kiebitz.games.skat.search.paranoia.caps import caps_allow, spend
from kiebitz.games.skat.search.paranoia.sets import (
    WORLDS,
    close_gaps,
    is_feasible,
    lay_down,
    prove_void,
    show,
    swapped,
    tighten,
    unseen,
    with_known_skat,
)
from kiebitz.games.skat.search.paranoia.sure import is_safe
from kiebitz.games.skat.search.paranoia.transpositions import (
    NAMELESS,
    NO_BOUNDS,
    NO_CARD,
    NOWHERE,
    keep,
    look_up,
    recall,
)
from kiebitz.games.skat.search.paranoia.tricks import TRICK, finish, put, sizes_of
from kiebitz.kernel.bits import bit, count
from kiebitz.kernel.clock import is_past
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE
from kiebitz.kernel.vectors import Kernel

LOOK = 256  # nodes between two looks at the clock


@kernel
def is_spent(w):
    """Count a node; are the nodes or the time used up? The clock is looked at now and then."""
    w[p.NODES] += 1
    if w[p.NODES] % LOOK == 0 and is_past(w[p.DEADLINE]):
        w[p.BUDGET] = 0
    return w[p.NODES] > w[p.BUDGET]


@kernel
def at_a_glance(w, own, live, seat, need):
    """The answer between two tricks if it needs no search."""
    if own == 0 or (w[p.BY_TRICKS] == 0 and need > lay.card_points(live)):
        return 1 - w[p.WANTED]
    return np.int64(p.FORCED if seat == 0 and is_safe(w, own, live, need) else p.OPEN)


@kernel
def still_allowed(w, caps, before, after, sizes, seat):
    """The caps once a card has shown what the neighbours hold; -1 if they leave no world."""
    known_p, known_q, pool, half_p, half_q, _ = after
    caps = spend(caps, seat - 1, known_p & ~before[0], w[p.KIND])
    if caps >= 0:
        caps = spend(caps, 2 - seat, known_q & ~before[1], w[p.KIND])
    if caps < 0:
        return caps
    free_p, free_q = sizes[0] - count(known_p), sizes[1] - count(known_q)
    if seat == 1:
        allowed = caps_allow(caps, w[p.KIND], pool, half_p, half_q, free_p, free_q)
    else:
        allowed = caps_allow(caps, w[p.KIND], pool, half_q, half_p, free_q, free_p)
    return caps if allowed else np.int64(-1)


@lru_cache
def bind_play(hidden: bool, capped: bool) -> Kernel:
    """What a card changes and proves; for the two flags see ``bind_search``."""

    @kernel
    def play(w, own, worlds, caps, sizes, trick, card):
        """The searcher's cards, the worlds and the caps after a card; and whether any world has it."""
        follow, _, _, _, seat, _ = trick
        if seat == 0:
            return own & ~card, worlds, caps, True
        noskat = w[p.NOSKAT] if hidden else np.int64(0)
        before = worlds if seat == 1 else swapped(worlds)
        after = show(before if card & follow != 0 else prove_void(before, follow, noskat), card)
        if not is_feasible(after, sizes, noskat):
            return own, worlds, caps, False
        after = tighten(after, sizes, noskat)
        if capped:
            caps = still_allowed(w, caps, before, after, sizes, seat)
            if caps < 0:
                return own, worlds, caps, False
        after = lay_down(after, card)
        return own, after if seat == 1 else swapped(after), caps, True

    return play


@lru_cache
def bind_search(hidden: bool, capped: bool) -> Kernel:
    """The search: ``hidden`` if cards of the skat are unknown, ``capped`` if extreme worlds are left out.

    A node is ``own, worlds, trick, need, caps``: the searcher's cards, where the others may be (``sets``),
    the trick on the table (``tricks``), what those who are counted still need, and the caps (``caps``).
    """
    play = bind_play(hidden, capped)

    @kernel(int64(STATE, int64, WORLDS, TRICK, int64, int64), inline=False)
    def search(w, own, worlds, trick, need, caps):
        if is_spent(w):
            return p.UNKNOWN
        worlds = worlds if hidden else with_known_skat(worlds)
        _, _, laid, at, seat, _ = trick
        live = own | laid | unseen(worlds)
        place, name, bounds = np.int64(NOWHERE), NAMELESS, NO_BOUNDS
        if at == 0:
            if not capped:
                own, worlds, live = close_gaps(own, worlds, live, w[p.SAME])
            answer = at_a_glance(w, own, live, seat, need)
            if answer == p.OPEN:
                place, name, bounds = look_up(w, own, worlds, seat, caps if capped else own)
                answer = recall(w, bounds, need)
            if answer != p.OPEN:
                return answer
        noskat = w[p.NOSKAT] if hidden else np.int64(0)
        moves = own_moves(w, own, live, trick) if seat == 0 else their_moves(w, worlds, live, trick, noskat)
        answer = np.int64(p.NOT_FORCED if seat == 0 else p.FORCED)  # unless one card decides otherwise
        decisive, sizes = np.int64(NO_CARD), sizes_of(own, trick)
        good, history = promising(w, trick), history_of(at, seat)
        while moves != 0:
            number = next_card(w, moves, bounds, good, history)
            moves ^= bit(number)
            mine, after, rest, possible = play(w, own, worlds, caps, sizes, trick, bit(number))
            if not possible:
                continue
            table, missing = finish(w, put(trick, number, w[p.KIND]), need)
            result = w[p.WANTED] if missing <= 0 else search(w, mine, after, table, missing, rest)
            if result == p.UNKNOWN:
                return p.UNKNOWN
            if result != answer:
                answer, decisive = result, number
                w[history + number] += sizes[0] ** 2
                break
        if place != NOWHERE:
            keep(w, place, name, bounds, need, answer, decisive)
        return answer

    return search
