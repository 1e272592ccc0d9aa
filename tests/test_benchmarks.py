"""``make bench`` runs every script of the folder: each must measure something and leave its data alone."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pytest

from kiebitz.agents.registry import contestant
from kiebitz.rules.registry import game

FOLDER = Path(__file__).parent.parent / "benchmarks"
SCRIPTS = sorted(FOLDER.glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_benchmark_runs_by_itself_and_writes_no_data(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert '__name__ == "__main__"' in text
    assert "with_name(" not in text or ".write_" not in text


def test_what_chance_explains_is_told_without_the_noise_of_continuations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Deviations: 2 of a deal cancel in the other line-up, 1 stays, and the agents add 1 of their own."""
    monkeypatch.syspath_prepend(FOLDER)
    script = run_path(str(FOLDER / "luck.py"))
    expected = {"variance": 6, "deal": 5, "later": 0, "at most": 6, "duplicate": 2, "beyond": 3}
    assert script["explained"](*_played(20_000)) == pytest.approx(expected, rel=0.1)
    found = script["with_errors"](*_played(400))
    assert {what: found[what][0] for what in found} == script["explained"](*_played(400))
    distances = [(value - expected[what]) / error for what, (value, error) in found.items() if error]
    assert 0.1 < np.std(distances) < 2


def _played(deals: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(3)
    cancels, stays = rng.normal(0, 2, (deals, 1)), rng.normal(0, 1, (deals, 1))
    worth = np.hstack((stays + cancels, stays - cancels))
    leads = worth + rng.normal(0, 1, worth.shape)
    return leads, worth[..., None] + rng.normal(0, 2, (*worth.shape, 2)), np.zeros(worth.shape)


def test_how_long_people_wait_is_told_of_every_move_but_those_of_the_first_unit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(FOLDER)
    script = run_path(str(FOLDER / "move_times.py"))
    units = [[9.0], [0.001] * 150, [0.001] * 48 + [0.003, 0.005]]
    made = [[("attack" if seconds < 0.002 else "defend", seconds) for seconds in unit] for unit in units]
    script["waits"].__globals__["seconds_of"] = lambda player, seed: made[int(seed.split()[1])]
    asked = script["parser"]().parse_args(["durak", "random", "--deals", "2"])
    found = script["measured"](asked)
    assert {name: one["value"] for name, one in found.cells.items()} == pytest.approx(
        {"random moves": 200, "random mean": 1.03, "random 99th": 1.02, "random longest": 5}
    )
    assert found.players == {"durak": ["random"]}
    asked = script["parser"]().parse_args(["durak", "random", "--deals", "2", "--phase", "defend"])
    found = script["measured"](asked).cells
    assert {name: one["value"] for name, one in found.items()} == pytest.approx(
        {"random moves": 2, "random mean": 4, "random 99th": 4.98, "random longest": 5}
    )


def test_waiting_is_measured_move_by_move_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(FOLDER)
    script = run_path(str(FOLDER / "move_times.py"))
    times = script["seconds_of"](contestant("random", game("boerenbridge")), "1 0")
    assert len(times) == game("boerenbridge").max_moves and min(seconds for _, seconds in times) > 0
    assert [phase for phase, _ in times][:5] == ["guess"] * 4 + ["play"]


def test_agents_in_python_are_timed_where_they_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference of the compiled graphs plays in this process, so its processor time is all counted."""
    monkeypatch.syspath_prepend(FOLDER)
    script = run_path(str(FOLDER / "boerenbridge_agents.py"))
    python = (f"{script['PYTHON']}:FullKripke", f"{script['PYTHON']}:GreedyKripke", "greedy", "random")
    compiled = script["speed"](("full-kripke", "greedy-kripke", "greedy", "random"), 5_000, 2)
    assert compiled > 100 * script["speed"](python, 60, 1)
