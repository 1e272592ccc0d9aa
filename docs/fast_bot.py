# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The bot of my_bot.py, compiled: ``kiebitz match schnapsen docs/fast_bot.py:cautious random --trust``."""

import numpy as np

from kiebitz.agents.base import Policy
from kiebitz.agents.entry import Entry
from kiebitz.games.schnapsen import rules
from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import below, pick
from kiebitz.kernel.state import POLICY
from kiebitz.rules.game import Game
from kiebitz.rules.options import Option

DEAR = np.int64(1000)  # more than any card is worth


@kernel
def card_of(move):
    """The card that a move puts on the table, -1 for the exchange and for closing."""
    if move < rules.EXCHANGE:
        return move
    if move in (rules.EXCHANGE, rules.CLOSE):
        return np.int64(-1)
    if move < rules.MARRY_QUEEN:
        return (move - rules.MARRY_KING) * 5 + rules.KING
    return (move - rules.MARRY_QUEEN) * 5 + rules.QUEEN


@kernel(POLICY)
def cautious(view, memory, rng):
    """Follows with the cheapest winner, else throws the cheapest card."""
    moves, led = rules.legal(view), view[rules.LED]
    best, price = np.int64(-1), 2 * DEAR
    while moves != 0:
        move = lowest(moves)
        moves &= moves - 1
        card = card_of(move)
        points = rules.VALUE[card] if card >= 0 else np.int64(0)
        wins = card >= 0 and led >= 0 and rules.beats(view, card, led)
        cost = points if wins else points + DEAR
        if cost < price:
            best, price = move, cost
    return best


def make_hasty(game: Game, parameters: dict[str, str]) -> Policy:
    """A policy for any game: bound to that game's own rules, its parameters first in the memory."""
    legal = game.kernels.legal

    @kernel(POLICY)
    def hasty(view, memory, rng):
        moves = legal(view)
        if below(rng, 100) < memory[0]:
            return pick(rng, moves)
        return lowest(moves)

    return Policy(hasty, np.array([int(parameters["random"])], np.int64))


hasty = Entry(
    "hasty",
    "the first move, now and then any",
    make_hasty,
    parameters=(Option("random", range(101), "10", "how many moves of a hundred are random"),),
)
