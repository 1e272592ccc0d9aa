"""Company: who is at a table just now, who is ready for the next deal, and what people can say to each other.

Nothing of this is kept: a table that is read from disk has nobody at it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from unicodedata import category, combining, normalize

from kiebitz.errors import KiebitzError
from kiebitz.sayings import Saying, say
from kiebitz.table.server.visitors import Bucket

LONGEST_NAME = 30
MARKS = 2  # accents on one letter
NOT_IN_NAMES = "|"  # it parts the players of a record
PHRASES: dict[str, Saying] = {
    "hello": say("Hello!"),
    "luck": say("Good luck!"),
    "played": say("Well played!"),
    "thanks": say("Thank you!"),
    "sorry": say("Sorry!"),
    "moment": say("One moment, please."),
    "on": say("Let us go on."),
    "bye": say("Thanks for the game, goodbye!"),
}
"""What can be said, by the word for it in a message."""
TALKING_RATE, TALKING_BURST = 0.25, 4.0  # phrases and new names a second of one seat, and how many at once


class TooTalkative(KiebitzError):
    """Somebody says more than the others want to hear."""


def clean_name(text: str) -> str:
    """A name as it is shown to others: short, on one line, with nothing in it that would change their page.

    >>> clean_name("  Anna" + chr(0x202E) + chr(10) + "| Maria  "), clean_name("x" * 99) == "x" * 30
    ('Anna Maria', True)
    """
    letters, marks = list[str](), 0
    for letter in normalize("NFC", text[: 10 * LONGEST_NAME]):
        marks = marks + 1 if combining(letter) else 0
        if category(letter)[0] == "C" or letter in NOT_IN_NAMES:
            letters.append(" ")
        elif marks <= MARKS:
            letters.append(letter)
    return " ".join("".join(letters).split())[:LONGEST_NAME].strip()


@dataclass(frozen=True)
class Clock:
    """Whose time runs, and until when; seat -1 for the time until the next deal."""

    seat: int
    limit: float
    ends: float  # by the monotonic clock

    @classmethod
    def of(cls, seat: int, limit: float) -> Clock:
        return cls(seat, limit, monotonic() + limit)

    def as_dict(self) -> dict[str, Any]:
        """For pages: they count on from what is left now."""
        return {"seat": self.seat, "limit": self.limit, "left": round(max(0.0, self.ends - monotonic()), 1)}


@dataclass(frozen=True)
class Wish:
    """How somebody wants to go on after a deal."""

    again: bool = False
    rotate: bool = True

    @property
    def word(self) -> str:
        """As pages have it."""
        if not self.again:
            return "next"
        return "rotate" if self.rotate else "again"


@dataclass
class Company:
    """Those at a table, by their tokens: people keep theirs when they change seats."""

    here: Counter[str] = field(default_factory=Counter)
    """Connections of each."""
    pages: Counter[str] = field(default_factory=Counter)
    """Of these, pages: behind them are people, who are asked whether they are ready."""
    wishes: dict[str, Wish] = field(default_factory=dict)
    clock: Clock | None = None
    _buckets: dict[str, Bucket] = field(default_factory=dict)

    def come(self, token: str, is_page: bool) -> None:
        """Another connection of somebody."""
        self.here[token] += 1
        if is_page:
            self.pages[token] += 1

    def go(self, token: str, is_page: bool) -> None:
        """One connection fewer; whoever has gone wishes nothing."""
        self.here -= Counter([token])
        if is_page:
            self.pages -= Counter([token])
        if token not in self.pages:
            self.wishes.pop(token, None)

    def agrees(self) -> bool:
        """Do all people who are here wish the same?"""
        asked = {self.wishes.get(token) for token in self.pages}
        return None not in asked and len(asked) <= 1

    def check_talk(self, token: str) -> None:
        """Refuse one who talks too much."""
        if not self._buckets.setdefault(token, Bucket(TALKING_RATE, TALKING_BURST)).take():
            raise TooTalkative(say("That was a lot at once; wait a few seconds."))


def phrase(word: str) -> Saying:
    """A phrase by its word."""
    if word not in PHRASES:
        raise KiebitzError(say("There is no such phrase; there are {names}.", names=", ".join(PHRASES)))
    return PHRASES[word]
