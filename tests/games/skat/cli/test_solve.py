"""``kiebitz solve skat`` as a user types it: one problem, files of problems, refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import Run
from tests.cli.test_commands import run as run_fixture
from tests.games.skat.solved import solved

run = run_fixture

ENDING = {
    "contract": "grand", "leader": "left",
    "declarer": ["CJ", "HA"], "left": ["S7", "S8"], "right": ["H7", "HT"],
}  # fmt: skip


def options(fields: dict[str, Any]) -> list[str]:
    """The fields of a problem as options."""
    words = {
        name: " ".join(value) if isinstance(value, list) else str(value) for name, value in fields.items()
    }
    return [word for name, text in words.items() for word in (f"--{name}", text)]


def test_one_problem_in_text(run: Run) -> None:
    answer = run("solve", "skat", *options(ENDING), "--cards")
    assert answer.code == 0
    assert answer.out.startswith("23 points; best card S8\n  S8  23 points\n  S7  23 points\n")


@pytest.mark.parametrize(
    "declarer, left, right",
    [("♣B ♥A", "♠7 ♠8", "♥7 ♥10"), ("KrB HA", "P7 P8", "H7 H10"), ("EU RA", "G7 G8", "R7 R10")],
    ids=["signs", "French pack", "German pack"],
)
def test_german_and_french_letters(run: Run, declarer: str, left: str, right: str) -> None:
    fields = {**ENDING, "declarer": declarer, "left": left, "right": right}
    answer = json.loads(run("solve", "skat", *options(fields), "--json").out)
    assert (answer["value"], answer["best"]) == (23, "S8")


def test_a_target_counts_points_so_far(run: Run) -> None:
    fields = {**ENDING, "points": 38}
    assert run("solve", "skat", *options(fields), "--target", "61").out.startswith("yes; best card S8\n")
    assert run("solve", "skat", *options(fields), "--target", "62").out.startswith("no; best card ")
    assert run("solve", "skat", *options(ENDING), "--target", "schwarz").out.startswith("yes; ")


def test_a_file_comes_back_with_the_answers(run: Run, tmp_path: Path) -> None:
    chosen = [*list(solved("endgames"))[::150], *list(solved("null"))[::90]]
    path = tmp_path / "problems.jsonl"
    lines = [{**one.fields, "expected": one.value, "name": {"of": "a puzzle"}} for one in chosen]
    path.write_text("\n\n".join(json.dumps(line) for line in lines))
    answer = run("solve", "skat", "--file", str(path), "--cards")
    rows = [json.loads(line) for line in answer.out.splitlines()]
    assert len(rows) == len(lines)
    for row, line in zip(rows, lines, strict=True):
        assert {name: row[name] for name in line} == line
        assert row["value"] == row["expected"]
        assert isinstance(row["value"], bool) == (row["contract"] == "null")
        assert row["cards"][row["best"]] == row["value"]
        assert row["nodes"] > 0 and row["seconds"] >= 0
    document = json.loads(run("solve", "skat", "--file", str(path), "--json").out)
    assert [row["value"] for row in document] == [row["value"] for row in rows]


@pytest.mark.parametrize("paranoid", [False, True])
def test_a_line_may_have_a_target_of_its_own(run: Run, tmp_path: Path, paranoid: bool) -> None:
    """It counts more than the one for all lines."""
    path, problem = tmp_path / "problems.jsonl", {**ENDING, "points": 38}
    words = ["--file", str(path), "--target", "62"]
    if paranoid:
        seen = {"contract": "grand", "hand": "CJ HA", "pool": "S7 S8 H7 HT"}
        problem = {**seen, "searcher": "declarer", "leader": "declarer", "points": 38}
        words.append("--paranoid")
    lines = [problem, {**problem, "target": 40}, {**problem, "target": "schwarz"}]
    path.write_text("\n".join(json.dumps(line) for line in lines))
    rows = [json.loads(line) for line in run("solve", "skat", *words).out.splitlines()]
    assert [row["value"] for row in rows] == [False, True, True]
    path.write_text(json.dumps({**problem, "target": 121}))
    refused = run("solve", "skat", *words)
    assert refused.code != 0
    assert "Line 1: The target must be 1 to 120 points or schwarz, not '121'." in refused.err


def test_twelve_cards_are_asked_for_the_discard(run: Run) -> None:
    fields = {
        "declarer": "CJ SJ CA CT CK HA HT H7 H8 S7 S8 DA", "left": "HJ CQ C9 SA ST S9 HK DT D9 D8",
        "right": "DJ C8 C7 SK SQ H9 HQ DK DQ D7", "leader": "left",
    }  # fmt: skip
    best = json.loads(run("solve", "skat", *options(fields), "--json").out)
    assert (best["contract"], best["discard"]) == ("grand", ["S8", "S7"])
    clubs = json.loads(run("solve", "skat", *options(fields), "--contract", "Kreuz", "--cards", "--json").out)
    assert len(clubs["discards"]) == 66
    assert clubs["value"] == max(clubs["discards"].values()) == clubs["discards"][" ".join(clubs["discard"])]


REFUSED = [
    ({"left": ["S7", "S7"]}, "The card S7 is twice in left."),
    ({"left": ["S7", "HA"]}, "The card HA is in declarer and in left."),
    ({"left": ["S7"]}, "The hands do not fit: with the trick they have declarer 2, left 1, right 2 cards."),
    ({"left": ["S7", "X8"]}, "'X8' is not a card; cards are written with C S H D with A T K Q J 9 8 7."),
    ({"left": 7}, "The field left must be a list of cards, not 7."),
    ({"left": None}, "The cards of left are missing."),
    ({"leader": "west"}, "A problem needs a leader: declarer, left or right, not 'west'."),
    ({"contract": "ramsch"},
     "'ramsch' is not a contract; contracts are clubs, spades, hearts, diamonds, grand, null."),
    ({"skat": ["D7"]}, "The skat has two cards, not 1."),
    ({"points": 100}, "The declarer cannot have 100 points: 23 of 120 are still in play."),
    ({"points": "many"}, "The field points must be a number of points from 0 to 120, not 'many'."),
    ({"leader": "right", "right": ["HT"], "trick": ["H7", "CJ"], "declarer": ["HA"]},
     "declarer could follow H7 and may not play CJ."),
    ({"trick": ["C7", "C8", "C9"]}, "A trick on the table has at most two cards, not 3."),
]  # fmt: skip


@pytest.mark.parametrize("change, reason", REFUSED, ids=[reason[:30] for _, reason in REFUSED])
def test_bad_problems_are_refused(
    run: Run,
    tmp_path: Path,
    change: dict[str, Any],
    reason: str,
) -> None:
    path = tmp_path / "problems.jsonl"
    path.write_text(json.dumps(ENDING) + "\n" + json.dumps({**ENDING, **change}))
    answer = run("solve", "skat", "--file", str(path))
    assert (answer.code, answer.out, answer.err.splitlines()[-1]) == (2, "", f"Line 2: {reason}")


def test_bad_files_and_options_are_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "problems.jsonl"
    path.write_text("{")
    assert run("solve", "skat", "--file", str(path)).err.startswith("Line 1 is not JSON: ")
    path.write_text("[1]")
    assert run("solve", "skat", "--file", str(path)).err == "Line 1 is not a JSON object.\n"
    assert "target" in run("solve", "skat", *options(ENDING), "--target", "0").err
    assert "no target" in run("solve", "skat", *options({**ENDING, "contract": "null"}), "--target", "61").err
    assert "leave out --contract" in run("solve", "skat", "--file", str(path), "--contract", "grand").err
    assert (
        run("solve", "whist").err == "There is no game with a solver called 'whist'; choose one of: skat.\n"
    )


def test_what_is_assumed_about_the_skat_stands_in_the_answer(run: Run) -> None:
    """The ace may lie in the skat; if that is assumed away, the answer says so, in words and in JSON."""
    words = ["solve", "skat", "--paranoid", "--contract", "clubs", "--searcher", "left", "--hand", "CJ SA"]
    words += ["--known", "declarer: CA", "--pool", "S7 S8 H7 HA C7", "--leader", "left", "--points", "0"]
    assert "assumed" not in run(*words).out
    said = run(*words, "--noskat", "HA").out
    assert "this is so only if the skat has none of HA, as assumed" in said
    assert json.loads(run(*words, "--noskat", "HA", "--json").out)["assumed"] == ["HA"]
