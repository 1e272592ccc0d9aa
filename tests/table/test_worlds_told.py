"""In how many worlds a move wins and where it loses: people read it wherever moves are explained."""

from __future__ import annotations

import asyncio
import json
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kiebitz.agents import registry
from kiebitz.agents.advice import advise
from kiebitz.agents.base import Agent, Decision
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.entry import Entry
from kiebitz.agents.registry import contestant
from kiebitz.agents.roster import Roster
from kiebitz.cli import app
from kiebitz.cli.play import TerminalGame
from kiebitz.errors import KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.lab.playing.match import Match
from kiebitz.lab.results.transcript import transcript
from kiebitz.lab.review.page import page
from kiebitz.lab.review.reviewing import Effort, review
from kiebitz.lab.review.telling import told
from kiebitz.language.speaking import speaking, spoken
from kiebitz.rules.parts import part
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from kiebitz.rules.values import State, View
from kiebitz.table.panel.panel import Panel
from kiebitz.table.server.connection import Talk
from kiebitz.table.tables.hall import Hall
from kiebitz.table.tables.replays import branch
from kiebitz.table.tables.rights import WATCHER
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table
from tests.search.test_fusion import POSITIONS
from tests.table.test_secrecy import Heard

WORDS = "SJ wins the game in 34 of 35 worlds; it loses if Rearhand holds CA CK HT (3% of all worlds)"
SMALL = "seats=3,schedule=3"
ALPHAMU = "alphamu:worlds=40,m=2,base=random"


class First(Agent):
    """Plays the first card."""

    def act(self, view: View) -> Decision:
        return Decision(view.moves[0], because="the first card")


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> State:
    """A position of Skat, with an adviser who would play the jack of spades."""
    entry = Entry("first", "plays the first card", lambda game, parameters: First)
    monkeypatch.setattr(registry, "_installed", lambda: (entry,))
    monkeypatch.setattr(type(part(game("skat"), Roster)), "opponent", "first")
    return next(position.state for position in POSITIONS if position.fields["averages"] == "SJ")


def states_of(state: State) -> list[State]:
    return Record.of(state).states()


def test_the_terminals_hint(
    state: State, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = cycle(("h", "q"))
    monkeypatch.setattr("builtins.input", lambda prompt: next(keys))
    others: list[Contestant | None] = [contestant("first", state.game)] * 3
    others[state.turn] = None
    session = TerminalGame(state.game, others, ["first", "first", "first"], "1")
    session.states = states_of(state)
    session.run()
    assert f"Hint: SJ. the first card; {WORDS}" in capsys.readouterr().out


def test_the_tables_hint_in_the_readers_language(state: State) -> None:
    seats = [{"kind": "agent", "spec": "random"}] * 3
    seats[state.turn] = {"kind": "person"}
    table = branch(state, [None] * state.ply, seats)

    async def hint() -> Any:
        hall, outbox = Hall(Store()), Heard()
        hall.open(table)
        talk = Talk(hall, table.id, outbox)  # type: ignore[arg-type]
        await talk.hear({"type": "hello", "token": table.occupants[state.turn].token})
        await talk.hear({"type": "hint"})
        while not (found := [each for each in outbox.messages if each["type"] == "hint"]):
            await asyncio.sleep(0.01)
        hall.close()
        return found[0]

    found = asyncio.run(asyncio.wait_for(hint(), 60))
    assert found["because"].endswith(WORDS)
    assert "in {won} of {n} worlds" in json.dumps(found["because_said"])  # pages translate it


def test_the_panel_and_what_a_table_keeps() -> None:
    """An agent's reason stands in the panel, is kept with the game, and whoever asks it there reads it."""
    table = Table.create("boerenbridge", [{"kind": "agent", "spec": ALPHAMU}] * 3, SMALL, seed="0")
    while not table.is_over:
        decision = table.think()
        table.play(table.state.turn, decision.move, mind=decision)
    store = Store()
    store.save(table)
    kept = store.load(table.id)
    assert kept is not None and kept.minds == table.minds
    panel = Panel.of(kept, WATCHER)
    said = {ply: panel.mind(ply)["mind"]["because"] for ply in range(len(kept.minds))}
    ply = next(ply for ply, text in said.items() if "worlds; it loses if " in text)
    assert "wins exactly" in panel.mind(ply, ALPHAMU)["mind"]["because"]


def test_the_transcript_of_a_match() -> None:
    chosen = game("boerenbridge", SMALL)
    match = Match(chosen, (contestant(ALPHAMU, chosen),) * 3, 1, seed=3)
    text = str(transcript(match, match.play(0, 0), level=1))
    assert "because " in text and "worlds; it loses if " in text


def test_a_review_and_its_page() -> None:
    rng, state = Stream(6), game("boerenbridge", SMALL).deal(seed=6)
    while not state.is_over:
        state = state.play(rng.choice(state.moves))
    found = review(state, 1, Effort(worlds=60))
    words = "KC wins exactly 1 trick in 18 of 20 worlds; it loses if AD QC AC are in no hand (undealt) (10%"
    (line,) = (str(line) for _, line in told(found, every=True) if words in str(line))
    assert "KD lost " in line and "KD wins exactly 1 trick in 12 of 20 worlds" in line
    assert words in page([("a game", found)], "here")


def test_what_is_known_of_a_record(state: State, tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    file.write_text(Record.of(state).text, encoding="utf-8")
    words = ["know", str(file), "--at", str(state.ply), "--seat", str(state.turn), "--plans"]
    assert WORDS in CliRunner().invoke(app, words).stdout.replace("\n", " ")
    document = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert document["plans"]["SJ"] == WORDS
    refused = CliRunner().invoke(app, ["know", str(file), "--at", "0", "--seat", "0", "--plans"])
    assert isinstance(refused.exception, KiebitzError)
    assert "not to move here" in str(refused.exception)


@pytest.mark.parametrize(("language", "words"), [("de", "34 von 35 Welten"), ("nl", "34 van 35 werelden")])
def test_other_languages_say_it_too(state: State, language: str, words: str) -> None:
    with speaking(language):
        assert words in spoken(advise(state.view(state.turn)).because)
