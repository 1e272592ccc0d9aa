"""Which experiments come with the games: their pages by name, and what is on them. Nothing is compiled."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from kiebitz.lab.bench import Bench
from kiebitz.rules.parts import games_with, part

CLAIMED = 4  # matches of a sealed claim: two banks, and two of its control


@dataclass(frozen=True)
class Summary:
    """An experiment in a line."""

    name: str
    title: str
    matches: int
    figures: int


def pages() -> dict[str, Traversable]:
    """The pages of the experiments that come with the games, by name, in order."""
    folders = [part(game, Bench).experiments for game in games_with(Bench).values()]
    found = [page for folder in folders if folder for page in folder.iterdir()]
    named = {page.name.removesuffix(".toml"): page for page in found if page.name.endswith(".toml")}
    return {name: named[name] for name in sorted(named)}


def beside(name: str, ending: str) -> Traversable | None:
    """A file that lies beside the page of an experiment, such as its seal."""
    for game in games_with(Bench).values():
        folder = part(game, Bench).experiments
        if folder and (folder / f"{name}.toml").is_file() and (folder / f"{name}{ending}").is_file():
            return folder / f"{name}{ending}"
    return None


def list_experiments() -> list[Summary]:
    """The experiments that can be reproduced, in order.

    >>> found = {one.name: one for one in list_experiments()}
    >>> found["durak-closed"].title
    'Durak with hidden cards: everybody against everybody'
    """
    return [_summary(name, page.read_text(encoding="utf-8")) for name, page in pages().items()]


def _summary(name: str, text: str) -> Summary:
    """What the page itself says, without making its players ready."""
    page = tomllib.loads(text)
    claims = len(page.get("claim", ()))
    matches = len(page.get("pairs", ())) + len(page.get("match", ())) + CLAIMED * claims
    figures = len(page.get("published", ())) + len(page.get("cell", ())) + claims
    return Summary(name, page.get("title", name), matches, figures)
