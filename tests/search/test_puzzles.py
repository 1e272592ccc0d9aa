"""Puzzles are what they say: each is proved again by listing worlds, or by a plain search of open cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from kiebitz.errors import BadNotation, IllegalMove
from kiebitz.games.skat import rules as skat
from kiebitz.games.skat.scoring import card_points
from kiebitz.games.skat.search.paranoia.view import ALL_TRICKS, NO_TRICK, own_aim
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.knowledge.places.problem import Problem
from kiebitz.lab.puzzles.courses import courses
from kiebitz.lab.puzzles.making import puzzle_game
from kiebitz.rules.parts import part
from kiebitz.rules.records import Record
from kiebitz.rules.registry import names
from kiebitz.rules.values import Deal, State, View
from kiebitz.sayings import MoveText, say
from kiebitz.search.puzzles.forced import Forced, Goal, forced_in, has_won
from kiebitz.search.puzzles.proving import explained, hidden_cards, worlds_of
from kiebitz.search.puzzles.puzzle import OPEN, SURE, Puzzle
from kiebitz.search.solving import Solving
from tests.browser.drawn import drawn
from tests.contract.cases import TOY, make, random_game

OURS = ("boerenbridge", "durak", "schnapsen", "skat")
FEW = 40  # worlds that are listed


def found(name: str, kind: str, games: int, nodes: int = 20_000) -> Iterator[Puzzle]:
    """The puzzles of some games, before anybody has rated them."""
    game = puzzle_game(name)
    for states in islice(courses(game, "tests"), games):
        for state in states:
            yield from part(game, Solving).puzzles(state, nodes, (kind,))


def skat_goal(view: View) -> Goal:
    """Counted from the tricks: nothing of the search's own bookkeeping."""
    aim, mine = int(own_aim(view.vector)), view.seat == int(view.vector[skat.DECLARER])

    def goal(end: Vector) -> bool:
        points = int(end[skat.POINTS]) + int(card_points(end[skat.SKAT]))
        won = int(end[skat.TRICKS]) == 0 if aim == NO_TRICK else points > aim
        return (int(end[skat.TRICKS + 1]) == 0 if aim == ALL_TRICKS else won) == mine

    return goal


@pytest.mark.parametrize("name", OURS)
def test_sure_moves_are_proved_again_world_by_world(name: str) -> None:
    checked = 0
    for puzzle in found(name, SURE, 150):
        view = puzzle.view
        if Problem.of(view).count() > FEW or len(view.hand) > 4:
            continue
        goal = (
            skat_goal(view)
            if name == "skat"
            else has_points(view)
            if name == "boerenbridge"
            else has_won(view)
        )
        again = forced_in(worlds(view), view, goal, 2_000_000)
        assert {move for move, wins in again.items() if wins} == set(puzzle.solutions), puzzle.text
        assert None not in again.values()
        checked += 1
        if checked == 4:
            return
    assert checked, "none was small enough"


def worlds(view: View) -> list[Vector]:
    """One state for each world: the order in which another's cards came makes no difference."""
    rng, listed, count = Stream(1), dict[bytes, Vector](), Problem.of(view).count()
    while len(listed) < count:
        state = np.zeros(WORDS, np.int64)
        view.game.kernels.complete(view.vector, rng.word, state)
        listed.setdefault(state[HAND : HAND + view.game.seats].tobytes(), state)
    return list(listed.values())


def has_points(view: View) -> Goal:
    """The guess is met: only that scores points."""
    payoff, seat = view.game.kernels.payoff, view.seat
    return lambda end: int(payoff(end, seat)) > 0


def minimax(state: State, seat: int, wins: Goal) -> bool:
    """Can a seat reach it with open cards, if all others play against it?"""
    if state.is_over:
        return wins(state.vector)
    ours = state.turn == seat
    values = (minimax(state.play(move), seat, wins) for move in state.moves)
    return any(values) if ours else all(values)


