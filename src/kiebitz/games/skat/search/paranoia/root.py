# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The root of a paranoia search: ask one question, make one step, ask about every legal card."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from kiebitz.games.skat.search import layout as lay
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.games.skat.search.paranoia.search import bind_play, bind_search
from kiebitz.games.skat.search.paranoia.sets import is_feasible, may_play, redundant, tighten, unseen
from kiebitz.games.skat.search.paranoia.tricks import finish, lead, put, sizes_of
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

_play = bind_play(True, True)
_known, _hidden, _capped = bind_search(False, False), bind_search(True, False), bind_search(True, True)


@kernel
def worlds_of(s):
    """Where a problem's unseen cards may be, as the search passes it on."""
    return s[p.KNOWN], s[p.KNOWN + 1], s[p.POOL], s[p.HALF], s[p.HALF + 1], s[p.ROOM]


@kernel
def write_worlds(s, worlds):
    """The way back."""
    s[p.KNOWN], s[p.KNOWN + 1], s[p.POOL], s[p.HALF], s[p.HALF + 1], s[p.ROOM] = worlds


@kernel(int64(STATE), inline=False)
def settle(s):
    """Draw all consequences of a problem's sets; 0 if no world fits them."""
    whole = count(s[p.OWN]) + (1 if (3 - s[p.LEADER]) % 3 < s[p.LAID] else 0)
    size_left = whole - (1 if (4 - s[p.LEADER]) % 3 < s[p.LAID] else 0)
    size_right = whole - (1 if (5 - s[p.LEADER]) % 3 < s[p.LAID] else 0)
    noskat = s[p.NOSKAT]
    left, right = s[p.KNOWN] | (s[p.HALF] & noskat), s[p.KNOWN + 1] | (s[p.HALF + 1] & noskat)
    worlds = left, right, s[p.POOL], s[p.HALF] & ~noskat, s[p.HALF + 1] & ~noskat, s[p.ROOM]
    if count(unseen(worlds)) != size_left + size_right + s[p.ROOM]:
        return 0
    if not is_feasible(worlds, (size_left, size_right), noskat):
        return 0
    write_worlds(s, tighten(worlds, (size_left, size_right), noskat))
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
def trick_of(s):
    """The trick on the table."""
    trick = lead(s[p.LEADER])
    for i in range(s[p.LAID]):
        trick = put(trick, lowest(s[p.TABLE + i]), s[p.KIND])
    return trick


@kernel(int64(STATE, STATE), inline=False)
def ask(s, w):
    """Is the aim forced in this position, which follows from the prepared problem?"""
    if s[p.NEED] <= 0:
        return s[p.WANTED]
    own, worlds, trick, need, caps = s[p.OWN], worlds_of(s), trick_of(s), s[p.NEED], s[p.CAPS]
    if s[p.CAPPED] != 0:
        return _capped(w, own, worlds, trick, need, caps)
    if s[p.ROOM] != 0:
        return _hidden(w, own, worlds, trick, need, caps)
    return _known(w, own, worlds, trick, need, caps)


@kernel(int64(STATE, int64, STATE), inline=False)
def step(s, card, after):
    """Write the position after a card; 0 if no world has it."""
    for i in range(p.WORDS):
        after[i] = s[i]
    trick = trick_of(s)
    sizes = sizes_of(s[p.OWN], trick)
    own, worlds, caps, possible = _play(s, s[p.OWN], worlds_of(s), s[p.CAPS], sizes, trick, card)
    if not possible:
        return 0
    after[p.OWN], after[p.CAPS] = own, caps
    write_worlds(after, worlds)
    trick, after[p.NEED] = finish(s, put(trick, lowest(card), s[p.KIND]), s[p.NEED])
    _, _, _, at, seat, _ = trick
    if at > 0:
        after[p.TABLE + at - 1], after[p.LAID] = card, at
    else:
        after[p.LEADER], after[p.LAID], after[p.TABLE], after[p.TABLE + 1] = seat, 0, 0, 0
    return 1


@kernel(int64(STATE), inline=False)
def moves_of(s):
    """The cards that may be played in some world by the seat to move."""
    follow, _, _, _, turn, _ = trick_of(s)
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
    follow, _, laid, _, _, _ = trick_of(s)
    moves = lay.following(s[p.OWN], follow)
    live = laid | s[p.OWN] | unseen(worlds_of(s))
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
