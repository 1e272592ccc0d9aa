"""Ten thousand messages and requests of three seeds, with tokens that open and those that do not.

No answer is a fault of the server, nothing is written to the log with a traceback, no text names the server's
files, and when everybody has gone nothing is left of them.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import resource
import warnings
from pathlib import Path
from typing import Any

import pytest

from kiebitz.kernel.random import Stream
from kiebitz.table.panel import reviews, routes
from kiebitz.table.server import connection, visitors
from kiebitz.table.server.app import make_app
from kiebitz.table.tables import hall as hall_module
from kiebitz.table.tables.store import Store
from tests.table.asgi import Socket, request

SEEDS = ("one", "two", "three")
MESSAGES, REQUESTS = 2_400, 1_000  # for each seed
MOST_MORE = 100  # megabytes for the second half: all that is loaded once is there by then
BOT = Path(__file__).parents[1] / "bots" / "patient.py"
GAMES = {"durak": 2, "schnapsen": 2, "boerenbridge": 4, "skat": 3}
KINDS = (
    "hello", "play", "ping", "claim", "undo", "next", "pause", "step", "pace", "hint", "sheet", "log", "name",
    "phrase", "concede", "nonsense", "", "__class__",
)  # fmt: skip
JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 3, 1e308, 10**30, "", "pass", "AS", "\u202e|<b>", "x" * 500, [], {}, [[[]]],
    {"a": {"b": 1}},
)  # fmt: skip
RAW = ("{", "[]", "null", '{"type": NaN}', '{"type": "\\ud800"}', "[" * 3000, b"\xff\xfe", '{"type": 7}')
FORMULAS = ("K[P1] has(P2, AS)", "E E E E count(P2, hearts) >= 1", "C true", "((((", "~" * 390, "has(", "D p")
PATHS = (
    "matrix", "card/AS", "card/%00", "announcements/AS", "nested/AS", "mind", "open", "timeline", "scene",
    "position.svg", "record", "review", "whatifs", "nothing",
)  # fmt: skip
WHOLE = (
    "/", "/table.html", "/api/games", "/api/reach", "/languages", "/languages/de.json",
    "/languages/../x.json",
    "/faces/french/AS.svg", "/faces/german/ZZ.svg", "/games/skat/skat.js", "/games/skat/../stage.py", "/runs",
    "/runs/nothing", "/..%2f..%2fetc/passwd", "/api/tables", "/css/table.css", "/js/no.js",
    "/js/html.js", "/bundles/table.js", "/bundles/no.css", "/bundles/..%2ftable.js", "/worker.js", "/puzzles",
    "/my-games", "/api/my-games", "/api/my-games/export.csv", "/api/puzzles/progress", "/api/exercises",
    "/api/exercises/answer", "/api/puzzles/answer", "/icons/icon.svg",
)  # fmt: skip


class Fuzz:
    """Somebody who says whatever comes to mind; everything that was answered is kept."""

    def __init__(self, app: Any, seed: str, secrets: tuple[str, ...]) -> None:
        self.secrets = secrets
        self.app, self.rng = app, Stream.named("fuzz", seed)
        self.tables: list[dict[str, Any]] = []
        self.statuses: list[int] = []
        self.answers, self.leaks, self.half_way = 0, list[str](), 0

    def junk(self) -> Any:
        return self.rng.choice(JUNK)

    async def ask(self, method: str, path: str, query: str = "", body: Any = None, token: str = "") -> bytes:
        sent = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
        status, found = await request(self.app, method, path, query, sent, headers)
        self.statuses.append(status)
        self.read(found.decode("utf-8", "replace"))
        return found

    def read(self, text: str) -> None:
        """Look through a text that has left the server; it is not kept."""
        self.answers += 1
        self.leaks += [text[:300] for leak in self.secrets if leak in text]

    # -- requests -----------------------------------------------------------------------------------------

    async def make(self, **more: Any) -> None:
        name = self.rng.choice(list(GAMES))
        kinds = [
            {"kind": "person"},
            {"kind": "agent", "spec": "random"},
            {"kind": "agent", "spec": "patient.py:Patient"},
        ]
        seats: list[Any] = [dict(self.rng.choice(kinds[:2])) for _ in range(GAMES[name])]
        seats[0] = kinds[0] if self.rng.below(2) else seats[0]
        body = {"game": name, "seats": seats, "pace": 0, "limit": self.rng.choice([0, 0, 60]), **more}
        answer = json.loads(await self.ask("POST", "/api/tables", body=body))
        if "table" in answer:
            self.tables.append(answer)

    async def request(self) -> None:
        kind = self.rng.below(20)
        if kind == 0:
            await self.make(
                **{self.rng.choice(["game", "seats", "units", "pace", "limit", "options"]): self.junk()}
            )
        elif kind == 1:
            body = {"text": self.rng.choice(["", "game: durak", "x" * 3000]), "number": self.junk()}
            await self.ask("POST", "/api/records", body=body)
        elif kind < 5:
            await self.ask(self.rng.choice(["GET", "POST", "PUT"]), self.rng.choice(WHOLE), body=self.junk())
        else:
            await self.look(kind)

    async def look(self, kind: int) -> None:
        table = self.rng.choice(self.tables)
        token = self.token(table)
        at = f"/api/tables/{table['table']}/"
        if kind == 5:
            body = {"formula": self.rng.choice(FORMULAS), "open": self.junk(), "ply": self.junk()}
            await self.ask("POST", at + "formula", body=body, token=token)
        elif kind == 6:
            body = {"ply": self.junk(), "seats": self.rng.choice([self.junk(), [{"kind": "person"}] * 2])}
            await self.ask("POST", at + "branch", body=body, token=token)
        else:
            ply, seat = self.rng.choice([0, 1, -1, 99, "x", ""]), self.rng.below(4)
            query = f"ply={ply}&seat={seat}&other=1&style={self.junk()}"
            await self.ask("GET", at + self.rng.choice(PATHS), query, token=token)

    def token(self, table: dict[str, Any]) -> str:
        known = [each for each in (*table["tokens"], table["watch"]) if each]
        return str(self.rng.choice([*known, *known, "wrong", "é"]))

    # -- messages -----------------------------------------------------------------------------------------

    async def talk(self, count: int) -> None:
        """A connection that says this many things, and then goes, perhaps in the middle of it."""
        table = self.rng.choice(self.tables)
        socket = Socket(self.app, table["table"] if self.rng.below(20) else "nowhere")
        for number in range(count):
            if socket.closed:
                break
            socket.say(
                self.hello(table) if number == 0 and self.rng.below(10) else self.message(table, socket)
            )
            if self.rng.below(3):
                await asyncio.sleep(0)
        await socket.end()
        for text in socket.received:
            self.read(text)

    def hello(self, table: dict[str, Any]) -> dict[str, Any]:
        keys = {
            "host": self.rng.choice([table["host"], self.junk()]),
            "page": self.rng.choice([True, self.junk()]),
        }
        return {
            "type": "hello",
            "token": self.token(table),
            "player": self.rng.choice(["", "k" * 32]),
            **keys,
        }

    def message(self, table: dict[str, Any], socket: Socket) -> Any:
        kind = self.rng.below(12)
        if kind == 0:
            return self.rng.choice(RAW)
        turn = next((each for each in reversed(socket.received) if each.startswith('{"type":"turn"')), "")
        if kind < 6 and turn:
            asked = json.loads(turn)
            return {"type": "play", "move": self.rng.choice(asked["view"]["moves"]), "ply": asked["ply"]}
        names = ("move", "ply", "token", "again", "rotate", "paused", "seconds", "name", "phrase", "host")
        return {
            "type": self.rng.choice(KINDS),
            self.rng.choice(names): self.junk(),
            self.rng.choice(names): self.junk(),
        }


async def everything(app: Any, fuzz: Fuzz) -> None:
    hall = app.state.hall
    for _ in range(12):
        await fuzz.make()
    asked = 0
    while fuzz.answers <= MESSAGES or asked < REQUESTS:
        talks = [fuzz.talk(1 + fuzz.rng.below(40)) for _ in range(4)]
        requests = [fuzz.request() for _ in range(32)]
        asked += len(requests)
        await asyncio.gather(*talks, *requests)
        if fuzz.answers >= MESSAGES / 2:
            fuzz.half_way = fuzz.half_way or held()
    for _ in range(2_400):  # a hint may have to wait for kernels that are compiled
        if not hall._answers and not hall._driving:
            break
        await asyncio.sleep(0.05)
    assert not hall.listeners and not hall.attendance.clocks and not hall._answers
    assert len(hall.tables) <= hall_module.KEPT
    assert not any(room.company.here or room.company.pages for room in hall.tables.values())
    hall.close()


def attacked(seed: str, folder: Path) -> tuple[Fuzz, int]:
    """A server that has heard everything, and how many megabytes the second half of it took."""
    app = make_app(Store(folder / "tables.sqlite"), bots=[f"{BOT}:Patient"])
    fuzz = Fuzz(app, seed, secrets=(str(folder), str(BOT.parent), "Traceback", "sqlite3."))
    asyncio.run(everything(app, fuzz))
    return fuzz, held() - fuzz.half_way


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_is_said_harms_the_server(
    seed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connection, "RATE", 1e6)
    monkeypatch.setattr(connection, "BURST", 1e6)
    monkeypatch.setattr(visitors, "MAKING_BURST", 100.0)
    monkeypatch.setattr(routes, "ASKING", 0.05)
    monkeypatch.setattr(reviews, "SECONDS", 0.05)
    with warnings.catch_warnings(record=True) as warned, caplog.at_level(logging.INFO):
        warnings.simplefilter("always")
        fuzz, more = attacked(seed, tmp_path / "once")
        if more >= MOST_MORE:  # kernels that were compiled meanwhile stay; the second time they are there
            fuzz, more = attacked(seed, tmp_path / "again")
    assert len(fuzz.statuses) >= REQUESTS and fuzz.answers > MESSAGES
    assert set(fuzz.statuses) >= {200, 400, 403, 404, 422} and max(fuzz.statuses) < 500
    faults = [each for each in caplog.records if each.exc_info or each.levelno >= logging.ERROR]
    assert not [each.getMessage() for each in faults]
    assert not [str(each.message) for each in warned if "never awaited" in str(each.message)]
    assert not fuzz.leaks
    assert more < MOST_MORE, "what was said is not kept"


def held() -> int:
    """The memory that this process holds, in megabytes; what compiling took for a while is not counted."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() >> 20
