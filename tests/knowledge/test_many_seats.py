"""Seven seats with seven cards each: questions are answered with small tables, and each obeys its clock."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from kiebitz.cli import app
from kiebitz.errors import KiebitzError
from kiebitz.kernel import worlds
from kiebitz.knowledge.budget import TooMuch, within
from kiebitz.knowledge.knowing import Knowledge, know
from kiebitz.knowledge.models.lazy import LazyModel
from kiebitz.knowledge.places import locations, problem
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from kiebitz.rules.values import State

SEATS = 7
MOST = 100_000
"""Numbers in tables that all questions about a moment may need together."""


@pytest.fixture(scope="module")
def states() -> list[State]:
    """A game of one round; some players do not follow suit."""
    found = [game("boerenbridge", {"seats": str(SEATS), "schedule": "7"}).deal(seed=2)]
    while not found[-1].is_over:
        found.append(found[-1].play(found[-1].moves[found[-1].ply % len(found[-1].moves)]))
    return found


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of all tables of ways that are made; the first that is much too large fails."""
    made: list[int] = []

    def counted(cards: Any, room: Any, places: int) -> Any:
        made.append(int(np.prod(np.sort(room)[:-1] + 1.0)) * (int(room.sum()) + 1))
        assert sum(made) < MOST
        return worlds.ways(cards, room, places)

    monkeypatch.setattr(problem, "ways", counted)
    monkeypatch.setattr(locations, "ways", counted)
    return made


@pytest.mark.parametrize("tricks", [1, 3, 6])
def test_announcements_and_models_of_cards_need_small_tables_only(
    states: list[State], tables: list[int], tricks: int
) -> None:
    found = know(states, 0, at=SEATS * (tricks + 1) - 1)
    announced = found.announcements
    assert len(announced) >= SEATS * tricks - 1
    for told in announced:
        assert told.as_dict()["worlds"]
        assert all(before >= after > 0 for before, after in told.considered.values())
    unseen = announced[-1].after.vocabulary.card_set(announced[-1].after.problem.unseen)
    for card in map(str, unseen):
        before, after = announced[-1].of_card(card)
        assert set(after.owners) <= set(before.owners)
        assert found.card(card).owners == after.owners
    assert LazyModel.of(found.position).check(f"C ~has(Player 1, {announced[0].formula.card})")  # type: ignore[attr-defined]


QUESTIONS: list[Callable[[Knowledge], object]] = [
    lambda found: [told.considered for told in found.announcements],
    lambda found: [told.ruled_out for told in found.announcements],
    lambda found: [told.of_card("AH") for told in found.announcements],
    lambda found: found.card("AH"),
    lambda found: found.worlds,
    lambda found: found.probabilities,
    lambda found: found.count("count(P2, hearts) == 1"),
    lambda found: found.check("K[P2] ~has(P3, AH)"),
]


@pytest.mark.parametrize("ask", QUESTIONS)
def test_every_question_obeys_its_clock(states: list[State], ask: Callable[[Knowledge], object]) -> None:
    with within(1e-9), pytest.raises(TooMuch):
        ask(know(states, 0, at=SEATS + 4))


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ([], "worlds possible"),
        (["--announcements"], "deals considered possible"),
        (["--card", "AH"], "considers possible: "),
        (["--sets"], "Player 7"),
        (["--formula", "count(P2, hearts) == 1"], "false"),
    ],
)
def test_the_command_obeys_its_clock_and_answers(
    states: list[State], tmp_path: Path, asked: list[str], answer: str
) -> None:
    file, runner = tmp_path / "records.txt", CliRunner()
    file.write_text(Record.of(states[-1]).text)
    command = ["know", str(file), "--at", str(SEATS + 4), *asked]
    done = runner.invoke(app, [*command, "--seconds", "0.000001"])
    assert isinstance(done.exception, TooMuch)
    assert answer in runner.invoke(app, command).output


def test_a_table_that_no_memory_could_hold_is_refused() -> None:
    """Twelve places, each with five cards of its own that it cannot hold."""
    full, places = (1 << 60) - 1, 12
    cards = tuple(full & ~(0b11111 << 5 * place) for place in range(places))
    many = Problem(cards, (5,) * places, (0,) * places)
    assert many.owners(1) == list(range(1, places))
    for ask in (many.count, many.worlds, many.first):
        with pytest.raises(KiebitzError, match=r"a table of more than 8,388,608 numbers; ask for less"):
            ask()
