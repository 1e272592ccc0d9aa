"""Training of instinct: who can teach, and who is refused before anything is played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kiebitz.errors import BadOption
from kiebitz.games.skat.agents.cards.instinct import FILE
from kiebitz.rules.registry import game
from tools.skat_training.chain import digest
from tools.skat_training.watching import _memory_of, watch

PAGE = Path(__file__).parents[3] / "docs" / "skat-player-measured.md"


@pytest.mark.parametrize("spec", ["random", "flat", "xskat-like", "instinct"])
def test_who_values_no_cards_over_worlds_cannot_teach(spec: str) -> None:
    """The thinking read memories of other players as its own and ended in a segmentation fault."""
    with pytest.raises(BadOption, match=f"{spec} cannot teach: .* skat-ai and pimc"):
        watch(spec, 1, 1)


@pytest.mark.parametrize("spec", ["pimc:worlds=2,solve=4", "skat-ai:worlds=2,solve=4,paranoia=off,nodes=100"])
def test_thinking_players_teach(spec: str) -> None:
    choices = watch(spec, 1, 1)
    assert len(choices.sizes) > 0 and choices.sizes.sum() == len(choices.values) == len(choices.patterns)


# -- the weights of the package ------------------------------------------------------------------------


def test_the_weights_of_the_package_have_their_commands_seeds_and_digest_on_the_page() -> None:
    about = json.loads(FILE.with_suffix(".json").read_text(encoding="utf-8"))
    page = PAGE.read_text(encoding="utf-8")
    assert about["files"] == {FILE.name: digest(FILE)}
    assert digest(FILE) in page
    assert all(f"    {command}\n" in page for command in about["commands"])
    assert [int(command.split("--seed ")[1].split()[0]) for command in about["commands"]] == about["seeds"]


def test_the_teachers_of_the_packages_weights_can_still_teach() -> None:
    about = json.loads(FILE.with_suffix(".json").read_text(encoding="utf-8"))
    for command in about["commands"]:
        assert len(_memory_of(command.split("--teacher ")[1], game("skat")))
