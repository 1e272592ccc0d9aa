"""The searching Durak players as policies that explain themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from kiebitz.agents.base import Decision, Policy
from kiebitz.agents.searchers import searching_policy
from kiebitz.games.durak.rules import KERNELS
from kiebitz.games.durak.search.careful import bind_careful
from kiebitz.games.durak.search.minimax import EXACT, WRONG_HAND, minimax
from kiebitz.games.durak.search.plain import SIMULATIONS
from kiebitz.games.durak.search.tree import told_tree
from kiebitz.games.durak.search.trees import bind_trees
from kiebitz.games.durak.search.vote import EFFORT, bind_voter, is_known
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.rules.game import Game
from kiebitz.rules.values import View
from kiebitz.sayings import MoveText, Saying, joined, say
from kiebitz.search.evaluator import CODES, make_memory
from kiebitz.search.flat import bind_flat_with


def minimax_policy(words: Sequence[int], wrong_hand: bool = False) -> Policy:
    """Depth, evaluation, samples, table and pruning as words."""
    memory = np.zeros(EXACT + 1, np.int64)
    memory[: len(words)] = words
    memory[WRONG_HAND] = wrong_hand
    return Policy(bind_voter(minimax), memory, decide=_decide_minimax)


def mcts_policy(game: Game, simulation: str, choice: str, words: Sequence[int]) -> Policy:
    """Iterations, exploration and samples as words."""
    search = bind_trees(simulation) if choice == "votes" else bind_careful(simulation)
    memory = make_memory(game, "round", words)
    return Policy(bind_voter(search), memory, decide=partial(_decide, search, "mean"))


def flat_policy(game: Game, simulation: str, playouts: int) -> Policy:
    """Averages instead of votes."""
    evaluator = bind_flat_with(KERNELS, SIMULATIONS[simulation])
    return searching_policy(game, evaluator, make_memory(game, "round", [playouts]))


def _decide_minimax(memory: Vector, view: View) -> Decision:
    """As the policy, but with the exact value of every move, and the tree for whoever asks for it."""
    exact, rng = memory.copy(), view.rng.word.copy()
    exact[EXACT] = 1
    found = _decide(minimax, "value", exact, view)
    if len(view.moves) == 1:
        return found
    code = next(move.code for move in view.moves if move == found.move)
    return replace(found, tree=lambda: told_tree(view, exact, rng.copy(), code))


def _decide(search: Kernel, what: str, memory: Vector, view: View) -> Decision:
    """The move of a search that votes, with its votes, values and diagnostics.

    ``what`` says what the search knows of a world: the value of a move, or its mean over playouts. The
    values of minimax are votes where there are several worlds. A search without votes goes by the means.
    """
    if len(view.moves) == 1:
        return Decision(view.moves[0], because=say("the only legal move"))
    values, votes = np.zeros(CODES), np.zeros(CODES, np.int64)
    effort = np.zeros(len(EFFORT), np.int64)
    code = int(search(view.vector, memory, view.rng.word, values, votes, effort))
    best = next(move for move in view.moves if move.code == code)
    counts = zip(EFFORT, effort.tolist(), strict=True)
    details: dict[str, Any] = {name: number for name, number in counts if number}
    counted = {str(move): int(votes[move.code]) for move in view.moves}
    worth = {str(move): float(values[move.code]) for move in view.moves}
    if is_known(view.vector):
        return Decision(best, _one_world(best, worth, what, view.phase), worth, details)
    if not any(counted.values()):
        return Decision(best, _careful(best, worth, details["worlds"], view.phase), worth, details)
    if what == "value":
        worth = {move: number / details["worlds"] for move, number in counted.items()}
    voted = [(MoveText(move, view.phase), number) for move, number in counted.items() if number]
    details["votes"] = joined(", ", (say("{move} {n}", move=move, n=number) for move, number in voted))
    return Decision(best, _election(best, counted, view.phase), worth, details)


def _one_world(best: str, worth: dict[str, float], what: str, phase: str) -> Saying:
    second = max((move for move in worth if move != best), key=lambda move: worth[move])
    return say(
        "all cards are known: value {best:+.2f}; {move} follows with {second:+.2f}"
        if what == "value"
        else "all cards are known: mean {best:+.2f}; {move} follows with {second:+.2f}",
        best=worth[best],
        move=MoveText(second, phase),
        second=worth[second],
    )


def _careful(best: str, worth: dict[str, float], worlds: int, phase: str) -> Saying:
    """Why a move was made that has the best mean, or costs less than the one that has it."""
    first, second = sorted(worth, key=lambda move: -worth[move])[:2]
    if worth[best] < worth[first]:
        return say(
            "cheaper than {move} and as good within the error: "
            "mean {best:+.2f} and {first:+.2f} over {n} {n:world|worlds}",
            move=MoveText(first, phase),
            best=worth[best],
            first=worth[first],
            n=worlds,
        )
    other = MoveText(second if first == best else first, phase)
    return say(
        "best mean over {n} {n:world|worlds}, {best:+.2f}; {move} follows with {second:+.2f}",
        n=worlds,
        best=worth[best],
        move=other,
        second=worth[other.text],
    )


def _election(best: str, counted: dict[str, int], phase: str) -> Saying:
    second = max((move for move in counted if move != best), key=lambda move: counted[move])
    return say(
        "best in {n} of {worlds} sampled {worlds:world|worlds}; {move} in {m}",
        n=counted[best],
        worlds=sum(counted.values()),
        move=MoveText(second, phase),
        m=counted[second],
    )
