"""From a position of a game to puzzles: few of many moves reach the aim, and that is proved."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from kiebitz.rules.records import Record
from kiebitz.rules.values import Deal, State
from kiebitz.search.puzzles.forced import Forced
from kiebitz.search.puzzles.puzzle import OPEN, SURE, Puzzle

if TYPE_CHECKING:
    from kiebitz.search.solving import Solving

LEAST = 3  # legal moves
FEW = 3  # one of this many moves may be right


def usual_puzzles(solving: Solving, state: State, nodes: int, kinds: Collection[str]) -> Iterator[Puzzle]:
    """The puzzle of a position: as the seat knows it, else with open cards; often there is none."""
    if state.is_over or len(state.moves) < LEAST or state.game.is_open:
        return
    forced = solving.forced(state.view(state.turn), nodes) if SURE in kinds else None
    if forced and is_telling(forced):
        yield Puzzle(Record.of(state), SURE, forced.question, forced.winners)
    elif OPEN in kinds and state.phase in solving.phases:
        known = solving.forced_open(state, nodes)
        if known and is_telling(known):
            yield Puzzle(Record.of(opened(state)), OPEN, known.question, known.winners)


def is_telling(forced: Forced) -> bool:
    """Is everything decided, and are few of the moves right?"""
    return forced.is_decided and 0 < len(forced.winners) <= len(forced.moves) // FEW


def opened(state: State) -> State:
    """The same position of the same game, where everybody sees everything."""
    game = type(state.game)({**state.game.options, "open_world": "on"})
    now = Deal.read(game, state.deal.text).start()
    for _, move in state.history:
        now = now.play(str(move))
    return now
