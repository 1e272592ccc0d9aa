"""What a message may name: registered agents; nothing that opens files, runs programs or thinks for hours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from kiebitz.agents.registry import contestant
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.games.skat.agents.bidding.tables import load_tables
from kiebitz.games.skat.agents.cards.instinct import load_weights
from kiebitz.rules.registry import game
from kiebitz.table.server.permits import check_agent
from kiebitz.table.tables.store import Store
from tests.table.client import client_of
from tests.table.test_protocol import new_table


@pytest.fixture
def client() -> Iterator[TestClient]:
    with client_of(Store()) as made:
        yield made


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A file that leaves a trace when it is run."""
    file = tmp_path / "trap.py"
    file.write_text(f"import pathlib\npathlib.Path({str(tmp_path / 'sprung')!r}).touch()\n")
    return file


FORMS = (
    "{file}",
    "flat:playout={file}",
    "flat:simulation={file}",
    "mcts:limit=5,playout={file}",
    "mcts:playout=flat:playout={file}",
    "flat:playout=flat:playouts=2,playout={file}",
    "flat:playout=exec:touch {folder}/sprung",
    "exec:touch {folder}/sprung",
    "flat:{file}=1",
    "flat:playout=http://127.0.0.1/x.py",
    "skat-ai:tables={file}",
    "pimc:worlds=2,tables=/etc/hostname",
    "instinct:weights={file}",
)


@pytest.mark.parametrize("form", FORMS)
def test_no_message_runs_or_opens_a_file(client: TestClient, trap: Path, form: str) -> None:
    spec = form.format(file=trap, folder=trap.parent)
    table = new_table(client, "skat", persons=0, pace=10)
    base, key = f"/api/tables/{table['table']}", {"Authorization": "Bearer " + table["watch"]}
    asked = client.get(f"{base}/mind", params={"ply": 0, "agent": spec}, headers=key)
    seats = [{"kind": "agent", "spec": spec}] * 3
    seated = client.post("/api/tables", json={"game": "skat", "seats": seats})
    branched = client.post(f"{base}/branch", json={"ply": 0, "seats": seats}, headers=key)
    for answer in (asked, seated, branched):
        assert answer.status_code == 400 and answer.json()["error"].endswith(".")
    assert not (trap.parent / "sprung").exists()


def test_playouts_of_a_file_are_refused_unread(trap: Path) -> None:
    with pytest.raises(BadOption, match="it is from a file or program"):
        contestant(f"flat:playout={trap}", game("skat"))
    assert not (trap.parent / "sprung").exists()


@pytest.mark.parametrize("content", [b"", b"no tables", b"PK\x03\x04 nor these"])
def test_a_file_without_tables_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "some.npz"
    file.write_bytes(content)
    for path in (file, tmp_path):
        with pytest.raises(KiebitzError, match="holds no winning tables"):
            load_tables(path)
        with pytest.raises(KiebitzError, match="holds no weights of instinct"):
            load_weights(path)


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("durak", "mcts:limit=1000000,samples=1000000"),
        ("durak", "mcts:limit=2000,samples=2000"),
        ("durak", "minimax:depth=24"),
        ("schnapsen", "rdeep:samples=5000"),
        ("skat", "flat:playouts=1000,playout=mcts:limit=5000"),
        ("durak", "mcts:limit=" + "0" * 400 + "1"),
        ("durak", "improve:base=(mcts:limit=2000,samples=100),worlds=128"),
        ("durak", "improve:base=(improve:base=(flat:playouts=1000),worlds=512),worlds=128"),
    ],
)
def test_nobody_is_made_to_think_for_hours(name: str, spec: str) -> None:
    with pytest.raises(BadOption, match="too long"):
        check_agent(spec, game(name))


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("durak", "mcts:limit=200,samples=10"),
        ("durak", "minimax:depth=5"),
        ("schnapsen", "rdeep:depth=8,samples=4"),
        ("skat", "flat:playouts=1000,playout=xskat-like"),
        ("skat", "skat-ai:tables=own,worlds=800"),
        ("durak", "improve:base=(mcts:limit=30,samples=10),worlds=128"),
        ("skat", "improve:base=instinct,worlds=64,only=play"),
        ("durak", "improve:base=(improve:base=(flat:playouts=5),worlds=8),worlds=16,playout=smart"),
    ],
)
def test_reasonable_wishes_are_granted(name: str, spec: str) -> None:
    check_agent(spec, game(name))


def test_agents_are_not_named_within_each_other_without_end() -> None:
    spec = "smart"
    for _ in range(3):
        spec = f"improve:base=({spec})"
    with pytest.raises(BadOption, match="base=smart cannot be set from here"):
        check_agent(spec, game("durak"))


@pytest.mark.parametrize("base", ["mcts:limit=30,samples=10", "improve:base=smart,worlds=4"])
def test_an_agent_in_brackets_sits_down_and_thinks_at_a_table(base: str) -> None:
    spec = f"improve:base=({base}),worlds=16,only=attack+defend"
    with client_of(Store()) as client:
        seats = [{"kind": "person"}, {"kind": "agent", "spec": spec}]
        assert client.post("/api/tables", json={"game": "durak", "seats": seats}).status_code == 200
        seats[1]["spec"] = spec.replace("attack", "attic")
        refused = client.post("/api/tables", json={"game": "durak", "seats": seats})
        assert refused.status_code == 400 and "attic" in refused.json()["error"]


def test_what_the_server_was_started_with_may_do_more() -> None:
    strong = "mcts:limit=1000000"
    with client_of(Store(), bots=[strong]) as client:
        offered = client.get("/api/games").json()
        assert all(each["bots"] == [{"spec": strong, "options": {}}] for each in offered)
        seats = [{"kind": "person"}, {"kind": "agent", "spec": strong}]
        assert client.post("/api/tables", json={"game": "durak", "seats": seats}).status_code == 200
