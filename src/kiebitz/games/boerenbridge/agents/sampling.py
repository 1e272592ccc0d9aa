# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Players that guess by sampling and play a strategy graph."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kiebitz.agents.base import Decision, Policy
from kiebitz.games.boerenbridge.agents.graphs import Graph
from kiebitz.games.boerenbridge.agents.walking import explain_play, graph_memory, graph_policy
from kiebitz.games.boerenbridge.rules import GUESS_PHASE, KERNELS, legal
from kiebitz.games.boerenbridge.search.guess_rule import MILLION
from kiebitz.games.boerenbridge.search.guessing import DOUBT, FITTING, bind_guessing
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import PHASE, POLICY
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.game import Game
from kiebitz.rules.values import View
from kiebitz.sayings import say
from kiebitz.search.evaluator import CODES, EFFORT, GUIDE, PLAYOUTS, WORLDS, bind_policy, make_memory

guessing = bind_guessing(KERNELS, graph_policy)
best_guess = bind_policy(KERNELS, guessing)


@kernel(POLICY, inline=False)
def sampling_policy(view, memory, rng):
    """Guess by sampling, play by the graph."""
    if view[PHASE] == GUESS_PHASE:
        return best_guess(view, memory, rng)
    return graph_policy(view, memory[GUIDE:], rng)


class Guessing(NamedTuple):
    """How a sampling player guesses; numbers as the kernels want them."""

    mode: int
    samples: int
    doubt: int
    threshold: int
    forced: int


def sampling_player(game: Game, graph: Graph, how: Guessing) -> Policy:
    """The policy with its explanations."""
    own = graph_memory(graph, how.threshold, how.forced)
    memory = make_memory(game, "round", [how.samples, how.mode, how.doubt, how.threshold], own)

    def decide(memory: Vector, view: View) -> Decision:
        if view.phase == "guess":
            return _explained_guess(view, memory)
        scratch = memory[GUIDE:]
        code = int(graph_policy(view.vector, scratch, view.rng.word))
        return explain_play(graph, scratch, view.game.move(view.vector_phase, code))

    return Policy(sampling_policy, memory, decide=decide)


def _explained_guess(view: View, memory: Vector) -> Decision:
    moves = int(legal(view.vector))
    if moves & (moves - 1) == 0:
        return Decision(view.moves[0], say("the only guess that is allowed"))
    values, effort = np.zeros(CODES), np.zeros(len(EFFORT), np.int64)
    guessing(view.vector, memory, view.rng.word, values, effort)
    found: dict[str, float] = {
        move: float(values[move.code]) for move in view.moves if values[move.code] > -np.inf
    }
    best = max(found, key=lambda move: found[move])
    worlds = int(effort[WORLDS])
    because = say(
        "{points:+.2f} points in this round on average over {n} {n:world|worlds}",
        points=found[best],
        n=worlds,
    )
    details = {"worlds": worlds, "playouts": int(effort[PLAYOUTS])}
    if memory[DOUBT] < MILLION:
        details["worlds that fit all guesses"] = int(effort[FITTING])
    return Decision(best, because, found, details)
