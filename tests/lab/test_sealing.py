"""Sealed claims: what was promised cannot be changed, and each promise is held against the games."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kiebitz.cli import app
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.kernel.random import one_way
from kiebitz.lab.bench import Bench
from kiebitz.lab.experiments.listing import beside, pages
from kiebitz.lab.experiments.page import find_experiment
from kiebitz.lab.experiments.playing import reproduce
from kiebitz.lab.matches import match
from kiebitz.lab.report.page import make_page
from kiebitz.lab.runs import restated
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.lab.runs.outline import LEDGER
from kiebitz.lab.runs.plan import Plan
from kiebitz.lab.runs.run import Run
from kiebitz.lab.sealing import seal as sealing
from kiebitz.lab.sealing.opening import Opened, opened, unseal
from kiebitz.lab.sealing.seal import ClaimPage, Seal, digest, seal, secret_file, seed_file
from kiebitz.language.catalogues import catalogue
from kiebitz.language.speaking import Speaker
from kiebitz.rules.values import Deal

PAGE = 'game = "durak"\nbetter = "greedy"\nworse = "random-published"\ndeals = 300\n'


@pytest.fixture(scope="module", autouse=True)
def seeds() -> Iterator[None]:
    """Seals with known seeds: by chance one control of forty goes through the gate."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sealing, "fresh_seed", lambda: "known")
        yield


def sealed(folder: Path, page: str = PAGE) -> Path:
    (folder / "claim.toml").write_text(page, encoding="utf-8")
    return seal(folder / "claim.toml")[1]


def kept(found: Opened) -> list[bool]:
    return [promise.kept for promise in found.promises]


@pytest.fixture(scope="module")
def true(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    folder = tmp_path_factory.mktemp("true")
    return unseal(sealed(folder), out=folder / "run", progress=False)


def test_a_true_claim_stands(true: Opened) -> None:
    assert true.stands
    assert kept(true) == [True] * 7
    (judged,) = true.judged
    assert all(bank.low > 0 for bank in judged.banks)
    assert not all(bank.low > 0 for bank in judged.controls) and len(judged.controls) == 2


def test_promises_write_their_numbers_as_the_language_does(true: Opened) -> None:
    german = Speaker("de", catalogue("de"))
    told = [german.text(promise.said) for promise in true.judged[0].promises]
    assert len(told) == 4 and not any(re.search(r"\d\.\d", each) for each in told), told


def test_the_banks_have_nothing_in_common_and_the_seed_names_them(true: Opened) -> None:
    seeds = [plan.seed for plan in true.run.plans]
    assert len(set(seeds)) == 4
    assert all(str(seed).startswith(true.seed) for seed in seeds)
    assert true.seed not in true.seal.text()


def test_the_banks_are_different_cards(true: Opened) -> None:
    """Not only by their names: no deal of a bank is dealt in another."""
    banks = [set(cards(plan)) for plan in true.run.plans]
    assert [len(bank) for bank in banks] == [300] * 4
    assert len(set().union(*banks)) == 4 * 300


def cards(plan: Plan) -> list[str]:
    game = plan.match.game
    low, high = game.deals_root(plan.seed)
    return [Deal.from_key(game, one_way(low, high, deal)).text for deal in range(plan.deals)]


def test_one_bank_under_two_names_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealing, "BANKS", ("first", "first"))
    found = unseal(sealed(tmp_path, PAGE.replace("300", "60")), out=tmp_path / "run", progress=False)
    assert [number for number, good in enumerate(kept(found)) if not good] == [5]
    assert "60 are in both" in str(found.promises[5].said)


def test_equal_figures_of_two_banks_are_said_to_be_chance(tmp_path: Path) -> None:
    """Where an agent wins every game of few deals, two banks look like one."""
    found = unseal(sealed(tmp_path, PAGE.replace("300", "4")), out=tmp_path / "run", progress=False)
    first, second = found.judged[0].banks
    assert first == second
    assert kept(found)[5] and "their figures are equal is chance" in str(found.promises[5].said)


def test_the_report_says_of_each_promise_whether_it_was_kept(true: Opened) -> None:
    html = make_page(Run(true.run.folder)).html
    assert "The claim stands." in html
    assert html.count("<dt>kept</dt>") == 7
    assert true.seal.number in html and true.seed in html


