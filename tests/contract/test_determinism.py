"""The same seed gives the same games: in every process, order and number of workers."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from kiebitz.agents.registry import contestant
from kiebitz.lab.playing.match import Match, play_match, record_text
from kiebitz.lab.playing.referee import unit_keys
from kiebitz.rules.records import Record
from kiebitz.rules.values import Deal
from tests.contract.cases import CASES, make


def plan(name: str, options: str, agent: str, deals: int = 30) -> Match:
    game = make(name, options)
    return Match(game, tuple(contestant(agent, game) for _ in range(game.seats)), deals, seed=5)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_compiled_and_python_agents_play_the_same_games(name: str, options: str) -> None:
    compiled = play_match(plan(name, options, "random"))
    python = play_match(plan(name, options, "random-python"))
    assert (compiled.points == python.points).all()
    assert (compiled.losers < 0).all()
    assert (python.losers < 0).all(), python.reasons


@pytest.mark.parametrize(("name", "options"), CASES)
def test_records_are_the_games_of_the_match(name: str, options: str) -> None:
    played = plan(name, options, "random", deals=3)
    result = play_match(played)
    for deal in range(3):
        for number in range(len(played.lineups)):
            record = Record.read(record_text(played, played.play(deal, number)))
            assert result.points[deal, number].tolist() == list(record.result)


def test_any_number_of_workers_gives_the_same_result() -> None:
    match = plan("schnapsen", "", "random", deals=9000)
    one, two = play_match(match, workers=1), play_match(match, workers=2)
    assert (one.points == two.points).all()


def test_a_longer_match_begins_with_the_shorter_one() -> None:
    short, long = (play_match(plan("durak", "", "random", deals)) for deals in (20, 50))
    assert (long.points[:20] == short.points).all()


def test_a_deal_from_a_key_is_the_deal_that_the_loop_plays() -> None:
    match = plan("boerenbridge", "", "random")
    key = unit_keys(match.roots(0), 3, 4)[0]
    record = Record.read(record_text(match, match.play(3, 0)))
    assert Deal.from_key(match.game, key).text == record.deal


def test_another_process_plays_the_same_games() -> None:
    code = (
        "import json; from tests.contract.test_determinism import plan, play_match;"
        "print(json.dumps(play_match(plan('skat', '', 'random')).points.tolist()))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(answer.stdout) == play_match(plan("skat", "", "random")).points.tolist()
