"""The catalogue of sentences: it knows what agents and the table say, and loses no value on the way."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import kiebitz.table
from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant, entries
from kiebitz.errors import KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.knowledge.models.lazy import model_of
from kiebitz.knowledge.reader import conclusions
from kiebitz.rules.parts import part
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game, game_class, game_classes, names
from kiebitz.table.server.catalogue import catalogue
from kiebitz.table.server.game_pages import page_file, texts
from kiebitz.table.stage import Stage
from kiebitz.table.tables.decisions import keep_mind
from kiebitz.table.tables.replays import open_record

TABLE = Path(kiebitz.table.__file__).parent
GERMAN = texts("de", game_classes().values()) or {}
CARD = r"[AKQJT2-9CSHD]{2}(?:\+[AKQJT2-9CSHD]{2})?"
VOTE = rf"(?:{CARD}|pass|take) \d+"
# What may stand in a place of a template, as the page has it.
KINDS = {
    "who": ".+?",
    "name": ".+?",
    "suit": "hearts?|spades?|clubs?|diamonds?|trumps",
    "card": "[AKQJT2-9CSHD]{2}",
    "cards": rf"{CARD}(?: {CARD})*",
    "votes": rf"{VOTE}(?:, {VOTE})*",
    "move": r"\S+",
    "n": r"\d[\d,]*",
    "x": r"[+-]?\d[\d.]*",
    "text": ".+?",
}
PLACE = re.compile(r"\{([a-z]+)(\d*)\}")
NAMED = re.compile(r"\{([a-z]+)")  # a place of a saying
CONTRACT = re.compile(r"(\{suit\}|Grand|Null)( Hand| Schneider| Schwarz| Ouvert)*")  # the same in German
GAMES = names()
DEALS = 3  # whole games of each agent
CODE = re.compile(r"[WL]?\d+[a-z]?")  # of a node in a strategy graph


def pattern(template: str) -> re.Pattern[str]:
    """A template as the page reads it; what must be a known sentence of its own is a group."""
    parts = []
    for piece in re.split(r"(\{\w+\})", template):
        found = PLACE.fullmatch(piece)
        kind = f"(?:{KINDS[found[1]]})" if found else re.escape(piece)
        parts.append(f"({KINDS['text']})" if found and found[1] == "text" else kind)
    return re.compile("".join(parts))


@cache
def patterns(name: str) -> list[re.Pattern[str]]:
    """What is known at a table of a game; without one, in the lobby."""
    german = texts("de", [game_class(name)]) if name else GERMAN
    assert german
    return [pattern(template) for template in {**german["sentences"], **german["help"]}]


def is_known(said: str, name: str = "") -> bool:
    text = said.replace("_", " ") if re.fullmatch("[a-z]+(_[a-z]+)+", said) else said
    if said in GERMAN["sayings"]:
        return True
    for each in patterns(name):
        if (found := each.fullmatch(text)) and all(is_known(inner, name) for inner in found.groups()):
            return True
    parts = [text.split(between) for between in (" → ", "; ") if between in text]
    return any(all(is_known(piece, name) for piece in found) for found in parts)


def unknown(said: set[str], name: str = "") -> list[str]:
    return sorted(text for text in said if text and not is_known(text, name))


def test_both_sides_of_a_template_have_the_same_places() -> None:
    for template, german in {**GERMAN["sentences"], **GERMAN["help"]}.items():
        assert sorted(PLACE.findall(template)) == sorted(PLACE.findall(german)), template
    for template, german in GERMAN["sayings"].items():
        assert set(NAMED.findall(template)) == set(NAMED.findall(german)), template


@pytest.mark.parametrize("name", GAMES)
def test_what_a_scene_says_is_said_in_german(name: str) -> None:
    said, rng = set[str](), Stream(4)
    stage = part(game_class(name), Stage)
    for seed in range(4):
        state = game(name, next(iter(game_class(name).presets.values()), {})).deal(seed)
        while not state.is_over:
            for seat in range(-1, state.game.seats):
                scene = stage.scene(state.view(seat))
                facts = [*scene.facts, *(badge for place in scene.seats for badge in place.badges)]
                said |= {fact.said.text for fact in facts if not CONTRACT.fullmatch(fact.said.text)}
                said |= {reason.text for reason in scene.reasons.values()}
                said |= {pile.said.text for pile in scene.piles if pile.said}
            state = state.play(rng.choice(list(state.moves)))
    german = texts("de", [game_class(name)])
    assert german and not {stage.about.text, stage.rules.text, *said} - set(german["sayings"])


@pytest.mark.parametrize("name", GAMES)
def test_what_the_page_of_a_game_says_is_said_in_german(name: str) -> None:
    game_page, german = (
        page_file(game_class(name), part(game_class(name), Stage).page),
        texts("de", [game_class(name)]),
    )
    assert game_page and german
    said = re.findall(r'"([A-Z0-9{][^"]* [^"]*)"', game_page.read_text(encoding="utf-8"))
    assert said and not set(said) - set(german["sayings"])


def test_options_are_explained_in_german() -> None:
    ours = [found for found in catalogue() if game_class(found["name"]).__module__.startswith("kiebitz.")]
    options = [option for found in ours for option in found["options"]]
    assert not unknown({option["help"] for option in options})
    assert not {option["name"] for option in options if option["name"] not in GERMAN["names"]}


def test_most_agents_and_parameters_are_explained_in_german() -> None:
    """Who adds an agent need not speak German: what is missing is shown in English, and marked."""
    agents = [agent for found in catalogue() for agent in found["agents"]]
    said = {agent["help"] for agent in agents}
    said |= {field["help"] for agent in agents for field in agent["parameters"]}
    missing = unknown(said)
    assert len(missing) < len(said) / 5, missing


@pytest.mark.parametrize("name", GAMES)
def test_what_can_be_concluded_is_said_in_german(name: str) -> None:
    rng, said = Stream(2), set[str]()
    for seed in range(6):
        state = game(name).deal(seed)
        while not state.is_over:
            state = state.play(rng.choice(list(state.moves)))
            if state.ply % 5 == 0:
                said |= {str(conclusion) for conclusion in conclusions(state.view(0))}
    assert said and not unknown(said, name)


def decisions(name: str, spec: str) -> Iterator[Decision]:
    """Everything that agents of one kind decide in some whole games."""
    chosen = game(name)
    made = contestant(spec, chosen)
    for seed in range(DEALS):
        rng = Stream(3 + seed)
        agents = [made.make() for _ in range(chosen.seats)]
        for seat, agent in enumerate(agents):
            agent.begin(seat, dict(chosen.options), rng)
        state = chosen.deal(seed)
        while not state.is_over:
            answer = agents[state.turn].act(state.view(state.turn, rng))
            if isinstance(answer, Decision):
                yield answer
            state = state.play(str(answer.move if isinstance(answer, Decision) else answer))


def words(details: Any) -> Iterator[str]:
    """All words of an explanation's details."""
    if isinstance(details, dict):
        for name, inner in details.items():
            yield name
            yield from words(inner)
    elif isinstance(details, list):
        for inner in details:
            yield from words(inner)
    elif isinstance(details, str) and not CODE.fullmatch(details):
        yield details


