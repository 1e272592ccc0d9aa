"""How sayings are said in other languages: words, numbers, forms and names."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.errors import UnknownName
from kiebitz.language.catalogues import Catalogue, catalogue
from kiebitz.language.speaking import Speaker, choose, number
from kiebitz.sayings import Name, Saying, Seat, Suit, say
from tests.language.vectors import VECTORS

WORDS = Catalogue(
    {
        "{n} {n:world|worlds}": "{n} {n:Welt|Welten}",
        "{who} has no {suit}": "{who} hat kein {suit:one}",
        "{a}, then {b}": "{a}, dann {b}",
        "the {place} is empty": "{place} ist leer",
        "{p:.1%} of {x:+.2f} and {n:,}": "{p:.1%} von {x:+.2f} und {n:,}",
    },
    {"place": {"North": "Nord", "stock": "der Talon"}, "suit one": {"H": "Herz"}},
)
GERMAN = Speaker("de", WORDS)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (say("{n} {n:world|worlds}", n=1), "1 Welt"),
        (say("{n} {n:world|worlds}", n=0), "0 Welten"),
        (say("{who} has no {suit}", who=Seat(0, "North"), suit=Suit("H")), "Nord hat kein Herz"),
        (say("the {place} is empty", place=Name("stock", "place")), "der Talon ist leer"),
        (say("{p:.1%} of {x:+.2f} and {n:,}", p=0.125, x=1.5, n=12345), "12,5\xa0% von +1,50 und 12.345"),
        (
            say("{a}, then {b}", a=say("{n} {n:world|worlds}", n=2), b=say("more")),
            "2 Welten, dann more",
        ),
        (say("nobody translated {n}", n=1), "nobody translated 1"),
    ],
)
def test_a_saying_in_german(said: Saying, text: str) -> None:
    assert GERMAN.text(said) == text


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['language']}: {vector['text']}")
def test_python_says_what_the_pages_say(vector: dict[str, Any]) -> None:
    words = Catalogue(vector.get("messages", {}), vector.get("names", {}))
    speaker = Speaker(vector["language"], words)
    assert speaker.text(Saying.of_json(vector["saying"])) == vector["text"]


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (1234.5, ",.1f", "1.234,5"),
        (1234.5, ".1f", "1234,5"),
        (-0.5, "+.1f", "-0,5"),
        (0.25, "", "0,25"),
        (7, "", "7"),
    ],
)
def test_numbers_are_written_as_the_language_does(value: float, form: str, text: str) -> None:
    assert number(value, form, "de") == text


def test_english_numbers_are_pythons_own() -> None:
    assert number(1234.5, ",.1f", "en") == "1,234.5" and number(0.25, ".0%", "en") == "25%"


def test_seats_without_a_name_are_players() -> None:
    dutch = Catalogue({"{who} leads": "{who} komt uit"}).merged(catalogue("nl"))
    assert Speaker("nl", dutch).text(say("{who} leads", who=Seat(1))) == "Speler 2 komt uit"


def test_a_language_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(UnknownName, match="no language called 'xx'; choose one of: en, de, nl"):
        choose("xx")
