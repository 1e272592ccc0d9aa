# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Compiled policies around the searches of Schnapsen, and how they explain themselves."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from kiebitz.agents.base import Decision, Policy
from kiebitz.agents.searchers import decide_by_values
from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.search.endgame import best_move, values_of
from kiebitz.games.schnapsen.search.lookahead import AIM, LAST, LAST_SHARE, MILLION, lookahead
from kiebitz.games.schnapsen.search.paranoia import forced_win
from kiebitz.games.schnapsen.search.stakes import MATCH
from kiebitz.kernel.bits import has
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import POLICY, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.knowledge.places.locations import Locations
from kiebitz.rules.game import Game
from kiebitz.rules.values import Move, View
from kiebitz.sayings import MoveText, say
from kiebitz.search.evaluator import CODES, OWN, bind_policy, make_memory

NODES = OWN + 3  # word of the memory, after those of the search: for the proof of a forced win
ALWAYS = OWN + 4  # 1: exchange whenever it is allowed

best_value = bind_policy(r.KERNELS, lookahead)
_by_values = partial(decide_by_values, lookahead)


@kernel(POLICY, inline=False)
def alphabeta(view, memory, rng):
    """The exact endgame once the talon is exhausted; before, the search of completions."""
    if view[r.SIZE] > 0:
        return best_value(view, memory, rng)
    world = np.empty(WORDS, np.int64)
    r.complete(view, rng, world)
    return best_move(world)


@kernel(POLICY, inline=False)
def careful(view, memory, rng):
    """Exchange if that is the habit; take a forced win with a closed talon; else the best mean."""
    if memory[ALWAYS] != 0 and has(r.legal(view), r.EXCHANGE):
        return np.int64(r.EXCHANGE)
    if view[r.SIZE] > 0:
        move = forced_win(view, memory[NODES])
        if move >= 0:
            return move
    return best_value(view, memory, rng)


PRESUMED = (MILLION, 0)  # the guide's share in the other's next move: all of it, none if he can know


def pimc(game: Game, words: list[int]) -> Policy:
    """Means over worlds, nothing else."""
    memory = make_memory(game, "round", words, PRESUMED)
    return Policy(best_value, memory, decide=_by_values)


def make_alphabeta(game: Game, words: list[int]) -> Policy:
    memory = make_memory(game, "round", words, PRESUMED)
    return Policy(alphabeta, memory, decide=_decide_alphabeta)


def make_careful(game: Game, words: list[int], shares: tuple[int, int] = PRESUMED) -> Policy:
    """A policy that looks for forced wins; more words: nodes, the habit to exchange, the aim."""
    memory = make_memory(game, "round", words, shares)
    return Policy(careful, memory, decide=_decide_careful)


def _decide_alphabeta(memory: Vector, view: View) -> Decision:
    if view.vector[r.SIZE] > 0:
        return _by_values(memory, view)
    world, values = np.empty(WORDS, np.int64), np.zeros(CODES)
    r.complete(view.vector, view.rng.word, world)
    value, code = int(values_of(world, values)), int(best_move(world))
    move = next(move for move in view.moves if move.code == code)
    because = say(
        "all cards are known: {points:+} game points with best play, the first such move", points=value
    )
    return Decision(move, because, {move: float(values[move.code]) for move in view.moves})


def _decide_careful(memory: Vector, view: View) -> Decision:
    moves = {move.code: move for move in view.moves}
    if memory[ALWAYS] and r.EXCHANGE in moves:
        return Decision(moves[r.EXCHANGE], say("the trump jack for a better trump costs nothing"))
    if view.vector[r.SIZE] > 0:
        code = int(forced_win(view.vector, memory[NODES]))
        if code >= 0:
            return _forced(view, moves[code])
    found = _by_values(memory, view)
    if len(found.values) < 2:
        return found
    if view.vector[r.RULES] == r.FULL and view.vector[r.UNIT] == r.BUMMERL and memory[AIM] == MATCH:
        found = _in_chances(view, found)
    is_last_lead = view.vector[r.SIZE] == LAST and view.vector[r.LED] < 0 and view.vector[r.CLOSER] < 0
    return _knowing(found) if is_last_lead and memory[LAST_SHARE] == 0 else found


def _knowing(found: Decision) -> Decision:
    """The reasons of a lead after whose answer the other knows as much as we do."""
    because = say("{why}; every card is known after this trick", why=found.because)
    return replace(found, because=because)


def _in_chances(view: View, found: Decision) -> Decision:
    """The reasons of a decision whose values stand for chances to win the Bummerl, from -1 to 1."""
    best, second = sorted(found.values, key=lambda move: -found.values[move])[:2]
    because = say(
        "{chance:.0%} to win the Bummerl over {n} {n:world|worlds}; {second} follows with {other:.0%}",
        chance=(1 + found.values[best]) / 2,
        n=found.details["worlds"],
        second=MoveText(second, view.phase),
        other=(1 + found.values[second]) / 2,
    )
    return replace(found, because=because)


def _forced(view: View, move: Move) -> Decision:
    """A proved win: whatever the other hand is."""
    hands = Locations.of(view).count()
    if hands == 1:
        against = say("the only hand that the other may hold")
    else:
        against = say("every one of the {n} hands that the other may hold", n=hands)
    if move.code == r.EXCHANGE:
        because = say(
            "a forced win after the exchange and with the talon closed against {hands}", hands=against
        )
    elif view.vector[r.CLOSER] < 0:
        because = say("a forced win with the talon closed against {hands}", hands=against)
    else:
        because = say("a forced win against {hands}", hands=against)
    return Decision(move, because, {}, {"forced": True, "hands": hands, "closes": move.code == r.CLOSE})
