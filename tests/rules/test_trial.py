"""The trial of rules from outside: what does not end or gets stuck is found before a search plays it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiebitz.agents.registry import contestant
from kiebitz.rules.broken import BrokenGame
from kiebitz.rules.registry import game
from kiebitz.rules.trial import require_ends
from tests.rules.broken import ENDLESS, STUCK, TOY, write_broken


def test_rules_that_end_pass() -> None:
    require_ends(game(str(TOY)))


@pytest.mark.parametrize(("end", "sentence"), [
    (ENDLESS, "high-card is not over after 6 moves, its max_moves; "),
    (STUCK, "high-card is not over, but the seat to move has no legal move; "),
], ids=["endless", "stuck"])  # fmt: skip
def test_rules_that_do_not_end_are_refused(end: str, sentence: str, tmp_path: Path) -> None:
    broken = game(write_broken(end, tmp_path))
    with pytest.raises(BrokenGame) as error:
        require_ends(broken)
    assert str(error.value).startswith(sentence)
    for searcher in ("flat", "mcts"):  # nobody could stop it in compiled code
        with pytest.raises(BrokenGame):
            contestant(searcher, broken)
