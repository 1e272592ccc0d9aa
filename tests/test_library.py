"""The library as people import it: its names, what they do, and what it says to wrong calls."""

from __future__ import annotations

import doctest
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kiebitz as kb
from kiebitz.cli import app
from kiebitz.lab.playing.executors import Executor, Threads
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.runs.run import Progress

ROOT = Path(__file__).parents[1]


def fresh(code: str) -> str:
    """What a program prints in a process of its own."""
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.strip()


class First(kb.Agent):
    """Plays the first move; a class like one in a notebook's cell, because tests are a package."""

    def act(self, view: kb.View) -> kb.Move:
        return view.moves[0]


class Chosen(kb.Agent):
    """An instance with a value of its own, and something that must not be kept from game to game."""

    def __init__(self, place: int) -> None:
        self.place, self.asked = place, 0

    def act(self, view: kb.View) -> kb.Decision:
        self.asked += 1
        return kb.Decision(view.moves[self.place], because=f"question {self.asked}")


# -- names ---------------------------------------------------------------------------------------------------


def test_importing_it_loads_neither_the_compiler_nor_numpy() -> None:
    names = ("numba", "numpy", "rich")
    assert (
        fresh(f"import sys, kiebitz; dir(kiebitz); print([n for n in {names} if n in sys.modules])") == "[]"
    )


def test_names_games_and_errors_need_no_compiler() -> None:
    code = (
        "import sys, kiebitz as kb; kb.list_games(); kb.Card, kb.CardSet, kb.KiebitzError, kb.UnknownName\n"
        "[kb.game(name, {'open_world': True}) for name in kb.list_games()]; print('numba' in sys.modules)"
    )
    assert fresh(code) == "False"


def test_it_is_a_program_too() -> None:
    answer = subprocess.run([sys.executable, "-m", "kiebitz", "--version"], capture_output=True, text=True)
    assert answer.stdout == f"kiebitz {kb.__version__}\n"


def test_listing_experiments_loads_no_compiler() -> None:
    listed = "import sys, kiebitz as kb; kb.list_experiments(); print('numba' in sys.modules)"
    assert fresh(listed) == "False"
    typed = (
        "import sys; sys.argv = ['kiebitz', 'reproduce', '--json']\n"
        "from kiebitz.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "print('numba' in sys.modules)"
    )
    *answer, loaded = fresh(typed).splitlines()
    assert loaded == "False"
    assert {"durak-closed", "strength-skat"} <= {one["name"] for one in json.loads("\n".join(answer))}


def test_lists_of_games_and_runs_load_no_compiler() -> None:
    name = kb.match("durak", "greedy", "random", deals=2, seed=1).run.name  # type: ignore[union-attr]
    assert fresh(f"import sys, kiebitz as kb; print({name!r} in kb.list_runs(), 'numba' in sys.modules)") == (
        "True False"
    )
    for command, expected in (("games", "durak"), ("runs", name)):
        typed = (
            f"import sys; sys.argv = ['kiebitz', {command!r}, '--json']\n"
            "from kiebitz.cli import main\n"
            "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
            "print('numba' in sys.modules)"
        )
        *answer, loaded = fresh(typed).splitlines()
        assert loaded == "False", command
        assert expected in [one["name"] for one in json.loads("\n".join(answer))]


def test_what_is_shown_is_what_there_is() -> None:
    names = set(kb.__all__)
    assert names <= set(dir(kb))
    assert {name for name in dir(kb) if not name.startswith("__")} == names
    assert sorted(kb.__all__, key=lambda name: (name.islower(), name)) == kb.__all__
    with pytest.raises(AttributeError, match="module 'kiebitz' has no attribute 'mach'"):
        kb.mach  # noqa: B018


def test_no_package_hides_a_name() -> None:
    """Importing a submodule binds its name in the package."""
    below = {path.stem for path in (ROOT / "src" / "kiebitz").iterdir()}
    assert not below & set(kb.__all__)


@pytest.mark.parametrize("name", kb.__all__)
def test_every_name_has_a_docstring_with_an_example(name: str) -> None:
    assert ">>>" in (inspect.getdoc(getattr(kb, name)) or ""), name


def test_the_reference_lists_every_name() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    described = re.findall(r"^### `(\w+)", text, re.MULTILINE)
    assert sorted(described) == sorted(kb.__all__)
    parts = re.split(r"^##+ ", text, flags=re.MULTILINE)
    examples = [part for part in parts if part.startswith("`")]
    assert [part.splitlines()[0] for part in examples if "\n    " not in part] == []


