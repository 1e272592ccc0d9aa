# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The root of a paranoia search: ask one question, make one step, ask about every legal card."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from kiebitz.kernel.bits import bit, count, has, highest, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE
from kiebitz.search.skat import paranoia_words as p
from kiebitz.search.skat.layout import (
    CLASS,
    DECK,
    GRAND_GAME,
    NULL_GAME,
    POINTS,
    SUIT_GAME,
    TRUMPS,
    beats,
    card_points,
    following,
)
from kiebitz.search.skat.paranoia_search import CAPS as CAPS_SHIFT
from kiebitz.search.skat.paranoia_search import HOLDER, SEAT, SKAT_ROOM, bind_reply, bind_search
from kiebitz.search.skat.paranoia_sets import is_feasible, may_play, redundant, tighten

(BUDGET, BY_TRICKS, CAPPED, CAPS, COUNTED, DEADLINE, ENTRIES, FORCED, HALF, HISTORY, KIND, KNOWN, LAID) = (
    p.BUDGET, p.BY_TRICKS, p.CAPPED, p.CAPS, p.COUNTED, p.DEADLINE, p.ENTRIES, p.FORCED, p.HALF, p.HISTORY,
    p.KIND, p.KNOWN, p.LAID,
)  # fmt: skip
(LEADER, NEED, NODES, NOSKAT, OWN, POOL, ROOM, ROUND, RUN, SAME, TABLE, UNKNOWN, WANTED, WORDS) = (
    p.LEADER, p.NEED, p.NODES, p.NOSKAT, p.OWN, p.POOL, p.ROOM, p.ROUND, p.RUN, p.SAME, p.TABLE, p.UNKNOWN,
    p.WANTED, p.WORDS,
)  # fmt: skip


def _linked(kind: int, by_tricks: bool, equal: bool) -> int:
    """Cards that belong to the class of the bit before and count as much as it, or not more."""
    found = 0
    for card in range(1, 32):
        if CLASS[kind, card] >> (card - 1) & 1:
            more = int(POINTS[kind, card - 1] - POINTS[kind, card])
            if by_tricks or more == 0 or (more > 0 and not equal):
                found |= 1 << card
    return found


_KINDS = (SUIT_GAME, GRAND_GAME, NULL_GAME)
LINKS = np.array([[[_linked(kind, tricks, equal) for equal in (True, False)] for tricks in (False, True)]
                  for kind in _KINDS], np.int64)  # fmt: skip
"""By kind, by what counts, then: cards that count as much as the next stronger one; at most as much."""

_reply = bind_reply(True, True)
_known, _hidden, _capped = bind_search(False, False), bind_search(True, False), bind_search(True, True)


@kernel(int64(STATE), inline=False)
def settle(s):
    """Draw all consequences of a problem's sets; 0 if no world fits them."""
    whole = count(s[OWN]) + (1 if (3 - s[LEADER]) % 3 < s[LAID] else 0)
    size_left = whole - (1 if (4 - s[LEADER]) % 3 < s[LAID] else 0)
    size_right = whole - (1 if (5 - s[LEADER]) % 3 < s[LAID] else 0)
    noskat = s[NOSKAT]
    left, right = s[KNOWN] | (s[HALF] & noskat), s[KNOWN + 1] | (s[HALF + 1] & noskat)
    half_left, half_right = s[HALF] & ~noskat, s[HALF + 1] & ~noskat
    pool, room = s[POOL], s[ROOM]
    if count(left | right | half_left | half_right | pool) != size_left + size_right + room:
        return 0
    if not is_feasible(left, right, pool, half_left, half_right, room, size_left, size_right, noskat):
        return 0
    left, right, pool, half_left, half_right, room = tighten(
        left, right, pool, half_left, half_right, room, size_left, size_right, noskat
    )
    s[KNOWN], s[KNOWN + 1], s[POOL], s[ROOM] = left, right, pool, room
    s[HALF], s[HALF + 1] = half_left, half_right
    return 1


@kernel
def keep_noskat_apart(w):
    """Cards that count the same are alike only if all or none of them may be in the skat.

    So the links between cards are cut where this differs, and gone cards of a row are marked like the others.
    """
    unseen = w[KNOWN] | w[KNOWN + 1] | w[POOL] | w[HALF] | w[HALF + 1]
    w[NOSKAT] &= unseen
    if w[NOSKAT] == 0 or w[ROOM] == 0:
        return
    card = 0
    while card < 32:
        end = card + 1
        while end < 32 and has(w[SAME], end):
            end += 1
        row = bit(end) - bit(card)
        if row & unseen & w[NOSKAT] != 0:
            if row & unseen & ~w[NOSKAT] != 0:
                w[SAME] &= ~row
            else:
                w[NOSKAT] |= row
        card = end


@kernel(void(STATE, STATE, int64))
def prepare(problem, w, budget):
    """Put a problem into the workspace, without a deadline; entries of earlier problems become void."""
    for i in range(WORDS):
        w[i] = problem[i]
    w[NODES] = 0
    w[BUDGET] = budget
    w[DEADLINE] = 0
    w[ROUND] += 1
    w[SAME] = LINKS[problem[KIND], problem[BY_TRICKS], 0]
    w[RUN] = LINKS[problem[KIND], problem[BY_TRICKS], 1]
    keep_noskat_apart(w)
    for i in range(HISTORY, ENTRIES):
        w[i] = 0


