# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The moves before the cards are played, compiled: bids, skat, discards, the game, announcements."""

from __future__ import annotations

import numpy as np
from numba import float64, int64

from kiebitz.games.skat import rules as r
from kiebitz.games.skat import tables as t
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding.bidding import (
    ALL_GAMES,
    best_discard,
    best_hand_game,
    worth_of_hand_game,
    worth_with_skat,
)
from kiebitz.games.skat.agents.bidding.chances import chance_to_win, score_of
from kiebitz.games.skat.agents.bidding.choosing import CANDIDATES, choose, list_candidates, list_games
from kiebitz.games.skat.agents.bidding.features import BID_GROUPS, bid_group, never_loses_null
from kiebitz.games.skat.agents.bidding.proofs import can_force
from kiebitz.games.skat.scoring import tops
from kiebitz.games.skat.search.paranoia.view import ALL_TRICKS, GAME_LIMIT, NO_EXTREMES, NO_HABITS
from kiebitz.games.skat.tables import BASE, BIDS, GRAND, NULL
from kiebitz.kernel.bits import has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, PHASE, STATE, TURN

WORTH_A_SEARCH = 0.6  # the chance by the tables from which a Grand is searched
SLAM = 0.9  # the chance of ninety from which all tricks are asked about
FLOATS = float64[::1]


@kernel
def worth_of_defending(memory, seat, bid):
    """What declaring must exceed: a margin, and what passing at this value has been seen to bring."""
    passing = memory[m.DEFENDING + seat * BID_GROUPS + bid_group(bid)] / 100
    return memory[m.MARGIN] + (passing if memory[m.PASSING] != 0 else 0.0)


@kernel(float64(STATE, STATE, FLOATS), inline=False)
def played_out_by_hand(view, memory, marks):
    """What the best Hand game is worth when the likely ones have been played out; marks: by the tables."""
    found, scores = np.zeros((CANDIDATES, 2), np.int64), np.zeros(CANDIDATES, np.float64)
    n = list_games(marks, np.int64(ALL_GAMES), np.int64(0), found, scores)
    return scores[choose(view, memory, found, n, scores)]


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def bid_or_pass(view, memory, values):
    """The next value, or yes, as long as declaring brings more than defending; values: both.

    Where only a Hand game would be worth it, that is played out first.
    """
    seat, speaks = view[TURN], view[PHASE] == r.SPEAK
    place = view[r.BID] + 1 if speaks else view[r.BID]
    no = np.int64(r.PASS) if speaks else np.int64(1)
    yes = place if speaks else np.int64(0)
    if place >= len(BIDS):
        return no
    hand, bid, marks = view[HAND + seat], BIDS[place], np.zeros(6, np.float64)
    worth, defending = worth_with_skat(memory, hand, seat, bid), worth_of_defending(memory, seat, bid)
    by_hand = best_hand_game(memory, hand, seat, bid, np.int64(ALL_GAMES), marks)
    if by_hand > defending and worth <= defending:
        won = view.copy()
        won[r.BID] = place
        r.win_auction(won, seat)
        by_hand = played_out_by_hand(won, memory, marks)
    values[yes], values[no] = max(worth, by_hand), defending
    return yes if values[yes] > values[no] else no


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def take_or_leave(view, memory, values):
    """The skat, unless a Hand game is worth more, by the tables and when it has been played out."""
    seat, bid, marks = view[TURN], BIDS[view[r.BID]], np.zeros(6, np.float64)
    hand = view[HAND + seat]
    values[0] = worth_with_skat(memory, hand, seat, bid)
    values[1] = best_hand_game(memory, hand, seat, bid, np.int64(ALL_GAMES), marks)
    if values[1] > values[0]:
        values[1] = played_out_by_hand(view, memory, marks)
    return np.int64(values[1] > values[0])


