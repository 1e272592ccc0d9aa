"""The words of a language for the browser: sentences and names of all layers, and of the games on a page."""

from __future__ import annotations

import json
from functools import lru_cache

from kiebitz.language.catalogues import card_languages, catalogue, languages, of_package, together
from kiebitz.rules.registry import game_class, package_of

SILENT = ("cli", "lab")  # layers that say nothing to a page; rooms of theirs may


def spoken() -> dict[str, list[str]]:
    """The languages besides English: those of the pages, and those that have names for cards.

    >>> spoken()
    {'pages': ['de', 'nl'], 'cards': ['de', 'nl', 'ru']}
    """
    return {"pages": languages(), "cards": card_languages()}


@lru_cache(maxsize=64)
def words(language: str, games: tuple[str, ...] = (), alone: bool = False) -> bytes | None:
    """What a page needs to speak a language with the words of some games; None for an unknown language.

    ``alone`` leaves out what is not of these games, for a page that has it already. Options of two games may
    have one name: by ``games`` each finds what its own are called.

    >>> json.loads(words("de"))["names"]["suit"]["H"], words("xx")
    ('Herz', None)
    """
    if language not in {*languages(), *card_languages()}:
        return None
    packages = {name: package_of(game_class(name)) for name in games}
    own = {name: of_package(language, package) for name, package in packages.items()}
    whole = together(own.values()) if alone else catalogue(language, packages.values(), SILENT)
    named = {name: each.names for name, each in own.items()}
    found = {"messages": whole.messages, "names": whole.names, "games": named}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
