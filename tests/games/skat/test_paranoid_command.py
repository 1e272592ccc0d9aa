"""Problems with hidden cards, asked by the command; and the picture of the documentation."""

from __future__ import annotations

import json
from pathlib import Path
from runpy import run_path

import pytest

from tests.paths import DOCS


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, str, str]:
    """Exit code and output of a command."""
    from kiebitz.cli import main

    monkeypatch.setattr("sys.argv", ["kiebitz", *words])
    try:
        main()
        code = 0
    except SystemExit as end:
        code = int(end.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_solve_answers_paranoid_problems(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    problem = ["--contract", "grand", "--pool", "S7 S8 H7 H10", "--leader", "declarer", "--points", "49"]
    code, out, _ = run(
        monkeypatch, capsys, "solve", "skat", "--paranoid", "--hand", "♣B HA", *problem, "--depth", "2"
    )
    assert code == 0 and out.startswith("sure; killer cards CJ HA")
    words = ["solve", "skat", "--paranoid", "--hand", "CJ HA", *problem, "--depth", "2", "--json"]
    document = json.loads(run(monkeypatch, capsys, *words)[1])
    assert document["proof"][1].startswith("  left: ")
    assert document["proof_said"][1][0] == "{who}: {cards}"
    file = tmp_path / "problems.jsonl"
    fields = {
        "contract": "grand",
        "hand": ["CJ", "HA"],
        "pool": "S7 S8 H7 HT",
        "leader": "declarer",
        "points": 49,
    }
    file.write_text(json.dumps({**fields, "name": "mine"}) + "\n", encoding="utf-8")
    code, out, _ = run(monkeypatch, capsys, "solve", "skat", "--paranoid", "--file", str(file))
    answer = json.loads(out)
    assert answer["name"] == "mine" and answer["value"] is True and answer["nodes"] >= 0
    hard = {
        "contract": "grand",
        "hand": "HA HQ H7 DQ D9",
        "pool": "CQ SK HT HK H9 H8 DT DK D8 D7",
        "leader": "declarer",
        "points": 53,
    }
    file.write_text(json.dumps(hard) + "\n", encoding="utf-8")
    code, out, _ = run(monkeypatch, capsys, *f"solve skat --paranoid --file {file} --nodes 1".split())
    assert json.loads(out)["value"] == "unknown"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--pool", "CJ"], "add --paranoid"),
        (["--paranoid", "--known", "north: CJ"], "Known cards look like"),
        (["--paranoid", "--nodes", "0"], "must be 1 to"),
        (
            ["--paranoid", "--hand", "CJ", "--pool", "CJ", "--contract", "grand", "--leader", "left"],
            "in hand and in pool",
        ),
    ],
)
def test_solve_says_what_is_wrong(
    words: list[str], reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, error = run(monkeypatch, capsys, "solve", "skat", *words)
    assert code == 2 and reason in error


def test_the_picture_of_the_documentation_is_up_to_date() -> None:
    docs = DOCS
    script = run_path(str(docs / "make_skat_search.py"))
    assert script["drawing"]() == (docs / "skat-paranoia.svg").read_text(encoding="utf-8")
    assert " ".join(script["EXAMPLE"]["hand"]) in (docs / "skat-search.md").read_text(encoding="utf-8")
