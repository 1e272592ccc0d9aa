"""Problems: where may the unseen cards lie? All their worlds, counted and listed.

A problem in the form of ``kernel/worlds.py``, as a value: for each place the cards that it may hold and
how many of them it does hold, and besides, the cards that are known to lie there. What is known may also be
a choice between cases that have no world in common; then the worlds are those of the parts, which are plain
problems.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt

from kiebitz.errors import KiebitzError
from kiebitz.kernel.state import WORDS
from kiebitz.kernel.worlds import MOST_CASES, join, ways
from kiebitz.knowledge.budget import look_at_the_clock
from kiebitz.knowledge.places.listing import list_worlds
from kiebitz.knowledge.places.possible import LARGEST, count_fast, possible_cards
from kiebitz.sayings import say

if TYPE_CHECKING:
    from kiebitz.rules.values import View

Masks = npt.NDArray[np.int64]
Table = npt.NDArray[np.float64]
LIMIT = 2_000_000
"""The most worlds that are listed at once."""
EXACT = 2**53  # counts are floats: beyond this they are rounded


class TooManyWorlds(KiebitzError):
    """More worlds than can be listed."""

    def __init__(self, count: float, limit: int) -> None:
        self.count = count
        about = say("about {n}", n=f"{count:.2e}")
        super().__init__(
            say(
                "There are {n} worlds, too many to list; the limit is {limit:,}.",
                n=say("{n:,}", n=round(count)) if count < EXACT else about,
                limit=limit,
            )
        )


class TooLarge(KiebitzError):
    """Worlds that take too large a table to count or list."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "The places differ so much in what they may hold that this takes a table of more than {n:,} "
                "numbers; ask for less.",
                n=LARGEST,
            )
        )


