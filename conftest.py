"""What tests and doctests share: runs and progress have a folder of their own, never the user's."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def runs_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_RUNS", f"{tmp_path}/runs")
    monkeypatch.setenv("KIEBITZ_PUZZLES", f"{tmp_path}/puzzles.json")
