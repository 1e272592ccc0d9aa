"""Reports: the page stands alone, is always the same, and says what the games say."""

from __future__ import annotations

import csv
import html as markup
import re
import shutil
import subprocess
from contextlib import closing
from functools import cache
from io import StringIO
from itertools import combinations
from pathlib import Path

import matplotlib
import numpy as np
import pytest

from kiebitz.cli import main
from kiebitz.lab.experiments.grid import expand
from kiebitz.lab.playing.executors import Processes
from kiebitz.lab.report.effects import first_player
from kiebitz.lab.report.latex import table_latex
from kiebitz.lab.report.page import Page, make_page
from kiebitz.lab.report.papers import mark_of, methods, table_csv, write_tables
from kiebitz.lab.report.study import studies
from kiebitz.lab.report.tabular import NONE, Cell, Tabular, Text
from kiebitz.lab.report.tabular import table as new_table
from kiebitz.lab.results.census import first_movers
from kiebitz.lab.results.result import Result
from kiebitz.lab.results.standings import standings
from kiebitz.lab.runs.plan import Plan, match_plan, pair_plan, reduced, tournament_plans
from kiebitz.lab.runs.run import Run
from kiebitz.lab.statistics.duplicate import duplicate_effect, paired
from kiebitz.lab.statistics.intervals import clustered, holm
from tests.lab.command import kiebitz
from tests.lab.page_reader import PageReader, ShownCell, ShownTable

CAUTIOUS = str(Path(__file__).parents[2] / "docs" / "my_bot.py") + ":Cautious"
STYLE = Path(__file__).parents[2] / "src" / "kiebitz" / "lab" / "report" / "page.css"
MIXED = '''
from kiebitz import Agent

class Mixed(Agent):
    """Plays by points with some probability, else anyhow."""

    def __init__(self, care=0.5, turn=0):
        self.care, self.turn = care, turn

    def act(self, view):
        if view.rng.random() < self.care:
            return min(view.moves, key=view.points)
        return view.moves[self.turn % len(view.moves)]

class Boom(Agent):
    def act(self, view):
        if view.rng.below(30) == 0:
            raise RuntimeError("<script>alert(1)</script> & more")
        return view.moves[0]
'''


def played(folder: Path, kind: str, *plans: Plan, deals: tuple[int, int] | None = None) -> Run:
    run = Run.create(kind, plans, folder)
    with closing(Processes()) as executor:
        run.play(executor, deals=deals)
    return run


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    (folder / "mixed.py").write_text(MIXED)
    return folder


@pytest.fixture(scope="module")
def tournament(home: Path) -> Run:
    plans = tournament_plans("schnapsen", ["random", "random-python", CAUTIOUS], 60, seed=3)
    return played(home / "tournament", "tournament", *plans)


@pytest.fixture(scope="module")
def skat(home: Path) -> Run:
    return played(home / "skat", "match", match_plan("skat", ["random"] * 3, 200, seed=1))


@pytest.fixture(scope="module")
def grid(home: Path) -> Run:
    specs = expand(f"{home / 'mixed.py'}:Mixed:care=0|1,turn=0|1")
    return played(
        home / "grid", "grid", *(pair_plan("schnapsen", spec, "random", 30, seed=2) for spec in specs)
    )


@pytest.fixture(scope="module")
def failing(home: Path) -> Run:
    agents = [f"{home / 'mixed.py'}:Boom", "random"]
    return played(home / "failing", "match", match_plan("schnapsen", agents, 40, seed=1))


@pytest.fixture(scope="module")
def all_runs(tournament: Run, skat: Run, grid: Run, failing: Run) -> list[Run]:
    return [tournament, skat, grid, failing]


@cache
def page_of(run: Run) -> Page:
    """A finished run's page, made once."""
    return make_page(run)


def read(run: Run) -> PageReader:
    return PageReader(page_of(run).html if run.done == run.total else make_page(run).html)


def column(table: ShownTable, key: str) -> list[float]:
    return [row[key].number for row in table.rows.values()]


# -- the page as a file ----------------------------------------------------------------------------------


def test_the_same_run_gives_the_same_bytes_whatever_the_users_settings(all_runs: list[Run]) -> None:
    for run in all_runs:
        first = page_of(run)
        with matplotlib.rc_context({"lines.linewidth": 9, "font.size": 30, "svg.fonttype": "path"}):
            second = make_page(Run(run.folder))
        assert first.html == second.html


