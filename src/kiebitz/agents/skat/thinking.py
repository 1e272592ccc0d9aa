"""Skat players as policies that explain themselves."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from kiebitz.agents.base import Decision, Policy
from kiebitz.agents.skat import engine as e
from kiebitz.agents.skat.memory import make_memory
from kiebitz.cards import CardSet
from kiebitz.games.values import View
from kiebitz.kernel.state import OPEN
from kiebitz.search.skat.paranoia import aim_text

BEFORE = {
    "speak": "declaring at this value is worth {best:+.1f} points over all skats, defending {other:+.1f}",
    "skat": "with the skat {skat:+.1f} points on average over all skats, the best Hand game {hand:+.1f}",
    "discard": "part of the discard with the best chances: {best:+.1f} points",
    "contract": "the best game by the winning tables: {best:+.1f} points",
}


def skat_player(parameters: list[int]) -> Policy:
    """The policy with these parameters, in the order of the memory's words."""
    memory = make_memory(parameters)
    return Policy(e.player, memory, decide=partial(decide, memory))


def decide(memory: Any, view: View) -> Decision:
    """The policy's move with its reasons."""
    values, reasons = np.zeros(64), np.zeros(8, np.int64)
    code = int(e.think(view.vector, memory, view.rng.word, values, reasons))
    move = view.game.move(view.vector_phase, code)
    stage = int(reasons[e.STAGE])
    if stage == e.ONLY:
        return Decision(move, "the only legal move", details={"stage": "only move"})
    known = {str(m): round(float(values[m.code]), 3) for m in view.moves if values[m.code]}
    if stage == e.TABLES:
        return Decision(move, _before(view, values, code), known, {"stage": "winning tables"})
    return _card(view, move, known, reasons)


def _before(view: View, values: Any, code: int) -> str:
    """Why this move before the cards are played."""
    phase = "speak" if view.phase == "answer" else view.phase
    if phase not in BEFORE:
        return "announced as the cards allow"
    if phase == "speak":
        no = 63 if view.phase == "speak" else 1
        yes = max((m.code for m in view.moves if m.code != no), key=lambda c: bool(values[c]), default=no)
        return BEFORE[phase].format(best=values[yes], other=values[no])
    return BEFORE[phase].format(best=values[code], skat=values[0], hand=values[1])


def _card(view: View, move: str, known: dict[str, float], reasons: Any) -> Decision:
    worlds, share = int(reasons[e.SEEN]), int(reasons[e.SHARE]) / 10
    details: dict[str, Any] = {"worlds": worlds, "wins": f"{share:.1f} %"} if worlds else {}
    if reasons[e.STAGE] == e.KILLER:
        killers = CardSet(int(reasons[e.KILLERS]), view.game.deck)
        goal, mine = aim_text(int(reasons[e.AIM])), view.seat == int(view.vector[e.DECLARER])
        what = f"forces {goal}" if mine else f"keeps the declarer from {goal}"
        details |= {"stage": "killer card", "killers": [str(card) for card in killers], "aim": goal}
        return Decision(move, f"killer card: {what} against every distribution", known, details)
    sees = "with all cards seen" if view.vector[OPEN] else f"over {worlds} worlds"
    if reasons[e.STAGE] == e.VOTE:
        details["stage"] = "endgame vote"
        because = f"endgame: wins in {share:.1f} % of all {worlds} worlds that are left"
        return Decision(move, because, known, details)
    details["stage"] = "average"
    return Decision(move, f"{known.get(str(move), 0.0):+.1f} points on average {sees}", known, details)
