"""Frozen weights: how much of which luck is taken from the points, fixed before the games that they judge.

Weights that were fitted on the games they judge can prove anything. So they come from games under another
root, and are kept in a small file: the rules, whose games they were fitted on, the digest of that root, the
meaning of the numbers that are weighted, the weights, and a hash over all of it. The file becomes part of a
run's plan before its first game is played.

The hash finds what was changed by mistake; it is no signature. Whoever doubts a file asks for its seed and
freezes again: the same command gives the same file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from importlib.resources import files
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz.errors import BadNotation, BadOption
from kiebitz.files import SMALL, read_text
from kiebitz.kernel.random import STREAMS
from kiebitz.lab.bench import Bench
from kiebitz.lab.runs.restated import restated
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.sayings import Saying, joined, say

if TYPE_CHECKING:
    from kiebitz.lab.reduction.values import Values

OWN = "own"
"""In place of a file: the one that the game ships."""
PARTS = 2
"""Rows of the weights: those of the deal, and of everything after it."""
MOST_DRAWS = 100_000
LARGEST = 1e6  # of a weight: luck is counted in millionths of points, which must fit a word


@dataclass(frozen=True)
class Frozen:
    """Weights for the luck of a game's units, with where they come from.

    >>> from kiebitz.rules.registry import game
    >>> Frozen.read(own_text(game("durak"))).game
    'durak'
    """

    game: str
    options: str
    agents: tuple[str, ...]
    deals: int
    draws: int
    """How often each chance event is drawn anew."""
    streams: int
    root: str
    """The digest of the root of the deals on which it was fitted."""
    meaning: str
    """Of the numbers that are weighted."""
    columns: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]
    """Of the deal, and of everything after it."""
    saved: float
    """How many times fewer games they take than games taken singly, measured on deals held out."""

    @property
    def hash(self) -> str:
        """Over all of it."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:32]

    @property
    def text(self) -> str:
        """What its file holds."""
        return json.dumps({**asdict(self), "hash": self.hash}, indent=1) + "\n"

    @classmethod
    def read(cls, text: str, name: str = "") -> Frozen:
        """The weights of a file's text; one that was changed is refused."""
        where = repr(name) if name else say("what was given")
        try:
            values = json.loads(text)
            stated = values.pop("hash")
            rows = tuple(tuple(float(weight) for weight in row) for row in values["weights"])
            lists = {key: tuple(map(str, values[key])) for key in ("agents", "columns")}
            found = cls(**{**values, **lists, "weights": rows})
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            raise BadNotation(say("There are no frozen weights in {file}.", file=where)) from None
        if set(values) != {field.name for field in fields(cls)} or found.hash != stated:
            raise BadNotation(
                say(
                    "{file} was changed after it was frozen: its hash is not that of its content.", file=where
                )
            )
        if not found.is_sound:  # whoever writes a file can write its hash as well
            raise BadNotation(
                say("{file} holds weights that 'kiebitz freeze' would never write.", file=where)
            )
        return found

    @property
    def is_sound(self) -> bool:
        """Is everything of its kind, and small enough to be counted with?"""
        texts = (self.game, self.options, self.root, self.meaning, *self.agents, *self.columns)
        sizes = [len(row) for row in self.weights]
        return (
            all(isinstance(text, str) and text.isprintable() for text in texts)
            and all(type(number) is int for number in (self.deals, self.draws, self.streams))
            and 1 <= self.draws <= MOST_DRAWS
            and (len(self.agents), sizes) == (2, [len(self.columns)] * PARTS)
            and all(abs(weight) <= LARGEST for row in self.weights for weight in row)  # so none is NaN
            and isinstance(self.saved, float)
            and isfinite(self.saved)
        )

    def check(self, game: Game) -> None:
        """Refuse a game whose luck these weights do not know."""
        if self.game != game.name:
            said = say(
                "These weights are for games of {one}, not of {other}.", one=self.game, other=game.name
            )
            raise BadOption(said)
        if self.options != game.options_text:
            said = say(
                "These weights are for {game} with {one}, and here it is played with {other}; "
                "'kiebitz freeze' makes some for other options.",
                game=game.name,
                one=_options(self.options),
                other=_options(game.options_text),
            )
            raise BadOption(said)
        values = values_of(game)
        stated, now = (self.columns, self.streams), (values.columns, STREAMS)
        if stated != now or restated(self.meaning) != values.meaning:
            raise BadOption(
                say(
                    "These weights were frozen for numbers that the program computes in another way now; "
                    "'kiebitz freeze' makes new ones."
                )
            )

    def check_root(self, game: Game, seed: int | str) -> None:
        """Refuse to judge the games on which the weights were fitted."""
        if self.root == root_digest(game, seed):
            raise BadOption(
                say(
                    "These weights were fitted on the deals of this very seed, so they could prove anything "
                    "here; freeze them with another seed."
                )
            )


def _options(text: str) -> Saying | str:
    return text or say("the usual options")


def root_digest(game: Game, seed: int | str) -> str:
    """What tells whether two sets of deals come from one root; it leads to neither.

    >>> from kiebitz.rules.registry import game
    >>> root_digest(game("durak"), 1) == root_digest(game("durak"), 2)
    False
    """
    return hashlib.sha256(b"root of deals" + game.deals_root(seed).tobytes()).hexdigest()[:32]


def values_of(game: Game) -> Values:
    """What a game brings to tell luck from play; one that brings nothing is refused."""
    found = part(game, Bench).values
    if found is None:
        raise BadOption(
            say("{game} brings nothing by which luck could be told from play.", game=game.name.capitalize())
        )
    return found


def frozen_text(given: str | Path, game: Game) -> str:
    """The text of the weights that a user names, after every mistake in it has been found."""
    text = own_text(game) if str(given) == OWN else read_text(Path(given), SMALL)
    found = Frozen.read(text, str(given))
    found.check(game)
    return found.text


def own_text(game: Game) -> str:
    """The text of the weights that a game ships for its options."""
    values_of(game)
    found = list(_shipped(game))
    for text in found:
        if json.loads(text)["options"] == game.options_text:
            return text
    listed = [_options(json.loads(text)["options"]) for text in found]
    said = say(
        "{game} ships no weights for {options}; there are some for: {listed}. "
        "'kiebitz freeze' makes your own.",
        game=game.name.capitalize(),
        options=_options(game.options_text),
        listed=joined(", ", listed) if listed else say("none"),
    )
    raise BadOption(said)


def _shipped(game: Game) -> Iterator[str]:
    package = type(game).__module__
    folder: Any = files(package) / "lab" / "frozen"
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda one: one.name):
            if file.name.endswith(".json"):
                yield file.read_text(encoding="utf-8")
