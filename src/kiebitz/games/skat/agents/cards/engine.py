# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""A Skat player, compiled: winning tables; then killer cards, the endgame, hope, averages over worlds."""

from __future__ import annotations

import numpy as np
from numba import float64, int64

from kiebitz.games.skat import rules as r
from kiebitz.games.skat import sight
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding.phases import before_the_play
from kiebitz.games.skat.agents.cards.counting import counted_cards
from kiebitz.games.skat.agents.cards.expert import expert_card
from kiebitz.games.skat.agents.cards.instinct import write_marks
from kiebitz.games.skat.agents.cards.knowing import knowing_card
from kiebitz.games.skat.agents.cards.worlds import EXAMPLES, value_all, value_drawn
from kiebitz.games.skat.search.layout import KINDS, from_layout, to_layout
from kiebitz.games.skat.search.paranoia.root import LINKS
from kiebitz.games.skat.search.paranoia.sets import redundant
from kiebitz.games.skat.search.paranoia.view import (
    GAME_LIMIT,
    NO_AIM,
    NO_EXTREMES,
    NO_HABITS,
    assumable,
    highest_killers,
    own_aim,
)
from kiebitz.games.skat.tables import DECK, NULL
from kiebitz.kernel.bits import count, lowest
from kiebitz.kernel.clock import is_past, part_of_time, ticks
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, PHASE, POLICY, STATE, TURN
from kiebitz.kernel.worlds import MOST_CASES, count_cases

STAGE, SEEN, AIM, KILLERS, SHARE, ASSUMED, CUT, COUNTED, ASKED, VOTED, HOPES, RULE = range(12)
REASONS = 12  # words of the reasons
NOT_VOTED = -1  # in place of the best share of a vote
ONLY, TABLES, KILLER, VOTE, HOPE, AVERAGE, GLANCE, EXPERT_RULE = range(8)  # stages
APPROXIMATE = 3  # cards before the exact search for killer cards from which extremes are left out
LAST_TRICKS = 5  # cards in hand from which all worlds may be solved
VOTES = 0.9  # the share of worlds from which a vote is accepted
FEWEST = 16  # worlds that must be seen before hope is given up for a card
HALVES = 2  # killer cards, and the worlds of an endgame, have half of the time that is left
FLOATS = float64[::1]
THINK = int64(STATE, STATE, STATE, FLOATS, STATE, EXAMPLES)


@kernel
def cards_played(view):
    return view[r.PLAYED] | view[r.PLAYED + 1] | view[r.PLAYED + 2]


@kernel
def proof_that_counts(view, memory, assumed, deadline, found):
    """The aim of the best killer cards; NO_AIM if there are none, or only of a minor matter.

    Opponents care about Schneider only when the game is lost.
    """
    space = memory[m.PARANOIA_SPACE : m.TRUMP_FACTORS]
    aim = highest_killers(view, space, assumed, memory[m.NODES], deadline, found)
    is_minor = view[TURN] != view[r.DECLARER] and aim != own_aim(view) and view[r.POINTS] <= GAME_LIMIT
    return np.int64(NO_AIM) if is_minor else aim


@kernel(int64(STATE, STATE, int64, STATE), inline=False)
def killer_cards(view, memory, deadline, reasons):
    """The cards that force the most; none if there is no proof that counts.

    Before the time of the search comes, certain points are counted, and shortly before it the search leaves
    out extreme distributions. Habits are relied on only where nothing can be proved without them.
    """
    mine = 1 if view[TURN] == view[r.DECLARER] else 2
    if view[r.CONTRACT] == NULL or memory[m.PARANOIA] & mine == 0:
        return np.int64(0)
    found = np.zeros(3, np.int64)
    early = memory[m.FROM_CARD] - count(cards_played(view))
    if early > 0:
        aim = counted_cards(view, found)
        if aim != NO_AIM:
            reasons[AIM], reasons[KILLERS], reasons[COUNTED] = aim, found[0], 1
            return found[0]
    if early > APPROXIMATE:
        return np.int64(0)
    assumed = np.int64(NO_EXTREMES if early > 0 else NO_HABITS)
    aim = proof_that_counts(view, memory, assumed, deadline, found)
    if aim == NO_AIM and memory[m.HABITS] != 0:
        habits = assumable(view, (memory[m.HABITS] & 1) | (memory[m.HABITS] & 2) << 1)
        if habits != 0:
            assumed |= habits
            aim = proof_that_counts(view, memory, assumed, deadline, found)
    reasons[ASKED], reasons[CUT] = 1, is_past(deadline)
    if aim == NO_AIM:
        return np.int64(0)
    reasons[AIM], reasons[KILLERS], reasons[ASSUMED] = aim, found[0], assumed
    return found[0]


