"""What a game brings is found by one lookup, and a wrong reference is a sentence."""

from __future__ import annotations

from typing import ClassVar

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.rules.game import Game
from kiebitz.rules.parts import Brings, Format, Part, part


class Drawing(Part):
    layer: ClassVar[str] = "table"

    def sign(self) -> str:
        return f"? {self.game.__name__}"


class StarDrawing(Drawing):
    def sign(self) -> str:
        return "*"


class Plain(Game):
    name = "plain"


class Starred(Game):
    name = "starred"
    brings = Brings(table=":StarDrawing")


def test_a_game_that_brings_nothing_gets_the_defaults() -> None:
    assert part(Plain, Drawing).sign() == "? Plain"


def test_a_part_is_found_by_its_reference_and_made_once() -> None:
    found = part(Starred, Drawing)
    assert found.sign() == "*" and part(Starred({}), Drawing) is found


def test_a_reference_may_be_the_class_itself() -> None:
    class Given(Game):
        name = "given"
        brings = Brings(table=StarDrawing)

    assert part(Given, Drawing).sign() == "*"


@pytest.mark.parametrize(
    ("reference", "sentence"),
    [
        (":Nobody", r"brings\.table = ':Nobody' does not lead to anything: .*Nobody"),
        ("nowhere:Thing", r"brings\.table = 'nowhere:Thing' does not lead to anything: .*nowhere"),
        (":Plain", r"brings\.table = ':Plain' must name a subclass of Drawing"),
    ],
)
def test_a_wrong_reference_is_one_sentence(reference: str, sentence: str) -> None:
    class Wrong(Game):
        name = "wrong"
        brings = Brings(table=reference)

    with pytest.raises(KiebitzError, match=sentence):
        part(Wrong, Drawing)


def test_a_format_knows_its_files_by_their_first_line() -> None:
    form = Format("bars", r"\d\|", "records:read")
    assert form.fits("3|x") and not form.fits("x 3|")