@kernel(float64(STATE, STATE, int64, int64), inline=False)
def forced_grand(view, memory, hand, pair):
    """The score of a Grand that is proved to be won against all but extreme distributions, else none."""
    levels, bid = tops(hand | pair, np.int64(GRAND)) + 1, BIDS[view[r.BID]]
    if memory[m.PROOF] == 0 or levels * BASE[GRAND] < bid:
        return -1e9
    if chance_to_win(memory, hand, pair, np.int64(GRAND), view[TURN], np.int64(1), bid) < WORTH_A_SEARCH:
        return -1e9
    proved = can_force(view, memory, hand, pair, np.int64(GRAND), np.int64(GAME_LIMIT), np.int64(NO_EXTREMES))
    return np.float64(levels * BASE[GRAND] + 50) if proved != 0 else -1e9


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def put_away(view, memory, values):
    """A card of the best discard for the best game; the second one goes with the first."""
    seat, bid = view[TURN], BIDS[view[r.BID]]
    cards, kept = view[HAND + seat], view[r.SKAT]
    found, scores = np.zeros((CANDIDATES, 2), np.int64), np.zeros(CANDIDATES, np.float64)
    best = choose(view, memory, found, list_candidates(memory, cards, kept, seat, bid, found, scores), scores)
    score, away = scores[best], found[best, 1]
    if found[best, 0] != GRAND:
        pair = best_discard(memory, cards, np.int64(GRAND), seat, kept)
        sure = forced_grand(view, memory, (cards | kept) & ~pair, pair)
        if sure > score:
            score, away = sure, pair
    card = lowest(away & ~kept)
    values[card] = score
    return card


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def name_game(view, memory, values):
    """The game with the best expected score."""
    seat, bid, games = view[TURN], BIDS[view[r.BID]], r.legal(view)
    hand, skat = view[HAND + seat], view[r.SKAT]
    if view[r.TAKEN] == 0:
        best_hand_game(memory, hand, seat, bid, games, values)
    for contract in range(6):
        if has(games, contract) and view[r.TAKEN] != 0:
            values[contract] = score_of(memory, hand, skat, contract, seat, np.int64(1), bid)
    found, scores = np.zeros((CANDIDATES, 2), np.int64), np.zeros(CANDIDATES, np.float64)
    n = list_games(values, games, skat, found, scores)
    best = found[choose(view, memory, found, n, scores), 0]
    for i in range(n):
        values[found[i, 0]] = scores[i]
    if best != GRAND and view[r.TAKEN] != 0 and has(games, GRAND):
        sure = forced_grand(view, memory, hand, skat)
        if sure > values[best]:
            values[GRAND] = sure
            return np.int64(GRAND)
    return best


@kernel
def takes_all(view, memory, hand, contract, ninety):
    """Is it proved that a Hand game takes all tricks? Asked only where ninety is likely."""
    if memory[m.PROOF] == 0 or ninety < SLAM:
        return False
    skat, aim, assume = np.int64(0), np.int64(ALL_TRICKS), np.int64(NO_HABITS)
    return can_force(view, memory, hand, skat, contract, aim, assume) != 0


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def announce(view, memory, values):
    """A Null that cannot be lost is laid open, and so is a hand that is proved to take all tricks.

    Schneider is announced in a Hand game where the mean over all skats says that it pays.
    """
    levels, seat, contract = r.legal(view), view[TURN], view[r.CONTRACT]
    hand = view[HAND + seat]
    if contract == NULL:
        return (
            np.int64(t.OUVERT)
            if never_loses_null(hand, view[r.SKAT]) and has(levels, t.OUVERT)
            else lowest(levels)
        )
    if not has(levels, t.SCHNEIDER):
        return lowest(levels)
    means = np.zeros(3, np.float64)
    worth_of_hand_game(memory, hand, seat, BIDS[view[r.BID]], contract, means)
    values[0], values[t.SCHNEIDER] = means[0], means[1]
    if takes_all(view, memory, hand, contract, means[2]):
        return np.int64(t.OUVERT)
    return np.int64(t.SCHNEIDER if means[1] > means[0] else 0)


@kernel(int64(STATE, STATE, FLOATS), inline=False)
def before_the_play(view, memory, values):
    """The move in any phase before the cards are played; values: what is known about moves."""
    phase = view[PHASE]
    if phase in (r.SPEAK, r.ANSWER):
        return bid_or_pass(view, memory, values)
    if phase == r.CHOOSE:
        return take_or_leave(view, memory, values)
    if phase == r.DISCARD:
        return put_away(view, memory, values)
    if phase == r.NAME:
        return name_game(view, memory, values)
    return announce(view, memory, values)
