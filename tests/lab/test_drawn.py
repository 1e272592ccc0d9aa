"""Seeds that were drawn: kept, shown, and gone on with by the same command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kiebitz.cli import app
from kiebitz.kernel.random import STREAMS
from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.runs.drawn import Question
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.lab.runs.outline import LEDGER, runs_home
from kiebitz.lab.runs.plan import Plan, match_plan
from kiebitz.lab.runs.run import Run, only_player
from kiebitz.lab.runs.stopping import Verdict

AGENTS = ["greedy", "random"]


def plan_with(seed: str, deals: int = 20) -> Plan:
    return match_plan("durak", AGENTS, deals, seed)


def begin(seed: str, deals: int = 20, until: str = "", played: int = 0) -> Run:
    """A run whose seed was drawn, with its first deals played."""
    plan = plan_with(seed, deals)
    run = Run.create("match", (plan,), question=Question.of(seed, "match", [plan], until).as_dict())
    if played:
        run.play(Threads(), deals=(0, played))
    return run


def seed_for(deals: int = 20, until: str = "", out: Path | None = None) -> str:
    """The seed that the same command takes which has drawn the word ``new``."""
    question = Question.of("new", "match", [plan_with("new", deals)], until)
    return question.continued("durak", out).seed


def test_the_same_command_goes_on_with_the_unfinished_run() -> None:
    begin("first", played=5)
    assert seed_for() == "first"


def test_a_finished_run_is_left_alone() -> None:
    begin("first", played=20)
    assert seed_for() == "new"


def test_one_that_its_test_has_stopped_is_finished() -> None:
    begin("first", until="elo>5", played=5).settle(Verdict(5, "decided"))
    assert seed_for(until="elo>5") == "new"


@pytest.mark.parametrize(("deals", "until"), [(30, ""), (20, "elo>5")])
def test_more_deals_or_another_test_are_a_new_run(deals: int, until: str) -> None:
    begin("first", played=5)
    assert seed_for(deals, until) == "new"


def test_a_run_in_a_folder_that_is_named_goes_on_with_more_deals() -> None:
    folder = begin("first", played=20).folder
    assert seed_for(30, out=folder) == "first"
    assert seed_for(30, out=folder.parent / "elsewhere") == "new"


def test_a_run_that_another_process_plays_is_left_to_it() -> None:
    run = begin("first", played=5)
    with only_player(run.folder):
        assert seed_for() == "new"
    assert seed_for() == "first"


def test_a_seed_that_was_given_is_not_gone_on_with() -> None:
    Run.create("match", (plan_with("given"),)).play(Threads(), deals=(0, 5))
    assert seed_for() == "new"


def test_the_command_shows_its_seed_and_the_seed_gives_the_games_again() -> None:
    command = ["match", "durak", *AGENTS, "--deals", "30", "--json"]
    first, second = (CliRunner().invoke(app, command) for _ in range(2))
    one, other = json.loads(first.stdout), json.loads(second.stdout)
    assert one["seed"] in first.stderr
    assert one["seed"] != other["seed"]
    again = json.loads(CliRunner().invoke(app, [*command, "--seed", one["seed"]]).stdout)
    assert {**again, "seconds": 0, "agents": 0} == {**one, "seconds": 0, "agents": 0}
    assert [agent["wins"] for agent in again["agents"]] == [agent["wins"] for agent in one["agents"]]


@pytest.mark.parametrize(
    "command", [["tournament", "durak", *AGENTS], ["grid", "durak", "flat:playouts=2|4"]]
)
def test_tournaments_and_grids_tell_their_seed(command: list[str]) -> None:
    answer = CliRunner().invoke(app, [*command, "--deals", "5", "--json"])
    assert json.loads(answer.stdout)["seed"] in answer.stderr
    assert answer.stderr.count("The seed is") == 1


def test_a_page_without_a_seed_draws_one_for_all_its_matches(tmp_path: Path) -> None:
    page = tmp_path / "page.toml"
    page.write_text('game = "durak"\ndeals = 5\npairs = [["greedy", "random"], ["smart", "random"]]\n')
    for _ in range(2):
        assert CliRunner().invoke(app, ["run", str(page)]).exit_code == 0
    runs = [Run(file.parent) for file in runs_home().glob(f"*/{LEDGER}")]
    assert sorted(len({plan.seed for plan in run.plans}) for run in runs) == [1, 1]
    assert len({run.plans[0].seed for run in runs}) == 2


def test_a_run_with_other_streams_is_shown_but_not_continued(tmp_path: Path) -> None:
    run = begin("first", played=20)
    run.ledger["streams"] = STREAMS - 1
    run.ledger.close()
    for command in (["show", run.name], ["export", run.name, "--csv", str(tmp_path / "games.csv")]):
        assert CliRunner().invoke(app, command).exit_code == 0
    more = ["match", "durak", *AGENTS, "--deals", "30", "--seed", "first", "--out", str(run.folder)]
    for command in (more, ["verify", run.name], ["show", run.name, "--game", "0/0/0"]):
        answer = CliRunner().invoke(app, command)
        assert "another way" in str(answer.exception)
    assert Ledger(run.folder / LEDGER).count(0, 30) == 40
