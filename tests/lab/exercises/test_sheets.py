"""Sheets: from a seed or from records, with answers in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

import kiebitz as kb
from kiebitz.errors import BadNotation, BadOption, KiebitzError, UnknownName
from kiebitz.lab.exercises.sheets import Answers, exercises, graded
from kiebitz.lab.puzzles.courses import courses
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from tests.contract.cases import TOY


def test_the_key_of_a_sheet_is_graded_right() -> None:
    sheet = kb.exercises("boerenbridge", seed="course", count=6)
    again, grades = graded(sheet.key)
    assert again.exercises == sheet.exercises and all(each.is_right for each in grades)
    _, grades = graded(f"# mine\n{sheet.head}\n2) {sheet[1].solution}\n")
    assert [each.is_right for each in grades] == [False, True, False, False, False, False]
    assert sheet[0].solution in str(grades[0].said[0])


def test_answers_of_another_kind_are_refused_in_a_sentence() -> None:
    with pytest.raises(KiebitzError, match=r"Answers are texts by the numbers .* \{1: 'a c'\}, not 3"):
        kb.exercises("durak", seed=1, count=1).grade(3)  # type: ignore[arg-type]


def test_kinds_can_be_chosen_and_are_in_the_head() -> None:
    sheet = exercises("durak", seed=1, count=3, kinds=("truth", "write"))
    assert [each.kind for each in sheet] == ["truth", "write", "truth"]
    assert all(each.is_right for each in graded(sheet.key)[1])
    with pytest.raises(UnknownName, match="whether"):
        exercises("durak", seed=1, kinds=("essay",))


def finished(tmp_path: Path, cut: int = 0) -> Path:
    played = courses(game("boerenbridge", "schedule=3"), "tests")
    records = [Record.of(next(played)[-1 - cut]).text for _ in range(3)]
    file = tmp_path / "games.txt"
    file.write_text("\n".join(records), encoding="utf-8")
    return file


def test_sheets_are_made_from_records(tmp_path: Path) -> None:
    file = finished(tmp_path)
    sheet = exercises("boerenbridge", seed=1, count=2, records=file)
    deals = {Record.read(text).deal for text in file.read_text(encoding="utf-8").split("\n\n")}
    assert {each.record.deal for each in sheet} <= deals
    assert all(each.is_right for each in graded(sheet.key)[1])


def test_a_game_that_goes_on_is_never_asked_about(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="no finished game of boerenbridge"):
        exercises("boerenbridge", seed=1, records=finished(tmp_path, cut=1))
    with pytest.raises(BadOption, match="no finished game of durak"):
        exercises("durak", seed=1, records=finished(tmp_path))


def test_games_without_a_moment_to_ask_about_are_told(tmp_path: Path) -> None:
    file = tmp_path / "short.txt"
    states = next(courses(game("boerenbridge", "schedule=1"), "tests"))
    file.write_text(Record.of(states[-1]).text, encoding="utf-8")
    with pytest.raises(KiebitzError, match="too few moments"):
        exercises("boerenbridge", seed=1, records=file)


def test_a_game_from_a_file_has_sheets() -> None:
    """Its cards beside the hands are not named by the game, and no deal is ever ruled out."""
    sheet = kb.exercises(TOY, seed=1, count=6)
    assert [each.kind for each in sheet] == ["whether", "places", "common", "truth", "write", "whether"]
    assert sheet.head == "sheet: high-card seed=1 count=6"
    assert all(each.is_right for each in sheet.grade({n: one.solution for n, one in enumerate(sheet, 1)}))
    assert kb.exercises(game(TOY), seed=1, count=6).exercises == sheet.exercises
    again, grades = graded(sheet.key, game=TOY)
    assert again.exercises == sheet.exercises and all(each.is_right for each in grades)
    with pytest.raises(KiebitzError, match="too few moments"):
        exercises(TOY, seed=1, count=1, kinds=("deals",))
    with pytest.raises(BadOption, match="for a sheet of high-card, not of durak"):
        graded(sheet.key, game="durak")


def test_a_sheet_of_a_game_from_a_file_is_made_from_its_records(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    kb.match(TOY, "random", "random", deals=3, seed=1, records=file)
    sheet = exercises(TOY, seed=1, count=2, records=file)
    assert len(sheet) == 2 and all(each.is_right for each in graded(sheet.key, game=TOY)[1])


def test_answers_load_no_file_that_they_name(tmp_path: Path) -> None:
    evil = tmp_path / "evil.py"
    evil.write_text("raise SystemExit('it ran')")
    for text in (f"sheet: {evil} seed=1 count=1", "sheet: high-card seed=1 count=1"):
        with pytest.raises(KiebitzError, match="KIEBITZ_GAMES"):
            graded(text)


@pytest.mark.parametrize("text", ["", "1: a", "sheet: durak", "sheet: durak seed=1 count=2\nno number"])
def test_files_that_are_no_answers_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        Answers.read(text)


@pytest.mark.parametrize("count", [0, 101, True])
def test_the_number_of_exercises_is_limited(count: int) -> None:
    with pytest.raises(KiebitzError):
        exercises("durak", seed=1, count=count)
