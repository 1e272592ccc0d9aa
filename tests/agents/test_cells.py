"""Cells: a bot there plays as anywhere else, gets views only, and takes nobody with it."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
import sys
import time
from ast import literal_eval
from pathlib import Path
from threading import Event, Thread, current_thread
from typing import Any

import pytest

import kiebitz as kb
from kiebitz.agents import process
from kiebitz.agents.base import Decision
from kiebitz.agents.cells import accounts, distant, nursery
from kiebitz.agents.cells.nursery import hello
from kiebitz.agents.cells.silence import KNOWN
from kiebitz.agents.cells.zygote import Hello, Order
from kiebitz.agents.limits import MEMORY_SPENT
from kiebitz.agents.registry import contestant
from kiebitz.agents.seated import Failed, Seated
from kiebitz.agents.trust import trusting
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.lab.playing.guard import Clock
from kiebitz.lab.runs.plan import match_plan
from kiebitz.rules.registry import game
from tests.bots import attacker, colluder, wild
from tests.clocks import eventually
from tests.lab.command import BOTS, bot

GAME = game("schnapsen")
STATE = GAME.deal(seed=1)
locked = pytest.mark.skipif(not hello().locks, reason=f"this system cannot lock cells: {hello().why}")


def decided(name: str, limit: float = 20.0) -> Decision:
    """What a bot of the test suite answers in its cell."""
    made = contestant(bot(name), GAME)
    assert made.isolated
    seated = Seated(made, STATE.turn, Stream(1), Clock(limit))
    return seated.decide(STATE.view(STATE.turn, Stream(2))).decision


def copies() -> int:
    """How many processes of zygotes there are, as the system shows them."""
    found = 0
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += b"kiebitz.agents.cells.zygote" in file.read_bytes()
        except OSError:
            continue
    return found


def settled(most: int) -> bool:
    """Whether all but so many of them have ended, after a while."""
    return eventually(lambda: copies() <= most)


def test_what_plays_is_the_same_with_and_without_a_cell() -> None:
    agents = [bot("knowing:Explains"), "random"]
    apart = match_plan("schnapsen", agents, 5, seed=1)
    with trusting(None):
        near = match_plan("schnapsen", agents, 5, seed=1)
    assert apart.identity == near.identity
    assert apart.as_dict() == near.as_dict()
    assert [one.isolated for one in apart.match.players] == [True, False]
    assert [one.isolated for one in near.match.players] == [False, False]


def test_a_compiled_bot_needs_trust() -> None:
    spec = bot("compiled:first")
    with pytest.raises(BadOption, match=r"is compiled: it runs inside the loop .* give --trust"):
        contestant(spec, game("durak"))
    assert contestant(spec, game("durak"), trust=True).is_compiled


def test_a_class_is_its_owners_code_and_a_file_is_not() -> None:
    view = STATE.view(STATE.turn)
    assert kb.agent(wild.Writes).decide(view).move in view.moves
    assert kb.agent(bot("wild:Writes")).decide(view).move in view.moves


def test_a_fork_bomb_ends_with_its_cell() -> None:
    before = copies()
    with pytest.raises(Failed, match="started more than 8 processes"):
        decided("wild:Bombs")
    assert settled(before)


EACH = [pytest.param(True, marks=locked, id="locked"), pytest.param(False, id="not-locked")]


@pytest.mark.parametrize("locks", EACH)
def test_processes_are_few_and_threads_many(locks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distant, "hello", lambda: Hello(locks))
    assert decided("wild:Gathers").because == "nobody minded"
    with pytest.raises(Failed, match="started more than 8 processes") as failed:
        decided("wild:Gathers:others=8")
    assert failed.value.kind == "died"


@pytest.mark.parametrize("locks", EACH)
@pytest.mark.parametrize("how", ["own", "shared"])
def test_memory_is_for_the_cell_and_not_for_each_of_its_processes(
    how: str, locks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distant, "hello", lambda: Hello(locks))
    monkeypatch.setenv("KIEBITZ_MEMORY", "0.25")
    with pytest.raises(Failed, match="used more memory than all its processes may together"):
        decided(f"wild:Hoards:how={how}")


def test_a_cell_is_looked_at_while_it_is_still_furnished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its keeper sees what it sees, and for a moment there is no such folder: on a busy machine, longer."""
    monkeypatch.setattr(accounts, "SCRATCH", {"/nowhere": 1})
    assert accounts.Accounts(1 << 40, True).excess() != MEMORY_SPENT


@locked
def test_what_processes_share_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_MEMORY", "0.25")
    assert decided("wild:Inherits").because == "nobody minded"


@locked
def test_files_in_memory_count_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_MEMORY", "0.25")
    assert decided("wild:Hoards:children=0,megabytes=160").because == f"nobody minded {160 << 20}"
    with pytest.raises(Failed, match="used more memory than all its processes may together"):
        decided("wild:Hoards:how=files,children=0,megabytes=160")