def test_errors_and_ends_of_intervals_are_numbers_for_programs(tournament: Run) -> None:
    tables = {table.name: table_csv(table) for table in page_of(tournament).tables}
    (study,) = studies(tournament)
    pairs = csv.DictReader(tables["pairs"].splitlines())
    for row, meeting in zip(pairs, study.meetings(), strict=True):
        assert float(row["interval_low"]) == meeting.low < float(row["score"]) < float(row["interval_high"])
        assert float(row["points_error"]) == meeting.error
        if meeting.error > 0:
            assert float(row["effect_low"]) < float(row["effect"]) < float(row["effect_high"])
    scores = list(csv.DictReader(tables["scores"].splitlines()))
    assert len(scores) == len(study.order)
    assert all(float(row["elo_low"]) <= float(row["elo"]) <= float(row["elo_high"]) for row in scores)


def test_another_process_gives_the_same_bytes(tournament: Run, tmp_path: Path) -> None:
    page, files = page_of(tournament), tmp_path / "figures"
    places = ("--figures", files, "--tables", tmp_path / "tables")
    arguments = ("report", tournament.folder, "--out", tmp_path / "page.html", *places)
    answer = kiebitz(*arguments, PYTHONHASHSEED="1")
    assert answer.returncode == 0, answer.stderr
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.html
    for figure in page.figures:
        for kind in ("svg", "pdf", "png"):
            assert (files / f"{figure.name}.{kind}").read_bytes() == figure.file(kind)
        assert (files / f"{figure.name}.csv").read_text(encoding="utf-8") == figure.csv()
    for table in page.tables:
        written = (tmp_path / "tables" / f"{table.name}.csv").read_text(encoding="utf-8")
        assert written == table_csv(table)
        assert len(list(csv.reader(StringIO(written)))) == len(table.rows) + 1
        latex = (tmp_path / "tables" / f"{table.name}.tex").read_text(encoding="utf-8")
        assert latex == table_latex(table, mark_of(tournament))
        assert latex.count(r" \\") - latex.count(r" \\*") >= len(table.rows) + 1


PAPER = r"""\documentclass{article}
\usepackage{array,booktabs,longtable,pdflscape}
\begin{document}
%s
\end{document}
"""


def wide_tables() -> tuple[Tabular, ...]:
    """As wide and as long as tables get: many agents with long names, a hundred figures with sentences."""
    names = [f"improve:base=(mcts:limit={n}00,samples=20),worlds=64,only=attack+defend" for n in range(24)]
    cells = [Cell("52.5%", 0.525, "+0.10", look="good unsure"), Cell(NONE), Cell("7.5%", 0.075, "−1.98")]
    cross = [[Cell(name), *(cells[(row + n) % 3] for n in range(24))] for row, name in enumerate(names)]
    heads: list[tuple[str, Text]] = [("agent", "agent"), *((f"v{n}", f"v {n}") for n in range(24))]
    verdict = Cell("published figure comes from a bug (see note), which is told at length below")
    figures = [[Cell(f"{name} v greedy, as published"), verdict, Cell("0.9356", 0.9356)] for name in names]
    columns: list[tuple[str, Text]] = [("cell", "figure"), ("verdict", "verdict"), ("published", "published")]
    return (
        new_table("cross", "Everybody & <all>: 50% _more_.", heads, cross),
        new_table("figures", "All figures.", columns, figures * 4, ("verdict",)),
    )


def test_tables_fit_on_the_page_of_a_paper(all_runs: list[Run], tmp_path: Path) -> None:
    if not shutil.which("pdflatex"):
        pytest.skip("LaTeX (pdflatex) is not installed")
    folders = [tmp_path / str(number) for number in range(len(all_runs))]
    for run, folder in zip(all_runs, folders, strict=True):
        write_tables(page_of(run).tables, folder, mark_of(run))
    write_tables(wide_tables(), tmp_path / "wide", "wide")
    files = sorted(file.relative_to(tmp_path) for file in tmp_path.glob("*/*.tex"))
    inputs = (rf"\typeout{{TABLE {file}}}\input{{{file}}}\clearpage" for file in files)
    (tmp_path / "paper.tex").write_text(PAPER % "\n".join(inputs))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    for _ in range(2):  # longtable finds its widths in the second run
        answer = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert answer.returncode == 0, answer.stdout[-2000:]
    said = [line for line in answer.stdout.splitlines() if line.startswith("TABLE ") or "Overfull" in line]
    assert len(said) == len(files), "\n".join(said)
    assert "multiply" not in answer.stdout and "too large" not in answer.stdout