@kernel
def worlds_left(view):
    cards, room = np.zeros(4, np.int64), np.zeros(4, np.int64)
    sight.unseen(view, cards, room)
    lacks = np.empty((MOST_CASES, 4), np.int64)
    return count_cases(cards, room, np.int64(4), lacks, sight.cases(view, lacks))


@kernel(int64(STATE, int64), inline=False)
def distinct(view, cards):
    """Of cards that count the same with none of the others' between them, the strongest."""
    contract = view[r.CONTRACT]
    hand = view[HAND + view[TURN]]
    gone = cards_played(view) | view[r.SKAT]
    for i in range(view[r.CARDS]):
        gone &= ~(np.int64(1) << ((view[r.TRICK] >> (5 * i)) & 31))
    same = LINKS[KINDS[contract], np.int64(contract == NULL), 0]
    copies = redundant(to_layout(hand, contract), to_layout(DECK & ~gone, contract), same)
    left = cards & ~from_layout(copies, contract)
    return left if left != 0 else cards


@kernel
def best_of(cards, marks):
    best = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if marks[card] > marks[best]:
            best = card
    return best


@kernel
def most_wins(cards, wins, values):
    """The card that wins in the most worlds; the score decides between equals."""
    best, top = lowest(cards), -1e9
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        mark = wins[card] + values[card] * 1e-6
        if mark > top:
            best, top = card, mark
    return best


@kernel
def hope_card(cards, wins):
    """The only card that wins in any world, -1 if there are several or none."""
    found = np.int64(-1)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if wins[card] > 0:
            if found >= 0:
                return np.int64(-1)
            found = card
    return found


@kernel
def at_a_glance(view, memory, cards, values):
    """The card that instinct marks best."""
    write_marks(view, memory, np.int64(m.INSTINCT), cards, values)
    return best_of(cards, values)


@kernel
def value_cards(view, memory, rng, cards, deadline, values, wins, reasons, examples):
    """Value cards in all worlds if they are few in the last tricks, else in drawn ones; was it in all?"""
    if count(view[HAND + view[TURN]]) <= LAST_TRICKS and worlds_left(view) <= memory[m.ENDGAME]:
        time = part_of_time(deadline, HALVES)
        reasons[SEEN] = value_all(view, memory, rng, cards, time, values, wins, examples)
        if reasons[SEEN] != 0:
            return True
        reasons[CUT] = 1
        values[:], wins[:], examples[:] = 0.0, 0.0, 0.0
    reasons[SEEN] = value_drawn(view, memory, rng, cards, memory[m.WORLDS], deadline, values, wins, examples)
    if is_past(deadline):
        reasons[CUT] = 1
    return False


@kernel
def chosen_by_value(view, memory, cards, is_all, values, wins, reasons):
    """The best mean; but what a vote of all worlds or hope wants is played first."""
    best = best_of(cards, values)
    if reasons[STAGE] == AVERAGE and is_all:
        winner = most_wins(cards, wins, values)
        if wins[winner] >= VOTES:
            best, reasons[STAGE] = winner, VOTE
    is_solved = count(view[HAND + view[TURN]]) <= memory[m.SOLVE] and reasons[SEEN] >= FEWEST
    is_solved = is_solved and memory[m.SHARE] == 0
    if reasons[STAGE] == AVERAGE and (is_all or is_solved):
        hope = hope_card(cards, wins)
        if hope >= 0:
            best, reasons[STAGE] = hope, HOPE
    reasons[SHARE] = np.int64(1000 * wins[best])
    return best


@kernel
def hopes_among(cards, wins):
    """How many cards win in any world."""
    found = np.int64(0)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        found += wins[card] > 0
    return found


