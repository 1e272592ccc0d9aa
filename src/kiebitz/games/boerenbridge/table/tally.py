"""What a round of Boerenbridge brought each seat, and how; and guesses with what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kiebitz.games.boerenbridge.rules import round_score
from kiebitz.games.boerenbridge.view import BoerenbridgeState
from kiebitz.rules.values import State
from kiebitz.sayings import Saying, say
from kiebitz.table.stage import Bid
from kiebitz.table.tables.tricks import winner

SCORING = ("published", "tricks", "dutch")


def taken(before: BoerenbridgeState, after: State) -> list[int]:
    """The tricks of a round by seat, the last one included, which no state counts if another round began."""
    last = winner(before, after.history[-1][1])
    return [won + (seat == last) for seat, won in enumerate(before.tricks_won)]


def tally(before: BoerenbridgeState, after: State) -> list[Saying]:
    """Each seat's guess, its tricks, and the sum."""
    scoring = after.game.options["scoring"]
    pairs = zip(before.guesses, taken(before, after), strict=True)
    return [_sum(scoring, guess or 0, tricks) for guess, tricks in pairs]


def _sum(scoring: str, guess: int, tricks: int) -> Saying:
    """How the points of a seat come about.

    >>> print(_sum("dutch", 2, 2), _sum("published", 3, 1), _sum("tricks", 1, 0), sep="; ")
    2 of 2 tricks: 5 + 2 = 7; 1 of 3 tricks: 2 times -2 = -4; 0 of 1 trick: 0
    """
    points, missed = int(round_score(SCORING.index(scoring), guess, tricks)), abs(tricks - guess)
    said = say("{tricks} of {guess} {guess:trick|tricks}", tricks=tricks, guess=guess)
    if scoring == "dutch" and not missed:
        return say("{said}: 5 + {tricks} = {points}", said=said, tricks=tricks, points=points)
    if scoring == "published" and not missed:
        return say("{said}: 10 + 2 times {tricks} = {points}", said=said, tricks=tricks, points=points)
    if scoring == "tricks" and not missed:
        return say("{said}: {tricks} + 10 = {points}", said=said, tricks=tricks, points=points)
    if scoring == "published":
        return say("{said}: {missed} times -2 = {points}", said=said, missed=missed, points=points)
    return say("{said}: {points}", said=said, points=points)


def bids(states: Sequence[State], seat: int) -> list[Bid]:
    """The guesses of a seat, round by round."""
    found = []
    for before, after in pairwise(states):
        if after.round == before.round and not after.is_over:
            continue
        assert isinstance(before, BoerenbridgeState)
        guess, tricks = before.guesses[seat] or 0, taken(before, after)[seat]
        group = say("{n} {n:trick|tricks} guessed", n=guess)
        found.append(Bid(group, guess, tricks, guess == tricks))
    return found