def test_labels_and_files_say_what_a_paper_needs(tournament: Run, skat: Run, home: Path) -> None:
    """Labels tell runs apart, and are the same wherever the same run is played."""
    again = tournament_plans("schnapsen", ["random", "random-python", CAUTIOUS], 60, seed=3)
    assert mark_of(tournament) != mark_of(skat)
    assert mark_of(Run.create("tournament", again, home / "elsewhere")) == mark_of(tournament)
    for each in page_of(skat).tables:
        latex = table_latex(each, mark_of(skat))
        assert latex.startswith(r"% Needs \usepackage{array,booktabs,longtable,pdflscape}.")
        assert rf"\label{{tab:{each.name}-{mark_of(skat)}}}" in latex


def test_what_is_not_shown_to_differ_stands_in_italics(tournament: Run) -> None:
    (cross,) = (one for one in page_of(tournament).tables if one.name == "cross")
    unsure = [cell for row in cross.rows for cell in row if "unsure" in cell.look]
    latex = table_latex(cross)
    assert latex.count(r"\textit{") == 2 * len(unsure) > 0
    assert sum("unsure" not in cell.look for row in cross.rows for cell in row[1:]) > len(cross.rows)


def test_a_missing_number_is_an_empty_field() -> None:
    rows = [
        [Cell("a"), Cell("1.5", 1.5, ends=(1.0, float("nan"))), Cell(NONE)],
        [Cell("b"), Cell(NONE, float("nan")), Cell(NONE)],
        [Cell("–"), Cell("is unknown"), Cell("2 %", 0.02)],
    ]
    made = new_table("t", "", [("agent", ""), ("p", ""), ("rate", "")], rows)
    assert table_csv(made).splitlines() == ["agent,p,p_low,p_high,rate", "a,1.5,1.0,,", "b,,,,", "–,,,,0.02"]


def test_the_effect_size_is_the_difference_in_deviations_of_a_deal(tournament: Run) -> None:
    study = studies(tournament)[0]
    (pairs,) = (one for one in page_of(tournament).tables if one.name == "pairs")
    column = [each.key for each in pairs.columns].index("effect")
    for meeting, row in zip(study.meetings(), pairs.rows, strict=True):
        deals = study.differences(meeting.one, meeting.other).mean(axis=1)
        spread = deals.std(ddof=1)
        assert row[column].value == (pytest.approx(deals.mean() / spread) if spread else None)
    assert any(row[column].value for row in pairs.rows)


def test_a_paragraph_says_how_it_was_measured(tournament: Run) -> None:
    html = page_of(tournament).html
    assert "corrected after Holm" in html
    assert f"run {tournament.name}" in html


def told_of(run: Run) -> str:
    """The paragraph that says how it was measured."""
    (study,) = studies(run)
    return " ".join(map(str, methods(run, study)))


def test_the_paragraph_claims_no_more_than_was_done(tournament: Run, home: Path) -> None:
    assert "falls on everybody alike" in told_of(tournament)
    assert "AIVAT" not in told_of(tournament)
    fixed = match_plan("schnapsen", ["random", "bully"], 5, seed=1, kind="fixed")
    told = told_of(played(home / "never rotated", "match", fixed))
    assert "alike" not in told
    assert "not everybody had every seat equally often" in told


def test_the_paragraph_names_what_else_is_behind_the_figures(home: Path) -> None:
    plans = reduced((match_plan("durak", ["smart", "greedy"], 6, seed=1),), "own")
    run = played(home / "reduced", "match", *plans)
    frozen = run.result().match.frozen
    assert frozen
    assert f"weights (number {frozen.hash})" in told_of(run)
    run = played(home / "seeing", "match", match_plan("skat", ["glassbox", "random", "random"], 2, seed=1))
    assert "marked as cheating: glassbox." in told_of(run)


