"""``kiebitz exercises``: printed, written as pages with the solutions apart, and graded from a file."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from kiebitz.cli import app
from kiebitz.lab.exercises.sheets import exercises
from tests.contract.cases import TOY

SHEET = exercises("boerenbridge", seed=2, count=6)


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["exercises", *words])
    assert result.exit_code == code, (result.output, result.exception)
    return result.stdout


def test_a_sheet_is_printed_without_its_solutions() -> None:
    shown = run("--seed", "2")
    assert shown.startswith(SHEET.head) and "Solution" not in shown
    assert "Solution: " in run("--seed", "2", "--solutions")


def test_pages_have_the_solutions_apart(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    run("--seed", "2", "--html", str(file), "--solutions")
    page, apart = (each.read_text(encoding="utf-8") for each in (file, tmp_path / "sheet-solutions.html"))
    assert page.count('class="exercise"') == 6 and page.count("<svg") >= 6 and "@media print" in page
    assert "Solution" not in page and SHEET[5].formula not in page
    assert SHEET.head in page and "Solution: " in apart


def test_answers_are_graded(tmp_path: Path) -> None:
    file = tmp_path / "answers.txt"
    file.write_text(SHEET.key, encoding="utf-8")
    graded = run("--grade", str(file))
    assert graded.endswith("6 of 6 right.\n") and "Right." not in graded
    inner = [line for line in graded.splitlines()[:-1] if line[0] not in "123456"]
    assert all(line.startswith("   ") for line in inner)
    lines = SHEET.key.splitlines()
    file.write_text("\n".join([*lines[:-1], "6: true"]), encoding="utf-8")
    shown = run("--grade", str(file))
    assert "6. wrong" in shown and "Wherever " in shown and "For example: " in shown
    document = json.loads(run("--grade", str(file), "--json"))
    assert [each["right"] for each in document["grades"]] == [True] * 5 + [False]
    assert document["grades"][5]["facts"] and document["grades"][5]["world"]


def test_a_game_from_a_file_is_asked_about_and_graded(tmp_path: Path) -> None:
    assert run(TOY, "--seed", "2", "--count", "2").startswith("sheet: high-card seed=2 count=2\n")
    page, file = tmp_path / "sheet.html", tmp_path / "answers.txt"
    run(TOY, "--seed", "2", "--count", "2", "--html", str(page))
    assert page.read_text(encoding="utf-8").count('class="exercise"') == 2
    file.write_text(exercises(TOY, seed=2, count=2).key, encoding="utf-8")
    assert run(TOY, "--grade", str(file)).endswith("2 of 2 right.\n")
    run("--grade", str(file), code=1)


def test_what_cannot_be_graded_is_refused(tmp_path: Path) -> None:
    head = "sheet: boerenbridge seed=7 count=2\n1: a\n"
    for text, reason in (
        ("", "is empty"),
        ("hello", "Answers begin with"),
        (None, "There is no file"),
        (f"{head}3: b", "There is no exercise 3; the sheet has 1 to 2."),
        (f"{head}1: b", "Exercise 1 is answered twice."),
    ):
        file = tmp_path / "answers.txt"
        file.unlink(missing_ok=True)
        if text is not None:
            file.write_text(text, encoding="utf-8")
        result = CliRunner().invoke(app, ["exercises", "--grade", str(file)])
        assert result.exit_code != 0 and reason in str(result.exception)
