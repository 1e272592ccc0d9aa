"""How many worlds a paranoia problem has, and how many are left when extreme distributions are left out.

Three rules say what is extreme: ``split`` forbids five or more unknown cards of a class in one hand
together; ``length=N`` forbids more than N cards of a class in a hand; ``mass=X`` forbids the least
probable longest holdings as long as the share X of all worlds remains.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import product
from math import comb

from kiebitz.errors import BadOption
from kiebitz.games.skat.search.layout import CLASS
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.games.skat.search.paranoia.caps import CAP_BITS, CLASSES, NO_CAP, SIDE_BITS, class_number
from kiebitz.sayings import say

Caps = tuple[tuple[int, ...], tuple[int, ...]]
"""By neighbour and class: how many of its unknown cards he may hold."""
FREE: Caps = ((NO_CAP,) * CLASSES, (NO_CAP,) * CLASSES)
EXTREME = 5  # unknown cards of a class that the rule ``split`` does not want in one hand


def classes_of(kind: int) -> dict[int, int]:
    """The classes of a kind of game by their numbers."""
    return {int(class_number(kind, card)): int(CLASS[kind, card]) for card in range(32)}


def sizes(words: Sequence[int]) -> tuple[int, int]:
    """How many cards the neighbours hold."""
    leader, laid = words[p.LEADER], words[p.LAID]
    played = [(seat - leader) % 3 < laid for seat in range(3)]
    whole = words[p.OWN].bit_count() + played[0]
    return whole - played[1], whole - played[2]


def count_worlds(words: Sequence[int], caps: Caps = FREE) -> int:
    """The number of worlds of a settled problem in which nobody holds more than the caps allow."""
    left, right = sizes(words)
    room = left - words[p.KNOWN].bit_count(), right - words[p.KNOWN + 1].bit_count()
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for number, cards in classes_of(words[p.KIND]).items():
        part = _ways(words, cards, (caps[0][number], caps[1][number]))
        ways = _combine(ways, part, room)
    return ways.get(room, 0)


def _combine(
    some: dict[tuple[int, int], int], more: dict[tuple[int, int], int], room: tuple[int, int]
) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = defaultdict(int)
    for ((a, b), n), ((c, d), m) in product(some.items(), more.items()):
        if a + c <= room[0] and b + d <= room[1]:
            found[a + c, b + d] += n * m
    return found


def _ways(words: Sequence[int], cards: int, caps: tuple[int, int]) -> dict[tuple[int, int], int]:
    """In how many ways these numbers of unknown cards of a class go left and right, the rest to the skat."""
    noskat = words[p.NOSKAT] if words[p.ROOM] else -1
    fixed = (words[p.POOL] & noskat & cards).bit_count()
    free = (words[p.POOL] & ~noskat & cards).bit_count()
    halves = [(words[p.HALF + side] & cards).bit_count() for side in range(2)]
    found: dict[tuple[int, int], int] = defaultdict(int)
    ranges = range(fixed + 1), range(free + 1), range(free + 1), range(halves[0] + 1), range(halves[1] + 1)
    for x, y, z, a, b in product(*ranges):
        left, right = x + y + a, fixed - x + z + b
        if y + z <= free and left <= caps[0] and right <= caps[1]:
            ways = (
                comb(fixed, x) * comb(free, y) * comb(free - y, z) * comb(halves[0], a) * comb(halves[1], b)
            )
            found[left, right] += ways
    return found


def pack(caps: Caps) -> int:
    """Caps as the word that the search wants."""
    return sum(
        min(cap, NO_CAP) << (side * SIDE_BITS + number * CAP_BITS)
        for side in range(2)
        for number, cap in enumerate(caps[side])
    )


def caps_of(words: Sequence[int], rule: str) -> Caps:
    """The caps that a rule means for a problem."""
    name, _, value = rule.partition("=")
    if name == "split" and not value:
        return _split(words)
    if name == "length" and value.isdecimal() and 1 <= int(value) <= 10:
        return _length(words, int(value))
    if name == "mass" and (share := _share(value)) is not None:
        return _mass(words, share)
    raise BadOption(say("The rule must be split, length=1..10 or mass=0..1, not {rule}.", rule=repr(rule)))


def _share(text: str) -> float | None:
    try:
        share = float(text)
    except ValueError:
        return None
    return share if 0 < share <= 1 else None


def _unknown(words: Sequence[int], side: int, cards: int) -> int:
    return ((words[p.POOL] | words[p.HALF + side]) & cards).bit_count()


def _split(words: Sequence[int]) -> Caps:
    lists = [[NO_CAP] * CLASSES, [NO_CAP] * CLASSES]
    for number, cards in classes_of(words[p.KIND]).items():
        n = (words[p.POOL] & cards).bit_count()
        if n >= EXTREME:
            lists[0][number] = lists[1][number] = n - 1
    return tuple(lists[0]), tuple(lists[1])


def _length(words: Sequence[int], most: int) -> Caps:
    lists = [[NO_CAP] * CLASSES, [NO_CAP] * CLASSES]
    for number, cards in classes_of(words[p.KIND]).items():
        for side in range(2):
            lists[side][number] = max(0, most - (words[p.KNOWN + side] & cards).bit_count())
    return tuple(lists[0]), tuple(lists[1])


def _mass(words: Sequence[int], share: float) -> Caps:
    """Lower the cap that costs the fewest worlds, as long as enough worlds are left."""
    total = count_worlds(words)
    classes = classes_of(words[p.KIND])
    caps = tuple(
        tuple(_unknown(words, side, classes.get(number, 0)) for number in range(CLASSES)) for side in range(2)
    )
    best: Caps = (caps[0], caps[1])
    while True:
        tried = [
            _lower(best, side, number) for side in range(2) for number in range(CLASSES) if best[side][number]
        ]
        left = [(count_worlds(words, caps), caps) for caps in tried]
        worlds, lowered = max(left, default=(0, best))
        if worlds < share * total or worlds == 0:
            return best
        best = lowered


def _lower(caps: Caps, side: int, number: int) -> Caps:
    lists = [list(caps[0]), list(caps[1])]
    lists[side][number] -= 1
    return tuple(lists[0]), tuple(lists[1])
