"""The commands as a user types them: answers, JSON, and one clear sentence for every mistake."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest

from kiebitz.cli import main
from kiebitz.cli.play import HELP
from kiebitz.rules.formats import read_records
from kiebitz.rules.records import Record

TOY = str(Path(__file__).parents[2] / "docs" / "toy_game.py")


class Answer:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


Run = Callable[..., Answer]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run_command(*arguments: str) -> Answer:
        monkeypatch.setattr("sys.argv", ["kiebitz", *arguments])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return run_command


def test_games_and_agents_are_listed(run: Run) -> None:
    assert "boerenbridge" in run("games").out
    names = [game["name"] for game in json.loads(run("games", "--json").out)]
    assert names == sorted(names) and {"boerenbridge", "durak", "schnapsen", "skat"} <= set(names)
    assert "random" in run("agents", "skat").out
    assert {"random", "random-python"} <= {agent["name"] for agent in json.loads(run("agents", "--json").out)}


def test_match_answers_with_the_promised_json(run: Run) -> None:
    answer = run("match", "durak", "random", "random", "--deals", "50", "--seed", "7", "--json")
    document = json.loads(answer.out)
    assert {"game", "options", "deals", "games", "seconds", "agents"} <= set(document)
    assert (document["deals"], document["games"]) == (50, 100)
    fields = {
        "name",
        "wins",
        "draws",
        "losses",
        "win_rate",
        "wilson",
        "points_mean",
        "points_se",
        "ms_per_move",
        "failures",
    }
    assert fields <= set(document["agents"][0])
    agent = document["agents"][0]
    assert agent["wins"] + agent["draws"] + agent["losses"] == 100
    assert agent["wilson"][0] < agent["win_rate"] < agent["wilson"][1]


def test_match_prints_a_table_and_writes_records(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    answer = run("match", "schnapsen", "random", "random", "--deals", "5", "--records", str(file))
    assert "10 games" in answer.out
    assert run("replay", str(file), "--check").out == "10 of 10 records replay with the right result.\n"
    assert "Points: " in run("replay", str(file), "--number", "3").out
    shown = json.loads(run("replay", str(file), "--json").out)
    assert shown["problem"] is None


def test_small_errors_and_short_times_are_shown_with_digits(run: Run) -> None:
    lines = run("match", "schnapsen", "random", "bully", "--deals", "20000").out.splitlines()
    row = next(line for line in lines if line.split()[0] == "bully")
    error, time, unit = row.split()[-3:]
    assert 0 < float(error) < 0.01 and error.strip("0.") != ""
    assert float(time) >= 1 and unit in ("ns", "µs", "ms")


def test_a_forged_record_is_found(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    run("match", "schnapsen", "random", "random", "--deals", "1", "--records", str(file))
    text = file.read_text()
    result = next(line for line in text.splitlines() if line.startswith("result"))
    file.write_text(text.replace(result, "result: 9 -9"))
    answer = run("replay", str(file), "--check")
    assert answer.code == 1
    assert "not (9, -9)" in answer.out


def test_perft_splits_by_first_move(run: Run) -> None:
    document = json.loads(run("perft", "schnapsen", "--depth", "3", "--seed", "4", "--json").out)
    assert document["count"] == sum(document["split"].values())


def test_a_third_party_game_is_there_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = run("match", TOY, "random", "random", "--deals", "20", "--json")
    assert json.loads(answer.out)["game"] == "high-card"
    monkeypatch.setenv("KIEBITZ_GAMES", TOY)
    assert "high-card" in run("games").out
    assert run("match", "high-card", "random", "random", "--deals", "2").code == 0


def test_a_game_can_be_played_by_numbers_text_and_undo(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answers = iter(["?", "h", "nonsense", "", "1", "u", "u", *["1"] * 30])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))
    file = tmp_path / "mine.txt"
    how = ("--rules", "university", "--seed", "3", "--save", str(file))
    answer = run("play", "schnapsen", "random", *how)
    moves = "\n" + next(line for line in answer.out.splitlines() if line.startswith("Your moves: 1 ")) + "\n"
    help_line = str(HELP) + moves
    assert answer.out.count(help_line) == 1, "only ? shows it again"
    assert answer.out.count("\nHint:") == 1
    assert re.search(rf"is not a move of schnapsen.*{moves}{moves[1:]}", answer.out), "so does Enter"
    assert "There is nothing to take back." in answer.out
    assert "The end. Points:" in answer.out
    assert run("replay", str(file), "--check").code == 0


def some_move() -> Callable[[str], str]:
    """Somebody who types what may be a move; bids and guesses have no numbers but their own."""
    typed = cycle(["1", "pass", "0"])

    def answer(prompt: str = "") -> str:
        return next(typed)

    return answer


@pytest.mark.parametrize("game", ["skat", "durak", "boerenbridge", TOY])
def test_every_game_can_be_played_in_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr("builtins.input", some_move())
    assert "The end. Points:" in run("play", game, "--seed", "1", "--deals", "1").out


def test_the_end_of_a_round_is_told_with_how_each_came_by_the_points(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", some_move())
    words = "play", "boerenbridge", "random", "--seed", "1", "--options", "schedule=1-2-1"
    told = run(*words).out
    assert told.count("Points of this round: North (you) ") == 2  # the last one is the end of all
    assert re.search(r"\n  East: \d of \d tricks?: ", told)


def test_a_number_is_the_move_of_that_name_and_enter_plays_the_only_move(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed = iter(["2", "1", "", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(typed))
    file = tmp_path / "mine.txt"
    told = run("play", "boerenbridge", "random", "--seed", "3", "--save", str(file)).out
    assert "\nYour moves: 0  1\n" in told and "allowed are 0, 1." in told
    only = "7D"
    assert f"\nYour only move: 1 {only} (Enter plays it)\n" in told
    [record] = read_records(file)
    assert isinstance(record, Record) and [record.moves[ply] for ply in (0, 4)] == ["1", only]


def test_a_series_goes_round_the_table_and_is_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("builtins.input", some_move())
    file, told = tmp_path / "series.txt", run("play", "skat", "random", "--deals", "3", "--seed", "1").out
    for number, seat in enumerate(("Forehand", "Rearhand", "Middlehand"), 1):
        assert f"deal {number} of 3. You are {seat}; the seed of this deal is 1" in told
    typing = some_move()
    monkeypatch.setattr("builtins.input", lambda prompt="": "q" if "next deal" in prompt else typing(prompt))
    one = run("play", "skat", "random", "--seed", "1", "--save", str(file)).out
    assert "deal 1 of 36." in one and "deal 2" not in one, "36 deals are usual; q ends between two of them"
    [first] = read_records(file)
    monkeypatch.setattr("builtins.input", some_move())
    run("play", "skat", "random", "--deals", "3", "--seed", "1", "--save", str(file))
    records = [record for record in read_records(file) if isinstance(record, Record)]
    assert records[0] == first and len({record.deal for record in records}) == 3
    assert [record.players.index("you") for record in records] == [0, 2, 1]
    for who in ("you", "random 1", "random 2"):
        total = sum(record.result[record.players.index(who)] for record in records)
        assert f"{who} {total:+}" in told.partition("After 3 of 3 deals: ")[2], "the same sum as on the list"


def test_play_deals_what_people_play_unless_other_rules_are_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt="": "q")
    file = tmp_path / "game.txt"

    def options(*given: str) -> str:
        assert run("play", "schnapsen", "random", "--save", str(file), *given).code == 0
        line = next((line for line in file.read_text().splitlines() if line.startswith("options")), "")
        file.unlink()
        return line

    assert "rules=full" in options() and "unit=deal" not in options()
    assert "rules=full" in options("--options", "unit=deal") and "unit=deal" in options("--rules", "one")
    assert "rules=full" not in options("--rules", "University platform")
    assert "choose one of: Bummerl, One deal, " in run("play", "schnapsen", "--rules", "whist").err


def test_a_sheet_is_refused_in_words_that_people_use(run: Run) -> None:
    refused = run("exercises", "--grade", "nobody.txt").err
    assert refused == "There is no file nobody.txt.\n"
    assert "The number of exercises must be 1 to 100, not 0." in run("exercises", "durak", "--count", "0").err


def test_opponents_are_chosen_by_level(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt="": "1")
    assert "(greedy)" in run("play", "durak", "--seed", "1", "--level", "easy").out
    assert "choose one of: easy, medium, strong" in run("play", "durak", "--level", "hardest").err
    assert run("play", "durak", "greedy", "--level", "easy").err == "Name agents or a level, not both.\n"
    listed = run("games").out
    assert "rules Bummerl: As in Austria" in listed and "level strong: Looks for cards" in listed


LISTENER = """
from kiebitz.agents.base import Agent