def test_counts_of_declarers_are_in_the_csv(home: Path) -> None:
    plans = tournament_plans("skat", ["random", "xskat-like"], 4, seed=1)
    (table,) = [
        one
        for one in page_of(played(home / "contracts", "tournament", *plans)).tables
        if one.name == "contracts"
    ]
    rows = list(csv.DictReader(StringIO(table_csv(table))))
    for row in rows:
        assert int(row["won by random_of"]) + int(row["won by xskat-like_of"]) == int(row["games"])
    assert any(int(row["games"]) for row in rows)


def test_the_page_needs_nothing_from_outside(all_runs: list[Run]) -> None:
    for run in all_runs:
        html, page = page_of(run).html, read(run)
        assert "http:" not in html and "https:" not in html and "://" not in html
        assert not re.search(r"@import|url\((?!#)|\bsrc=|\bxmlns", html)
        assert not page.tags & {"script", "link", "img", "iframe", "object", "image"}
        assert all(link.startswith("#") for link in page.links)
        assert str(run.folder) not in html


def test_the_page_is_well_formed_and_its_names_are_unique(all_runs: list[Run]) -> None:
    for run in all_runs:
        html, page = page_of(run).html, read(run)
        assert len(page.ids) == len(set(page.ids))
        used = {link[1:] for link in page.links} | set(re.findall(r"url\(#([^)]+)\)", html))
        assert used <= set(page.ids)


def test_every_number_is_shown_as_it_is(all_runs: list[Run]) -> None:
    for run in all_runs:
        numbers = read(run).numbers
        assert len(numbers) > 40
        for cell in numbers:
            assert_rounded(cell)


UNITS = {"%": 0.01, "ns": 1e-6, "µs": 1e-3, "ms": 1.0, "s": 1e3}


def assert_rounded(cell: ShownCell) -> None:
    """The text is the value, correct to its last digit."""
    found = re.match(r"([+−]?[\d,]+(?:\.(\d+))?)( ?(%|ns|µs|ms|s)\b)?", cell.text.replace("%", " %"))
    if cell.text == "< 0.0001":
        assert cell.number < 0.0001
        return
    assert found, cell
    shown = float(found[1].replace("−", "-").replace(",", ""))
    step = 10.0 ** -len(found[2] or "")
    unit = UNITS.get("%" if "%" in cell.text else found[4] or "", 1.0)
    seconds = cell.text.endswith("s") and abs(cell.number * 1000 - shown * unit) <= step * unit
    assert abs(cell.number - shown * unit) <= 0.5001 * step * unit or seconds, cell


def test_text_has_contrast_in_light_and_dark_also_on_coloured_cells() -> None:
    style = STYLE.read_text()
    light = dict(re.findall(r"--([\w-]+): ([^;]+);", style[: style.index("@media")]))
    dark = {
        **light,
        **dict(re.findall(r"--([\w-]+): ([^;]+);", style[style.index("@media") :].split("*")[0])),
    }
    for scheme in (light, dark):
        paper, ink = colour(scheme["paper"]), colour(scheme["ink"])
        for name in ("ink", "soft"):
            assert contrast(colour(scheme[name]), paper) >= 4.5
        for number in range(1, 7):
            assert contrast(colour(scheme[f"series-{number}"]), paper) >= 3
        for name in ("good", "bad"):
            strength = float(scheme["strength"])
            cell = colour(scheme[name]) * strength + paper * (1 - strength)
            assert contrast(ink, cell) >= 4.5


def colour(text: str) -> np.ndarray:
    parts = [int(text[i : i + 2], 16) for i in (1, 3, 5)] if text.startswith("#") else text.split()
    return np.array([float(part) / 255 for part in parts])


def contrast(one: np.ndarray, other: np.ndarray) -> float:
    """The contrast of two colours as the WCAG define it."""
    linear = [np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4) for c in (one, other)]
    light = sorted(float(c @ [0.2126, 0.7152, 0.0722]) for c in linear)
    return (light[1] + 0.05) / (light[0] + 0.05)


# -- the numbers on it -----------------------------------------------------------------------------------


