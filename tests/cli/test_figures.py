"""The measured tables of the pages are those of the files in docs/figures."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from kiebitz.kernel.random import STREAMS
from tests.paths import DOCS, ROOT
from tests.scripts import defined

SCRIPT = defined(DOCS / "make_figures.py")
TABLES = defined(DOCS / "figure_tables.py")
FILES: dict[str, Any] = {name: SCRIPT["read_file"](name) for name in SCRIPT["names"]()}
PAGES = {page.name: page.read_text(encoding="utf-8") for page in sorted(DOCS.glob("*.md"))}
MARKS = [(page, mark[2]) for page, text in PAGES.items() for mark in TABLES["MARKED"].finditer(text)]
"""The pages with the names of their tables."""
files = pytest.mark.parametrize("name", FILES)


def pages_of(name: str) -> list[str]:
    return [PAGES[page] for page, table in MARKS if table in FILES[name]["tables"]]


@pytest.mark.parametrize("page", PAGES)
def test_pages_have_the_tables_of_the_files(page: str) -> None:
    tables = {table: text for file in FILES.values() for table, text in TABLES["rendered"](file)}
    assert TABLES["written"](PAGES[page], tables) == PAGES[page], "make figures writes them anew"


def test_every_table_stands_in_one_place() -> None:
    assert sorted(table for _, table in MARKS) == sorted(
        table for file in FILES.values() for table in file["tables"]
    )
    opened = sum(text.count("<!-- figures:") for text in PAGES.values())
    assert opened == len(MARKS) == sum(text.count("<!-- end -->") for text in PAGES.values())


NO_FILE = "a measured table stands between marks, and of others a comment says what they are"


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted(DOCS.glob("*.md"))], ids=lambda page: page.name)
def test_every_table_of_numbers_has_a_file_or_says_why_not(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert list(TABLES["without_file"](text)) == [], NO_FILE
    for table in TABLES["TABLE"].finditer(text):
        assert all((ROOT / path).exists() for path in re.findall(r"tests/[\w/]+\.py", table["why"] or ""))


def test_a_table_without_a_file_is_found() -> None:
    table = "| agent | won, % |\n|---|---|\n| `one` | 51.2 ± 0.4 |\n| `two` | 48.8 ± 0.4 |\n"
    planted = f"Text.\n\n{table}\nMore text.\n"
    found = ["| agent | won, % |"]
    assert list(TABLES["without_file"](planted)) == found
    assert list(TABLES["without_file"](planted.replace("\n|", "\n  |"))) == found  # in a list
    assert list(TABLES["without_file"](f"<!-- figures: other -->\nNothing.\n<!-- end -->\n{table}")) == found
    assert list(TABLES["without_file"](f"<!-- figures: table -->\n{table}<!-- end -->\n")) == []
    assert list(TABLES["without_file"](f"<!-- no figures: numbers of rules -->\n{table}")) == []
    assert list(TABLES["without_file"](f"<!-- no figures:  -->\n{table}")) == found
    printed = "Text.\n\n    agent   won  points\n    one     51.2%   +0.4\n    two     48.8%   -0.4\n"
    assert list(TABLES["without_file"](printed)) == ["agent   won  points"]
    words = "| option | meaning |\n|---|---|\n| `--deals` | how many |\n| 4403 | not allowed |\n"
    assert list(TABLES["without_file"](words)) == []


@files
def test_every_place_has_its_cell_and_every_cell_its_place(name: str) -> None:
    file = FILES[name]
    assert TABLES["used"](file["tables"], file["cells"]) == set(file["cells"])
    assert file["cells"]


@files
def test_commands_exist_have_a_seed_and_stand_on_the_page(name: str) -> None:
    for command in FILES[name].get("files", {}).values():
        assert SCRIPT["read_command"](command)[1]["seed"] is not None
    assert FILES[name]["commands"] or FILES[name]["by_hand"]
    for command in FILES[name]["commands"].values():
        asked, chosen = SCRIPT["read_command"](command)
        assert asked in ("reproduce", "script") or chosen["seed"] is not None  # a document says its seed
        for text in pages_of(name):
            assert command in " ".join(text.replace("\\\n", "").split())


@files
def test_files_say_what_they_were_made_with(name: str) -> None:
    file = FILES[name]
    assert file["takes"] in ("minutes", "hours")
    assert re.fullmatch(r"\d+\.\d+\.\d+", file["made"]["version"])
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", file["made"]["date"])
    if file["made"]["streams"] == STREAMS and "by_hand" not in file:
        commands = file["commands"] | file.get("files", {})
        assert set(file["made"]["seeds"]) == set(commands)
        for command in commands.values():
            agents = {agent for plan in SCRIPT["plans"](command) for agent in plan.agents}
            assert agents <= set(file["made"]["agents"])
        for agents in file["made"].get("players", {}).values():
            assert set(agents) <= set(file["made"]["agents"])


@files
def test_tables_of_other_streams_are_marked(name: str) -> None:
    made = FILES[name]["made"]
    note = f"with version {made['version']}, streams {made['streams']}; today's are streams {STREAMS}"
    for text in pages_of(name):
        assert made["streams"] == STREAMS or note in text


def test_a_changed_scheme_would_be_noticed() -> None:
    made = {"version": "0.1.0", "streams": STREAMS, "date": "2026-11-17"}
    assert "today's" not in TABLES["stamp"](made)
    assert "today's" in TABLES["stamp"]({**made, "streams": STREAMS - 1})


def test_a_file_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_RUNS", str(tmp_path))
    commands = {
        "all": "kiebitz tournament durak random greedy smart --deals 3 --seed 1",
        "page": "kiebitz reproduce boerenbridge-table6 --deals 3",
    }
    tables = {
        "cross": {"kind": "cross", "of": "all", "digits": 1},
        "points": ["{page/random: points; error.2}"],
    }
    file = SCRIPT["measured"]({"takes": "minutes", "commands": commands, "tables": tables})
    assert {"random", "greedy", "smart", "full-kripke-published"} <= set(file["made"]["agents"])
    assert file["made"]["streams"] == STREAMS and file["made"]["seeds"]["all"] == [1]
    rendered = dict(TABLES["rendered"](file))
    assert re.match(r"−?\d+\.\d\d ± \d+\.\d\d\n", rendered["points"])
    table = rendered["cross"]
    scores = [line.split("|")[3:-1] for line in table.splitlines()[2:5]]
    for row in range(3):
        assert scores[row][row].strip() == "–"
        for column in range(row):
            assert float(scores[row][column]) + float(scores[column][row]) == pytest.approx(100, abs=0.11)


def test_files_that_commands_read_are_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SCRIPT["measured"].__globals__, "DOCS", tmp_path / "docs")
    monkeypatch.setenv("KIEBITZ_RUNS", str(tmp_path / "runs"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    players = "skat " + 3 * "xskat-like "
    file = {
        "takes": "minutes",
        "files": {"games.txt": f"kiebitz match {players} --deals 6 --seed 1 --records games.txt"},
        "commands": {"asked": "python -m tools.skat_training calibrate --records games.txt"},
        "tables": {"games": ["{asked/all games; number.0}"]},
    }
    made = SCRIPT["measured"](file)
    assert made["cells"]["asked/all games"]["value"] > 6  # three seatings
    assert set(made["made"]["agents"]) == {"xskat-like"} and made["made"]["seeds"]["games.txt"] == [1]
    written = (tmp_path / "games.txt").stat()
    assert SCRIPT["measured"](file)["cells"] == made["cells"]
    assert (tmp_path / "games.txt").stat() == written


def test_numbers_have_thousands_a_true_minus_and_no_negative_zero() -> None:
    written = [TABLES["number"](-1234.5, 1), TABLES["number"](0.256, 2, "+"), TABLES["number"](-0.001, 2)]
    assert written == ["−1,234.5", "+0.26", "0.00"]


def test_ratings_stand_in_columns_from_the_best_to_the_worst() -> None:
    cells = {f"all/{name} elo": {"value": elo, "low": elo - 1, "high": elo + 1}
             for name, elo in {"a": -20.0, "b": 30.0, "c": -10.0}.items()}  # fmt: skip
    lines = TABLES["lines_of"]({"kind": "ratings", "of": "all", "columns": 2}, cells)
    assert [TABLES["filled"](line, cells) for line in lines[2:]] == [
        "| 1 | `b` | +30 | +29 to +31 | 3 | `a` | −20 | −21 to −19 |",
        "| 2 | `c` | −10 | −11 to −9 | | | | |",
    ]


@pytest.mark.parametrize("table", [table for _, table in MARKS])
def test_rows_of_a_table_are_as_long_as_its_head(table: str) -> None:
    file = next(file for file in FILES.values() if table in file["tables"])
    rows = [line for line in dict(TABLES["rendered"](file))[table].splitlines() if line.startswith("|")]
    assert len({row.count("|") for row in rows}) <= 1


def test_figures_of_other_code_are_listed() -> None:
    file = FILES["durak-random"]
    command, *_ = file["commands"].values()
    now = SCRIPT["agents_of"](SCRIPT["plans"](command))
    fresh = {
        **file,
        "commands": {"one": command},
        "made": {**file["made"], "streams": STREAMS, "agents": now},
    }
    assert SCRIPT["stale"](fresh) == []
    agent = next(iter(now))
    old = {**fresh, "made": {**fresh["made"], "agents": {**now, agent: "before"}}}
    assert SCRIPT["stale"](old) == [f"other code: {agent}"]
    assert "streams" in SCRIPT["stale"]({**fresh, "made": {**fresh["made"], "streams": 1}})[0]


KERNEL = "kiebitz.games.schnapsen.rules:legal"


@pytest.fixture
def of_a_script(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A file whose figures come from a script that says itself what it measured; here of three positions."""
    file = FILES["schnapsen-last-talon"]
    script = SCRIPT["script"](ROOT / "benchmarks" / "schnapsen_last_talon.py")
    found = script["measured"](script["parser"]().parse_args(["3"]))
    document = asdict(found) | {"kernels": [KERNEL]}
    monkeypatch.setitem(SCRIPT["measured"].__globals__, "run", lambda *words: json.dumps(document))
    made: dict[str, Any] = SCRIPT["measured"](file)
    return made


