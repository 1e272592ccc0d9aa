"""Training of instinct: who can teach, and who is refused before anything is played."""

from __future__ import annotations

import pytest

from kiebitz.errors import BadOption
from kiebitz.games.skat.agents.training.instinct_training import watch


@pytest.mark.parametrize("spec", ["random", "flat", "xskat-like", "instinct"])
def test_who_values_no_cards_over_worlds_cannot_teach(spec: str) -> None:
    """The thinking read memories of other players as its own and ended in a segmentation fault."""
    with pytest.raises(BadOption, match=f"{spec} cannot teach: .* skat-ai and pimc"):
        watch(spec, 1, 1)


@pytest.mark.parametrize("spec", ["pimc:worlds=2,solve=4", "skat-ai:worlds=2,solve=4,paranoia=off,nodes=100"])
def test_thinking_players_teach(spec: str) -> None:
    choices = watch(spec, 1, 1)
    assert len(choices.sizes) > 0 and choices.sizes.sum() == len(choices.values) == len(choices.patterns)
