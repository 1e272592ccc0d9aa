"""A game of Skat given up: ordinary cards with which the declarer loses, and no more than he must.

Whoever gives up has lost the game at its plain value: Schneider and Schwarz count only where they were
announced or can no longer be avoided. A record has nothing but cards, so the deal is played out that way
with open cards. That tells nobody anything about a deal which goes on, for it is over.
"""

from __future__ import annotations

from kiebitz.games.skat.view import SkatState
from kiebitz.kernel.random import Stream
from kiebitz.rules.values import Move

TRIES = 400


def lost_line(state: SkatState) -> list[Move]:
    """The cards with which the declarer, who is to move, loses least; none if he cannot lose any more."""
    if state.phase != "play" or state.turn != state.declarer:
        return []
    rng, best, score = Stream.named("conceding", state.ply), list[Move](), 0
    for number in range(TRIES):
        moves, end = _line(state, rng, bold=number % 2 == 0)
        if end.value < 0 and (not best or end.value > score):
            best, score = moves, end.value
            if score == _plain_loss(state):
                break
    return best


def _line(state: SkatState, rng: Stream, bold: bool) -> tuple[list[Move], SkatState]:
    """Cards drawn to the end; a bold declarer plays his dearest ones, so that he is not Schneider."""
    moves = list[Move]()
    while not state.is_over:
        move = rng.choice(list(state.moves))
        if bold and state.turn == state.declarer and rng.below(2):
            move = min(state.moves, key=lambda each: each.code)
        moves.append(move)
        after = state.play(move)
        assert isinstance(after, SkatState)
        state = after
    return moves, state


def _plain_loss(state: SkatState) -> int:
    """What a loss costs at least: neither Schneider nor Schwarz, but for what was announced."""
    from kiebitz.games.skat import rules as r
    from kiebitz.games.skat.tables import BIDS

    return int(r.settle(state.vector, BIDS[state.vector[r.BID]], 60, 1, 1))
