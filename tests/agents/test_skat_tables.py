"""The winning tables: made in any number of sittings, kept with how they were made, and sensible."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiebitz.agents.skat import training
from kiebitz.agents.skat.features import GRAND_CELLS, GRAND_SHAPE, SUIT_CELLS, SUIT_SHAPE, cell_of
from kiebitz.agents.skat.tables import load_tables
from kiebitz.agents.skat.training import Training
from kiebitz.cli import main
from kiebitz.errors import KiebitzError
from kiebitz.games import game
from kiebitz.games.skat.tables import GRAND
from kiebitz.kernel.random import Stream

DECK = [str(card) for card in game("skat").deck.cards]


def mask(cards: str) -> int:
    return sum(1 << DECK.index(card) for card in cards.split())


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "CHUNK", 200)


def test_an_interrupted_training_ends_with_the_same_counts(tmp_path: Path) -> None:
    at_once, in_two = tmp_path / "a.npz", tmp_path / "b.npz"
    whole = Training.resume(at_once, 5, 3)
    whole.run(600, at_once)
    Training.resume(in_two, 5, 3).run(200, in_two)
    resumed = Training.resume(in_two, 5, 3)
    assert resumed.deals == 200
    resumed.run(600, in_two)
    assert (whole.counts == resumed.counts).all()
    assert whole.counts[0].sum() == 600
    assert (whole.counts[0] >= whole.counts[1]).all()
    assert (whole.counts[1] >= whole.counts[2]).all()


def test_a_file_of_another_training_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    Training.resume(file, 5, 3).run(200, file)
    with pytest.raises(KiebitzError, match="seed 5"):
        Training.resume(file, 6, 3)


def test_the_command_writes_tables_that_say_how_they_were_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.npz"
    words = ["kiebitz", "skat", "train-tables", str(file), "--deals", "400", "--seed", "9", "--solve", "3"]
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit) as end:
        main()
    assert not end.value.code
    assert "tables from 400 deals" in capsys.readouterr().out
    made = load_tables(file).made
    assert (made["deals"], made["seed"], made["solve"]) == (400, 9, 3)
    assert "train-tables" in made["command"]


def test_cells_stay_within_their_table() -> None:
    rng = Stream.named("cells")
    for _ in range(2000):
        deck = list(range(32))
        rng.shuffle(deck)
        hand, skat = sum(1 << card for card in deck[:10]), sum(1 << card for card in deck[10:12])
        contract = rng.below(5)
        assert (
            0
            <= cell_of(hand, skat, contract, rng.below(3))
            < (GRAND_CELLS if contract == GRAND else SUIT_CELLS)
        )
    sizes = [1, 1]
    for i, shape in enumerate((SUIT_SHAPE, GRAND_SHAPE)):
        for length in shape:
            sizes[i] *= length
    assert sizes == [SUIT_CELLS, GRAND_CELLS]


def test_the_tables_of_the_package_know_good_cards_from_bad_ones() -> None:
    tables = load_tables()
    assert tables.made["deals"] >= 100_000
    assert len(tables.win) == len(tables.schneider) == SUIT_CELLS + GRAND_CELLS
    assert (tables.win >= tables.schneider).all()
    assert (tables.null == 10_000).sum() == 79

    def clubs(hand: str, skat: str) -> float:
        return float(tables.win[cell_of(mask(hand), mask(skat), 0, 0)]) / 10_000

    strong = clubs("CJ SJ HJ CA CT CK C9 SA ST HA", "HT D7")
    middle = clubs("CJ HJ CA CK C9 C8 SA SK H9 D8", "HT D7")
    weak = clubs("DJ C9 C8 C7 CQ SK S9 HK H9 D9", "D7 D8")
    assert strong > 0.95
    assert strong > middle > weak
    assert weak < 0.2
