"""The schedule: how many cards each player gets, round by round."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from kiebitz.errors import BadOption
from kiebitz.rules.options import Option
from kiebitz.sayings import Saying, say

MOST_ROUNDS = 20
MOST_CARDS = 13
WORDS = 2  # more than MOST_ROUNDS need: a size of 0 marks the end


@dataclass(frozen=True)
class Schedule(Option):
    """The option that lists the rounds: sizes, or the turning points of a way up and down.

    >>> SCHEDULE.read("1-4-2"), SCHEDULE.read("3-1,1-3")
    ('1,2,3,4,3,2', '3,2,1,1,2,3')
    >>> [hex(word) for word in SCHEDULE.words("3,4,5")]
    ['0x543', '0x0']
    """

    @property
    def choices(self) -> Saying:
        return say(
            "1..{cards} cards for each of at most {rounds} rounds, as in 3,4,5,4,3 or with turning points "
            "as in 1-8-1",
            cards=MOST_CARDS,
            rounds=MOST_ROUNDS,
        )

    def read(self, text: str) -> str:
        """The sizes one by one, so that equal schedules are equal texts."""
        sizes = [size for piece in text.split(",") for size in self._walk(piece, text)]
        if len(sizes) > MOST_ROUNDS:
            raise BadOption(
                say(
                    "The schedule {text} has {n} rounds; at most {most} are possible.",
                    text=repr(text),
                    n=len(sizes),
                    most=MOST_ROUNDS,
                )
            )
        return ",".join(map(str, sizes))

    def _walk(self, piece: str, text: str) -> list[int]:
        """The sizes from turning point to turning point; a single size is its own way."""
        points = [self._size(word, text) for word in piece.split("-")]
        sizes = points[:1]
        for start, end in pairwise(points):
            if start == end:
                raise BadOption(
                    say(
                        "The schedule {text} goes from {n} to {n}; write {n},{n} to play it twice.",
                        text=repr(text),
                        n=start,
                    )
                )
            step = 1 if end > start else -1
            sizes.extend(range(start + step, end + step, step))
        return sizes

    def _size(self, word: str, text: str) -> int:
        word = word.strip()
        if not (word.isascii() and word.isdecimal() and 1 <= int(word) <= MOST_CARDS):
            raise self.refuse(text)
        return int(word)

    def sizes(self, value: str) -> tuple[int, ...]:
        """The sizes of a value in normal form."""
        return tuple(int(word) for word in value.split(","))

    def words(self, value: str) -> list[int]:
        """The sizes as option words, the first in the lowest four bits; words are signed."""
        packed = sum(size << 4 * i for i, size in enumerate(self.sizes(value)))
        raw = packed.to_bytes(8 * WORDS, "little")
        return [int.from_bytes(raw[8 * i : 8 * i + 8], "little", signed=True) for i in range(WORDS)]


SCHEDULE = Schedule("schedule", range(1, MOST_CARDS + 1), "3,4,5,4,3", say("cards a player, round by round"))