def test_a_script_names_its_cells_its_seed_and_who_played(of_a_script: dict[str, Any]) -> None:
    made = of_a_script["made"]
    agents = ["schnapsen-ai:bonus=1", "schnapsen-ai:worlds=20"]
    assert set(agents) < set(made["players"]["schnapsen rules=full,unit=deal"]) == set(made["agents"])
    assert made["seeds"] == {"lead": ["last"]} and set(made["kernels"]) == {KERNEL}
    assert "±" in dict(TABLES["rendered"](of_a_script))["schnapsen-last-talon"]


def test_figures_of_scripts_are_listed_when_their_code_is_another(of_a_script: dict[str, Any]) -> None:
    assert SCRIPT["stale"](of_a_script) == []
    for kind, name in (("agents", "schnapsen-ai:bonus=1"), ("kernels", KERNEL)):
        made = of_a_script["made"]
        old = {**of_a_script, "made": {**made, kind: {**made[kind], name: "before"}}}
        assert SCRIPT["stale"](old) == [f"other code: {name}"]


def test_figures_that_nobody_can_have_again_say_why(of_a_script: dict[str, Any]) -> None:
    lost = {**of_a_script, "by_hand": "its records were not kept"}
    assert SCRIPT["stale"](lost) == []
    unknown = {**lost, "made": {**lost["made"], "agents": {}, "kernels": {}}}
    assert SCRIPT["stale"](unknown) == ["of what code is not known: its records were not kept"]
    with pytest.raises(SystemExit, match="records were not kept"):
        SCRIPT["measured"](lost)
