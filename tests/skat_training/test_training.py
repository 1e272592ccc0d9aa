"""The training from nothing: the same bytes from the same seed, in any number of sittings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.games.skat.agents.bidding.tables import load_tables
from kiebitz.games.skat.agents.cards.instinct import load_weights
from kiebitz.games.skat.tables import ACES, GRAND, JACKS
from kiebitz.kernel.vectors import Vector
from kiebitz.lab.playing.executors import Processes, Threads
from kiebitz.rules.registry import game
from tools.skat_training import chain, selfplay, training
from tools.skat_training.chain import MADE, STEPS, Chain, digest
from tools.skat_training.spreading import spreading

SMALL = (
    chain.Step("tables-1", deals=400),
    chain.Step("instinct-1", games=2, teacher="pimc:worlds=2,solve=4,playouts=0,proof=off"),
    chain.Step("instinct", games=2, teacher="skat-ai:worlds=2,solve=4,paranoia=off,playouts=0,seconds=0"),
    chain.Step("tables", deals=400, games=40),
)


@contextmanager
def silent(what: str, total: int, done: int) -> Iterator[Callable[[int], None]]:
    yield lambda done: None


@pytest.fixture(scope="module", autouse=True)
def small() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "CHUNK", 200)
        patch.setattr(selfplay, "CHUNK", 20)
        patch.setattr(chain, "PLAYER", "instinct")
        yield


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    """A small training in one sitting."""
    made = Chain(tmp_path_factory.mktemp("whole"), 7, 1, silent, steps=SMALL)
    made.run()
    return made


# -- what the package has ------------------------------------------------------------------------------


def test_the_page_has_the_command_and_its_steps() -> None:
    page = (Path(__file__).parents[2] / "docs" / "skat-player-measured.md").read_text(encoding="utf-8")
    assert "python -m tools.skat_training train-all trained --seed 1" in page
    for step in STEPS:
        for number in filter(None, (step.deals, step.games)):
            assert f"{number:,}" in page, step


# -- the chain -----------------------------------------------------------------------------------------


def test_the_same_seed_makes_the_same_bytes_in_one_sitting_or_in_many(whole: Chain, tmp_path: Path) -> None:
    @contextmanager
    def interrupted(what: str, total: int, done: int) -> Iterator[Callable[[int], None]]:
        def stop(done: int) -> None:
            if next(stops) == "stop":
                raise KeyboardInterrupt

        yield stop

    stops = iter(["stop", "go", "go", "stop", *["go"] * 100])
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            Chain(tmp_path, 7, 1, interrupted, steps=SMALL).run()
    digests = Chain(tmp_path, 7, 1, interrupted, steps=SMALL).run()
    assert json.loads((whole.folder / MADE).read_text(encoding="utf-8"))["files"] == digests
    assert {name: digest(tmp_path / name) for name in digests} == digests


def test_each_step_has_what_was_made_before(whole: Chain) -> None:
    assert whole.tables is not None and whole.weights is not None
    assert (whole.tables.words() == load_tables(whole.folder / "tables.npz").words()).all()
    assert (whole.weights == load_weights(whole.folder / "instinct.npz")).all()
    assert (
        load_weights(whole.folder / "instinct.npz") != load_weights(whole.folder / "instinct-1.npz")
    ).any()


def test_what_is_there_is_not_made_again(whole: Chain) -> None:
    before = {file: file.stat().st_mtime_ns for file in whole.folder.glob("*.npz")}
    Chain(whole.folder, 7, 1, silent, steps=SMALL).run()
    assert {file: file.stat().st_mtime_ns for file in whole.folder.glob("*.npz")} == before


def test_a_folder_of_another_training_is_refused(whole: Chain) -> None:
    with pytest.raises(KiebitzError, match="skat_training train-all FOLDER --seed 7"):
        Chain(whole.folder, 8, 1, silent, steps=SMALL).run()


@pytest.mark.parametrize("executor", [Threads(2), Processes(2)], ids=["threads", "processes"])
def test_whoever_does_the_work_the_bytes_are_the_same(
    whole: Chain, tmp_path: Path, executor: Threads | Processes
) -> None:
    made = Chain(tmp_path, 7, 1, silent, steps=SMALL, spread=spreading(executor))
    assert made.run() == {name: digest(whole.folder / name) for name in ("instinct.npz", "tables.npz")}


@pytest.mark.slow
def test_the_real_steps_make_the_same_bytes_twice(tmp_path: Path) -> None:
    once, again = (Chain(tmp_path / name, 1, 0.002, silent).run() for name in ("once", "again"))
    assert once == again


# -- odd hands -----------------------------------------------------------------------------------------


def odd_kinds(rows: Vector) -> int:
    """How many Grands had at most one ace and three jacks, or no jack, before the discard."""
    grands = rows[rows[:, selfplay.CHOSEN] == GRAND]
    cards = (grands[:, selfplay.CARDS] | grands[:, selfplay.AWAY]).tolist()
    held = [((hand & ACES).bit_count(), (hand & JACKS).bit_count()) for hand in cards]
    return sum((aces <= 1 and jacks >= 3) or (jacks == 0 and aces >= 3) for aces, jacks in held)


def test_a_training_has_grands_that_are_easily_judged_wrongly(tmp_path: Path) -> None:
    played = selfplay.SelfPlay.resume(tmp_path / "games.npz", 3, "xskat-like")
    played.run(200, game("skat"), load_tables(), tmp_path / "games.npz")
    odd = played.records[selfplay.ODD - 1 :: selfplay.ODD]
    assert odd_kinds(odd) >= 15
    assert (odd[:, selfplay.PASSED : selfplay.LOST_IN] == -1).all()
    assert odd_kinds(played.records[:: selfplay.ODD]) < 5
