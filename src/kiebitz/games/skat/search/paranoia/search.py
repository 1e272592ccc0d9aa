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
from kiebitz.games.skat.search.paranoia.caps import caps_allow, spend
from kiebitz.games.skat.search.paranoia.sets import (
    close_up,
    is_feasible,
    may_play,
    prove_void,
    redundant,
    redundant_below,
    tighten,
)
from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.clock import is_past
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import mix
from kiebitz.kernel.state import STATE
from kiebitz.kernel.vectors import Kernel

# How a node is passed on: cards as masks, and one word with position in the trick, seat to move, who holds
# the trick, room of the skat (two bits each) and the caps.
SEAT, HOLDER, SKAT_ROOM, CAPS = 2, 4, 6, 8
MOST = 127  # more than anybody can need
NO_CARD = 32
LOOK = 256  # nodes between two looks at the clock


def _sides(kind: int) -> list[int]:
    """The classes beside the trumps, at most four."""
    found = {int(lay.CLASS[kind, card]) for card in range(32)} - {int(lay.TRUMPS[kind])}
    return [*sorted(found), 0][:4]


RANKS = np.array([[lay.ACES, 11], [lay.TENS, 10], [lay.KINGS, 4], [lay.QUEENS, 3], [lay.JACKS, 2]], np.int64)
"""Cards that count, with their points, the dearest first."""
SIDES = np.array([_sides(kind) for kind in range(3)], np.int64)


@kernel
def is_spent(w):
    """Count a node; are the nodes or the time used up? The clock is looked at now and then."""
    w[p.NODES] += 1
    if w[p.NODES] % LOOK == 0 and is_past(w[p.DEADLINE]):
        w[p.BUDGET] = 0
    return w[p.NODES] > w[p.BUDGET]


@kernel
def is_at(w, place, key, rest, third):
    return w[place] == key and w[place + 1] == rest and w[place + 3] == third


@kernel
def entry_of(w, key, rest, third):
    """Where the table keeps this position: its entry, or the one of its pair that is to be given up."""
    slot = p.ENTRIES + (mix(key ^ (rest * 0x9E3779B97F4A7C1)) & (w[p.SLOTS] - 1)) * p.SLOT_WORDS
    if is_at(w, slot, key, rest, third):
        return slot
    second = slot + p.ENTRY
    if is_at(w, second, key, rest, third):
        return second
    # An entry of an older problem goes first, then the one with fewer cards.
    if w[slot + 1] >> 36 != w[p.ROUND]:
        return slot
    if w[second + 1] >> 36 != w[p.ROUND] or count(w[second]) <= count(w[slot]):
        return second
    return slot


@kernel
def favourite(w, moves, context):
    """The card that has decided most; among equals the strongest."""
    best, score = lowest(moves), np.int64(-1)
    while moves != 0:
        card = lowest(moves)
        moves &= moves - 1
        if w[p.HISTORY + context + card] > score:
            best, score = card, w[p.HISTORY + context + card]
    return best


@kernel
def sure(w, own, others):
    """The searcher's cards that take a trick each, one after the other, if he is on lead.

    These are his trumps above all others; and once he can draw all others, what is highest in its class.
    """
    kind = w[p.KIND]
    trumps = lay.TRUMPS[kind]
    against = others & trumps
    tops = own & trumps & ((against & -against) - 1)
    if count(tops) < count(against):
        return tops
    tops = own & trumps
    for i in range(4):
        suit = SIDES[kind, i]
        against = others & suit
        high = own & suit & ((against & -against) - 1)
        tops |= own & suit if count(high) >= count(against) else high
    return tops


@kernel
def dearest(cards, n):
    """The most points that n of these cards can have."""
    points = np.int64(0)
    for i in range(5):
        some = min(n, count(cards & RANKS[i, 0]))
        points += some * RANKS[i, 1]
        n -= some
    return points


@kernel
def is_safe(w, own, live, need):
    """Has the searcher, who leads, already reached his aim by the tricks that are sure?

    Of the others' cards only those count that they can keep for the tricks after that.
    """
    tops = sure(w, own, live & ~own)
    by_tricks = w[p.BY_TRICKS] != 0
    gain = count(tops) if by_tricks else lay.card_points(tops)
    if w[p.COUNTED] & 1 != 0:
        return w[p.WANTED] != 0 and gain >= need
    if w[p.WANTED] != 0:
        return False
    rest = own & ~tops
    if by_tricks:
        return need > count(rest)
    return need > lay.card_points(rest) + dearest(live & ~own, 2 * count(rest))


