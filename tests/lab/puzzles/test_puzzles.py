"""Puzzles made, rated and repeated."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import islice
from pathlib import Path

import pytest

import kiebitz as kb
from kiebitz.errors import KiebitzError, UnknownName
from kiebitz.lab.puzzles.making import puzzle, puzzle_game, puzzles
from kiebitz.lab.puzzles.own import own_puzzle
from kiebitz.lab.puzzles.rating import EASIEST, rate
from kiebitz.lab.puzzles.trainer import ENOUGH, SOON, Trainer
from kiebitz.sayings import say
from kiebitz.search.puzzles.puzzle import Puzzle

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("name", ["boerenbridge", "durak", "schnapsen", "skat"])
def test_every_game_has_puzzles_of_both_kinds(name: str) -> None:
    found = list(islice(puzzles(puzzle_game(name), "tests"), 2))
    assert [one.kind for one in found] == ["sure", "open"]
    for one in found:
        assert EASIEST <= one.difficulty <= 1 and 1 <= one.stars <= 5
        assert one.tempting in one.view.moves and one.tempting not in one.solutions
        assert one.why and Puzzle.read(one.text) == one
    assert found == list(islice(puzzles(puzzle_game(name), "tests"), 2)), "a seed gives the same ones"


def test_a_day_has_its_puzzle() -> None:
    first, again = (kb.puzzle("durak", day=day) for day in (date(2026, 3, 1), "2026-03-01"))
    assert first == again != kb.puzzle("durak", day="2026-03-02")


def test_the_kind_can_be_chosen() -> None:
    assert puzzle("schnapsen", seed=1, kind="open").kind == "open"
    with pytest.raises(UnknownName, match="sure, open"):
        puzzle("schnapsen", seed=1, kind="hard")


def test_the_rating_counts_wrong_answers() -> None:
    one = puzzle("schnapsen", seed=1)
    found = rate(one)
    assert found.shares["random"] == 1 - len(one.solutions) / len(one.view.moves)
    assert found.difficulty == one.difficulty and found.tempting == one.tempting
    assert rate(one, ("paranoid",)).difficulty == 0, "who proves it finds it"


def test_an_own_mistake_tells_of_the_move_that_was_chosen() -> None:
    one = puzzle("boerenbridge", seed=1)
    wrong = [str(move) for move in one.view.moves if str(move) not in one.solutions]
    proved = own_puzzle(one.state, wrong[0], one.solutions[:1], [say("a sure guess was missed")])
    assert proved and len(wrong) > 1
    assert [str(line) for line in proved.reasons(wrong[0])][1:] == ["a sure guess was missed"]
    assert proved.reasons(wrong[0]) == proved.reasons(proved.solutions[0]) != proved.reasons(wrong[1])
    assert proved.refuted[wrong[1]] == one.refuted[wrong[1]]
    likely = own_puzzle(one.state, wrong[0], wrong[1:2], [])
    assert likely and str(likely.reasons(one.solutions[0])[0]) == (
        f"{one.solutions[0]} was not looked at: the review of your game was about {wrong[0]}."
    )


@pytest.fixture(scope="module")
def two() -> list[Puzzle]:
    return list(islice(puzzles(puzzle_game("durak"), 1), 2))


def test_a_missed_puzzle_comes_back_at_growing_intervals_until_it_is_solved(
    two: list[Puzzle], tmp_path: Path
) -> None:
    one, file = two[0], tmp_path / "progress.json"
    outcome = Trainer(file).answer(one, one.tempting, START)
    assert not outcome.is_right and outcome.due == START + SOON
    now, waits = START, list[timedelta]()
    while outcome.due:
        assert Trainer(file).due(outcome.due - timedelta(seconds=1)) == []
        assert Trainer(file).due(outcome.due) == [one], "another process reads the same file"
        waits.append(outcome.due - now)
        now = outcome.due
        outcome = Trainer(file).answer(one, one.solutions[0], now)
    assert len(waits) == ENOUGH and waits == sorted(set(waits)), "each is longer than the one before"
    assert Trainer(file).summary(now) == {"tried": 1, "solved": 1, "later": 0, "due": 0}


def test_a_wrong_answer_begins_the_row_anew(two: list[Puzzle], tmp_path: Path) -> None:
    one, trainer = two[0], Trainer(tmp_path / "progress.json")
    due = trainer.answer(one, one.tempting, START).due
    for _ in range(ENOUGH - 1):
        assert due
        due = trainer.answer(one, one.solutions[0], due).due
    assert due
    again = trainer.answer(one, one.tempting, due)
    assert again.due == due + SOON and trainer.lessons()[one.name].streak == 0


def test_what_is_solved_at_first_sight_is_done(two: list[Puzzle], tmp_path: Path) -> None:
    trainer = Trainer(tmp_path / "progress.json")
    assert trainer.answer(two[0], two[0].solutions[0], START).due is None
    assert trainer.add(two) == 1, "one is known already"
    assert trainer.due(START) == [two[1]] and trainer.due(START, "skat") == []
    assert trainer.summary(START) == {"tried": 1, "solved": 1, "later": 0, "due": 1}


def test_progress_is_exported_and_deleted(two: list[Puzzle], tmp_path: Path) -> None:
    trainer = Trainer(tmp_path / "progress.json")
    trainer.answer(two[0], two[0].tempting, START)
    (kept,) = trainer.export()["puzzles"]
    assert Puzzle.of_dict(kept["puzzle"]) == two[0] and kept["answers"][0]["move"] == two[0].tempting
    trainer.forget()
    assert trainer.export()["puzzles"] == [] and not trainer.file.exists()


def test_a_damaged_file_is_told_and_left_alone(two: list[Puzzle], tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    for text in ("{", '{"format": 99}', '{"format": 1, "puzzles": [{}]}'):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(KiebitzError, match="move the file away"):
            Trainer(file).answer(two[0], two[0].tempting, START)
        assert file.read_text(encoding="utf-8") == text
