"""``make bench`` runs every script of the folder: each must measure something and leave its data alone."""

from __future__ import annotations

from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).parent.parent / "benchmarks").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_benchmark_runs_by_itself_and_writes_no_data(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert '__name__ == "__main__"' in text
    assert "with_name(" not in text or ".write_" not in text
