# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""One compiled interpreter for all strategy graphs: it answers questions until a play is reached.

The graph is data in the policy's memory. On the way the interpreter writes down which nodes it passed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kiebitz.agents.base import Decision, Policy
from kiebitz.games.boerenbridge.agents import questions_and_plays as v
from kiebitz.games.boerenbridge.agents.answers import (
    FORCED,
    GRAPH,
    STEPS,
    THRESHOLD,
    TRACE,
    ask,
    learn,
    my_hand,
)
from kiebitz.games.boerenbridge.agents.choices import choose
from kiebitz.games.boerenbridge.agents.graphs import Graph
from kiebitz.games.boerenbridge.rules import CARDS, GUESS_PHASE, SIZE, TRUMPS, legal
from kiebitz.games.boerenbridge.search.guess_rule import MILLION, rule_guess, worth
from kiebitz.games.boerenbridge.view import BoerenbridgeView
from kiebitz.kernel.bits import bit, has
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import pick
from kiebitz.kernel.state import PHASE, POLICY
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.values import View
from kiebitz.sayings import Saying, joined, say

STEP = 0  # the code of forced=step


@kernel
def guess(view, memory, rng):
    """The rule's guess; where the hook forbids it, one more or less, or any other at random."""
    moves = legal(view)
    wanted = rule_guess(my_hand(view), view[CARDS], view[TRUMPS], memory[THRESHOLD])
    if has(moves, wanted):
        return wanted
    near = (bit(wanted + 1) | (bit(wanted) >> 1)) & moves
    return pick(rng, near if memory[FORCED] == STEP and near != 0 else moves)


@kernel
def walk(view, memory, rng):
    """Go through the graph from its first node; the card that it ends with."""
    learn(view, memory)
    node, steps = np.int64(0), np.int64(0)
    while node >= 0:
        answer = np.int64(ask(view, memory, memory[GRAPH + 3 * node]))
        memory[TRACE + steps] = 2 * node + answer
        steps += 1
        node = memory[GRAPH + 3 * node + 2 - answer]
    memory[STEPS] = steps
    memory[TRACE + steps] = -1 - node
    return choose(view, memory, rng, -1 - node)


@kernel(POLICY, inline=False)
def graph_policy(view, memory, rng):
    """Guess by the rule, play by the graph."""
    return guess(view, memory, rng) if view[PHASE] == GUESS_PHASE else walk(view, memory, rng)


def graph_memory(graph: Graph, threshold: int, forced: int) -> Vector:
    """The memory of a policy that plays a graph; the threshold in millionths."""
    words = graph.words()
    memory = np.zeros(GRAPH + len(words), np.int64)
    memory[THRESHOLD], memory[FORCED] = threshold, forced
    memory[GRAPH:] = words
    return memory


def path_of(graph: Graph, memory: Vector) -> Saying:
    """The way that the interpreter took, in words, the play last."""
    steps = int(memory[STEPS])
    path = []
    for word in memory[TRACE : TRACE + steps].tolist():
        question = v.QUESTIONS[graph.nodes[word // 2].question]
        path.append(question.yes if word % 2 else question.no)
    return joined(" → ", [*path, v.PLAYS[int(memory[TRACE + steps])]])


def nodes_of(graph: Graph, memory: Vector) -> list[str]:
    """The names of the nodes on that way."""
    words: Sequence[int] = memory[TRACE : TRACE + int(memory[STEPS])].tolist()
    return [graph.nodes[word // 2].name for word in words]


def explain_play(graph: Graph, memory: Vector, move: str) -> Decision:
    """A card with its way through the graph; the memory is that of the walk."""
    path = path_of(graph, memory)
    return Decision(move, path, details={"path": path, "nodes": nodes_of(graph, memory)})


def explain_guess(view: BoerenbridgeView, memory: Vector, move: str) -> Decision:
    """A guess with the ratio that it comes from."""
    hand, cards, trumps = view.hand.mask, int(view.vector[CARDS]), int(view.vector[TRUMPS])
    mean, average = worth(hand, trumps) / view.vector[SIZE], worth(cards, trumps) / cards.bit_count()
    ratio = float(mean / average) if average else 0.0
    wanted = int(rule_guess(hand, cards, trumps, int(memory[THRESHOLD])))
    because = say("the hand is worth {ratio:.2f} of the average: the rule guesses {n}", ratio=ratio, n=wanted)
    if move != str(wanted):
        because = say(
            "the hand is worth {ratio:.2f} of the average: the rule guesses {n}, which the others' guesses "
            "forbid; {guess} instead",
            ratio=ratio,
            n=wanted,
            guess=int(move),
        )
    details = {"ratio": ratio, "threshold": int(memory[THRESHOLD]) / MILLION, "rule": wanted}
    return Decision(move, because, details=details)


def graph_player(graph: Graph, threshold: int, forced: int) -> Policy:
    """The policy that guesses by the rule and plays a graph, with its explanations."""
    memory = graph_memory(graph, threshold, forced)

    def decide(memory: Vector, view: View) -> Decision:
        assert isinstance(view, BoerenbridgeView)
        move = view.game.move(view.vector_phase, int(graph_policy(view.vector, memory, view.rng.word)))
        if view.phase == "guess":
            return explain_guess(view, memory, move)
        return explain_play(graph, memory, move)

    return Policy(graph_policy, memory, decide=decide)
