"""The trainings as a user of a clone types them: in a terminal, interrupted, and with wrong arguments."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kiebitz.errors import KiebitzError
from tests.cli.terminal import Terminal
from tests.cli.test_terminal import INTERRUPT
from tests.lab.command import bot
from tests.paths import ROOT
from tools.skat_training.__main__ import app
from tools.skat_training.watching import watch

LONG = {
    "train-tables": ("new.npz --solve 1", "what was counted and played is stored; the same"),
    "train-instinct": ("new.npz", "new.npz was not written."),
    "train-all": ("trained", "trained keeps what was made; the same command goes on."),
}
REFUSED = {
    "train-tables": ("tables.npz --deals 0", "The number of deals must be 1 to "),
    "train-instinct": (".", "The name of a file is needed"),
    "train-all": ("folder --share 0", "The share must be more than 0"),
    "calibrate": ("--games 0", "The number of games must be 1 to "),
}


def test_a_training_ends_and_says_what_it_made(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    words = [
        "train-instinct",
        str(file),
        "--games",
        "1",
        "--teacher",
        "skat-ai:worlds=1,solve=1,paranoia=off",
    ]
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0 and "weights from" in done.output
    assert file.exists()


@pytest.mark.parametrize("name", LONG)
def test_a_training_that_is_interrupted_says_what_is_kept(name: str, tmp_path: Path) -> None:
    words, kept = LONG[name]
    command = [sys.executable, "-m", "tools.skat_training", name, *words.split()]
    window = Terminal(command, 80, tmp_path, fresh=True, PYTHONPATH=str(ROOT))
    assert window.wait_for("0 of "), window.shown
    if name == "train-all":
        window.type(INTERRUPT)
    else:
        window.signal(signal.SIGTERM)
    assert window.wait() == (130 if name == "train-all" else 143), window.shown
    assert f"Interrupted: {kept}" in " ".join(window.shown.split())
    assert "Traceback" not in window.shown


@pytest.mark.parametrize("name", REFUSED)
def test_wrong_arguments_are_refused_in_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words, why = REFUSED[name]
    with pytest.raises(KiebitzError, match=why):
        CliRunner().invoke(app, [name, *words.split()], catch_exceptions=False)
    assert not list(tmp_path.iterdir())


def test_a_bot_in_python_cannot_teach() -> None:
    with pytest.raises(KiebitzError, match="cannot teach"):
        watch(bot("patient:Patient"), 1, 1, lambda done: None)
