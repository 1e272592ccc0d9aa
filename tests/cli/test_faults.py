"""No traceback reaches a user: not from a fault of the program, and not from Ctrl-C, however early."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from kiebitz.cli import main
from kiebitz.faults import FAULT, explained, report
from tests.lab.command import PROGRAM

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")


def test_a_fault_is_a_sentence_and_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KIEBITZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("sys.argv", ["kiebitz", "games", "--json"])
    monkeypatch.setattr("kiebitz.rules.registry.game_classes", lambda: 1 / 0)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == FAULT
    told = capsys.readouterr()
    assert told.out == ""
    found = re.fullmatch(
        r"The program has a fault \(ZeroDivisionError\); a report of it is in (.+)\.\n", told.err
    )
    assert found, told.err
    text = Path(found[1]).read_text(encoding="utf-8")
    assert text.startswith("kiebitz games --json\npython 3.")
    assert "\nnumba " in text and "Traceback" in text and "ZeroDivisionError: division by zero" in text
    assert tmp_path in Path(found[1]).parents


def test_a_report_goes_to_the_temporary_folder_if_there_is_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KIEBITZ_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = report(ValueError("what"))
    assert found and found.parent == tmp_path and "ValueError: what" in found.read_text()


def test_an_interrupt_that_nobody_minds_is_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end, explained():
        raise KeyboardInterrupt
    assert (end.value.code, capsys.readouterr().err) == (130, "Interrupted.\n")


PRESSED = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path, target=None):
        if name == wanted:
            os.kill(os.getpid(), signal.SIGINT)

wanted = sys.argv.pop(1)
sys.meta_path.insert(0, Finder())
from kiebitz.__main__ import main
main()
"""
"""Presses Ctrl-C at the moment when a module is first asked for."""


@posix
@pytest.mark.parametrize(
    "module",
    [
        "kiebitz.faults",
        "typer",
        "kiebitz.cli",
        "kiebitz.cli.match",
        "kiebitz.rules.registry",
        "numba",
        "numpy",
    ],
)
def test_ctrl_c_while_modules_are_loaded_ends_at_once_and_silently(module: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", PRESSED, module, "match", "durak", "random", "random", "--deals", "2"]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (answer.returncode, answer.stdout, answer.stderr) == (130, "", "")


@posix
@pytest.mark.parametrize("seconds", [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6])
def test_ctrl_c_soon_after_the_start_leaves_no_traceback(seconds: float) -> None:
    """Only what Python itself does before it comes to us cannot be guarded."""
    command = [PROGRAM, "match", "durak", "random", "random", "--deals", "10000000"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # tests in the background ignore it
    ) as process:
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    ours = set(re.findall(r"kiebitz/([\w/]+\.py)\", line", err))
    assert ours <= {"__init__.py", "__main__.py"}, err  # they have just begun to be loaded
    assert "Traceback" in err or process.returncode in (130, -2), err
    assert out == ""


@posix
def test_the_program_starts_as_a_module_too() -> None:
    module = subprocess.run([sys.executable, "-m", "kiebitz", "--version"], capture_output=True, text=True)
    script = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True)
    assert module.stdout == script.stdout != ""


def test_an_old_code_page_is_no_fault(tmp_path: Path) -> None:
    """Minus signs and suits that it lacks are written in other letters, and no sign is lost."""
    done = subprocess.run(
        [PROGRAM, "match", "durak", "greedy", "random", "--deals", "5", "--seed", "1", "--quiet"],
        capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii", "KIEBITZ_RUNS": str(tmp_path)},
        check=True,
    )  # fmt: skip
    assert b"-1.00 +- 0.00" in done.stdout


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (
            "match durak greedy random --deals 2 --seed 1",
            "runs cannot be made .*KIEBITZ_RUNS .*another place",
        ),
        ("table --no-open --port 0", "tables cannot be kept .*: Not a directory; .*--store"),
    ],
)
def test_a_data_folder_that_cannot_be_written_says_what_to_do(
    command: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").write_text("")
    for variable in ("KIEBITZ_RUNS", "KIEBITZ_TABLES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("sys.argv", ["kiebitz", *command.split()])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert re.search(told, capsys.readouterr().err)
