# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Smart: greedy with an eye on the other hand.

It defends with a rank that the opponent is not known to hold, so that he cannot go on. When the deck is
empty and the opponent has no trump, it attacks by weaknesses (see search/weakness.py).
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.agents.base import Decision, Policy
from kiebitz.agents.general import spread
from kiebitz.games.durak import rules as r
from kiebitz.games.durak.search.plain import CARDS, lowest_rank, of_rank, ranks_of, stop
from kiebitz.games.durak.search.weakness import NO_RANK, badly_covered, weaknesses
from kiebitz.kernel.bits import count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import pick
from kiebitz.kernel.state import HAND, PHASE, POLICY, PROBABILITIES, STATE, TURN
from kiebitz.rules.values import Move, View
from kiebitz.sayings import MoveText, say

legal = r.KERNELS.legal

NO_CARD, KEEP, TRUMP, DENIED, LOWEST, SAFE, LAST, BARED = range(8)
REASONS = {
    KEEP: say("only trumps could go on, and they are kept"),
    TRUMP: say("only trumps can be played: the lowest"),
    DENIED: say("the opponent is not known to hold this rank, so it helps him least to go on"),
    LOWEST: say("the lowest card that is not a trump"),
    SAFE: say("one weakness is left: everything else first, and this cannot be beaten"),
    LAST: say("only the last weakness is left to play"),
    BARED: say("a weakness that can only be beaten with ranks it can go on with"),
}
"""Why a rule chooses its card."""
NAMES = {
    NO_CARD: say("no card"),
    KEEP: say("keep trumps"),
    TRUMP: say("lowest trump"),
    DENIED: say("rank denial"),
    LOWEST: say("lowest"),
    SAFE: say("safe rank"),
    LAST: say("last rank"),
    BARED: say("weakness"),
}
RULE = 64  # an answer is move + RULE * rule


@kernel
def answer(move, rule):
    return move + np.int64(RULE) * rule


@kernel
def denying(cards, theirs):
    """Those of the cards whose rank the opponent is not known to hold."""
    ranks = ranks_of(theirs)
    return cards & ~(ranks | ranks << 9 | ranks << 18 | ranks << 27)


@kernel
def attack(view, plain, cards, theirs):
    """Against a hand without trumps: by weaknesses of the cards that can be played now."""
    hand = view[HAND + view[TURN]]
    weak = weaknesses(cards, theirs)
    if count(weak) == 1:
        rank = lowest(weak)
        safe = cards & ~of_rank(cards, rank)
        if safe != 0:
            return answer(lowest_rank(safe), SAFE)
        if hand & ~of_rank(hand, rank) == 0:
            return answer(lowest(cards), LAST)
    elif weak != 0 and count(weak) <= count(ranks_of(hand) & ~weak):
        rank = badly_covered(view, cards, weak, hand, theirs)
        if rank != NO_RANK:
            return answer(lowest(of_rank(cards, rank)), BARED)
    return answer(lowest_rank(plain), LOWEST)


@kernel(int64(STATE), inline=False)
def smart_rule(view):
    """The move and the rule that chose it."""
    cards = legal(view) & CARDS
    if cards == 0:
        return answer(stop(view), NO_CARD)
    plain = cards & ~view[r.TRUMPS]
    late, defending = view[r.SIZE] == 0, view[PHASE] == r.DEFENDING
    if plain == 0:
        if late:
            keep = view[PHASE] == r.ADDING
        else:
            keep = not defending and view[r.TABLE] != 0
        return answer(np.int64(r.PASS), KEEP) if keep else answer(lowest_rank(cards), TRUMP)
    theirs = r.known(view, 1 - view[TURN])
    if defending:
        cards = denying(plain, theirs)
        return answer(lowest(cards), DENIED) if cards != 0 else answer(lowest_rank(plain), LOWEST)
    if late and theirs & view[r.TRUMPS] == 0:
        return attack(view, plain, cards, theirs)
    return answer(lowest_rank(plain), LOWEST)


@kernel(POLICY)
def smart_policy(view, memory, rng):
    """The rule's move; as published, rank denial takes whichever card came into the hand first.

    A view does not keep that order, so the published form draws one of the cards.
    """
    found = smart_rule(view)
    if memory[0] == r.PUBLISHED and found // RULE == DENIED:
        return pick(rng, denying(legal(view) & CARDS & ~view[r.TRUMPS], r.known(view, 1 - view[TURN])))
    return found % RULE


@kernel(PROBABILITIES)
def published_probabilities(view, memory, out):
    """As the published form draws."""
    found, moves = smart_rule(view), legal(view)
    spread(moves, 0.0, out)
    if found // RULE == DENIED:
        spread(denying(moves & CARDS & ~view[r.TRUMPS], r.known(view, 1 - view[TURN])), 1.0, out)
    else:
        out[found % RULE] = 1.0


def explain_smart(view: View, move: Move) -> Decision:
    """Why smart did this."""
    rule = int(smart_rule(view.vector)) // RULE
    stopping = say("no card can be played, so {move}", move=MoveText(str(move), view.phase))
    return Decision(move, REASONS.get(rule, stopping), details={"rule": NAMES[rule]})


SMART = Policy(smart_policy, np.zeros(1, np.int64), explain_smart)
SMART_PUBLISHED = Policy(
    smart_policy,
    np.full(1, r.PUBLISHED, np.int64),
    explain_smart,
    probabilities=published_probabilities,
)
