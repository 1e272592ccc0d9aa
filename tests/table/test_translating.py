"""The catalogue of sentences: it knows what the table says, and loses no value on the way."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import kiebitz.table
from kiebitz.agents.advice import opponent
from kiebitz.agents.base import Decision
from kiebitz.agents.registry import entries, player
from kiebitz.games import game
from kiebitz.kernel.random import Stream
from kiebitz.knowledge.inferences import conclusions
from kiebitz.table.catalogue import catalogue

GERMAN = json.loads((Path(kiebitz.table.__file__).parent / "pages/texts/de.json").read_text(encoding="utf-8"))
# What may stand in a place of a template, as the page has it.
KINDS = {
    "who": ".+?",
    "suit": "hearts?|spades?|clubs?|diamonds?|trumps",
    "card": "[AKQJT2-9CSHD]{2}",
    "cards": "[AKQJT2-9CSHD]{2}(?: [AKQJT2-9CSHD]{2})*",
    "move": r"\S+",
    "n": r"\d[\d,]*",
    "x": r"[+-]?\d[\d.]*",
    "text": ".+?",
}
PLACE = re.compile(r"\{([a-z]+)(\d*)\}")
GAMES = ("schnapsen", "skat", "durak", "boerenbridge")


def pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"(\{\w+\})", template)
    made = [
        f"(?:{KINDS[found[1]]})" if (found := PLACE.fullmatch(part)) else re.escape(part) for part in parts
    ]
    return re.compile("".join(made))


PATTERNS = [pattern(template) for template in {**GERMAN["sentences"], **GERMAN["help"]}]


def is_known(text: str) -> bool:
    if any(each.fullmatch(text) for each in PATTERNS):
        return True
    return any(between in text and all(map(is_known, text.split(between))) for between in (" → ", "; "))


def test_both_sides_of_a_template_have_the_same_places() -> None:
    for template, german in {**GERMAN["sentences"], **GERMAN["help"]}.items():
        assert sorted(PLACE.findall(template)) == sorted(PLACE.findall(german)), template


def test_options_are_explained_in_german() -> None:
    options = [option for found in catalogue() for option in found["options"]]
    assert not {option["help"] for option in options if not is_known(option["help"])}
    assert not {option["name"] for option in options if option["name"] not in GERMAN["names"]}


def test_most_agents_and_parameters_are_explained_in_german() -> None:
    """Who adds an agent need not speak German: what is missing is shown in English, and marked."""
    agents = [agent for found in catalogue() for agent in found["agents"]]
    said = {agent["help"] for agent in agents}
    said |= {field["help"] for agent in agents for field in agent["parameters"]}
    missing = {text for text in said if not is_known(text)}
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
    assert said and not {text for text in said if not is_known(text)}


@pytest.mark.parametrize("name", GAMES)
def test_the_usual_opponents_give_their_reasons_in_german(name: str) -> None:
    entry = entries(name)[opponent(name).partition(":")[0]]
    spec = f"{entry.name}:{entry.sample}" if entry.sample else entry.name
    said, rng = set[str](), Stream(3)
    agents = [player(spec, game(name)).make() for _ in range(game(name).seats)]
    for seat, agent in enumerate(agents):
        agent.begin(seat, dict(game(name).options), rng)
    state = game(name).deal(5)
    while not state.is_over and state.ply < 40:
        answer = agents[state.turn].act(state.view(state.turn, rng))
        assert isinstance(answer, Decision)
        said.add(answer.because)
        state = state.play(answer.move)
    assert not {text for text in said if not is_known(text)}
