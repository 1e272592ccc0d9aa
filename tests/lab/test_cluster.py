"""Clusters whose workers start elsewhere, have other bots or other code, or lose their scheduler."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.lab.playing.cluster import Dask, piece_apart
from kiebitz.lab.playing.executors import Processes
from kiebitz.lab.playing.match import play_match
from kiebitz.lab.runs.export import write_csv
from kiebitz.lab.runs.plan import Plan, match_plan
from kiebitz.lab.runs.run import Run
from tests.clocks import eventually
from tests.lab.command import PROGRAM, games, stored
from tests.lab.test_interruption import games_stored
from tests.starter import PATIENCE, Running, begin
from tools.skat_training.spreading import spreading

pytest.importorskip("distributed")

BOT = """import time
from pathlib import Path

from kiebitz import Agent
from helper import CHOICE


class Mine(Agent):
    files = ("weights.txt",)

    def __init__(self, pause: float = 0.0) -> None:
        self.pause = pause

    def act(self, view):
        time.sleep(self.pause)
        return view.moves[CHOICE if (Path(__file__).parent / "weights.txt").read_text() == "right" else 0]
"""


def write_bot(folder: Path, choice: int, weights: str) -> None:
    (folder / "bots").mkdir(parents=True)
    (folder / "bots" / "mine.py").write_text(BOT)
    (folder / "bots" / "helper.py").write_text(f"CHOICE = {choice}\n")
    (folder / "bots" / "weights.txt").write_text(weights)


class Cluster:
    """A scheduler and a worker, each in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, *arguments: object, **environment: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *map(str, arguments), "--no-dashboard"],
            cwd=self.folder, env={**os.environ, **environment},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.processes.append(process)
        return process

    def schedule(self) -> subprocess.Popen[bytes]:
        return self.start("scheduler", "--host", "127.0.0.1", "--port", self.port)

    def work(self, **environment: str) -> subprocess.Popen[bytes]:
        return self.start("worker", self.address, "--nthreads", 1, "--no-nanny", **environment)

    def match(self, home: Path, *more: object, pause: float = 0.0) -> Running:
        """The match of the bot in a folder, on this cluster."""
        agents = (f"bots/mine.py:Mine:pause={pause}", "random")
        command = [
            PROGRAM,
            "match",
            "durak",
            *agents,
            "--seed",
            3,
            "--quiet",
            "--executor",
            f"dask:{self.address}",
        ]
        return begin([*command, *more], home)

    def end(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    (tmp_path / "worker").mkdir()
    cluster = Cluster(tmp_path / "worker")
    yield cluster
    cluster.end()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    write_bot(tmp_path / "home", -1, "right")
    return tmp_path / "home"


def plan_at(home: Path, deals: int) -> Plan:
    """The match with the bot that is at home."""
    return match_plan("durak", [f"{home / 'bots' / 'mine.py'}:Mine", "random"], deals, 3)


def expected(home: Path, deals: int) -> list[object]:
    """The games with the bot that is at home."""
    return games(play_match(plan_at(home, deals).match))


def test_bots_travel_with_their_files(cluster: Cluster, home: Path, tmp_path: Path) -> None:
    """To a worker that has no such bot, and to one that has another of the same name."""
    cluster.schedule()
    cluster.work()
    for there in ("nothing", "another"):
        if there == "another":
            write_bot(cluster.folder, 0, "wrong")
        process = cluster.match(home, "--deals", 10, "--out", tmp_path / there)
        _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, err
        assert games(stored(tmp_path / there)) == expected(home, 10)


def test_a_worker_with_other_code_is_refused(cluster: Cluster, home: Path, tmp_path: Path) -> None:
    import kiebitz

    package = Path(kiebitz.__file__).parent
    shutil.copytree(package, tmp_path / "other" / "kiebitz", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "other" / "kiebitz" / "lab" / "playing" / "referee.py").open("a") as file:
        file.write("# another referee\n")
    cluster.schedule()
    cluster.work(PYTHONPATH=str(tmp_path / "other"))
    process = cluster.match(home, "--deals", 10, "--out", tmp_path / "run")
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err.count("\n")) == (2, "", 1), err
    assert f"The worker on {socket.gethostname()} has kiebitz " in err
    assert "but this run needs kiebitz " in err
    assert games_stored(tmp_path / "run") == 0