@pytest.mark.parametrize(
    ("page", "broken"),
    [
        (
            'game = "durak"\nbetter = "random-published"\nworse = "greedy"\ndeals = 300\n',
            [3, 4, 6],
        ),  # greedy draws no numbers: a salt makes no control of it
        (PAGE + "bound = 1.9\n", [3, 4]),
        (PAGE + 'control = "greedy:salt=other"\n', [6]),  # it goes through the gate, so it is no control
        (PAGE + 'measure = "win_rate"\nbound = 0.45\n', [3, 4]),
    ],
)
def test_a_claim_that_the_games_do_not_show_falls(page: str, broken: list[int], tmp_path: Path) -> None:
    found = unseal(sealed(tmp_path, page.replace("300", "100")), out=tmp_path / "run", progress=False)
    assert not found.stands
    assert [number for number, good in enumerate(kept(found)) if not good] == broken


def test_a_seal_that_was_changed_is_refused(tmp_path: Path) -> None:
    file = sealed(tmp_path)
    values = json.loads(file.read_text(encoding="utf-8"))
    values["claims"][0]["deals"] = 10
    file.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(KiebitzError, match="changed after it was sealed"):
        unseal(file, progress=False)


def test_another_seed_is_refused_and_a_missing_one_told(tmp_path: Path) -> None:
    file = sealed(tmp_path)
    secret_file(file).write_text("chosen\n", encoding="utf-8")
    with pytest.raises(KiebitzError, match="not the one that was sealed"):
        unseal(file, progress=False)
    secret_file(file).unlink()
    with pytest.raises(KiebitzError, match="missing"):
        unseal(file, progress=False)


def test_nobody_else_may_read_the_seed(tmp_path: Path) -> None:
    assert secret_file(sealed(tmp_path)).stat().st_mode & 0o077 == 0


def test_a_seal_is_made_once(tmp_path: Path) -> None:
    sealed(tmp_path)
    with pytest.raises(BadOption, match="made once"):
        seal(tmp_path / "claim.toml")


def test_other_code_breaks_the_promise_about_agents(tmp_path: Path) -> None:
    file = sealed(tmp_path, PAGE.replace("300", "4"))
    before = Seal.read(file)
    other = replace(before, agents={**before.agents, "greedy": "as it was then"})
    file.write_text(other.text(), encoding="utf-8")
    found = unseal(file, out=tmp_path / "run", progress=False)
    assert not kept(found)[0]
    assert not found.stands
    assert "played by other code than was sealed" in str(found.verdict)


def test_the_first_seals_had_one_bank_for_the_control_and_can_still_be_opened(tmp_path: Path) -> None:
    page = ClaimPage.read(PAGE.replace("300", "40"), "claim.toml")
    new = Seal.read(sealed(tmp_path, PAGE.replace("300", "40")))
    values = {"claim": vars(page.claims[0]), "bank": new.bank, "agents": new.agents, "version": new.version,
              "streams": new.streams, "sealed": "2026-11-17"}  # fmt: skip
    number = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:20]
    file = tmp_path / "claim.seal"
    file.write_text(json.dumps({"number": number, **values}), encoding="utf-8")
    assert json.loads(Seal.read(file).text()) == {"number": number, **values}
    found = unseal(file, out=tmp_path / "run", progress=False)
    assert len(found.run.plans) == 3 and len(kept(found)) == 7
    assert kept(found)[:3] == [True] * 3


def of_before(folder: Path, fingerprints: str) -> tuple[Path, Seal]:
    """A seal of the time when fingerprints were made in another way, which it does not say."""
    file = sealed(folder, PAGE.replace("300", "2"))
    today = Seal.read(file)
    older = replace(today, meanings=1, agents={name: f"{fingerprints} {name}" for name in today.agents})
    assert "meanings" not in older.text() and '"meanings": 2' in today.text()
    file.write_text(older.text(), encoding="utf-8")
    return file, today