@pytest.mark.parametrize("page", ["library.md", "api.md"])
def test_the_examples_of_the_pages_are_right(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)  # they read files of docs/
    found = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 25
    assert not found.failed


def test_parts_of_knowledge_have_an_address() -> None:
    from kiebitz import knowledge
    from kiebitz.knowledge import KnowledgeBase, Locations, Model

    view = kb.game("schnapsen").deal(seed=1).view(0)
    assert Locations.of(view).count() == kb.know(view).worlds
    assert KnowledgeBase.of(view).entails("has(P1, KH)")
    assert Model.of_facts(["rain"], {"Ann": ["rain"]}).size == 2
    for name in knowledge.__all__:
        assert callable(getattr(knowledge, name)), name
    assert dir(knowledge) == knowledge.__all__


def test_the_bot_of_the_docs_is_strictly_typed(tmp_path: Path) -> None:
    file = ROOT / "docs" / "my_bot.py"
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(file)]
    answer = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout


# -- matches -------------------------------------------------------------------------------------------------


def test_a_match_and_the_command_are_the_same_run() -> None:
    result = kb.match("durak", "greedy", "random", deals=40, seed=5, options={"start_rank": 9})
    words = ["match", "durak", "greedy", "random", "-d", "40", "-s", "5", "-o", "start_rank=9", "--json"]
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code == 0, answer.stderr
    told = json.loads(answer.stdout)
    assert len(kb.list_runs()) == 1
    assert result.run and result.run.name == kb.list_runs()[0]
    assert [score["wins"] for score in told["agents"]] == [score.wins for score in result.scores()]
    assert told["options"]["start_rank"] == "9"


def test_a_game_with_its_options_is_as_good_as_its_name() -> None:
    durak = kb.game("durak", "start_rank=9")
    given: list[tuple[Any, Any]] = [("durak", {"start_rank": 9}), ("durak", "start_rank=9"), (durak, None)]
    results = [
        kb.match(game, "greedy", "random", deals=20, seed=1, options=options) for game, options in given
    ]
    assert len({result.run.name for result in results if result.run}) == 1