@pytest.mark.parametrize("name", OURS)
def test_open_cards_are_solved_again_by_a_plain_search(name: str) -> None:
    checked = 0
    for puzzle in found(name, OPEN, 150):
        state, seat = puzzle.state, puzzle.seat
        sizes = [len(state.hand_of(each)) for each in range(state.game.seats)]
        if sum(sizes) > (9 if name == "durak" else 4 * state.game.seats):
            continue
        assert state.game.is_open and sum(
            len(puzzle.view.hand_of(each)) for each in range(state.game.seats)
        ) == sum(sizes)
        view = puzzle.view
        if name == "skat":
            right = skat_winners(state, skat_goal(view))
        else:
            goal = has_points(view) if name == "boerenbridge" else has_won(view)
            right = {str(move) for move in state.moves if minimax(state.play(move), seat, goal)}
        assert right == set(puzzle.solutions), puzzle.text
        checked += 1
        if checked == 3:
            return
    assert checked, "none was small enough"


def skat_winners(state: State, goal: Goal) -> set[str]:
    """With open cards the two defenders play together."""
    declarer = int(state.vector[skat.DECLARER])
    side = {state.turn} if state.turn == declarer else {0, 1, 2} - {declarer}

    def wins(now: State) -> bool:
        if now.is_over:
            return goal(now.vector)
        values = (wins(now.play(move)) for move in now.moves)
        return any(values) if now.turn in side else all(values)

    return {str(move) for move in state.moves if wins(state.play(move))}


# -- wrong answers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OURS)
def test_each_wrong_move_is_refuted_itself(name: str) -> None:
    """Not the one that looks right: what is said names the move, and a quoted distribution fits the view."""
    for puzzle in map(explained, drawn(name)[:30]):
        hiding = puzzle.kind == SURE and puzzle.is_hiding
        lying = {str(hidden_cards(world, puzzle.view)): world for world in worlds_of(puzzle.state)}
        for move in map(str, puzzle.view.moves):
            told = puzzle.reasons(move)[len(puzzle.why) :]
            if move in puzzle.solutions:
                assert not told
                continue
            (line,) = told
            assert str(line.values["move"]) == str(MoveText(move, puzzle.state.phase)), puzzle.text
            assert ("nothing is hidden" in str(line)) == (not hiding)
            world = lying[str(line.values["world"])] if "world" in line.values else None
            if world and sum(map(len, map(world.hand_of, range(world.game.seats)))) <= 12:
                assert not wins_openly(puzzle, world, move), (puzzle.text, line)


def wins_openly(puzzle: Puzzle, world: State, move: str) -> bool:
    """Does a move reach the aim in a world with open cards, by a plain search?"""
    if puzzle.record.game == "skat":
        return move in skat_winners(world, skat_goal(puzzle.view))
    goal = has_points(puzzle.view) if puzzle.record.game == "boerenbridge" else has_won(puzzle.view)
    return minimax(world.play(move), puzzle.seat, goal)


def test_a_move_that_nobody_named_is_answered_with_the_tempting_one(example: Puzzle) -> None:
    wrong = [str(move) for move in example.view.moves if str(move) not in example.solutions]
    told = explained(example, wrong[-1])
    assert told.reasons() == told.reasons(told.solutions[0]) == (*told.why, *told.refuted[wrong[-1]])
    assert Puzzle.read(told.text) == told == Puzzle.of_dict(json.loads(json.dumps(told.as_dict())))


def test_a_puzzle_of_before_refutes_the_tempting_move_only(example: Puzzle) -> None:
    """It is kept in files of progress with one refutation at the end of its reasons."""
    wrong = [str(move) for move in example.view.moves if str(move) not in example.solutions]
    new = explained(example, wrong[0])
    old = new.as_dict() | {"why": [line.as_json() for line in new.reasons()]}
    del old["refuted"]
    read = Puzzle.of_dict(old)
    assert read.why == new.why and read.reasons(wrong[0]) == new.reasons(wrong[0])
    assert read.refuted.keys() == {wrong[0]}


# -- the value -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def example() -> Puzzle:
    return next(found("schnapsen", SURE, 100))


