"""Why a move is right: what is played next against each reply, and where the wrong moves go wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import WORDS
from kiebitz.rules.parts import part
from kiebitz.rules.values import State, View
from kiebitz.sayings import Cards, MoveText, Name, Saying, joined, say
from kiebitz.search.certain import all_states
from kiebitz.search.puzzles.puzzle import OPEN, Puzzle

if TYPE_CHECKING:
    from kiebitz.search.solving import Solving

WORLDS = 24  # that are looked at
LINES = 8  # of a proof that are shown
EXAMPLES = 2  # of the replies to which the same is the answer
NODES = 20_000
Reply = tuple[tuple[int, str], ...]


def explained(puzzle: Puzzle, tempting: str = "") -> Puzzle:
    """The puzzle with its reasons, and where each wrong move goes wrong; one of them looks right."""
    from kiebitz.search.solving import Solving

    solving = part(puzzle.state.game, Solving)
    wrong = [str(move) for move in puzzle.view.moves if str(move) not in puzzle.solutions]
    if puzzle.kind == OPEN:
        found = solving.forced_open(puzzle.state, 10 * NODES)
        reasons = [found.why] if found and found.why else []
    else:
        said = MoveText(puzzle.solutions[0], puzzle.state.phase)
        reasons = [say("{move} reaches it in every distribution and against every reply.", move=said)]
        reasons += solving.proof(puzzle.state, puzzle.solutions[0], NODES)
    refuted = {move: (line,) for move, line in refutations(puzzle, wrong).items()}
    return replace(puzzle, why=tuple(reasons), tempting=tempting, refuted=refuted)


def refutations(puzzle: Puzzle, wrong: Iterable[str]) -> dict[str, Saying]:
    """For each of some wrong moves, a distribution in which even open cards would not mend it."""
    from kiebitz.search.solving import Solving

    if not puzzle.is_hiding:
        return {move: _answered(puzzle, move) for move in wrong}
    solving, said, missing = part(puzzle.state.game, Solving), dict[str, Saying](), list(wrong)
    for world in worlds_of(puzzle.state):
        found = solving.forced_open(world, NODES) if missing else None
        if not found or not found.winners:
            continue
        for move in [each for each in missing if found.moves.get(each) is False]:
            lying, text = hidden_cards(world, puzzle.view), MoveText(move, puzzle.state.phase)
            said[move] = say("{move} fails, for example, if {world}.", move=text, world=lying)
            missing.remove(move)
    for move in missing:
        text = MoveText(move, puzzle.state.phase)
        said[move] = say("After {move} no single plan works in every distribution.", move=text)
    return said


def _answered(puzzle: Puzzle, move: str) -> Saying:
    text = MoveText(move, puzzle.state.phase)
    return say("{move} fails: nothing is hidden, and the other side has an answer.", move=text)


def hidden_cards(world: State, view: View) -> Saying:
    """What the view does not show, as it lies in a world."""
    held = []
    for place, name in enumerate(view.game.place_names()):
        cards = world.known_in(place).mask & ~view.known_in(place).mask
        if place != view.seat and cards:
            who = view.game.who(place) if place < view.game.seats else Name(name, "place")
            text = " ".join(str(card) for card in type(view.hand)(cards, view.game.deck))
            held.append(say("{who} has {cards}", who=who, cards=Cards(text)))
    return joined(", ", held)


def worlds_of(state: State) -> list[State]:
    """Positions that look the same to the seat to move: all of them if they are few, else some."""
    view = state.view(state.turn)
    vectors = all_states(view)[:WORLDS]
    rng = Stream.named("worlds of a puzzle", state.ply)
    while len(vectors) < WORLDS // 2:
        world = np.zeros(WORDS, np.int64)
        view.game.kernels.complete(view.vector, rng.word, world)
        vectors.append(world)
    return [type(state)(state.game, vector, state.deal, state._log, state.ply) for vector in vectors]


def plan(solving: Solving, state: State, move: str, nodes: int) -> Iterator[Saying]:
    """What the seat plays after the replies that it may see: a line for each next move."""
    seat, found = state.turn, dict[tuple[str, ...], list[Reply]]()
    phase = state.phase
    for world in worlds_of(state):
        for reply, after in replies(world.play(move), seat, state.round):
            forced = solving.forced(after.view(seat), nodes) if len(after.moves) > 1 else None
            next_moves = forced.winners if forced else tuple(map(str, after.moves))
            phase = after.phase
            listed = found.setdefault(next_moves, [])
            if reply not in listed:
                listed.append(reply)
    for number, (moves, listed) in enumerate(found.items()):
        if number == LINES:
            yield say("And so on, against every other reply.")
            return
        after_what = joined(" / ", [_said(state, reply) for reply in listed[:EXAMPLES]])
        then = joined(", ", [MoveText(each, phase) for each in moves])
        if len(listed) > EXAMPLES:
            yield say("After {replies} or the like: {moves}", replies=after_what, moves=then)
        else:
            yield say("After {replies}: {moves}", replies=after_what, moves=then)


def replies(state: State, seat: int, last: int, so_far: Reply = ()) -> Iterator[tuple[Reply, State]]:
    """What the others may do until the seat is to move again in the same round."""
    if state.is_over or state.round != last:
        return
    if state.turn == seat:
        if so_far:
            yield so_far, state
        return
    for move in state.moves:
        yield from replies(state.play(move), seat, last, (*so_far, (state.turn, str(move))))


def _said(state: State, reply: Reply) -> Saying:
    moves = [
        say("{who} {move}", who=state.game.who(who), move=MoveText(move, state.phase)) for who, move in reply
    ]
    return joined(", ", moves)
