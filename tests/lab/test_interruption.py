"""Runs that are killed, interrupted, extended or disturbed give the same games as those that are not."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.lab.playing.executors import Executor, Processes, Threads
from kiebitz.lab.playing.match import play_match
from kiebitz.lab.runs.outline import LEDGER
from kiebitz.lab.runs.plan import Plan, match_plan
from kiebitz.lab.runs.run import BATCH_SECONDS, Progress, Run
from tests.clocks import eventually
from tests.lab.command import bot, document, games, kiebitz, start, stored
from tests.starter import Running

DEALS = 25
COMMAND = ("match", "schnapsen", bot("patient:Patient:pause=0.01"), "random", "--deals", DEALS, "--seed", 5)


@cache
def undisturbed() -> list[Any]:
    """The games of the command, played without a pause and without trouble."""
    plan = match_plan("schnapsen", [bot("patient:Patient"), "random"], DEALS, 5)
    return games(play_match(plan.match))


def games_stored(folder: Path) -> int:
    if not (folder / LEDGER).exists():
        return 0
    with sqlite3.connect(f"file:{folder / LEDGER}?mode=ro", uri=True) as file:
        try:
            return int(file.execute("SELECT coalesce(sum(count), 0) FROM blocks").fetchone()[0])
        except sqlite3.OperationalError:  # its tables are just being made
            return 0


def begin(folder: Path, *more: object) -> Running:
    """Begin the command and let it play some games."""
    process = start(*COMMAND, "--out", folder, *more)
    assert eventually(lambda: games_stored(folder) >= 3 or process.poll() is not None)
    assert process.poll() is None, process.communicate()[1]
    return process


def children(*parents: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has just ended
            continue
        if parent in parents:
            found.append(int(path.parent.name))
    return found


def workers_of(process: Running) -> list[int]:
    """The workers are the children of the fork server, which is a child of the command.

    The children of the zygote, another child, keep the cells of bots.
    """
    lines = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children(process.pid)}
    return children(*(pid for pid, line in lines.items() if b"forkserver" in line))


def keepers_of(process: Running) -> list[int]:
    """Who keeps the cells of bots: the children of the zygote."""
    lines = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children(process.pid)}
    return children(*(pid for pid, line in lines.items() if b"zygote" in line))


def family_of(*ancestors: int) -> list[int]:
    """All processes that descend from some."""
    found = children(*ancestors)
    return [*found, *family_of(*found)] if found else []


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")


@needs_proc
def test_a_killed_run_leaves_nothing_behind_and_goes_on(tmp_path: Path) -> None:
    process = begin(tmp_path, "--workers", 2)
    family = [*children(process.pid), *workers_of(process)]
    assert len(workers_of(process)) == 2
    process.kill()
    assert process.wait() == -signal.SIGKILL
    assert eventually(lambda: not any(map(is_alive, family)), 10)
    before = games_stored(tmp_path)
    assert 0 < before < 2 * DEALS
    spent = Run(tmp_path).ledger.seconds  # the time of what was stored is stored with it
    assert spent > BATCH_SECONDS
    answer = kiebitz(*COMMAND, "--out", tmp_path, "--json", "--workers", 2)
    assert document(answer)["games"] == 2 * DEALS
    assert document(answer)["seconds"] > spent
    assert games(stored(tmp_path)) == undisturbed()


@needs_proc
def test_seats_with_a_process_of_their_own_end_with_a_killed_run(tmp_path: Path) -> None:
    name = bot("slow:StuckInC")
    process = start("match", "schnapsen", name, name, "--deals", 10, "--out", tmp_path, "--time-limit", 0)
    try:
        assert eventually(lambda: len(keepers_of(process)) == 2 or process.poll() is not None)
        family = family_of(process.pid)
        assert len(family) >= 6  # servers, the worker, two keepers, and what they keep
    finally:
        process.kill()
        process.communicate()
    assert eventually(lambda: not any(map(is_alive, family)), 10)


@pytest.mark.parametrize("whole_group", [True, False], ids=["group", "parent"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["interrupt", "terminate"])
def test_an_interrupt_ends_with_one_sentence_and_the_run_goes_on(
    number: signal.Signals, whole_group: bool, tmp_path: Path
) -> None:
    process = begin(tmp_path, "--workers", 2, "--quiet")
    if whole_group:  # as Ctrl-C does
        os.killpg(process.pid, number)
    else:
        process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert out == ""
    assert err == (
        f"Interrupted: {games_stored(tmp_path)} of 50 games are stored; the same command goes on.\n"
    )
    run = Run(tmp_path)
    with closing(Processes()) as executor:
        run.play(executor)
    assert games(run.result()) == undisturbed()


def test_compiled_games_on_threads_are_terminated_at_once(tmp_path: Path) -> None:
    process = start(
        "match", "durak", "random", "random", "--seed", 1, "--deals", 10**7, "--out", tmp_path, "-q"
    )
    assert eventually(lambda: games_stored(tmp_path) > 0)
    process.terminate()
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (143, "")
    found = re.fullmatch(r"Interrupted: ([\d,]+) of 20,000,000 games are stored; the same .+\n", err)
    assert found and int(found[1].replace(",", "")) == games_stored(tmp_path)


@needs_proc
def test_a_worker_that_is_killed_from_outside_is_replaced(tmp_path: Path) -> None:
    process = begin(tmp_path, "--workers", 2, "--json")
    os.kill(workers_of(process)[0], signal.SIGKILL)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert '"failures": 0' in out
    assert games(stored(tmp_path)) == undisturbed()


@pytest.mark.parametrize(
    "executor",
    [Processes(1), Processes(2), Processes(3)],
    ids=lambda executor: f"{executor.name}-{executor.workers}",
)
def test_where_games_are_played_does_not_matter(executor: Executor, tmp_path: Path) -> None:
    python = match_plan("schnapsen", [bot("patient:Patient"), "random"], DEALS, 5)
    compiled = match_plan("durak", ["random", "random"], 1000, 5)
    run = Run.create("match", (python, compiled), tmp_path)
    run.play(executor)
    executor.close()
    assert games(run.result(0)) == undisturbed()
    assert games(run.result(1)) == games(play_match(compiled.match))


@pytest.fixture
def processes() -> Iterator[Processes]:
    with closing(Processes()) as executor:
        yield executor


def test_a_longer_run_plays_only_what_is_new(tmp_path: Path, processes: Processes) -> None:
    def plan(deals: int) -> Plan:
        return match_plan("schnapsen", [bot("patient:Patient"), "random"], deals, 5)

    played: list[int] = []

    def show(progress: Progress) -> None:
        played.extend(block.first + row for _, block, _ in progress.latest for row in range(block.count))

    Run.create("match", (plan(10),), tmp_path).play(processes, show)
    assert sorted(played) == sorted([*range(10)] * 2)
    played.clear()
    run = Run.create("match", (plan(DEALS),), tmp_path)
    run.play(processes, show)
    assert sorted(played) == sorted([*range(10, DEALS)] * 2)
    assert games(run.result()) == undisturbed()
    played.clear()
    run.play(processes, show)
    assert played == []
    with sqlite3.connect(tmp_path / LEDGER) as file:  # any hole is filled
        last = "SELECT max(first) FROM blocks WHERE lineup = 1 AND first < 10"
        which = f"FROM blocks WHERE lineup = 1 AND first = ({last})"
        ((first, count),) = file.execute(f"SELECT first, count {which}")
        file.execute(f"DELETE {which}")
    run.play(processes, show)
    assert sorted(played) == [*range(first, first + count)]
    assert games(run.result()) == undisturbed()


def test_a_folder_with_another_run_is_refused(tmp_path: Path) -> None:
    Run.create("match", (match_plan("durak", ["random", "random"], 2, seed=1),), tmp_path)
    answer = kiebitz("match", "durak", "random", "random", "--seed", 7, "--deals", 2, "--out", tmp_path)
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert "holds another run" in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_a_run_is_played_by_one_process_at_a_time(tmp_path: Path) -> None:
    run = Run.create("match", (match_plan("durak", ["random", "random"], 2, seed=1),), tmp_path)

    def show(progress: Progress) -> None:
        with pytest.raises(KiebitzError, match="another process"):
            Run(tmp_path).play(Threads())

    run.play(Threads(), show)
    Run(tmp_path).play(Threads())


def damage(path: Path, kind: str) -> None:
    whole = path.read_bytes()
    if kind == "garbage":
        path.write_bytes(b"this is no ledger" * 1000)
    elif kind == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    elif kind == "scribbled":
        path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    else:
        path.unlink()
        with sqlite3.connect(path) as file:
            file.execute(f"CREATE TABLE {'blocks' if kind == 'foreign' else 'units'} (colour TEXT)")


@pytest.mark.parametrize("kind", ["garbage", "cut", "scribbled", "foreign", "foreign rows"])
def test_a_corrupt_ledger_is_refused(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kiebitz.cli import main

    run = Run.create("match", (match_plan("durak", ["random", "random"], 300, seed=1),), tmp_path)
    run.play(Threads())
    run.ledger.close()
    damage(tmp_path / LEDGER, kind)
    for command in ("match durak random random --deals 300 --out", "show"):
        monkeypatch.setattr("sys.argv", ["kiebitz", *command.split(), str(tmp_path)])
        with pytest.raises(SystemExit) as end:
            main()
        answer = capsys.readouterr()
        assert end.value.code == 2, command
        assert answer.out == ""
        assert "cannot be used as a ledger" in answer.err or "killed before it began" in answer.err
        assert answer.err.count("\n") == 1


def test_a_damaged_run_does_not_hide_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kiebitz.cli import main

    monkeypatch.setenv("KIEBITZ_RUNS", str(tmp_path))
    for name in ("good", "bad", "empty"):
        Run.create("match", (match_plan("durak", ["random", "random"], 2, seed=1),), tmp_path / name)
    damage(tmp_path / "bad" / LEDGER, "garbage")
    (tmp_path / "empty" / LEDGER).write_bytes(b"")
    monkeypatch.setattr("sys.argv", ["kiebitz", "runs"])
    with pytest.raises(SystemExit):
        main()
    answer = capsys.readouterr()
    assert answer.out.startswith("good: ")
    assert answer.out.count("\n") == 1
    assert answer.err.count("\n") == 2


@needs_proc
def test_a_cluster_whose_worker_is_killed_gives_the_same_games(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    process = begin(tmp_path, "--executor", "dask", "--workers", 2, "--json")

    def workers() -> list[int]:
        return [pid for pid in children(process.pid) if children(pid)]

    assert eventually(lambda: len(workers()) == 2)  # the second may begin later
    os.kill(workers()[0], signal.SIGKILL)
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    assert '"failures": 0' in out
    assert games(stored(tmp_path)) == undisturbed()