@kernel
def table_of(s):
    """The cards on the table, the class that was led, the best card and who holds the trick."""
    laid, follow, best, holder = np.int64(0), np.int64(DECK), np.int64(0), s[LEADER]
    for i in range(s[LAID]):
        card = s[TABLE + i]
        laid |= card
        if i == 0:
            follow, best = CLASS[s[KIND], lowest(card)], card
        elif beats(card, best, follow, TRUMPS[s[KIND]]):
            best, holder = card, (s[LEADER] + i) % 3
    return laid, follow, best, holder


@kernel(int64(STATE, STATE), inline=False)
def ask(s, w):
    """Is the aim forced in this position, which follows from the prepared problem?"""
    if s[NEED] <= 0:
        return s[WANTED]
    laid, follow, best, holder = table_of(s)
    turn = (s[LEADER] + s[LAID]) % 3
    word = s[LAID] | (turn << SEAT) | (holder << HOLDER) | (s[ROOM] << SKAT_ROOM)
    if s[CAPPED] != 0:
        return _capped(w, s[OWN], s[KNOWN], s[KNOWN + 1], s[POOL], s[HALF], s[HALF + 1], s[NEED], follow,
                       best, laid, word | (s[CAPS] << CAPS_SHIFT))  # fmt: skip
    if s[ROOM] != 0:
        return _hidden(w, s[OWN], s[KNOWN], s[KNOWN + 1], s[POOL], s[HALF], s[HALF + 1], s[NEED], follow,
                       best, laid, word)  # fmt: skip
    return _known(w, s[OWN], s[KNOWN], s[KNOWN + 1], s[POOL], np.int64(0), np.int64(0), s[NEED], follow, best,
                  laid, word)  # fmt: skip


@kernel(int64(STATE, int64, STATE), inline=False)
def step(s, card, after):
    """Write the position after a card; 0 if no world has it."""
    for i in range(WORDS):
        after[i] = s[i]
    laid, follow, best, holder = table_of(s)
    turn = (s[LEADER] + s[LAID]) % 3
    if turn == 0:
        after[OWN] = s[OWN] & ~card
    else:
        side = turn - 1
        own_done = s[LAID] == 2 or (s[LAID] == 1 and turn == 1)
        other_done = s[LAID] == 2 or (s[LAID] == 1 and turn == 2)
        size = count(s[OWN]) + (1 if own_done else 0)
        known, known_other, pool, half, half_other, room, caps = _reply(
            s, s[KNOWN + side], s[KNOWN + 1 - side], s[POOL], s[HALF + side], s[HALF + 1 - side], s[ROOM],
            size, size - (1 if other_done else 0), follow, card, side, s[CAPS],
        )  # fmt: skip
        if room < 0:
            return 0
        after[KNOWN + side], after[KNOWN + 1 - side], after[POOL] = known, known_other, pool
        after[HALF + side], after[HALF + 1 - side], after[ROOM], after[CAPS] = half, half_other, room, caps
    if s[LAID] < 2:
        after[TABLE + s[LAID]] = card
        after[LAID] = s[LAID] + 1
        return 1
    owner = turn if beats(card, best, follow, TRUMPS[s[KIND]]) else holder
    if (s[COUNTED] >> owner) & 1 != 0:
        after[NEED] -= 1 if s[BY_TRICKS] != 0 else card_points(laid | card)
    after[LEADER], after[LAID], after[TABLE], after[TABLE + 1] = owner, 0, 0, 0
    return 1


@kernel(int64(STATE), inline=False)
def moves_of(s):
    """The cards that may be played in some world by the seat to move."""
    _, follow, _, _ = table_of(s)
    turn = (s[LEADER] + s[LAID]) % 3
    if turn == 0:
        return following(s[OWN], follow)
    cards = may_play(s[KNOWN + turn - 1], s[HALF + turn - 1], s[POOL], follow)
    found, after = np.int64(0), np.empty(WORDS, np.int64)
    while cards != 0:
        card = cards & -cards
        cards &= cards - 1
        if step(s, card, after) != 0:
            found |= card
    return found


@kernel(int64(STATE, STATE, STATE), inline=False)
def ask_cards(s, w, found):
    """Ask about every card of the searcher, who is to move: the sets of forced and of unknown cards.

    The work for one card helps the next. The answer is how many questions it took.
    """
    laid, follow, _, _ = table_of(s)
    moves = following(s[OWN], follow)
    live = laid | s[OWN] | s[KNOWN] | s[KNOWN + 1] | s[POOL] | s[HALF] | s[HALF + 1]
    copies = moves & redundant(s[OWN], live, w[SAME])
    rest = moves & ~copies
    after, asked = np.empty(WORDS, np.int64), np.int64(0)
    found[0], found[1] = 0, 0
    while rest != 0:
        card = rest & -rest
        rest &= rest - 1
        step(s, card, after)
        answer = ask(after, w)
        asked += 1
        if answer == FORCED:
            found[0] |= card
        elif answer == UNKNOWN:
            found[1] |= card
    while copies != 0:  # the next stronger card of the hand stands for each
        card = copies & -copies
        copies &= copies - 1
        stronger = s[OWN] & (card - 1)
        twin = bit(highest(stronger))
        for i in range(2):
            if found[i] & twin != 0:
                found[i] |= card
    return asked
