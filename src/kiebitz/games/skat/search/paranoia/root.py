# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The root of a paranoia search: ask one question, make one step, ask about every legal card."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from kiebitz.games.skat.search import layout as lay
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.games.skat.search.paranoia.search import CAPS as CAPS_SHIFT
from kiebitz.games.skat.search.paranoia.search import HOLDER, SEAT, SKAT_ROOM, bind_reply, bind_search
from kiebitz.games.skat.search.paranoia.sets import is_feasible, may_play, redundant, tighten
from kiebitz.kernel.bits import bit, count, has, highest, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE


def _linked(kind: int, by_tricks: bool, equal: bool) -> int:
    """Cards that belong to the class of the bit before and count as much as it, or not more."""
    found = 0
    for card in range(1, 32):
        if lay.CLASS[kind, card] >> (card - 1) & 1:
            more = int(lay.POINTS[kind, card - 1] - lay.POINTS[kind, card])
            if by_tricks or more == 0 or (more > 0 and not equal):
                found |= 1 << card
    return found


_KINDS = (lay.SUIT_GAME, lay.GRAND_GAME, lay.NULL_GAME)
LINKS = np.array([[[_linked(kind, tricks, equal) for equal in (True, False)] for tricks in (False, True)]
                  for kind in _KINDS], np.int64)  # fmt: skip
"""By kind, by what counts, then: cards that count as much as the next stronger one; at most as much."""

_reply = bind_reply(True, True)
_known, _hidden, _capped = bind_search(False, False), bind_search(True, False), bind_search(True, True)


@kernel(int64(STATE), inline=False)
def settle(s):
    """Draw all consequences of a problem's sets; 0 if no world fits them."""
    whole = count(s[p.OWN]) + (1 if (3 - s[p.LEADER]) % 3 < s[p.LAID] else 0)
    size_left = whole - (1 if (4 - s[p.LEADER]) % 3 < s[p.LAID] else 0)
    size_right = whole - (1 if (5 - s[p.LEADER]) % 3 < s[p.LAID] else 0)
    noskat = s[p.NOSKAT]
    left, right = s[p.KNOWN] | (s[p.HALF] & noskat), s[p.KNOWN + 1] | (s[p.HALF + 1] & noskat)
    half_left, half_right = s[p.HALF] & ~noskat, s[p.HALF + 1] & ~noskat
    pool, room = s[p.POOL], s[p.ROOM]
    if count(left | right | half_left | half_right | pool) != size_left + size_right + room:
        return 0
    if not is_feasible(left, right, pool, half_left, half_right, room, size_left, size_right, noskat):
        return 0
    left, right, pool, half_left, half_right, room = tighten(
        left, right, pool, half_left, half_right, room, size_left, size_right, noskat
    )
    s[p.KNOWN], s[p.KNOWN + 1], s[p.POOL], s[p.ROOM] = left, right, pool, room
    s[p.HALF], s[p.HALF + 1] = half_left, half_right
    return 1


@kernel
def keep_noskat_apart(w):
    """Cards that count the same are alike only if all or none of them may be in the skat.

    So the links between cards are cut where this differs, and gone cards of a row are marked like the others.
    """
    unseen = w[p.KNOWN] | w[p.KNOWN + 1] | w[p.POOL] | w[p.HALF] | w[p.HALF + 1]
    w[p.NOSKAT] &= unseen
    if w[p.NOSKAT] == 0 or w[p.ROOM] == 0:
        return
    card = 0
    while card < 32:
        end = card + 1
        while end < 32 and has(w[p.SAME], end):
            end += 1
        row = bit(end) - bit(card)
        if row & unseen & w[p.NOSKAT] != 0:
            if row & unseen & ~w[p.NOSKAT] != 0:
                w[p.SAME] &= ~row
            else:
                w[p.NOSKAT] |= row
        card = end


@kernel(void(STATE, STATE, int64))
def prepare(problem, w, budget):
    """Put a problem into the workspace, without a deadline; entries of earlier problems become void."""
    for i in range(p.WORDS):
        w[i] = problem[i]
    w[p.NODES] = 0
    w[p.BUDGET] = budget
    w[p.DEADLINE] = 0
    w[p.ROUND] += 1
    w[p.SAME] = LINKS[problem[p.KIND], problem[p.BY_TRICKS], 0]
    w[p.RUN] = LINKS[problem[p.KIND], problem[p.BY_TRICKS], 1]
    keep_noskat_apart(w)
    for i in range(p.HISTORY, p.ENTRIES):
        w[i] = 0


@kernel
def table_of(s):
    """The cards on the table, the class that was led, the best card and who holds the trick."""
    laid, follow, best, holder = np.int64(0), np.int64(lay.DECK), np.int64(0), s[p.LEADER]
    for i in range(s[p.LAID]):
        card = s[p.TABLE + i]
        laid |= card
        if i == 0:
            follow, best = lay.CLASS[s[p.KIND], lowest(card)], card
        elif lay.beats(card, best, follow, lay.TRUMPS[s[p.KIND]]):
            best, holder = card, (s[p.LEADER] + i) % 3
    return laid, follow, best, holder