@dataclass(frozen=True)
class Problem:
    """Masks and rooms, one a place.

    >>> three = Problem.of_hands(cards=0b111, sizes=(1, 1, 1))
    >>> three.count()
    6.0
    >>> three.worlds()[0].tolist()
    [1, 2, 4]
    """

    cards: tuple[int, ...]
    room: tuple[int, ...]
    known: tuple[int, ...]
    cases: tuple[tuple[int, ...], ...] = ()
    """The cases into which the worlds fall, if they do: for each, by place, the cards that are not there."""

    @classmethod
    def of_hands(cls, cards: int, sizes: Iterable[int]) -> Self:
        """Nothing is known but the sizes of the hands."""
        room = tuple(sizes)
        return cls((cards,) * len(room), room, (0,) * len(room))

    @classmethod
    def of(cls, view: View) -> Self:
        """What a view leaves open; that of seat -1 shows what everybody knows."""
        cards, room = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
        places = int(view.game.kernels.unseen(view.vector, cards, room))
        known = tuple(view.known_in(place).mask for place in range(places))
        lacks = np.zeros((MOST_CASES, places), np.int64)
        cases = lacks[: int(view.game.kernels.cases(view.vector, lacks))].tolist()
        masks, rooms = cards[:places].tolist(), room[:places].tolist()
        return cls(tuple(masks), tuple(rooms), known, tuple(map(tuple, cases)))

    @cached_property
    def parts(self) -> tuple[Problem, ...]:
        """The plain problems whose worlds together are those of this one; none if every case is ruled out.

        >>> one_of_two = Problem((0b11, 0b11), (1, 1), (0, 0), cases=((0b01, 0b00), (0b10, 0b01)))
        >>> [part.cards for part in one_of_two.parts]
        [(2, 3), (1, 2)]
        """
        if not self.cases:
            return (self,)
        found, unseen = [], self.unseen
        for case in self.cases:
            left = tuple(cards & ~lacks for cards, lacks in zip(self.cards, case, strict=True))
            part = Problem(left, self.room, self.known)
            is_seen = any(known & lacks for known, lacks in zip(self.known, case, strict=True))
            if not is_seen and part.unseen == unseen:
                found.append(part)
        return tuple(found)

    def falling(self, cases: Sequence[tuple[int, ...]]) -> Self:
        """The same when it is also known that one of some cases holds."""
        old = self.cases or ((0,) * self.places,)
        both = [tuple(a | b for a, b in zip(one, other, strict=True)) for one in old for other in cases]
        return replace(self, cases=tuple(both))

    def without(self, cards: int) -> Self:
        """The same when some cards, which were known to lie somewhere, are gone; a case that they have ruled
        out stays ruled out."""
        possible = []
        for case in self.cases:
            if not any(known & lacks for known, lacks in zip(self.known, case, strict=True)):
                possible.append(case)
        left = tuple(mask & ~cards for mask in self.known)
        return replace(self, known=left, cases=tuple(possible))

    def holding(self, more: Mapping[int, int]) -> Self:
        """The same with more cards known to lie in some places (a mask for each)."""
        return replace(self, known=tuple(known | more.get(p, 0) for p, known in enumerate(self.known)))

    @property
    def places(self) -> int:
        return len(self.cards)

    @property
    def unseen(self) -> int:
        """The mask of the cards whose place is open."""
        mask = 0
        for cards, room in self._places():
            mask |= cards if room else 0
        return mask

    def count(self) -> float:
        """The number of worlds; exact below 2^53."""
        return sum(count_plain(part.cards, part.room) for part in self.parts)

    def worlds(self, limit: int = LIMIT) -> Masks:
        """All worlds, a row each, in the order of the places of the lowest card, the next one, and so on."""
        number = self.count()
        if number > limit:
            raise TooManyWorlds(number, limit)
        order = self._order(0)
        found = []
        for part in self.parts:
            rows = int(part.count())
            found.append(part._list(order, part._ways(order), len(order), rows, rows)[1])
        return found[0] if len(found) == 1 else self._sorted(found)

    def first(self) -> Masks:
        """Some world."""
        order, part = self._order(0), next(part for part in self.parts if part.count())
        world: Masks = part._list(order, part._ways(order), len(order), 1, 1)[1][0]
        return world

    def given(self, seen: Mapping[int, int]) -> Problem:
        """The problem of somebody who sees what lies in some places (a mask for each)."""
        gone = 0
        for mask in seen.values():
            gone |= mask
        return Problem(
            tuple(0 if p in seen else cards & ~gone for p, cards in enumerate(self.cards)),
            tuple(0 if p in seen else room for p, room in enumerate(self.room)),
            tuple(seen.get(p, known) for p, known in enumerate(self.known)),
            self.cases,
        )

    def where(self, places: Iterable[int], cards: int, world: Sequence[int] | Masks) -> Problem:
        """What is left open if some places hold, of some cards, exactly those that they hold in a world."""
        cards &= self.unseen
        held = {place: int(world[place]) & cards for place in places}
        gone = 0
        for mask in held.values():
            gone |= mask
        return Problem(
            tuple(mask & ~(cards if p in held else gone) for p, mask in enumerate(self.cards)),
            tuple(room - held.get(p, 0).bit_count() for p, room in enumerate(self.room)),
            tuple(known | held.get(p, 0) for p, known in enumerate(self.known)),
            self.cases,
        )

    def alike(self, but: int) -> tuple[int, ...]:
        """The unseen cards in sets that may lie in the same places, in every case; some are left out."""
        groups: dict[tuple[bool, ...], int] = {}
        for number in self._order(0):
            if not but >> number & 1:
                homes = [room > 0 and mask >> number & 1 != 0 for mask, room in self._places()]
                homes += [lacks >> number & 1 != 0 for case in self.cases for lacks in case]
                groups[tuple(homes)] = groups.get(tuple(homes), 0) | 1 << number
        return tuple(groups.values())

    def owners(self, card: int) -> list[int]:
        """The places that may hold a card, given as a mask of one bit.

        >>> Problem((0b11, 0b11), (1, 1), (0, 0)).owners(0b10)
        [0, 1]
        """
        return [place for place, cards in enumerate(self.possible) if cards & card]

    @cached_property
    def possible(self) -> tuple[int, ...]:
        """For each place the cards that lie there in some world; no cards if there is no world.

        >>> Problem((0b110, 0b011, 0b111), (1, 1, 1), (0, 0, 0b1000)).possible
        (6, 3, 15)
        """
        found = np.zeros(self.places, np.int64)
        for part in self.parts:
            look_at_the_clock()
            may = np.zeros(self.places, np.int64)
            if possible_cards(np.array(part.cards, np.int64), np.array(part.room, np.int64), may):
                found |= may | np.array(part.known, np.int64)
        return tuple(found.tolist())

    def sketches(
        self, places: Iterable[int], cards: int, alike: Iterable[int] = (), limit: int = LIMIT
    ) -> Masks:
        """All ways in which some cards may lie, as far as some places are concerned.

        Places that nobody asks for are thrown together where they admit the same cards. So the hands
        that one seat may hold are listed without all the deals of the other cards. Only the columns of
        the places asked for mean something. Cards of a set ``alike`` are not told apart: of the ways that
        differ only by swapping them one is listed.
        """
        asked, groups = sorted(set(places)), tuple(alike)
        found = [part._sketches(asked, cards, groups, limit) for part in self.parts]
        if len(found) == 1:
            return found[0]
        rows = np.concatenate([np.zeros((0, self.places), np.int64), *found])
        rows[:, [place for place in range(self.places) if place not in asked]] = 0
        rows = np.unique(rows, axis=0)  # cases may look the same as far as they are looked at
        if len(rows) > limit:
            raise TooManyWorlds(self.count(), limit)
        return rows

    def _sketches(self, asked: Sequence[int], cards: int, groups: tuple[int, ...], limit: int) -> Masks:
        """The sketches of a plain problem."""
        room, first = list(self.room), dict[int, int]()
        for place, mask in enumerate(self.cards):
            if place not in asked and room[place]:
                keeper = first.setdefault(mask, place)
                if keeper != place:
                    room[keeper] += room[place]
                    room[place] = 0
        merged = replace(self, room=tuple(room))
        order = merged._order(cards, groups)
        table = merged._ways(order)
        depth = (cards & merged.unseen).bit_count()
        rows, _ = merged._list(order, table, depth, limit + 1, 0, groups)
        if rows > limit:
            raise TooManyWorlds(merged.count(), limit)
        return merged._list(order, table, depth, rows, rows, groups)[1]

    def _sorted(self, found: Sequence[Masks]) -> Masks:
        """Worlds of several parts in the order in which those of one part come."""
        worlds = np.concatenate([np.zeros((0, self.places), np.int64), *found])
        homes = [(worlds >> card & 1).argmax(axis=1) for card in self._order(0)]
        return worlds[np.lexsort(homes[::-1])] if homes else worlds

    def _places(self) -> Iterable[tuple[int, int]]:
        return zip(self.cards, self.room, strict=True)

    def _order(self, first: int, alike: Sequence[int] = ()) -> list[int]:
        """The unseen cards by number, some before all others, and those that are alike side by side."""
        unseen = self.unseen
        numbers = [n for n in range(unseen.bit_length()) if unseen >> n & 1]
        return sorted(numbers, key=lambda n: (not first >> n & 1, *(group >> n & 1 for group in alike)))

    def _vectors(self, order: list[int]) -> tuple[Masks, Masks]:
        """Masks and rooms for kernels; the i-th card of the order becomes bit i."""
        masks = [sum(1 << i for i, n in enumerate(order) if mask >> n & 1) for mask in self.cards]
        return np.array(masks, np.int64), np.array(self.room, np.int64)

    def _ways(self, order: list[int]) -> Table:
        """The table of the ways to place the cards, in which places that admit the same cards are one."""
        look_at_the_clock()
        cards, room = self._vectors(order)
        joint = np.zeros(self.places, np.int64)
        join(cards, room, self.places, joint)
        check_size(joint, len(order))
        table: Table = ways(cards, joint, self.places)
        return table

    def _list(
        self, order: list[int], table: Table, depth: int, most: int, rows: int, alike: Sequence[int] = ()
    ) -> tuple[int, Masks]:
        """How many ways, up to ``most``, there are to place the first cards of the order; some of them."""
        worlds = np.zeros((rows, self.places), np.int64)
        bits = np.array([1 << n for n in order], np.int64)
        same = np.zeros(len(order), np.int64)
        for i, (before, card) in enumerate(pairwise(order), 1):
            same[i] = any(group >> before & group >> card & 1 for group in alike)
        cards, room = self._vectors(order)
        found = int(list_worlds(table, cards, room, bits, same, depth, most, worlds))
        return found, worlds | np.array(self.known, np.int64)


def count_plain(cards: Sequence[int], room: Sequence[int]) -> float:
    """The number of worlds of a plain problem, exact below 2^53."""
    look_at_the_clock()
    number = float(count_fast(np.array(cards, np.int64), np.array(room, np.int64)))
    if number < 0.0:
        raise TooLarge
    return number


def check_size(joint: Masks, cards: int) -> None:
    """Refuse a table of ways (``kernel/worlds.py``) that is too large to be made."""
    if np.prod(np.sort(joint)[:-1] + 1.0) * (cards + 1) > LARGEST:
        raise TooLarge
