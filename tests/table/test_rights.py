"""Who may see what: one table of rights, whatever is asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kiebitz.errors import BadOption
from kiebitz.rules.registry import game
from kiebitz.table.tables.rights import WATCHER, NotYours, Rights
from kiebitz.table.tables.table import Table

STATE = game("skat").deal(1)
ASKED: dict[str, Callable[[Rights], object]] = {
    "another head": lambda rights: rights.head((rights.viewer + 1) % 3),
    "another view": lambda rights: rights.position(STATE, (rights.viewer + 1) % 3, is_open=False),
    "open cards": lambda rights: rights.position(STATE, rights.viewer, is_open=True),
    "values of open cards": Rights.check_cards,
    "the record": Rights.check_record,
    "another table": Rights.check_branch,
}
"""What only viewers may have who see everything."""


def open_places(rights: Rights) -> int:
    """Whose cards a scene shows, the own aside; the skat counts as a place."""
    scene = rights.scene(STATE)
    hands = sum(bool(place["cards"]) for place in scene["seats"])
    return hands + ("back" not in scene["middle"]["skat"])


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("persons", [0, 1, 3])
@pytest.mark.parametrize("viewer", [WATCHER, 0, 2])
def test_all_is_seen_after_the_game_and_by_watchers_of_agents(
    viewer: int, persons: int, is_over: bool, asked: str
) -> None:
    rights = Rights.of(viewer, 3, persons, is_over)
    if is_over or (viewer == WATCHER and persons == 0):
        ASKED[asked](rights)
        assert rights.heads == (0, 1, 2) and open_places(rights) == (4 if viewer == WATCHER else 3)
    else:
        with pytest.raises(NotYours):
            ASKED[asked](rights)
        assert rights.heads == (viewer,) and open_places(rights) == 0
    assert rights.head(None) == viewer == rights.position(STATE, viewer, is_open=False).seat  # type: ignore[attr-defined]


@pytest.mark.parametrize("seat", [-2, 3])
def test_there_is_no_other_seat(seat: int) -> None:
    with pytest.raises(BadOption):
        Rights.of(0, 3, 0, is_over=True).head(seat)


def test_a_scene_is_drawn_once_for_all_who_see_the_same() -> None:
    room = Table.create("durak", [{"kind": "person"}, {"kind": "person"}], seed="1")
    first = room.scene(0)
    assert room.scene(0) is first and room.scene(1) is not first and room.scene(0, ply=0) is first
    room.play(room.state.turn, str(room.state.moves[0]))
    assert room.scene(0)["ply"] == 1 and room.scene(0, ply=0)["plies"] == 1
