"""The words of a language for the browser: sentences and names of all layers, and of the games on a page."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from kiebitz.language.catalogues import card_languages, catalogue, languages, of_package
from kiebitz.rules.registry import game_class, package_of


class Words(NamedTuple):
    """A catalogue as it is sent, and a short text that changes with it."""

    body: bytes
    tag: str


def spoken() -> dict[str, list[str]]:
    """The languages besides English: those of the pages, and those that have names for cards.

    >>> spoken()
    {'pages': ['de', 'nl'], 'cards': ['de', 'nl', 'ru']}
    """
    return {"pages": languages(), "cards": card_languages()}


@lru_cache(maxsize=64)
def words(language: str, games: tuple[str, ...] = ()) -> Words | None:
    """What a page needs to speak a language with the words of some games; None for an unknown language.

    Options of two games may have one name: by ``games`` each finds what its own are called.

    >>> json.loads(words("de").body)["names"]["suit"]["H"], words("xx")
    ('Herz', None)
    """
    if language not in {*languages(), *card_languages()}:
        return None
    packages = {name: package_of(game_class(name)) for name in games}
    whole = catalogue(language, packages.values())
    own = {name: of_package(language, package).names for name, package in packages.items()}
    found = {"messages": whole.messages, "names": whole.names, "games": own}
    body = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
    return Words(body, f'"{sha256(body).hexdigest()[:16]}"')
