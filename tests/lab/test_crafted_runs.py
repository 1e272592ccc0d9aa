"""Folders of runs that somebody made to do harm: each is refused in a sentence, soon and without damage."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kiebitz.amounts import MOST, MOST_GAMES
from kiebitz.errors import BadNotation, BadOption, KiebitzError
from kiebitz.files import SMALL, read_text, replaced
from kiebitz.lab.experiments.page import find_experiment, read_experiment
from kiebitz.lab.matches import match
from kiebitz.lab.runs.bundles import Packed, places_of
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.lab.runs.outline import LEDGER
from kiebitz.lab.runs.packing import HEAD, LARGEST, Games, pack, unpack
from kiebitz.lab.runs.plan import checked, match_plan
from kiebitz.lab.runs.run import Run, only_player
from kiebitz.lab.runs.sentences import read_stored
from kiebitz.lab.runs.verify import verify
from kiebitz.lab.sealing.seal import ClaimPage, Seal
from kiebitz.lab.statistics.intervals import quantile

GAME = Games(np.zeros((1, 2), int), np.ones(1, int), np.full(1, -1), np.zeros((1, 2), int))
ENDLESS = """
CREATE VIEW blocks AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
SELECT 0 AS plan, i AS first, 0 AS lineup, 1 AS count, 0 AS failed, x'00' AS data, i AS rowid FROM n
"""
FIRST_KIND = """
DROP TABLE blocks; CREATE TABLE units (plan INTEGER, deal, lineup, points BLOB, plies INTEGER,
loser INTEGER, measures BLOB, reason TEXT, PRIMARY KEY (plan, deal, lineup)) WITHOUT ROWID;
"""
ROW = "INSERT INTO units VALUES (0, {deal}, {lineup}, {points}, 9, {loser}, zeroblob(8), NULL)"
POINTS = "x'0100000002000000'"

Change = Callable[[sqlite3.Connection], object]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "run"
    match("durak", "greedy", "random", deals=1, seed=1, out=folder, progress=False)
    return folder


def copied(whole: Path, tmp_path: Path, change: Change) -> Path:
    folder = tmp_path / "run"
    shutil.copytree(whole, folder)
    with closing(sqlite3.connect(folder / LEDGER)) as file, file:
        change(file)
    return folder


def read_all(folder: Path) -> None:
    """All that is read of a run for tables, reports, exports and proofs."""
    run = Run(folder)
    run.complete_deals()
    run.results()
    list(run.games())
    list(run.columns())
    verify(run)


def script(text: str) -> Change:
    return lambda file: file.executescript(text)


def data(content: bytes, **columns: int) -> Change:
    """Blocks with this content."""
    given = ", ".join(f"{name} = {value}" for name, value in columns.items())
    return lambda file: file.execute(f"UPDATE blocks SET data = ?{given and ', ' + given}", (content,))


def first_kind(**given: object) -> Change:
    """A ledger with a row for each game, one of them sound."""
    rows = {"deal": 0, "lineup": 0, "points": POINTS, "loser": -1}, {"lineup": 1, **given}
    statements = (ROW.format(**{**rows[0], **row}) for row in rows)
    return script(FIRST_KIND + ";".join(statements))


def squeezed(size: int) -> bytes:
    return HEAD.pack(b"bbbb", 2, 1) + zlib.compress(bytes(size), 9)


CRAFTED: dict[str, tuple[Change, str]] = {
    "endless rows": (script(f"DROP TABLE blocks; {ENDLESS};"), "is no table of games"),
    "computed column": (
        script("ALTER TABLE blocks ADD COLUMN more BLOB GENERATED ALWAYS AS (zeroblob(900000000))"),
        "is no table of games",
    ),
    "trigger": (
        script("CREATE TRIGGER t AFTER INSERT ON blocks BEGIN DELETE FROM manifest; END"),
        "is no table of games",
    ),
    "first deal below none": (script("UPDATE blocks SET first = -5"), "numbers that none can have"),
    "text for a number": (
        script("UPDATE blocks SET lineup = 'x' WHERE lineup = 0"),
        "numbers that none can have",
    ),
    "more games than fit": (script(f"UPDATE blocks SET count = {10**12}"), "numbers that none can have"),
    "line-up of no match": (script("UPDATE blocks SET lineup = lineup + 7"), "is not of its plan"),
    "giant block": (data(squeezed(200_000_000), count=LARGEST), "larger than games can be"),
    "cut off": (data(squeezed(500)[:-6]), "cut off"),
    "numbers of no kind": (data(b"OOOO\2\0" + bytes(400)), "none that was ever written"),
    "no seats": (data(HEAD.pack(b"bbbb", 0, 0) + bytes(400)), "none that was ever written"),
    "one seat for all": (
        data(pack(GAME._replace(points=GAME.points[:, :1]))),
        "is not of its plan",
    ),
    "a loser who does not play": (
        data(pack(GAME._replace(losers=np.full(1, 7)))),
        "somebody failed who does not play",
    ),
    "row for a line-up of no match": (first_kind(lineup=4), "do not fit its manifest"),
    "row for a text": (first_kind(lineup="'x'"), "do not fit its manifest"),
    "row of few bytes": (first_kind(points="x'01'"), "do not fit its manifest"),
    "row with a foreign loser": (first_kind(loser=5), "do not fit its manifest"),
    "reason for a line-up of no match": (
        script("INSERT INTO reasons VALUES (0, 0, 99, 'why')"),
        "do not fit its manifest",
    ),
    "bots that are numbers": (
        script("INSERT INTO sources VALUES (1, 2, 3, 4)"),
        "the files of bots in it are damaged",
    ),
    "a bot's name with a zero byte": (
        script("INSERT INTO sources VALUES ('a' || char(0), 'b', x'00', 0)"),
        "the files of bots in it are damaged",
    ),
    "deals that fill the memory": (
        lambda file: in_plan(file, deals=MOST, lineups=[[0, 1], [1, 0]] * (MOST_GAMES // MOST)),
        "there cannot be",
    ),
}


def in_plan(file: sqlite3.Connection, **values: object) -> None:
    (text,) = file.execute("SELECT value FROM manifest WHERE key = 'plans'").fetchone()
    plans = json.loads(text)
    plans[0].update(values)
    file.execute("UPDATE manifest SET value = ? WHERE key = 'plans'", (json.dumps(plans),))


@pytest.mark.parametrize("name", CRAFTED)
def test_a_crafted_ledger_is_refused_in_a_sentence(whole: Path, tmp_path: Path, name: str) -> None:
    change, told = CRAFTED[name]
    folder = copied(whole, tmp_path, change)
    with pytest.raises(KiebitzError, match=told):
        read_all(folder)


@pytest.mark.parametrize("reason", ["x'00'", "7", "'[' || replace(hex(zeroblob(5000)), '00', '[')"])
def test_reasons_of_any_kind_do_no_harm(whole: Path, tmp_path: Path, reason: str) -> None:
    """Games that nobody lost by failing keep their result, whatever reasons are stored for them."""
    statement = f"INSERT INTO reasons VALUES (0, 0, 0, {reason}), (0, 'x', 'y', {reason})"
    folder = copied(whole, tmp_path, script(f"{statement};"))
    assert [line.reason for line in Run(folder).games()].count(None) >= 1
    assert not Run(folder).result().failed


def test_a_stored_sentence_may_be_anything() -> None:
    assert read_stored(b"[") is None  # type: ignore[arg-type]
    assert str(read_stored("[" * 5000)) == "[" * 5000


def test_nothing_is_written_through_links(whole: Path, tmp_path: Path) -> None:
    folder, victim = copied(whole, tmp_path, lambda file: None), tmp_path / "victim"
    victim.write_text("precious")
    (folder / ".lock").unlink(missing_ok=True)
    (folder / ".lock").symlink_to(victim)
    with pytest.raises((KiebitzError, OSError)), only_player(folder):
        pass
    (folder / LEDGER).rename(tmp_path / "elsewhere.sqlite")
    (folder / LEDGER).symlink_to(tmp_path / "elsewhere.sqlite")
    with pytest.raises(KiebitzError, match="it is a link to another file"):
        Ledger(folder / LEDGER)
    (tmp_path / "report.part.html").symlink_to(victim)
    with replaced(tmp_path / "report.html") as aside:
        aside.write_text("new")
    assert (tmp_path / "report.html").read_text() == "new"
    assert victim.read_text() == "precious"


def test_a_bot_of_nobody_here_is_unpacked() -> None:
    packed = Packed("~nobody-of-this-name/bot.py", "bot.py", b"1")
    assert Path(places_of((packed,))[packed.named]).read_bytes() == b"1"


def test_a_block_is_unpacked_if_its_numbers_are_of_some_kind() -> None:
    assert unpack(pack(GAME), 1).points.tolist() == [[0, 0]]
    with pytest.raises(ValueError, match="none that was ever written"):
        unpack(pack(GAME), LARGEST + 1)


def test_no_plan_has_more_games_than_memory_holds() -> None:
    with pytest.raises(BadOption, match="games"):
        checked(replace(plan := match_plan("durak", ["greedy", "random"], MOST, 1), lineups=plan.lineups * 9))


@pytest.mark.parametrize(
    "text", ["deals = " + "9" * 5000, "x = " + "[" * 5000, 'game = "durak"\ndeals = "' + "y" * 5000 + '"']
)
def test_a_page_with_giant_values_is_refused_in_a_short_sentence(text: str) -> None:
    for read in (lambda: read_experiment(text, "p"), lambda: ClaimPage.read(text, "p")):
        with pytest.raises(BadNotation) as refusal:
            read()
        assert len(str(refusal.value)) < 400


def test_a_file_that_never_ends_is_not_read(tmp_path: Path) -> None:
    device = tmp_path / "page.toml"
    device.symlink_to("/dev/zero")
    for read in (lambda: find_experiment(str(device)), lambda: Seal.read(device), lambda: read_text(device)):
        with pytest.raises(KiebitzError):
            read()
    long = tmp_path / "long.toml"
    long.write_text("#" * (SMALL + 1))
    with pytest.raises(KiebitzError, match="is larger than 1 MB"):
        find_experiment(str(long))


def test_a_confidence_that_rounds_to_one_is_refused() -> None:
    with pytest.raises(BadOption, match="between 0 and 1"):
        quantile(1 - 2**-53)