def test_a_seal_with_older_fingerprints_is_opened_where_they_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays as it was written, and so does its number."""
    file, today = of_before(tmp_path, "older")
    known = {f"older {name}": one for name, one in today.agents.items()}
    monkeypatch.setattr(restated, "table", lambda: known)
    found = unseal(file, out=tmp_path / "run", progress=False)
    assert kept(found)[0] and found.seal == Seal.read(file)
    known.update(dict.fromkeys(known, "the code has changed"))
    assert not kept(unseal(file, out=tmp_path / "again", progress=False))[0]


def test_a_seal_with_older_fingerprints_that_nobody_knows_is_not_opened(tmp_path: Path) -> None:
    """That its code is another one would be as wrong as that it is the same."""
    file, _ = of_before(tmp_path, "unknown")
    refused = (
        r"fingerprints of another kind \(scheme 1, now 2\), .* version \d.*, which sealed it, can open it"
    )
    with pytest.raises(KiebitzError, match=refused):
        unseal(file, out=tmp_path / "run", progress=False)
    assert not (tmp_path / "run").exists()


def test_a_control_that_plays_the_same_games_is_no_control(tmp_path: Path) -> None:
    page = PAGE.replace("300", "10") + 'control = "random-published"\n'  # without a salt: to the last card
    found = unseal(sealed(tmp_path, page), out=tmp_path / "run", progress=False)
    assert not kept(found)[-1]
    assert "tests nothing" in str(found.promises[-1].said)


def test_a_page_may_have_several_claims_and_each_is_judged(tmp_path: Path) -> None:
    page = (
        'title = "Two"\ngame = "durak"\nworse = "random-published"\ndeals = 60\n'
        '[[claim]]\nbetter = "greedy"\n[[claim]]\nbetter = "smart"\nbound = 1.99\n'
    )
    found = unseal(sealed(tmp_path, page), out=tmp_path / "run", progress=False)
    assert [one.claim.better for one in found.judged] == ["greedy", "smart"]
    assert len(found.run.plans) == 8 and len(kept(found)) == 3 + 2 * 4
    assert str(found.verdict) == "1 of 2 claims stand."
    assert "1 of 2 claims stand." in make_page(Run(found.run.folder)).html


def test_a_seal_is_published_with_its_seed(tmp_path: Path) -> None:
    file = sealed(tmp_path, PAGE.replace("300", "30"))
    unseal(file, out=tmp_path / "run", progress=False)
    assert not seed_file(file).exists()
    found = unseal(file, publish=True, out=tmp_path / "run", progress=False)
    told = CliRunner().invoke(app, ["unseal", str(file), "--publish", "--out", str(tmp_path / "run"), "-q"])
    assert f"The seed is in {seed_file(file)}: " in told.output.replace("\n  ", " ")
    assert seed_file(file).read_text() == found.seed + "\n"
    secret_file(file).unlink()  # everybody else has the published one
    assert (
        unseal(file, out=tmp_path / "again", progress=False).as_dict()["claims"] == found.as_dict()["claims"]
    )


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("game = 3", "game must be a text"),
        ('game = "durak"', "better is missing"),
        (PAGE + 'measure = "luck"', "points or win_rate"),
        (PAGE + "confidence = 2.0", "between 0 and 1"),
        ("no toml", "is not TOML"),
    ],
)
def test_a_page_that_says_something_else_is_refused_in_a_sentence(page: str, told: str) -> None:
    with pytest.raises(KiebitzError, match=told):
        ClaimPage.read(page, "claim.toml")


@pytest.mark.parametrize(
    "changes",
    [
        {"controls": 5},
        {"controls": -1},
        {"claims": []},
        {"claims": [{"game": "durak"}]},
        {"claims": 3},
        {"agents": {"greedy": 3}},
        {"agents": []},
        {"streams": "2"},
        {"bank": None},
        {"colour": "red"},
    ],
)
def test_what_is_not_a_seal_is_refused_in_a_sentence(changes: dict[str, object], true: Opened) -> None:
    values = {**json.loads(true.seal.text()), **changes}
    with pytest.raises(KiebitzError) as refusal:
        Seal.from_text(json.dumps(values), "it")
    assert "changed after it was sealed" not in str(refusal.value)  # it is not even read so far


@pytest.mark.parametrize("change", [{"bound": float("nan")}, {"bound": 1e300}, {"deals": 10**12}])
def test_a_seal_of_impossible_numbers_is_refused(change: dict[str, object], true: Opened) -> None:
    values = json.loads(true.seal.text())
    values["claims"][0].update(change)
    with pytest.raises(BadOption):
        Seal.from_text(json.dumps(values), "it")


@pytest.mark.parametrize("text", ["", "[]", "3", "[" * 5000, "{}"])
def test_what_is_not_even_a_table_is_no_seal(text: str) -> None:
    with pytest.raises(KiebitzError):
        Seal.from_text(text, "it")


@pytest.mark.parametrize(
    ("stored", "told"),
    [
        (["seal"], "a table of values is wanted"),
        ({"text": 3, "seed": "s", "agents": {}}, "text must be a text"),
        (None, "does not hold the games of its seal"),
    ],
)
def test_a_run_with_another_seal_is_refused(stored: object, told: str, true: Opened, tmp_path: Path) -> None:
    """Also one whose seal has more claims than the run has games for."""
    match("durak", "greedy", "random", deals=2, seed=1, out=tmp_path / "run", progress=False)
    with closing(Ledger(tmp_path / "run" / LEDGER)) as ledger:
        ledger["seal"] = stored or true.run.ledger["seal"]
    with pytest.raises(KiebitzError, match=told):
        opened(Run(tmp_path / "run"))


def test_a_run_of_other_random_streams_breaks_the_promise_of_its_bank(tmp_path: Path) -> None:
    found = unseal(sealed(tmp_path, PAGE.replace("300", "4")), out=tmp_path / "run", progress=False)
    found.run.ledger["streams"] = found.seal.streams + 1
    again = opened(found.run)
    assert again and kept(found)[1] and not kept(again)[1]


def test_runs_without_a_seal_have_no_promises(true: Opened) -> None:
    assert opened(true.run) is not None
    assert Seal.from_text(true.seal.text(), "it").number == true.seal.number


def test_the_commands_seal_and_open(tmp_path: Path) -> None:
    (tmp_path / "claim.toml").write_text(PAGE.replace("300", "60"), encoding="utf-8")
    runner, where = CliRunner(), str(tmp_path / "claim.toml")
    made = runner.invoke(app, ["seal", where])
    number = Seal.read(tmp_path / "claim.seal").number
    assert number in made.output
    told = runner.invoke(app, ["unseal", str(tmp_path / "claim.seal"), "--out", str(tmp_path / "run"), "-q"])
    assert told.exit_code == 0
    assert "The claim stands." in told.output
    assert told.output.count("kept: ") == 7


SEALED = [name for name, page in pages().items() if "[[claim]]" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", SEALED)
def test_published_seals_are_whole_and_their_figures_are_theirs(name: str) -> None:
    """Page, seal, seed and the figures of the docs belong together; the games are played by hand."""
    page = find_experiment(name)
    assert page.sealed
    seal, figures = page.sealed.seal, Path(__file__).parents[2] / "docs" / "figures" / f"{name}.json"
    assert digest(page.sealed.seed) == seal.bank and len(page.plans) == 4 * len(seal.claims)
    made = json.loads(figures.read_text(encoding="utf-8"))
    assert made["cells"]["seal/number"]["text"] == seal.number
    assert made["made"]["seeds"]["seal"] == sorted({str(plan.seed) for plan in page.plans.values()})
    for claim in seal.claims:
        assert made["cells"][f"seal/{claim.title}: deals"]["value"] == claim.deals


def test_strength_is_sealed_in_every_game() -> None:
    assert {f"strength-{game}" for game in ("durak", "schnapsen", "boerenbridge", "skat")} <= set(SEALED)


def test_a_published_seal_is_played_again(tmp_path: Path) -> None:
    """With fewer deals, which breaks the promise of their number and nothing else of how it was played."""
    found = reproduce("strength-boerenbridge", deals=2, out=tmp_path / "run", progress=False)
    assert found.opened
    assert kept(found.opened)[1:3] == [True, False]
    assert not found.opened.stands
    assert found.as_dict()["number"] == found.opened.seal.number
    assert {result.match.deals for result in found.results.values()} == {2}


@pytest.mark.parametrize(
    ("ending", "change", "told"),
    [
        (".toml", lambda text: text.replace("deals = 60", "deals = 61"), "does not say what was sealed"),
        (".seal", lambda text: text.replace('"deals": 60', '"deals": 61'), "changed after it was sealed"),
        (".seed", lambda text: "", "not opened yet"),
        (".seal", lambda text: "", "not sealed"),
    ],
)
def test_what_does_not_belong_together_is_refused(
    ending: str, change: Callable[[str], str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "strength-boerenbridge"
    for part in (".toml", ".seal", ".seed"):
        source = pages()[name] if part == ".toml" else beside(name, part)
        assert source
        text = source.read_text(encoding="utf-8")
        if text := change(text) if part == ending else text:
            (tmp_path / f"{name}{part}").write_text(text, encoding="utf-8")
    monkeypatch.setattr(Bench, "experiments", property(lambda bench: tmp_path))
    with pytest.raises(KiebitzError, match=told):
        find_experiment(name)