@kernel
def own_moves(w, own, live, follow, best, at, holder):
    """The searcher's legal cards, without those that another can stand for.

    If the trick's owner is sure, only the dearest or the cheapest card of a run is needed.
    """
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
def their_moves(known, half, pool, live, follow, best, at, trumps, same, noskat, other_done):
    """A neighbour's possible cards, without those that another can stand for.

    Of two cards of the pool neither can stand for the other while both may fall into this trick, from two
    hands, and the stronger would take it.
    """
    moves = may_play(known, half, pool, follow)
    drop = redundant(known, live, same) | redundant(half, live, same)
    alike = redundant(pool & noskat, live, same) | redundant(pool & ~noskat, live, same)
    if not other_done:
        if at == 0:
            alike = np.int64(0)
        else:
            alike &= ~((best - 1) & (follow | trumps))
    return moves & ~(drop | alike)


@kernel
def promising(w, best, suited, at, seat, holder):
    """Cards to try first: those that take the trick; where the declarer's opponents have it, dear ones."""
    if at == 0:
        return np.int64(0)
    if seat == 0 or holder == 0:
        return (best - 1) & suited
    return np.int64(lay.ACES | lay.TENS) if w[p.DECLARER] == 0 else np.int64(0)


@lru_cache
def bind_reply(hidden: bool, capped: bool) -> Kernel:
    """What a neighbour's card proves; for the two flags see ``bind_search``."""

    @kernel
    def reply(w, known_p, known_q, pool, half_p, half_q, room, size_p, size_q, follow, card, side, caps):
        """The sets after a neighbour's card, which is on the table then; room -1 if no world has it."""
        noskat = w[p.NOSKAT] if hidden else np.int64(0)
        room = room if hidden else np.int64(0)
        before_p, before_q = known_p, known_q
        if card & follow == 0:
            known_q, pool, half_p, half_q, room = prove_void(
                known_q, pool, half_p, half_q, room, follow, noskat
            )
            if room < 0:
                return known_p, known_q, pool, half_p, half_q, np.int64(-1), caps
        known_p |= card
        pool &= ~card
        if hidden:
            half_p &= ~card
            half_q &= ~card
            feasible = is_feasible(known_p, known_q, pool, half_p, half_q, room, size_p, size_q, noskat)
        else:
            feasible = count(known_p) <= size_p and count(known_q) <= size_q
        if not feasible:
            return known_p, known_q, pool, half_p, half_q, np.int64(-1), caps
        known_p, known_q, pool, half_p, half_q, room = tighten(
            known_p, known_q, pool, half_p, half_q, room, size_p, size_q, noskat
        )
        if capped:
            kind = w[p.KIND]
            caps = spend(caps, side, known_p & ~before_p, kind)
            if caps >= 0:
                caps = spend(caps, 1 - side, known_q & ~before_q, kind)
            free_p, free_q = size_p - count(known_p), size_q - count(known_q)
            if side == 0:
                allowed = caps_allow(caps, kind, pool, half_p, half_q, free_p, free_q)
            else:
                allowed = caps_allow(caps, kind, pool, half_q, half_p, free_q, free_p)
            if caps < 0 or not allowed:
                return known_p, known_q, pool, half_p, half_q, np.int64(-1), caps
        return known_p & ~card, known_q, pool, half_p, half_q, room, caps

    return reply