class Listener(Agent):
    def __init__(self):
        self.heard = []

    def observe(self, event):
        self.heard.append(event)

    def act(self, view):
        assert self.heard == list(view.events), "not told what happened"
        return view.moves[0]

class Broken(Agent):
    def __init__(self):
        raise ValueError("no weights")

class Cheat(Agent):
    def act(self, view):
        return next(card for card in view.game.deck.cards if card not in view.hand)
"""


def test_agents_in_the_terminal_hear_everything_also_after_an_undo(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "listener.py"
    file.write_text(LISTENER, encoding="utf-8")
    inputs = iter(["1", "1", "1", "u", "2", *["1"] * 100])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(inputs))
    assert "The end. Points:" in run("play", "durak", f"{file}:Listener", "--seed", "1").out
    answer = run("play", "durak", f"{file}:Broken")
    assert answer.code == 2 and "raised ValueError: no weights" in answer.err


def test_an_agents_illegal_move_in_the_terminal_does_not_list_its_cards(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "listener.py"
    file.write_text(LISTENER, encoding="utf-8")
    monkeypatch.setattr("builtins.input", lambda prompt="": "1")
    answer = run("play", "durak", f"{file}:Cheat", "--seed", "1")
    assert answer.code == 2
    told = r".*:Cheat answered '..', which is not a legal move; the game ends here.\n"
    assert re.fullmatch(told, answer.err)


def test_a_seed_names_the_same_deal_everywhere(run: Run, tmp_path: Path) -> None:
    run("match", "durak", "random", "random", "--deals", "1", "--seed", "7", "--records", str(tmp_path / "r"))
    counted = json.loads(run("perft", "durak", "--depth", "1", "--seed", "7", "--json").out)
    assert counted["deal"] in (tmp_path / "r").read_text(encoding="utf-8")


def test_a_match_ends_with_who_is_better(run: Run) -> None:
    how = ("--deals", "20", "--seed", "1")
    assert "\ngreedy is better than random. It scores " in run("match", "durak", "greedy", "random", *how).out
    assert "\ngreedy is better than random. " in run("show", run("runs").out.partition(":")[0]).out
    told = run("match", "durak", "greedy", "greedy", *how).out
    assert "\ngreedy plays against itself: nobody can come out better here. " in told


def test_a_pilot_is_listed_as_what_it_is(run: Run) -> None:
    run("power", "durak", "smart", "greedy", "--elo", "20", "--pilot", "10", "--seed", "1")
    assert re.match(r"pilot-durak-\w+: durak, smart v greedy, 20 games, done\n", run("runs").out)


def test_a_sample_is_called_one(run: Run) -> None:
    run("match", "durak", "greedy", "random", "--deals", "10", "--seed", "1")
    name = run("runs").out.partition(":")[0]
    sample = "5 of 5 games came out as stored.\nThey are a sample of the run's 20 games; "
    assert run("verify", name, "--sample", "5").out.startswith(sample)
    assert run("verify", name, "--sample", "0").out == "20 of 20 games came out as stored.\n"


def test_a_record_runs_no_file_that_it_names(run: Run, tmp_path: Path) -> None:
    evil, record = tmp_path / "evil.py", tmp_path / "record.txt"
    evil.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')", encoding="utf-8")
    record.write_text(f"game: {evil}\ndeal: 6S\nmoves: 6S\n", encoding="utf-8")
    assert "evil.py" in run("replay", str(record), "--check").out
    assert not (tmp_path / "ran").exists()


def test_each_record_that_does_not_replay_is_counted(run: Run, tmp_path: Path) -> None:
    line = "(;GM[Skat]ID[7]MV[w CJ.SJ 1 p 2 p 0 p ]R[pased] ;)\n"
    (tmp_path / "games.sgf").write_text(line * 2, encoding="utf-8")
    answer = run("replay", str(tmp_path / "games.sgf"), "--check")
    assert "0 of 2 records" in answer.out and answer.code == 1


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        ("match chess random random", "'chess'"),
        ("match durak random nobody", "'nobody'"),
        ("match durak random smrat", "did you mean smart"),
        ("check-bot durak my_bot.py", "check-bot my_bot.py durak"),
        ("match durak random", "needs 2 agents"),
        ("match durak random random --deals -3", "not -3"),
        ("match durak random random --deals many", "--deals"),
        ("match durak random random --options start_rank=99", "'99'"),
        ("match durak random random --options colour=red", "'colour'"),
        ("match durak random random --options nonsense", "'nonsense'"),
        ("match durak random random --seatings circle", "'circle'"),
        ("match durak random random --workers 0", "workers"),
        ("match durak random:depth=3 random", "'depth=3'"),
        ("match durak no_such_bot.py:Bot random", "no_such_bot.py"),
        ("replay no_such_file.txt", "no_such_file.txt"),
        ("perft durak --depth 99", "99"),
        ("play durak --seat 5", "5"),
        ("play boerenbridge random random", "3 agents"),
        ("agents chess", "'chess'"),
        ("grid durak flat:playouts=1|2 --against flat:playouts=2", "flat:playouts=2"),
        ("tournament durak random", "two agents"),
        ("tournament durak random random", "twice"),
        ("tournament durak random greedy --until soon", "In durak there is also: published"),
        ("grid durak mcts:c=0.6..2.2..0", "first..last..step"),
        ("match durak random random --until soon", "'soon'"),
        ("match durak random random --executor moon", "'moon'"),
        ("match durak random random --time-limit -1", "time limit"),
        ("show no-such-run", "no-such-run"),
        ("report no-such-run", "no-such-run"),
        ("verify no-such-run", "no-such-run"),
        ("export no-such-run", "--parquet"),
        ("reproduce no-such-experiment", "no-such-experiment"),
        ("run no_such_page.toml", "no_such_page.toml"),
        ("know games.txt --svg model.svg", "--card"),
    ],
)
def test_a_mistake_gets_one_sentence(run: Run, arguments: str, culprit: str) -> None:
    answer = run(*arguments.split())
    assert answer.code == 2
    assert culprit in answer.err
    assert "Traceback" not in answer.err
    assert answer.out == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "nonsense",
        "game: durak\nmoves: 6S\n",
        "game: chess\ndeal: x\nmoves: y\n",
        "(;GM[Skat",
        "game:\ndeal:\nmoves:\n",
    ],
)
def test_a_malformed_record_file_is_refused_or_reported(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "records.txt"
    file.write_text(text)
    answer = run("replay", str(file), "--check")
    assert answer.code in (1, 2)
    assert answer.out + answer.err
    assert run("replay", str(file)).code == 2


def test_a_binary_file_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "records.txt"
    file.write_bytes(b"\xff\xfe\x00\x01")
    answer = run("replay", str(file), "--check")
    assert answer.code == 2
    assert "UTF-8" in answer.err
