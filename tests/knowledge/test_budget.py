"""Questions that would take for ever come to an end, and say what was too much."""

from __future__ import annotations

import signal
from pathlib import Path
from time import sleep

import pytest

from kiebitz.knowledge.budget import TooMuch, look_at_the_clock, within
from kiebitz.knowledge.models.lazy import model_of
from kiebitz.knowledge.models.nested import nested
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from tests.lab.command import kiebitz, start

ENDLESS = "E E E E count(Middlehand, clubs) >= 3"


@pytest.mark.parametrize(
    ("formula", "why"),
    [
        (
            ENDLESS,
            r"E E E count.* has to be asked in [\d,]+ different hands, and only",
        ),
        ("K[F] " + ENDLESS, "E E E E count.* has to be asked in 1 different hands"),
        ("C count(Middlehand, clubs) >= 3", "common knowledge of count.* leads to too many deals"),
    ],
)
def test_a_formula_that_never_ends_is_ended(formula: str, why: str) -> None:
    model = model_of(game("skat").deal(seed=1).view(0))
    with within(0.3), pytest.raises(TooMuch, match=why) as end:
        model.check(formula)
    assert str(end.value).startswith("This takes longer than 0.3 s: ")


def test_a_model_with_all_its_worlds_looks_at_the_clock_too() -> None:
    model = model_of(game("boerenbridge").deal(seed=1).view(0))
    with within(1e-9), pytest.raises(TooMuch):
        model.check("E has(East, QH)")
    with within(1e-9), pytest.raises(TooMuch):
        nested(model, "QH", "North", "East")


def test_the_limit_holds_inside_only() -> None:
    with within(1e-9):
        with pytest.raises(TooMuch):
            look_at_the_clock()
        with within(0):
            look_at_the_clock()
    look_at_the_clock()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "records.txt"
    file.write_text(Record.of(game("skat").deal(seed=1).play("pass")).text)
    return file


def test_the_command_says_what_was_too_much(record: Path) -> None:
    done = kiebitz("know", record, "--at", 0, "--seat", 0, "--formula", ENDLESS, "--seconds", 0.5)
    assert done.returncode == 2 and "has to be asked in" in done.stderr and "Traceback" not in done.stderr


def test_an_interrupt_ends_a_formula(record: Path) -> None:
    running = start("know", record, "--at", 0, "--seat", 0, "--formula", ENDLESS, "--seconds", 0)
    sleep(3)
    assert running.poll() is None, "it never ends by itself"
    running.send_signal(signal.SIGINT)
    assert running.wait(20) == 130
