"""The solved positions of Skat, as problems."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kiebitz.games.skat.search.open_cards.problem import DECK, SEATS, OpenPosition, text_of

DATA = Path(__file__).parent / "data"
KINDS = {0: 4, 1: 0, 2: 5}  # of the files: Grand, clubs, Null


class Solved(NamedTuple):
    set: str
    problem: OpenPosition
    value: int

    @property
    def fields(self) -> dict[str, Any]:
        """The problem as a line of a file."""
        problem = self.problem
        lists = {name: text_of(hand) for name, hand in zip(SEATS, problem.hands, strict=True)}
        contract = {4: "grand", 0: "clubs", 5: "null"}[problem.contract]
        skat = {} if problem.skat is None else {"skat": text_of(problem.skat)}
        return {"contract": contract, **lists, "leader": SEATS[problem.leader], "trick": [], **skat}


def turned(mask: int) -> int:
    """The files have card 0 at bit 31."""
    return int(f"{mask:032b}"[::-1], 2)


def solved(name: str) -> Iterator[Solved]:
    """The positions of a file, with the name of their set."""
    part = name
    for line in (DATA / f"solved-{name}.txt").read_text().splitlines():
        if line.startswith("# set"):
            part = line.split()[-1]
        if line.startswith("#"):
            continue
        declarer, left, right, kind, leader, value = (int(word) for word in line.split()[:6])
        hands = turned(declarer), turned(left), turned(right)
        skat = DECK.mask & ~(hands[0] | hands[1] | hands[2]) if name == "deals" else None
        yield Solved(part, OpenPosition(KINDS[kind], hands, leader, (), skat), value)
