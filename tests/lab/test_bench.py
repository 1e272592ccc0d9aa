"""What a game brings to the lab: a game from one file has its own table, quantity, opening and rule."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import pytest

from kiebitz.errors import BadNotation, BadOption, UnknownName
from kiebitz.lab.bench import Bench
from kiebitz.lab.experiments.listing import pages as experiments
from kiebitz.lab.experiments.page import find_experiment, read_experiment
from kiebitz.lab.experiments.reproduce import as_dict, check_figures, compare
from kiebitz.lab.playing.executors import Threads, executor
from kiebitz.lab.playing.match import play_match
from kiebitz.lab.report.page import make_page
from kiebitz.lab.report.reproduction import make_reproduction
from kiebitz.lab.results.transcript import transcript
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.runs.run import Run
from kiebitz.lab.runs.stopping import SequentialRule, stopping_rule
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game, game_classes, game_from_file
from kiebitz.sayings import say
from tests.lab.page_reader import PageReader

TOY = Path(__file__).parents[2] / "docs" / "toy_game.py"
OWN = '''

from dataclasses import dataclass

from kiebitz.lab.bench import Bench as LabBench, Demo
from kiebitz.lab.playing.openings import Opening
from kiebitz.lab.experiments.page_section import PageSection
from kiebitz.lab.results.quantities import Quantity
from kiebitz.lab.report.tabular import Cell, table
from kiebitz.lab.runs.stopping import Verdict
from kiebitz.sayings import say


def sweeps(result, agent):
    return result.of_agent(result.number_of(agent), result.points) == 3


def first_trick(game, recorded):
    return Opening(recorded.layout, recorded.codes[:2])


@dataclass(frozen=True)
class Clean(PageSection):
    match: str
    title = "Clean games"

    @property
    def matches(self):
        return (self.match,)

    @classmethod
    def tables(cls, sections, results):
        rows = [[Cell(one.match), Cell("all", len(results[one.match].plies))] for one in sections]
        return [table("clean", "Clean.", [("match", "match"), ("games", "games")], rows)]

    @classmethod
    def as_dicts(cls, sections, results):
        return [{"match": one.match} for one in sections]


class Dozen:
    """Stops after twelve deals, whatever happens."""

    def looks(self, plan):
        return (range(first, first + 5) for first in range(0, plan.deals, 5))

    def judge(self, result):
        return Verdict(12, "Twelve are enough.") if result.match.deals >= 12 else None

    def undecided(self, result):
        return Verdict(result.match.deals, "Too few.")


class Bench(LabBench):
    demo = Demo(("random", "flat"), 10)
    quantities = {"sweeps": Quantity(lambda result, agent: sweeps(result, agent).astype(float), is_rate=True)}
    openings = {"trick": first_trick}
    page_sections = {"clean": Clean}
    stopping = {"dozen": Dozen()}

    def tables(self, games):
        counts = {agent: int((own.points == 3).sum()) for agent, own in games.items()}
        rows = [[Cell(agent), Cell(str(count), count)] for agent, count in counts.items()]
        return [table("sweeps", "Games without a lost trick.", [("agent", "agent"), ("n", "games")], rows)]

    def averages(self, result):
        return [f"{(result.points == 3).any(axis=2).mean():.0%} sweeps"]

    def told(self, before, after):
        return [say("card {n} of 6", n=after.ply)]
'''
PAGE = """
game = "GAME"
deals = 40
seed = 3

[[match]]
name = "begun"
agents = ["random", "flat:playouts=2"]
openings = "trick of random"

[[cell]]
match = "begun"
agent = "random"
quantity = "sweeps"
published = 0.125
games = 1000

[[clean]]
match = "begun"
"""


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The game of one page with parts of its own below it."""
    file = tmp_path_factory.mktemp("games") / "toy_with_parts.py"
    text = TOY.read_text(encoding="utf-8").replace(
        '    name = "high-card"\n', '    name = "high-card"\n    brings = Brings(lab=":Bench")\n'
    )
    text = text.replace("from kiebitz.rules.game import", "from kiebitz.rules.parts import Brings\n\\g", 1)
    file.write_text(text.replace("\\g", "from kiebitz.rules.game import") + OWN, encoding="utf-8")
    return f"{file}:HighCard"


def test_its_table_is_in_the_report(toy: str, tmp_path: Path) -> None:
    plan = match_plan(toy, ["random", "flat:playouts=2"], 50, seed=1)
    run = Run.create("match", (plan,), tmp_path / "run")
    run.play(Threads())
    shown = PageReader(make_page(run).html).tables
    assert "measures" not in shown
    result = run.result()
    assert shown["sweeps"].rows["random"]["n"].number == (result.of_agent(0, result.points) == 3).sum()


