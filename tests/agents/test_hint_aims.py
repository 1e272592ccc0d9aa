"""Hints go for the points of a deal or for the chance to win a game of several rounds."""

from __future__ import annotations

import asyncio
from itertools import cycle
from typing import Any

import pytest
from typer.testing import CliRunner

from kiebitz.agents.advice import advise
from kiebitz.agents.registry import contestant
from kiebitz.cli import app
from kiebitz.cli.play import TerminalGame
from kiebitz.errors import KiebitzError
from kiebitz.rules.registry import game
from kiebitz.table.server.connection import Talk
from kiebitz.table.tables.hall import Hall
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table
from tests.table.test_secrecy import Heard


@pytest.mark.parametrize(("name", "options"), [("boerenbridge", ""), ("schnapsen", "rules=full")])
def test_a_hint_may_go_for_the_points_or_for_the_game(name: str, options: str) -> None:
    state = game(name, options).deal(seed=1)
    deal, match, usual = (advise(state.view(state.turn), aim) for aim in ("deal", "match", "usual"))
    assert deal.because != match.because
    assert max(abs(value) for value in match.values.values()) <= 1
    assert usual == (match if name == "schnapsen" else deal)


def test_a_hint_in_a_game_without_a_score_is_the_usual_one() -> None:
    state = game("durak").deal(seed=1)
    assert advise(state.view(state.turn), "match") == advise(state.view(state.turn))


def test_the_table_passes_the_aim_on() -> None:
    others = [{"kind": "agent", "spec": "random"}] * 3
    table = Table.create("boerenbridge", [{"kind": "person"}, *others], seed="3")
    while table.state.turn:
        table.play(table.state.turn, str(table.state.moves[0]))

    async def hint(aim: object) -> Any:
        hall, outbox = Hall(Store()), Heard()
        hall.open(table)
        talk = Talk(hall, table.id, outbox)  # type: ignore[arg-type]
        await talk.hear({"type": "hello", "token": table.occupants[0].token})
        await talk.hear({"type": "hint", "aim": aim})
        while not (found := [each for each in outbox.messages if each["type"] in ("hint", "error")]):
            await asyncio.sleep(0.01)
        hall.close()
        return found[0]

    wanted = advise(table.state.view(0), "match")
    assert asyncio.run(asyncio.wait_for(hint("match"), 60))["values"] == wanted.values
    assert asyncio.run(asyncio.wait_for(hint(["fun"]), 60))["type"] == "error"


@pytest.mark.parametrize(
    ("game_name", "aim", "told"),
    [
        ("durak", "match", "durak has no score to play for"),
        ("boerenbridge", "fun", "no aim of a hint called 'fun'"),
    ],
)
def test_an_aim_that_hints_cannot_have_is_refused_before_playing(game_name: str, aim: str, told: str) -> None:
    found = CliRunner().invoke(app, ["play", game_name, "--aim", aim])
    assert isinstance(found.exception, KiebitzError) and told in str(found.exception)


def test_the_terminals_hint_goes_for_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = cycle(("h", "q"))
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    chosen = game("boerenbridge")
    others: list[Any] = [None, *[contestant("random", chosen)] * 3]
    TerminalGame(chosen, others, ["you", "a", "b", "c"], "3", "match").run()
    assert "to win the game over" in capsys.readouterr().out
