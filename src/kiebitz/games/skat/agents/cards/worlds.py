# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The value of cards in one world, and the sums of these over drawn or over all worlds, compiled."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, void

from kiebitz.games.skat import rules as r
from kiebitz.games.skat import sight
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.cards.inference import chance_of_discard, draw_worlds, likelihood
from kiebitz.games.skat.agents.cards.instinct import instinct
from kiebitz.games.skat.agents.cards.rules_of_thumb import card_by_rules
from kiebitz.games.skat.scoring import card_points
from kiebitz.games.skat.search.layout import PLACE
from kiebitz.games.skat.search.open_cards.questions import (
    FIRST_GUESS,
    NULL_TRICK,
    class_near,
    class_of,
    put_down,
    takes_trick,
    value_near,
)
from kiebitz.games.skat.search.open_cards.states import prepare_state, table_of
from kiebitz.games.skat.tables import BIDS, NULL, SCHWARZ
from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.clock import is_past, part_of_time
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import step
from kiebitz.kernel.state import HAND, STATE, TURN, VIEWER, WORDS, copy_state

FLOATS = float64[::1]
EXAMPLES = float64[:, ::1]  # rows of three hands, skat and share; masks of 32 cards are whole numbers in it
POINT = 0.1  # what a card point counts beside the score, so that nothing is given away
FIRST_ROUND, ROUND = 16, 8  # worlds before cards may fall behind, and at least between two looks
LOOKS = 32  # the most looks while the number of worlds doubles
BLOCK = 256  # worlds that are drawn together
DRAWING = 4  # one of this many parts of the time that is left is for drawing a block
MILLION = 1_000_000
SHARPNESS = 200  # in hundredths: how sharply instinct decides where no player has a say
MIDDLE = np.array([25, 46, 75, 100], np.int64)  # by class of result: points that stand for it
BEHIND = 2.8  # standard errors by which a card must be worse to be given up


@kernel
def with_bonus(result):
    """The declarer's points of Seeger and Fabian for his score."""
    return result + (50.0 if result > 0 else -50.0)


@kernel(float64(STATE, int64), inline=False)
def worth(s, value):
    """A declarer's worth of a solved position: value is his points at the end, in Null 1 for a game won."""
    if s[r.CONTRACT] == NULL:
        return with_bonus(r.settle(s, BIDS[s[r.BID]], np.int64(0), 1 - value, np.int64(1)))
    tricks = np.int64(5)  # neither side without a trick
    if value == 120 and s[r.TRICKS + 1] == 0:
        tricks = np.int64(10)
    elif value == card_points(s[r.SKAT]) and s[r.TRICKS] == 0:
        tricks = np.int64(0)
    return with_bonus(r.settle(s, BIDS[s[r.BID]], value, tricks, np.int64(1))) + POINT * value


@kernel
def solved_near(w, hands, leader, laid, s, guess, by_class):
    """The declarer's points at the end with open cards; by class: points that stand for his class of result.

    In Null 1 if he wins.
    """
    declarer, left, right = hands
    if s[r.CONTRACT] == NULL:
        return 1 - takes_trick(w, declarer, left, right, leader, laid, np.int64(NULL_TRICK))
    so_far = s[r.POINTS] + card_points(s[r.SKAT])
    if by_class != 0:
        return MIDDLE[class_near(w, declarer, left, right, leader, laid, so_far, class_of(guess))]
    return so_far + value_near(w, declarer, left, right, leader, laid, guess - so_far)


@kernel(int64(STATE, STATE, int64, int64), inline=False)
def solved(w, s, guess, by_class):
    """The open-card value of a position (see ``solved_near``); a good guess of it saves questions."""
    declarer, left, right, leader = prepare_state(w, s)
    return solved_near(w, (declarer, left, right), leader, table_of(s), s, guess, by_class)


@kernel(int64(STATE, STATE, int64, int64, int64, FLOATS), inline=False)
def solve_cards(w, s, cards, by_class, deadline, worths):
    """The declarer's worth after each of some legal cards, with open cards; 0 if time ran out on them."""
    contract, table = s[r.CONTRACT], table_of(s)
    declarer, left, right, leader = prepare_state(w, s)
    value = np.int64(FIRST_GUESS)
    while cards != 0:
        if is_past(deadline):
            return np.int64(0)
        card = lowest(cards)
        cards &= cards - 1
        laid = put_down(table, PLACE[contract, card])
        value = solved_near(w, (declarer, left, right), leader, laid, s, value, by_class)
        worths[card] = worth(s, value)
    return np.int64(1)


