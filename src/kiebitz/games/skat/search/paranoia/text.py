"""Paranoia problems as fields of text: read and checked, answered in fields.

The fields: ``contract``; ``hand``, the searcher's cards; ``searcher``, who he is: declarer (if missing),
left or right of the declarer; ``known_declarer``, ``known_left``, ``known_right``: cards that surely are with
the others; ``declarer_or_skat``, ``left_or_skat``, ``right_or_skat``: cards that only one of them or the skat
may have; ``pool``: all other unseen cards; ``skat``: known cards of it; ``noskat``: cards that are taken not
to be in it; ``leader``, ``trick``; ``points``, the declarer's so far, with the skat's if that is not given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kiebitz.errors import BadNotation
from kiebitz.games.skat import Skat
from kiebitz.games.skat.search.layout import CLASS, KINDS, to_layout
from kiebitz.games.skat.search.open_cards.problem import (
    NO_TARGET,
    SEATS,
    cards_in,
    mask_of,
    read_contract,
    read_leader,
    read_number,
)
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.games.skat.search.paranoia.caps import NO_CAPS
from kiebitz.games.skat.search.paranoia.paranoia import USUAL, Budget, Paranoia
from kiebitz.games.skat.search.paranoia.proof import NAMES, Names, proof
from kiebitz.games.skat.search.paranoia.root import settle
from kiebitz.games.skat.search.paranoia.view import ALL_TRICKS, GAME_LIMIT, NO_TRICK, set_aim
from kiebitz.games.skat.tables import NULL
from kiebitz.sayings import say

KNOWN = tuple(f"known_{seat}" for seat in SEATS)
OR_SKAT = tuple(f"{seat}_or_skat" for seat in SEATS)
PLACES = ("hand", *KNOWN, *OR_SKAT, "pool", "skat", "trick")
DECK = Skat.deck


def paranoid_problem(fields: Mapping[str, Any], target: int | str | None = None) -> Paranoia:
    """The question that the fields describe; BadNotation says what is wrong with them.

    >>> fields = {"contract": "grand", "hand": "CJ HA", "pool": "S7 S8 H7 HT", "leader": "declarer"}
    >>> paranoid_problem({**fields, "points": 49}).ask().killers
    ('CJ', 'HA')
    """
    contract, leader = read_contract(fields), read_leader(fields)
    me = _searcher(fields)
    places = {name: mask_of(cards) for name, cards in cards_in(fields, PLACES).items()}
    trick = cards_in(fields, ["trick"]).get("trick", ())
    _check_names(fields, places, me, len(trick))
    left, right = (me + 1) % 3, (me + 2) % 3
    sets = {
        p.OWN: places["hand"], p.KNOWN: places.get(KNOWN[left], 0), p.KNOWN + 1: places.get(KNOWN[right], 0),
        p.POOL: places.get("pool", 0), p.HALF: places.get(OR_SKAT[left], 0),
        p.HALF + 1: places.get(OR_SKAT[right], 0),
        p.NOSKAT: mask_of(cards_in(fields, ["noskat"]).get("noskat", ())),
    }  # fmt: skip
    words = _words(contract, sets, (leader - me) % 3, trick)
    words[p.ROOM] = _room(words, places.get("skat", 0))
    words[p.ROOM] -= _use_trick(words)
    aim = _aim(contract, target)
    theirs = (
        0 if aim < 0 else _their_points(sets, trick, places.get("skat", 0), read_number(fields, "points"))
    )
    vector = Paranoia(contract, aim, tuple(words)).vector
    set_aim(vector, (-me) % 3, aim, theirs, 0, 0)
    if not settle(vector):
        raise BadNotation(say("The knowledge is impossible: no distribution of the unseen cards fits it."))
    return Paranoia(contract, aim, tuple(vector.tolist()))


def _searcher(fields: Mapping[str, Any]) -> int:
    name = fields.get("searcher", SEATS[0])
    if name not in SEATS:
        raise BadNotation(say("The searcher is declarer, left or right, not {name}.", name=repr(name)))
    return SEATS.index(name)


def _check_names(fields: Mapping[str, Any], places: dict[str, int], me: int, laid: int) -> None:
    if not places.get("hand"):
        raise BadNotation(say("A paranoid problem needs the cards of the searcher: hand."))
    for name in (KNOWN[me], OR_SKAT[me]):
        if places.get(name):
            raise BadNotation(say("The searcher's own cards are all in hand: leave out {name}.", name=name))
    if laid > 2:
        raise BadNotation(say("A trick on the table has at most two cards, not {n}.", n=laid))
    if me == 0 and fields.get("noskat"):
        raise BadNotation(say("Only an opponent of the declarer assumes something about the skat."))


def _words(contract: int, sets: dict[int, int], leader: int, trick: tuple[int, ...]) -> list[int]:
    words = [0] * p.WORDS
    for word, mask in sets.items():
        words[word] = int(to_layout(mask, contract))
    words[p.KIND], words[p.CAPS] = int(KINDS[contract]), NO_CAPS
    words[p.LEADER], words[p.LAID] = leader, len(trick)
    for place, card in enumerate(trick):
        words[p.TABLE + place] = int(to_layout(1 << card, contract))
    return words


def _use_trick(words: list[int]) -> int:
    """Whoever did not follow with the second card has none of the class; how many skat cards that shows."""
    if words[p.LAID] < 2:
        return 0
    follow = int(CLASS[words[p.KIND], words[p.TABLE].bit_length() - 1])
    seat = (words[p.LEADER] + 1) % 3
    if words[p.TABLE + 1] & follow:
        return 0
    held = words[p.OWN] if seat == 0 else words[p.KNOWN + seat - 1]
    if held & follow:
        raise BadNotation(say("The second card of the trick does not follow, though its player can."))
    if seat == 0:
        return 0
    shown = words[p.HALF + seat - 1] & follow
    words[p.HALF + seat - 1] &= ~follow
    words[p.HALF + 2 - seat] |= words[p.POOL] & follow
    words[p.POOL] &= ~follow
    return shown.bit_count()


def _room(words: list[int], skat: int) -> int:
    """How many cards of the skat are among the unseen: what is too many for the hands."""
    leader, laid, own = words[p.LEADER], words[p.LAID], words[p.OWN].bit_count()
    played = [(seat - leader) % 3 < laid for seat in range(3)]
    whole = own + played[0]
    if not 1 <= whole <= 10:
        raise BadNotation(say("A hand has 1 to 10 cards, not {n}.", n=whole))
    places = 2 * whole - played[1] - played[2]
    unseen = sum(words[word].bit_count() for word in (p.KNOWN, p.KNOWN + 1, p.POOL, p.HALF, p.HALF + 1))
    room = unseen - places
    if room not in (0, 2 - skat.bit_count()) or room < 0:
        raise BadNotation(
            say(
                "The counts do not fit: the others hold {n} cards, {unseen} are unseen, and {skat} of the "
                "skat are given.",
                n=places,
                unseen=unseen,
                skat=skat.bit_count(),
            )
        )
    return room


def _aim(contract: int, target: int | str | None) -> int:
    if contract == NULL:
        if target is not None:
            raise BadNotation(NO_TARGET)
        return NO_TRICK
    if target == "schwarz":
        return ALL_TRICKS
    return GAME_LIMIT if target is None else int(target) - 1


def _their_points(sets: dict[int, int], trick: tuple[int, ...], skat: int, points: int) -> int:
    """What the defenders have: all that is neither in play nor with the declarer."""
    from kiebitz.games.skat.scoring import card_points

    in_play = mask_of(trick) | skat
    for word, mask in sets.items():
        in_play |= mask if word != p.NOSKAT else 0
    theirs = 120 - int(card_points(in_play)) - points
    if theirs < 0:
        raise BadNotation(
            say(
                "The declarer cannot have {n} points: {left} are still in play.",
                n=points,
                left=120 - theirs - points,
            )
        )
    return theirs


def paranoid_question(
    fields: Mapping[str, Any],
    target: int | str | None = None,
    budget: Budget = USUAL,
    rule: str = "",
    depth: int = 0,
) -> Any:
    """A checked problem, ready to be answered in fields; ``proof`` are lines."""
    question = paranoid_problem(fields, target)
    if rule:
        question = question.approximate(rule)

    def answer() -> dict[str, Any]:
        found = question.ask(budget)
        value: bool | str = "unknown" if found.verdict == "unknown" else found.verdict == "forced"
        fields_: dict[str, Any] = {"value": value, "killers": [str(card) for card in found.killers]}
        if found.undecided:
            fields_["undecided"] = [str(card) for card in found.undecided]
        if question.aim >= 0:
            low, high = question.guarantee(budget)
            fields_["guaranteed"] = low if low == high else [low, high]
        fields_["worlds"] = question.worlds
        if found.assumed:
            fields_["assumed"] = [str(card) for card in found.assumed]
        if rule:
            fields_["covered"] = round(found.covered, 6)
        if depth:
            names = _names(question)
            fields_["proof"] = [line for part in proof(question, depth, budget) for line in part.lines(names)]
        return {**fields_, "nodes": found.nodes, "seconds": round(found.seconds, 6)}

    return answer


def _names(question: Paranoia) -> Names:
    declarer = question.words[p.DECLARER]
    names = say("declarer"), *NAMES[1:]
    return [names[(seat - declarer) % 3] for seat in range(3)]
