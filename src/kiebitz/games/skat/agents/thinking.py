"""Skat players as policies that explain themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from kiebitz.agents.base import Decision, Policy
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding.tables import load_tables
from kiebitz.games.skat.agents.cards import engine as e
from kiebitz.games.skat.agents.cards.instinct import load_weights
from kiebitz.games.skat.agents.explaining import card_explained
from kiebitz.kernel.clock import ticks_per_second
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.values import View
from kiebitz.sayings import Saying, say

EXAMPLES = 5  # worlds that an explanation shows


def skat_player(tables: str = "own", weights: str = "own", **parameters: int) -> Policy:
    """The policy with these parameters; what is not named is 0, and seconds are millionths of them.

    The winning tables and the weights of instinct are those of the package, or those of a file.
    """
    words = m.by_name(**parameters)
    words[m.TICKS] = int(words[m.TICKS] / 1e6 * ticks_per_second()) if words[m.TICKS] else 0
    memory = m.make_memory(
        words,
        None if tables == "own" else load_tables(Path(tables)),
        None if weights == "own" else load_weights(Path(weights)),
    )
    return Policy(e.player, memory, decide=decide, measured=(m.TICKS,))


def decide(memory: Vector, view: View) -> Decision:
    """The policy's move with its reasons."""
    values, reasons = np.zeros(64), np.zeros(e.REASONS, np.int64)
    examples = np.zeros((EXAMPLES, 5))
    code = int(e.think(view.vector, memory, view.rng.word, values, reasons, examples))
    move = view.game.move(view.vector_phase, code)
    stage = int(reasons[e.STAGE])
    if stage == e.ONLY:
        return Decision(move, say("the only legal move"), details={"stage": say("only move")})
    known = {str(m): round(float(values[m.code]), 3) for m in view.moves if values[m.code]}
    if stage == e.TABLES:
        said = _before(view, values, code, memory[m.PLAYOUTS] != 0)
        return Decision(move, said, known, {"stage": say("winning tables")})
    return card_explained(view, memory, move, known, reasons, examples)


def _before(view: View, values: Any, code: int, is_played_out: bool) -> Saying:
    """Why this move before the cards are played."""
    worth = [float(value) for value in values]
    if view.phase in ("speak", "answer"):
        no = 63 if view.phase == "speak" else 1
        yes = max((m.code for m in view.moves if m.code != no), key=lambda c: bool(worth[c]), default=no)
        return say(
            "declaring at this value is worth {own:+.1f} points over all skats, defending {other:+.1f}",
            own=worth[yes],
            other=worth[no],
        )
    if view.phase == "skat":
        return say(
            "with the skat {skat:+.1f} points on average over all skats, the best Hand game {hand:+.1f}",
            skat=worth[0],
            hand=worth[1],
        )
    if view.phase == "discard":
        return say("part of the discard with the best chances: {worth:+.1f} points", worth=worth[code])
    if view.phase == "contract":
        if is_played_out:
            return say("the best game by winning tables and playouts: {worth:+.1f} points", worth=worth[code])
        return say("the best game by the winning tables: {worth:+.1f} points", worth=worth[code])
    return say("announced as the cards allow")
