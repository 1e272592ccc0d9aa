"""The paranoia search for Python: which cards win against every distribution and every reply?

    question = Paranoia.of_view(view)     # can the seat force what its side wants?
    question.ask().killers                # the cards that do
    question.guarantee()                  # the points that are sure
    proof(question, depth=4)              # what happens against each reply: see paranoia_proof

Only what is certain enters. Whoever wants to rely on habits asks for that, and the answer says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import local
from time import thread_time
from typing import Self

import numpy as np

from kiebitz.cards import Card, CardSet
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Skat
from kiebitz.games.skat.rules import CONTRACT
from kiebitz.games.skat.search.layout import from_layout
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.games.skat.search.paranoia.root import ask, ask_cards, prepare
from kiebitz.games.skat.search.paranoia.view import (
    ALL_TRICKS,
    NO_AIM,
    NO_HABITS,
    NO_TRICK,
    higher_aim,
    own_aim,
    problem_of,
)
from kiebitz.games.skat.search.paranoia.worlds import caps_of, count_worlds, pack
from kiebitz.games.skat.view import SkatView
from kiebitz.kernel.clock import deadline_in
from kiebitz.kernel.vectors import Vector
from kiebitz.sayings import Saying, say

VERDICTS = ("not forced", "forced", "unknown")


@dataclass(frozen=True)
class Budget:
    """How much a question may cost; what is not decided by then is unknown."""

    nodes: int = 50_000_000
    seconds: float | None = None


USUAL = Budget()


@dataclass(frozen=True)
class Answer:
    """What a search found. ``killers`` is empty when another seat is to move."""

    verdict: str
    """``forced``, ``not forced`` or ``unknown``."""
    killers: tuple[Card, ...]
    undecided: tuple[Card, ...]
    """Cards for which the budget did not suffice."""
    nodes: int
    seconds: float
    """Processor time."""
    covered: float = 1.0
    """The share of all worlds that the answer is about."""
    assumed: tuple[Card, ...] = ()
    """Cards that were taken not to be in the skat."""


@dataclass(frozen=True)
class Paranoia:
    """A question: a position as one seat knows it, and an aim of the declarer that it wants or fears."""

    contract: int
    aim: int
    """A limit of points that the declarer must exceed, 0..119, or ALL_TRICKS or NO_TRICK."""
    words: tuple[int, ...]
    """The problem of the compiled search."""
    covered: float = 1.0

    @classmethod
    def of_view(cls, view: SkatView, aim: int | None = None, assume: int = NO_HABITS) -> Self:
        """The question of a seat in the play of the cards; by default about the game as announced.

        ``assume`` says on which habits the answer may rest: USUAL_SKAT, CONVENTIONS, both or none.
        """
        if view.phase != "play" or view.is_over:
            raise KiebitzError(say("A paranoia search needs a position in the play of the cards."))
        if view.seat < 0:
            raise KiebitzError(say("A spectator has no cards to play: ask as one of the three players."))
        words = np.zeros(p.WORDS, np.int64)
        aim = int(own_aim(view.vector)) if aim is None else aim
        if not problem_of(view.vector, aim, assume, words):
            raise KiebitzError(say("No distribution of the cards fits what was assumed."))
        return cls(int(view.vector[CONTRACT]), aim, tuple(words.tolist()))

    @property
    def mine(self) -> bool:
        """Is the searcher to move?"""
        return (self.words[p.LEADER] + self.words[p.LAID]) % 3 == 0

    @property
    def is_declarer(self) -> bool:
        return self.words[p.DECLARER] == 0

    @property
    def worlds(self) -> int:
        """How many distributions of the unseen cards are possible."""
        return count_worlds(self.words)

    @property
    def vector(self) -> Vector:
        return np.array(self.words, np.int64)

    def approximate(self, rule: str) -> Self:
        """The same question without extreme distributions: ``split``, ``length=5`` or ``mass=0.95``."""
        caps = caps_of(self.words, rule)
        worlds = count_worlds(self.words, caps)
        if not worlds:
            raise KiebitzError(say("The rule {rule} leaves no distribution at all.", rule=rule))
        words = list(self.words)
        words[p.CAPPED], words[p.CAPS] = 1, pack(caps)
        return replace(self, words=tuple(words), covered=worlds / self.worlds)

    def ask(self, budget: Budget = USUAL, room: Vector | None = None) -> Answer:
        """Is the aim forced, and by which cards? ``room`` is a workspace to use again."""
        w, s, start = shared() if room is None else room, self.vector, thread_time()
        begin(s, w, budget)
        if self.mine:
            found = np.zeros(2, np.int64)
            ask_cards(s, w, found)
            verdict = p.FORCED if found[0] else p.UNKNOWN if found[1] else p.NOT_FORCED
            killers, undecided = self.cards(int(found[0])), self.cards(int(found[1]))
        else:
            verdict, killers, undecided = ask(s, w), (), ()
        assumed = self.cards(self.words[p.NOSKAT] & self._unseen) if self.words[p.ROOM] else ()
        nodes = min(int(w[p.NODES]), budget.nodes)
        seconds = thread_time() - start
        return Answer(VERDICTS[verdict], killers, undecided, nodes, seconds, self.covered, assumed)

    def guarantee(self, budget: Budget = USUAL, room: Vector | None = None) -> tuple[int, int]:
        """The points that the searcher's side is sure of: at least and at most.

        These are equal unless the budget ran out. Found by halving, as the answers are monotone; one table
        serves all of them.
        """
        if self.words[p.BY_TRICKS]:
            raise KiebitzError(say("Points are only guaranteed where points count."))
        w, s = shared() if room is None else room, self.vector
        begin(s, w, budget)
        theirs = 120 - self.aim - self.words[p.NEED]  # what the defenders have
        reached, not_reached = 0, 121 - theirs  # of further points of the defenders
        while not_reached - reached > 1:
            s[p.NEED] = (reached + not_reached) // 2
            answer = ask(s, w)
            if answer == p.UNKNOWN:
                break
            if answer == self.words[p.WANTED]:
                reached = int(s[p.NEED])
            else:
                not_reached = int(s[p.NEED])
        best, worst = theirs + not_reached - 1, theirs + reached
        return (120 - best, 120 - worst) if self.is_declarer else (worst, best)

    def cards(self, mask: int) -> tuple[Card, ...]:
        """Cards of the search's own numbering as cards of the game."""
        return tuple(CardSet(int(from_layout(mask, self.contract)), Skat.deck))

    @property
    def _unseen(self) -> int:
        known = self.words[p.KNOWN] | self.words[p.KNOWN + 1]
        return known | self.words[p.POOL] | self.words[p.HALF] | self.words[p.HALF + 1]


