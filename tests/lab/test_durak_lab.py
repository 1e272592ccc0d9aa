"""The lab at Durak: the protocol of a game, the published tournament rule, quantities."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from kiebitz.agents.registry import contestant
from kiebitz.cli.running import Settings, execute_until
from kiebitz.lab.census import first_movers
from kiebitz.lab.match import Match, play_match
from kiebitz.lab.plan import match_plan
from kiebitz.lab.protocol import protocol
from kiebitz.lab.quantities import measure
from kiebitz.rules.registry import game


def match(one: str, other: str, deals: int, **options: str) -> Match:
    chosen = game("durak", options)
    return Match(chosen, (contestant(one, chosen), contestant(other, chosen)), deals, seed=1)


def test_the_protocol_tells_bouts_refills_and_work() -> None:
    wanted = match("mcts:limit=20,samples=4", "greedy", 1)
    text = protocol(wanted, wanted.play(0, 0), level=1)
    lines = text.splitlines()
    bouts = [int(number) for number in re.findall(r"--- Bout (\d+) ---", text)]
    assert bouts == list(range(2, len(bouts) + 2))
    ends = [line for line in lines if "the roles change" in line or "is attacked again" in line]
    assert len(ends) == len(bouts)
    drawn = [card for line in lines if " draws " in line for card in line.split(" draws ")[1].split()]
    assert len(set(drawn)) == len(drawn) == 24
    assert "work: worlds 4, playouts 80, nodes 80, depth" in text
    assert re.search(r"\(greedy\) defend: \w+   of ", text)


@pytest.mark.parametrize(
    ("pair", "games", "verdict"),
    [
        (["greedy", "random-published"], 500, "greedy is better"),
        (["random-published", "greedy"], 500, "greedy is better"),
        (["greedy", "greedy"], 1200, "equally strong"),
    ],
)
def test_the_published_rule_plays_on_until_half_is_excluded(
    pair: list[str], games: int, verdict: str, tmp_path: Path
) -> None:
    plan = match_plan("durak", pair, 600, seed=1)
    result, why = execute_until(plan, Settings(out=tmp_path / "run", quiet=True), "published")
    assert result.match.games == games
    assert verdict in why


def test_rates_with_and_without_draws() -> None:
    result = play_match(match("smart", "greedy", 400))
    score = result.scores()[0]
    won, decided = (measure(result, quantity, "smart") for quantity in ("won_rate", "decided_rate"))
    assert won.value == score.wins / 800
    assert decided.value == score.wins / (score.wins + score.losses)
    assert decided.games == score.wins + score.losses
    rest = measure(result, "won_rate", "greedy").value + measure(result, "draw_rate").value
    assert won.value + rest == pytest.approx(1)
    assert 0.002 < decided.error < 0.02


def test_the_first_mover_is_the_first_attacker() -> None:
    wanted = match("greedy", "greedy", 300)
    movers = first_movers(wanted)
    result = play_match(wanted)
    won = [result.points[deal, :, seat] == 1 for deal, seat in enumerate(movers)]
    assert measure(result, "first_mover_wins").value == np.mean(won)
    for deal in range(5):
        assert f"Bout 1: Player {movers[deal] + 1} attacks" in protocol(wanted, wanted.play(deal, 0))