def test_a_match_shows_the_scores_of_its_result(skat: Run) -> None:
    page, result = read(skat), skat.result()
    shown = page.tables["scores"].rows
    for number, score in enumerate(result.scores(), 1):
        row = shown[f"random #{number}"]
        for key in ("wins", "draws", "losses", "win_rate", "points_mean", "ms_per_move", "failures"):
            assert row[key].number == getattr(score, key)


def test_a_match_of_three_compares_all_pairs(skat: Run) -> None:
    page, result = read(skat), skat.result()
    points = [result.of_agent(agent, result.points) for agent in range(3)]
    pairs = list(combinations(range(3), 2))
    found = [paired(points[one], points[other]) for one, other in pairs]
    corrected = holm([one.p for one in found])
    shown = {frozenset(name.split(" v ")): row for name, row in page.tables["pairs"].rows.items()}
    for (one, other), comparison, p in zip(pairs, found, corrected, strict=True):
        row = shown[frozenset({f"random #{one + 1}", f"random #{other + 1}"})]
        assert abs(row["points"].number) == pytest.approx(abs(comparison.difference))
        assert row["p"].number == comparison.p
        assert row["p_holm"].number == p


def test_a_tournament_shows_its_standings(tournament: Run) -> None:
    page, table = read(tournament), standings(tournament.results(), seed=3)
    shown = page.tables["scores"].rows
    assert list(shown) == [rating.name for rating in table.ratings]
    assert [row["elo"].number for row in shown.values()] == [rating.elo for rating in table.ratings]
    for number, (name, row) in enumerate(zip(shown, page.tables["cross"].rows.values(), strict=True), 1):
        assert row[f"v{number}"].value is None
        for place, other in enumerate(shown, 1):
            if other != name:
                assert row[f"v{place}"].number == table.score(name, other)


def test_an_agent_of_a_tournament_has_all_its_games(tournament: Run) -> None:
    row = read(tournament).tables["scores"].rows["random"]
    scores = [result.scores()[0] for result in tournament.results()[:2]]
    assert row["wins"].number == sum(score.wins for score in scores)
    assert row["win_rate"].number == pytest.approx(np.mean([score.win_rate for score in scores]))
    assert row["points_mean"].number == pytest.approx(np.mean([score.points_mean for score in scores]))


def test_seats_and_deals_are_those_of_the_games(skat: Run) -> None:
    page, result = read(skat), skat.result()
    assert column(page.tables["seats"], "share") == pytest.approx(result.shares.mean(axis=(0, 1)))
    assert column(page.tables["seats"], "points") == pytest.approx(result.points.mean(axis=(0, 1)))
    for name, row in page.tables["deals"].rows.items():
        one, other = (result.of_agent(int(agent[-1]) - 1, result.points) for agent in name.split(" v "))
        effect = duplicate_effect(one - other)
        assert row["clustered"].number == pytest.approx(effect.clustered)
        assert row["unpaired"].number == pytest.approx(effect.unpaired)
        ahead = int(((one - other).mean(axis=1) > 1e-9).sum())
        assert row["ahead"].number == ahead
        assert sum(row[key].number for key in ("ahead", "level", "behind")) == result.match.deals


def test_who_begins_is_told(tournament: Run, home: Path) -> None:
    """Always the same seat in Schnapsen; in Durak the lowest trump decides, so it is worked out by deal."""
    assert "The first move of every deal is made by seat 0" in page_of(tournament).html
    plans = (match_plan("durak", ["greedy", "smart"], 300, seed=2),)
    run = played(home / "begins", "match", *plans)
    result = run.result()
    movers = first_movers(result.match)
    assert 100 < movers.sum() < 200
    others = 1 - movers
    deals = np.arange(300)
    ahead = (result.points[deals, :, movers] - result.points[deals, :, others]).mean(axis=1)
    found = first_player(studies(run)[0])
    assert found
    assert found.compared.difference == pytest.approx(ahead.mean())
    assert found.compared.error == pytest.approx(ahead.std(ddof=1) / np.sqrt(300))
    assert found.share == pytest.approx(result.shares[deals, :, movers].mean())
    assert "Whoever makes the first move wins" in page_of(run).html


