"""Formulas about knowledge, and about what public announcements change.

>>> from kiebitz.knowledge.formulas.formula import Has
>>> queen = Has("East", "QH")
>>> print(Knows("North", ~queen) & After(queen, Common(queen, ("North", "South"))))
K[North] ~has(East, QH) & [!has(East, QH)] C[North, South] has(East, QH)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kiebitz.errors import BadNotation
from kiebitz.knowledge.formulas.formula import UNARY, Epistemic, Formula
from kiebitz.sayings import say


class Modal(Epistemic):
    """What somebody knows."""

    __slots__ = ()
    sign: ClassVar[str]


@dataclass(frozen=True, repr=False, slots=True)
class Personal(Modal):
    """What one seat knows."""

    agent: str
    of: Formula

    def subformulas(self) -> tuple[Formula, ...]:
        return (self.of,)

    def __str__(self) -> str:
        return f"{self.sign}[{self.agent}] {self.of._inside(UNARY)}"


class Knows(Personal):
    __slots__ = ()
    sign: ClassVar[str] = "K"


class KnowsWhether(Personal):
    __slots__ = ()
    sign: ClassVar[str] = "Kw"


class Possible(Personal):
    """The seat considers it possible."""

    __slots__ = ()
    sign: ClassVar[str] = "M"


@dataclass(frozen=True, repr=False, slots=True)
class Shared(Modal):
    """What a group knows; without a group, all seats."""

    of: Formula
    group: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        Formula.__post_init__(self)
        if self.group == ():
            raise BadNotation(say("A group has at least one seat; without a group all seats are meant."))

    def subformulas(self) -> tuple[Formula, ...]:
        return (self.of,)

    def __str__(self) -> str:
        group = f"[{', '.join(self.group)}]" if self.group else ""
        return f"{self.sign}{group} {self.of._inside(UNARY)}"


class Everybody(Shared):
    __slots__ = ()
    sign: ClassVar[str] = "E"


class Common(Shared):
    """Everybody knows it, everybody knows that everybody knows it, and so on."""

    __slots__ = ()
    sign: ClassVar[str] = "C"


class Distributed(Shared):
    """They would know it if they put their knowledge together."""

    __slots__ = ()
    sign: ClassVar[str] = "D"


@dataclass(frozen=True, repr=False, slots=True)
class Announcement(Epistemic):
    """What holds after a true public announcement."""

    said: Formula
    then: Formula
    brackets: ClassVar[tuple[str, str]]

    def subformulas(self) -> tuple[Formula, ...]:
        return (self.said, self.then)

    def __str__(self) -> str:
        before, behind = self.brackets
        return f"{before}{self.said}{behind} {self.then._inside(UNARY)}"


class After(Announcement):
    """If ``said`` is true, then ``then`` holds once it has been announced."""

    __slots__ = ()
    brackets: ClassVar[tuple[str, str]] = ("[!", "]")


class Truly(Announcement):
    """``said`` is true, and ``then`` holds once it has been announced."""

    __slots__ = ()
    brackets: ClassVar[tuple[str, str]] = ("<!", ">")
