"""Files that are valid SQLite but do not say what a run is: a sentence, and no harm to other runs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kiebitz.cli import main
from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.runs.outline import LEDGER
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.runs.run import Run
from kiebitz.table.server.lab_pages import runs_page

Manifest = dict[str, Any]


def without(key: str) -> Callable[[Manifest], None]:
    return lambda manifest: manifest.pop(key)


def with_value(key: str, value: object) -> Callable[[Manifest], None]:
    return lambda manifest: manifest.update({key: value})


def in_plan(key: str, value: object) -> Callable[[Manifest], None]:
    return lambda manifest: manifest["plans"][0].update({key: value})


BREAKS: dict[str, Callable[[Manifest], None]] = {
    "no-versions": without("versions"),
    "no-command": without("command"),
    "no-title": without("title"),
    "plans-text": with_value("plans", "none"),
    "plans-none": with_value("plans", []),
    "plans-numbers": with_value("plans", [1, 2]),
    "plan-empty": with_value("plans", [{}]),
    "versions-list": with_value("versions", [1]),
    "command-number": with_value("command", 7),
    "time-limit-text": with_value("time_limit", "soon"),
    "stopped-empty": with_value("stopped", {"why": 3}),
    "contestants-fewer": with_value("contestants", [{"cheats": [False], "compiled": [True]}]),
    "game-number": in_plan("game", 3),
    "deals-text": in_plan("deals", "many"),
    "deals-none": in_plan("deals", 0),
    "deals-huge": in_plan("deals", 10**30),
    "agents-text": in_plan("agents", "random"),
    "lineups-strange": in_plan("lineups", [[0, 5]]),
    "lineups-uneven": in_plan("lineups", [[0], [0, 1]]),
    "unknown-key": in_plan("colour", "red"),
}
LISTED: dict[str, Callable[[Manifest], None]] = {  # as far as a list goes these are runs
    "unknown-game": in_plan("game", "bridge"),
    "unknown-option": in_plan("options", "colour=red"),
    "seats-of-another-game": in_plan("game", "skat"),
}
COMMANDS = ("show", "show --json", "report", "verify", "export --csv games.csv")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    run = Run.create("match", (match_plan("durak", ["random", "random"], 3, 1),), folder)
    run.play(Threads())
    run.ledger.close()
    return folder / LEDGER


def spoil(whole: Path, folder: Path, change: Callable[[Manifest], None] | None) -> None:
    """A copy of a ledger with a changed manifest; without a change one that is not JSON."""
    folder.mkdir()
    (folder / LEDGER).write_bytes(whole.read_bytes())
    with sqlite3.connect(folder / LEDGER) as file:
        manifest = {k: json.loads(v) for k, v in file.execute("SELECT key, value FROM manifest")}
        file.execute("DELETE FROM manifest")
        if change:
            change(manifest)
        rows = [(key, json.dumps(value) if change else "{no JSON") for key, value in manifest.items()]
        file.executemany("INSERT INTO manifest VALUES (?, ?)", rows)
    file.close()


def answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[object, str, str]:
    monkeypatch.setattr("sys.argv", ["kiebitz", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    said = capsys.readouterr()
    return end.value.code, said.out, said.err


@pytest.mark.parametrize("name", [*BREAKS, *LISTED, "no-json"])
def test_a_broken_manifest_is_a_sentence_and_hides_no_other_run(
    name: str,
    whole: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("KIEBITZ_RUNS", str(tmp_path / "runs"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    spoil(whole, tmp_path / "runs" / "good", lambda manifest: None)
    spoil(whole, tmp_path / "runs" / "broken", (BREAKS | LISTED).get(name))
    for command in COMMANDS:
        verb, *options = command.split()
        code, out, err = answer(monkeypatch, capsys, verb, "broken", *options)
        assert (code, out, err.count("\n")) == (2, "", 1), command
        assert "Traceback" not in err
    code, out, err = answer(monkeypatch, capsys, "runs")
    assert code == 0
    assert "good: durak" in out
    assert ("broken: " in out) == (name in LISTED)
    assert err.count("\n") == (name not in LISTED)
    page, _ = runs_page()
    assert "good" in page
    assert "broken" in page


def test_games_that_do_not_fit_the_manifest_are_a_sentence(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(whole, tmp_path / "run", lambda manifest: None)
    with sqlite3.connect(tmp_path / "run" / LEDGER) as file:
        file.execute("UPDATE blocks SET data = x'010203'")
    file.close()
    code, out, err = answer(monkeypatch, capsys, "show", str(tmp_path / "run"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "do not fit its manifest" in err


def test_a_run_without_identity_is_not_gone_on_with(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(whole, tmp_path / "run", without("identities"))
    command = ["match", "durak", "random", "random", "--deals", "5", "--seed", "1"]
    code, _, err = answer(monkeypatch, capsys, *command, "--out", str(tmp_path / "run"))
    assert code == 2
    assert "holds another run" in err
    assert "3 deals" in answer(monkeypatch, capsys, "show", str(tmp_path / "run"))[1]
