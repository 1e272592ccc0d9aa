"""A Skat player, compiled: winning tables; then killer cards, the endgame, averages over worlds."""

from __future__ import annotations

import numpy as np
from numba import float64, int64

from kiebitz.agents.skat import memory as m
from kiebitz.agents.skat.bidding import before_the_play
from kiebitz.agents.skat.worlds import all_worlds, draw_worlds
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.tables import NULL
from kiebitz.kernel.bits import count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, PHASE, POLICY, STATE, TURN
from kiebitz.kernel.worlds import count_worlds
from kiebitz.search.skat.paranoia_view import GAME_LIMIT, NO_AIM, highest_killers, own_aim

CARD_PLAY, CONTRACT, DECLARER, PLAYED, POINTS = r.CARD_PLAY, r.CONTRACT, r.DECLARER, r.PLAYED, r.POINTS
legal, unseen = r.legal, r.unseen
ENDGAME, FROM_CARD, NODES, PARANOIA, PARANOIA_ROOM, WORLDS = (
    m.ENDGAME, m.FROM_CARD, m.NODES, m.PARANOIA, m.PARANOIA_ROOM, m.WORLDS,
)  # fmt: skip

STAGE, SEEN, AIM, KILLERS, SHARE = range(5)  # words of the reasons
ONLY, TABLES, KILLER, VOTE, AVERAGE = range(5)  # stages
LAST_TRICKS = 5  # cards in hand from which all worlds may be solved
VOTES = 0.9  # the share of worlds from which a vote is accepted
FLOATS = float64[::1]
THINK = int64(STATE, STATE, STATE, FLOATS, STATE)


@kernel
def wants_proof(view, memory):
    """Is it time for a paranoia search, and has the seat's side one?"""
    if view[CONTRACT] == NULL:
        return False
    mine = 1 if view[TURN] == view[DECLARER] else 2
    played = count(view[PLAYED] | view[PLAYED + 1] | view[PLAYED + 2])
    return memory[PARANOIA] & mine != 0 and played >= memory[FROM_CARD]


@kernel(int64(STATE, STATE, STATE), inline=False)
def killer_cards(view, memory, reasons):
    """The cards that force the most; none if there is no proof, or only one of a minor matter.

    Opponents care for Schneider only when the game is lost.
    """
    found = np.zeros(2, np.int64)
    aim = highest_killers(view, memory[PARANOIA_ROOM:], np.int64(0), memory[NODES], found)
    if aim == NO_AIM:
        return np.int64(0)
    if view[TURN] != view[DECLARER] and aim != own_aim(view) and view[POINTS] <= GAME_LIMIT:
        return np.int64(0)
    reasons[AIM] = aim
    reasons[KILLERS] = found[0]
    return found[0]


@kernel
def worlds_left(view):
    cards, room = np.zeros(4, np.int64), np.zeros(4, np.int64)
    unseen(view, cards, room)
    return count_worlds(cards, room, np.int64(4))


@kernel
def best_of(cards, marks):
    best = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if marks[card] > marks[best]:
            best = card
    return best


@kernel(THINK, inline=False)
def choose_card(view, memory, rng, values, reasons):
    """Killer cards first; then the vote of all worlds in the last tricks; else the best mean."""
    cards = legal(view)
    stage = np.int64(AVERAGE)
    if wants_proof(view, memory):
        killers = killer_cards(view, memory, reasons)
        if killers != 0:
            stage, cards = np.int64(KILLER), killers
    reasons[STAGE] = stage
    if cards & (cards - 1) == 0:
        return lowest(cards)
    sums, wins = np.zeros(64, np.float64), np.zeros(64, np.float64)
    few = count(view[HAND + view[TURN]]) <= LAST_TRICKS and worlds_left(view) <= memory[ENDGAME]
    if few:
        weight = all_worlds(view, memory, sums, wins)
        reasons[SEEN] = np.int64(worlds_left(view))
    else:
        weight = draw_worlds(view, memory, rng, memory[WORLDS], sums, wins)
        reasons[SEEN] = memory[WORLDS]
    for card in range(32):
        values[card] = sums[card] / weight
    best = best_of(cards, values)
    if few and stage == AVERAGE:
        marks = wins + sums * 1e-6  # the vote; the score decides between equals
        winner = best_of(cards, marks)
        if wins[winner] >= VOTES * weight:
            best, reasons[STAGE] = winner, VOTE
    reasons[SHARE] = np.int64(1000 * wins[best] / weight)
    return best


@kernel(THINK, inline=False)
def think(view, memory, rng, values, reasons):
    """The move; values and reasons say why."""
    moves = legal(view)
    if moves != 0 and moves & (moves - 1) == 0:
        reasons[STAGE] = ONLY
        return lowest(moves)
    if view[PHASE] != CARD_PLAY:
        reasons[STAGE] = TABLES
        return before_the_play(view, memory, values)
    return choose_card(view, memory, rng, values, reasons)


@kernel(POLICY, inline=False)
def player(view, memory, rng):
    values, reasons = np.zeros(64, np.float64), np.zeros(8, np.int64)
    return think(view, memory, rng, values, reasons)
