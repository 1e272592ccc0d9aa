"""Why a probability-utility player made its move: its candidates with probabilities and utilities."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from kiebitz.agents.base import Decision
from kiebitz.agents.general import explain_random
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
from kiebitz.sayings import Saying, say
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
        return Decision(move, because=say("the only legal move"))
    world, values = np.empty(WORDS, np.int64), np.zeros(CODES)
    assume(view.vector, Stream(0).word, world)
    values_of(world, values)
    found: dict[str, float] = {candidate: float(values[candidate.code]) for candidate in view.moves}
    because = say(
        "all cards are known: {points:+.0f} game points with best play on both sides", points=found[move]
    )
    return Decision(move, because, found, {"rule": say("exact endgame")})


def explain_plus(memory: Vector, view: View, move: Move) -> Decision:
    """The reasons of pu-plus: the expected points of each card's trick less the card's later worth."""
    assert isinstance(view, SchnapsenView)
    if view.talon_size == 0:
        return explain_endgame(view, move)
    if move.code >= EXCHANGE:
        return _special(move)
    cards = [m for m in view.moves if m.code < EXCHANGE]
    values: dict[str, float] = {m: float(worth(view.vector, memory, m.code)) for m in cards}
    details: dict[str, Any] = {"rule": say("worth")}
    if view.led is None:
        details["probabilities"] = {m: 1 - float(losing(view.vector, memory, m.code)) for m in cards}
        how = say("{chance:.0%} to win the trick", chance=details["probabilities"][move])
    else:
        how = say("it wins the trick" if view.wins(move) else "the trick goes to the other side")
    because = say(
        "{points:+.1f} points after its later worth is taken off, the best; {how}",
        points=values[move],
        how=how,
    )
    return Decision(move, because, values, details)


def _special(move: Move) -> Decision:
    if move.code == EXCHANGE:
        because = say("the trump exchange costs nothing and comes first")
        return Decision(move, because, details={"rule": say("exchange")})
    because = say("a marriage is led before any other card")
    return Decision(move, because, details={"rule": say("marriage")})


def _by_chance(view: View, move: Move) -> Decision:
    if len(view.moves) == 1:
        return Decision(move, because=say("the only legal move"))
    return replace(explain_random(view, move), details={"rule": say("chance")})


def _oldest(move: Move) -> Decision:
    because = say(
        "the first move of the list, its oldest card: the published test takes any move for an exchange"
    )
    return Decision(move, because, details={"rule": say("oldest card")})


def _lead(switches: int, view: SchnapsenView, move: Move) -> Decision:
    if switches & O and switches & PUBLISHED:
        return _oldest(move) if switches & (F | R) else _by_chance(view, move)
    if move.code >= EXCHANGE:
        return _special(move)
    vector, cards = view.vector, [m for m in view.moves if m.code < EXCHANGE]
    factor = risk(vector) if switches & R else 1.0
    chances = {m: chance(vector, m.code, switches) for m in cards}
    utilities: dict[str, float] = {m: chances[m] / int(VALUE[m.code]) * factor for m in cards}
    because = say(
        "utility {utility:.3f}, the best: {chance:.0%} that no higher card of the suit is against it, "
        "divided by its {points} points",
        utility=utilities[move],
        chance=chances[move],
        points=view.points(move),
    )
    details = {"rule": say("utility"), "probabilities": chances, "risk factor": factor}
    return Decision(move, because, utilities, details)


def _answer(switches: int, view: SchnapsenView, move: Move) -> Decision:
    if not switches & F:
        alone = switches & (O | R | PUBLISHED) == O | PUBLISHED
        return _oldest(move) if alone else _by_chance(view, move)
    rule, because = _follower_rule(view, move)
    return Decision(move, because, details={"rule": rule})


def _follower_rule(view: SchnapsenView, move: Move) -> tuple[Saying, Saying]:
    """Which of the rules F gave the card."""
    led, card, trump = int(view.vector[LED]), move.code, int(view.vector[TRUMP])
    if led // 5 == trump:
        if card // 5 != trump and card % 5 <= KING:
            because = say("a trump was led: the first small card of another suit goes")
            return say("low card on a trump"), because
        if card // 5 == trump and card > led:
            return say("higher trump"), say("no small card to throw, so a higher trump wins")
        because = say("nothing small to throw and nothing to win with: the cheapest card goes")
        return say("cheapest card"), because
    if stronger(led) >> card & 1:
        return say("higher card"), say("a higher card of the suit wins the trick")
    if card // 5 == trump and led % 5 > KING:
        return say("trump a high card"), say("the cheapest trump takes an ace or ten")
    if card // 5 == trump:
        return say("cheapest card"), say("only trumps may be played: the cheapest goes")
    because = say("no higher card of the suit, and no trump to spend: the cheapest card goes")
    return say("cheapest card"), because
