"""The positions of docs/score.md: the score changes the best move, and the page says what the agents find."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant
from kiebitz.games.schnapsen.rules import SCORE
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, View
from tests.paths import ROOT

POSITIONS = json.loads((ROOT / "docs" / "positions" / "scores.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "score.md").read_text(encoding="utf-8")
CLEARLY = 0.04  # how much more often the unit is won


def view_of(position: dict[str, Any]) -> View:
    chosen = game(position["game"], parse_options(position["options"]))
    state = Deal.read(chosen, "\n".join(position["deal"])).start()
    if position["game"] == "schnapsen":  # the first deal, as if others had been played before it
        state.vector[SCORE : SCORE + 2] = position["score"]
    for move in position["moves"].split():
        state = state.play(move)
    assert state.turn == position["seat"]
    if position["game"] == "boerenbridge":
        assert list(state.payoffs) == position["score"]
    return state.view(state.turn)


def decide(spec: str, view: View) -> Decision:
    answer = contestant(spec, view.game).make().act(view)
    assert isinstance(answer, Decision)
    return answer


def chance(position: dict[str, Any], value: float) -> float:
    return (1 + value) / 2 if position["game"] == "schnapsen" else value


def test_there_are_ten_of_both_games() -> None:
    assert [one["game"] for one in POSITIONS] == ["schnapsen"] * 5 + ["boerenbridge"] * 5


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_the_score_changes_the_best_move(number: int) -> None:
    position = POSITIONS[number]
    view = view_of(position)
    by_deal = decide(f"{position['agent']},aim=deal", view)
    by_match = decide(f"{position['agent']},aim=match", view)
    assert by_deal.move == position["deal_move"]
    assert by_match.move == position["match_move"]
    mine, other = (chance(position, by_match.values[position[key]]) for key in ("match_move", "deal_move"))
    assert mine > other + CLEARLY
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| {number + 1} |"))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[-4:-2] == [f"`{position['deal_move']}`", f"`{position['match_move']}`"]
    assert [float(cell.removesuffix(" %")) for cell in cells[-2:]] == pytest.approx(
        [100 * other, 100 * mine], abs=1.5
    )
