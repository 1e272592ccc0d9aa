"""Files that a user names are read up to a limit, and only if they are files; streams may be closed."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from kiebitz.cli import main
from kiebitz.cli.table import open_table
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.files import LONG, SMALL, read_bytes, read_lines, read_text
from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.runs.outline import LEDGER
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.runs.run import Run
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from tests.cli.test_terminal import CASES
from tests.lab.command import PROGRAM

posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="files of Unix")
Ask = Callable[..., tuple[object, str, str]]
READERS = {
    "replay": "replay {}",
    "review": "review {}",
    "know": "know {}",
    "exercises": "exercises durak --records {}",
    "grade": "exercises --grade {}",
    "solve": "solve skat --file {}",
    "skat replay": "skat replay {}",
    "series": "skat series {}",
    "openings": "reproduce skat-kbps --deals 2 --records {}",
    "run": "run {}",
    "seal": "seal {}",
    "unseal": "unseal {}",
    "weights": "match durak smart greedy --deals 6 --reduce {}",
}
"""Commands that read files of the user's."""


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Give a command; the exit code, and what it says on standard output and error."""
    monkeypatch.chdir(tmp_path)

    def run(*words: object) -> tuple[object, str, str]:
        monkeypatch.setattr("sys.argv", ["kiebitz", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        told = capsys.readouterr()
        return end.value.code, told.out, told.err

    return run


@posix
@pytest.mark.parametrize("reader", READERS)
def test_a_command_reads_files_only(reader: str, tmp_path: Path, ask: Ask) -> None:
    """A device may never end, and a pipe may wait for ever for somebody who writes into it."""
    (tmp_path / "device.toml").symlink_to("/dev/null")  # as good as one that never ends, should it be read
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.toml").mkdir()
    why = {"device": "it is not a file", "pipe": "it is a pipe; /dev/stdin and", "folder": "it is a folder"}
    for name, said in why.items():
        code, _, told = ask(*READERS[reader].format(f"{name}.toml").split())
        assert (code, f" cannot be read: {said}" in told) == (2, True), told


@pytest.mark.parametrize(("reader", "most"), [("replay", LONG), ("solve", LONG), ("run", SMALL)])
def test_a_file_has_a_limit_that_the_sentence_says(reader: str, most: int, tmp_path: Path, ask: Ask) -> None:
    (tmp_path / "long.toml").touch()
    os.truncate(tmp_path / "long.toml", most + 1)
    code, _, told = ask(*READERS[reader].format("long.toml").split())
    limit = f"long.toml cannot be read: it is larger than {most // 1_000_000} MB.\n"
    assert (code, told) == (2, limit)


def test_a_file_of_just_the_limit_is_read(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"a\r\n" * 5)
    assert read_bytes(file, 15) == b"a\r\n" * 5
    assert read_text(file, 15) == "a\n" * 5
    assert list(read_lines(file, 3)) == ["a\r\n"] * 5
    for read in (lambda: read_bytes(file, 14), lambda: list(read_lines(file, 2))):
        with pytest.raises(KiebitzError, match=r"it is larger than|it has a line of more than"):
            read()


@posix
def test_a_pipe_that_the_shell_hands_over_is_read(tmp_path: Path, ask: Ask) -> None:
    """As ``<(...)`` is, and standard input; up to the same limit."""
    record = Record.of(game("durak").deal(seed=1)).text
    ours, theirs = os.pipe()
    os.write(theirs, record.encode())
    os.close(theirs)
    assert ask("replay", "--check", f"/dev/fd/{ours}")[:2] == (
        0,
        "1 of 1 records replay with the right result.\n",
    )
    os.close(ours)
    typed = f'printf "%s" "$1" | "{PROGRAM}" replay --check /dev/stdin'
    done = subprocess.run(["sh", "-c", typed, "sh", record], capture_output=True, text=True)
    assert done.stdout == "1 of 1 records replay with the right result.\n", done.stderr


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The ledger of a match, some pages long."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    Run.create("match", (match_plan("durak", ["smart", "greedy"], 3000, 1),), folder).play(Threads())
    return (folder / LEDGER).read_bytes()


PAGE = 4096  # bytes of a page of SQLite
QUESTIONS = ("show run", "show run --lines", "verify run --sample 3", "export run --csv games.csv",
             "report run --out page.html")  # fmt: skip


def test_a_ledger_with_a_page_of_zeros_is_told_of_in_a_sentence(
    ledger: bytes, tmp_path: Path, ask: Ask
) -> None:
    """Of every page; where nothing that is asked for was on it, the answer is that of the whole ledger."""
    damaged = dict.fromkeys(QUESTIONS, 0)
    for page in range(len(ledger) // PAGE):
        whole = bytearray(ledger)
        whole[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)
        for question in QUESTIONS:
            shutil.rmtree(tmp_path / "run", ignore_errors=True)
            (tmp_path / "run").mkdir()
            (tmp_path / "run" / LEDGER).write_bytes(whole)
            code, _, told = ask(*question.split())
            assert code in (0, 2), (page, question, told)
            if code:
                assert told.startswith(f"run/{LEDGER} cannot be used as a ledger: "), told
                damaged[question] += 1
    assert all(damaged.values()), damaged


@pytest.mark.parametrize("words", ["show ''", "verify ''", "export '' --csv x.csv", "report ''"])
def test_a_run_needs_a_name(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ask: Ask) -> None:
    """Nothing is not the beginning of the only run's name."""
    monkeypatch.setenv("KIEBITZ_RUNS", str(tmp_path / "runs"))
    plan = match_plan("durak", ["greedy", "random"], 2, 1)
    Run.create("match", (plan,), tmp_path / "runs" / "only").play(Threads())
    code, _, told = ask(*shlex.split(words))
    assert (code, told) == (2, "The name of a run is needed; 'kiebitz runs' lists the stored ones.\n")


