"""What OpenSpiel's algorithms should find, worked out from our own views and without its text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from kiebitz.rules.values import Deal, Event, State

Known = tuple[tuple[bytes, tuple[Event, ...]], ...]
Reached = list[tuple[State, Known, float]]


def seen(state: State, seat: int) -> tuple[bytes, tuple[Event, ...]]:
    """What a seat sees of a position."""
    view = state.view(seat)
    return view.vector.tobytes(), view.events


def best_response(deals: Iterable[Deal], seat: int) -> float:
    """The most that a seat can get in the mean of the deals when all others play at random."""
    starts = [deal.start() for deal in deals]
    return _best([(start, (seen(start, seat),), 1 / len(starts)) for start in starts], seat)


def _best(reached: Reached, seat: int) -> float:
    """The value of positions with their probabilities; what the seat cannot tell apart it plays alike."""
    total, alike = 0.0, defaultdict[Known, Reached](list)
    for state, known, weight in reached:
        if state.is_over:
            total += weight * state.payoffs[seat]
        elif state.turn == seat:
            alike[known].append((state, known, weight))
        else:
            played = [_after(state, move, known, seat, weight / len(state.moves)) for move in state.moves]
            total += _best(played, seat)
    for group in alike.values():
        choices = [[_after(state, move, known, seat, weight) for state, known, weight in group]
                   for move in group[0][0].moves]  # fmt: skip
        total += max(_best(played, seat) for played in choices)
    return total


def _after(state: State, move: str, known: Known, seat: int, weight: float) -> tuple[State, Known, float]:
    after = state.play(move)
    return after, (*known, seen(after, seat)), weight
