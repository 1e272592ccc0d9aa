"""What vectors of worlds say, in words: in how many worlds a move wins, and where it loses.

A proof is the corner of it: a move that wins in every world there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from kiebitz.cards import CardSet
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.parts import part
from kiebitz.rules.values import Move, View
from kiebitz.sayings import MoveText, Name, Saying, say
from kiebitz.search.alphamu import root as r
from kiebitz.search.alphamu.aims import Aim
from kiebitz.search.alphamu.losing import Description, Term, count_with, describe
from kiebitz.search.alphamu.opened import OUT_OF_NODES, OUT_OF_TIME
from kiebitz.search.alphamu.vectors import WORLDS
from kiebitz.search.evaluator import CODES, make_memory
from kiebitz.search.solving import Solving

Room = tuple[Any, Any, Vector]
PROOF_NODES = 20_000  # of a proof that goes beyond a sample
ADVISED = 40  # worlds of an answer that comes beside another one
ALL = (1 << 64) - 1


def room() -> Room:
    """Space for a search that is to be explained: states, vectors, what is told."""
    states = np.empty((r.LEVELS, WORLDS, WORDS), np.int64)
    return states, np.zeros((CODES, r.COLUMNS), np.int64), np.zeros(r.TOLD, np.int64)


@dataclass(frozen=True)
class Answer:
    """What a search over many worlds found for a view.

    >>> from kiebitz.rules.registry import game
    >>> state = game("boerenbridge", {"schedule": "2"}).deal(seed=4)
    >>> for guess in ["0", "0", "0", "1"]:
    ...     state = state.play(guess)
    >>> answer = ask(state.view(state.turn))
    >>> print(str(answer.said(answer.best)).split(";")[0])
    KH wins exactly 0 tricks in 12 of 64 worlds
    """

    view: View
    aim: Aim
    vectors: Mapping[Move, int]
    """For each move the worlds that its best plan wins, as a mask."""
    values: Mapping[Move, tuple[int, ...]]
    """For each move what its best plan brings in each world; 1 or 0 where the question is yes or no."""
    bounds: frozenset[Move]
    """Moves that win in at most these: they were given up because others win in more."""
    worlds: tuple[Mapping[int, int], ...]
    """The worlds: of every unseen card the place where it lies."""
    is_all: bool
    """Are these all worlds that there are?"""
    is_whole: bool
    """Did the plans reach so far that nothing rests on open cards?"""
    effort: Mapping[str, int]
    left_out: int = 0
    """How many vectors were left out because a front was too large: the answer may be too low."""

    @property
    def best(self) -> Move:
        """The first of the moves that win in the most worlds, or bring the most."""
        return max(self.vectors, key=self.brings)

    def brings(self, move: Move) -> int:
        """What a move brings in all worlds together."""
        return sum(self.values[move])

    def won(self, move: Move) -> int:
        """In how many worlds a move wins."""
        return self.vectors[move].bit_count()

    @property
    def certain(self) -> tuple[Move, ...]:
        """The moves that win in every world there is: all are listed, or the game has a proof."""
        full = (1 << len(self.worlds)) - 1
        kept = [move for move in self.vectors if self.vectors[move] == full]
        listed = self.is_all and self.is_whole
        return tuple(move for move in kept if listed or move in self._proved)

    @cached_property
    def problem(self) -> Problem:
        return Problem.of(self.view)

    @cached_property
    def number(self) -> int:
        """How many worlds there are."""
        return count_with(self.problem, ())

    @cached_property
    def _proved(self) -> tuple[Move, ...]:
        solving = part(self.view.game, Solving)
        if not solving.brings_aim:
            return ()
        found = solving.forcing(self.view, PROOF_NODES)
        return found.moves if found else ()

    def losing(self, move: Move) -> Description | None:
        """Where cards lie in the worlds that a move loses, if that can be said in few words."""
        return describe(self.worlds, ~self.vectors[move] & (1 << len(self.worlds)) - 1, self.problem)

    def winning(self, move: Move) -> Description | None:
        """The same of the worlds that it wins."""
        return describe(self.worlds, self.vectors[move], self.problem)

    def said(self, move: Move) -> Saying:
        """In how many worlds a move wins, and where it loses; before that, what it brings."""
        if self.aim.unit is None:
            return self._said(move)
        return say(
            "{move} brings {mean:+.2f} {unit} on average; {wins}",
            move=MoveText(str(move), self.view.phase), mean=self.brings(move) / len(self.worlds),
            unit=self.aim.unit, wins=self._said(move),
        )  # fmt: skip

    def _said(self, move: Move) -> Saying:
        aim = self.aim.said(self.view)
        won, n, text = self.won(move), len(self.worlds), MoveText(str(move), self.view.phase)
        if self.number == 1:
            return say(
                "{move} wins {aim}: only one world is left"
                if won
                else "{move} does not win {aim}: only one world is left",
                move=text, aim=aim,
            )  # fmt: skip
        if move in self.certain:
            return say(
                "{move} wins {aim} for certain, in all {n:,} worlds that there are",
                move=text, aim=aim, n=self.number,
            )  # fmt: skip
        if won in (0, n):
            return say(
                "{move} wins {aim} in none of {n} {n:world|worlds}"
                if won == 0
                else "{move} wins {aim} in all of {n} {n:world|worlds}",
                move=text, aim=aim, n=n,
            )  # fmt: skip
        head = say("{move} wins {aim} in {won} of {n} worlds", move=text, aim=aim, won=won, n=n)
        found = self.losing(move)
        if found:
            return say("{head}; it loses if {where} ({share:.0%} of all worlds)", head=head,
                       where=self._where(found), share=found.exact / self.number)  # fmt: skip
        found = self.winning(move)
        if found:
            return say("{head}; it wins only if {where} ({share:.0%} of all worlds)", head=head,
                       where=self._where(found), share=found.exact / self.number)  # fmt: skip
        return head

    def _where(self, found: Description) -> Saying:
        terms = [self._together(term) for term in found.terms]
        said = terms[0]
        for term in terms[1:]:
            said = say("{one} or {other}", one=said, other=term)
        return said

    def _together(self, term: Term) -> Saying:
        """Facts that hold together, place by place."""
        game, parts = self.view.game, []
        for place in sorted({place for _, place in term}):
            cards = CardSet(sum(1 << card for card, where in term if where == place), game.deck)
            if place < game.seats:
                parts.append(say("{who} holds {cards}", who=game.who(place), cards=cards))
            else:
                name = Name(game.place_names()[place], "place")
                parts.append(say("{cards} {cards:is|are} in no hand ({place})", cards=cards, place=name))
        said = parts[0]
        for other in parts[1:]:
            said = say("{one} and {other}", one=said, other=other)
        return said

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "worlds": len(self.worlds),
            "all": self.is_all,
            "moves": {str(move): self.won(move) for move in self.vectors},
            "values": {str(move): self.brings(move) / len(self.worlds) for move in self.vectors},
            "certain": [str(move) for move in self.certain],
            "because": str(self.said(self.best)),
        }


def read(view: View, aim: Aim, space: Room) -> Answer | None:
    """The answer that a search has left in its room; None if it had nothing to say."""
    states, vectors, told = space
    if not told[r.T_SEARCHED]:
        return None
    n = int(told[r.T_WORLDS])
    masks = {move: [int(mask) & ALL for mask in vectors[move.code, : aim.steps]] for move in view.moves}
    found = {move: masks[move][aim.won - 1] for move in view.moves}
    values = {move: tuple(_value(masks[move], told, world) for world in range(n)) for move in view.moves}
    bounds = frozenset(move for move in view.moves if not vectors[move.code, r.EXACT])
    problem = Problem.of(view)
    worlds = tuple(_places(view, problem, states[0, world]) for world in range(n))
    listed, whole, left_out = bool(told[r.T_LISTED]), not told[r.T_OPENED], int(told[r.T_CAPPED])
    return Answer(view, aim, found, values, bounds, worlds, listed, whole, _effort(told), left_out)


def _value(masks: Sequence[int], told: Vector, world: int) -> int:
    """What a plan brings in a world: the floor and every step that it climbs there."""
    steps = sum(int(told[r.T_WORTH + step]) for step, mask in enumerate(masks) if mask >> world & 1)
    return int(told[r.T_FLOOR]) + steps


def _effort(told: Vector) -> dict[str, int]:
    """The work, in the words of all searches; the depth is the own moves of a plan."""
    words = {"worlds": r.T_WORLDS, "nodes": r.T_NODES, "depth": r.T_LENGTH, "solved": r.T_SOLVED}
    return {name: int(told[word]) for name, word in words.items() if told[word]}


def _places(view: View, problem: Problem, state: Vector) -> dict[int, int]:
    """Of every unseen card the place where it lies; what no hand holds lies in the one place left."""
    seats, unseen, found = view.game.seats, problem.unseen, dict[int, int]()
    for place in range(seats):
        held = int(state[HAND + place]) & unseen if place != view.seat else 0
        found |= {card: place for card in range(held.bit_length()) if held >> card & 1}
    outside = [place for place in range(seats, problem.places) if problem.room[place]]
    if len(outside) == 1:
        rest = [card for card in range(unseen.bit_length()) if unseen >> card & 1 and card not in found]
        found |= dict.fromkeys(rest, outside[0])
    return found


def ask(
    view: View, worlds: int = 64, m: int = 2, nodes: int = 1_000_000, solve: int = 5_000, seed: int = 0,
    goal: Literal["win", "value"] = "win", cards: int = CODES,
) -> Answer | None:  # fmt: skip
    """In how many worlds does each move of a view win, by plans of ``m`` own moves? None if that is open.

    All moves are looked at, also those that cannot be the best. With ``goal="value"`` the plans are those
    that bring the most; None also where worlds have no values, and with more cards in hand than ``cards``.
    """
    game = view.game
    solving = part(game, Solving)
    aim, space = solving.aim(game) if goal == "win" else solving.value_aim(game), room()
    if aim is None:
        return None
    words = {
        r.SAMPLES: worlds, r.LENGTH: m, r.NODE_LIMIT: nodes, r.WORLD_NODES: solve, r.CARDS: cards,
        r.PHASES: sum(1 << game.phases.index(phase) for phase in solving.phases),
        r.SECRETS: game.secret_mask, r.ALL_MOVES: 1,
    }  # fmt: skip
    memory = r.lay_out(make_memory(game, "round", []), words, np.zeros(1, np.int64), aim.space())
    search = r.bind_search(game.kernels, aim)
    search(view.vector, memory, Stream.named("vectors", seed, view.seat).word, -1, *space)
    return read(view, aim, space)


def asked_quickly(view: View) -> Answer | None:
    """The same in little time, for all who advise; None where that is not enough, or a game brings no aim."""
    solving = part(view.game, Solving)
    if len(view.moves) < 2 or not solving.brings_aim:
        return None
    return ask(view, worlds=ADVISED, cards=solving.aim(view.game).cards)


def explained(
    view: View, move: Move, aim: Aim, space: Room
) -> tuple[Saying, dict[str, float], dict[str, Any]]:
    """Why a move was played, its values and the work: shares of the worlds that each move wins, or means."""
    answer = read(view, aim, space)
    if answer is None:
        return _no_answer(int(space[2][r.T_STOPPED])), {}, {}
    because = answer.said(move)
    others = [other for other in answer.vectors if other != move and other not in answer.bounds]
    second = max(others, key=answer.brings, default=None)
    if second is not None and answer.won(move) not in (0, len(answer.worlds)):
        because = say(
            "{because}; {second} wins in {n}",
            because=because, second=MoveText(str(second), view.phase), n=answer.won(second),
        )  # fmt: skip
    if answer.left_out:
        because = say(
            "{because}; {n} {n:vector was|vectors were} left out, so it may be more",
            because=because, n=answer.left_out,
        )  # fmt: skip
    values = {str(each): answer.brings(each) / len(answer.worlds) for each in answer.vectors}
    return because, values, dict(answer.effort)


def _no_answer(stopped: int) -> Saying:
    if stopped == OUT_OF_TIME:
        return say("the base's move: there was no time to solve a world")
    if stopped == OUT_OF_NODES:
        return say("the base's move: the nodes did not suffice to solve a world")
    return say("the base's move: here worlds cannot be solved with open cards in little time")
