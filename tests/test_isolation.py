"""Whoever uses one game loads no other: seen from outside, in a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kiebitz.lab.bench import Bench
from kiebitz.rules.parts import part
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game, game_class, names
from tests.starter import run

RUN = """
import sys
from kiebitz.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print("modules:", *sys.modules, file=sys.stderr)
"""


def loaded(folder: Path, *words: str) -> set[str]:
    """The games that a command loads in a fresh process."""
    answer = run([sys.executable, "-c", RUN, *words], folder)
    assert answer.returncode == 0, answer.stderr
    modules = answer.stderr.splitlines()[-1].split()[1:]
    return {name for name in names() if game_class(name).__module__ in modules}


@pytest.fixture(scope="module", params=names())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def record(name: str, tmp_path: Path) -> Path:
    """A game's first moves in our own format."""
    state = game(name).deal(1)
    for _ in range(6):
        state = state.play(state.moves[0])
    file = tmp_path / "record.txt"
    file.write_text(Record.of(state, ("someone",) * state.game.seats).text, encoding="utf-8")
    return file


def test_the_list_of_commands_loads_no_game(tmp_path: Path) -> None:
    assert loaded(tmp_path, "--help") == set()


def test_a_match_loads_no_other_game(name: str, tmp_path: Path) -> None:
    demo = part(game_class(name), Bench).demo
    assert demo, "every game that ships has something to show"
    words = ["match", name, *demo.agents, "--deals", "10", "--out", "run"]
    assert loaded(tmp_path, *words) == {name}


def test_a_record_loads_no_other_game(name: str, record: Path, tmp_path: Path) -> None:
    assert loaded(tmp_path, "replay", str(record), "--json") == {name}


def test_what_is_known_loads_no_other_game(name: str, record: Path, tmp_path: Path) -> None:
    assert loaded(tmp_path, "know", str(record)) == {name}


def test_the_commands_of_a_game_load_no_other_game(name: str, tmp_path: Path) -> None:
    assert loaded(tmp_path, name, "--help") == {name}
