"""The winning tables: made in any number of sittings, kept with how they were made, and sensible."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from kiebitz.errors import KiebitzError
from kiebitz.games.skat.agents.bidding import refinement as f
from kiebitz.games.skat.agents.bidding.chances import chance_to_win
from kiebitz.games.skat.agents.bidding.features import (
    CELLS,
    GRAND_CELLS,
    GRAND_SHAPE,
    SUIT_CELLS,
    SUIT_SHAPE,
    bid_group,
    cell_of,
    holding_chance,
    never_loses_null,
)
from kiebitz.games.skat.agents.bidding.tables import FILE, load_tables
from kiebitz.games.skat.agents.memory import PARAMETERS, make_memory
from kiebitz.games.skat.tables import GRAND
from kiebitz.kernel.random import Stream
from kiebitz.rules.registry import game
from tools.skat_training import selfplay, training
from tools.skat_training.__main__ import app
from tools.skat_training.calibration import calibrate
from tools.skat_training.chain import digest
from tools.skat_training.fitting import correct, corrected, first_tables, weigh
from tools.skat_training.selfplay import SelfPlay
from tools.skat_training.training import Training

SKAT = game("skat")
DECK = [str(card) for card in SKAT.deck.cards]


def mask(cards: str) -> int:
    return sum(1 << DECK.index(card) for card in cards.split())


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "CHUNK", 200)
    monkeypatch.setattr(selfplay, "CHUNK", 20)


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr("sys.argv", ["skat_training", *words])
    with pytest.raises(SystemExit) as end:
        app()
    assert not end.value.code


def hands(number: int, name: str) -> list[tuple[int, int, int, int]]:
    """Ten cards, two put away, a contract with trumps and a seat."""
    rng, found = Stream.named(name), []
    for _ in range(number):
        deck = list(range(32))
        rng.shuffle(deck)
        hand, skat = sum(1 << card for card in deck[:10]), sum(1 << card for card in deck[10:12])
        found.append((hand, skat, rng.below(5), rng.below(3)))
    return found


# -- training ------------------------------------------------------------------------------------------


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


def test_interrupted_games_go_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    tables, at_once, in_two = load_tables(), tmp_path / "a.npz", tmp_path / "b.npz"
    whole = SelfPlay.resume(at_once, 5, "xskat-like")
    whole.run(50, SKAT, tables, at_once)
    SelfPlay.resume(in_two, 5, "xskat-like").run(30, SKAT, tables, in_two)
    resumed = SelfPlay.resume(in_two, 5, "xskat-like")
    assert len(resumed.records) == 30
    resumed.run(50, SKAT, tables, in_two)
    assert (whole.records == resumed.records).all()
    played = whole.records[whole.records[:, selfplay.CHOSEN] >= 0]
    assert len(played) > 30
    assert ((played[:, selfplay.CARDS] & played[:, selfplay.AWAY]) == 0).all()
    assert (played[:, selfplay.RESULT] != 0).all()


def test_a_file_of_another_training_is_refused(tmp_path: Path) -> None:
    counts, games = tmp_path / "a.npz", tmp_path / "b.npz"
    Training.resume(counts, 5, 3).run(200, counts)
    with pytest.raises(KiebitzError, match="seed 5"):
        Training.resume(counts, 6, 3)
    SelfPlay.resume(games, 5, "xskat-like").run(20, SKAT, load_tables(), games)
    with pytest.raises(KiebitzError, match="games of xskat-like"):
        SelfPlay.resume(games, 5, "random")


def test_the_command_writes_tables_that_say_how_they_were_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.npz"
    words = ["--deals", "400", "--games", "60", "--seed", "9", "--solve", "3", "--player", "xskat-like"]
    run(monkeypatch, "train-tables", str(file), *words)
    assert "tables from 400 deals and 60 games" in capsys.readouterr().out
    made = load_tables(file).made
    assert (made["deals"], made["games"], made["seed"], made["solve"]) == (400, 60, 9, 3)
    assert made["player"] == "xskat-like"
    assert "train-tables tables.npz --deals 400" in made["command"]
    assert "--games 60 --player xskat-like" in made["command"]
    run(monkeypatch, "calibrate", "--games", "40", "--player", "xskat-like", "--tables", str(file))
    assert "40 deals" in capsys.readouterr().out
    odd = ["--games", "40", "--player", "xskat-like", "--odd", "--json"]
    run(monkeypatch, "calibrate", *odd)
    groups = {group["label"]: group for group in json.loads(capsys.readouterr().out)["groups"]}
    assert groups["Grand with one ace"]["games"] >= 4
    run(monkeypatch, "calibrate", "--games", "40", "--player", "xskat-like", "--tables", str(file), "--json")
    answer = json.loads(capsys.readouterr().out)
    whole = next(group for group in answer["groups"] if group["label"] == "all")
    assert whole["games"] == 40 - answer["passed_in"]
    run(monkeypatch, "train-tables", str(tmp_path / "plain.npz"), *words, "--plain")
    plain = load_tables(tmp_path / "plain.npz")
    assert plain.made["games"] == 0
    assert not plain.sides.any()
    assert load_tables(file).sides.any()


@pytest.mark.slow
def test_the_command_makes_the_same_bytes_whatever_tables_the_package_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    once, again = (tmp_path / name for name in ("once", "again"))
    once.mkdir()
    again.mkdir()
    words = ["--deals", "2000", "--games", "60", "--seed", "1", "-q"]
    run(monkeypatch, "train-tables", str(once / "tables.npz"), *words)
    others = load_tables(once / "tables.npz")
    monkeypatch.setattr("kiebitz.games.skat.agents.bidding.tables.load_tables", lambda: others)
    run(monkeypatch, "train-tables", str(again / "tables.npz"), *words)
    assert (once / "tables.npz").read_bytes() == (again / "tables.npz").read_bytes()
    assert (once / "tables.json").read_text() == (again / "tables.json").read_text()
    assert digest(once / "tables.npz") in (once / "tables.json").read_text()


def test_missing_tables_are_named() -> None:
    with pytest.raises(KiebitzError, match=r"nowhere\.npz"):
        load_tables(Path("nowhere.npz"))


# -- fitting -------------------------------------------------------------------------------------------


def test_the_weights_of_a_model_are_found_again() -> None:
    rng = np.random.default_rng(1)
    columns, truth = rng.normal(size=(20_000, 3)), np.array([0.5, -1.0, 0.25])
    start = rng.normal(size=20_000)
    hits = rng.random(20_000) < 1 / (1 + np.exp(-(start + columns @ truth)))
    found = weigh(columns, np.ones(20_000), hits.astype(float), start, 1.0)
    assert np.abs(found - truth).max() < 0.07


def records_of(won: float) -> np.ndarray:
    """Clubs that are won so often, whatever the cards, at bids of 18 and 40 by turns."""
    rows = []
    for i, (hand, skat, _, seat) in enumerate(hands(3000, "records")):
        made = (100, 5, 24) if (i * 7919) % 1000 < 1000 * won else (40, 5, -48)
        rows.append([hand, skat, 0, seat, 1, 10 * (i % 2), 0, *made, -1, 0, -1])
    return np.array(rows)


def test_games_correct_the_chances() -> None:
    first = first_tables(np.full(CELLS, 0.5), np.full(CELLS, 0.2), {})
    fixed = corrected(first, records_of(0.8), {"games": 3000})
    chosen = calibrate(fixed, records_of(0.8))
    by_name = {str(row.label): row for row in chosen}
    assert by_name["clubs"].games == by_name["all"].games == 3000
    assert by_name["all"].expected == pytest.approx(0.8, abs=0.01)
    assert by_name["all"].won == pytest.approx(0.8, abs=0.001)
    assert len(chosen) == 2 + 2 + 10
    assert by_name["suit with five trumps or fewer"].games < 3000
    assert by_name["all"].score == pytest.approx(0.8 * 74 - 0.2 * 98)
    assert fixed.defending[1, 0] == pytest.approx(40 * 0.2, abs=0.5)  # what the one who passes gets


def test_without_a_game_of_a_kind_its_chances_stay() -> None:
    first = first_tables(np.full(CELLS, 0.5), np.full(CELLS, 0.2), {})
    found = correct(first, records_of(0.8), 5.0)
    assert found.chances(first.win[0], 0)[:, SUIT_CELLS:] == pytest.approx(0.5)
    assert found.chances(first.win[0], 0)[:, :SUIT_CELLS].mean() > 0.6


# -- features and their refinement ---------------------------------------------------------------------


def test_cells_stay_within_their_table() -> None:
    for hand, skat, contract, seat in hands(2000, "cells"):
        assert 0 <= cell_of(hand, skat, contract, seat) < (GRAND_CELLS if contract == GRAND else SUIT_CELLS)
    sizes = [1, 1]
    for i, shape in enumerate((SUIT_SHAPE, GRAND_SHAPE)):
        for length in shape:
            sizes[i] *= length
    assert sizes == [SUIT_CELLS, GRAND_CELLS]


@pytest.mark.parametrize(("bid", "group"), [(18, 0), (20, 1), (24, 1), (27, 2), (36, 2), (40, 3), (264, 3)])
def test_bids_have_four_groups(bid: int, group: int) -> None:
    assert bid_group(bid) == group


def test_the_refinement_is_the_weighted_sum_of_the_features() -> None:
    rng = np.random.default_rng(2)
    sides = rng.normal(size=(f.KINDS, f.AIMS, len(f.all_side_features())))
    trumps = rng.normal(size=(f.KINDS, f.AIMS, len(f.all_trump_features())))
    words = f.refinement_words(sides, trumps)
    names = len(f.SIDE_FEATURES)
    for hand, skat, contract, _ in hands(50, "refined"):
        kind, expected = int(contract == GRAND), 0.0
        for suit in set(range(4)) - {contract}:
            own, gone = hand >> (4 + 7 * suit) & 127, skat >> (4 + 7 * suit) & 127
            expected += float(sides[kind, 1, :names] @ f.side_features(own, gone))
            expected += float(sides[kind, 1, names + f.patterns()[f.pattern(own, gone)]])
        own = hand & 15 | (0 if contract == GRAND else (hand >> (4 + 7 * contract) & 127) << 4)
        expected += float(trumps[kind, 1] @ f.trump_features(own))
        assert f.refinement_of(words, 0, hand, skat, contract, 1) == pytest.approx(expected, abs=0.003)


SURE = [("A", "", 1), ("AT", "", 2), ("T", "A", 1), ("TK", "A", 2), ("ATKQ987", "", 7), ("", "", 0)]


@pytest.mark.parametrize(("own", "gone", "tricks"), SURE)
def test_tricks_that_are_sure_are_expected(own: str, gone: str, tricks: int) -> None:
    masks = [sum(1 << "ATKQ987".index(rank) for rank in ranks) for ranks in (own, gone)]
    assert f.expected_tricks(masks[0], masks[1]) == tricks


# -- the tables of the package -------------------------------------------------------------------------


def test_what_never_loses_a_null_is_what_no_distribution_breaks() -> None:
    """Of each suit with up to two cards of it put away: the others are void."""
    for gone in (cards for cards in range(0, 256, 5) if cards.bit_count() <= 2):
        for held in (cards for cards in range(256) if not cards & gone):
            hand, skat = in_clubs(held), in_clubs(gone)
            assert never_loses_null(hand, skat) == (holding_chance(held, gone) == 1)


def in_clubs(holding: int) -> int:
    """A holding in the order of Null as clubs."""
    ranks = ["7", "8", "9", "T", "J", "Q", "K", "A"]
    return mask(" ".join(f"C{rank}" for place, rank in enumerate(ranks) if holding >> place & 1))


def test_the_tables_of_the_package_say_how_they_were_made() -> None:
    made = load_tables().made
    assert made["deals"] >= 1_000_000
    assert made["games"] >= 5_000
    about = json.loads(FILE.with_suffix(".json").read_text(encoding="utf-8"))
    assert about == {
        "command": made["command"], "seed": made["seed"], "files": {FILE.name: digest(FILE)}
    }  # fmt: skip
    page = (Path(__file__).parents[2] / "docs" / "skat-player-measured.md").read_text(encoding="utf-8")
    assert f"--deals {made['deals']} --games {made['games']} --seed {made['seed']}\n" in page
    assert digest(FILE) in page


def test_the_tables_of_the_package_know_good_cards_from_bad_ones() -> None:
    tables, memory = load_tables(), make_memory([0] * PARAMETERS)
    assert tables.win.shape == tables.schneider.shape == (4, CELLS)
    assert (tables.win >= tables.schneider).all()
    assert (tables.null[0] == 10_000).sum() == 79
    assert (tables.null[1, ::2] >= tables.null[0, ::2]).all()  # without the seven a holding is safer
    assert (tables.win[0] >= tables.win[1:]).mean() > 0.99  # who bids against us has something

    def clubs(hand: str, skat: str) -> float:
        return float(chance_to_win(memory, mask(hand), mask(skat), 0, 0, 1, 18))

    strong = clubs("CJ SJ HJ CA CT CK C9 SA ST HA", "HT D7")
    middle = clubs("CJ HJ CA CK C9 C8 SA SK H9 D8", "HT D7")
    weak = clubs("DJ C9 C8 C7 CQ SK S9 HK H9 D9", "D7 D8")
    assert strong > 0.95
    assert strong > middle > weak
    assert weak < 0.3


def test_defending_is_worth_less_than_the_points_for_a_lost_game() -> None:
    defending = load_tables().defending
    assert (defending > 2).all()
    assert (defending < 20).all()
