"""``kiebitz skat replay`` and ``kiebitz reproduce --records`` as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kiebitz.lab.playing.match import record_text
from kiebitz.lab.runs.plan import match_plan
from tests.cli.test_commands import Run
from tests.cli.test_commands import run as run_fixture
from tests.paths import XSKAT

run = run_fixture
SAMPLE = XSKAT
GIVEN_AWAY = "14"  # a game of the sample that the declarer loses after a forced win
HIDDEN = "(;GM[Skat]ID[7]MV[w ??.CJ 1 p ]R[passed] ;)"
PAGE = """
title = "Given games"
game = "skat"
options = "naming=iss"
deals = 5
seed = 4

[[match]]
name = "luck"
agents = ["random", "random", "random"]
seatings = "fixed"
openings = "discards of xskat-like"

[[cell]]
name = "wins"
match = "luck"
quantity = "declarer_wins"

[[breakdown]]
table = "T"
column = "luck"
match = "luck"
glassbox = "luck"
published = [1, 1, 1, 1, 1, 1, 1, 1]
"""


def replay(run: Run, file: Path, *arguments: str) -> tuple[int, str, list[str]]:
    answer = run("skat", "replay", str(file), "--agent", "xskat-like", *arguments)
    return answer.code, answer.out, [line for line in answer.err.splitlines() if "Compiling" not in line]


def test_a_game_for_people_programs_and_browsers(run: Run, tmp_path: Path) -> None:
    code, out, _ = replay(run, SAMPLE, "-n", GIVEN_AWAY, "--details")
    assert code == 0
    assert "here the declarer gave away a forced win: ♦J" in out
    assert "could have been won" in out
    html = tmp_path / "games.html"
    code, out, _ = replay(run, SAMPLE, "-n", GIVEN_AWAY, "--json", "--html", str(html))
    found = json.loads(out)
    (game,) = found["games"]
    assert code == 0
    assert game["lost"][0]["card"] == "♦J"
    assert found["skipped"] == []
    assert "♦J" in html.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "arguments", "sentence"),
    [
        ("nothing", (), "is not a record file"),
        (HIDDEN, (), "hidden cards"),
        (HIDDEN, ("-n", "2"), "records 1 to 1"),
        (HIDDEN, ("--first", "0"), "at least 1"),
        (HIDDEN, ("--nodes", "0"), "must be 1 to"),
    ],
)
def test_bad_input_is_one_sentence(
    run: Run,
    tmp_path: Path,
    text: str,
    arguments: tuple[str, ...],
    sentence: str,
) -> None:
    file = tmp_path / "games.sgf"
    file.write_text(text, encoding="utf-8")
    code, out, err = replay(run, file, *arguments)
    assert (code, out, len(err)) == (2, "", 1)
    assert sentence in err[0]


def test_records_of_another_game_are_refused(run: Run, tmp_path: Path) -> None:
    match = match_plan("durak", ["random", "random"], 1, 3, "", "fixed").match
    file = tmp_path / "durak.txt"
    file.write_text(record_text(match, match.play(0, 0)), encoding="utf-8")
    code, _, err = replay(run, file)
    assert code == 2
    assert err == ["record 1 is a game of durak, not of Skat."]


def test_an_experiment_with_records_of_ones_own(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "given.toml"
    page.write_text(PAGE, encoding="utf-8")
    answer = run("reproduce", str(page), "--records", str(SAMPLE), "--json")
    found = json.loads(answer.out)
    assert found["cells"][0]["games"] == 5
    assert sum(found["breakdowns"][0]["counts"].values()) == 5
    shown = run("reproduce", str(page), "--records", str(SAMPLE)).out
    assert "T: who wins" in shown
    report = tmp_path / "runs"
    assert any("Who wins which games" in file.read_text() for file in report.glob("*/report.html"))
    answer = run("reproduce", str(page), "--records", str(tmp_path / "none.sgf"))
    assert answer.code == 2
    assert "There is no file" in answer.err