@kernel(int64(STATE, STATE), inline=False)
def ask(s, w):
    """Is the aim forced in this position, which follows from the prepared problem?"""
    if s[p.NEED] <= 0:
        return s[p.WANTED]
    laid, follow, best, holder = table_of(s)
    turn = (s[p.LEADER] + s[p.LAID]) % 3
    word = s[p.LAID] | (turn << SEAT) | (holder << HOLDER) | (s[p.ROOM] << SKAT_ROOM)
    if s[p.CAPPED] != 0:
        return _capped(w, s[p.OWN], s[p.KNOWN], s[p.KNOWN + 1], s[p.POOL], s[p.HALF], s[p.HALF + 1],
                       s[p.NEED], follow, best, laid, word | (s[p.CAPS] << CAPS_SHIFT))  # fmt: skip
    if s[p.ROOM] != 0:
        return _hidden(w, s[p.OWN], s[p.KNOWN], s[p.KNOWN + 1], s[p.POOL], s[p.HALF], s[p.HALF + 1],
                       s[p.NEED], follow, best, laid, word)  # fmt: skip
    return _known(w, s[p.OWN], s[p.KNOWN], s[p.KNOWN + 1], s[p.POOL], np.int64(0), np.int64(0), s[p.NEED],
                  follow, best, laid, word)  # fmt: skip


@kernel(int64(STATE, int64, STATE), inline=False)
def step(s, card, after):
    """Write the position after a card; 0 if no world has it."""
    for i in range(p.WORDS):
        after[i] = s[i]
    laid, follow, best, holder = table_of(s)
    turn = (s[p.LEADER] + s[p.LAID]) % 3
    if turn == 0:
        after[p.OWN] = s[p.OWN] & ~card
    else:
        side = turn - 1
        own_done = s[p.LAID] == 2 or (s[p.LAID] == 1 and turn == 1)
        other_done = s[p.LAID] == 2 or (s[p.LAID] == 1 and turn == 2)
        size = count(s[p.OWN]) + (1 if own_done else 0)
        known, known_other, pool, half, half_other, room, caps = _reply(
            s, s[p.KNOWN + side], s[p.KNOWN + 1 - side], s[p.POOL], s[p.HALF + side], s[p.HALF + 1 - side],
            s[p.ROOM], size, size - (1 if other_done else 0), follow, card, side, s[p.CAPS],
        )  # fmt: skip
        if room < 0:
            return 0
        after[p.KNOWN + side], after[p.KNOWN + 1 - side], after[p.POOL] = known, known_other, pool
        after[p.HALF + side], after[p.HALF + 1 - side], after[p.ROOM], after[p.CAPS] = (
            half, half_other, room, caps,
        )  # fmt: skip
    if s[p.LAID] < 2:
        after[p.TABLE + s[p.LAID]] = card
        after[p.LAID] = s[p.LAID] + 1
        return 1
    owner = turn if lay.beats(card, best, follow, lay.TRUMPS[s[p.KIND]]) else holder
    if (s[p.COUNTED] >> owner) & 1 != 0:
        after[p.NEED] -= 1 if s[p.BY_TRICKS] != 0 else lay.card_points(laid | card)
    after[p.LEADER], after[p.LAID], after[p.TABLE], after[p.TABLE + 1] = owner, 0, 0, 0
    return 1


@kernel(int64(STATE), inline=False)
def moves_of(s):
    """The cards that may be played in some world by the seat to move."""
    _, follow, _, _ = table_of(s)
    turn = (s[p.LEADER] + s[p.LAID]) % 3
    if turn == 0:
        return lay.following(s[p.OWN], follow)
    cards = may_play(s[p.KNOWN + turn - 1], s[p.HALF + turn - 1], s[p.POOL], follow)
    found, after = np.int64(0), np.empty(p.WORDS, np.int64)
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
    moves = lay.following(s[p.OWN], follow)
    live = laid | s[p.OWN] | s[p.KNOWN] | s[p.KNOWN + 1] | s[p.POOL] | s[p.HALF] | s[p.HALF + 1]
    copies = moves & redundant(s[p.OWN], live, w[p.SAME])
    rest = moves & ~copies
    after, asked = np.empty(p.WORDS, np.int64), np.int64(0)
    found[0], found[1] = 0, 0
    while rest != 0:
        card = rest & -rest
        rest &= rest - 1
        step(s, card, after)
        answer = ask(after, w)
        asked += 1
        if answer == p.FORCED:
            found[0] |= card
        elif answer == p.UNKNOWN:
            found[1] |= card
    while copies != 0:  # the next stronger card of the hand stands for each
        card = copies & -copies
        copies &= copies - 1
        stronger = s[p.OWN] & (card - 1)
        twin = bit(highest(stronger))
        for i in range(2):
            if found[i] & twin != 0:
                found[i] |= card
    return asked