@lru_cache
def bind_search(hidden: bool, capped: bool) -> Kernel:
    """The search: ``hidden`` if cards of the skat are unknown, ``capped`` if extreme worlds are left out."""

    reply = bind_reply(hidden, capped)

    @kernel(int64(STATE, *[int64] * 11), inline=False)
    def search(w, own, left, right, pool, half_left, half_right, need, follow, best, laid, word):
        if is_spent(w):
            return p.UNKNOWN
        at, seat, holder = word & 3, (word >> SEAT) & 3, (word >> HOLDER) & 3
        room, caps = (word >> SKAT_ROOM) & 3, word >> CAPS
        live = own | left | right | pool | laid
        if hidden:
            live |= half_left | half_right
        if at == 0 and not capped:  # close up the gaps between cards that count the same
            gaps = live & w[p.SAME] & ~(live << 1)
            while gaps != 0:
                own, left, right = close_up(own, gaps), close_up(left, gaps), close_up(right, gaps)
                pool, live = close_up(pool, gaps), close_up(live, gaps)
                if hidden:
                    half_left, half_right = close_up(half_left, gaps), close_up(half_right, gaps)
                gaps = live & w[p.SAME] & ~(live << 1)
        place, first = np.int64(0), np.int64(NO_CARD)
        low, high = np.int64(0), np.int64(MOST)
        key, rest, third = np.int64(0), np.int64(0), np.int64(0)
        if at == 0:
            if own == 0 or (w[p.BY_TRICKS] == 0 and need > lay.card_points(live)):
                return 1 - w[p.WANTED]
            if seat == 0 and is_safe(w, own, live, need):
                return p.FORCED
            if w[p.SLOTS] != 0 and own & (own - 1) != 0:
                key = (own | left | pool | half_left) | ((right | pool | half_right) << 32)
                rest = (half_left | half_right) | (seat << 32) | (room << 34) | (w[p.ROUND] << 36)
                third = caps if capped else own
                place = entry_of(w, key, rest, third)
                if is_at(w, place, key, rest, third):
                    bounds = w[place + 2]
                    low, high, first = bounds & 127, (bounds >> 7) & 127, bounds >> 14
                    if need <= low:
                        return w[p.WANTED]
                    if need >= high:
                        return 1 - w[p.WANTED]
        kind = w[p.KIND]
        trumps = lay.TRUMPS[kind]
        context = (at * 3 + seat) * 32
        # The other neighbour has played to this trick, or the searcher himself.
        other_done = at == 2 or (at == 1 and seat == 2)
        own_done = at == 2 or (at == 1 and seat == 1)
        size_p = count(own) + (1 if own_done else 0)
        size_q = size_p - (1 if other_done else 0)
        known_p, known_q, half_p, half_q = left, right, half_left, half_right
        if seat == 0:
            answer = np.int64(p.NOT_FORCED)
            moves = own_moves(w, own, live, follow, best, at, holder)
        else:
            answer = np.int64(p.FORCED)
            if seat == 2:
                known_p, known_q, half_p, half_q = right, left, half_right, half_left
            noskat = w[p.NOSKAT] if hidden else np.int64(0)
            moves = their_moves(
                known_p, half_p, pool, live, follow, best, at, trumps, w[p.SAME], noskat, other_done
            )
        decisive = np.int64(NO_CARD)
        good = promising(w, best, follow | trumps, at, seat, holder)
        while moves != 0:
            if first < NO_CARD and (moves >> first) & 1 != 0:
                number = first
            else:
                number = favourite(w, moves & good if moves & good != 0 else moves, context)
            card = bit(number)
            moves ^= card
            my, lefts, rights, pool_, halves_left, halves_right, room_, caps_ = (
                own, left, right, pool, half_left, half_right, room, caps,
            )  # fmt: skip
            if seat == 0:
                my = own ^ card
            else:
                kp, kq, pool_, hp, hq, room_, caps_ = reply(
                    w,
                    known_p,
                    known_q,
                    pool,
                    half_p,
                    half_q,
                    room,
                    size_p,
                    size_q,
                    follow,
                    card,
                    seat - 1,
                    caps,
                )
                if room_ < 0:
                    continue
                if seat == 1:
                    lefts, rights, halves_left, halves_right = kp, kq, hp, hq
                else:
                    lefts, rights, halves_left, halves_right = kq, kp, hq, hp
            top, owner, led = best, holder, follow
            if at == 0:
                top, owner, led = card, seat, lay.CLASS[kind, number]
            elif lay.beats(card, best, follow, trumps):
                top, owner = card, seat
            after = (room_ << SKAT_ROOM) | (caps_ << CAPS)
            if at < 2:
                following_seat = seat + 1 if seat < 2 else 0
                result = search(
                    w, my, lefts, rights, pool_, halves_left, halves_right, need, led, top, laid | card,
                    after | (at + 1) | (following_seat << SEAT) | (owner << HOLDER),
                )  # fmt: skip
            else:
                missing = need
                if (w[p.COUNTED] >> owner) & 1 != 0:
                    missing -= 1 if w[p.BY_TRICKS] != 0 else lay.card_points(laid | card)
                if missing <= 0:
                    result = w[p.WANTED]
                else:
                    result = search(
                        w, my, lefts, rights, pool_, halves_left, halves_right, missing, np.int64(lay.DECK),
                        np.int64(0), np.int64(0), after | (owner << SEAT),
                    )  # fmt: skip
            if result == p.UNKNOWN:
                return p.UNKNOWN
            if result != answer:
                answer, decisive = result, number
                w[p.HISTORY + context + number] += size_p * size_p
                break
        if place != 0:
            if answer == w[p.WANTED]:
                low = max(low, need)
            else:
                high = min(high, need)
            w[place], w[place + 1], w[place + 3] = key, rest, third
            w[place + 2] = low | (high << 7) | (decisive << 14)
        return answer

    return search
