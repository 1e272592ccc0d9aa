"""What a deal of Schnapsen brought each seat, and how; and closings with what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kiebitz.games.schnapsen.rules import VALUE
from kiebitz.games.schnapsen.view import SchnapsenState
from kiebitz.rules.tricks import card_of
from kiebitz.rules.values import Move, State
from kiebitz.sayings import Saying, say
from kiebitz.table.stage import Bid
from kiebitz.table.tables.tricks import winner

ENOUGH = 66


def final_points(before: SchnapsenState, last: Move) -> tuple[list[int], list[int]]:
    """Points and tricks at the end of a deal: the last move's are in no state if another deal began."""
    view, points, won = before.view(before.turn), list(before.scores), list(before.tricks)
    card = card_of(view, last)
    if before.led is None or card is None:  # a marriage was enough
        points[before.turn] += 40 if card and card.suit == before.trump else 20
        return points, won
    taker = winner(before, last)
    cards = int(VALUE[before.led.number]) + int(VALUE[card.number])
    points[taker] += cards + before.pending[taker]
    won[taker] += 1
    return points, won


def tally(before: SchnapsenState, after: SchnapsenState) -> list[Saying]:
    """The points of both, and why they are worth that many game points."""
    last = after.history[-1][1]
    points, won = final_points(before, last)
    gained = [new - old for new, old in zip(after.game_points, before.game_points, strict=True)]
    first = gained.index(max(gained))
    said = [say("{n} {n:point|points}", n=each) for each in points]
    why, n = _why(before, points, won, first, gained[first]), gained[first]
    said[first] = say("{points}; {why}: {n} {n:game point|game points}", points=said[first], why=why, n=n)
    return said


def _why(before: SchnapsenState, points: list[int], won: list[int], first: int, gained: int) -> Saying:
    """Why the winner of a deal gets that many game points; after closing what the other had then counts."""
    if before.closer == 1 - first:
        return say("the other closed and did not win")
    if points[first] < ENOUGH:
        return say("the last trick")
    if before.closer == first:
        return say("by what the other had when the stock was closed")
    if won[1 - first] == 0:
        return say("the other had no trick")
    return say("the other had fewer than 33") if gained == 2 else say("the other had 33 or more")


def bids(states: Sequence[State], seat: int) -> list[Bid]:
    """The closings of a seat, deal by deal: what came of them in game points."""
    found = []
    for before, after in pairwise(states):
        if after.round == before.round and not after.is_over:
            continue
        assert isinstance(before, SchnapsenState) and isinstance(after, SchnapsenState)
        if before.closer == seat:
            own, other = (after.game_points[at] - before.game_points[at] for at in (seat, 1 - seat))
            found.append(Bid(say("stock closed"), ENOUGH, own - other, own > 0))
    return found
