"""Bots that misbehave: each loses the games in which it does, with the reason, and the match goes on.

All bots of the test suite go wrong in the same games, so one reference tells what every match must give.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from kiebitz.lab.match import Match, play_match
from kiebitz.lab.plan import Plan, match_plan
from kiebitz.lab.result import Result
from tests.lab.command import bot, document, kiebitz, stored

DEALS = 6
LIMIT = "0.3"


def plan(name: str) -> Plan:
    return match_plan("schnapsen", [bot(name), "random-python"], DEALS, 3)


@cache
def expected(name: str = "garbage:Illegal") -> Result:
    """What a match gives in which the bot goes wrong in the usual games."""
    return play_match(plan(name).match)


def match(name: str, folder: Path, *more: object) -> Result:
    """Play a match by the command; what it prints must agree with what it stores."""
    answer = kiebitz(
        "match", "schnapsen", bot(name), "random-python", "--deals", DEALS, "--seed", 3, "--out", folder,
        "--json", *more,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    assert "Traceback" not in answer.stderr
    result = stored(folder)
    shown = document(answer)["agents"]
    failures = int((result.losers >= 0).sum())
    assert [agent["failures"] for agent in shown] == [failures, 0]
    assert shown[0]["wins"] + shown[1]["wins"] == 2 * DEALS
    return result


FAILURES = [
    ("slow:Sleeps", r"needed more than 0\.3 s for a move"),
    ("slow:Loops", r"needed more than 0\.3 s for a move"),
    ("slow:Stubborn", r"needed more than 0\.3 s for a move"),
    ("slow:StuckInC", r"needed more than 0\.3 s for a move"),
    ("slow:StuckInRegex", r"needed more than 0\.3 s for a move"),
    ("slow:SlowListener", r"needed more than 0\.3 s for a move"),
    ("crashing:Raises", r"raised ValueError: two lines and a surrogate"),
    ("crashing:RaisesInObserve", r"raised LookupError: did not expect that"),
    ("fatal:Exits", r"took its process down \(exit code 3\)"),
    ("fatal:Segfaults", r"took its process down \(SIGSEGV\)"),
    ("fatal:Hog", r"ran out of memory"),
]


@pytest.mark.parametrize(("name", "reason"), FAILURES, ids=[name for name, _ in FAILURES])
def test_a_misbehaving_bot_loses_that_game_and_the_match_goes_on(
    name: str, reason: str, tmp_path: Path
) -> None:
    result = match(name, tmp_path / "run", "--time-limit", LIMIT, "--workers", 2)
    assert result.points.tolist() == expected().points.tolist()
    assert result.losers.tolist() == expected().losers.tolist()
    assert len(result.reasons) == int((expected().losers >= 0).sum()) > 1
    for text in result.reasons:
        assert re.fullmatch(rf".*{re.escape(name.split(':')[1])} {reason} \(deal \d+, line-up \d\)", text)


QUICK_FAILURES = [
    ("garbage:Garbage:kind=nonsense", "answered 'the queen of roses'; allowed were"),
    ("garbage:Garbage:kind=nothing", "answered nothing (None); allowed were"),
    ("garbage:Garbage:kind=number", "answered 42; allowed were"),
    ("garbage:Garbage:kind=huge", "answered 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'...; allowed"),
    ("garbage:Garbage:kind=long", "answered a value of type int; allowed"),
    ("garbage:Garbage:kind=nan", "answered nan; allowed were"),
    ("garbage:Garbage:kind=list", "answered a value of type list; allowed"),
    ("garbage:Garbage:kind=object", "answered a value of type Agreeable; allowed"),
    ("garbage:Garbage:kind=decision", "answered Decision('the queen of roses'); allowed"),
    ("garbage:Garbage:kind=empty", "answered Decision(nothing (None)); allowed"),
    ("garbage:Garbage:kind=class", "answered a value of type type; allowed"),
    ("garbage:Illegal", "; allowed were"),
    ("crashing:Leaves", "raised SystemExit: I am off"),
    ("crashing:RaisesOddly", "raised Unspeakable"),
    ("crashing:Recurses", "raised RecursionError"),
]


@pytest.mark.parametrize(("name", "reason"), QUICK_FAILURES, ids=[name for name, _ in QUICK_FAILURES])
def test_whatever_is_not_a_move_loses_the_game(name: str, reason: str) -> None:
    result = play_match(plan(name).match)
    assert result.points.tolist() == expected().points.tolist()
    assert result.losers.tolist() == expected().losers.tolist()
    assert all(reason in text and len(text) < 500 for text in result.reasons), result.reasons[0]