@locked
@pytest.mark.skipif(os.uname().machine not in KNOWN, reason="no filter of calls for this kind of machine")
def test_there_is_no_memory_that_belongs_to_no_process() -> None:
    assert decided("wild:MemoryFiles").because == "0 megabytes"


@locked
def test_libraries_that_learn_start_in_a_cell() -> None:
    pytest.importorskip("sklearn")
    assert decided("wild:Learns", 120.0).because == "learned [3, 2, 1, 0]"


@pytest.mark.parametrize("locks", [pytest.param(True, marks=locked), False])
def test_nothing_of_a_cell_stays_behind(locks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distant, "hello", lambda: Hello(locks))
    before = copies()
    with pytest.raises(Failed, match=r"took its process down \(exit code 3\)"):
        decided("wild:Lingers")
    assert settled(before)


def test_the_zygote_of_a_process_that_was_killed_leaves_no_folder() -> None:
    code = "from kiebitz.agents.cells import nursery as n; n.hello(); print(n.address(), flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as owner:
        assert owner.stdout
        place = Path(owner.stdout.readline().strip())
        assert place.is_socket()
        owner.kill()
    assert eventually(lambda: not place.parent.exists())


def test_what_a_bot_prints_is_bounded(capfd: pytest.CaptureFixture[str]) -> None:
    assert decided("wild:Floods").move in STATE.moves
    time.sleep(0.3)
    told = capfd.readouterr().err
    assert 1000 < len(told) < 2 * nursery.MOST_WORDS
    assert "\x1b" not in told


@pytest.mark.parametrize("name", ["Forges", *(f"Lies:number={n}" for n in range(len(wild.Lies.answers)))])
def test_whatever_is_written_to_the_line_is_no_move(name: str) -> None:
    with pytest.raises(Failed):
        decided(f"wild:{name}", 2.0)


@locked
def test_a_locked_bot_sees_its_folder_and_writes_nowhere_but_in_its_own_tmp() -> None:
    told = str(decided("wild:Writes").because)
    places, sees = told.rsplit(" ", 1)
    assert sees == "True"
    assert "/tmp" in literal_eval(places)  # its own: whatever lies below it is shown there file by file
    assert all(place.startswith("/tmp") for place in literal_eval(places))


def test_a_cell_that_cannot_be_locked_still_gets_views_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(distant, "hello", lambda: Hello(False, "a test"))
    file = tmp_path / "private.txt"
    file.write_text("kbsecret-0123456789abcdef")
    answer = decided(f"attacker:Attacker:pid={os.getpid()},file={file}")
    found = set(str(answer.because).removeprefix("found: ").rstrip(".").split())
    guarded = {"frames", "garbage", "memory", "note", "parents-memory", "tracing", "ledger", "open-files"}
    assert found <= set(attacker.WAYS) - guarded
    assert "files" in found  # that is why a locked one is better


def test_where_nothing_can_be_locked_isolate_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nursery, "_hello", Hello(False, "unshare: Operation not permitted"))
    with pytest.raises(BadOption, match=r"cannot lock bots in \(unshare: Operation not permitted\)"):
        nursery.demand_lock()


def heard(folder: Path) -> set[str]:
    """The ways in which a bot has told its hand to itself in the other seat."""
    shutil.copy(BOTS / "colluder.py", folder)
    (folder / "parts").mkdir()
    os.mkfifo(folder / "parts" / "pipe")
    (folder / "bits").mkdir()
    for bit in range(colluder.BITS):
        (folder / "bits" / str(bit)).write_text("a bit")
    os.sync()  # what waits to be written stays in memory
    players = [contestant(f"{folder / 'colluder.py'}:{name}", GAME) for name in ("Tells", "Hears")]
    seats = STATE.turn, 1 - STATE.turn
    tells, hears = (Seated(one, seat, Stream(1)) for one, seat in zip(players, seats, strict=True))
    told = STATE.play(tells.decide(STATE.view(STATE.turn)).decision.move)
    answer = hears.decide(told.view(told.turn)).decision
    return set(str(answer.because).removeprefix("found: ").rstrip(".").split()) - {"nothing"}


