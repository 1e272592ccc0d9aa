"""The published comparison, game by game."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiebitz.cli import main
from kiebitz.games.schnapsen.lab import exact
from kiebitz.games.schnapsen.lab.exact import PAIRINGS, Count, Pairing, play_all, play_pairing
from kiebitz.games.schnapsen.platform import published
from kiebitz.games.schnapsen.platform.moves import Marriage, RegularMove, TrumpExchange
from kiebitz.games.schnapsen.platform.perspective import PlayerPerspective
from kiebitz.lab.statistics.intervals import binomial_test, two_proportions
from tests.lab.command import document, kiebitz

# Wins as first leader and as second, and game points, of whole pairings on the original program.
ORIGINAL = {
    "PU_AF v PU_A": (362, 353, 1289, 361),
    "PU_AO v PU_A": (314, 238, 941, 825),
    "PU_AR v PU_A": (294, 215, 902, 906),
    "PU_AFR v PU_A": (362, 353, 1289, 361),
    "PU_AFO v PU_A": (365, 330, 1204, 401),
    "PU_ARO v PU_A": (290, 217, 854, 888),
    "PU_AFRO v PU_A": (365, 330, 1204, 401),
    "PU_A v PU": (358, 265, 1062, 578),
    "PU_AFRO v Bully": (429, 440, 1350, 211),
    "Bully v Rdeep": (44, 58, 189, 1475),
    "PU_AFRO v Rdeep": (220, 235, 639, 806),
}


def test_the_first_games_of_bully_and_rdeep() -> None:
    """Measured on the original platform with the same seeds: 4 of 50 games, 9 : 74 game points."""
    count = play_pairing(Pairing("Bully", "Rdeep", 898, 1), pairs=25)
    assert (count.wins(0), count.wins(1), count.points) == (4, 46, [9, 74])


def test_the_first_games_of_af_and_a() -> None:
    """The beginning of a pairing that gives the published count."""
    count = play_pairing(PAIRINGS[0], pairs=50)
    assert count == Count(leading=[35, 10], answering=[40, 15], points=[126, 36])


def test_the_slip_of_o_is_a_step_that_can_be_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the test for an exchange really asks, AFRO wins more of the same games."""
    pairing = Pairing("PU_AFRO", "PU_A", 695)
    as_run = play_pairing(pairing, pairs=50)
    for kind in (RegularMove, Marriage, TrumpExchange):
        monkeypatch.setattr(kind, "is_trump_exchange", property(lambda move: isinstance(move, TrumpExchange)))
    assert play_pairing(pairing, pairs=50).wins(0) > as_run.wins(0)


def test_the_risk_factor_is_asked_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    factors: list[float] = []
    asked = published.risk_factor

    def listen(perspective: PlayerPerspective) -> float:
        factors.append(asked(perspective))
        return factors[-1]

    monkeypatch.setattr(published, "risk_factor", listen)
    with_risk = play_pairing(Pairing("PU_AFR", "PU_A", 715), pairs=25)
    assert {0.7, 0.85, 1.0} <= set(factors)
    assert with_risk == play_pairing(Pairing("PU_AF", "PU_A", 715), pairs=25)


@pytest.mark.slow
@pytest.mark.parametrize("pairing", PAIRINGS, ids=lambda pairing: pairing.name)
def test_whole_pairings_are_equal(pairing: Pairing) -> None:
    count = play_pairing(pairing)
    assert count.wins(pairing.counted) == pairing.published
    assert (count.leading[0], count.answering[0], *count.points) == ORIGINAL[pairing.name]


P_VALUES = {
    # table 1 of the paper, digit by digit
    "PU_AF v PU_A": 3.000132782487448e-43,
    "PU_AO v PU_A": 0.001115049179268907,
    "PU_AR v PU_A": 0.5908841078023002,
    "PU_AFR v PU_A": 3.000132782487448e-43,
    "PU_AFO v PU_A": 1.1667712491899422e-35,
    "PU_ARO v PU_A": 0.6810229832764916,
    "PU_AFRO v PU_A": 1.1667712491899422e-35,
}


def test_the_published_p_values_are_those_of_the_published_counts() -> None:
    for pairing in PAIRINGS:
        if pairing.name in P_VALUES:
            found = binomial_test(pairing.published, 1000 - pairing.published)
            assert found == pytest.approx(P_VALUES[pairing.name], rel=1e-12)
    afro, rdeep = (pairing.published for pairing in PAIRINGS if "Bully" in pairing.name)
    assert round(two_proportions(rdeep, 1000, afro, 1000), 3) == 0.043


def test_finished_pairings_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []

    def pretend(pairing: Pairing, pairs: int, progress: object) -> Count:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(pairing.name)
        return Count([1, 2], [3, 4], [5, 6])

    monkeypatch.setattr(exact, "play_pairing", pretend)
    with pytest.raises(KeyboardInterrupt):
        list(play_all(tmp_path))
    assert played == [pairing.name for pairing in PAIRINGS[:3]]
    monkeypatch.setattr(exact, "play_pairing", lambda *_: Count([0, 0], [0, 0], [0, 0]))
    counts = dict(play_all(tmp_path))
    assert [counts[pairing].wins(0) for pairing in PAIRINGS] == [4] * 3 + [0] * 8


def test_a_damaged_file_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / exact.FILE).write_text("{half", encoding="utf-8")
    monkeypatch.setattr(exact, "play_pairing", lambda *_: Count([0, 0], [0, 0], [0, 0]))
    assert len(list(play_all(tmp_path))) == len(PAIRINGS)


@pytest.mark.parametrize("words", ["schnapsen-random", "", "schnapsen-pu --quick", "schnapsen-pu --deals 3"])
def test_the_command_refuses_what_is_not_exact(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["kiebitz", "reproduce", *words.split(), "--exact"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code not in (0, None)
    answer = capsys.readouterr().err.strip()
    assert answer.startswith("--exact")
    assert len(answer.splitlines()) == 1


@pytest.mark.slow
def test_the_command_gives_all_eleven_counts(tmp_path: Path) -> None:
    found = document(kiebitz("reproduce", "schnapsen-pu", "--exact", "--json", "--out", tmp_path))
    measured = [row["measured"] for row in found["rows"]]
    assert measured == [715, 552, 509, 715, 695, 507, 695, 623, 869, 898, 455]


def test_the_command_says_how_many_counts_are_equal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def pretend(pairing: Pairing, pairs: int, progress: object) -> Count:
        wins = [0, 0]
        wins[pairing.counted] = pairing.published - (pairing.name == "PU_A v PU")
        return Count(wins, [0, 0], [5, 6])

    monkeypatch.setattr(exact, "play_pairing", pretend)
    monkeypatch.setattr(
        "sys.argv", ["kiebitz", "reproduce", "schnapsen-pu", "--exact", "--out", str(tmp_path)]
    )
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "The published protocol: 1,000 games a pairing, both bots seeded with 2025."
    assert lines[1].split() == ["pairing", "wins", "of", "published", "measured", "game", "points", "verdict"]
    assert [line.split()[-1] for line in lines[2:-1]] == ["equal"] * 7 + ["differs"] + ["equal"] * 3
    assert lines[-1] == "10 of 11 published counts are equal to the last game."
