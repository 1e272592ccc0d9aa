"""``kiebitz puzzle``: asked in a terminal it keeps the answers; else it prints, also booklets."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kiebitz.cli import app
from kiebitz.lab.puzzles.making import puzzle
from kiebitz.lab.puzzles.trainer import Trainer
from kiebitz.rules.records import Record

ONE = puzzle("durak", seed=1)


def run(words: str, typed: str = "", code: int = 0) -> str:
    result = CliRunner().invoke(app, words.split(), input=typed, catch_exceptions=True)
    assert result.exit_code == code, (result.output, result.exception)
    return " ".join(result.output.split())


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiebitz.cli.puzzle.is_terminal", lambda: True)


def test_puzzles_are_printed_with_their_solutions_at_the_end() -> None:
    shown = run("puzzle durak --seed 1 --count 2")
    assert shown.index("1. *") < shown.index("2. *") < shown.index("Solutions")
    assert f"1. {ONE.solutions[0]} is right." in shown and str(ONE.question) in shown


def test_an_answer_is_judged_kept_and_asked_again_when_it_is_due(at_a_terminal: None) -> None:
    shown = run("puzzle durak --seed 1", f"nonsense\n{ONE.tempting}\n")
    assert "'nonsense' cannot be played here" in shown
    assert f"{ONE.tempting} is not right." in shown and "It comes back on" in shown
    assert run("puzzle --due") == "Nothing is due now."
    lesson = Trainer().lessons()[ONE.name]
    assert lesson.due and Trainer().due(lesson.due) == [ONE]


def test_the_card_that_was_typed_is_refuted_and_no_other(at_a_terminal: None) -> None:
    one = puzzle("boerenbridge", seed=1)
    wrong = [str(move) for move in one.view.moves if str(move) not in one.solutions]
    assert len(wrong) > 1
    for move in wrong:
        shown = run("puzzle boerenbridge --seed 1", f"{move}\n")
        refuted = [other for other in wrong if f"{other} fails" in shown or f"After {other} no" in shown]
        assert refuted == [move]


def test_a_move_is_typed_by_its_number_too(at_a_terminal: None) -> None:
    number = [str(move) for move in ONE.view.moves].index(ONE.tempting) + 1
    shown = run("puzzle durak --seed 1", f"{number}\n")
    assert f"{number} {ONE.tempting}" in shown and f"{ONE.tempting} is not right." in shown


def test_a_right_answer_is_told_and_nothing_shows_it(at_a_terminal: None) -> None:
    assert f"{ONE.solutions[0]} is right." in run("puzzle durak --seed 1", f"{ONE.solutions[0]}\n")
    shown = run("puzzle durak --seed 1", "\n")
    assert f"{ONE.solutions[0]} is right." in shown
    assert "is right" not in run("puzzle durak --seed 1", "q\n"), "nobody has asked for it"


def test_progress_is_written_and_deleted(at_a_terminal: None, tmp_path: Path) -> None:
    run("puzzle durak --seed 1", f"{ONE.tempting}\n")
    file = tmp_path / "mine.json"
    assert "Your progress is in" in run(f"puzzle --export {file}")
    assert json.loads(file.read_text(encoding="utf-8"))["puzzles"][0]["puzzle"]["name"] == ONE.name
    assert run("puzzle --forget") == "Your progress is deleted." and Trainer().lessons() == {}


def test_mistakes_of_records_wait_as_puzzles(at_a_terminal: None, tmp_path: Path) -> None:
    state = ONE.state.play(ONE.tempting)
    while not state.is_over:
        state = state.play(state.moves[0])
    file = tmp_path / "games.txt"
    file.write_text(Record.of(state).text, encoding="utf-8")
    shown = run(f"puzzle --mistakes {file} --seat {ONE.seat}")
    assert "as puzzles: see --due." in shown
    own = [one for one in Trainer().due() if one.record == ONE.record]
    assert [set(one.solutions) for one in own] == [set(ONE.solutions)] and own[0].kind == "own"
    assert "You have been here before" in run("puzzle --due --count 1", "q\n")
    assert "all of them kept before" in run(f"puzzle --mistakes {file} --seat {ONE.seat}")


def test_all_that_is_due_is_asked_unless_a_number_is_given() -> None:
    Trainer().add([ONE, puzzle("durak", seed=2)])
    assert "2. *" in run("puzzle --due")
    assert "2. *" not in run("puzzle --due --count 1")


def as_json(words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(CliRunner().invoke(app, words.split()).stdout)
    return found


def test_json_has_everything_and_a_day_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert as_json("puzzle durak --seed 1 --json") == [ONE.as_dict()]
    monkeypatch.setattr("kiebitz.lab.puzzles.making.today", lambda: date(2026, 3, 1))
    daily = as_json("puzzle durak --daily --json")
    assert daily == as_json("puzzle durak --day 2026-03-01 --json")
    assert daily != as_json("puzzle durak --day 2026-03-02 --json") and daily[0]["name"] != ONE.name


def test_a_booklet_has_questions_first_and_prints(tmp_path: Path) -> None:
    file = tmp_path / "booklet.html"
    assert run(f"puzzle durak --seed 1 --count 2 --booklet {file}").startswith("2 puzzles in")
    page = file.read_text(encoding="utf-8")
    assert page.count('class="puzzle"') == 2 and "@media print" in page and "break-before: page" in page
    assert page.rindex('class="puzzle"') < page.index('class="solutions"')
    questions = page[: page.index('class="solutions"')]
    assert "is right" not in questions and str(ONE.why[0]) not in questions


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("puzzle", "Name a game"),
        ("puzzle durak --count 0", "The number of puzzles must be 1 to 1,000, not 0."),
        ("puzzle durak --kind hard", "sure, open"),
        ("puzzle durak --day yesterday", "'yesterday' is not a day; write it as in 2026-03-01."),
        ("puzzle chess", "There is no game called 'chess'"),
    ],
)
def test_wrong_requests_are_refused(words: str, reason: str) -> None:
    result = CliRunner().invoke(app, words.split())
    assert result.exit_code != 0 and reason in str(result.exception)
