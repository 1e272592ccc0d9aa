"""Card faces: every card of every game has its own picture in every style; and positions drawn with them."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from kiebitz.language.catalogues import catalogue
from kiebitz.language.speaking import Speaker
from kiebitz.rules.registry import game, game_class, game_classes, package_of
from kiebitz.table.drawing.faces import draw_face
from kiebitz.table.drawing.position import position_svg
from kiebitz.table.tables.rights import Rights

STYLES = ("french", "french4", "german")


@pytest.mark.parametrize("style", STYLES)
def test_every_card_has_a_picture_of_its_own(style: str) -> None:
    for name in game_classes():
        cards = [str(card) for card in game(name).deck.cards]
        pictures = [draw_face(style, card) for card in [*cards, "back"]]
        assert None not in pictures and len(set(pictures)) == len(cards) + 1
        for picture in pictures:
            assert ElementTree.fromstring(picture or "").tag.endswith("svg")


def test_pips_are_as_many_as_the_rank_says() -> None:
    for rank, count in {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10}.items():
        picture = draw_face("french", rank + "H") or ""
        assert picture.count("scale(0.46)") == count


def test_letters_follow_language_and_style() -> None:
    letters = [
        draw_face("french", "QS"),
        draw_face("french", "QS", "de"),
        draw_face("german", "QS", "de"),
        draw_face("french", "SQ"),
    ]
    assert [">Q<" in (text or "") for text in letters] == [True, False, False, True]
    assert ">D<" in (letters[1] or "") and ">O<" in (letters[2] or "")


@pytest.mark.parametrize("card", ["", "A", "ASS", "1S", "AX", "<s", "../x"])
def test_what_is_no_card_has_no_picture(card: str) -> None:
    assert draw_face("french", card) is None


def test_no_card_of_a_position_lies_over_a_name() -> None:
    scene = Rights(0, seats=2, sees_all=False).scene(game("schnapsen").deal(seed=1))
    name = "a stock of ten cards that somebody has closed"
    scene["piles"][0]["said"] = name
    first = min(int(x) for x in re.findall(r'<svg x="(\d+)"', position_svg(scene)))
    assert first > len(name) * 8


def test_what_lies_in_the_middle_has_a_name_in_the_readers_language() -> None:
    state = game("durak").deal(seed=1)
    scene = Rights(0, seats=2, sees_all=True).scene(state.play(state.moves[0]))
    speak = Speaker("de", catalogue("de", [package_of(game_class("durak"))])).text
    assert ">Angriff</text>" in position_svg(scene, letters="de", speak=speak)