def test_a_puzzle_is_read_as_it_was_written(example: Puzzle) -> None:
    assert Puzzle.read(example.text) == example
    assert Puzzle.of_dict(json.loads(json.dumps(example.as_dict()))) == example
    assert Puzzle.read(example.text).name == example.name


def test_what_is_not_a_puzzle_is_refused(example: Puzzle) -> None:
    faults: list[dict[str, object]] = [
        {"kind": "else"},
        {"solutions": []},
        {"difficulty": 2},
        {"question": None},
    ]
    for wrong in faults:
        with pytest.raises(BadNotation):
            Puzzle.of_dict({**example.as_dict(), **wrong})
    with pytest.raises(BadNotation, match="lines of a record"):
        Puzzle.read(example.record.text)
    with pytest.raises(IllegalMove, match="choose one of"):
        example.is_right("7X")
    with pytest.raises(IllegalMove):
        Puzzle.of_dict({**example.as_dict(), "solutions": ["nothing"]})


def test_the_view_of_a_puzzle_shows_no_hidden_card(example: Puzzle) -> None:
    other = 1 - example.seat
    hidden = example.state.hand_of(other).mask & ~example.view.known_in(other).mask
    assert hidden and not example.view.hand_of(other).mask & hidden
    assert [str(line) for line in example.seen] == ["Nothing is hidden (Player 2: JC TC JS KS QD)."]


def test_a_puzzle_tells_what_others_showed_and_not_the_solver() -> None:
    game = make("boerenbridge", "seats=3,schedule=3")
    state = Deal.read(game, "AH KH QH | AD KD QD | AC KC AS | QC QS KS | trump=S opener=0").start()
    for move in ["0", "0", "0", "AH", "KD", "KC", "KH"]:
        state = state.play(move)
    asked = Puzzle(Record.of(state), SURE, say("Which card?"), (str(state.moves[0]),))
    hidden, *told = map(str, asked.seen)
    assert asked.seat == 1 and hidden == "Hidden from you: QH QC AC QS KS AS."
    assert told == ["Player 3 did not follow hearts in trick 1: no hearts."]


# -- a stranger's game -----------------------------------------------------------------------------------


def test_a_game_without_a_solver_of_its_own_has_puzzles_by_worlds() -> None:
    solving, seen = part(make(TOY, ""), Solving), list[Forced]()
    for seed in range(60):
        for state in random_game(make(TOY, ""), seed):
            if not state.is_over and len(state.moves) >= 2:
                forced = solving.forced(state.view(state.turn), 50_000)
                if forced and forced.is_decided and forced.winners:
                    seen.append(forced)
                    assert brute(state) == set(forced.winners)
    assert any(len(forced.winners) < len(forced.moves) for forced in seen)


def brute(state: State) -> set[str]:
    """Moves that win in every world, with a plan that depends on what is seen: written anew, over states."""
    from kiebitz.search.certain import all_states

    seat = state.turn
    worlds = [
        type(state)(state.game, w, state.deal, state._log, state.ply) for w in all_states(state.view(seat))
    ]

    def wins(group: list[State]) -> bool:
        over = [one for one in group if one.is_over]
        if any(one.payoffs[seat] <= one.payoffs[1 - seat] for one in over):
            return False
        looks: dict[bytes, list[State]] = {}
        for one in group:
            if not one.is_over:
                looks.setdefault(one.view(seat).vector.tobytes(), []).append(one)
        return all(step(alike) for alike in looks.values())

    def step(alike: list[State]) -> bool:
        moves = {str(move) for one in alike for move in one.moves}
        after = ([one.play(move) for one in alike if move in one.moves] for move in sorted(moves))
        return (any if alike[0].turn == seat else all)(wins(group) for group in after)

    return {str(move) for move in state.moves if wins([world.play(move) for world in worlds])}


def test_every_installed_game_answers() -> None:
    """Also one that brings no puzzles of its own: it has some, or none."""
    for name in names():
        for state in next(courses(puzzle_game(name), "every")):
            assert all(
                set(one.solutions) < set(one.view.moves)
                for one in part(state.game, Solving).puzzles(state, 500)
            )
