"""Skat players as policies that explain themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from kiebitz.agents.base import Decision, Policy
from kiebitz.cards import CardSet
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding.tables import load_tables
from kiebitz.games.skat.agents.cards import engine as e
from kiebitz.games.skat.agents.cards.counting import counted_cards
from kiebitz.games.skat.rules import CARDS, DECLARER, SKAT
from kiebitz.games.skat.search.paranoia.paranoia import Budget, Paranoia, aim_text
from kiebitz.games.skat.search.paranoia.proof import proof
from kiebitz.games.skat.search.paranoia.words import NEED
from kiebitz.games.skat.view import SkatView
from kiebitz.kernel.clock import ticks_per_second
from kiebitz.kernel.state import HAND, OPEN
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.values import Move, View

EXAMPLES = 5  # worlds that an explanation shows
NOTHING = 0.0005  # a share that would be told as 0.0 %
PROOF_LINES = 12  # of a proof
PROOF_NODES = 200_000  # positions for finding them
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
    return Policy(e.player, memory, decide=decide, measured=(m.TICKS,))


def decide(memory: Vector, view: View) -> Decision:
    """The policy's move with its reasons."""
    values, reasons = np.zeros(64), np.zeros(e.REASONS, np.int64)
    examples = np.zeros((EXAMPLES, 5))
    code = int(e.think(view.vector, memory, view.rng.word, values, reasons, examples))
    move = view.game.move(view.vector_phase, code)
    stage = int(reasons[e.STAGE])
    if stage == e.ONLY:
        return Decision(move, "the only legal move", details={"stage": "only move"})
    known = {str(m): round(float(values[m.code]), 3) for m in view.moves if values[m.code]}
    if stage == e.TABLES:
        return Decision(move, _before(view, values, code), known, {"stage": "winning tables"})
    return _card(view, memory, move, known, reasons, examples)


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


def _card(
    view: View, memory: Vector, move: Move, known: dict[str, float], reasons: Vector, examples: Any
) -> Decision:
    """Why this card: the stage that chose it, what it proved, and which worlds it saw."""
    stage, worlds, share = int(reasons[e.STAGE]), int(reasons[e.SEEN]), int(reasons[e.SHARE]) / 10
    wins = f"{share:.1f} %" if share or stage != e.HOPE else "less than 0.1 %"
    details: dict[str, Any] = {"worlds": worlds, "wins": wins} if worlds else {}
    if reasons[e.CUT]:
        details["cut short"] = "by the time limit"
    if shown := _worlds(view, examples):
        details["worlds looked at"] = shown
    if stage == e.KILLER:
        because, proved = _killer(view, memory, move, reasons)
        return Decision(move, because, known, proved | details)
    drawn = "with all cards seen" if view.vector[OPEN] else f"over {worlds} worlds"
    name, because = {
        e.GLANCE: ("instinct", "what thinking players would play, at a glance"),
        e.EXPERT_RULE: ("expert", "what expert rules play in this role and position"),
        e.VOTE: ("endgame vote", f"endgame: wins in {share:.1f} % of all {worlds} worlds that are left"),
        e.HOPE: ("hope", "the only hope: it wins in some worlds, and no other card that was tried in any"),
        e.AVERAGE: ("average", f"{known.get(str(move), 0.0):+.1f} points on average {drawn}"),
    }[stage]
    return Decision(move, because, known, {"stage": name, **details})


def _worlds(view: View, examples: Any) -> list[str]:
    """Some of the worlds that were valued, the weightiest first: their share, and who has what in them."""
    if view.vector[OPEN]:
        return []
    order = sorted(examples.tolist(), key=lambda row: -row[4])
    told = [row for row in order if row[4] > NOTHING]
    return [_world(view, [int(cards) for cards in row[:4]], row[4]) for row in told]


def _world(view: View, places: list[int], share: float) -> str:
    known = [int(view.vector[word]) for word in (HAND, HAND + 1, HAND + 2, SKAT)]
    hidden = [
        f"{name}: {CardSet(cards, view.game.deck)}"
        for name, cards, seen in zip(view.game.place_names(), places, known, strict=True)
        if cards != seen
    ]
    return "; ".join([f"{100 * share:.1f} %", *hidden])


def _killer(view: View, memory: Vector, move: Move, reasons: Vector) -> tuple[str, dict[str, Any]]:
    """What a killer card forces, against how many of the worlds, and why."""
    killers, aim = CardSet(int(reasons[e.KILLERS]), view.game.deck), int(reasons[e.AIM])
    mine = view.seat == int(view.vector[DECLARER])
    what = f"forces {aim_text(aim)}" if mine else f"keeps the declarer from {aim_text(aim)}"
    details: dict[str, Any] = {"stage": "killer card", "aim": aim_text(aim)}
    details["killers"] = [str(card) for card in killers]
    if reasons[e.COUNTED]:
        details["proof"] = _count(view)
        return f"counted: {what} with cards that stand, however the others lie", details
    assert isinstance(view, SkatView)
    question = Paranoia.of_view(view, aim)
    details["distributions"] = question.worlds
    against = "against every distribution"
    if reasons[e.ASSUMED]:
        question, against = question.approximate("split"), "against all but extreme distributions"
        details |= {"stage": "approximate killer card", "covered": f"{100 * question.covered:.1f} %"}
    if lines := _proof(question, view, memory, move):
        details["proof"] = lines
    return f"killer card: {what} {against}", details


def _count(view: View) -> list[str]:
    """Why certain points suffice."""
    found = np.zeros(3, np.int64)
    counted_cards(view.vector, found)
    cards = CardSet(int(found[1]), view.game.deck)
    return [f"sure tricks: {cards}", f"with what falls into them at least {int(found[2])} points"]


def _proof(question: Paranoia, view: View, memory: Vector, move: Move) -> list[str]:
    """The killer card against every reply, with the next card that is enough then."""
    if question.words[NEED] <= 0:
        return ["sure already, whatever is played"]
    space = memory[m.PARANOIA_SPACE : m.TRUMP_FACTORS]
    card, depth = view.game.deck.card(move.code), 4 - int(view.vector[CARDS])
    tree = proof(question, depth, Budget(PROOF_NODES), card, space)
    names = tuple(view.game.seat_name((view.seat + i) % 3) for i in range(3))
    lines = [path for branch in tree for path in branch.paths(names)]
    more = [f"{len(lines) - PROOF_LINES} more lines"] if len(lines) > PROOF_LINES else []
    return lines[:PROOF_LINES] + more
