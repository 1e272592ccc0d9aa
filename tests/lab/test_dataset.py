"""Data sets: true rows, the same bytes at any number of workers and after any interruption."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest

from kiebitz.envs.planes import Planes
from kiebitz.errors import BadOption, KiebitzError, UnknownName
from kiebitz.lab.datasets.dataset import ABOUT, Dataset, read_about
from kiebitz.lab.playing.executors import Executor, Job, Outcomes, Processes, Threads
from kiebitz.lab.runs.plan import Plan, match_plan
from kiebitz.rules.registry import names
from kiebitz.rules.values import Deal
from tests.lab.command import bot, kiebitz


def plan_of(deals: int = 7, *agents: str, game: str = "durak") -> Plan:
    return match_plan(game, list(agents or ("greedy", "random")), deals, 5)


def written(dataset: Dataset, executor: Executor | None = None) -> dict[str, bytes]:
    """Write a data set; its files."""
    with closing(executor or Threads()) as player:
        dataset.write(player, lambda done: None)
    assert dataset.done == dataset.games
    return {file.name: file.read_bytes() for file in sorted(dataset.folder.glob("*.parquet"))}


@pytest.mark.parametrize("name", names())
def test_rows_are_what_was_played(name: str, tmp_path: Path) -> None:
    plan = match_plan(name, ["random-python"] * seats_of(name), 2, 3, kind="fixed")
    dataset = Dataset(plan, tmp_path)
    written(dataset)
    rows = polars.read_parquet(dataset.files).to_dicts()
    game, planes = plan.match.game, Planes.of(plan.match.game)
    deals = sorted({row["deal"] for row in rows})
    assert deals == [0, 1]
    for number in deals:
        unit = plan.match.play(number, 0)
        state = Deal.from_key(game, unit.deal_key).start()
        for row in (row for row in rows if row["deal"] == number):
            view = state.view(state.turn)
            assert (row["ply"], row["seat"], row["phase"]) == (state.ply, state.turn, state.phase)
            assert np.array_equal(np.float32(row["observation"]), planes.tensor(view))
            assert [planes.moves[action] for action in row["legal"]] == list(state.moves)
            hidden = planes.hidden(state, view.seat)
            for card, place in enumerate(row["hidden"]):
                assert hidden[:, card].sum() == (place >= 0)
                assert place < 0 or hidden[place, card] == 1
            assert planes.moves[row["action"]] == row["move"]
            assert row["points"] == unit.points[row["seat"]] and not row["failed"]
            state = state.play(row["move"])
        assert state.is_over


def seats_of(name: str) -> int:
    from kiebitz.rules.registry import game

    return game(name).seats


def test_the_files_are_the_same_at_any_number_of_workers(tmp_path: Path) -> None:
    one = written(Dataset(plan_of(), tmp_path / "one", "flat:playouts=4", part=3))
    two = written(Dataset(plan_of(), tmp_path / "two", "flat:playouts=4", part=3), Processes(2))
    assert one == two and len(one) == 3


class Interrupted(Threads):
    """Plays some blocks, then somebody presses Ctrl-C."""

    def __init__(self, blocks: int) -> None:
        super().__init__(1)
        self._left = blocks

    def run(self, jobs: Iterable[Job]) -> Outcomes:
        for job, outcome in super().run(jobs):
            self._left -= 1
            if self._left < 0:
                raise KeyboardInterrupt
            yield job, outcome


def test_an_interrupted_data_set_goes_on_where_it_was(tmp_path: Path) -> None:
    dataset = Dataset(plan_of(), tmp_path / "stopped", part=3)
    with pytest.raises(KeyboardInterrupt):
        dataset.write(Interrupted(3), lambda done: None)
    assert 0 < dataset.done < dataset.games
    assert not list(dataset.folder.glob("*.part.parquet"))
    before = {file: file.stat().st_mtime_ns for file in dataset.files if file.exists()}
    whole = written(Dataset(plan_of(), tmp_path / "whole", part=3))
    assert written(dataset) == whole
    assert {file: file.stat().st_mtime_ns for file in before} == before, "what was there is left alone"


def test_more_deals_play_only_the_new_ones(tmp_path: Path) -> None:
    few = written(Dataset(plan_of(5), tmp_path / "grown", part=3))
    grown = written(Dataset(plan_of(9), tmp_path / "grown", part=3))
    assert grown == written(Dataset(plan_of(9), tmp_path / "whole", part=3))
    assert set(few) - set(grown) == {"deals-000000003-000000004.parquet"}, "the short last file was replaced"


def test_a_bot_from_a_file_plays_and_its_failures_are_marked(tmp_path: Path) -> None:
    plan = match_plan("schnapsen", [bot("crashing:Unfinished"), "random"], 2, 1)
    dataset = Dataset(plan, tmp_path)
    written(dataset, Processes(1))
    rows = polars.read_parquet(dataset.files)
    assert rows.height > 0 and rows["failed"].all()
    assert set(rows["points"]) == {max(plan.match.game.point_range)}, "whoever fails loses"


def test_values_are_those_that_agents_and_teachers_state(tmp_path: Path) -> None:
    dataset = Dataset(plan_of(2, "flat:playouts=4", "random"), tmp_path, "pimc:worlds=2,nodes=50,playouts=1")
    written(dataset)
    rows = polars.read_parquet(dataset.files)
    searched = rows.filter(polars.col("agent") != "random", polars.col("legal").list.len() > 1)
    assert searched["values"].list.drop_nulls().list.len().sum() > 0
    assert rows.filter(polars.col("agent") == "random")["values"].list.drop_nulls().list.len().sum() == 0
    assert rows["teacher_action"].null_count() == 0
    assert all(row["teacher_action"] in row["legal"] for row in rows.to_dicts())


def test_another_data_set_and_other_files_are_left_alone(tmp_path: Path) -> None:
    written(Dataset(plan_of(2), tmp_path / "one"))
    for other in (
        Dataset(plan_of(2, "random", "random"), tmp_path / "one"),
        Dataset(plan_of(2), tmp_path / "one", "greedy"),
        Dataset(plan_of(2), tmp_path / "one", part=7),
    ):
        with pytest.raises(KiebitzError, match="holds another data set"):
            written(other)
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "mine.parquet").write_bytes(b"x")
    with pytest.raises(KiebitzError, match="other files"):
        written(Dataset(plan_of(2), tmp_path / "two"))
    (tmp_path / "one" / ABOUT).write_text("{}}")
    with pytest.raises(KiebitzError, match="cannot be read"):
        read_about(tmp_path / "one")


def test_a_teacher_is_an_agent_of_the_house(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="all seats at once"):
        Dataset(plan_of(2), tmp_path, bot("crashing:Unfinished"))
    with pytest.raises(UnknownName, match="nobody"):
        written(Dataset(plan_of(2), tmp_path, "nobody"))


def test_the_command_writes_and_tells(tmp_path: Path) -> None:
    command: tuple[Any, ...] = (
        "dataset",
        "skat",
        "random",
        "--deals",
        3,
        "--out",
        tmp_path / "skat",
        "--json",
    )
    first = kiebitz(*command)
    about = json.loads(first.stdout)
    assert about["games"] == 3 and [Path(file).exists() for file in about["files"]] == [True]
    assert about["planes"][0] == ["hand", 0, 1, 32] and len(about["actions"]) == Planes.of(plan_of(
        1, "random", "random", "random", game="skat").match.game).actions  # fmt: skip
    again = json.loads(kiebitz(*command).stdout)
    assert again["plan"]["seed"] == about["plan"]["seed"], "without a seed the same command goes on"
    refused = kiebitz("dataset", "skat", "random", "--deals", 3)
    assert refused.returncode == 2 and "Say where to write" in refused.stderr
