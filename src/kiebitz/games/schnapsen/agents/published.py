# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The bots of the paper on strategy selection as their programs really behaved.

Every search through the shuffled moves returned on its first move, and the tests for the five ranks together
accept every card. So "the lowest card first" was a random move, replaced by the highest trump if it was one.
"""

from __future__ import annotations

from typing import NamedTuple

from kiebitz.agents.base import Decision
from kiebitz.games.schnapsen.agents.sets import (
    ACE,
    RANKS,
    TEN,
    best_trump,
    first_old,
    led_suit,
    platform_moves,
    side_moves,
    top_rank,
    trump_moves,
)
from kiebitz.games.schnapsen.rules import JACK, KING, LED, QUEEN, TRUMP
from kiebitz.kernel.bits import bit, highest, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import pick
from kiebitz.kernel.state import POLICY
from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.values import Move, View
from kiebitz.sayings import Saying, say

WITH_TOP_TRUMP, WITH_TOP_RANK = 0, 1  # word 0 of the memory: what takes the place of a random trump


@kernel
def non_trump(view, moves, memory, rng):
    """A random move; a trump or an exchange is replaced by the highest trump, or by the highest rank."""
    move = pick(rng, moves)
    if side_moves(view, bit(move)) != 0:
        return move
    return top_rank(moves) if memory[0] == WITH_TOP_RANK else lowest(best_trump(view, moves))


@kernel
def any_trump(view, moves, memory, rng):
    """A random move if it is a trump; otherwise another random one under the rule above."""
    move = pick(rng, moves)
    return move if trump_moves(view, bit(move)) != 0 else non_trump(view, moves, memory, rng)


@kernel
def highest_if_it_beats(view, moves, cards):
    """The highest of some cards of the led suit; if it does not beat, the first move in the old order."""
    best = highest(cards)
    return best if best > view[LED] else first_old(moves)


@kernel(POLICY)
def abot(view, memory, rng):
    """A random move if it is a jack or a queen, otherwise another random one."""
    moves = platform_moves(view)
    move = pick(rng, moves)
    return move if bit(move) & (RANKS[JACK] | RANKS[QUEEN]) != 0 else pick(rng, moves)


@kernel(POLICY)
def bbot(view, memory, rng):
    """The highest rank, except on lead now and then the first move in the old order."""
    moves = platform_moves(view)
    if view[LED] < 0:
        move, first = pick(rng, moves), first_old(moves)
        low = side_moves(view, bit(first)) & (RANKS[JACK] | RANKS[QUEEN] | RANKS[KING])
        if move == first and low != 0:
            return move
    return top_rank(moves)


@kernel(POLICY)
def bbot_appendix(view, memory, rng):
    """On lead a random move or the highest trump, otherwise the highest rank."""
    moves = platform_moves(view)
    return non_trump(view, moves, memory, rng) if view[LED] < 0 else top_rank(moves)


@kernel(POLICY)
def dbot(view, memory, rng):
    """On lead a random move or the highest trump; the answers look at the led card."""
    moves, led = platform_moves(view), view[LED]
    if led < 0:
        return non_trump(view, moves, memory, rng)
    following = led_suit(view, moves)
    if led // 5 == view[TRUMP]:
        if bit(pick(rng, moves)) & following != 0:
            return highest_if_it_beats(view, moves, following)
        return non_trump(view, moves, memory, rng)
    if led % 5 == TEN:
        move = pick(rng, moves)
        return move if move == led + 1 else any_trump(view, moves, memory, rng)
    if led % 5 == ACE:
        return any_trump(view, moves, memory, rng)
    if following != 0:
        return highest_if_it_beats(view, moves, following)
    return non_trump(view, moves, memory, rng)


@kernel(POLICY)
def ebot(view, memory, rng):
    """On lead a random move or the highest trump; so, too, the answers, with one more try at a trump."""
    moves = platform_moves(view)
    if view[LED] >= 0 and trump_moves(view, bit(pick(rng, moves))) != 0:
        return lowest(best_trump(view, moves))
    return non_trump(view, moves, memory, rng)


class Behaviour(NamedTuple):
    """A published bot: its kernel, its memory, and its rules in words, on lead and in answer."""

    kernel: Kernel
    memory: int
    lead: Saying
    follow: Saying


LOOKS_ONCE = say("a random move, but the highest trump in place of a trump or an exchange")
BY_CARD = say(
    "looks at one random move only; then by the led card: beats it with its highest, or plays at random"
)
TOP_RANK = say("its highest rank")
BOTS = {
    "abot-published": Behaviour(
        abot, 0, say("a random move, drawn again unless it is a jack or queen"), say("the same as on lead")
    ),
    "bbot-published": Behaviour(
        bbot, 0, say("its highest rank, seldom the first low card of its list"), TOP_RANK
    ),
    "bbot-appendix": Behaviour(bbot_appendix, 0, LOOKS_ONCE, TOP_RANK),
    "cbot-published": Behaviour(
        dbot,
        WITH_TOP_RANK,
        say("a random move, but the highest rank in place of a trump or an exchange"),
        BY_CARD,
    ),
    "dbot-published": Behaviour(dbot, WITH_TOP_TRUMP, LOOKS_ONCE, BY_CARD),
    "ebot-published": Behaviour(
        ebot, 0, LOOKS_ONCE, say("the highest trump if a random move is a trump, else as on lead")
    ),
}


def explain(behaviour: Behaviour, view: View, move: Move) -> Decision:
    """The rule that was followed; what the random look saw is gone."""
    rule = behaviour.lead if view.vector[LED] < 0 else behaviour.follow
    return Decision(move, because=rule, details={"rule": rule})
