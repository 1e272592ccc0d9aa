"""Matches that begin after given moves, and the figures of the Skat experiments that are made with them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kiebitz.errors import BadOption, KiebitzError, UnknownName
from kiebitz.games.skat.lab.breakdown import COMBINATIONS, Breakdown
from kiebitz.games.skat.lab.openings import is_won
from kiebitz.games.skat.view import SkatState
from kiebitz.lab.experiments.page import Experiment, read_experiment
from kiebitz.lab.experiments.reproduce import NOTHING_CHANGED, OTHER_DEALS, TOO_FEW, check_figures, compare
from kiebitz.lab.playing.match import Block, play_block, play_match, record_text
from kiebitz.lab.playing.openings import openings_of
from kiebitz.lab.results.quantities import difference, measure
from kiebitz.lab.results.result import Result
from kiebitz.lab.runs.plan import Plan
from kiebitz.rules.records import Record
from tests.paths import XSKAT

SAMPLE = XSKAT
FIXED = ((0, 1, 2),)
PAGE = """
title = "Given games"
game = "skat"
options = "naming=iss"
deals = 30
seed = 4

[[match]]
name = "thumbs"
agents = ["xskat-like", "xskat-like", "xskat-like"]
seatings = "fixed"
openings = "discards of xskat-like"

[[match]]
name = "luck"
agents = ["random", "random", "random"]
seatings = "fixed"
openings = "discards of xskat-like"

[[cell]]
name = "wins"
match = "thumbs"
quantity = "declarer_wins"
published = 0.2
comparable = false

[[cell]]
name = "gain"
match = "thumbs"
minus = "luck"
paired = true
quantity = "declarer_wins"
published = 0.5
error = 0.5

[[cell]]
name = "nothing"
match = "thumbs"
minus = "thumbs"
paired = true
quantity = "table_score"
published = 1.0

