"""Connections whose requests never arrive whole end, and a flood of them leaves pages reachable."""

from __future__ import annotations

import http.client
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from time import monotonic

import pytest
from fastapi.testclient import TestClient

from kiebitz.table.server import arrivals
from kiebitz.table.server.service import listen, make_server
from kiebitz.table.tables.replays import LONGEST
from kiebitz.table.tables.store import Store
from tests.table.client import client_of

HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "
BODY = b"POST /api/records HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{"


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a server that has five connections of an address wait."""
    monkeypatch.setattr(arrivals, "EACH", 5)
    listener = listen("127.0.0.1", 0)
    server = make_server(Store(tmp_path / "tables.sqlite"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield int(listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()


def connect(port: int, sent: bytes = b"") -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), 30)
    made.sendall(sent)
    return made


def has_ended(connection: socket.socket) -> bool:
    """Whether a connection ends, without an answer, while it is looked at."""
    with suppress(ConnectionResetError):
        return connection.recv(1) == b""
    return True


def ask(port: int, path: str = "/") -> int:
    """The status of the answer to an honest request."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", path)
        return connection.getresponse().status


@pytest.mark.parametrize("sent", [b"", b"G", HEAD, BODY, HEAD[:20] + b"\r\nHost: 127.0.0.1\r\n\r\nGET / "])
def test_a_request_that_does_not_arrive_whole_ends_with_its_connection(
    port: int, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    with monkeypatch.context() as hasty:
        hasty.setattr(arrivals, "PATIENCE", 0.5)
        connection = connect(port, sent)
        while connection.recv(100_000):  # the answer to what came whole
            pass
    assert ask(port) == 200


def test_bytes_that_come_one_by_one_win_no_time(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrivals, "PATIENCE", 0.5)
    connection, began = connect(port, HEAD), monotonic()
    connection.settimeout(0.1)
    with suppress(ConnectionError):
        while monotonic() - began < 30:
            connection.sendall(b"x")
            with suppress(TimeoutError):
                if not connection.recv(1):
                    break
    assert monotonic() - began < 30


def test_the_oldest_of_an_address_makes_room(port: int) -> None:
    waiting = [connect(port, HEAD) for _ in range(8)]
    assert all(has_ended(each) for each in waiting[:3])
    assert ask(port) == 200, "it takes the place of one more"
    for each in waiting[5:]:
        each.sendall(b"\r\n\r\n")
        assert each.recv(100_000).startswith(b"HTTP/1.1 200")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of open files to set")
@pytest.mark.parametrize(("files", "flood"), [(256, 400), pytest.param(1024, 1300, marks=pytest.mark.slow)])
def test_a_flood_leaves_the_page_reachable_and_the_log_quiet(tmp_path: Path, files: int, flood: int) -> None:
    """So many connections come at once to a process that may open so many files."""
    import resource  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 2 * flood:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(2 * flood, hard), hard))
    program = "import sys; from kiebitz.cli import main; sys.argv = ['kiebitz', *sys.argv[1:]]; main()"
    table = ["table", "--no-open", "--port", "0", "--store", str(tmp_path / "tables.sqlite")]
    shell = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh"]
    command, log = [*shell, sys.executable, "-u", "-c", program, *table], tmp_path / "log"
    with log.open("w") as errors, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors) as server:
        try:
            assert server.stdout
            found = re.search(rb"127\.0\.0\.1:(\d+)", server.stdout.readline())
            assert found, log.read_text()
            port = int(found[1])
            with ExitStack() as opened:
                for number in range(flood):
                    opened.enter_context(connect(port, HEAD if number % 2 else BODY))
                assert [ask(port) for _ in range(3)] == [200] * 3
        finally:
            server.terminate()
    assert "Traceback" not in log.read_text() and log.stat().st_size < 1000


# -- addresses and bodies ----------------------------------------------------------------------------------


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(Store(tmp_path / "tables.sqlite")) as made:
        yield made


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/nothing/at/all.html",
        "/faces/french/XX.svg",
        "/runs/none",
        "/" + "a" * 9000,
        "/a" * 4500,
        "/bundles/" + "a" * 9000 + ".js",
        "/v/0/bundles/" + "a" * 9000 + ".js",
    ],
)
def test_an_unknown_address_is_a_page_in_the_readers_language(client: TestClient, path: str) -> None:
    answer = client.get(path, headers={"Accept-Language": "de"})
    assert answer.status_code == 404 and answer.headers["Content-Type"].startswith("text/html")
    assert '<html lang="de"' in answer.text and 'href="/"' in answer.text and "detail" not in answer.text
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


def test_programs_get_data_and_a_page_has_its_methods(client: TestClient) -> None:
    unknown = client.get("/api/nothing")
    assert unknown.status_code == 404 and unknown.json()["error"] == "There is no page at this address."
    wrong = client.post("/api/games")
    assert (
        wrong.status_code == 405
        and wrong.headers["Allow"] == "GET"
        and "another way" in wrong.json()["error"]
    )
    assert client.post("/my-games").headers["Content-Type"].startswith("text/html")


def test_what_is_too_large_is_413_however_it_is_told(client: TestClient) -> None:
    records = client.post("/api/records", json={"text": "x" * (LONGEST + 1)})
    assert records.status_code == 413 and "2,000,000 letters" in records.json()["error"]
    declared = client.post("/api/tables", content=b"{}", headers={"Content-Length": str(10**9)})
    assert declared.status_code == 413
    chunks = client.post("/api/tables", content=(b" " * 10_000 for _ in range(100)))
    assert chunks.status_code == 413
