"""Skat players as policies that explain themselves."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kiebitz.agents.base import Decision, Policy
from kiebitz.agents.skat import engine as e
from kiebitz.agents.skat import memory as m
from kiebitz.agents.skat.tables import load_tables
from kiebitz.cards import CardSet
from kiebitz.games.values import View
from kiebitz.kernel.clock import ticks_per_second
from kiebitz.kernel.state import OPEN
from kiebitz.search.skat.paranoia import Paranoia, aim_text

BEFORE = {
    "speak": "declaring at this value is worth {best:+.1f} points over all skats, defending {other:+.1f}",
    "skat": "with the skat {skat:+.1f} points on average over all skats, the best Hand game {hand:+.1f}",
    "discard": "part of the discard with the best chances: {best:+.1f} points",
    "contract": "the best game by the winning tables: {best:+.1f} points",
}
WORDS = {
    "worlds": m.WORLDS, "solve": m.SOLVE, "paranoia": m.PARANOIA, "k": m.FROM_CARD, "endgame": m.ENDGAME,
    "soft": m.SOFT, "nodes": m.NODES, "margin": m.MARGIN, "playout": m.PLAYOUT, "race": m.RACE,
    "expert": m.EXPERT, "seconds": m.TICKS, "draws": m.DRAWS, "trust": m.TRUST, "sharp": m.SHARP,
    "proof": m.PROOF, "passing": m.PASSING,
}  # fmt: skip
"""The words of the memory by the names of parameters."""


def skat_player(tables: str = "own", **parameters: int) -> Policy:
    """The policy with these parameters; what is not named is 0, and seconds are millionths of them.

    The winning tables are those of the package, or those of a file.
    """
    words = [0] * m.PARAMETERS
    for name, value in parameters.items():
        words[WORDS[name]] = value
    words[m.TICKS] = int(words[m.TICKS] / 1e6 * ticks_per_second()) if words[m.TICKS] else 0
    memory = m.make_memory(words, None if tables == "own" else load_tables(Path(tables)))
    return Policy(e.player, memory, decide=partial(decide, memory))


def decide(memory: Any, view: View) -> Decision:
    """The policy's move with its reasons."""
    values, reasons = np.zeros(64), np.zeros(e.REASONS, np.int64)
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
    stage, worlds, share = int(reasons[e.STAGE]), int(reasons[e.SEEN]), int(reasons[e.SHARE]) / 10
    details: dict[str, Any] = {"worlds": worlds, "wins": f"{share:.1f} %"} if worlds else {}
    if reasons[e.CUT]:
        details["cut short"] = "by the time limit"
    if stage == e.KILLER:
        because, more = _killer(view, reasons)
        return Decision(move, because, known, details | more)
    if stage == e.GLANCE:
        return Decision(move, "what thinking players would play, at a glance", known, {"stage": "instinct"})
    if stage == e.EXPERT_RULE:
        return Decision(move, "what expert rules play in this role and position", {}, {"stage": "expert"})
    drawn = "with all cards seen" if view.vector[OPEN] else f"over {worlds} worlds"
    details["stage"], because = {
        e.VOTE: ("endgame vote", f"endgame: wins in {share:.1f} % of all {worlds} worlds that are left"),
        e.HOPE: ("hope", f"the only hope: every other card loses in all {worlds} worlds, this wins in some"),
        e.AVERAGE: ("average", f"{known.get(str(move), 0.0):+.1f} points on average {drawn}"),
    }[stage]
    return Decision(move, because, known, details)


def _killer(view: View, reasons: Any) -> tuple[str, dict[str, Any]]:
    """What a killer card forces, and against how many of the worlds."""
    killers, aim = CardSet(int(reasons[e.KILLERS]), view.game.deck), int(reasons[e.AIM])
    mine = view.seat == int(view.vector[e.DECLARER])
    what = f"forces {aim_text(aim)}" if mine else f"keeps the declarer from {aim_text(aim)}"
    details = {"stage": "killer card", "killers": [str(card) for card in killers], "aim": aim_text(aim)}
    if reasons[e.COUNTED]:
        return f"counted: {what} with cards that stand, however the others lie", details
    if not reasons[e.ASSUMED]:
        return f"killer card: {what} against every distribution", details
    covered = Paranoia.of_view(view, aim).approximate("split").covered  # type: ignore[arg-type]
    details |= {"stage": "approximate killer card", "covered": f"{100 * covered:.1f} %"}
    return f"killer card: {what} against all but extreme distributions", details
