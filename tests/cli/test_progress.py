"""How far a command is: a bar in a terminal, lines in a pipe, nothing if it shall be quiet."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from rich.console import Console

from kiebitz.cli import main
from kiebitz.lab import progress
from kiebitz.lab.progress import FIRST_LINE, LONGEST_WAIT, make_bar
from tests.lab.command import bot


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
@pytest.mark.parametrize("speed", ["", "123,456/s"])
def test_the_bar_fits_every_window(columns: int, speed: str) -> None:
    """With whatever version of rich is installed; a bar that has just begun is a bar too."""
    bar, note = make_bar(), "53.1% [41.1%, 64.8%] for a_bot_whose_name_is_long.py:And:many=1,parameters=2"
    count = "1,234,567 of 2,000,000 games"
    bar.add_task("", total=2_000_000, completed=0, count=count, speed=speed, note=note if speed else "")
    window = io.StringIO()
    Console(file=window, width=columns, force_terminal=True, color_system=None).print(bar.get_renderable())
    lines = window.getvalue().splitlines()
    assert len(lines) == (2 if speed else 1)
    assert all(len(line) <= columns for line in lines)
    assert count in lines[0]
    assert "[41.1%, 64.8%]" in lines[-1] or not speed
    assert columns < 100 or not speed or note in lines[1]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_pipe_gets_lines_at_growing_intervals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock()
    monkeypatch.setattr(progress, "monotonic", clock)
    times = []
    with progress.progress("games", 100_000) as show:
        for second in range(4000):
            clock.now = float(second)
            show(10 * second, "well")
            if capsys.readouterr().err:
                times.append(second)
    waits = [later - earlier for earlier, later in zip([0, *times], times, strict=False)]
    assert waits[:4] == [FIRST_LINE, 2 * FIRST_LINE, 4 * FIRST_LINE, 8 * FIRST_LINE]
    assert waits[-1] == LONGEST_WAIT
    clock.now = 0.0
    with progress.progress("games", 1000) as show:
        for second in (0, 50):
            clock.now = float(second)
            show(10 * second, "well")
    assert capsys.readouterr().err == "500 of 1,000 games, 10/s, 0:00:50 left, well\n"


@pytest.mark.parametrize("quiet", [False, True])
def test_lines_do_not_disturb_the_document(
    quiet: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "FIRST_LINE", 0.0)
    words = "match durak greedy random --deals 200 --seed 1 --json" + quiet * " --quiet"
    monkeypatch.setattr("sys.argv", ["kiebitz", *words.split()])
    with pytest.raises(SystemExit) as end:
        main()
    told = capsys.readouterr()
    assert not end.value.code
    assert json.loads(told.out)["games"] == 400
    assert bool(told.err) != quiet
    assert quiet or (" of 400 games" in told.err and "for greedy" in told.err)


PAGE = 'game = "schnapsen"\ndeals = 3\nseed = 1\npairs = [["{}", "random"]]\n'
BROKEN = bot("crashing:RaisesInConstructor")


@pytest.mark.parametrize(
    "words",
    [
        f"match schnapsen {BROKEN} random --deals 3",
        f"match schnapsen {BROKEN} random --deals 3 --json",
        f"tournament schnapsen {BROKEN} random --deals 3",
        f"grid schnapsen {BROKEN} --against random --deals 3",
        "run page.toml",
        "reproduce page.toml",
    ],
)
def test_a_bot_that_fails_in_most_games_is_told_of(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.toml").write_text(PAGE.format(BROKEN))
    monkeypatch.setattr("sys.argv", ["kiebitz", *words.split()])
    with pytest.raises(SystemExit) as end:
        main()
    told = capsys.readouterr()
    assert end.value.code == 1
    assert told.out
    (sentence,) = [line for line in told.err.splitlines() if "failed in" in line]
    assert sentence.startswith(
        f"{BROKEN} failed in 6 of its 6 games; at first it raised LookupError at the start"
    )
    assert sentence.endswith("(deal 0, line-up 0).")


def test_a_bot_that_fails_now_and_then_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = f"match schnapsen {bot('garbage:Illegal')} random-python --deals 8 --seed 1"
    monkeypatch.setattr(sys, "argv", ["kiebitz", *words.split()])
    with pytest.raises(SystemExit) as end:
        main()
    told = capsys.readouterr()
    assert not end.value.code
    assert "Failure: " in told.out and told.err == ""