def test_measures_are_means_over_the_games_of_an_agent(tournament: Run) -> None:
    row = read(tournament).tables["measures"].rows["random"]
    results = tournament.results()[:2]
    for number, name in enumerate(("card points", "game points")):
        means = [result.of_agent(0, result.measures[:, :, :, number]).mean() for result in results]
        assert row[name].number == pytest.approx(np.mean(means))
    assert row["moves"].number == pytest.approx(np.mean([result.plies.mean() for result in results]))


def test_skat_is_split_by_role_and_contract(skat: Run) -> None:
    page, result = read(skat), skat.result()
    declarer, contract, value, _ = np.moveaxis(result.measures, 3, 0)
    lineups = np.array(result.match.lineups)
    own = np.broadcast_to(lineups[None] == 0, declarer.shape)
    row = page.tables["roles"].rows["random #1"]
    assert row["declarer"].number == pytest.approx(declarer[own].mean())
    declared = own & (declarer == 1)
    assert row["declarer-points"].number == pytest.approx(result.points[declared].mean())
    assert row["defender-points"].number == pytest.approx(
        result.points[own & (declarer == 0) & (contract >= 0)].mean()
    )
    grand = (declarer == 1) & (contract == 4)
    row = page.tables["contracts"].rows["Grand"]
    assert row["games"].number == grand.sum()
    assert row["won"].number == pytest.approx((value[grand] > 0).mean())


def test_durak_tells_the_moves_in_a_bout(home: Path) -> None:
    run = played(home / "durak", "match", match_plan("durak", ["random", "random"], 50, seed=1))
    result = run.result()
    row = read(run).tables["measures"].rows["random #1"]
    assert row["bout"].number == pytest.approx(result.plies.sum() / result.measures[:, :, 0, 0].sum())


def test_a_grid_shows_all_combinations_the_best_first(grid: Run) -> None:
    page = read(grid)
    shown = page.tables["grid"].rows
    scores = {}
    for plan, result in zip(grid.plans, grid.results(), strict=True):
        label = plan.agents[0].rpartition(":")[2].replace(",", ", ")
        scores[label] = standings([result]).meetings[0].score
    assert list(shown) == sorted(scores, key=lambda label: -scores[label])
    assert {label: row["score"].number for label, row in shown.items()} == scores
    assert "The best of the 4 combinations" in page.words
    assert "cross" not in page.tables


def test_figures_have_the_numbers_of_the_tables(tournament: Run) -> None:
    page = page_of(tournament)
    figures = {figure.name: figure for figure in page.figures}
    assert list(figures) == ["strength", "seats", "deals", "pace"]
    rows = list(csv.DictReader(figures["strength"].csv().splitlines()))
    tables = PageReader(page.html).tables
    assert [float(row["elo"]) for row in rows] == column(tables["scores"], "elo")
    seats = [row for row in csv.DictReader(figures["seats"].csv().splitlines()) if row["agent"] == "all"]
    assert [float(row["win_rate"]) for row in seats] == column(tables["seats"], "share")
    pace = {row["agent"]: row for row in csv.DictReader(figures["pace"].csv().splitlines())}
    for row in rows:  # strength against time
        for key in ("elo", "elo_low", "elo_high", "ms_per_move"):
            assert float(pace[row["agent"]][key]) == float(row[key]) > -10_000
    spread = list(csv.DictReader(figures["deals"].csv().splitlines()))
    for key in ("share_same_deal", "share_different_deals"):
        assert sum(float(row[key]) for row in spread) == pytest.approx(3)


# -- what it says ----------------------------------------------------------------------------------------


def verdict(run: Run) -> str:
    (found,) = re.findall(r'<section class="verdict".*?</section>', page_of(run).html, re.DOTALL)
    return markup.unescape(" ".join(re.sub(r"<[^>]*>", "", found).split()))


def test_a_better_agent_is_called_better(home: Path) -> None:
    run = played(home / "better", "match", match_plan("schnapsen", ["random", CAUTIOUS], 300, seed=1))
    result = run.result()
    one, other = (result.of_agent(agent, result.points) for agent in (1, 0))
    assert clustered(one - other)[0] > 0
    assert verdict(run).startswith(f"{CAUTIOUS} is better than random.")


def test_no_difference_is_not_made_one(home: Path) -> None:
    agents = ["random", "random:salt=other"]
    run = played(home / "equal", "match", match_plan("schnapsen", agents, 30, seed=1))
    assert "No difference between" in verdict(run)
    assert "The true difference may be anything from" in verdict(run)