def begin(problem: Vector, room: Vector, budget: Budget) -> None:
    """Put a problem into a workspace; from here on nodes and seconds are counted."""
    prepare(problem, room, budget.nodes)
    room[p.DEADLINE] = deadline_in(budget.seconds)


def killers(view: SkatView, aim: int | None = None, budget: Budget = USUAL) -> Answer:
    """The killer cards of a seat for an aim, by default what its game needs; from certain knowledge."""
    return Paranoia.of_view(view, aim).ask(budget)


def levels(view: SkatView, budget: Budget = USUAL, assume: int = NO_HABITS) -> dict[int, Answer]:
    """Answers by aim, from the game as announced to the highest that makes sense.

    The declarer goes up as long as he can force it. An opponent stops at the first that he can prevent:
    the game, else Schneider, else Schwarz.
    """
    found: dict[int, Answer] = {}
    aim = int(own_aim(view.vector))
    while aim != NO_AIM:
        question = Paranoia.of_view(view, aim, assume)
        found[aim] = question.ask(budget)
        if (found[aim].verdict == "forced") != question.is_declarer:
            break
        aim = int(higher_aim(view.vector, aim))
    return found


def aim_said(aim: int) -> Saying:
    """An aim in words.

    >>> str(aim_said(60)), str(aim_said(ALL_TRICKS))
    ('61 points', 'all tricks')
    """
    if aim in (ALL_TRICKS, NO_TRICK):
        return say("all tricks" if aim == ALL_TRICKS else "no trick")
    return say("{n} points", n=aim + 1)


_here = local()


def shared() -> Vector:
    """One workspace for all questions of a thread: a table may ask in several at once."""
    if not hasattr(_here, "workspace"):
        _here.workspace = p.workspace()
    workspace: Vector = _here.workspace
    return workspace
