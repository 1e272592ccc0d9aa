# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The player who looks for a card that forces its guess, and otherwise plays the full Kripke graph."""

from __future__ import annotations

import numpy as np

from kiebitz.agents.base import Decision, Policy
from kiebitz.games.boerenbridge.agents.graphs import Graph
from kiebitz.games.boerenbridge.agents.walking import explain_guess, explain_play, graph_memory, graph_policy
from kiebitz.games.boerenbridge.rules import PLAY_PHASE, legal
from kiebitz.games.boerenbridge.search.paranoia import FORCED, forcing_cards, paranoia
from kiebitz.games.boerenbridge.view import BoerenbridgeView
from kiebitz.kernel.bits import bit, count, has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, PHASE, POLICY, VIEWER
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.values import View
from kiebitz.sayings import Cards, say

NODES, CARDS = 0, 1  # words of the memory: the budget, and how many cards a hand may have at most
GUIDE = 2  # here begins the memory of the graph
CODES = 64


@kernel(POLICY, inline=False)
def paranoid_policy(view, memory, rng):
    """The graph's card, unless another one forces the guess and it does not."""
    wanted = graph_policy(view, memory[GUIDE:], rng)
    if view[PHASE] != PLAY_PHASE or count(view[HAND + view[VIEWER]]) > memory[CARDS]:
        return wanted
    answers = np.empty(CODES, np.int64)
    forcing_cards(view, memory[NODES], answers)
    killers, moves = np.int64(0), legal(view)
    while moves != 0:
        card = lowest(moves)
        moves &= moves - 1
        if answers[card] == FORCED:
            killers |= bit(card)
    return wanted if killers == 0 or has(killers, wanted) else lowest(killers)


def paranoid_player(graph: Graph, threshold: int, forced: int, nodes: int, cards: int) -> Policy:
    """The policy with its explanations."""
    memory = np.concatenate((np.array([nodes, cards], np.int64), graph_memory(graph, threshold, forced)))

    def decide(memory: Vector, view: View) -> Decision:
        assert isinstance(view, BoerenbridgeView)
        move = view.game.move(view.vector_phase, int(paranoid_policy(view.vector, memory, view.rng.word)))
        if view.phase == "guess":
            return explain_guess(view, memory[GUIDE:], move)
        plain = explain_play(graph, memory[GUIDE:], move)
        if len(view.hand) > cards:
            return plain
        found = paranoia(view, nodes)
        details = {
            **plain.details,
            "forced": found.answer,
            "killers": found.killers,
            "nodes searched": found.nodes,
        }
        if not found.killers:
            return Decision(move, plain.because, details=details)
        because = say(
            "{card} forces exactly {n} {n:trick|tricks}, however the cards lie and are played",
            card=Cards(str(move)),
            n=view.guesses[view.seat],
        )
        return Decision(move, because, {card: float(card in found.killers) for card in view.moves}, details)

    return Policy(paranoid_policy, memory, decide=decide)