def test_a_worker_that_knows_another_agent_is_refused(home: Path) -> None:
    """The program is the same, but something that decides games is not."""
    from kiebitz.lab.playing.cluster import work_apart
    from kiebitz.lab.playing.executors import Job
    from kiebitz.lab.playing.match import Block
    from kiebitz.lab.runs.identity import program

    plan = match_plan("durak", ["random", "random"], 1, seed=1)
    job = Job(0, plan, Block(0, 0, 1))
    assert len(work_apart(job, (), plan.identity, program())) == 1
    with pytest.raises(KiebitzError, match="has other code or data for random v random"):
        work_apart(job, (), "0" * 16, program())


def test_a_lost_worker_and_a_lost_client_cost_nothing(cluster: Cluster, home: Path, tmp_path: Path) -> None:
    """One of two workers is killed while it plays, then the command itself; the same bytes come out."""
    run, deals = tmp_path / "run", 25
    cluster.schedule()
    first = cluster.work()
    cluster.work()
    process = cluster.match(home, "--deals", deals, "--out", run, pause=0.02)
    assert eventually(lambda: games_stored(run) > 0 or process.poll() is not None)
    first.kill()
    before = games_stored(run)
    assert eventually(lambda: games_stored(run) > before or process.poll() is not None)
    assert process.poll() is None
    process.kill()
    process.communicate(timeout=PATIENCE)
    assert 0 < games_stored(run) < 2 * deals
    process = cluster.match(home, "--deals", deals, "--out", run, pause=0.02)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    undisturbed = Run.create("match", (plan_at(home, deals),), tmp_path / "undisturbed")
    with closing(Processes()) as executor:
        undisturbed.play(executor)
    written = [tmp_path / "with.csv", tmp_path / "without.csv"]
    for stored_run, file in zip((Run(run), undisturbed), written, strict=True):
        write_csv(stored_run, file)
    names = (b"bots/mine.py:Mine:pause=0.02", f"{home}/bots/mine.py:Mine".encode())
    found = [file.read_bytes().replace(name, b"mine") for file, name in zip(written, names, strict=True)]
    assert found[0] == found[1] and found[0].count(b"mine") == 2 * deals


def test_pieces_of_a_training_go_to_the_workers_too(cluster: Cluster) -> None:
    """And only to those that have the same program."""
    cluster.schedule()
    cluster.work()
    spread = spreading(Dask(1, cluster.address))
    assert list(spread(abs, [-1, 2, -3])) == [1, 2, 3]
    with pytest.raises(KiebitzError, match="but this run needs kiebitz"):
        piece_apart(abs, -1, "kiebitz 0.0.1")


def test_something_else_at_the_address_is_a_sentence() -> None:
    """A web server takes Dask's greeting for a bad request, and its answer would be read as a size."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    connection.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
                    connection.close()

        Thread(target=answer, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(KiebitzError, match="There is no Dask cluster at"):
            list(spreading(Dask(1, address))(abs, [1]))


def test_a_lost_scheduler_is_a_sentence_and_the_run_goes_on(
    cluster: Cluster, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    scheduler = cluster.schedule()
    cluster.work()
    process = cluster.match(home, "--deals", 25, "--out", run, pause=0.02)
    assert eventually(lambda: games_stored(run) > 0 or process.poll() is not None)
    scheduler.kill()
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err.count("\n")) == (2, "", 1), err
    assert f"The Dask cluster {cluster.address} is lost" in err
    assert "the same command goes on" in err
    before = games_stored(run)
    assert 0 < before < 50
    monkeypatch.chdir(home)
    with closing(Processes()) as executor:  # wherever it goes on, the games are the same
        Run(run).play(executor)
    assert games(stored(run)) == expected(home, 25)
