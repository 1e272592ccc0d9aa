"""How the value of a Skat game comes about, level by level: with 2, game 3, Hand 4, times 12 = 48."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from kiebitz.games.skat.contracts import CONTRACTS, LEVELS, Contract
from kiebitz.games.skat.scoring import tops
from kiebitz.games.skat.tables import BASE, NULL_VALUE
from kiebitz.sayings import Saying, joined, say

SCHNEIDER, SCHWARZ = 90, 10  # the points and tricks of a declarer who has beaten the others so far
SUFFERED = 30  # points with which a declarer is Schneider himself


@dataclass(frozen=True)
class Outcome:
    """What the declarer has at the end, the skat included."""

    points: int
    tricks: int
    is_won: bool


@dataclass(frozen=True)
class Derivation:
    """The value of a game and how it comes about."""

    value: int
    """What the game is worth as it was played, whoever won."""
    score: int
    """What the declarer gets: the value, or minus twice the value."""
    said: Saying

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return {"value": self.value, "said": self.said.as_json()}


def derive(contract: Contract, cards: int, bid: int = 0, outcome: Outcome | None = None) -> Derivation:
    """The value of a contract for a declarer with these cards, the skat among them; at the end, its score.

    Before the end nobody is Schneider or Schwarz, and what was announced counts as reached.

    >>> print(derive(Contract.read("CH"), 0b0011).said)
    with 2, game 3, Hand 4, times 12 = 48
    >>> print(derive(Contract.read("D"), 0b0010, 36, Outcome(points=75, tricks=6, is_won=True)).said)
    without 1, game 2, times 9 = 18; overbid: 36 takes 4 times 9 = 36; lost, it counts double: -72
    >>> print(derive(Contract.read("NO"), 0).said)
    Null Ouvert = 46
    """
    if contract.suit_or_kind == "N":
        value = int(NULL_VALUE[contract.hand + 2 * (contract.level == "ouvert")])
        return _settled(value, say("{game} = {value}", game=contract.said, value=value), outcome)
    number = CONTRACTS.index(contract.suit_or_kind)
    run, base = int(tops(cards, number)), int(BASE[number])
    steps = [_tops_said(run, bool(cards & 1)), *_counted(run + 1, contract, outcome)]
    levels = run + len(steps) - 1
    value = levels * base
    said = say("{steps}, times {base} = {value}", steps=joined(", ", steps), base=base, value=value)
    if outcome and value < bid:
        return _overbid(said, base, bid)
    return _settled(value, said, outcome)


def _tops_said(run: int, is_with: bool) -> Saying:
    return say("with {n}", n=run) if is_with else say("without {n}", n=run)


def _counted(first: int, contract: Contract, outcome: Outcome | None) -> Iterator[Saying]:
    """The levels beside the tops with the count so far."""
    n, announced = count(first), LEVELS.index(contract.level)
    yield say("game {n}", n=next(n))
    if contract.hand:
        yield say("Hand {n}", n=next(n))
    if announced >= 1 or (outcome and _is_schneider(outcome)):
        yield say("Schneider {n}", n=next(n))
    if announced >= 1:
        yield say("announced {n}", n=next(n))
    if announced >= 2 or (outcome and _is_schwarz(outcome)):
        yield say("Schwarz {n}", n=next(n))
    if announced >= 2:
        yield say("announced {n}", n=next(n))
    if announced == 3:
        yield say("Ouvert {n}", n=next(n))


def _is_schneider(outcome: Outcome) -> bool:
    return outcome.points >= SCHNEIDER if outcome.is_won else outcome.points <= SUFFERED


def _is_schwarz(outcome: Outcome) -> bool:
    return outcome.tricks == (SCHWARZ if outcome.is_won else 0)


def _overbid(said: Saying, base: int, bid: int) -> Derivation:
    levels = -(-bid // base)
    value = levels * base
    more = say(
        "{said}; overbid: {bid} takes {levels} times {base} = {value}; lost, it counts double: {score}",
        said=said,
        bid=bid,
        levels=levels,
        base=base,
        value=value,
        score=-2 * value,
    )
    return Derivation(value, -2 * value, more)


def _settled(value: int, said: Saying, outcome: Outcome | None) -> Derivation:
    if outcome is None or outcome.is_won:
        return Derivation(value, value, said)
    lost = say("{said}; lost, it counts double: {score}", said=said, score=-2 * value)
    return Derivation(value, -2 * value, lost)


def choices(cards: int, hand: bool) -> dict[str, Derivation]:
    """Every game with the value that these cards give it, by its letter.

    >>> {letter: each.value for letter, each in choices(0b0111, hand=False).items()}
    {'C': 48, 'S': 44, 'H': 40, 'D': 36, 'G': 96, 'N': 23}
    """
    return {letter: derive(Contract(letter, hand, "plain"), cards) for letter in CONTRACTS}


def announcements(letter: str, cards: int, hand: bool) -> dict[str, Derivation]:
    """The same for what may be announced with a game: Null knows Ouvert alone."""
    levels = ("plain", "ouvert") if letter == "N" else LEVELS
    return {level: derive(Contract(letter, hand, level), cards) for level in levels}
