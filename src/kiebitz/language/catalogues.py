"""The sentences and names of a language: gettext files of the layers and of games, put together.

A layer keeps ``languages/de.po`` in its folder, a game in its package; a room of a layer whose words are
wanted without those of the whole layer has a folder of its own; what stands beside the layers, and the names
of cards, are in the folder above them. The message is the English sentence; names (of options, values,
phases, places, measures, cards) have a context, because one word may name several things. English needs no
file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO

HOME = __package__.partition(".")[0]


@dataclass(frozen=True)
class Catalogue:
    """What a language has for English sentences, and for names by kind and word."""

    messages: dict[str, str] = field(default_factory=dict)
    names: dict[str, dict[str, str]] = field(default_factory=dict)

    def name(self, kind: str, word: str) -> str:
        """What a thing is called; its English word if the language has none."""
        return self.names.get(kind, {}).get(word, word)

    def merged(self, other: Catalogue) -> Catalogue:
        """Both together; where both say something the other one counts."""
        kinds = {*self.names, *other.names}
        names = {kind: self.names.get(kind, {}) | other.names.get(kind, {}) for kind in kinds}
        return Catalogue(self.messages | other.messages, names)


@cache
def general(language: str, but: tuple[str, ...] = ()) -> Catalogue:
    """What all layers, but for some, have in a language.

    >>> general("de").name("suit", "H"), general("xx").messages
    ('Herz', {})
    """
    return together(_read(folder / f"{language}.po") for folder in folders(but))


@cache
def of_package(language: str, package: str) -> Catalogue:
    """What a game's package has in a language; empty for a game without a package."""
    return _read(files(package) / "languages" / f"{language}.po") if package else Catalogue()


def catalogue(language: str, packages: Iterable[str] = (), but: tuple[str, ...] = ()) -> Catalogue:
    """What the layers, but for some, and the packages of some games have, the games' own words first."""
    return together([general(language, but), *(of_package(language, package) for package in packages)])


def languages(package: str = "") -> list[str]:
    """The languages besides English that every layer speaks, and the game of a package if one is named."""
    spoken = [*folders(), *([files(package) / "languages"] if package else [])]
    return sorted(set.intersection(*({*_languages(folder)} for folder in spoken)))


def card_languages() -> list[str]:
    """The languages besides English that have names for cards."""
    return sorted(_languages(files(HOME) / "languages"))


def folders(but: Iterable[str] = ()) -> list[Traversable]:
    """Where the layers and their rooms, but for some, keep their catalogues.

    >>> [folder.parent.name for folder in folders() if folder not in folders(but=["lab", "lab/review"])]
    ['lab', 'review']
    """
    house = files(HOME)
    homes = {"": house}
    for layer in _inside(house):
        homes |= {layer.name: layer} | {f"{layer.name}/{room.name}": room for room in _inside(layer)}
    return [home / "languages" for name, home in homes.items() if name not in but]


def _inside(home: Traversable) -> list[Traversable]:
    """The folders in a folder that have catalogues."""
    found = (each for each in home.iterdir() if each.is_dir() and (each / "languages").is_dir())
    return sorted(found, key=lambda each: each.name)


def _languages(folder: Traversable) -> Iterator[str]:
    if folder.is_dir():
        yield from (file.name[:-3] for file in folder.iterdir() if file.name.endswith(".po"))


def together(parts: Iterable[Catalogue]) -> Catalogue:
    """Several catalogues as one; what a later one says counts."""
    whole = Catalogue()
    for part in parts:
        whole = whole.merged(part)
    return whole


def _read(file: Traversable) -> Catalogue:
    """One file; what is not translated yet is left out."""
    if not file.is_file():
        return Catalogue()
    from babel.messages.pofile import read_po  # only readers of another language wait for it

    found = Catalogue()
    for message in read_po(BytesIO(file.read_bytes())):
        if message.id and message.string:
            kind = found.names.setdefault(message.context, {}) if message.context else found.messages
            kind[str(message.id)] = str(message.string)
    return found
