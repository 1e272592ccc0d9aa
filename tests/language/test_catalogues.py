"""Every saying exists in every language, and a translation loses no value on the way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

from kiebitz.language.catalogues import HOME, Catalogue, folders, languages, of_package
from kiebitz.language.extraction import FOUND, phrases, sources
from kiebitz.rules.registry import game_class, names, package_of
from kiebitz.sayings import NUMBER

HOUSE = Path(str(files(HOME)))
PACKAGES = [package_of(game_class(name)) for name in names()]
HOMES = [Path(str(folder)).parent for folder in folders()] + [Path(str(files(name))) for name in PACKAGES]
SPOKEN = ("de", "nl")
IDS = [home.name for home in HOMES]


def read(home: Path, language: str) -> Catalogue:
    """What a folder has in a language."""
    place = home.parent if home.parent.name == "strangers" else HOUSE.parent
    return of_package(language, ".".join(home.relative_to(place).parts))


def places(template: str) -> dict[str, set[str]]:
    """The places of a sentence with the forms that they ask for; words in several forms count as one."""
    found: dict[str, set[str]] = {}
    for _, name, form, _ in Formatter().parse(template):
        if name is not None:
            found.setdefault(name, set()).add("forms" if "|" in (form or "") else form or "")
    return found


def calls(home: Path) -> Iterator[tuple[Path, ast.Call]]:
    """Every ``say(...)`` in the Python files of a folder."""
    for file in sources(home):
        if file.suffix == ".py":
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
                    yield file, node


def literals(node: ast.expr) -> list[str]:
    """The texts of a sentence, of both if one is chosen; none if it is made elsewhere."""
    if isinstance(node, ast.IfExp):
        return literals(node.body) + literals(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def test_german_and_dutch_are_spoken_everywhere() -> None:
    assert languages() == list(SPOKEN)
    assert all(languages(package) == list(SPOKEN) for package in PACKAGES)


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("home", HOMES, ids=IDS)
def test_every_saying_is_translated_and_none_is_left_over(home: Path, language: str) -> None:
    found = read(home, language)
    wanted = phrases(home)
    messages = {phrase.text for phrase in wanted if not phrase.kind}
    assert messages == found.messages.keys()
    for kind in FOUND:
        assert {phrase.text for phrase in wanted if phrase.kind == kind} == {*found.names.get(kind, {})}, kind


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("home", HOMES, ids=IDS)
def test_both_sides_of_an_entry_have_the_same_places(home: Path, language: str) -> None:
    for english, other in read(home, language).messages.items():
        assert places(english).keys() == places(other).keys(), english
        for name, forms in places(english).items():
            assert {*forms} - {"forms", "one"} <= places(other)[name] | {""}, english


@pytest.mark.parametrize("home", HOMES, ids=IDS)
def test_a_saying_is_a_literal_whose_places_are_its_values(home: Path) -> None:
    for file, call in calls(home):
        texts = literals(call.args[0])
        assert texts, f"{file}:{call.lineno}"
        given = {keyword.arg for keyword in call.keywords}
        for text in texts:
            asked = places(text)
            assert asked.keys() == given, f"{file}:{call.lineno}: {text}"
            for form in set.union(set(), *asked.values()) - {"forms", "one"}:
                assert NUMBER.fullmatch(form), f"{file}:{call.lineno}: {text}"
