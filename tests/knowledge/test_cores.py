"""Small cores against all cores."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.knowledge.logic.smallest import minimal, smallest

cores = st.lists(st.frozensets(st.integers(0, 7)), min_size=1, max_size=6)


@settings(max_examples=200)
@given(cores=cores)
def test_the_smallest_core_is_the_smallest(cores: list[frozenset[int]]) -> None:
    """Fewest numbers first, then the lowest sum."""

    def suffices(some: list[int]) -> bool:
        return any(core.issubset(some) for core in cores)

    found = smallest(8, suffices)
    assert suffices(found) and found == sorted(found)
    assert (len(found), sum(found)) == min((len(core), sum(core)) for core in cores)


@given(cores=cores, order=st.permutations(range(8)))
def test_nothing_can_be_taken_from_a_minimal_core(cores: list[frozenset[int]], order: list[int]) -> None:
    def suffices(some: list[int]) -> bool:
        return any(core.issubset(some) for core in cores)

    found = minimal(order, suffices)
    assert suffices(found) and found == [number for number in order if number in found]
    assert not any(suffices([other for other in found if other != number]) for number in found)


def test_an_impatient_judge_still_gets_what_suffices() -> None:
    """One who sees that three numbers suffice only when he has all of them."""
    assert smallest(4, lambda some: len(some) == 4) == [0, 1, 2, 3]
    assert smallest(4, lambda some: False) == [0, 1, 2, 3]