@kernel
def endgame_or_hope(view, memory, rng, cards, deadline, values, reasons, examples):
    """The card of a vote over all worlds, or the only one that wins in any; -1 where these do not decide."""
    hand = count(view[HAND + view[TURN]])
    reasons[VOTED] = NOT_VOTED
    is_last = hand <= LAST_TRICKS and worlds_left(view) <= memory[m.ENDGAME]
    if not is_last and hand > memory[m.SOLVE]:
        return np.int64(-1)
    wins = np.zeros(64, np.float64)
    is_all = value_cards(view, memory, rng, cards, deadline, values, wins, reasons, examples)
    if not is_all and reasons[SEEN] < FEWEST:
        return np.int64(-1)
    if is_all:
        winner = most_wins(cards, wins, values)
        reasons[VOTED] = np.int64(1000 * wins[winner])
        if wins[winner] >= VOTES:
            reasons[STAGE], reasons[SHARE] = VOTE, reasons[VOTED]
            return winner
    reasons[HOPES] = hopes_among(cards, wins)
    hope = hope_card(cards, wins)
    if hope >= 0:
        reasons[STAGE], reasons[SHARE] = HOPE, np.int64(1000 * wins[hope])
    return hope


@kernel
def in_published_order(view, memory, rng, cards, deadline, values, reasons, examples):
    """Without a killer card: the endgame and hope, and expert cards wherever these do not decide."""
    card = endgame_or_hope(view, memory, rng, cards, deadline, values, reasons, examples)
    if card >= 0:
        return card
    reasons[STAGE] = EXPERT_RULE
    return knowing_card(view, memory, reasons[RULE:])


@kernel(THINK, inline=False)
def choose_card(view, memory, rng, values, reasons, examples):
    """Killer cards first; then the vote of all worlds in the last tricks; then hope; else the best mean.

    In the published order expert cards take the place of the mean. If there is no time for a single world,
    instinct decides.
    """
    cards = r.legal(view)
    deadline = ticks() + memory[m.TICKS] if memory[m.TICKS] != 0 else np.int64(0)
    if memory[m.WORLDS] == 0:
        reasons[STAGE] = GLANCE
        return at_a_glance(view, memory, cards, values)
    killers = killer_cards(view, memory, part_of_time(deadline, HALVES), reasons)
    reasons[STAGE] = AVERAGE if killers == 0 else KILLER
    cards = cards if killers == 0 else killers
    if memory[m.RACE] != 0:
        cards = distinct(view, cards)
    if cards & (cards - 1) == 0 and killers != 0:
        return lowest(cards)
    if killers == 0 and memory[m.ORDER] != 0:
        return in_published_order(view, memory, rng, cards, deadline, values, reasons, examples)
    if killers == 0 and view[r.TRICKS] + view[r.TRICKS + 1] < memory[m.EXPERT]:
        reasons[STAGE] = EXPERT_RULE
        return expert_card(view, memory)
    wins = np.zeros(64, np.float64)
    is_all = value_cards(view, memory, rng, cards, deadline, values, wins, reasons, examples)
    if reasons[SEEN] == 0:
        reasons[STAGE] = GLANCE if killers == 0 else KILLER
        return at_a_glance(view, memory, r.legal(view) if killers == 0 else killers, values)
    return chosen_by_value(view, memory, cards, is_all, values, wins, reasons)


@kernel(THINK, inline=False)
def think(view, memory, rng, values, reasons, examples):
    """The move; values, reasons and examples of the worlds it saw (as many as there are rows) say why."""
    moves = r.legal(view)
    if moves != 0 and moves & (moves - 1) == 0:
        reasons[STAGE] = ONLY
        return lowest(moves)
    if view[PHASE] != r.CARD_PLAY:
        reasons[STAGE] = TABLES
        return before_the_play(view, memory, values)
    return choose_card(view, memory, rng, values, reasons, examples)


@kernel(POLICY, inline=False)
def player(view, memory, rng):
    values, reasons = np.zeros(64, np.float64), np.zeros(REASONS, np.int64)
    return think(view, memory, rng, values, reasons, np.zeros((0, 5), np.float64))
