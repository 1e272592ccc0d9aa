# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Can a player force exactly the guessed number of tricks, however the unseen cards lie and are played?

The search never lists worlds. What a player knows is a pool of unseen cards, the room of each place and
the suits that a seat lacks; every card that an opponent plays leaves a set of worlds of the same form. An
opponent may play a card if some world is left in which it lies there and is legal. So the answer is exact:
a forced card wins against every distribution and every defence. Cards of the pool that only played ones
separate are alike, and one of them stands for all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import int64

from kiebitz.games.boerenbridge import rules as r
from kiebitz.kernel.bits import bit, count, has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, MAX_SEATS, OPEN, PHASE, STATE, VIEWER
from kiebitz.rules.values import View
from kiebitz.sayings import Saying, say

UNKNOWN, REFUTED, FORCED = -1, 0, 1
BUDGET, ALL_TRUMPS, PLAYERS, ME = 0, 1, 2, 3  # words of the workspace
WORKSPACE = 4


@kernel
def is_void(voids, seat, suit):
    return (voids >> (4 * seat + suit)) & 1 != 0


@kernel(int64(int64, int64, int64, int64), inline=False)
def fits(pool, rooms, voids, seats):
    """Is there a world? By Hall's theorem, if no set of suits is too large for the places it may go to."""
    for chosen in range(1, 16):
        cards, space = np.int64(0), np.int64(0)
        for suit in range(4):
            if has(np.int64(chosen), suit):
                cards += count(pool & r.suit_cards(suit))
        for place in range(seats + 1):
            for suit in range(4):
                if has(np.int64(chosen), suit) and (place == seats or not is_void(voids, place, suit)):
                    space += (rooms >> (8 * place)) & 255
                    break
        if cards > space:
            return 0
    return 1


@kernel
def is_alike(card, before, barriers):
    """Do no barriers lie between a card and the one of its suit that was tried before it?"""
    if before < 0 or not has(r.SAME_SUIT[card], before):
        return False
    return barriers & (bit(card) - 1) & ~(bit(before + 1) - 1) == 0


@kernel
def takes(card, best, trumps):
    """Does a card win the trick so far? A lead, with no best card before it, does."""
    if best < 0:
        return True
    return card > best if has(r.SAME_SUIT[best], card) else has(trumps, card)


@kernel(
    int64(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, STATE), inline=False
)
def force(hand, pool, rooms, voids, turn, leader, led, best, winner, need, left, work):
    """Is it forced to win exactly ``need`` of the ``left`` tricks, the one on the table included?"""
    if need < 0 or need > left:
        return np.int64(REFUTED)
    if left == 0:
        return np.int64(FORCED)
    work[BUDGET] -= 1
    if work[BUDGET] < 0:
        return np.int64(UNKNOWN)
    me, seats = work[ME], work[PLAYERS]
    mine = turn == me
    follow = r.suit_cards(led) if led >= 0 else np.int64(r.EVERYTHING)
    if mine:
        cards = hand & follow if hand & follow != 0 else hand
        barriers = pool
    else:
        cards = pool
        for suit in range(4):
            if is_void(voids, turn, suit):
                cards &= ~r.suit_cards(suit)
        barriers = hand
    if best >= 0:
        barriers |= bit(best)
    following = turn + 1 if turn + 1 < seats else np.int64(0)
    before, doubtful = np.int64(-1), False
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if is_alike(card, before, barriers):
            continue
        before = card
        hand_after, pool_after, rooms_after, voids_after = hand, pool, rooms, voids
        if mine:
            hand_after = hand & ~bit(card)
        else:
            pool_after = pool & ~bit(card)
            rooms_after = rooms - (np.int64(1) << (8 * turn))
            if led >= 0 and not has(follow, card):
                voids_after = voids | bit(4 * turn + led)
            if fits(pool_after, rooms_after, voids_after, seats) == 0:
                continue
        led_after = r.SUIT_OF[card] if led < 0 else led
        best_after, winner_after = (card, turn) if takes(card, best, work[ALL_TRUMPS]) else (best, winner)
        if following == leader:
            took = np.int64(1) if winner_after == me else np.int64(0)
            answer = force(
                hand_after, pool_after, rooms_after, voids_after, winner_after, winner_after,
                np.int64(r.NOBODY), np.int64(r.NOBODY), np.int64(r.NOBODY), need - took, left - 1, work,
            )  # fmt: skip
        else:
            answer = force(
                hand_after, pool_after, rooms_after, voids_after, following, leader,
                led_after, best_after, winner_after, need, left, work,
            )  # fmt: skip
        if mine and answer == FORCED:
            return np.int64(FORCED)
        if not mine and answer == REFUTED:
            return np.int64(REFUTED)
        if answer == UNKNOWN:
            doubtful = True
    if doubtful:
        return np.int64(UNKNOWN)
    return np.int64(REFUTED) if mine else np.int64(FORCED)