def test_its_quantity_opening_and_section_are_known_to_pages(toy: str, tmp_path: Path) -> None:
    page = read_experiment(PAGE.replace("GAME", toy), "page")
    check_figures(page)
    plans = tuple(page.plans.values())
    run = Run.create("experiment", plans, tmp_path / "run")
    with closing(executor("auto", 1, plans)) as chosen:
        run.play(chosen)
    results = {"begun": run.result()}
    (row,) = compare(page, results)
    points = results["begun"].of_agent(0, results["begun"].points)
    assert row.measured == pytest.approx((points == 3).mean())
    assert results["begun"].plies.tolist() == [[4, 4]] * 40  # the first trick is given
    assert as_dict(page, [row], results, 0.0)["cleans"] == [{"match": "begun"}]
    shown = PageReader(make_reproduction(run, page, [row], results).html).tables
    assert shown["clean"].rows["begun"]["games"].number == 40


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("trick of", "guess of", "kind of opening called 'guess'; choose one of: deal, trick"),
        ('"sweeps"', '"luck"', "no quantity in high-card called 'luck'; .*sweeps"),
        ('[[clean]]\nmatch = "begun"', '[[clean]]\nmatch = "x"', "match of the clean .*called 'x'"),
        ("[[clean]]", "[[dirty]]", "no key in the experiment page called 'dirty'; .*clean"),
        ('[[clean]]\nmatch = "begun"', "[[clean]]", "a clean: match is missing"),
    ],
)
def test_mistakes_on_its_pages_are_found(toy: str, old: str, new: str, sentence: str) -> None:
    with pytest.raises((BadNotation, BadOption, UnknownName), match=sentence):
        check_figures(read_experiment(PAGE.replace("GAME", toy).replace(old, new), "page"))


def test_its_rule_stops_a_match(toy: str, tmp_path: Path) -> None:
    plan = match_plan(toy, ["random", "random"], 50, seed=1)
    run = Run.create("match", (plan,), tmp_path / "run")
    result, why = run.play_until(stopping_rule("dozen", plan), Threads())
    assert (result.match.deals, why, run.ledger.count(0, 50)) == (12, "Twelve are enough.", 30)
    assert Run(tmp_path / "run").is_finished
    short = match_plan(toy, ["random", "random"], 7, seed=2)
    run = Run.create("match", (short,), tmp_path / "short")
    assert run.play_until(stopping_rule("dozen", short), Threads()).why == "Too few."
    with pytest.raises(BadOption, match=r"write elo>10.*In high-card there is also: dozen\."):
        stopping_rule("soon", plan)


def test_its_protocol_and_averages_say_more(toy: str) -> None:
    from kiebitz.cli.match import averages

    match = match_plan(toy, ["random", "random"], 20, seed=1).match
    assert "    card 6 of 6" in str(transcript(match, match.play(0, 0))).splitlines()
    assert str(averages(play_match(match))).partition(";")[0].endswith("% sweeps")


def test_a_game_that_brings_nothing_has_the_defaults() -> None:
    bench = part(game_from_file(str(TOY)), Bench)
    assert type(bench) is Bench
    assert (bench.experiments, bench.demo, dict(bench.quantities)) == (None, None, {})


def test_a_strangers_package_has_its_experiments_below_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "strange_cards"
    (folder / "lab" / "experiments").mkdir(parents=True)
    (folder / "__init__.py").write_text(
        "from kiebitz.rules.game import Game\nclass Strange(Game): name = 's'\n"
    )
    (folder / "lab" / "experiments" / "strange-first.toml").write_text("game = 'durak'\n")
    monkeypatch.syspath_prepend(tmp_path)
    from importlib import import_module

    found = part(import_module("strange_cards").Strange, Bench).experiments
    assert found is not None
    assert [page.name for page in found.iterdir()] == ["strange-first.toml"]
    del sys.modules["strange_cards"]


def test_every_experiment_comes_with_its_game() -> None:
    for name in experiments():
        page = find_experiment(name, deals=1)
        assert {name.removeprefix("strength-").split("-")[0]} == {plan.game for plan in page.plans.values()}
    folders = [part(one, Bench).experiments for one in game_classes().values()]
    pages = sum(page.name.endswith(".toml") for folder in folders if folder for page in folder.iterdir())
    assert len(experiments()) == pages


@pytest.mark.parametrize("name", ["durak", "schnapsen"])
def test_a_game_can_begin_with_the_cards_of_another(name: str) -> None:
    from kiebitz.lab.playing.openings import openings_of

    given = openings_of("deal of random", game(name), 5)
    first, second = given[0].start(game(name)), given[1].start(game(name))
    assert first.ply == second.ply == 0
    assert first.deal.text != second.deal.text
    with pytest.raises(BadOption, match="several rounds"):
        openings_of("deal of random", game("schnapsen", {"rules": "full"}), 5)


def test_a_sequential_rule_stops_at_the_same_deal_however_it_is_played(tmp_path: Path) -> None:
    plan = match_plan("durak", ["greedy", "random"], 3000, seed=1)
    found = []
    for workers in (1, 2):
        run = Run.create("match", (plan,), tmp_path / str(workers))
        if workers == 2:  # somebody has played other deals before
            run.play(Threads(2), deals=(40, 700))
        found.append(run.play_until(stopping_rule("elo>20", plan), Threads(workers)))
    (one, why), (other, again) = found
    assert why == again
    assert str(why).startswith(f"Stopped after {one.match.deals} deals: H1 (elo >= 20) accepted")
    assert one.points.tolist() == other.points.tolist()


def test_what_cannot_be_decided_is_said() -> None:
    plan = match_plan("durak", ["greedy", "greedy"], 30, seed=1)
    run = Run.create("match", (plan,))
    assert run.play_until(SequentialRule("elo>1"), Threads()).why == say(
        "Not decided within {n:,} deals.", n=30
    )
    with pytest.raises(BadOption, match="compares two agents"):
        stopping_rule("elo>1", match_plan("skat", ["random"] * 3, 30))