@pytest.mark.parametrize("name", GAMES)
def test_all_agents_give_their_reasons_in_german(name: str) -> None:
    said = set[str]()
    for entry in entries(game(name)).values():
        for decision in decisions(name, entry.quick):
            said |= {str(decision.because), *words(keep_mind(decision)["details"])}
    assert not unknown(said, name)


# -- sentences of the server -----------------------------------------------------------------------------

NOT_SHOWN = {"bots.py", "remote.py", "service.py", "store.py", "warmup.py"}  # they speak in a terminal
SPEAKING = ("error", "say", "Late")  # calls that speak to people, beside those after raise


def example(node: ast.expr) -> str:
    """A text of the source with 7 in all its places."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
    return ""


def sentences(file: Path) -> Iterator[str]:
    """What the code of a file says to people: in errors, notes and refusals."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            yield from map(example, node.exc.args)
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            yield from map(example, node.args if name in SPEAKING else ())


def test_the_server_speaks_german() -> None:
    files = [file for file in TABLE.rglob("*.py") if file.name not in NOT_SHOWN]
    said = {text for file in files for text in sentences(file) if " " in text}
    assert len(said) > 30 and not unknown(said)


FORMULAS = (
    "", "K[North]", "K[Nobody] has(East, QH)", "has(East QH)", "has(East, 1X)", "has(East, QH) has",
    "count(East, x) > 1", "count(East, hearts) ? 1", "count(East, hearts) >= x",
    "count(East, {QH, QH}) >= 1", "E[North, North] has(East, QH)", "foo", "K[st] has(East, QH)",
)  # fmt: skip


@pytest.mark.parametrize("formula", FORMULAS)
def test_what_is_wrong_with_a_formula_is_said_in_german(formula: str) -> None:
    with pytest.raises(KiebitzError) as wrong:
        model_of(game("boerenbridge").deal(1).view(0)).check(formula)
    assert not unknown({str(wrong.value)})


WRONG: dict[str, Callable[[], object]] = {
    "option": lambda: game("durak", {"deck": "big"}),
    "value": lambda: game("boerenbridge", {"seats": "40"}),
    "schedule": lambda: game("boerenbridge", {"schedule": "40"}),
    "agent": lambda: contestant("nobody", game("durak")),
    "parameter": lambda: contestant("flat:playouts=many", game("durak")),
    "move": lambda: game("durak").deal(1).play("XX"),
    "illegal": lambda: game("durak").deal(1).play("take"),
    "record": lambda: open_record("Dear diary"),
    "number": lambda: open_record(Record.of(game("durak").deal(1)).text, 7),
    "line": lambda: open_record("game: durak\nnonsense"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_people_get_wrong_in_the_lobby_is_said_in_german(what: str) -> None:
    with pytest.raises(KiebitzError) as wrong:
        WRONG[what]()
    assert not unknown({str(wrong.value)})
