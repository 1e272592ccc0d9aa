"""A game's options: named choices and numbers, as text for people and as words for kernels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex

from kiebitz.errors import BadOption, UnknownName, wrong_type
from kiebitz.sayings import Saying, say

MILLION = 1_000_000
DEEPEST = 20  # brackets within each other
Options = Mapping[str, object] | str | None
"""Options as people give them: ``{"start_rank": 9}``, or the text of the command line, ``"start_rank=9"``."""


@dataclass(frozen=True)
class Decimals:
    """The decimal numbers of an interval, both ends included, with six digits after the point."""

    low: float
    high: float

    @property
    def said(self) -> Saying:
        return say("{low}..{high}, decimals allowed", low=self.low, high=self.high)


@dataclass(frozen=True)
class Name:
    """Any name of a kind of things; whoever uses it checks whether there is such a thing."""

    said: Saying | str
    """What it names."""


@dataclass(frozen=True)
class Option:
    """One option: a choice among texts, a number in a range, or the name of something.

    >>> Option("hook", ("on", "off"), help=say("the dealer's constraint")).encode("off")
    1
    >>> Option("seats", range(3, 8), default="4").encode("5")
    5
    >>> Option("c", Decimals(0, 10), default="0.7").encode("1.4")
    1400000
    """

    name: str
    allowed: tuple[str, ...] | range | Decimals | Name
    default: str = ""
    help: Saying | str = ""
    also: tuple[str, ...] = ()
    """Other names that mean this option."""

    def __post_init__(self) -> None:
        if not self.default and isinstance(self.allowed, tuple | range):
            object.__setattr__(self, "default", str(self.allowed[0]))

    @property
    def choices(self) -> Saying | str:
        """The allowed values as a user reads them."""
        if isinstance(self.allowed, range):
            return f"{self.allowed[0]}..{self.allowed[-1]}"
        return "|".join(self.allowed) if isinstance(self.allowed, tuple) else self.allowed.said

    def read(self, text: str) -> str:
        """The value in its normal form, or an error that names what is allowed."""
        value = text.strip().lower()
        match self.allowed:
            case range() as numbers:
                good = value.isdecimal() and int(value) in numbers
                value = str(int(value)) if good else value
            case Decimals(low, high):
                good = _is_decimal(value) and low <= float(value) <= high
                value = f"{float(value):.6f}".rstrip("0").rstrip(".") if good else value
            case Name():
                good, value = bool(value), text.strip()
            case texts:
                good = value in texts
        if not good:
            raise self.refuse(text)
        return value

    def refuse(self, text: str) -> BadOption:
        """What is said of a value that is not allowed."""
        return BadOption(
            say(
                "The option {name} cannot be {value}; allowed are {choices}.",
                name=self.name,
                value=repr(text),
                choices=self.choices,
            )
        )

    def encode(self, value: str) -> int:
        """The value as a kernel sees it: a number, a decimal one in millionths, or a choice by its place."""
        match self.allowed:
            case range():
                return int(value)
            case Decimals():
                return round(float(value) * MILLION)
            case Name():
                raise TypeError(f"The option {self.name} is a name, which has no code.")
            case texts:
                return texts.index(value)


@dataclass(frozen=True)
class RuleSet:
    """A rule set that players know by a name: its options, and a sentence on how it is played."""

    options: Mapping[str, str]
    about: Saying


def _is_decimal(text: str) -> bool:
    """A plain decimal number: no infinity, no exponent, no sign."""
    return text.replace(".", "", 1).isdecimal()


OPEN_WORLD = Option("open_world", ("off", "on"), help=say("on: every player sees everything"))


def parse_options(text: str) -> dict[str, str]:
    """Options from the command line; a value may itself contain commas, and anything in brackets.

    >>> parse_options("schedule=3,4,3,hook=off")
    {'schedule': '3,4,3', 'hook': 'off'}
    >>> parse_options("base=(mcts:limit=5,c=1),worlds=8")
    {'base': 'mcts:limit=5,c=1', 'worlds': '8'}
    """
    options: dict[str, str] = {}
    name = ""
    for part in filter(None, (piece.strip() for piece in pieces(text, ","))):
        if "=" in part:
            name, value = (piece.strip() for piece in part.split("=", 1))
            options[name] = _unwrapped(value)
        elif name:
            options[name] += "," + part
        else:
            raise BadOption(
                say("Options are written name=value,name=value; {part} has no name.", part=repr(part))
            )
    return options


def _unwrapped(value: str) -> str:
    """What stands in brackets, if a value does."""
    if not value.startswith("("):
        return value
    end = len(pieces(f"={value}", ")")[0])
    if end < len(value):
        raise BadOption(say("In {value} something follows a bracket.", value=repr(value)))
    return value[1:-1]


def pieces(text: str, sign: str) -> list[str]:
    """A text cut at a sign wherever that stands outside of brackets; a bracket opens behind ``=`` or ``|``.

    >>> pieces("base=(flat:playouts=5,playout=greedy),z=1", ",")
    ['base=(flat:playouts=5,playout=greedy)', 'z=1']
    """
    found, depth = [""], 0
    for before, letter in zip(" " + text, text, strict=False):
        if letter == "(" and (depth or before in "=|"):
            depth += 1
            if depth > DEEPEST:
                raise BadOption(say("More than {n} brackets within each other in {text}.",
                                    n=DEEPEST, text=repr(f"{text[:40]}...")))  # fmt: skip
        elif letter == ")" and depth:
            depth -= 1
        if letter == sign and not depth:
            found.append("")
        else:
            found[-1] += letter
    if depth:
        raise BadOption(say("A bracket is not closed in {text}.", text=repr(text)))
    return found


def as_options(given: Options) -> dict[str, str]:
    """Options as texts by their names, from plain values or from the text of the command line.

    >>> as_options({"start_rank": 9, "hook": False, "schedule": [3, 4, 3]})
    {'start_rank': '9', 'hook': 'off', 'schedule': '3,4,3'}
    >>> as_options("start_rank=9")
    {'start_rank': '9'}
    """
    if isinstance(given, str):
        return parse_options(given)
    if not isinstance(given, Mapping | None):
        raise wrong_type(
            say("What stands for options"), say("a dictionary or a text such as 'name=value'"), given
        )
    return {name: _as_text(name, value) for name, value in (given or {}).items()}


def options_text(given: Options) -> str:
    """The same as the text of the command line.

    >>> options_text({"start_rank": 9, "open_world": True}), options_text(None)
    ('start_rank=9,open_world=on', '')
    """
    return given if isinstance(given, str) else ",".join("=".join(pair) for pair in as_options(given).items())


def _as_text(name: object, value: object) -> str:
    """A plain value as the command line has it."""
    match value:
        case _ if not isinstance(name, str):
            raise wrong_type(say("The name of an option"), say("a text"), name)
        case str():
            return value
        case bool():
            return "on" if value else "off"
        case float():
            return str(int(value)) if value.is_integer() else str(value)
        case list() | tuple() | range():
            return ",".join(_as_text(name, one) for one in value)
        case SupportsIndex():
            return str(index(value))
    what = say("The option {name}", name=name)
    raise wrong_type(what, say("a text, a number, True or False, or a list of these"), value)


def settle(known: tuple[Option, ...], chosen: Mapping[str, str]) -> dict[str, str]:
    """All options with their values, defaults filled in."""
    meant = {name: option.name for option in known for name in (option.name, *option.also)}
    given = {}
    for name, text in chosen.items():
        if name not in meant:
            raise UnknownName("option", name, [option.name for option in known])
        given[meant[name]] = text
    return {option.name: option.read(given.get(option.name, option.default)) for option in known}
