"""A sentence as a value: its English text with named places, and what stands in them.

Whoever says something writes the English sentence where it is said; cards, seats and suits stay values, so
that the sentence can be said in another language, drawn on a page, or stored and read again.

>>> said = say("{who} took {cards} and holds {n} {n:card|cards}.", who=Seat(1), cards=Cards("6S 7S"), n=5)
>>> print(said)
Player 2 took 6S 7S and holds 5 cards.
>>> Saying.of_json(said.as_json()) == said
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any, Protocol, runtime_checkable

SUITS = {
    "C": ("club", "clubs"),
    "S": ("spade", "spades"),
    "H": ("heart", "hearts"),
    "D": ("diamond", "diamonds"),
}


NUMBER = re.compile(r"(?P<sign>\+?)(?P<groups>,?)(?:\.(?P<places>\d+))?(?P<kind>[f%]?)")
"""How a place may ask for a number: ``+.2f``, ``,``, ``.1%``; in every language."""


@runtime_checkable
class Said(Protocol):
    """A value that says itself: a card, a set of cards."""

    def as_said(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Seat:
    """A seat, from 0; its name if the game has one."""

    number: int
    name: str = ""

    @classmethod
    def named(cls, number: int, name: str) -> Seat:
        """A seat by the name that it has; the usual one goes without saying."""
        return cls(number, "" if name == str(cls(number)) else name)

    def __str__(self) -> str:
        return self.name or f"Player {self.number + 1}"

    def as_said(self) -> dict[str, Any]:
        return {"seat": self.number, "name": self.name} if self.name else {"seat": self.number}


@dataclass(frozen=True)
class Suit:
    """A suit by its letter: C, S, H or D. It says itself in the plural, ``{suit:one}`` in the singular."""

    letter: str

    def __str__(self) -> str:
        return SUITS[self.letter][1]

    def as_said(self) -> dict[str, Any]:
        return {"suit": self.letter}


@dataclass(frozen=True)
class Cards:
    """Cards by their texts."""

    text: str

    def __str__(self) -> str:
        return self.text

    def __len__(self) -> int:
        return len(self.text.split())

    def as_said(self) -> dict[str, Any]:
        return {"card" if len(self) == 1 else "cards": self.text}


@dataclass(frozen=True)
class MoveText:
    """A move by its text, and the phase in which it is one."""

    text: str
    phase: str

    def __str__(self) -> str:
        return self.text

    def as_said(self) -> dict[str, Any]:
        return {"move": self.text, "phase": self.phase}


@dataclass(frozen=True)
class Name:
    """The name of a thing of some kind: an option, a value, a phase, a place, a measure.

    >>> print(say("the {place} is empty", place=Name("stock", "place")))
    the stock is empty
    """

    word: str
    kind: str

    def __str__(self) -> str:
        return self.word

    def as_said(self) -> dict[str, Any]:
        return {"name": self.word, "kind": self.kind}


@dataclass(frozen=True)
class Saying:
    """A sentence: its text, which names its places in braces, and a value for each."""

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        """The sentence in English."""
        return filled(self.text, self.values, _english)

    def __hash__(self) -> int:
        return hash(str(self))

    def as_json(self) -> str | list[Any]:
        """The text alone if it has no places, else ``[text, {name: value}]``.

        >>> say("{suit} led", suit=Suit("H")).as_json()
        ['{suit} led', {'suit': {'suit': 'H'}}]
        """
        if not self.values:
            return str(self)
        return [self.text, {name: _as_json(value) for name, value in self.values.items()}]

    @classmethod
    def of_json(cls, data: Any) -> Saying:
        """What ``as_json`` gave; a plain string is a sentence without places."""
        if isinstance(data, str):
            return plain(data)
        text, values = data
        return cls(text, {name: _of_json(value) for name, value in values.items()})


def say(text: str, /, **values: Any) -> Saying:
    """A sentence with values for its places; the same words as in the text, no more and no fewer.

    >>> print(say("{n} {n:world|worlds}, {share:.1%} of {suit:one} leads", n=1, share=0.5, suit=Suit("S")))
    1 world, 50.0% of spade leads
    """
    return Saying(text, {name: _kept(value) for name, value in values.items()})


def plain(text: str) -> Saying:
    """A text of somebody else as a sentence: its braces are braces."""
    return Saying(text.replace("{", "{{").replace("}", "}}"))


def filled(template: str, values: Mapping[str, Any], text: Callable[[Any, str], str]) -> str:
    """A template with its places filled: ``text`` says a value in the form that a place asks for.

    A place such as ``{who:<10}`` is at least ten columns wide, for lines that stand below each other.
    """

    def said(name: str, form: str) -> str:
        if form.startswith("<"):
            return text(values[name], "").ljust(int(form[1:]))
        return text(values[name], form)

    return "".join(
        literal + (said(name, form or "") if name is not None else "")
        for literal, name, form, _ in Formatter().parse(template)
    )


def amount(value: Any) -> int | float:
    """The number that decides which form of a word is needed; of cards, how many there are."""
    return value if isinstance(value, (int, float)) else len(value)


def joined(sign: str, parts: Iterable[Any]) -> Saying:
    """Sentences or other values as one, with a sign between them.

    >>> print(joined("; ", [say("first"), say("then {n}", n=2)]))
    first; then 2
    """
    named = {f"part{number}": _kept(part) for number, part in enumerate(parts, 1)}
    return Saying(sign.join(f"{{{name}}}" for name in named), named)


def either(parts: Iterable[Any]) -> Saying:
    """One of several sentences or other values.

    >>> print(either(["♠T", "♠9", "♠7"]))
    ♠T or ♠9 or ♠7
    """
    one, *others = parts
    for other in others:
        one = say("{some} or {last}", some=one, last=other)
    return joined("", [one])


def _kept(value: Any) -> Any:
    """A value as a saying keeps it: no deck, no game, nothing that leads further."""
    if type(value) in _KEPT or not hasattr(value, "as_said"):  # a protocol would take ten times as long
        return value
    return _of_json(value.as_said())


_PLAIN = frozenset((int, float, str, bool))
_KEPT = _PLAIN | {Saying, Seat, Suit, Cards, MoveText, Name}


def _english(value: Any, spec: str) -> str:
    if "|" in spec:
        one, _, many = spec.partition("|")
        return one if amount(value) == 1 else many
    if isinstance(value, Suit) and spec == "one":
        return SUITS[value.letter][0]
    if isinstance(value, float) and not spec and value.is_integer():
        return str(int(value))
    return format(value, spec) if isinstance(value, (int, float)) else str(value)


def _as_json(value: Any) -> Any:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Saying):
        return {"saying": value.as_json()}
    return value.as_said() if hasattr(value, "as_said") else value


_READ: dict[str, Callable[[dict[str, Any]], Any]] = {
    "seat": lambda value: Seat(value["seat"], value.get("name", "")),
    "suit": lambda value: Suit(value["suit"]),
    "kind": lambda value: Name(value["name"], value["kind"]),
    "move": lambda value: MoveText(value["move"], value["phase"]),
    "saying": lambda value: Saying.of_json(value["saying"]),
    "card": lambda value: Cards(value["card"]),
    "cards": lambda value: Cards(value["cards"]),
}
"""How each kind of value is read, by the key that only it has."""


def _of_json(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return next(read(value) for key, read in _READ.items() if key in value)
