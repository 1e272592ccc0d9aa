"""Bots that misbehave: each loses the games in which it does, with the reason, and the match goes on.

All bots of the test suite go wrong in the same games, so one reference tells what every match must give.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import sleep

import pytest

from kiebitz.agents.base import Agent, Decision
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.process import ProcessAgent
from kiebitz.agents.registry import contestant
from kiebitz.lab.playing.executors import Processes
from kiebitz.lab.playing.match import Match, play_match, record_text
from kiebitz.lab.results.result import Result
from kiebitz.lab.results.transcript import transcript
from kiebitz.lab.runs.plan import Plan, match_plan
from kiebitz.lab.runs.run import Run
from kiebitz.lab.runs.verify import kept, verify
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from kiebitz.rules.values import View
from tests.lab.command import BOTS, bot, document, kiebitz, stored

DEALS = 5
SEED = 5  # they go wrong in some games, but not in most: that would be an error of its own
LIMIT = 1.1  # more than a busy machine needs for an honest move
LATE = r"needed more than 1\.1 s for a move"
PLACE = r", at crashing\.py:\d+"


def plan(name: str) -> Plan:
    return match_plan("schnapsen", [bot(name), "random-python"], DEALS, SEED)


@cache
def played(name: str) -> Result:
    """The match of a bot that does not need to be kept apart."""
    return play_match(plan(name).match)


def same_failures(result: Result) -> None:
    """The bot went wrong in the usual games, and in the others nothing was disturbed."""
    expected = played("garbage:Illegal")
    assert result.losers.tolist() == expected.losers.tolist()
    assert result.points.tolist() == expected.points.tolist()
    assert result.scores()[0].failures == len(result.reasons) > 1
    assert result.scores()[1].failures == 0


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    executor = Processes(2)
    yield executor
    executor.close()


def play(name: str, folder: Path, processes: Processes) -> Result:
    run = Run.create("match", (plan(name),), folder)
    run.play(processes, time_limit=LIMIT)
    return run.result()


FAILURES = {
    "slow:Sleeps": LATE,
    "slow:Loops": LATE,
    "slow:Stubborn": LATE,
    "slow:StuckInC": LATE,
    "slow:StuckInRegex": LATE,
    "slow:SlowListener": LATE,
    "slow:SlowStart": r"needed more than 1\.1 s at the start",
    "crashing:Raises": "raised ValueError: two lines and a surrogate" + PLACE,
    "crashing:Leaves": "raised SystemExit: I am off" + PLACE,
    "crashing:Interrupts": "raised KeyboardInterrupt" + PLACE,
    "crashing:RaisesInBegin": "raised LookupError at the start: no opening book" + PLACE,
    "crashing:RaisesInObserve": "raised LookupError: did not expect that" + PLACE,
    "fatal:Exits": r"took its process down \(exit code 3\)",
    "fatal:ExitsQuietly": r"took its process down \(exit code 0\)",
    "fatal:Segfaults": r"took its process down \(SIGSEGV\)",
    "fatal:Terminates": r"took its process down \(SIGTERM\)",
    "fatal:Hog": "ran out of memory",
    "rude:Closes": "closed files of the process that it plays in",
    "rude:Shallow": "raised RecursionError.*",
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_bot_loses_the_games_in_which_it_goes_wrong(
    name: str, tmp_path: Path, processes: Processes
) -> None:
    result = play(name, tmp_path, processes)
    same_failures(result)
    for text in result.reasons:
        assert re.fullmatch(rf"{re.escape(bot(name))} {FAILURES[name]} \(deal \d, line-up \d\)", text), text


GARBAGE = {
    "garbage:Garbage:kind=nonsense": "answered 'the queen of roses'; allowed were",
    "garbage:Garbage:kind=nothing": "answered nothing (None); allowed were",
    "garbage:Garbage:kind=number": "answered 42; allowed were",
    "garbage:Garbage:kind=huge": "answered 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'...; allowed",
    "garbage:Garbage:kind=long": "answered a value of type int; allowed",
    "garbage:Garbage:kind=nan": "answered nan; allowed were",
    "garbage:Garbage:kind=list": "answered a value of type list; allowed",
    "garbage:Garbage:kind=object": "answered a value of type Agreeable; allowed",
    "garbage:Garbage:kind=decision": "answered Decision('the queen of roses'); allowed",
    "garbage:Garbage:kind=empty": "answered Decision(nothing (None)); allowed",
    "garbage:Garbage:kind=class": "answered a value of type type; allowed",
    "garbage:Illegal": "; allowed were",
    "crashing:RaisesOddly": "raised Unspeakable",
    "crashing:Recurses": "raised RecursionError",
}


@pytest.mark.parametrize("name", GARBAGE)
def test_whatever_is_not_a_move_loses_the_game(name: str) -> None:
    same_failures(played(name))
    assert all(GARBAGE[name] in text and len(text) < 500 for text in played(name).reasons)


def test_who_cannot_even_be_made_loses_every_game() -> None:
    result = played("crashing:RaisesInConstructor")
    assert result.scores()[0].failures == 2 * DEALS
    assert "raised LookupError at the start: no such file" in result.reasons[0]


def test_a_bot_that_does_not_act_is_told_what_it_lacks() -> None:
    result = played("crashing:Unfinished")
    assert result.scores()[0].failures == 2 * DEALS
    assert "Unfinished has no act(self, view) that returns a move" in result.reasons[0]


def test_a_bot_that_dies_in_every_game_loses_every_game(tmp_path: Path, processes: Processes) -> None:
    result = play("fatal:AlwaysExits", tmp_path, processes)
    assert result.scores()[0].failures == result.scores()[1].wins == 2 * DEALS


@pytest.mark.parametrize(
    "name", ["rude:Meddles", "rude:Recodes", "rude:Rewrites", "rude:Remembers", "garbage:Forges"]
)
def test_nothing_that_a_bot_does_to_its_view_matters(name: str) -> None:
    result, honest = played(name), played("sometimes:Honest")
    assert result.reasons == []
    assert result.points.tolist() == honest.points.tolist()
    assert result.plies.tolist() == honest.plies.tolist()


def test_memory_that_a_bot_keeps_hurts_nobody(tmp_path: Path, processes: Processes) -> None:
    """All its games together need more than there is: then a fresh process goes on."""
    result = play("fatal:Leaks", tmp_path, processes)
    assert result.reasons == []
    assert result.points.tolist() == played("sometimes:Honest").points.tolist()


def test_games_with_failures_are_recorded_and_verified(tmp_path: Path, processes: Processes) -> None:
    result = play("fatal:Exits", tmp_path, processes)
    assert verify(Run(tmp_path)) == (2 * DEALS, [])
    found = [Record.read(text) for text in kept(plan("fatal:Exits"), processes, record_text, LIMIT)]
    assert len(found) == 2 * DEALS
    assert all(record.check() is None for record in found)
    assert [bool(record.note) for record in found] == (result.losers >= 0).reshape(-1).tolist()
    honest = [record for record in found if not record.note]
    assert [record.result for record in honest] == [
        tuple(points) for points in result.points[result.losers < 0].tolist()
    ]


class Slow(Agent):
    """Thinks long about its first move."""

    pause = 1.2

    def act(self, view: View) -> str:
        sleep(self.pause)
        self.pause = 0.0
        return view.moves[0]


def test_on_threads_a_slow_answer_is_noticed_when_it_comes() -> None:
    chosen = game("durak")
    match = Match(chosen, (Contestant(chosen, "Slow", Slow),) * 2, 1, seed=1)
    with ThreadPoolExecutor(1) as pool:
        unit = pool.submit(match.play, 0, 0, 0.1).result()
    assert str(unit.reason) == "needed more than 0.1 s for a move"


def test_only_bots_from_files_and_programs_have_a_time_limit_by_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kiebitz.lab.playing.referee.FOREIGN_LIMIT", 1.0)
    chosen = game("durak")
    house, foreign = Contestant(chosen, "Slow", Slow), Contestant(chosen, "slow.py", Slow, source="slow.py")
    awake = f"exec:{shlex.join([sys.executable, str(BOTS / 'line_bot.py')])}"
    for players, limit, reason in (
        ((contestant(awake, chosen),) * 2, 0, ""),  # the first program of a process takes long to start
        ((house, house), None, ""),
        ((foreign, foreign), None, "needed more than 1 s for a move"),
        ((foreign, foreign), 0, ""),
        ((foreign, house), 20, ""),
        ((contestant(f"{awake} sleep", chosen),) * 2, None, "needed more than 1 s for a move"),
    ):
        unit = Match(chosen, players, 1, seed=1).play(0, 0, limit)
        assert str(unit.reason or "") == reason
        assert unit.loser < 0 or players[unit.loser].is_foreign


def test_a_program_may_think_as_long_as_the_limit_says() -> None:
    chosen = game("durak")
    program = f"exec:{shlex.join([sys.executable, str(BOTS / 'line_bot.py')])}"
    made: list[ProcessAgent] = []

    def make() -> ProcessAgent:
        made.append(ProcessAgent(shlex.split(program.removeprefix("exec:"))))
        return made[-1]

    match = Match(
        chosen, (replace(contestant(program, chosen), make=make), contestant("random", chosen)), 1, seed=1
    )
    for limit in (0, 100):
        assert match.play(0, 0, limit).reason is None
    assert [agent.seconds for agent in made] == [None, 201]


PAGE = ["slow:Sleeps", "slow:StuckInC", "crashing:Raises", "fatal:Segfaults", "fatal:Hog",
        "garbage:Illegal", "garbage:Garbage:kind=nothing", "garbage:Garbage:kind=huge"]  # fmt: skip


def test_the_command_plays_them_all(tmp_path: Path) -> None:
    """One run in which everything that can happen does."""
    pairs = [[bot(name), "random-python"] for name in PAGE]
    page = tmp_path / "page.toml"
    page.write_text(f'game = "schnapsen"\nseed = {SEED}\ndeals = {DEALS}\npairs = {pairs}\n')
    out = tmp_path / "run"
    answer = kiebitz("run", page, "--time-limit", LIMIT, "--workers", 2, "--out", out, "--json")
    assert answer.returncode == 0, answer.stderr
    assert "Traceback" not in answer.stderr
    shown = document(answer)["matches"].values()
    for result, match in zip(Run(out).results(), shown, strict=True):
        same_failures(result)
        assert [agent["failures"] for agent in match["agents"]] == [len(result.reasons), 0]


def test_a_bot_that_prints_does_not_spoil_the_answer() -> None:
    answer = kiebitz(
        "match", "schnapsen", bot("rude:Prints"), "random-python", "--deals", DEALS, "--seed", SEED,
        "--strict", "--json",
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    assert [agent["failures"] for agent in document(answer)["agents"]] == [0, 0]
    assert "a bot is being loaded" in answer.stderr
    assert "thinking ..." in answer.stderr
    assert "and writing" in answer.stderr


def test_failures_are_shown_and_strict_makes_them_an_error(tmp_path: Path) -> None:
    players = (bot("garbage:Illegal"), "random-python")
    arguments = ("match", "schnapsen", *players, "--deals", DEALS, "--seed", SEED)
    answer = kiebitz(*arguments, "--out", tmp_path)
    assert answer.returncode == 0
    assert re.search(r"win rate .* failed", answer.stdout)
    assert "Failure: " in answer.stdout
    assert "; allowed were" in " ".join(answer.stdout.split())
    assert kiebitz(*arguments, "--out", tmp_path, "--strict").returncode == 1
    same_failures(stored(tmp_path))


def test_the_protocol_is_written_where_bots_do_no_harm(tmp_path: Path) -> None:
    """Games are played again for it: with the time limit, and not in the process that writes it."""
    arguments = ("--deals", DEALS, "--seed", SEED, "--time-limit", LIMIT, "--quiet", "--json")
    for name, reason in (("slow:Sleeps", "needed more than"), ("fatal:Exits", "took its process down")):
        out, log = (tmp_path / f"{name.partition(':')[0]}{end}" for end in ("", ".txt"))
        match = ("match", "schnapsen", bot(name), "random-python", *arguments, "--out", out)
        answer = kiebitz(*match, "--d1", "--log", log)
        assert answer.returncode == 0, answer.stderr
        told = log.read_text(encoding="utf-8")
        assert told.count("=== Deal ") == 2 * DEALS
        assert told.count(reason) == len(document(answer)["reasons"]) > 1


def test_a_game_of_a_bot_that_dies_is_shown(tmp_path: Path, processes: Processes) -> None:
    result = play("fatal:Exits", tmp_path, processes)
    deal, lineup = min(result.failed)
    answer = kiebitz("show", tmp_path, "--game", f"0/{deal}/{lineup}")
    assert answer.returncode == 0, answer.stderr
    assert "took its process down" in Record.read(answer.stdout).note
    wrong = kiebitz("show", tmp_path, "--game", f"0/{DEALS}/0")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert f"has no game 0/{DEALS}/0" in wrong.stderr


class Vague(Agent):
    def act(self, view: View) -> Decision:
        return Decision(view.moves[0], values={"AS": "much"})  # type: ignore[dict-item]


def test_reasons_that_cannot_be_shown_do_not_end_a_transcript() -> None:
    chosen = game("durak")
    match = Match(chosen, (Contestant(chosen, "Vague", Vague),) * 2, 1, seed=1)
    assert "its reasons cannot be shown (ValueError)" in str(transcript(match, match.play(0, 0), level=1))


def test_reasons_cannot_fake_lines_nor_end_the_command() -> None:
    answer = kiebitz(
        "match", "schnapsen", bot("rude:Fakes"), "random-python", "--deals", 1, "--seed", SEED, "-v", "--d2"
    )
    assert answer.returncode == 0, answer.stderr
    assert "its reasons cannot be shown (SystemExit)" in answer.stdout
    quiet = kiebitz(
        "match", "schnapsen", bot("rude:Says"), "random-python", "--deals", 1, "--seed", SEED, "-v", "--d1"
    )
    assert "\x1b" not in quiet.stdout
    assert "    Points: me +99" in quiet.stdout
    assert "\nPoints: me +99" not in quiet.stdout