def test_deals_that_all_come_out_even_give_no_range(home: Path) -> None:
    run = played(home / "even", "match", match_plan("schnapsen", ["random", "random-python"], 30, seed=1))
    assert "No difference between" in verdict(run)
    assert "All deals gave the same difference" in verdict(run)


def test_an_agent_is_not_better_than_itself(skat: Run, home: Path) -> None:
    assert "plays against itself" in verdict(skat)
    fixed = match_plan("skat", ["random"] * 3, 100, kind="fixed", seed=1)
    run = played(home / "fixed", "match", fixed)
    assert "the copies did not change their seats" in verdict(run)
    assert "seats and agents cannot be told apart" in read(run).words


@pytest.mark.parametrize("deals", [1, 5])
def test_fewer_than_six_deals_say_nothing(home: Path, deals: int) -> None:
    plan = match_plan("schnapsen", ["random", "random-python"], deals, seed=1)
    run = played(home / str(deals), "match", plan)
    assert "too few to tell who is better: play at least 6." in verdict(run)
    assert "may be anything" not in verdict(run)
    assert "nan" not in read(run).words


def test_failures_come_with_their_reasons(failing: Run) -> None:
    page, result = read(failing), failing.result()
    (row,) = page.tables["failures"].rows.values()
    assert row["count"].number == (result.losers >= 0).sum() > 0
    assert "<script>alert(1)</script> & more, at mixed.py:" in row["reason"].text
    assert "lost by failing" in verdict(failing)
    deal, lineup = np.argwhere(result.losers >= 0)[0]
    assert row["example"].text == f"0/{deal}/{lineup}"


def test_games_with_failures_are_left_out_of_the_measures(failing: Run) -> None:
    result: Result = failing.result()
    row = read(failing).tables["measures"].rows["random"]
    assert row["moves"].number == pytest.approx(result.plies[result.losers < 0].mean())


def test_an_unfinished_run_says_so(home: Path) -> None:
    plan = match_plan("schnapsen", ["random", "random-python"], 40, seed=1)
    run = Run.create("match", (plan,), home / "unfinished")
    page = read(run)
    assert "This run is not finished: 0 of 80 games are played." in page.words
    assert "there is no result" in page.words
    assert not page.tables
    page = read(played(home / "unfinished", "match", plan, deals=(0, 20)))
    assert "40 of 80 games are played" in page.words
    assert "rests on the 20 deals" in page.words
    result = run.ledger.result(0, match_plan("schnapsen", ["random", "random-python"], 20, seed=1).match)
    assert page.tables["scores"].rows["random"]["wins"].number == result.scores()[0].wins


def test_matches_that_tell_nothing_about_each_other_get_parts_of_their_own(home: Path) -> None:
    plans = [match_plan("schnapsen", ["random", "random-python"], 20, seed) for seed in (1, 2)]
    page = read(played(home / "parts", "experiment", *plans))
    assert {"part1-scores", "part2-scores"} <= set(page.tables)
    assert len(page.ids) == len(set(page.ids))


def test_it_says_how_to_repeat_it(tournament: Run) -> None:
    words = read(tournament).words
    for part in (tournament.ledger["command"], *tournament.ledger["versions"].values(), "seed 3"):
        assert part in words


def test_why_a_sequential_test_stopped_is_told(home: Path) -> None:
    run = played(home / "stopped", "match", match_plan("schnapsen", ["random", "random-python"], 20, seed=1))
    run.ledger["stopped"] = {"deals": 20, "why": "Accepted elo>0 after 20 deals."}
    assert "Accepted elo>0 after 20 deals." in verdict(run)


# -- the command -----------------------------------------------------------------------------------------


def test_the_page_goes_into_the_runs_folder_if_not_told_otherwise(
    tournament: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["kiebitz", "report", str(tournament.folder)])
    with pytest.raises(SystemExit) as end:
        main()
    assert not end.value.code
    file = tournament.folder / "report.html"
    assert capsys.readouterr().out == f"The report is in {file}.\n"
    assert file.read_text(encoding="utf-8") == page_of(tournament).html


def test_a_run_that_is_not_there_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["kiebitz", "report", "no-such-run"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert "no-such-run" in capsys.readouterr().err
