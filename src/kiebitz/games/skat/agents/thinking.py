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
from kiebitz.games.skat.agents.cards.instinct import load_weights
from kiebitz.games.skat.rules import CARDS, DECLARER, SKAT
from kiebitz.games.skat.search.paranoia.paranoia import Budget, Paranoia, aim_said
from kiebitz.games.skat.search.paranoia.proof import proof
from kiebitz.games.skat.search.paranoia.words import NEED
from kiebitz.games.skat.view import SkatView
from kiebitz.kernel.clock import ticks_per_second
from kiebitz.kernel.state import HAND, OPEN
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.values import Move, View
from kiebitz.sayings import Name, Saying, joined, say

EXAMPLES = 5  # worlds that an explanation shows
NOTHING = 0.0005  # a share that would be told as 0.0 %
PROOF_LINES = 12  # of a proof
PROOF_NODES = 200_000  # positions for finding them


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
    return _card(view, memory, move, known, reasons, examples)


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


def _card(
    view: View, memory: Vector, move: Move, known: dict[str, float], reasons: Vector, examples: Any
) -> Decision:
    """Why this card: the stage that chose it, what it proved, and which worlds it saw."""
    stage, worlds, share = int(reasons[e.STAGE]), int(reasons[e.SEEN]), int(reasons[e.SHARE]) / 10
    wins = _percent(share) if share or stage != e.HOPE else say("less than 0.1 %")
    details: dict[str, Any] = {"worlds": worlds, "wins": wins} if worlds else {}
    if reasons[e.CUT]:
        details["cut short"] = say("by the time limit")
    if shown := _worlds(view, examples):
        details["worlds looked at"] = shown
    if stage == e.KILLER:
        because, proved = _killer(view, memory, move, reasons)
        return Decision(move, because, known, proved | details)
    name, because = {
        e.GLANCE: (say("instinct"), say("what thinking players would play, at a glance")),
        e.EXPERT_RULE: (say("expert"), say("what expert rules play in this role and position")),
        e.VOTE: (say("endgame vote"), say("endgame: wins in {share:.1f} % of all {n} worlds that are left",
                                          share=share, n=worlds)),
        e.HOPE: (say("hope"), say("the only hope: it wins in some worlds, and no other card that was tried "
                                  "in any")),
        e.AVERAGE: (say("average"), _average(view, known.get(str(move), 0.0), worlds)),
    }[stage]  # fmt: skip
    return Decision(move, because, known, {"stage": name, **details})


def _average(view: View, worth: float, worlds: int) -> Saying:
    if view.vector[OPEN]:
        return say("{worth:+.1f} points on average with all cards seen", worth=worth)
    return say("{worth:+.1f} points on average over {n} {n:world|worlds}", worth=worth, n=worlds)


def _percent(share: float) -> Saying:
    return say("{share:.1f} %", share=share)


def _worlds(view: View, examples: Any) -> list[Saying]:
    """Some of the worlds that were valued, the weightiest first: their share, and who has what in them."""
    if view.vector[OPEN]:
        return []
    order = sorted(examples.tolist(), key=lambda row: -row[4])
    told = [row for row in order if row[4] > NOTHING]
    return [_world(view, [int(cards) for cards in row[:4]], row[4]) for row in told]


def _world(view: View, places: list[int], share: float) -> Saying:
    known = [int(view.vector[word]) for word in (HAND, HAND + 1, HAND + 2, SKAT)]
    names = [*(view.game.who(seat) for seat in range(3)), Name("skat", "place")]
    hidden = [
        say("{who}: {cards}", who=name, cards=CardSet(cards, view.game.deck))
        for name, cards, seen in zip(names, places, known, strict=True)
        if cards != seen
    ]
    return joined("; ", [_percent(100 * share), *hidden])


def _killer(view: View, memory: Vector, move: Move, reasons: Vector) -> tuple[Saying, dict[str, Any]]:
    """What a killer card forces, against how many of the worlds, and why."""
    killers, aim = CardSet(int(reasons[e.KILLERS]), view.game.deck), int(reasons[e.AIM])
    details: dict[str, Any] = {"stage": say("killer card"), "aim": aim_said(aim)}
    details["killers"] = [str(card) for card in killers]
    because = _forced(view, aim, bool(reasons[e.COUNTED]), bool(reasons[e.ASSUMED]))
    if reasons[e.COUNTED]:
        return because, details | {"proof": _count(view)}
    assert isinstance(view, SkatView)
    question = Paranoia.of_view(view, aim)
    details["distributions"] = question.worlds
    if reasons[e.ASSUMED]:
        question = question.approximate("split")
        details |= {"stage": say("approximate killer card"), "covered": _percent(100 * question.covered)}
    if lines := _proof(question, view, memory, move):
        details["proof"] = lines
    return because, details


def _forced(view: View, aim: int, is_counted: bool, is_assumed: bool) -> Saying:
    """What a killer card does for the side of its seat, and against what."""
    what = aim_said(aim)
    if view.seat == int(view.vector[DECLARER]):
        if is_counted:
            return say(
                "counted: forces {aim} with cards that stand, however the others lie",
                aim=what,
            )
        return say(
            "killer card: forces {aim} against all but extreme distributions"
            if is_assumed
            else "killer card: forces {aim} against every distribution",
            aim=what,
        )
    if is_counted:
        return say(
            "counted: keeps the declarer from {aim} with cards that stand, however the others lie",
            aim=what,
        )
    return say(
        "killer card: keeps the declarer from {aim} against all but extreme distributions"
        if is_assumed
        else "killer card: keeps the declarer from {aim} against every distribution",
        aim=what,
    )


def _count(view: View) -> list[Saying]:
    """Why certain points suffice."""
    found = np.zeros(3, np.int64)
    counted_cards(view.vector, found)
    cards = CardSet(int(found[1]), view.game.deck)
    return [
        say("sure tricks: {cards}", cards=cards),
        say("with what falls into them at least {n} points", n=int(found[2])),
    ]


def _proof(question: Paranoia, view: View, memory: Vector, move: Move) -> list[Saying]:
    """The killer card against every reply, with the next card that is enough then."""
    if question.words[NEED] <= 0:
        return [say("sure already, whatever is played")]
    space = memory[m.PARANOIA_SPACE : m.TRUMP_FACTORS]
    card, depth = view.game.deck.card(move.code), 4 - int(view.vector[CARDS])
    tree = proof(question, depth, Budget(PROOF_NODES), card, space)
    names = [view.game.who((view.seat + i) % 3) for i in range(3)]
    lines = [joined(" → ", path) for branch in tree for path in branch.paths(names)]
    more = len(lines) - PROOF_LINES
    told = [say("{n} more {n:line|lines}", n=more)] if more > 0 else []
    return lines[:PROOF_LINES] + told