@kernel(void(STATE, int64, STATE), inline=False)
def to_solver(s, cards, view):
    """Let rules of thumb play until a trick begins with at most this many cards in hand."""
    while s[TURN] >= 0 and (s[r.CARDS] != 0 or count(s[HAND + s[TURN]]) > cards):
        sight.observe(s, s[TURN], view)
        r.play(s, card_by_rules(view))


@kernel(void(STATE, STATE, int64, int64, STATE, FLOATS), inline=False)
def by_instinct(s, memory, cards, sharpness, rng, marks):
    """Let instinct play until a trick begins with at most this many cards in hand."""
    while s[TURN] >= 0 and (s[r.CARDS] != 0 or count(s[HAND + s[TURN]]) > cards):
        r.play(s, instinct(s, memory, np.int64(m.INSTINCT), sharpness, rng, marks))


@kernel(int64(STATE, STATE, int64, int64, STATE, int64, FLOATS), inline=False)
def value_world(memory, s, cards, by_class, rng, deadline, worths):
    """The declarer's worth after each of some legal cards of a state, by its code; 0 if time ran out on them.

    By class 1: what is solved is solved by class of result; but who announced all tricks needs the points.
    All cards are played on with the same random numbers, so that chance does not tell them apart.
    """
    w = m.solver_of(memory)
    by_class = np.int64(by_class != 0 and s[r.LEVEL] < SCHWARZ)
    if count(s[HAND + s[TURN]]) <= memory[m.SOLVE]:
        return solve_cards(w, s, cards, by_class, deadline, worths)
    after, view = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64)
    marks, start, same = np.empty(64, np.float64), step(rng), np.empty(1, np.int64)
    value = np.int64(FIRST_GUESS)
    while cards != 0:
        if is_past(deadline):
            return np.int64(0)
        card = lowest(cards)
        cards &= cards - 1
        copy_state(s, after)
        r.play(after, card)
        same[0] = start
        if memory[m.PLAYOUT] != 0:
            by_instinct(after, memory, memory[m.SOLVE], memory[m.SHARP], same, marks)
        else:
            to_solver(after, memory[m.SOLVE], view)
        if after[TURN] < 0:
            worths[card] = with_bonus(after[r.SCORE]) + POINT * (after[r.POINTS] + card_points(after[r.SKAT]))
        else:
            value = solved(w, after, value, by_class)
            worths[card] = worth(after, value)
    return np.int64(1)


@kernel(int64(STATE, STATE, int64, STATE, int64, FLOATS), inline=False)
def presume(memory, s, cards, rng, deadline, worths):
    """Let worths lie between open cards and instinct, which sees only its own, playing on to the end.

    Nobody plays as if he saw all hands (Wisser's presumed value). The answer is 0 if time ran out.
    """
    if memory[m.SHARE] == 0:
        return np.int64(1)
    after, marks = np.empty(WORDS, np.int64), np.empty(64, np.float64)
    start, same = step(rng), np.empty(1, np.int64)
    while cards != 0:
        if is_past(deadline):
            return np.int64(0)
        card = lowest(cards)
        cards &= cards - 1
        copy_state(s, after)
        r.play(after, card)
        same[0] = start
        by_instinct(after, memory, np.int64(0), memory[m.SHARP], same, marks)
        played = with_bonus(after[r.SCORE]) + POINT * (after[r.POINTS] + card_points(after[r.SKAT]))
        worths[card] += (played - worths[card]) * memory[m.SHARE] / MILLION
    return np.int64(1)


@kernel
def lay_out(view, world, s):
    """The state in which the hands and the skat are those of a world."""
    copy_state(view, s)
    s[VIEWER] = -1
    for seat in range(3):
        s[HAND + seat] = world[seat]
    s[r.SKAT] = world[3]


@kernel
def still_racing(values, n, cards):
    """The cards that are not clearly worse than the best one in the worlds so far."""
    best, top, rest = lowest(cards), -1e18, cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        total = values[:n, card].sum()
        if total > top:
            best, top = card, total
    left, rest = cards, cards & ~bit(best)
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        total, squares = 0.0, 0.0
        for i in range(n):
            behind = values[i, best] - values[i, card]
            total += behind
            squares += behind * behind
        variance = squares - total * total / n  # times n
        if total > BEHIND * np.sqrt(max(variance, 0.0)) + 1e-6:
            left &= ~bit(card)
    return left


@kernel
def add_worths(view, worths, cards, weight, sums, wins):
    """Add the mover's worth of each card, and where his side wins; the worths get his sign."""
    sign = 1.0 if view[TURN] == view[r.DECLARER] else -1.0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        worths[card] *= sign
        sums[card] += weight * worths[card]
        if worths[card] > 0:
            wins[card] += weight


@kernel
def to_means(cards, n, means, wins):
    """Divide the sums of some cards by the number of worlds."""
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        means[card], wins[card] = means[card] / n, wins[card] / n


