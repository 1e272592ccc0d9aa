"""``kiebitz review``: records of every format gone over from the command line."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kiebitz.cli import app
from kiebitz.lab.review.judged import Review
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from tests.contract.cases import random_game
from tests.lab.review.games import played
from tests.paths import XSKAT

RECORDS = os.environ.get("KIEBITZ_RECORDS")


def ask(*words: object) -> str:
    result = CliRunner().invoke(app, ["review", *map(str, words), "--quiet"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("review") / "games.txt"
    unit = played("schnapsen", "random", 4)
    file.write_text(Record.of(unit, ("Ann", "Bob")).text)
    return file


def test_a_record_is_told_with_the_knowable_first(file: Path) -> None:
    text = ask(file, "--seat", 0, "--worlds", 100)
    assert "Player 1 (Ann)" in text and "Bob" not in text
    assert text.index("What could be known:") < text.index("Move ")
    assert "± " in text
    assert text.count("record 1") == 1 and ask(file, "--worlds", 20).count("record 1") == 2


def test_the_costliest_come_first_and_the_rest_when_wanted(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(Record.of(played("durak", "random", 1)).text)
    some, every = ask(file, "--seat", 0, "--worlds", 30), ask(file, "--seat", 0, "--worlds", 30, "--every")
    assert " more\n" in some and " more\n" not in every
    assert every.count("    Move ") > some.count("    Move ") >= 3


def test_the_document_is_read_as_reviews(file: Path) -> None:
    document = json.loads(ask(file, "--worlds", 30, "--seed", "monday", "--json"))
    reviews = [Review.of_dict(one) for one in document["reviews"]]
    assert [one.seat for one in reviews] == [0, 1] and reviews[0].seed == "monday"
    assert document["skipped"] == []


def test_an_aim_is_what_is_counted_in(file: Path, tmp_path: Path) -> None:
    ladder = tmp_path / "ladder.txt"
    *_, end = random_game(game("boerenbridge", {"schedule": "1,2"}), 1)
    ladder.write_text(Record.of(end).text)
    document = json.loads(ask(ladder, "--seat", 0, "--worlds", 10, "--aim", "match", "--json"))
    assert 0 <= document["reviews"][0]["result"] <= 100
    text = ask(ladder, "--seat", 0, "--worlds", 10, "--aim", "match")
    assert " percent of the game; " in text
    refused = CliRunner().invoke(app, ["review", str(file), "--aim", "fun"])
    assert refused.exit_code != 0


def test_a_page_needs_nothing_else(file: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    ask(file, "--worlds", 30, "--html", page)
    text = page.read_text()
    assert text.count("<svg") == 2 and "<circle" in text and "http" not in text


def test_a_seat_that_is_not_there(file: Path) -> None:
    result = CliRunner().invoke(app, ["review", str(file), "--seat", "Carla"])
    assert "There is no seat 'Carla'; choose 0 to 1" in str(result.exception)


def test_a_game_of_xskat() -> None:
    text = ask(XSKAT, "--number", 14, "--seat", 0, "--worlds", 10, "--nodes", 500)
    assert "knowable mistake" in text and "points ahead of the others" in text and "skat:" not in text


@pytest.mark.skipif(not RECORDS, reason="KIEBITZ_RECORDS names no folder with outside records")
def test_games_of_the_international_skat_server() -> None:
    found = json.loads(
        ask(Path(RECORDS or "") / "skat" / "iss-records.sgf", "--first", 3, "--worlds", 6, "--nodes", 200,
            "--json")
    )  # fmt: skip
    assert len(found["reviews"]) + 3 * len(found["skipped"]) == 9
    assert any(one["judged"] for one in found["reviews"])
