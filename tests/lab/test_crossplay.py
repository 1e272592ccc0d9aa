"""Cross-play: who sits beside whom, what they lead by, and the pages and commands that say so."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from kiebitz.cli import app
from kiebitz.errors import BadOption
from kiebitz.games.skat import CONTRACT, DECLARER
from kiebitz.lab.crossplay import CrossPlay, cross_play
from kiebitz.lab.report.page import Page, make_page
from kiebitz.lab.results.partners import partners
from kiebitz.lab.runs.plan import MOST_MIXES, mixed_plan
from kiebitz.lab.runs.run import Run
from tests.lab.command import bot

AGENTS = ("xskat-like", "random")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> CrossPlay:
    out = tmp_path_factory.mktemp("cross") / "run"
    return cross_play("skat", *AGENTS, deals=60, seed=3, out=out, progress=False)


@pytest.fixture(scope="module")
def page(found: CrossPlay) -> Page:
    return make_page(Run(found.run.folder))


def test_every_way_to_fill_the_table_is_played(found: CrossPlay) -> None:
    assert found.result.match.lineups == tuple(product(range(2), repeat=3))
    assert found.result.match.games == 60 * 8


def test_leads_are_those_of_the_defenders_with_each_declarer_counting_alike(found: CrossPlay) -> None:
    """The same numbers, game by game."""
    result, names = found.result, list(AGENTS)
    sums: dict[tuple[str, str], dict[str, list[tuple[float, float]]]] = {}
    for deal in range(60):
        for lineup, seated in enumerate(result.match.lineups):
            measures, points = result.measures[deal, lineup], result.points[deal, lineup]
            if measures[0, CONTRACT] < 0:
                continue
            declarer = int(np.flatnonzero(measures[:, DECLARER])[0])
            one, other = (seat for seat in range(3) if seat != declarer)
            first, second = sorted((names[seated[one]], names[seated[other]]))
            lead = (points[one] + points[other]) / 2 - points[declarer]
            games = sums.setdefault((first, second), {}).setdefault(names[seated[declarer]], [])
            games.append((lead, float(points[declarer] < 0)))
    assert len(found.table.partnerships) == len(sums) == 3
    for (first, second), by_declarer in sums.items():
        pair = found.table.of(first, second)
        assert pair
        lead, won = np.mean([np.mean(games, axis=0) for games in by_declarer.values()], axis=0)
        assert (pair.lead, pair.won) == pytest.approx((lead, won))
        assert pair.games == sum(map(len, by_declarer.values()))


def test_the_fit_is_what_two_lead_by_less_the_mean_of_both_alone(found: CrossPlay) -> None:
    (fit,) = found.table.fits
    one, other, together = (found.table.of(*pair) for pair in (("random",) * 2, ("xskat-like",) * 2, AGENTS))
    assert one and other and together
    assert fit.difference == pytest.approx(together.lead - (one.lead + other.lead) / 2)
    assert fit.low < fit.difference < fit.high
    assert 0 < fit.error < fit.high - fit.low


def test_standard_errors_are_those_of_drawing_other_deals(found: CrossPlay) -> None:
    """As wide as a bootstrap over deals says."""
    result, rng = found.result, np.random.default_rng(1)
    leads = []
    for _ in range(120):
        chosen = rng.integers(0, 60, 60)
        drawn = type(result)(
            result.match, result.points[chosen], result.plies[chosen], result.losers[chosen],
            result.measures[chosen],
        )  # fmt: skip
        pair = partners(drawn).of(*AGENTS)
        assert pair
        leads.append(pair.lead)
    pair = found.table.of(*AGENTS)
    assert pair
    assert 0.6 < np.std(leads) / pair.error < 1.6


def test_equal_agents_fit_as_well_as_themselves(tmp_path: Path) -> None:
    """Two that differ only in their names lose nothing beside each other."""
    same = cross_play(
        "skat", "xskat-like", "xskat-like:salt=same", deals=20, seed=1, out=tmp_path / "run", progress=False
    )
    (fit,) = same.table.fits
    assert fit.difference == pytest.approx(0, abs=1e-9)


def test_the_report_has_the_table_and_the_verdict(page: Page) -> None:
    tables = {table.name: table for table in page.tables}
    assert {"partners", "strangers", "roles", "time"} <= set(tables)
    assert not {"scores", "pairs", "seats"} & set(tables)
    assert len(tables["partners"].rows) == 2
    assert "beside each other" in page.html and "the rules made them so" in page.html
    assert "Wilson" not in page.html  # no rates or ratings here


def test_the_command_tells_and_show_tells_the_same(tmp_path: Path) -> None:
    runner, out = CliRunner(), str(tmp_path / "run")
    call = ["cross-play", "skat", *AGENTS, "--deals", "10", "--seed", "1", "--out", out, "-q"]
    told = runner.invoke(app, call)
    assert told.exit_code == 0, told.output
    assert "1 xskat-like" in told.output and "xskat-like + random" in told.output
    shown = runner.invoke(app, ["show", out])
    assert "xskat-like + random" in shown.output
    answer = json.loads(runner.invoke(app, [*call, "--json"]).stdout)
    assert [one["one"] for one in answer["partnerships"]] == ["xskat-like", "xskat-like", "random"]


def test_who_fails_in_every_game_was_nobodys_partner(tmp_path: Path) -> None:
    """Though the table has no games of such an agent, the others are told of, also in the report."""
    agents = bot("crashing:RaisesInConstructor"), "random"
    found = cross_play("skat", *agents, deals=4, seed=1, out=tmp_path / "run", progress=False)
    assert [(one.one, one.other) for one in found.table.partnerships] == [("random", "random")]
    assert not found.table.fits
    assert "Nobody sat beside a stranger often enough" in make_page(found.run).html


def test_games_without_partners_and_wrong_numbers_are_refused() -> None:
    with pytest.raises(BadOption, match="In durak nobody has a partner"):
        cross_play("durak", "greedy", "random", deals=1, seed=1)
    with pytest.raises(BadOption, match="two or more different agents"):
        cross_play("skat", "random", "random", deals=1, seed=1)
    many = [f"random:salt=a{number}" for number in range(11)]
    assert len(many) ** 3 > MOST_MIXES
    with pytest.raises(BadOption, match="too many"):
        mixed_plan("skat", many, 1, 1)