[[breakdown]]
table = "T"
column = "luck"
match = "luck"
glassbox = "thumbs"
published = [1, 1, 1, 1, 1, 1, 1, 1]
"""


def plan(agent: str, openings: str, deals: int = 12, seed: int = 7) -> Plan:
    return Plan("skat", "naming=iss", (agent,) * 3, deals, seed, FIXED, openings)


def played(page: Experiment) -> dict[str, Result]:
    return {name: play_match(plan.match) for name, plan in page.plans.items()}


def starts(openings: str, source: str = "xskat-like") -> list[SkatState]:
    match = plan("random", f"{openings} of {source}").match
    found = []
    for deal in range(match.deals):
        opening = match.opening(deal)
        assert opening is not None
        state = opening.start(match.game)
        assert isinstance(state, SkatState)
        assert np.array_equal(state.vector, opening.vector(match.game))
        found.append(state)
    return found


@pytest.mark.parametrize("source", ["xskat-like", str(SAMPLE)])
def test_what_is_given_and_what_is_not(source: str) -> None:
    deals, contracts, discards = (starts(given, source) for given in ("deal", "contract", "discards"))
    for dealt, named, put in zip(deals, contracts, discards, strict=True):
        assert (dealt.ply, dealt.phase) == (0, "speak")
        assert named.phase == put.phase == "play"
        assert dealt.deal.text == named.deal.text == put.deal.text
        assert (named.declarer, named.bid, named.contract) == (put.declarer, put.bid, put.contract)
        assert named.contract[0] != "N"
        assert len(named.skat) == len(put.skat) == 2
    assert any(named.skat != put.skat for named, put in zip(contracts, discards, strict=True))


def test_the_made_games_are_those_that_the_agent_plays() -> None:
    """Whoever plays on as the maker of the games did, gets the recorded results."""
    match = plan("xskat-like", "discards of xskat-like", deals=40).match
    assert match.openings is not None
    result = play_match(match)
    won = result.measures[:, 0, 0, match.game.measures.index("value")] > 0
    assert won.tolist() == [is_won(match.game, match.openings.source.recorded(deal)) for deal in range(40)]
    assert 0 < won.sum() < 40


def test_the_compiled_loop_and_the_referee_play_the_same_games() -> None:
    match = plan("random", "contract of xskat-like").match
    quick, slow = (play_block(match, Block(0, 0, 12), keep=keep) for keep in (None, record_text))
    assert quick.points.tolist() == slow.points.tolist()
    assert quick.measures.tolist() == slow.measures.tolist()
    assert quick.plies.tolist() == slow.plies.tolist() == [30] * 12
    for deal, text in enumerate(slow.kept):
        record = Record.read(text)
        assert record.check() is None
        assert record.result == tuple(quick.points[deal])
    assert record_text(match, match.play(3, 0)) == slow.kept[3]


def test_results_do_not_depend_on_workers() -> None:
    one, two = (play_match(plan("random", "discards of xskat-like").match, workers) for workers in (1, 2))
    assert one.points.tolist() == two.points.tolist()


def test_a_short_block_times_every_game() -> None:
    outcome = play_block(plan("random", "discards of xskat-like").match, Block(0, 5, 2))
    assert all(seconds > 0 for seconds in outcome.seconds)


def test_the_games_of_a_file(tmp_path: Path) -> None:
    given = openings_of(f"discards of {SAMPLE}", plan("random", "").match.game, 0)
    assert given.size == sum("Null" not in line for line in SAMPLE.read_text().splitlines()[2:])
    with pytest.raises(BadOption, match="games to begin from, not 1,000"):
        _ = plan("random", f"discards of {SAMPLE}", deals=1000).match
    other = tmp_path / "other.txt"
    other.write_text("\n".join(SAMPLE.read_text().splitlines()[:10]))
    one, two = (plan("random", f"discards of {file}", deals=3) for file in (SAMPLE, other))
    assert one.identity != two.identity
    with pytest.raises(KiebitzError, match="There is no file nowhere"):
        _ = plan("random", "deal of nowhere.sgf").match
    with pytest.raises(UnknownName, match="kind of opening"):
        _ = plan("random", "bids of xskat-like").match


def test_a_page_with_openings() -> None:
    page = read_experiment(PAGE, "page")
    results = played(page)
    wins, gain, nothing = compare(page, results)
    assert (wins.verdict, gain.verdict, nothing.verdict) == (OTHER_DEALS, TOO_FEW, NOTHING_CHANGED)
    assert wins.games == 30
    assert gain.measured == pytest.approx(wins.measured - measure(results["luck"], "declarer_wins").value)
    (breakdown,) = page.sections["breakdown"]
    assert isinstance(breakdown, Breakdown)
    counts = breakdown.counts(results)
    assert sum(counts) == 30
    # The recorded games are those of xskat-like, so record and "open cards" agree here.
    found = [combination for count, combination in zip(counts, COMBINATIONS, strict=True) if count]
    assert all(record == seen for record, seen, _ in found)


def test_paired_figures_by_hand() -> None:
    page = read_experiment(PAGE, "page")
    results = played(page)
    one, other = results["thumbs"], results["luck"]
    values = page.plans["thumbs"].match.game.measures.index("value")
    mine, theirs = (result.measures[:, 0, 0, values] > 0 for result in (one, other))
    differences = mine.astype(int) - theirs.astype(int)
    found = difference(one, other, "declarer_wins", "", "")
    assert found.value == pytest.approx(differences.mean())
    assert found.error == pytest.approx(differences.std(ddof=1) / np.sqrt(30))
    gained, lost = int((differences > 0).sum()), int((differences < 0).sum())
    from scipy.stats import binomtest

    assert difference(one, other, "mcnemar", "", "").value == pytest.approx(
        binomtest(gained, gained + lost).pvalue
    )
    assert measure(one, "table_score").value == pytest.approx(12 * one.points[:, 0].sum(axis=1).mean())


def test_records_take_the_place_of_made_games() -> None:
    page = read_experiment(PAGE, "page", records=str(SAMPLE))
    assert {plan.openings for plan in page.plans.values()} == {f"discards of {SAMPLE}"}
    long = read_experiment(PAGE, "page", deals=900, records=str(SAMPLE))
    games = openings_of(f"deal of {SAMPLE}", plan("random", "").match.game, 0).size
    assert {plan.deals for plan in long.plans.values()} == {games}
    with pytest.raises(BadOption, match="takes no records"):
        read_experiment('game = "durak"\npairs = [["random", "greedy"]]', "p", records=str(SAMPLE))


def test_scores_of_a_series() -> None:
    page = read_experiment('game = "skat"\ndeals = 20\npairs = [["xskat-like", "random"]]', "p")
    result = next(iter(played(page).values()))
    mine, theirs = (measure(result, "series_score", agent).value for agent in ("xskat-like", "random"))
    assert mine == pytest.approx(36 * measure(result, "points", "xskat-like").value)
    assert measure(result, "series_lead", "xskat-like").value == pytest.approx(mine - theirs)


def test_what_skat_cannot_measure_is_found_before_anything_is_played() -> None:
    alone = PAGE.replace("declarer_wins", "series_lead", 1).replace(
        'match = "thumbs"', 'agent = "xskat-like"', 1
    )
    with pytest.raises(BadOption, match="xskat-like plays against itself: it has no lead"):
        check_figures(read_experiment(alone, "page"))
    with pytest.raises(BadOption, match="mcnemar compares two matches"):
        check_figures(read_experiment(PAGE.replace("declarer_wins", "mcnemar", 1), "page"))
