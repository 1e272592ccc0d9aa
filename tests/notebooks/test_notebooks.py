"""The notebooks of the docs run from top to bottom, and what they show is drawn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

import kiebitz
from kiebitz.notebook import html, register

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))
DRAWN = {
    "write-a-bot": ["<svg", "the cheapest that wins", "win rate", 'type="range"'],
    "who-is-better": ["win rate", "rating (Elo)", "<svg"],
    "knowledge": ['type="range"', "North considers 90 worlds possible.", "Who has QS?"],
    "skat-puzzles": ["<svg", "worlds"],
    "learning": ["(128, 412)", "<Figure", "live:ObservationAgent", "win rate", "<svg"],
}
"""What must be among the shown HTML of each."""


@pytest.fixture
def shell() -> Iterator[Any]:
    """An IPython as a notebook has it."""
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    register()
    yield shell
    InteractiveShell.clear_instance()


def code_of(notebook: Path) -> Iterator[str]:
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "a notebook is stored without its outputs"
            yield "".join(cell["source"])


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_says(
    notebook: Path, shell: Any, monkeypatch: Any, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = []
    for code in code_of(notebook):
        with capture_output():
            done = shell.run_cell(code)
        assert done.success, (code, done.error_in_exec or done.error_before_exec)
        if done.result is not None:
            data, _ = shell.display_formatter.format(done.result)
            shown.append(data.get("text/html", data["text/plain"]))
    everything = "\n".join(shown)
    assert [part for part in DRAWN[notebook.stem] if part not in everything] == []


def test_a_view_shows_no_hidden_card() -> None:
    """Two deals that a seat cannot tell apart look the same to it, and different to those who see all."""
    game = kiebitz.game("durak")
    state, other = game.deal(seed=1), np.zeros(64, np.int64)
    game.kernels.complete(state.view(0).vector, np.array([7], np.int64), other)
    twin = game.state_class(game, other, state.deal)
    assert html(twin.view(0)) == html(state.view(0))
    assert html(twin) != html(state)


def test_outside_of_ipython_nothing_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    InteractiveShell.clear_instance()
    register()
    assert not InteractiveShell.initialized()
