"""Records of other programs: the Skat server's and XSkat's, read, replayed and compared."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kiebitz.errors import BadNotation
from kiebitz.games.skat import Skat
from kiebitz.games.skat.records import iss, xskat
from kiebitz.games.skat.records.iss import IssRecord
from kiebitz.games.skat.records.iss_result import Result
from kiebitz.games.skat.view import SkatState
from kiebitz.rules.formats import read_file
from tests.games.skat.test_rules import DEAL, play, random_game, start
from tests.paths import XSKAT

SAMPLE = XSKAT
RECORDS = os.environ.get("KIEBITZ_RECORDS")
with_records = pytest.mark.skipif(not RECORDS, reason="KIEBITZ_RECORDS names no folder with outside records")

DEALT = DEAL.replace(" | ", ".").replace(" ", ".")
ALONE = f"w {DEALT} 1 p 2 p 0 18 "


def record(moves: str, result: str) -> IssRecord:
    return IssRecord.read(f"(;GM[Skat]ID[made-up]P0[Ada]P1[Bob]P2[Cy]MV[{moves} ]R[{result}] ;)")


def won(value: int, points: int, tricks: int, tops: int = 3) -> str:
    return f"d:0 win v:{value} m:{tops} bidok p:{points} t:{tricks} s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:1"


def lost(value: int, points: int, tricks: int, tops: int = 3) -> str:
    return won(value, points, tricks, tops).replace("win", "loss")


# -- writing and reading back --------------------------------------------------------------------------


@pytest.mark.parametrize("naming", ["isko", "iss"])
def test_a_written_game_is_read_back(naming: str) -> None:
    contracts = set()
    for seed in range(120):
        *_, end = random_game(naming, seed)
        line = iss.write(end, {"P0": "Ada", "DT": "2024-05-06/07:08:09/UTC"})
        (again,) = iss.read_records(line)
        assert again.check() is None, line
        assert again.states()[-1].history == end.history
        assert again.states()[-1].payoffs == end.payoffs
        assert again.players == ("Ada", "", "")
        assert again.tags["DT"] == "2024-05-06/07:08:09/UTC"
        contracts.add(end.contract[1:] if end.contract else "passed")
    assert contracts == {"", "H", "HS", "HZ", "O", "OH", "passed"}


def test_a_game_that_is_not_over_cannot_be_written() -> None:
    with pytest.raises(BadNotation, match="finished"):
        iss.write(start())


def test_a_tag_cannot_hold_a_bracket() -> None:
    with pytest.raises(BadNotation, match="brackets"):
        iss.write(play(start(), "pass pass pass"), {"P0": "a]b"})


def test_results_are_read_back() -> None:
    text = "d:2 loss v:-72 m:1 overbid p:41 t:4 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:0"
    assert str(Result.read(text)) == text
    assert str(Result.read("passed")) == "passed"
    for wrong in ("", "d:1", "d:x win"):
        with pytest.raises(BadNotation):
            Result.read(wrong)


# -- the forms of a record -----------------------------------------------------------------------------

NULL_PLAY = "0 SA 1 S9 2 S7"
NULL_LOST = "d:0 loss v:{} m:0 bidok p:11 t:1 s:0 z:0"


@pytest.mark.parametrize(
    ("moves", "value"),
    [
        ("0 s w D8.D7 0 N.D8.D7", -46),
        ("0 s w D7.D8 0 N 0 D8.D7", -46),
        ("0 s w D8.D7 0 NO.D8.D7", -92),
        ("0 s w D8.D7 0 NO.D8.D7.CJ.SJ.HJ.CA.CT.CK.CQ.C9.SA.ST", -92),
        ("0 NH", -70),
        ("0 NOH", -118),
        ("0 NHO", -118),
        ("0 NOH.CJ.SJ.HJ.CA.CT.CK.CQ.C9.SA.ST", -118),
    ],
)
def test_forms_of_a_contract(moves: str, value: int) -> None:
    game = record(f"{ALONE}{moves} {NULL_PLAY}", NULL_LOST.format(value))
    assert game.check() is None
    end = game.states()[-1]
    assert isinstance(end, SkatState)
    assert end.value == value


def test_shown_cards_change_nothing() -> None:
    game = record(f"{ALONE}0 NH 0 SC 0 SA 1 S9 0 SC.CJ.SJ 2 S7", NULL_LOST.format(-70))
    assert game.check() is None


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        ("0 CH 0 CJ 1 C7 2 H7 1 RE 2 RE", won(84, 120, 10)),
        ("0 CH 0 CJ 1 RE 1 C7 2 RE", won(84, 120, 10)),
        ("0 CH 0 C9 1 DJ 2 HK 1 HA 1 RE 2 RE", won(72, 114, 9)),
        ("0 CH 0 C9 0 RE", lost(-120, 0, 0)),
        ("0 CH 0 C9 1 DJ 2 H7 0 RE", lost(-168, 0, 0)),
        ("0 CH 0 CJ 1 C7 2 H7 0 RE", lost(-144, 2, 1)),
        ("0 CHZ 0 CJ 0 RE", lost(-216, 0, 0)),
        ("0 CO 1 RE 2 RE", won(120, 120, 10)),
        ("0 NH 0 C9 0 RE", lost(-70, 0, 0, tops=0)),
        ("0 NOH 2 RE 1 RE", won(59, 0, 0, tops=0)),
        ("0 CH 0 CJ w LE.1", won(84, 120, 10)),
        ("0 CH 0 CJ w TI.0", lost(-120, 0, 0)),
        ("0 CH 0 CJ 1 C7 2 H7 w TI.2", won(84, 120, 10)),
    ],
)
def test_games_that_are_given_up(moves: str, result: str) -> None:
    assert record(ALONE + moves, result).check() is None


def test_one_defender_alone_cannot_resign() -> None:
    game = record(f"{ALONE}0 NH 1 RE {NULL_PLAY}", NULL_LOST.format(-70))
    assert game.check() is None
    assert str(record(f"{ALONE}0 CH 0 CJ 1 RE", won(84, 120, 10)).check()) == "the game is not over"


def test_who_leaves_during_the_auction_is_punished() -> None:
    result = "d:-1 penalty v:0 m:0 bidok p:0 t:0 s:0 z:0 p0:0 p1:0 p2:1 l:2 to:-1"
    assert record(f"w {DEALT} 1 18 0 p w LE.2", result).check() is None


def test_a_time_out_before_the_discards_has_no_value() -> None:
    result = "d:0 loss v:-288 m:-11 bidok p:0 t:0 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:0 r:0"
    assert record(f"{ALONE}0 s w D8.D7 0 C w TI.0", result).check() is None


def test_a_game_that_the_server_let_go_on() -> None:
    """Schwarz was announced and missed: later cards change points and tricks, not the value."""
    play_on = "0 CHZ 0 C9 1 DJ 2 HK 1 HA 2 HQ 0 CQ"
    assert record(ALONE + play_on, lost(-216, 17, 1)).check() is None
    assert str(record(ALONE + play_on, lost(-192, 17, 1)).check()) == (
        "the record's value is -192, by the rules it is -216"
    )


# -- what is refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (f"w {DEALT.replace('D7', '??')} 1 p", "hidden cards"),
        (f"{ALONE}0 CH 0 ?? w LE.1", "hidden card"),
        (f"{ALONE}0 CH 0 CJ 1 SK 2 H7", "may not play SK"),
        (f"{ALONE}0 CH 1 DJ", "seat 0 is to move"),
        (f"{ALONE}0 s w D8.S7 0 C.D8.D7", "the skat is D8 D7"),
        (f"w {DEALT} 1 171 0 p", "171"),
        (f"w {DEALT} 5 p", "not a player"),
        (f"w {DEALT} w LE.7", "names no player"),
        ("1 p", "first move must be the deal"),
        ("w CJ.SJ 1 p", "first move must be the deal"),
        (f"{ALONE}0 XX", "not a contract"),
    ],
)
def test_records_that_cannot_be_followed(moves: str, reason: str) -> None:
    game = record(moves, "passed")
    problem = game.check()
    assert problem is not None
    assert reason in str(problem)


def test_a_wrong_result_is_named() -> None:
    moves = f"{ALONE}0 NH {NULL_PLAY}"
    assert (
        str(record(moves, NULL_LOST.format(-46)).check())
        == "the record's value is -46, by the rules it is -70"
    )
    assert record(f"w {DEALT} 1 p 2 p 0 p", "passed").check() is None
    assert str(record(moves, "passed").check()) == "the record's declarer is -1, by the rules it is 0"


def test_the_bars_of_a_players_view_are_read() -> None:
    assert record(f"w {DEAL.replace(' | ', '|').replace(' ', '.')} 1 p 2 p 0 p", "passed").check() is None


def test_comments_and_damaged_lines() -> None:
    line = iss.write(play(start(), "pass pass pass"), {"ID": "12"})
    (game,) = iss.read_records(f"# a comment\n\n{line} # another\n")
    assert game.name == "12"
    assert str(next(iter(iss.read_records(line.replace("ID[12]", "")))).name) == "line 1"
    for damaged in (
        line + "x",
        line[:-2],
        line.replace("MV[w", "MV[w w"),
        line.replace("MV", "XY"),
        "GM[Skat]",
    ):
        with pytest.raises(BadNotation):
            list(iss.read_records(damaged))


# -- XSkat ---------------------------------------------------------------------------------------------


def test_the_sample_of_xskat_replays() -> None:
    games = list(xskat.read_records(SAMPLE.read_text()))
    assert len(games) == 40
    assert {game.declarer for game in games} == {0, 1, 2}
    assert {game.game for game in games} == set("CSHDGN")
    for game in games:
        assert game.check() is None, game.name
        end = game.states()[-1]
        assert isinstance(end, SkatState)
        assert (end.declarer, end.bid, end.contract) == (game.declarer, game.bid, game.game)


def test_xskat_games_are_turned_so_that_forehand_is_seat_0() -> None:
    lines = [line for line in SAMPLE.read_text().splitlines() if not line.startswith("#")]
    for line in lines[:6]:
        forehand = int(line.split("|")[0])
        game = xskat.XSkatRecord.read(line)
        dealt = game.states()[0].hand_of(0)
        assert dealt == Skat.deck.set(line.split("|")[1 + forehand].split("."))


def null_of_xskat(bid: int) -> str:
    """The line of a Null with the dealt skat: above 23 by Hand, else with the skat taken and put back."""
    skat = DEALT.split(".")[30:]
    before = ["pass", "pass", str(bid), *(["hand"] if bid > 23 else ["skat", *skat]), "N", "plain"]
    game = play(start(DEAL), *before)
    while not game.is_over:
        game = game.play(game.moves[0])
    cards = ".".join(str(move) for _, move in game.history[len(before) :])
    hands = [".".join(DEALT.split(".")[at : at + 10]) for at in (0, 10, 20)]
    away, result = ".".join(skat), "W" if game.value > 0 else "L"
    return "|".join(["0", *hands, away, "0", str(bid), "Null", away, cards, "-", result])


@pytest.mark.parametrize(("bid", "contract"), [(18, "N"), (23, "N"), (24, "NH"), (35, "NH")])
def test_a_null_with_the_dealt_skat_is_a_hand_game_where_it_must_be(bid: int, contract: str) -> None:
    game = xskat.XSkatRecord.read(null_of_xskat(bid))
    assert game.check() is None
    end = game.states()[-1]
    assert isinstance(end, SkatState)
    assert end.contract == contract


def test_wrong_xskat_games_are_named() -> None:
    line = next(line for line in SAMPLE.read_text().splitlines() if not line.startswith("#"))
    *start_of_line, points, result = line.split("|")
    changed = xskat.XSkatRecord.read("|".join([*start_of_line, str(int(points) - 1), result]))
    assert "by the rules they are" in str(changed.check())
    changed = xskat.XSkatRecord.read("|".join([*start_of_line, points, "W" if result == "L" else "L"]))
    assert "by the rules the score is" in str(changed.check())
    short = xskat.XSkatRecord.read(line.replace("." + start_of_line[-1].split(".")[-1] + "|", "|"))
    assert str(short.check()) == "the game is not over"
    first, second, *rest = start_of_line[-1].split(".")
    swapped = xskat.XSkatRecord.read(
        "|".join([*start_of_line[:-1], ".".join([second, first, *rest]), points, result])
    )
    assert "may not play" in str(swapped.check())
    for damaged in ("0|1", line.replace("|18|", "|x|"), "7" + line[1:]):
        with pytest.raises(BadNotation):
            xskat.XSkatRecord.read(damaged)


def test_the_format_of_a_file_is_recognised() -> None:
    assert isinstance(read_file(SAMPLE.read_text())[0], xskat.XSkatRecord)
    assert isinstance(read_file(iss.write(play(start(), "pass pass pass")))[0], IssRecord)


# -- outside records -----------------------------------------------------------------------------------


@with_records
def test_the_servers_records_replay() -> None:
    text = (Path(RECORDS or "") / "skat" / "iss-records.sgf").read_text()
    games = list(iss.read_records(text))
    assert len(games) == 31
    failed = {game.name: str(game.check()) for game in games if game.check()}
    assert failed == {"18358": "move 10: seat 0 plays a hidden card (??), so the game cannot be followed"}
    for game in games:
        end = game.states()[-1]
        if end.is_over and isinstance(end, SkatState):
            (again,) = iss.read_records(iss.write(end))
            assert again.states()[-1].history == end.history


@with_records
def test_all_games_of_xskat_replay() -> None:
    games = list(xskat.read_records((Path(RECORDS or "") / "skat" / "xskat-games.txt").read_text()))
    assert len(games) > 900
    assert [(game.name, game.check()) for game in games if game.check()] == []
