"""No bot meets a deal twice: what it remembers of one line-up is of no use in another."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from kiebitz.errors import KiebitzError
from kiebitz.lab.playing.apart import sharing
from kiebitz.lab.playing.cluster import work_apart
from kiebitz.lab.playing.executors import Job, Processes, Threads
from kiebitz.lab.playing.match import Block, Match, Outcome, play_match, record_text
from kiebitz.lab.results.transcript import transcript
from kiebitz.lab.runs.identity import program
from kiebitz.lab.runs.plan import Plan, match_plan, pair_plan, tournament_plans
from kiebitz.lab.runs.run import Run
from kiebitz.lab.runs.schedule import Schedule
from kiebitz.lab.runs.verify import kept, verify
from tests.lab.command import BOTS, bot, games, kiebitz

DEALS = 12
MODULE, CLASS = bot("knowing:InModule"), bot("knowing:InClass")


def trusted(match: Match) -> Match:
    """The same players as if they were of the house, who may play in this process."""
    return replace(match, players=tuple(replace(one, source=None) for one in match.players))


def played(folder: Path, *plans: Plan, workers: int = 1) -> Run:
    run = Run.create("match", plans, folder)
    with closing(Processes(workers)) as executor:
        run.play(executor)
    return run


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("spec", [MODULE, CLASS])
def test_a_bot_in_two_line_ups_learns_nothing_from_the_first(spec: str, workers: int, tmp_path: Path) -> None:
    run = played(tmp_path, match_plan("schnapsen", [spec, "random"], DEALS, 3), workers=workers)
    assert run.result().reasons == []


@pytest.mark.parametrize(
    "plan",
    [
        partial(pair_plan, "skat", MODULE, "random"),  # AAB and ABB
        partial(match_plan, "skat", [CLASS, CLASS, "random"]),
        partial(match_plan, "schnapsen", [MODULE, MODULE]),
        partial(match_plan, "durak", [MODULE, CLASS]),  # from the same file
    ],
    ids=["pair", "twice at three", "both of two", "one file"],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_in_two_seats_does_not_know_its_other_hand(
    plan: Callable[[int], Plan], workers: int, tmp_path: Path
) -> None:
    run = played(tmp_path, plan(4), workers=workers)
    assert run.result().reasons == []


def test_a_bot_in_a_tournament_learns_nothing_from_another_pair(tmp_path: Path) -> None:
    plans = tournament_plans("schnapsen", [MODULE, "random", "random-python"], 6, 3)
    run = played(tmp_path, *plans, workers=2)
    assert [result.reasons for result in run.results()] == [[], [], []]


def test_a_run_that_goes_on_brings_no_memory_with_it(tmp_path: Path) -> None:
    """Also where one executor plays range after range, as for a sequential test."""
    plan = match_plan("schnapsen", [MODULE, "random"], DEALS, 3)
    run = Run.create("match", (plan,), tmp_path)
    with closing(Processes(2)) as executor:
        for deals in ((0, 4), (4, 9)):
            run.play(executor, deals=deals)
        run.play(executor)
        records = list(kept(plan, executor, record_text))
        assert run.result().reasons == []
        assert not any("I know this deal" in record for record in records)


def test_a_game_that_is_played_again_after_a_crash_is_played_by_strangers(tmp_path: Path) -> None:
    plan = match_plan("schnapsen", [bot("knowing:Fragile"), "random-python"], DEALS, 3)
    reasons = played(tmp_path, plan, workers=2).result().reasons
    assert reasons
    assert all("took its process down (exit code 3)" in reason for reason in reasons)


def test_on_a_cluster_a_process_plays_one_line_up() -> None:
    plan = match_plan("schnapsen", [MODULE, "random"], DEALS, 3)
    order = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 3), (0, 3), (0, 3), (1, 0)]
    jobs = [Job(0, plan, Block(lineup, deal, 1)) for lineup, deal in order]
    outcomes = [outcome for job in jobs for _, outcome in work_apart(job, (), plan.identity, program())]
    assert [outcome.reasons for outcome in outcomes] == [{}] * len(order)


@pytest.mark.parametrize("name", ["schnapsen", "skat", "durak", "boerenbridge"])
def test_a_seat_in_another_process_plays_the_same_games(name: str) -> None:
    """With the same streams, events and reasons as in this process."""
    plan, told = pair_plan(name, bot("knowing:Explains"), "random", 2, 5), partial(transcript, level=2)
    with closing(Processes(1)) as executor:
        apart = list(kept(plan, executor, told))
    match, order = trusted(plan.match), [(deal, n) for deal in range(2) for n in range(len(plan.lineups))]
    assert apart == [told(match, match.play(deal, lineup)) for deal, lineup in order]


FAILURES = {
    "slow:Sleeps": r"needed more than 1\.1 s for a move",
    "slow:StuckInC": r"needed more than 1\.1 s for a move",
    "slow:SlowStart": r"needed more than 1\.1 s at the start",
    "crashing:Raises": r"raised ValueError: two lines and a surrogate, at crashing\.py:\d+",
    "crashing:Interrupts": r"raised KeyboardInterrupt, at crashing\.py:\d+",
    "crashing:RaisesInBegin": r"raised LookupError at the start: no opening book, at crashing\.py:\d+",
    "crashing:RaisesInObserve": r"raised LookupError: did not expect that, at crashing\.py:\d+",
    "crashing:RaisesOddly": r"raised Unspeakable, at crashing\.py:\d+",
    "crashing:Recurses": r"raised RecursionError: .*",
    "garbage:Garbage:kind=nothing": r"answered nothing \(None\); allowed were .*",
    "garbage:Garbage:kind=decision": r"answered Decision\('the queen of roses'\); allowed were .*",
    "garbage:Garbage:kind=object": r"answered a value of type Agreeable; allowed were .*",
    "fatal:Exits": r"took its process down \(exit code 3\)",
    "fatal:Segfaults": r"took its process down \(SIGSEGV\)",
    "fatal:Terminates": r"took its process down \(SIGTERM\)",
    "fatal:Hog": "ran out of memory",
    "rude:Closes": "closed files of the process that it plays in",
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_seat_in_another_process_fails_as_any_other(name: str, tmp_path: Path) -> None:
    plan = match_plan("schnapsen", [bot(name), bot(name)], 3, 1)
    run = Run.create("match", (plan,), tmp_path)
    with closing(Processes(2)) as executor:
        run.play(executor, time_limit=1.1)
    alike = "crashing:RaisesInBegin" if "at the start" in FAILURES[name] else "garbage:Illegal"
    harmless = name.startswith(("crashing", "garbage")) and name != "crashing:Interrupts"
    result = run.result()
    expected = play_match(trusted(other(plan, name if harmless else alike).match))
    assert result.losers.tolist() == expected.losers.tolist()
    assert {0, 1} <= set(result.losers.flat)
    assert result.points.tolist() == expected.points.tolist()
    for text in result.reasons:
        assert re.fullmatch(rf"{re.escape(bot(name))} {FAILURES[name]} \(deal \d, line-up \d\)", text), text


def other(plan: Plan, name: str) -> Plan:
    return replace(plan, agents=(bot(name),) * 2)


def test_memory_that_a_seat_in_another_process_keeps_hurts_nobody(tmp_path: Path) -> None:
    plan = match_plan("schnapsen", [bot("fatal:Leaks")] * 2, 5, 3)
    result = played(tmp_path, plan).result()
    assert games(result) == games(play_match(trusted(other(plan, "sometimes:Honest").match)))


def test_only_seats_that_share_code_are_kept_apart() -> None:
    one, same, another, alone = (str(BOTS / f"{name}.py") for name in ("rude", "rude", "fatal", "patient"))
    assert sharing((one, alone, None)) == ()
    assert sharing((one, same, None, same)) == (1, 3)
    assert sharing((alone, one, another)) == (2,)  # both import sometimes.py


def test_a_program_is_started_for_each_unit_and_seat() -> None:
    program = f"exec:{shlex.join([sys.executable, str(BOTS / 'line_bot.py'), 'remember'])}"
    result = play_match(match_plan("schnapsen", [program, program], 3, 3).match)
    assert result.reasons == []


def test_threads_are_refused_for_bots_from_files(tmp_path: Path) -> None:
    run = Run.create("match", (match_plan("schnapsen", [MODULE, "random"], 2, seed=1),), tmp_path / "run")
    with pytest.raises(KiebitzError, match="processes of their own"):
        run.play(Threads())
    out = tmp_path / "none"
    for name in (bot("fatal:AlwaysExits"), "exec:cat"):
        answer = kiebitz("match", "durak", name, "random", "--executor", "threads", "--out", out, "--json")
        assert (answer.returncode, answer.stdout) == (2, "")
        assert "processes of their own" in answer.stderr
        assert answer.stderr.count("\n") == 1
    assert not out.exists()


def test_a_stored_run_is_verified_and_written_down_in_order(tmp_path: Path) -> None:
    plan = match_plan("schnapsen", [MODULE, "random"], 40, 5)  # here nobody is dealt the same hand twice
    run = played(tmp_path, plan, workers=2)
    assert verify(run) == (80, [])
    with closing(Processes(2)) as executor:
        told = list(kept(plan, executor, partial(transcript, level=0)))
    heads = [str(text).partition(":")[0] for text in told]
    assert heads == [f"=== Deal {deal}, line-up {lineup}" for deal in range(40) for lineup in range(2)]


def test_a_schedule_plays_every_open_game_once(tmp_path: Path) -> None:
    """At any pace, whatever is there already; a line-up goes on for a while before the next one."""
    plan = pair_plan("skat", MODULE, "random", 30, seed=1)
    run = Run.create("match", (plan,), tmp_path)
    with closing(Processes(1)) as executor:
        run.play(executor, deals=(3, 5))
    schedule, jobs, seconds = Schedule(run.ledger, (plan,)), list[Job](), 0.05
    none = np.zeros(0, np.int64)
    for job in schedule:
        jobs.append(job)
        schedule.learn(job, Outcome(none, none, none, none, elapsed=seconds * job.block.count))
        seconds *= 1.5 if len(jobs) % 2 else 0.8  # now quick, now slow
    found = [
        (deal, job.block.lineup)
        for job in jobs
        for deal in range(job.block.first, job.block.first + job.block.count)
    ]
    assert sorted(found) == [
        (deal, lineup) for deal in range(30) if deal not in (3, 4) for lineup in range(len(plan.lineups))
    ]
    changes = sum(one.block.lineup != after.block.lineup for one, after in pairwise(jobs))
    assert changes < len(jobs) / 3


def test_check_bot_finds_a_bot_that_knows_the_other_hand() -> None:
    answer = kiebitz("check-bot", bot("knowing:Recalls"), "schnapsen", "--games", 4, "--options", "rules=vu")
    assert answer.returncode == 1
    assert "It does not begin every game afresh: it played" in answer.stdout
