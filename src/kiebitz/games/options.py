"""A game's options: named choices and numbers, as text for people and as words for kernels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kiebitz.errors import BadOption, UnknownName


@dataclass(frozen=True)
class Option:
    """One option: a choice among texts or a number in a range.

    >>> Option("hook", ("on", "off"), help="the dealer's constraint").encode("off")
    1
    >>> Option("seats", range(3, 8), default="4").encode("5")
    5
    """

    name: str
    allowed: tuple[str, ...] | range
    default: str = ""
    help: str = ""

    def __post_init__(self) -> None:
        if not self.default:
            object.__setattr__(self, "default", str(self.allowed[0]))

    @property
    def choices(self) -> str:
        """The allowed values as a user reads them."""
        if isinstance(self.allowed, range):
            return f"{self.allowed[0]}..{self.allowed[-1]}"
        return "|".join(self.allowed)

    def read(self, text: str) -> str:
        """The value in its normal form, or an error that names what is allowed."""
        value = text.strip().lower()
        if isinstance(self.allowed, range):
            good = value.isdecimal() and int(value) in self.allowed
            value = str(int(value)) if good else value
        else:
            good = value in self.allowed
        if not good:
            raise BadOption(f"The option {self.name} cannot be {text!r}; allowed are {self.choices}.")
        return value

    def encode(self, value: str) -> int:
        """The value as a kernel sees it: the number itself or the place among the choices."""
        if isinstance(self.allowed, range):
            return int(value)
        return self.allowed.index(value)


OPEN_WORLD = Option("open_world", ("off", "on"), help="on: every player sees everything")


def parse_options(text: str) -> dict[str, str]:
    """Options from the command line; a value may itself contain commas.

    >>> parse_options("schedule=3,4,3,hook=off")
    {'schedule': '3,4,3', 'hook': 'off'}
    """
    options: dict[str, str] = {}
    name = ""
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        if "=" in part:
            name, value = (piece.strip() for piece in part.split("=", 1))
            options[name] = value
        elif name:
            options[name] += "," + part
        else:
            raise BadOption(f"Options are written name=value,name=value; {part!r} has no name.")
    return options


def settle(known: tuple[Option, ...], chosen: Mapping[str, str]) -> dict[str, str]:
    """All options with their values, defaults filled in."""
    names = [option.name for option in known]
    for name in chosen:
        if name not in names:
            raise UnknownName("option", name, names)
    return {option.name: option.read(chosen.get(option.name, option.default)) for option in known}
