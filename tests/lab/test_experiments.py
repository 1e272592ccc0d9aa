"""Experiments: their pages, quantities, verdicts, and the commands that play them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from kiebitz.errors import BadNotation, KiebitzError, UnknownName
from kiebitz.lab.experiments.listing import pages as experiments
from kiebitz.lab.experiments.page import Cell, find_experiment, read_experiment
from kiebitz.lab.experiments.reproduce import (
    AGREES,
    AS_ORIGINAL,
    DIFFERS,
    FROM_A_BUG,
    NOT_PUBLISHED,
    UNLIKE_ORIGINAL,
    caveats,
    check_figures,
    compare,
    verdict,
)
from kiebitz.lab.playing.match import play_match
from kiebitz.lab.results.quantities import Measured, measure
from kiebitz.lab.results.result import Result
from kiebitz.lab.results.standings import standings
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.statistics.duplicate import t_test
from kiebitz.lab.statistics.intervals import binomial_test, quantile, two_proportions
from kiebitz.sayings import Saying
from tests.lab.command import kiebitz

PAGE = """
title = "A page"
game = "durak"
deals = 40
seed = 1
pairs = [["random", "random-python"]]

[[match]]
name = "alone"
agents = ["random", "random"]
seatings = "fixed"
deals = 60

[published]
"random v random-python" = { win_rate = 0.5, games = 1000 }

[[cell]]
match = "alone"
agent = "random"
quantity = "bouts"
published = 99.0
error = 0.1
bug = "they counted in dozens"
"""

DRAWING = """
[[figure]]
title = "a figure"
kind = "tournaments"
matches = ["alone"]

[published]"""


def test_a_page_is_read_and_compared() -> None:
    page = read_experiment(PAGE, "page")
    results = {name: play_match(plan.match) for name, plan in page.plans.items()}
    rows = compare(page, results)
    assert [row.verdict for row in rows] == [AGREES, FROM_A_BUG]
    assert rows[0].games == 80
    assert rows[1].games == 60
    assert 10 < rows[1].measured < 40
    assert rows[1].note == "they counted in dozens"


def test_deals_can_be_replaced_and_shortened() -> None:
    assert [plan.deals for plan in read_experiment(PAGE, "p", deals=7).plans.values()] == [7, 7]
    assert [plan.deals for plan in read_experiment(PAGE, "p", quick=True).plans.values()] == [20, 20]


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('game = "durak"', "", BadNotation),
        ('game = "durak"', 'game = "chess"', UnknownName),
        ("title =", "titel =", UnknownName),
        ('match = "alone"', 'match = "together"', UnknownName),
        ('quantity = "bouts"', 'quality = "bouts"', UnknownName),
        ('quantity = "bouts"', "", BadNotation),
        ("[[match]]", "[[match", BadNotation),
        ("deals = 60", "deals = 0", KiebitzError),
    ],
)
def test_a_wrong_page_is_refused(old: str, new: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        read_experiment(PAGE.replace(old, new), "page")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "deals = 60",
            'deals = "30"',
            "In the experiment page, a match: deals must be a whole number, not '30'.",
        ),
        ("deals = 60", "seed = 1.5", "a match: seed must be a whole number or a text, not 1.5."),
        (
            "win_rate = 0.5",
            "winrate = 0.5",
            "no key in the experiment page, published 'random v random-python' ",
        ),
        (
            "games = 1000",
            'games = "many"',
            "published 'random v random-python': games must be a whole number",
        ),
        ("{ win_rate = 0.5, games = 1000 }", "0.5", "a table of values is wanted, not 0.5."),
        (
            'agents = ["random", "random"]',
            'agents = "random"',
            "agents must be a list of texts, not 'random'.",
        ),
        (
            "published = 99.0",
            'published = "99"',
            "the cell 'random bouts': published must be a number, not '99'.",
        ),
        ("error = 0.1", "paired = true", "the cell 'random bouts': a paired difference needs minus."),
    ],
)
def test_a_wrong_value_is_named_with_its_page(old: str, new: str, sentence: str) -> None:
    assert old in PAGE
    with pytest.raises(KiebitzError) as refused:
        read_experiment(PAGE.replace(old, new), "page")
    assert sentence in str(refused.value)


def test_no_deals_are_not_the_deals_of_the_page() -> None:
    with pytest.raises(KiebitzError, match="must be 1 to 100,000,000, not 0"):
        read_experiment(PAGE, "page", deals=0)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            '"bouts"',
            '"luck"',
            r"page, the cell 'random luck': There is no quantity in durak called 'luck'; .*bouts",
        ),
        (
            'agent = "random"\nquantity = "bouts"',
            'quantity = "first_set_wins"',
            "There is no quantity in durak called 'first_set_wins'",
        ),
        ('"bouts"', '"abs_points=x"', "abs_points needs a whole number behind the sign =, not 'x'"),
        ('"bouts"', '"declarer_wins"', "There is no quantity in durak called 'declarer_wins'"),
        (
            'agent = "random"',
            'agent = "nobody"',
            "'nobody bouts': There is no agent in this match called 'nobody'",
        ),
        ('agent = "random"\nquantity = "bouts"', 'agent = "nobody"\nquantity = "plies"', "called 'nobody'"),
        ('"bouts"', '"branching"', ""),
        ("[published]", DRAWING, "the figure 'a figure': There is no agent in this match called ''"),
    ],
)
def test_what_cannot_be_measured_is_found_before_anything_is_played(
    old: str, new: str, sentence: str
) -> None:
    assert old in PAGE
    page = read_experiment(PAGE.replace(old, new), "page")
    if not sentence:
        check_figures(page)
        return
    with pytest.raises(KiebitzError, match=sentence):
        check_figures(page)


def test_choices_of_agents_in_python_are_not_counted() -> None:
    cell = '\n[[cell]]\nmatch = "random v random-python"\nquantity = "branching"\n'
    with pytest.raises(KiebitzError, match="only our own compiled agents"):
        check_figures(read_experiment(PAGE + cell, "page"))


def test_the_command_refuses_a_page_before_it_plays(tmp_path: Path) -> None:
    (tmp_path / "page.toml").write_text(PAGE.replace('"bouts"', '"luck"'))
    answer = kiebitz("run", tmp_path / "page.toml", "--out", tmp_path / "run")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "In the experiment page, the cell 'random luck'" in answer.stderr
    assert not (tmp_path / "run").exists()


def test_verdicts_respect_both_errors_and_rounding() -> None:
    cell = Cell("c", "m", "a", "score", published=10.0, error=0.0, rounding=0.05)
    assert verdict(cell, Measured(10.04, 0.0, 100)) == AGREES
    assert verdict(cell, Measured(10.06, 0.0, 100)) == DIFFERS
    assert verdict(cell, Measured(10.06, 0.1, 100)) == AGREES


def test_every_experiment_of_the_program_can_be_read_and_measured() -> None:
    for name in experiments():
        page = find_experiment(name)
        assert page.cells or page.sealed, name
        assert page.title != name
        check_figures(page)


def test_the_small_reproduction_agrees() -> None:
    """Our rules give the figures that were measured on the university's platform."""
    page = find_experiment("schnapsen-random", deals=20_000)
    results = {name: play_match(plan.match) for name, plan in page.plans.items()}
    assert {row.verdict for row in compare(page, results)} == {AGREES}


