"""Why a probability-utility player made its move: its candidates with probabilities and utilities."""

from __future__ import annotations

from typing import Any

import numpy as np

from kiebitz.agents.base import Decision
from kiebitz.games.schnapsen.agents.utility_kernels import PUBLISHED, A, F, O, R, chance, risk, stronger
from kiebitz.games.schnapsen.agents.utility_plus import losing, worth
from kiebitz.games.schnapsen.rules import EXCHANGE, KING, LED, TRUMP, VALUE
from kiebitz.games.schnapsen.search.assume import assume
from kiebitz.games.schnapsen.search.endgame import values_of
from kiebitz.games.schnapsen.view import SchnapsenView
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.values import Move, View
from kiebitz.search.evaluator import CODES


def explain(switches: int, view: View, move: Move) -> Decision:
    """The reasons of the player with these switches for its move."""
    assert isinstance(view, SchnapsenView)
    if view.talon_size == 0:
        return explain_endgame(view, move) if switches & A else _by_chance(view, move)
    return _lead(switches, view, move) if view.led is None else _answer(switches, view, move)


def explain_endgame(view: View, move: Move) -> Decision:
    """The exact values once all cards are known."""
    if len(view.moves) == 1:
        return Decision(move, because="the only legal move")
    world, values = np.empty(WORDS, np.int64), np.zeros(CODES)
    assume(view.vector, Stream(0).word, world)
    values_of(world, values)
    found: dict[str, float] = {candidate: float(values[candidate.code]) for candidate in view.moves}
    because = f"all cards are known: {found[move]:+.0f} game points with best play on both sides"
    return Decision(move, because, found, {"rule": "exact endgame"})


def explain_plus(memory: Vector, view: View, move: Move) -> Decision:
    """The reasons of pu-plus: the expected points of each card's trick less the card's later worth."""
    assert isinstance(view, SchnapsenView)
    if view.talon_size == 0:
        return explain_endgame(view, move)
    if move.code >= EXCHANGE:
        return _special(move)
    cards = [m for m in view.moves if m.code < EXCHANGE]
    values: dict[str, float] = {m: float(worth(view.vector, memory, m.code)) for m in cards}
    details: dict[str, Any] = {"rule": "worth"}
    if view.led is None:
        details["probabilities"] = {m: 1 - float(losing(view.vector, memory, m.code)) for m in cards}
        how = f"{details['probabilities'][move]:.0%} to win the trick"
    else:
        how = "it wins the trick" if view.wins(move) else "the trick goes to the other side"
    because = f"{values[move]:+.1f} points after its later worth is taken off, the best; {how}"
    return Decision(move, because, values, details)


def _special(move: Move) -> Decision:
    if move.code == EXCHANGE:
        because = "the trump exchange costs nothing and comes first"
        return Decision(move, because, details={"rule": "exchange"})
    return Decision(move, "a marriage is led before any other card", details={"rule": "marriage"})


def _by_chance(view: View, move: Move) -> Decision:
    if len(view.moves) == 1:
        return Decision(move, because="the only legal move")
    return Decision(
        move, f"one of {len(view.moves)} legal moves, drawn at random", details={"rule": "chance"}
    )


def _oldest(move: Move) -> Decision:
    because = "the first move of the list, its oldest card: the published test takes any move for an exchange"
    return Decision(move, because, details={"rule": "oldest card"})


def _lead(switches: int, view: SchnapsenView, move: Move) -> Decision:
    if switches & O and switches & PUBLISHED:
        return _oldest(move) if switches & (F | R) else _by_chance(view, move)
    if move.code >= EXCHANGE:
        return _special(move)
    vector, cards = view.vector, [m for m in view.moves if m.code < EXCHANGE]
    factor = risk(vector) if switches & R else 1.0
    chances = {m: chance(vector, m.code, switches) for m in cards}
    utilities: dict[str, float] = {m: chances[m] / int(VALUE[m.code]) * factor for m in cards}
    because = (
        f"utility {utilities[move]:.3f}, the best: {chances[move]:.0%} that no higher card of the suit is "
        f"against it, divided by its {view.points(move)} points"
    )
    details = {"rule": "utility", "probabilities": chances, "risk factor": factor}
    return Decision(move, because, utilities, details)


def _answer(switches: int, view: SchnapsenView, move: Move) -> Decision:
    if not switches & F:
        alone = switches & (O | R | PUBLISHED) == O | PUBLISHED
        return _oldest(move) if alone else _by_chance(view, move)
    rule, because = _follower_rule(view, move)
    return Decision(move, because, details={"rule": rule})


def _follower_rule(view: SchnapsenView, move: Move) -> tuple[str, str]:
    """Which of the rules F gave the card."""
    led, card, trump = int(view.vector[LED]), move.code, int(view.vector[TRUMP])
    if led // 5 == trump:
        if card // 5 != trump and card % 5 <= KING:
            return "low card on a trump", "a trump was led: the first small card of another suit goes"
        if card // 5 == trump and card > led:
            return "higher trump", "no small card to throw, so a higher trump wins"
        return "cheapest card", "nothing small to throw and nothing to win with: the cheapest card goes"
    if stronger(led) >> card & 1:
        return "higher card", "a higher card of the suit wins the trick"
    if card // 5 == trump and led % 5 > KING:
        return "trump a high card", "the cheapest trump takes an ace or ten"
    if card // 5 == trump:
        return "cheapest card", "only trumps may be played: the cheapest goes"
    return "cheapest card", "no higher card of the suit, and no trump to spend: the cheapest card goes"
