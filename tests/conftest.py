"""What all tests share: runs are stored in a folder of their own, never in the user's."""

from __future__ import annotations

import pytest

collect_ignore = ["bots/line_bot.py", "bots/student.py"]
"""Programs for other interfaces than ours: nothing here imports them."""


@pytest.fixture(autouse=True)
def runs_folder(tmp_path: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_RUNS", f"{tmp_path}/runs")