def test_two_cells_that_are_not_locked_can_reach_each_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without this the next test would prove nothing.

    Some containers have no keyrings, files that lie in memory only cannot be dropped from it, and of nodes
    of memory the kernel does not tell everywhere how many have a page.
    """
    monkeypatch.setattr(distant, "hello", lambda: Hello(False, "a test"))
    assert heard(tmp_path) >= set(colluder.WAYS) - {"keyring", "kept-files", "shared-on-nodes"}


@locked
def test_two_locked_cells_cannot_tell_each_other_anything(tmp_path: Path) -> None:
    assert heard(tmp_path) == set()


def test_a_cell_has_heard_of_no_other_bot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All cells are copies of one process, which is asked for each of them.

    A locked one could not look.
    """
    monkeypatch.setattr(distant, "hello", lambda: Hello(False, "a test"))
    for many in range(0, 40, 5):  # orders of every length
        folder = tmp_path / f"kbsecret-{many:016x}"
        folder.mkdir()
        names = [str(number) for number in range(many)]
        for name in names:
            (folder / name).touch()
        more = f"\n\nclass More(Writes):\n    files = {names}\n"
        (folder / "wild.py").write_text((BOTS / "wild.py").read_text() + more)
        contestant(f"{folder / 'wild.py'}:More", GAME)
    assert decided("attacker:Remembers").because == "nothing"


PROGRAM = """
import json, os, socket, sys
for line in sys.stdin:
    found = [name for name in os.environ if name == "KIEBITZ_RUNS"]
    found += [word for word in sys.argv[1:] if os.path.exists(word)]
    try:
        socket.create_connection(("127.0.0.1", int(sys.argv[2])), 1)
        found.append("network")
    except OSError:
        pass
    found += [one for one in os.listdir("/proc") if one.isdigit() and int(one) > 20]
    move = json.loads(line)["view"]["moves"][0]
    print(json.dumps({"type": "play", "move": move, "because": str(found)}), flush=True)
"""


@locked
def test_a_program_has_the_same_guard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_RUNS", "secret")
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "program.py").write_text(PROGRAM)
    private = tmp_path / "private"
    private.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as server:
        words = [sys.executable, str(folder / "program.py"), str(private), str(server.getsockname()[1])]
        spec = f"exec:{shlex.join(words)}"
        for trust in (False, True):
            made = contestant(spec, GAME, trust=trust)
            seated = Seated(made, STATE.turn, Stream(1))
            told: Any = seated.decide(STATE.view(STATE.turn, Stream(2))).decision.because
            seated.agent.close()  # type: ignore[attr-defined]
            if trust:
                assert all(word in told for word in ("KIEBITZ_RUNS", str(private), "network"))
            else:
                assert told == "[]"


ECHO = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"type": "play", "move": json.loads(line)["view"]["moves"][0]}), flush=True)
"""


@locked
def test_a_program_that_has_ended_takes_no_words_from_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its thread comes back to read when the number of its file may be another's."""
    read, next_is_there, waited = os.read, Event(), list[Thread]()

    class Gated(nursery.Cell):
        def __init__(self, order: Order, name: str) -> None:
            super().__init__(order, name)
            if waited:
                next_is_there.set()
                waited[0].join(0.3)  # it has begun to read first

    def late(file: int, size: int) -> bytes:
        if getattr(current_thread(), "_target", None) is process._read and not waited:
            answer = read(file, size)
            waited.append(current_thread())
            return answer
        if waited == [current_thread()]:
            next_is_there.wait(10)
        return read(file, size)

    (tmp_path / "program.py").write_text(ECHO)
    made = contestant(f"exec:{shlex.join([sys.executable, str(tmp_path / 'program.py')])}", GAME)
    monkeypatch.setattr(process, "Cell", Gated)
    monkeypatch.setattr(os, "read", late)
    for _ in range(2):
        seated = Seated(made, STATE.turn, Stream(1))
        seated.agent.seconds = 5  # type: ignore[attr-defined]
        assert seated.decide(STATE.view(STATE.turn, Stream(2))).decision.move in STATE.moves
        seated.agent.close()  # type: ignore[attr-defined]


def test_a_file_that_cannot_be_loaded_says_why(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    for text, why in (
        ("import nowhere_at_all", "broken.py cannot be loaded: ModuleNotFoundError: No module named"),
        ("import os; os._exit(4)", r"broken.py cannot be loaded: it took its process down \(exit code 4\)"),
        ("x = 1", "There is no agent in .* called"),
    ):
        file.write_text(text)
        os.utime(file, (time.time(), hash(text) % 10**6))
        with pytest.raises(KiebitzError, match=why):
            contestant(f"{file}:Bot", GAME)
    with pytest.raises(KiebitzError, match="There is no file"):
        contestant(f"{tmp_path / 'none.py'}:Bot", GAME)
    with pytest.raises(KiebitzError, match=r"no agent in .*: no subclass of kiebitz\.Agent"):
        contestant(str(file), GAME)


def test_a_file_with_several_bots_wants_the_name_of_one(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text("import kiebitz\nclass A(kiebitz.Agent): ...\nclass B(kiebitz.Agent): ...\n")
    with pytest.raises(KiebitzError, match=r"two\.py has several agents; name one of them: .*two\.py:A, "):
        contestant(str(file), GAME)
