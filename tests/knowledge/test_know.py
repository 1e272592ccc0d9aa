"""``kiebitz know`` and the page docs/knowledge.md: questions about recorded games."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from kiebitz.cli import main
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.lazy import LazyModel
from kiebitz.language.catalogues import catalogue
from kiebitz.language.speaking import Speaker
from kiebitz.rules.formats import read_records
from kiebitz.sayings import Saying

DOCS = Path(__file__).parents[2] / "docs"
BRIDGE = str(DOCS / "positions" / "boerenbridge.txt")
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run_command(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["kiebitz", "know", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        captured = capsys.readouterr()
        return int(end.value.code or 0), captured.out, captured.err

    return run_command


def test_the_matrix_tells_places_worlds_and_the_last_event(run: Run) -> None:
    code, out, _ = run(BRIDGE, "--seat", "North")
    assert code == 0
    assert "North considers" in out
    assert "West did not follow hearts in trick 1" in out
    document = json.loads(run(BRIDGE, "--seat", "0", "--json")[1])
    for numbers in document["matrix"].values():
        assert sum(numbers) == pytest.approx(1)
    assert document["last_event"]["worlds_after"] == document["worlds"]
    assert document["last_event"]["worlds_before"] > document["worlds"]


def test_the_seats_of_a_witness_are_said_in_the_language_of_its_sentence() -> None:
    (record,) = read_records(BRIDGE)
    *_, state, _ = record.states()
    for model in (Model.of(state), LazyModel.of(state)):
        told = Speaker("nl", catalogue("nl", ["kiebitz.games.boerenbridge"])).text(
            model.check("K[N] has(S, QC)").said
        )
        assert "Noord houdt voor mogelijk: Noord " in told and "| Oost " in told
        assert str(model.check("K[N] has(S, QC)").world).startswith("North ")


def test_sentences_stand_in_json_as_texts_and_as_values(run: Run) -> None:
    document = json.loads(run(BRIDGE, "--seat", "0", "--json")[1])
    event = document["last_event"]
    pairs = [(event["event"], event["event_said"])]
    pairs += zip(document["conclusions"], document["conclusions_said"], strict=True)
    pairs += zip(event["reasons"], event["reasons_said"], strict=True)
    assert len(pairs) > 2
    for text, value in pairs:
        assert str(Saying.of_json(value)) == text and value != text


def test_a_card_has_a_model_and_a_picture(run: Run, tmp_path: Path) -> None:
    picture, graph = tmp_path / "qc.svg", tmp_path / "qc.dot"
    _, out, _ = run(BRIDGE, "--card", "QC", "--svg", str(picture), "--dot", str(graph))
    assert "East has it" in out
    assert "the actual world" in out
    assert picture.read_text().startswith("<svg")
    assert graph.read_text().startswith("graph")
    document = json.loads(run(BRIDGE, "--card", "QC", "--json")[1])["card"]
    assert document["actual"] == "East has it"
    assert document["considers_possible"]["East"] == ["East has it"]


def test_a_played_card_has_a_model_too(run: Run) -> None:
    out = run(BRIDGE, "--at", "7", "--card", "QH", "--formula", "C has(South, QH)")[1]
    assert "South has just played QH: it lies on the table." in out
    assert "West knows: South has it" in out and "true: C has(South, QH)" in out
    document = json.loads(run(BRIDGE, "--at", "8", "--card", "QH", "--json")[1])["card"]
    assert document["actual"] == "nobody has it"
    assert document["note"] == "South played QH in trick 1: nobody has it any more."


def test_announcements_are_told_step_by_step(run: Run) -> None:
    out = run(BRIDGE, "--at", "8", "--announcements", "--card", "AC")[1].splitlines()
    start = out.index("4. West plays AC")
    assert out[start + 1 : start + 5] == [
        "   announced: has(West, AC)",
        "   deals considered possible: North 210 → 90, East 210 → 90, South 210 → 90, West 90 → 90",
        "   ruled out: North AC; East AC; South AC",
        "   Who has AC? North: East, South, West → West; East: North, South, West → West; "
        "South: North, East, West → West; West: West",
    ]
    assert out[start + 5] == "5. West did not follow hearts in trick 1: no hearts."
    found = json.loads(run(BRIDGE, "--at", "8", "--announcements", "--card", "AC", "--json")[1])
    told = found["announcements"]
    assert [each["number"] for each in told] == [1, 2, 3, 4, 5, 6]
    assert told[3]["before"]["considers_possible"]["East"] == ["North has it", "South has it", "West has it"]
    assert told[3]["after"]["considers_possible"]["East"] == ["West has it"]
    assert told[5]["after"]["actual"] == "nobody has it"
    assert run(BRIDGE, "--at", "2", "--announcements")[1] == "Nothing has been announced in this round yet.\n"


def test_possibility_sets_are_told_as_published(run: Run, tmp_path: Path) -> None:
    """Each card by itself, without counting: every other player who may follow is a possible owner."""
    lines = [line.split() for line in run(BRIDGE, "--at", "7", "--sets")[1].splitlines()]
    assert lines[:2] == [["card", "North", "East", "South", "West"], ["QH", *["South"] * 4]]
    found = json.loads(run(BRIDGE, "--at", "7", "--sets", "--json")[1])["possibility_sets"]
    assert found["QC"] == {
        "North": ["East", "South", "West"],
        "East": ["East"],
        "South": ["North", "East", "West"],
        "West": ["North", "East", "South"],
    }
    assert len(found) == 12, "cards on the table are in the game"
    assert len(json.loads(run(BRIDGE, "--at", "8", "--sets", "--json")[1])["possibility_sets"]) == 8
    picture = tmp_path / "sets.svg"
    assert run(BRIDGE, "--sets", "--card", "QC", "--svg", str(picture))[0] == 0
    assert "The possibility sets for QC" in picture.read_text()


def test_formulas_get_a_verdict_with_a_witness(run: Run) -> None:
    assert run(BRIDGE, "--formula", "C count(W, hearts) == 0")[1].startswith("true")
    document = json.loads(run(BRIDGE, "--formula", "K[N] has(E, QC)", "--json")[1])["verdict"]
    assert document["holds"] is False
    assert document["steps"]


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        (("--formula", "K[N] ~has(E,, QC)"), "column"),
        (("--formula", "K[N"), "column"),
        (("--formula", "K[Bob] has(E, QC)"), "Bob"),
        (("--formula", "K[1] has(E, QC)"), "'1' alone does not say who is meant"),
        (("--card", "2H"), "2H"),
        (("--card", "XX"), "XX"),
        (("--seat", "Bob"), "Bob"),
        (("--compass", "--sets"), "--svg"),
        (("--seat", "9"), "9"),
        (("--at", "99"), "99"),
        (("--number", "2"), "2"),
    ],
)
def test_a_mistake_gets_one_sentence(run: Run, arguments: tuple[str, str], culprit: str) -> None:
    code, out, err = run(BRIDGE, *arguments)
    assert code == 2
    assert culprit in err
    assert "Traceback" not in err
    assert out == ""


@pytest.mark.parametrize("game", ["schnapsen", "skat", "durak", "boerenbridge"])
def test_every_game_can_be_asked(run: Run, game: str) -> None:
    code, out, err = run(str(DOCS / "positions" / f"{game}.txt"))
    assert code == 0, err
    assert "worlds possible" in out


def test_the_page_says_what_the_program_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    make_knowledge = import_module("make_knowledge")
    assert make_knowledge.page() == (DOCS / "knowledge.md").read_text(encoding="utf-8")
    for path, text in make_knowledge.pictures().items():
        assert path.read_text(encoding="utf-8") == text