@pytest.mark.parametrize("agent", [First, First()], ids=["class", "instance"])
def test_an_agent_of_the_session_plays_as_one_from_a_file(agent: Any, tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text("import kiebitz as kb\n\n\n" + inspect.getsource(First))
    here = kb.match("durak", agent, "random", deals=15, seed=1)
    there = kb.match("durak", f"{file}:First", "random", deals=15, seed=1)
    assert here.points.tolist() == there.points.tolist()
    assert [score.name for score in here.scores()] == ["live:First", "random"]
    assert not kb.list_runs() or here.run is None or here.run.name not in kb.list_runs()


SCRIPT = """
import kiebitz as kb

class Cell(kb.Agent):
    def act(self, view):
        return helper(view)

def helper(view):
    return view.moves[-1]

result = kb.match("durak", Cell, "random", deals=10, seed=1, progress=False)
print(result.match.games, result.scores()[0].name, len(result.failures))
"""


@pytest.mark.parametrize("in_a_file", [False, True], ids=["no file", "script"])
def test_a_class_of_the_main_module_needs_nothing_around_it(in_a_file: bool, tmp_path: Path) -> None:
    """As in a notebook, where the module has no file; a script is not run again to find its class."""
    file = tmp_path / "script.py"
    file.write_text(SCRIPT)
    command = [sys.executable, str(file)] if in_a_file else [sys.executable, "-c", SCRIPT]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert (answer.stdout, answer.stderr) == ("20 live:Cell 0\n", "")


def test_a_class_in_a_file_of_its_own_is_a_bot_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_file.py").write_text("import kiebitz as kb\n\n\n" + inspect.getsource(First))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    from own_file import First as Own  # type: ignore[import-not-found]

    result = kb.match("durak", Own, "random", deals=5, seed=1, workers=2)
    assert [score.name for score in result.scores()] == ["own_file.py:First", "random"]
    assert result.match.has_foreign


def test_every_game_gets_a_copy_of_an_instance() -> None:
    chosen = Chosen(-1)
    result = kb.match("schnapsen", chosen, Chosen(0), deals=5, seed=1)
    assert chosen.asked == 0
    assert [score.name for score in result.scores()] == ["live:Chosen", "live:Chosen-2"]


def test_no_call_goes_on_with_games_of_a_class_that_may_have_changed() -> None:
    one, other = (kb.match("durak", First, "random", deals=5, seed=1) for _ in range(2))
    assert one.run and other.run and one.run.folder != other.run.folder
    assert one.points.tolist() == other.points.tolist()
    folder = one.run.folder
    assert folder.exists()
    del one
    assert not folder.exists()


def test_its_games_are_kept_where_they_are_wanted(tmp_path: Path) -> None:
    result = kb.match("durak", First, "random", deals=5, seed=1, out=tmp_path / "run")
    stored = kb.open_run(tmp_path / "run")
    assert stored.result().points.tolist() == result.points.tolist()
    assert len(list(result.records())) == 10
    with pytest.raises(kb.KiebitzError, match=r"live:First was a class .* cannot play again"):
        list(stored.result().records())


def test_the_records_of_a_result_replay() -> None:
    result = kb.match("schnapsen", "bully", "random", deals=3, seed=2)
    records = list(result.records())
    assert [record.check() for record in records] == [None] * 6
    assert [record.result for record in records[:2]] == [tuple(row) for row in result.points[0].tolist()]
    again = kb.open_run(result.run.name if result.run else "").result()
    assert list(again.records()) == records


def test_a_match_stops_when_it_is_decided() -> None:
    result = kb.match("durak", "greedy", "random", deals=5000, seed=1, until="elo>10")
    assert result.match.deals < 5000
    assert "elo" in str(result.stopped).lower()


def test_a_tournament_has_a_table_and_all_games() -> None:
    found = kb.tournament("durak", "greedy", First, "random", deals=20, seed=1)
    assert found.standings.ratings[0].name == "greedy"
    assert len(found.results) == 3
    table = found.to_pandas()
    assert len(table) == 3 * 20 * 2 * 2
    assert set(table["agent"]) == {"greedy", "live:First", "random"}


def test_whoever_watches_is_told() -> None:
    seen: list[object] = []

    @contextmanager
    def watch(run: kb.Run, executor: Executor) -> Iterator[Callable[[Progress], None]]:
        seen.append(f"{run.total} games by {executor.name}")
        yield lambda news: seen.append(news.done)

    kb.match("durak", "greedy", "random", deals=30, seed=1, progress=watch)
    assert (seen[0], seen[-1]) == ("60 games by threads", 60)


def test_silence_is_possible(capfd: pytest.CaptureFixture[str]) -> None:
    result = kb.match("durak", "greedy", "random", deals=30, progress=False)
    assert capfd.readouterr() == ("", "")
    assert result.match.seed


def test_an_interrupt_says_what_is_kept(capfd: pytest.CaptureFixture[str]) -> None:
    class Impatient(kb.Agent):
        def act(self, view: kb.View) -> kb.Move:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kb.match("durak", Impatient, "random", deals=3, seed=1)
    assert capfd.readouterr().err == ""


def test_values_show_themselves_in_a_line() -> None:
    found = kb.tournament("durak", "greedy", "random", deals=20, seed=1)
    for value in (found, *found.results, found.run, kb.grid("durak", "flat:playouts=1", deals=2, seed=1)):
        assert repr(value).startswith("<")
        assert "\n" not in repr(value) and len(repr(value)) < 200


def test_a_position_tells_whose_it_is_and_where_it_stands() -> None:
    state = kb.game("durak").deal(seed=1)
    assert repr(state) == "<DurakState: seat 0 to move (attack)>"
    assert repr(state.view(1)) == "<DurakView of seat 1: seat 0 to move (attack)>"
    assert repr(state.view(-1)) == "<DurakView: seat 0 to move (attack)>"
    while not state.is_over:
        state = state.play(state.moves[0])
    assert (repr(state), repr(state.view(0))) == ("<DurakState: over>", "<DurakView of seat 0: over>")


# -- tables --------------------------------------------------------------------------------------------------


def unfinished() -> kb.Run:
    plan = match_plan("durak", ["greedy", "random"], 30, seed=1)
    run = kb.Run.create("match", (plan,))
    run.play(Threads(), deals=(0, 20))
    return kb.open_run(run.name)


def test_results_are_tables_for_every_library() -> None:
    result = kb.match("durak", "greedy", "random", deals=10, seed=1)
    pandas, polars, arrow = result.to_pandas(), result.to_polars(), result.to_arrow()
    assert list(pandas.columns) == polars.columns == arrow.column_names
    assert list(pandas.columns)[:9] == [
        "plan", "deal", "lineup", "seat", "agent", "points", "share", "plies", "failed",
    ]  # fmt: skip
    rows = polars.to_dicts()
    assert rows == pandas.to_dict("records") == arrow.to_pylist()
    assert len(rows) == 10 * 2 * 2
    first = rows[0]
    assert (first["deal"], first["lineup"], first["seat"], first["agent"]) == (0, 0, 0, "greedy")
    assert first["points"] == result.points[0, 0, 0]
    greedy = pandas[pandas["agent"] == "greedy"]
    assert greedy["share"].mean() == result.scores()[0].win_rate
    assert result.run and result.run.to_polars().equals(polars)


def test_an_unfinished_run_has_a_table_and_figures() -> None:
    run = unfinished()
    table = run.to_pandas()
    assert (len(table), sorted(set(table["deal"]))) == (80, list(range(20)))
    so_far = run.so_far()
    assert so_far and so_far.match.deals == 20
    whole = kb.match("durak", "greedy", "random", deals=20, seed=1, out=run.folder.parent / "twenty")
    assert so_far.points.tolist() == whole.points.tolist()
    with pytest.raises(kb.KiebitzError, match="is not finished"):
        run.result()


def test_a_run_without_games_is_a_table_without_rows(tmp_path: Path) -> None:
    run = kb.Run.create("match", (match_plan("durak", ["greedy", "random"], 30, seed=1),))
    assert (len(run.to_pandas()), run.so_far()) == (0, None)
    answer = CliRunner().invoke(app, ["export", run.name, "--parquet", str(tmp_path / "games.parquet")])
    assert answer.exit_code == 0, answer.output


def test_before_the_first_deal_is_complete_the_means_of_the_games_are_shown() -> None:
    run = kb.Run.create("match", (match_plan("durak", ["greedy", "random"], 30, seed="early"),))
    run.play(Threads(), deals=(10, 20))  # as bots from files: other games come before those of the first deal
    found, games = kb.open_run(run.name), run.to_pandas()
    of_greedy = games[games["agent"] == "greedy"]["points"]
    shown = " ".join(CliRunner().invoke(app, ["show", run.name]).output.split())
    assert "20 of 60 games are played" in shown and "No interval goes with them" in shown
    assert f"greedy {of_greedy.mean():+.2f} in 20 games, random {-of_greedy.mean():+.2f} in 20 games" in shown
    told = json.loads(CliRunner().invoke(app, ["show", found.name, "--json"]).stdout)
    assert told["results"] == [] and told["unpaired"][0][0]["points"] == of_greedy.mean()


def test_the_commands_show_and_export_what_there_is(tmp_path: Path) -> None:
    run = unfinished()
    shown = CliRunner().invoke(app, ["show", run.name])
    assert "40 of 60 games are played; the command above goes on with it." in shown.output
    assert "20 deals in 2 seatings: 40 games" in shown.output
    told = json.loads(CliRunner().invoke(app, ["show", run.name, "--json"]).stdout)
    assert (told["done"], told["results"][0]["deals"]) == (40, 20)
    file = tmp_path / "games.csv"
    assert CliRunner().invoke(app, ["export", run.name, "--csv", str(file)]).exit_code == 0
    assert len(file.read_text().splitlines()) == 1 + 80


def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    result = kb.match("durak", "greedy", "random", deals=2, seed=1)
    for name, extra in (("pandas", "pandas"), ("polars", "data"), ("pyarrow", "arrow")):
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(kb.KiebitzError, match=rf"This needs {name}: pip install 'kiebitz\[{extra}\]'."):
            getattr(result, f"to_{name.removeprefix('py')}")()


# -- knowing, solving, asking, checking ----------------------------------------------------------------------


def record_at(number: int) -> list[kb.State]:
    return kb.read_records(ROOT / "docs" / "positions" / "boerenbridge.txt")[number].states()


def test_what_a_view_tells_is_what_its_state_tells() -> None:
    state = record_at(0)[-1]
    of_view, of_state = kb.know(state.view(0)), kb.know(state, seat=0)
    assert of_view.worlds == of_state.worlds
    assert of_view.probabilities == of_state.probabilities
    assert of_view.change is None
    assert of_state.change
    assert of_state.announcements
    with pytest.raises(kb.KiebitzError, match="give the state or a record to see this"):
        _ = of_view.announcements


def test_knowledge_has_a_door_to_everything() -> None:
    found = kb.know(record_at(0), seat="North")
    card = str(next(iter(found.locations.unseen)))
    assert sum(found.probabilities[card].values()) == pytest.approx(1)
    assert found.count(f"has(South, {card})") / found.worlds == pytest.approx(
        found.probability(card, "South")
    )
    assert found.entails(str(found.conclusions[0].formula))
    explained = found.explain(str(found.conclusions[0].formula))
    assert explained and explained.reasons
    assert bool(found.check(str(found.conclusions[0].formula)))
    assert found.card(card).svg().startswith("<svg") and "graph" in found.card(card).dot()
    assert found.picture(f"has(South, {card})").svg().startswith("<svg")
    assert found.beliefs(card, "South")
    assert "VARS" in found.smcdel(f"K[N] has(S, {card})")
    assert set(found.possibility_sets(card)) == {card}
    assert found.sets == {}
    assert f"{found.worlds:,} worlds" in str(found)
    assert found.as_dict()["worlds"] == found.worlds


def test_skat_players_have_sets() -> None:
    state = kb.game("skat").deal(seed=1)
    while state.phase != "play":
        state = state.play("18" if "18" in state.moves else state.moves[-1])
    declarer, defender = (kb.know(state.view(seat)) for seat in (state.declarer, (state.declarer + 1) % 3))  # type: ignore[attr-defined]
    assert list(declarer.sets) == ["own", "h1", "h2", "pool", "skat"]
    assert declarer.sets["own"] == declarer.view.hand
    assert list(defender.sets)[1:3] == ["declarer", "partner"]
    assert kb.know(kb.game("skat").deal(seed=1).view(0)).sets == {}


def test_the_command_writes_what_the_model_checker_reads(tmp_path: Path) -> None:
    file, record = tmp_path / "model.smcdel.txt", ROOT / "docs" / "positions" / "boerenbridge.txt"
    words = ["know", str(record), "--smcdel", str(file), "--formula", "K[N] has(S, QC)"]
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code == 0, answer.output
    assert file.read_text() == kb.know(record_at(0)).smcdel("K[N] has(S, QC)")


def test_an_agent_says_why() -> None:
    state = kb.game("schnapsen").deal(seed=1)
    decision = kb.agent("rdeep").decide(state.view(0))
    assert decision.move in state.moves
    assert set(decision.values) == set(state.moves)
    assert kb.agent(Chosen(1)).decide(state.view(0)).because == "question 1"
    assert kb.agent(First).decide(state.view(0)).move == state.moves[0]
    moves = {kb.agent("random").decide(state.view(0), seed=seed).move for seed in range(30)}
    assert len(moves) > 1
    assert len({kb.agent("random").decide(state.view(0), seed=3).move for _ in range(5)}) == 1


def test_positions_are_solved() -> None:
    hands = {"declarer": "CJ SA", "left": "HA HT", "right": "DA DT"}
    fields: dict[str, Any] = {"contract": "grand", "leader": "declarer", **hands}
    solution = kb.solve("skat", **fields)
    words = [word for name, value in fields.items() for word in (f"--{name}", value)]
    told = json.loads(CliRunner().invoke(app, ["solve", "skat", *words, "--json"]).stdout)
    assert (solution.value, solution.best) == (told["value"], told["best"])
    fields = {"contract": "grand", "leader": "declarer", "searcher": "declarer", "hand": "CJ SJ"}
    hidden = kb.solve("skat", paranoid=True, pool="HA HT DA DT", target=46, **fields)
    assert hidden.value is True
    assert hidden.best in ("CJ", "SJ")
    state = kb.game("durak").deal(seed=1)
    view = state.view(state.turn)
    assert kb.solve(view).value is False and kb.solve(view).best is None


def test_a_bot_of_the_session_is_checked() -> None:
    assert kb.check(First, "durak", games=6).ok

    class Keeps(kb.Agent):
        games = 0

        def begin(self, seat: int, options: Any, rng: Any) -> None:
            type(self).games += 1

        def act(self, view: kb.View) -> kb.Move:
            return view.moves[self.games % len(view.moves)]

    found = kb.check(Keeps, "durak", games=6)
    assert [problem.kind for problem in found.problems] == ["nondeterminism"]