def test_general_quantities() -> None:
    page = read_experiment(PAGE, "page")
    result = play_match(page.plans["alone"].match)
    assert measure(result, "plies").value == pytest.approx(result.plies.mean())
    assert measure(result, "draw_rate").value == pytest.approx((result.points == 0).all(axis=2).mean())
    rates = [measure(result, f"abs_points={n}").value for n in (0, 1)]
    assert sum(rates) == pytest.approx(1)


def test_a_pair_at_a_table_of_three_and_four_scores_one_together() -> None:
    for game in ("skat", "boerenbridge"):
        page = read_experiment(f'game = "{game}"\ndeals = 30\npairs = [["random", "random-python"]]', game)
        result = play_match(next(iter(page.plans.values())).match)
        one, other = result.shares_of(0), result.shares_of(1)
        assert one.shape == other.shape == (30, 6)
        assert ((one >= 0) & (one <= 1)).all()
        assert one + other == pytest.approx(np.ones((30, 6)))
        assert standings([result]).score("random", "random-python") == pytest.approx(one.mean())


def test_the_commands_play_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kiebitz.cli import main

    (tmp_path / "page.toml").write_text(PAGE)
    monkeypatch.setenv("KIEBITZ_RUNS", str(tmp_path / "runs"))
    monkeypatch.setattr("sys.argv", ["kiebitz", "run", str(tmp_path / "page.toml"), "--json"])
    with pytest.raises(SystemExit):
        main()
    document = json.loads(capsys.readouterr().out)
    assert [cell["verdict"] for cell in document["cells"]] == [str(AGREES), str(FROM_A_BUG)]
    fields = {"cell", "agent", "quantity", "published", "measured", "low", "high", "games", "verdict", "note"}
    assert fields <= set(document["cells"][0])


def test_the_spread_of_a_quantity_is_that_of_the_games() -> None:
    page = read_experiment(PAGE, "page", deals=4000)
    result = play_match(page.plans["alone"].match)
    found = measure(result, "plies_sd")
    assert found.value == pytest.approx(result.plies.std())
    blocks = [result.plies[i::100].std() for i in range(100)]
    assert found.error == pytest.approx(float(np.std(blocks)) / 100**0.5, rel=0.2)


