"""Matches of games whose rules go wrong: each loop stops by itself and says what is wrong and where."""

from __future__ import annotations

from pathlib import Path

import pytest

import kiebitz as kb
from kiebitz.rules.broken import BrokenGame
from tests.rules.broken import ENDLESS, STUCK, write_broken


@pytest.mark.parametrize("agent", ["random", "random-python"])
@pytest.mark.parametrize(("end", "sentence"), [
    (ENDLESS, "high-card is not over after 6 moves, its max_moves (deal 0); "),
    (STUCK, "high-card is not over, but the seat to move has no legal move (deal 0); "),
], ids=["endless", "stuck"])  # fmt: skip
def test_a_match_ends_with_a_sentence(end: str, sentence: str, agent: str, tmp_path: Path) -> None:
    """In the compiled loop, and in that of the referee."""
    file = write_broken(end, tmp_path)
    with pytest.raises(BrokenGame) as error:
        kb.match(file, agent, agent, deals=3, seed=1, progress=False)
    assert str(error.value).startswith(sentence)
    assert "kiebitz check-game" in str(error.value)