@kernel(int64(STATE, int64, STATE), inline=False)
def forcing_cards(view, nodes, answers):
    """The answer for every legal card in ``answers[card]``; the nodes that were left over.

    Where everything is open there is nothing to be paranoid about: all stays unknown.
    """
    answers[:] = UNKNOWN
    if view[PHASE] != r.PLAY_PHASE or view[OPEN] != 0:
        return nodes
    me, seats = view[VIEWER], view[r.SEATS]
    cards, room = np.zeros(MAX_SEATS + 1, np.int64), np.zeros(MAX_SEATS + 1, np.int64)
    places = r.unseen(view, cards, room)
    pool, rooms = np.int64(0), np.int64(0)
    for place in range(places):
        if room[place] > 0:
            pool |= cards[place]
            rooms |= room[place] << (8 * place)
    work = np.empty(WORKSPACE, np.int64)
    work[BUDGET], work[ALL_TRUMPS], work[PLAYERS], work[ME] = nodes, view[r.TRUMPS], seats, me
    hand, need = view[HAND + me], r.field(view[r.GUESSES], me) - 1 - r.field(view[r.TRICKS], me)
    moves, others = r.legal(view), count(view[HAND + me]) - 1
    while moves != 0:
        card = lowest(moves)
        moves &= moves - 1
        best, winner = view[r.BEST], view[r.WINNER]
        if takes(card, best, view[r.TRUMPS]):
            best, winner = card, me
        following = me + 1 if me + 1 < seats else np.int64(0)
        rest = hand & ~bit(card)
        if following == view[r.LEADER]:
            took = np.int64(1) if winner == me else np.int64(0)
            answers[card] = force(
                rest, pool, rooms, view[r.VOIDS], winner, winner, np.int64(r.NOBODY), np.int64(r.NOBODY),
                np.int64(r.NOBODY), need - took, others, work,
            )  # fmt: skip
        else:
            led = r.SUIT_OF[card] if view[r.LED] < 0 else view[r.LED]
            answers[card] = force(
                rest, pool, rooms, view[r.VOIDS], following, view[r.LEADER], led, best, winner, need,
                others + 1, work,
            )  # fmt: skip
    return max(work[BUDGET], np.int64(0))


@dataclass(frozen=True)
class Verdict:
    """What is known about each legal card: it forces the guess, it does not, or the nodes ran out."""

    cards: dict[str, bool | None]
    nodes: int

    @property
    def killers(self) -> list[str]:
        return [card for card, is_forced in self.cards.items() if is_forced]

    @property
    def answer(self) -> Saying:
        """In a word, for the whole position."""
        if self.killers:
            return say("forced")
        return say("unknown") if None in self.cards.values() else say("not forced")


def paranoia(view: View, nodes: int = 100_000) -> Verdict:
    """Which cards force exactly the guess, against every distribution and every defence?"""
    answers = np.zeros(64, np.int64)
    left = int(forcing_cards(view.vector, nodes, answers))
    words = {UNKNOWN: None, REFUTED: False, FORCED: True}
    return Verdict({move: words[int(answers[move.code])] for move in view.moves}, nodes - left)