@kernel
def note_world(examples, world, weight):
    """Keep a few different worlds with what they count: the weightiest, and of equals the first."""
    lightest = 0
    for i in range(len(examples)):
        same = True
        for place in range(4):
            same = same and examples[i, place] == world[place]
        if same:
            examples[i, 4] += weight
            return
        if examples[i, 4] < examples[lightest, 4]:
            lightest = i
    if len(examples) != 0 and weight > examples[lightest, 4]:
        for place in range(4):
            examples[lightest, place] = world[place]
        examples[lightest, 4] = weight


@kernel
def to_shares(examples, total):
    for i in range(len(examples)):
        examples[i, 4] /= total


@kernel(int64(STATE, STATE, STATE, int64, int64, int64, FLOATS, FLOATS, EXAMPLES), inline=False)
def value_drawn(view, memory, rng, cards, worlds, deadline, means, wins, examples):
    """The mean worth of cards over drawn worlds, and the share that they win; the answer is how many worlds.

    Cards that fall behind are given up on the way, and so is the rest of the worlds when one is left. A world
    that is not finished in time does not count.
    """
    s, values = np.empty(WORDS, np.int64), np.zeros((worlds, 32), np.float64)
    block, place, drawn = np.empty((min(worlds, BLOCK), 4), np.int64), np.int64(0), np.int64(0)
    racing, look, n = cards, np.int64(FIRST_ROUND), np.int64(0)
    while n < worlds:
        if place == drawn:
            time, place = part_of_time(deadline, DRAWING), np.int64(0)
            drawn = draw_worlds(view, memory, rng, block[: min(worlds - n, BLOCK)], time)
        lay_out(view, block[place], s)
        by_class = np.int64(memory[m.CLASSES] != 0 and n >= memory[m.CLASSES])
        if value_world(memory, s, racing, by_class, rng, deadline, values[n]) == 0:
            break
        if presume(memory, s, racing, rng, deadline, values[n]) == 0:
            break
        add_worths(view, values[n], racing, 1.0, means, wins)
        note_world(examples, block[place], 1.0)
        place += 1
        n += 1
        if memory[m.RACE] != 0 and n == look:
            look = n + ROUND if n < ROUND * LOOKS else n + n // LOOKS
            left = still_racing(values, n, racing)
            to_means(racing & ~left, n, means, wins)
            racing = left
            if racing & (racing - 1) == 0:
                break
    to_means(racing, max(n, 1), means, wins)
    to_shares(examples, max(n, 1))
    return n


@kernel
def next_place(cards, room, items, place, i):
    """Put the i-th of the unseen cards where it may lie next; the answer is the card to go on with."""
    if place[i] >= 0:
        room[place[i]] += 1
    place[i] += 1
    while place[i] < 4 and (room[place[i]] == 0 or cards[place[i]] & items[i] == 0):
        place[i] += 1
    if place[i] == 4:
        place[i] = -1
        return i - 1
    room[place[i]] -= 1
    return i + 1


@kernel
def gather(view, items, place, n, world):
    """The world in which the unseen cards lie in these places."""
    for seat in range(3):
        world[seat] = view[HAND + seat]
    world[3] = view[r.SKAT]
    for i in range(n):
        world[place[i]] |= items[i]


@kernel(int64(STATE, STATE, STATE, int64, int64, FLOATS, FLOATS, EXAMPLES), inline=False)
def value_all(view, memory, rng, chosen, deadline, means, wins, examples):
    """The same over all worlds, one after the other, each by its weight; 0 if there was no time for all.

    Then the sums are of no use: worlds that are listed first are alike.
    """
    cards, room, world = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    sight.possible(view, cards, room)
    rest = cards[0] | cards[1] | cards[2] | cards[3]
    n = count(rest)
    items, place = np.zeros(n + 1, np.int64), np.full(n + 1, -1, np.int64)
    for i in range(n):
        items[i] = rest & -rest
        rest &= rest - 1
    s, worths = np.empty(WORDS, np.int64), np.zeros(32, np.float64)
    total, i, seen = 0.0, 0, np.int64(0)
    while i >= 0:
        if i < n:
            i = next_place(cards, room, items, place, i)
            continue
        gather(view, items, place, n, world)
        i -= 1
        lay_out(view, world, s)
        if not r.could_name(s):
            continue
        weight = np.exp(likelihood(view, memory, s)) * chance_of_discard(view, memory, s)
        if value_world(memory, s, chosen, np.int64(0), rng, deadline, worths) == 0:
            return np.int64(0)
        add_worths(view, worths, chosen, weight, means, wins)
        note_world(examples, world, weight)
        total += weight
        seen += 1
    to_means(chosen, total, means, wins)
    to_shares(examples, total)
    return seen
