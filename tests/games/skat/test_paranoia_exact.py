"""The paranoia search against an explicit list of worlds, in random endgames."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.kernel.random import Stream
from tests.games.skat import belief


def compare(n: int, cases: int, capped: bool = False) -> Any:
    """How often each kind of question was not forced and forced; fails at the first difference."""
    worlds = np.zeros((3 * n + 2, belief.MOST_WORLDS, 2), np.int64)
    case, tally = np.zeros(belief.CASE_WORDS, np.int64), np.zeros(18, np.int64)
    rng = Stream.named("endgames", n, int(capped))
    room = p.workspace(1 << 12)
    result = belief.disagreements(rng.word, n, cases, int(capped), worlds, room, case, tally)
    assert result == 0, f"{result}: {case.tolist()}"
    return tally.reshape(3, 3, 2)


@pytest.mark.parametrize(("n", "cases"), [(2, 70_000), (3, 40_000), (4, 4_000)])
def test_the_search_equals_an_explicit_list_of_worlds(n: int, cases: int) -> None:
    """Suit games, Grand, Null, all roles, with and without a hidden skat and cards taken not to be in it."""
    tally = compare(n, cases)
    assert tally.sum() == cases
    assert (tally > 0).all(), "every kind of question must have both answers"


@pytest.mark.slow
@pytest.mark.parametrize(("n", "cases"), [(2, 1_000_000), (3, 300_000), (4, 60_000)])
def test_the_search_equals_an_explicit_list_of_worlds_often(n: int, cases: int) -> None:
    assert compare(n, cases).sum() == cases


@pytest.mark.parametrize(("n", "cases"), [(2, 20_000), (3, 10_000), (4, 1_000)])
def test_the_approximation_covers_exactly_its_worlds(n: int, cases: int) -> None:
    tally = compare(n, cases, capped=True)
    assert (tally.sum(axis=(0, 1)) > cases / 20).all()