def test_what_was_not_published_is_compared_with_the_original() -> None:
    cell = Cell("a", "a", "a", "tricks", original=5.0, error=0.01)
    assert verdict(cell, Measured(5.02, 0.01, 100)) == AS_ORIGINAL
    assert verdict(cell, Measured(5.2, 0.01, 100)) == UNLIKE_ORIGINAL
    assert verdict(Cell("a", "a", "a", "tricks"), Measured(5.0, 0.01, 100)) == NOT_PUBLISHED


def test_a_significant_win_is_tested_game_by_game() -> None:
    page = 'game = "schnapsen"\ndeals = 200\nseed = 1\npairs = [["bully", "{other}"]]'
    strong, even = (
        play_match(next(iter(read_experiment(page.format(other=other), "page").plans.values())).match)
        for other in ("pu-afro", "bully")
    )
    assert measure(strong, "significant_win", "pu-afro") == Measured(1.0, 0.0, 400)
    assert measure(strong, "significant_win", "bully").value == 0
    assert measure(even, "significant_win", "bully").value == 0


def test_a_cell_can_be_the_difference_of_two_matches() -> None:
    cell = """
[[cell]]
name = "difference"
match = "alone"
agent = "random"
quantity = "plies"
minus = "random v random-python"
minus_agent = "random"
"""
    page = read_experiment(PAGE + cell, "page")
    results = {name: play_match(plan.match) for name, plan in page.plans.items()}
    one, other = (measure(results[name], "plies") for name in ("alone", "random v random-python"))
    row = compare(page, results)[-1]
    assert row.measured == pytest.approx(one.value - other.value)
    assert (one.deals, other.deals) == (60, 40)
    width = 2 * quantile(0.95, 40) * (one.error**2 + other.error**2) ** 0.5
    assert row.high - row.low == pytest.approx(width)
    with pytest.raises(UnknownName):
        read_experiment(PAGE + cell.replace("random v random-python", "nobody"), "page")


def test_a_p_value_of_two_matches_is_that_of_their_rates() -> None:
    cell = """
[[cell]]
name = "difference"
match = "alone"
agent = "random"
quantity = "p_value"
minus = "random v random-python"
published = 0.5
"""
    page = read_experiment(PAGE + cell, "page")
    results = {name: play_match(plan.match) for name, plan in page.plans.items()}
    one, other = (
        measure(results[name], "win_rate", "random") for name in ("alone", "random v random-python")
    )
    row = compare(page, results)[-1]
    wins = one.value * one.games, other.value * other.games
    assert row.measured == pytest.approx(two_proportions(wins[0], one.games, wins[1], other.games))
    assert row.games == min(one.games, other.games)


def test_p_values_agree_if_both_or_none_are_significant() -> None:
    def found(published: float, value: float) -> Saying:
        cell = Cell("c", "m", "a", "p_value", published=published, games=1000)
        return verdict(cell, Measured(value, 0.0, 1000))

    assert found(0.2, 0.9) == AGREES
    assert found(1e-9, 1e-40) == AGREES
    assert found(0.2, 0.01) == DIFFERS
    page = read_experiment(PAGE, "page")
    result = play_match(page.plans["random v random-python"].match)
    rate = measure(result, "win_rate", "random")
    assert 0 < measure(result, "p_value", "random").value <= 1
    assert measure(result, "p_value", "random").games == rate.games


def alike() -> Result:
    """Thirty deals on which both games come out alike: the first agent wins those of twenty."""
    result = Result.empty(match_plan("durak", ["greedy", "random"], 30, seed=1).match)
    for lineup, order in enumerate(result.match.lineups):
        for seat, agent in enumerate(order):
            result.points[:, lineup, seat] = np.where((np.arange(30) < 20) == (agent == 0), 1, -1)
    return result


def test_a_test_over_deals_knows_that_their_games_are_not_independent() -> None:
    result = alike()
    over_games, over_deals = (measure(result, p, "greedy").value for p in ("p_value", "p_value_deals"))
    assert over_games < 0.05 < over_deals
    assert over_games == pytest.approx(binomial_test(40, 20))
    assert over_deals == pytest.approx(t_test(np.repeat([0.5, -0.5], [20, 10])))


@pytest.mark.parametrize(("seatings", "told"), [("rotate", True), ("fixed", False)])
def test_published_tests_say_what_they_assume(seatings: str, told: bool) -> None:
    text = f"""
        game = "durak"
        seed = 1
        deals = 30
        [[match]]
        name = "pair"
        agents = ["greedy", "random"]
        seatings = "{seatings}"
        [[cell]]
        agent = "greedy"
        quantity = "p_value"
        [[cell]]
        agent = "greedy"
        quantity = "significant_win"
    """
    page = read_experiment(text, "page")
    said = [str(one) for one in caveats(page, {"pair": alike()})]
    assert bool(said) == told
    if told:
        assert "take all games as independent" in said[0] and "2 of 2 such figures" in said[0]