@pytest.mark.parametrize("verb", ["seal", "unseal", "replay"])
def test_a_file_to_read_needs_a_name(verb: str, ask: Ask) -> None:
    needed = "The name of a file is needed: '.' and nothing mean the current folder.\n"
    assert ask(verb, "") == (2, "", needed)


def test_brackets_without_end_are_told_of(tmp_path: Path, ask: Ask) -> None:
    (tmp_path / "deep.txt").write_text("[" * 200_000)
    assert ask("solve", "skat", "--file", "deep.txt") == (2, "", "Line 1 is nested too deeply.\n")


@pytest.mark.parametrize("result", ["result: 1 -1\n", ""])
def test_a_series_is_of_skat(result: str, tmp_path: Path, ask: Ask) -> None:
    (tmp_path / "records.txt").write_text(Record.of(game("durak").deal(seed=1)).text + result)
    code, _, told = ask("skat", "series", "records.txt")
    assert (code, told) == (2, "A series is of Skat; record 1 is of durak.\n")


@pytest.mark.parametrize(
    ("deal", "result", "why"),
    [
        ("nonsense", "", "record 1 cannot be replayed: "),
        ("", "result: 1 -1\n", "record 1 has points of 2 players, not of three."),
    ],
)
def test_a_record_of_no_series_is_told_of(deal: str, result: str, why: str, tmp_path: Path, ask: Ask) -> None:
    text = Record.of(game("skat").deal(seed=1)).text
    lines = [f"deal: {deal}" if deal and line.startswith("deal:") else line for line in text.splitlines()]
    (tmp_path / "records.txt").write_text("\n".join(lines) + "\n" + result)
    code, _, told = ask("skat", "series", "records.txt")
    assert (code, told.startswith(why)) == (2, True), told


CARD = "\N{PLAYING CARD ACE OF SPADES}"
HOSTS = {"card": CARD, "cards": CARD * 80, "zero": "a\0b", "dots": "a..b"}


@pytest.mark.parametrize("host", HOSTS.values(), ids=HOSTS)
def test_a_host_that_no_machine_can_have_is_told_of(host: str, tmp_path: Path, ask: Ask) -> None:
    code, _, told = ask("table", "--no-open", "--port", 0, "--store", tmp_path / "tables", "--host", host)
    assert (code, told.startswith("Port 0 of ")) == (2, True), told


def test_nor_a_host_that_is_no_text(tmp_path: Path) -> None:
    """An emoji arrives so where the locale knows no letters beyond ASCII."""
    with pytest.raises(BadOption, match="encoding of hostname failed"):
        open_table("\udcf0\udc9f", 0, False, tmp_path / "tables", [])


CLOSED = {"input": "<&-", "output": ">&-", "error": "2>&-", "all": "<&- >&- 2>&-"}
SHORT = {
    "games": "games",
    "play": "play durak random --seed 1",
    "match": "match durak smart greedy --deals 8 --seed 1",
    "unknown": "no-such-command",
}


def closed(words: str, stream: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command whose standard input, output or error is closed: a process of its own is the subject."""
    command = f'exec "$0" "$@" {CLOSED[stream]}'
    environment = {**os.environ, "KIEBITZ_RUNS": str(folder / "runs")}
    return subprocess.run(
        ["sh", "-c", command, PROGRAM, *shlex.split(words)],
        cwd=folder, env=environment, input="q\n", capture_output=True, text=True, timeout=240,
    )  # fmt: skip


@posix
@pytest.mark.parametrize("stream", CLOSED)
@pytest.mark.parametrize("name", SHORT)
def test_a_closed_stream_is_no_fault(name: str, stream: str, tmp_path: Path) -> None:
    done = closed(SHORT[name], stream, tmp_path)
    wanted = 2 if name == "unknown" or stream in ("output", "all") else 0
    assert done.returncode == wanted, done.stderr
    if stream == "output":
        assert done.stderr == "Standard output is closed; to write nothing, write to /dev/null.\n"
    if name == "match" and wanted == 0:
        assert "On average: " in done.stdout
        run = next((tmp_path / "runs").iterdir())
        assert Run(run).done == 16, "no sentence was written into the ledger"


@posix
@pytest.mark.slow
@pytest.mark.parametrize("stream", CLOSED)
@pytest.mark.parametrize("name", sorted(name for name, case in CASES.items() if case.ends))
def test_a_closed_stream_is_no_fault_in_any_command(name: str, stream: str, tmp_path: Path) -> None:
    """Whether they find the files that they read or not."""
    (tmp_path / "records.txt").write_text(Record.of(game("durak").deal(seed=1)).text)
    done = closed(CASES[name].words, stream, tmp_path)
    assert done.returncode in (0, 1, 2), done.stderr
    assert "Traceback" not in done.stderr
