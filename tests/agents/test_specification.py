"""How agents are written: what is written is read back, whatever it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.agents.registry import contestant
from kiebitz.agents.specification import parameters, parted, written
from kiebitz.errors import BadOption
from kiebitz.lab.experiments.grid import expand
from kiebitz.rules.registry import game

NAMES = st.from_regex(r"[a-z][a-z0-9-]{0,9}", fullmatch=True)
HEADS = st.one_of(NAMES, st.from_regex(r"[a-z/_]{1,9}\.py(:[A-Z][a-z]{0,5})?", fullmatch=True))
WORDS = st.from_regex(r"[a-z0-9.+/_-]{1,8}(,[a-z0-9.+/_-]{1,8}){0,2}", fullmatch=True)


def settings_of(values: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, str]]:
    return st.dictionaries(NAMES, values, max_size=4)


NESTED = st.recursive(
    WORDS, lambda inner: st.builds(written, HEADS, settings_of(inner)).filter(bool), max_leaves=12
)


@given(HEADS, settings_of(NESTED))
def test_what_is_written_is_read_back(head: str, values: dict[str, str]) -> None:
    spec = written(head, values)
    assert (parted(spec)[0], parameters(spec)) == (head, values)
    assert written(*read(spec)) == spec


@given(HEADS, settings_of(NESTED))
def test_a_specification_is_a_grid_of_one(head: str, values: dict[str, str]) -> None:
    spec = written(head, values)
    if ".." not in spec:  # else a range of numbers
        assert [read(one) for one in expand(spec)] == [read(spec)]


def read(spec: str) -> tuple[str, dict[str, str]]:
    return parted(spec)[0], parameters(spec)


@pytest.mark.parametrize("spec", ["improve:base=(smart)er", "improve:base=(a)(b),worlds=4"])
def test_nothing_may_follow_a_bracket(spec: str) -> None:
    with pytest.raises(BadOption, match="follows a bracket"):
        parameters(spec)


def test_agents_too_deep_within_each_other_are_refused_in_a_sentence() -> None:
    spec = "random"
    for _ in range(1000):
        spec = f"improve:base=({spec})"
    with pytest.raises(BadOption, match=r"^More than 20 brackets within each other in 'improve:base="):
        contestant(spec, game("durak"))
