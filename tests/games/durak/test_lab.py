"""The lab at Durak: the protocol of a game, the published tournament rule, quantities."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from typer.testing import CliRunner

from kiebitz.agents.registry import contestant
from kiebitz.cli import app
from kiebitz.games.durak.lab.published import published_rule
from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.lab.report.page import make_page
from kiebitz.lab.results.census import first_movers
from kiebitz.lab.results.quantities import measure
from kiebitz.lab.results.transcript import transcript
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.runs.run import Run
from kiebitz.lab.runs.sentences import stored
from kiebitz.lab.runs.stopping import stopping_rule
from kiebitz.rules.registry import game


def match(one: str, other: str, deals: int, **options: str) -> Match:
    chosen = game("durak", options)
    return Match(chosen, (contestant(one, chosen), contestant(other, chosen)), deals, seed=1)


def test_the_protocol_tells_bouts_refills_and_work() -> None:
    wanted = match("mcts:limit=20,samples=4", "greedy", 1)
    text = str(transcript(wanted, wanted.play(0, 0), level=1))
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
    run = Run.create("match", (plan,), tmp_path / "run")
    result, why = run.play_until(stopping_rule("published", plan), Threads())
    assert result.match.games == games
    assert verdict in str(why)
    assert run.ledger["stopped"] == [{"deals": games // 2, "why": stored(why)}]
    assert str(why).endswith("in 11 % of such matches.")


def test_the_second_level_of_the_protocol_has_the_tree_of_minimax() -> None:
    played = match("minimax:depth=2,samples=3", "greedy", 1)
    texts = [str(transcript(played, played.play(0, 0), level)) for level in (1, 2)]
    assert "tree: " not in texts[0]
    assert re.search(r"\n    tree: in world 1, where Player 2 holds .*:\n    1\. Player 1 attack: ", texts[1])


def test_a_line_for_every_finished_game_tells_its_bouts(tmp_path: Path) -> None:
    command = f"match durak greedy smart --deals 5 --seed 1 --lines --out {tmp_path}".split()
    played = CliRunner().invoke(app, command)
    lines = [line for line in played.stderr.splitlines() if line.startswith("0/")]
    assert len(lines) == 10
    result = Run(tmp_path).result()
    moves, bouts = result.plies[3, 1], result.measures[3, 1, 0, 0]
    wanted = rf"0/3/1: smart [+-]\d, greedy [+-]\d; {moves} moves; {bouts} bouts"
    assert re.fullmatch(wanted, next(line for line in lines if line.startswith("0/3/1:")))
    again = CliRunner().invoke(app, command)  # nothing is left to play
    assert sorted(line for line in again.stderr.splitlines() if line.startswith("0/")) == sorted(lines)
    shown = CliRunner().invoke(app, ["show", str(tmp_path), "--lines"])
    assert sorted(shown.stdout.splitlines()) == sorted(lines)


def test_the_published_rule_stops_each_pair_of_a_tournament_by_itself(tmp_path: Path) -> None:
    agents = "random-published greedy smart-published"
    command = f"tournament durak {agents} --deals 600 --seed 1 --until published --out {tmp_path}"
    printed = CliRunner().invoke(app, [*command.split(), "--json"])
    found = json.loads(printed.stdout)
    games = {(meeting["one"], meeting["other"]): meeting["games"] for meeting in found["meetings"]}
    assert games == {
        ("random-published", "greedy"): 500,
        ("random-published", "smart-published"): 500,
        ("greedy", "smart-published"): 1200,
    }
    assert "greedy is better" in found["stopped"]["random-published v greedy"]
    again = CliRunner().invoke(app, command.split())
    assert "greedy v smart-published: Stopped after 1,200 games: " in again.stdout
    assert again.stdout.count("One look after the other") == 1
    run = Run(tmp_path)
    assert run.is_finished and [plan.deals for plan in run.plans] == [250, 250, 600]
    assert make_page(run).html.count("One look after the other") == 3  # each pair is a part of its own


def test_dear_openings_are_counted() -> None:
    result = play_match(match("greedy", "random-published", 20))
    plain, careless = (measure(result, "dear_openings", name) for name in ("greedy", "random-published"))
    assert plain.value == 0
    assert 0.1 < careless.value < 0.5
    assert careless.games <= 40


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
        assert f"Bout 1: Player {movers[deal] + 1} attacks" in str(transcript(wanted, wanted.play(deal, 0)))


def chance_of_calling_one_better() -> float:
    """The exact chance that the rule ends early between equals, from the distribution of wins."""
    step, wins, called = stats.binom.pmf(np.arange(501), 500, 0.5), np.ones(1), 0.0
    for games in range(500, 10_001, 500):
        wins = np.convolve(wins, step)
        on = np.array([published_rule(won, games - won, limit=20_000) for won in range(games + 1)])
        called += float(wins[~on].sum())
        wins = wins * on
    return called


def test_looking_again_and_again_finds_differences_that_are_not_there() -> None:
    exact = chance_of_calling_one_better()
    assert exact == pytest.approx(0.114, abs=0.0005)
    games = 500 * np.arange(1, 21)
    wins = np.random.default_rng(4).binomial(500, 0.5, (2000, 20)).cumsum(axis=1)
    called = [
        any(not published_rule(w, n - w, limit=20_000) for w, n in zip(run, games, strict=True))
        for run in wins
    ]
    print(f"called better: exactly {exact:.4f}, simulated {np.mean(called):.4f}")
    assert np.mean(called) == pytest.approx(exact, abs=3 * np.sqrt(exact * (1 - exact) / 2000))


def test_the_published_rule_with_draws_and_at_its_end() -> None:
    assert published_rule(0, 0, 500)
    assert not published_rule(0, 0, 10_000)
    assert not published_rule(500, 0)
    assert published_rule(4463, 4578, 458)
    assert not published_rule(4463, 4578, 959)  # smart and greedy: listed as equally strong
    assert not published_rule(2270, 2052, 178)  # minimax and greedy: ended after 4,500 games
