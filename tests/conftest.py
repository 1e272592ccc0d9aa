"""What all tests share: runs are stored in a folder of their own, never in the user's."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def runs_folder(tmp_path: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_RUNS", f"{tmp_path}/runs")
