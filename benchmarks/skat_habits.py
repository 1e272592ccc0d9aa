"""What habits add to the paranoia search of Skat, and how often they mislead it.

    python benchmarks/skat_habits.py --games 2000 --seed 1

Three of a kind play games with their own bidding. In every position of a trump game from the tenth card on
with a choice, the search asks whether the seat to move can force its side's game: from what is certain, and
with each habit. A proof under a habit is false if the deal is not one that it was proved for. It *fails* if
the card then no longer forces the game in the deal as it is, with all cards known; beside it stands how often
the card fails in this way that skat-ai plays there without habits.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

import numpy as np

from kiebitz.agents.registry import contestant
from kiebitz.games.skat import rules as r
from kiebitz.games.skat import sight
from kiebitz.games.skat.knowledge.conventions import conventional_lacks
from kiebitz.games.skat.search.layout import from_layout, to_layout
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.games.skat.search.paranoia.root import ask_cards, prepare
from kiebitz.games.skat.search.paranoia.view import (
    CONVENTIONS,
    NO_HABITS,
    USUAL_SKAT,
    killers,
    own_aim,
    problem_of,
)
from kiebitz.games.skat.tables import ACES, NULL, TRUMPS
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, PHASE, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game
from parts.document import Document, cell, show

HABITS = {
    "certain": NO_HABITS,
    "noskat": USUAL_SKAT,
    "conventions": CONVENTIONS,
    "both": USUAL_SKAT | CONVENTIONS,
}
ROLES = ("declarer", "defender")
FROM_CARD = 9
NODES = 200_000
THINKER = "skat-ai:seconds=0"


def positions(agent: str, games: int, seed: int) -> Iterator[Vector]:
    """The states of trump games in which the seat to move has a choice, from the tenth card on."""
    skat = game("skat")
    policy = contestant(agent, skat).policy
    assert policy is not None
    memory, view = policy.memory.copy(), np.zeros(WORDS, np.int64)
    for number in range(games):
        rng = Stream.named("habits", seed, number).word
        s = skat.deal(f"habits {seed} {number}").vector.copy()
        while s[TURN] >= 0:
            played = sum(int(s[r.PLAYED + seat]).bit_count() for seat in range(3))
            moves = int(r.legal(s))
            if (
                s[PHASE] == r.CARD_PLAY
                and s[r.CONTRACT] != NULL
                and played >= FROM_CARD
                and moves & (moves - 1)
            ):
                yield s
            skat.kernels.observe(s, s[TURN], view)
            skat.kernels.play(s, int(policy.kernel(view, memory, rng)))


def holds(s: Vector, view: Vector, assume: int) -> bool:
    """Is the deal as the habits want it?"""
    me, lacks = int(s[TURN]), np.zeros(3, np.int64)
    is_put_away = assume & USUAL_SKAT and me != s[r.DECLARER] and s[r.TAKEN]
    if is_put_away and int(s[r.SKAT]) & (int(TRUMPS[s[r.CONTRACT]]) | ACES):
        return False
    if assume & CONVENTIONS:
        conventional_lacks(view, lacks)
    return all(seat == me or not int(s[HAND + seat]) & int(lacks[seat]) for seat in range(3))


def forces_in_the_deal(s: Vector, view: Vector, w: Vector, aim: int, card: int) -> bool:
    """Does a card force the aim once all hands are known?"""
    words, me, contract = np.zeros(p.WORDS, np.int64), int(s[TURN]), int(s[r.CONTRACT])
    problem_of(view, aim, NO_HABITS, words)
    for side in range(2):
        words[p.KNOWN + side] = to_layout(int(s[HAND + (me + 1 + side) % 3]), contract)
    words[[p.POOL, p.HALF, p.HALF + 1, p.ROOM, p.NOSKAT]] = 0
    found = np.zeros(3, np.int64)
    prepare(words, w, 100 * NODES)
    ask_cards(words, w, found)
    return bool(int(from_layout(int(found[0]), contract)) & card)


class Thinker:
    """What a compiled agent plays in a view."""

    def __init__(self, agent: str) -> None:
        policy = contestant(agent, game("skat")).policy
        assert policy is not None
        self.kernel, self.memory = policy.kernel, policy.memory.copy()

    def card(self, view: Vector, seed: int) -> int:
        rng = Stream.named("habits", "thinker", seed).word
        return 1 << int(self.kernel(view, self.memory, rng))


def counted(agent: str, games: int, seed: int) -> Counter[tuple[str, str, str]]:
    """How often each habit proves something, by role: forced, and of what is new: false, failed."""
    counts: Counter[tuple[str, str, str]] = Counter()
    thinker = Thinker(THINKER)
    w, view, found = p.workspace(), np.zeros(WORDS, np.int64), np.zeros(3, np.int64)
    for s in positions(agent, games, seed):
        sight.observe(s, s[TURN], view)
        role = "declarer" if s[TURN] == s[r.DECLARER] else "defender"
        aim, known = int(own_aim(view)), 0
        counts[role, "", "positions"] += 1
        for name, assume in HABITS.items():
            killers(view, w, aim, assume, NODES, 0, found)
            cards = int(found[0])
            known = cards if name == "certain" else known
            counts[role, name, "forced"] += cards != 0
            if cards and not known:
                is_false = not holds(s, view, assume)
                counts[role, name, "new"] += 1
                counts[role, name, "false"] += is_false
                counts[role, name, "failed"] += not forces_in_the_deal(s, view, w, aim, cards & -cards)
                own = thinker.card(view, seed)
                counts[role, name, "otherwise"] += not forces_in_the_deal(s, view, w, aim, own)
    return counts


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--games", type=int, default=2000)
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--agent", default="instinct:playouts=0")
    return made


def measured(chosen: argparse.Namespace) -> Document:
    counts = counted(chosen.agent, chosen.games, chosen.seed)
    cells = {f"{role} positions": cell(counts[role, "", "positions"]) for role in ROLES}
    for role in ROLES:
        for name in HABITS:
            for word in ("forced", "new", "false", "failed", "otherwise"):
                cells[f"{role} {name} {word}"] = cell(counts[role, name, word])
    search = "kiebitz.games.skat.search.paranoia.view:killers"
    return Document(cells, chosen.seed, {"skat": [chosen.agent, THINKER]}, [search])


if __name__ == "__main__":
    show(parser(), measured)
