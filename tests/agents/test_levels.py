"""Levels are opponents that exist, from the easiest to the hardest, as it was measured."""

from __future__ import annotations

import json
import shlex
from itertools import pairwise
from typing import Any

import pytest

from kiebitz.agents.registry import find
from kiebitz.agents.roster import Roster, level, levels
from kiebitz.errors import UnknownName
from kiebitz.rules.options import parse_options
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game, game_class
from tests.paths import ROOT

GAMES = ("boerenbridge", "durak", "schnapsen", "skat")
FIGURES: dict[str, Any] = json.loads((ROOT / "docs" / "figures" / "levels.json").read_text())


@pytest.mark.parametrize("name", GAMES)
def test_there_are_three_levels_of_agents_that_do_not_cheat(name: str) -> None:
    found = levels(name)
    assert len(found) >= 3 and len({each.name for each in found}) == len(found)
    for each in found:
        entry, _ = find(each.specification, game_class(name))
        assert not entry.cheats and str(each.about).endswith(".")
    assert part(game_class(name), Roster).opponent == found[-1].specification, "people meet the strongest"
    assert level(name, found[0].name) is found[0]
    assert part(game_class(name), Roster).level_of(found[1].specification) == found[1].name


@pytest.mark.parametrize("name", GAMES)
def test_each_level_was_measured_against_the_one_below_under_the_rules_that_people_play(name: str) -> None:
    usual = next(iter(game_class(name).presets.values())).options
    for below, above in pairwise(levels(name)):
        words = shlex.split(FIGURES["commands"][f"{name}-{above.name}"])
        assert words[3] == above.specification and words[4] == below.specification
        given = parse_options(words[words.index("--options") + 1]) if "--options" in words else {}
        assert game(name, given).options == game(name, dict(usual)).options
        assert is_better(f"{name}-{above.name}", above.specification, below.specification)


def is_better(command: str, above: str, below: str) -> bool:
    """Beyond doubt: the interval of wins is above a half, or points differ by three standard errors."""
    cells = FIGURES["cells"]
    if wins := cells.get(f"{command}/{above} wins"):
        return bool(wins["low"] > 0.5)
    one, other = (cells[f"{command}/{spec} points"] for spec in (above, below))
    error = (one["error"] ** 2 + other["error"] ** 2) ** 0.5
    return bool(one["value"] - other["value"] > 3 * error)


@pytest.mark.parametrize("name", GAMES)
def test_the_time_that_people_read_is_the_measured_one(name: str) -> None:
    for each in levels(name):
        cells = [cell["value"] / 1000 for key, cell in FIGURES["cells"].items()
                 if key.startswith(f"{name}-") and key.endswith(f"/{each.specification} ms")]  # fmt: skip
        assert cells, "it is in the table"
        assert abs(each.seconds - cells[0]) <= max(0.0001, cells[0] / 2)


def test_an_unknown_level_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UnknownName, match="easy, medium, strong"):
        level("skat", "godlike")


@pytest.mark.parametrize("name", GAMES)
def test_rule_sets_are_rules_with_a_sentence(name: str) -> None:
    cls = game_class(name)
    assert len(cls.presets) >= 2
    seen = set()
    for rules in cls.presets.values():
        made = cls(rules.options)
        made.deal(seed=1)
        seen.add(made.options_text)
        assert str(rules.about).endswith(".")
    assert len(seen) == len(cls.presets), "no rule set stands there twice"
