"""Does one plan for many worlds play better than averages do, at the same time a move?

    python benchmarks/vectors.py skat pimc:worlds=70 alphamu:worlds=40,m=2 --deals=2000 --seed=1
    python benchmarks/vectors.py schnapsen pimc alphamu --options=rules=full,unit=deal --deals=1000 --seed=1

In Skat wins of declarers are compared deal by deal. One agent bids, puts away and names the game, and
another plays the declarer's first cards. From seven cards in hand on, each declarer goes on by itself,
against the same two defenders; every seat draws the same random numbers each time. By trick: how often
the card is another than the first declarer would play in the same position.

In other games the second agent sits in each seat in turn, with the first one in all others, and what it
gets is compared with what the first one gets there among its likes.

Times are those of the processor, of decisions between several moves only.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from time import process_time

import numpy as np

from kiebitz.agents.base import Policy
from kiebitz.agents.registry import contestant
from kiebitz.games.skat import rules as r
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import PHASE, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.game import Game
from kiebitz.rules.registry import game as game_by_name
from parts.document import Cell, Document, cell, show

SHARED = 3  # tricks of Skat that are the same for all: before, searches with open cards have little to say


class Player:
    """A policy with a memory of its own, and how long it has thought."""

    def __init__(self, game: Game, spec: str) -> None:
        policy = contestant(spec, game).policy
        assert isinstance(policy, Policy)
        self.game, self.spec, self.kernel, self.memory = game, spec, policy.kernel, policy.memory.copy()
        self.seconds, self.decisions = 0.0, 0
        self.view = np.zeros(WORDS, np.int64)

    def move(self, s: Vector, rng: Vector) -> int:
        """What it does with what the seat to move sees; a single legal move is made without thinking."""
        moves = int(self.game.kernels.legal(s)) & (1 << 64) - 1
        if moves & (moves - 1) == 0:
            return moves.bit_length() - 1
        self.game.kernels.observe(s, s[TURN], self.view)
        start = process_time()
        code = int(self.kernel(self.view, self.memory, rng))
        self.seconds += process_time() - start
        self.decisions += 1
        return code

    @property
    def ms(self) -> float:
        return 1e3 * self.seconds / max(self.decisions, 1)


def streams(game: Game, seed: int, number: int) -> list[Vector]:
    return [Stream.named("vectors", seed, number, seat).word for seat in range(game.seats)]


class Declarers:
    """Declarers of Skat one after another in the same deals."""

    def __init__(self, game: Game, chosen: argparse.Namespace) -> None:
        self.game, self.seed = game, chosen.seed
        self.bidder, self.first, self.defender = (
            Player(game, spec) for spec in (chosen.bidder, chosen.first, chosen.defender)
        )
        self.declarers = [Player(game, spec) for spec in chosen.agents]
        self.left = chosen.differ + 1  # deals in which differing cards are counted; one more to begin with
        self.averages, self.by = Player(game, chosen.agents[0]), [Counter[int]() for _ in chosen.agents]

    def deal(self, number: int) -> list[float] | None:
        """Does each declarer win? None if nobody declares or all is decided before they take over."""
        start = self._begun(number)
        if start is None:
            return None
        self.left -= 1
        return [self._played(start, number, place) for place in range(len(self.declarers))]

    def _begun(self, number: int) -> Vector | None:
        s, words = (
            self.game.deal(f"vectors {self.seed} {number}").vector.copy(),
            streams(self.game, self.seed + 1000, number),
        )
        while s[TURN] >= 0 and (s[PHASE] != r.CARD_PLAY or s[r.TRICKS] + s[r.TRICKS + 1] < SHARED):
            seat = int(s[TURN])
            who = self.bidder
            if s[PHASE] == r.CARD_PLAY:
                who = self.first if seat == s[r.DECLARER] else self.defender
            self.game.kernels.play(s, who.move(s, words[seat]))
        return s if s[TURN] >= 0 else None

    def _played(self, start: Vector, number: int, place: int) -> float:
        s, words, declarer = start.copy(), streams(self.game, self.seed, number), self.declarers[place]
        while s[TURN] >= 0:
            seat = int(s[TURN])
            if seat != s[r.DECLARER]:
                code = self.defender.move(s, words[seat])
            else:
                before, decisions = words[seat].copy(), declarer.decisions
                code = declarer.move(s, words[seat])
                if place and self.left >= 0 and declarer.decisions > decisions:
                    trick = int(s[r.TRICKS] + s[r.TRICKS + 1]) + 1
                    self.by[place][trick + 100] += 1
                    self.by[place][trick] += self.averages.move(s, before) != code
            self.game.kernels.play(s, code)
        return float(s[r.SCORE] > 0)

    @property
    def players(self) -> list[Player]:
        return self.declarers

    def forget(self) -> None:
        """What was counted before."""
        for by in self.by:
            by.clear()

    def differs(self, place: int) -> dict[str, list[int]]:
        """By trick: how often another card was played, and of how many choices."""
        by = self.by[place]
        return {str(trick): [by[trick], by[trick + 100]] for trick in range(1, 11) if by[trick + 100]}


class Seats:
    """The second agent in each seat in turn, among likes of the first."""

    def __init__(self, game: Game, chosen: argparse.Namespace) -> None:
        self.game, self.seed = game, chosen.seed
        self.players = [Player(game, spec) for spec in chosen.agents]
        self.guests = Player(game, chosen.agents[0])  # beside others: their time is not compared

    def deal(self, number: int) -> list[float]:
        """The mean points of each agent over all seats, with the first agent in the others."""
        first, *others = self.players
        seats = range(self.game.seats)
        alone = [sum(self._played(number, seats, first)) / len(seats)]  # one game has all its seats
        return alone + [
            sum(self._played(number, [at], who)[at] for at in seats) / len(seats) for who in others
        ]

    def _played(self, number: int, at: Sequence[int], who: Player) -> list[int]:
        s = self.game.deal(f"vectors {self.seed} {number}").vector.copy()
        words = streams(self.game, self.seed, number)
        while s[TURN] >= 0:
            seat = int(s[TURN])
            self.game.kernels.play(s, (who if seat in at else self.guests).move(s, words[seat]))
        return [int(self.game.kernels.payoff(s, seat)) for seat in range(self.game.seats)]

    def differs(self, place: int) -> dict[str, list[int]]:
        return {}

    def forget(self) -> None:
        pass


def measured(chosen: argparse.Namespace) -> Document:
    game = game_by_name(chosen.game, chosen.options)
    is_skat = chosen.game == "skat"
    playing = Declarers(game, chosen) if is_skat else Seats(game, chosen)
    rows, number = list[list[float]](), 0
    while playing.deal(number - 1) is None:  # everything is loaded before anything is measured
        number -= 1
    number = 0
    for player in playing.players:
        player.seconds, player.decisions = 0.0, 0
    playing.forget()
    while len(rows) < chosen.deals:
        row = playing.deal(number)
        number += 1
        if row is None:
            continue
        rows.append(row)
        if len(rows) % 100 == 0:
            print(f"{len(rows)} deals, {process_time():.0f} processor seconds", file=sys.stderr, flush=True)
    agents = [*chosen.agents, *([chosen.bidder, chosen.first, chosen.defender] if is_skat else ())]
    return Document(cells(playing, rows), chosen.seed, {f"{chosen.game} {chosen.options}".strip(): agents})


def cells(playing: Declarers | Seats, rows: list[list[float]]) -> dict[str, Cell]:
    """What each agent gains on the first, at which time; by trick how often its card differs."""
    table = np.array(rows)
    gains = table - table[:, :1]
    errors = gains.std(axis=0, ddof=1) / sqrt(len(rows)) if len(rows) > 1 else np.zeros(len(gains[0]))
    found: dict[str, Cell] = {}
    for i, each in enumerate(playing.players):
        found[f"{each.spec} mean"] = cell(table[:, i].mean())
        found[f"{each.spec} ms"] = cell(each.ms)
        found[f"{each.spec} gain"] = cell(gains[:, i].mean(), errors[i])
        found[f"{each.spec} better"] = cell((gains[:, i] > 0).sum())
        found[f"{each.spec} worse"] = cell((gains[:, i] < 0).sum())
        for trick, (other, choices) in playing.differs(i).items():
            found[f"{each.spec} trick {trick}"] = cell(other / choices)
    return found


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("game", nargs="?", default="skat")
    made.add_argument(
        "agents", nargs="*", default=["pimc", "alphamu"], help="the first is what others are compared with"
    )
    made.add_argument("--deals", type=int, default=2000, help="deals that are played")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--options", default="", help="of the game")
    made.add_argument("--differ", type=int, default=200, help="deals in which differing cards are counted")
    made.add_argument("--bidder", default="xskat-like")
    made.add_argument("--first", default="pimc", help="plays the declarer's cards of the first tricks")
    made.add_argument("--defender", default="instinct")
    return made


if __name__ == "__main__":
    show(parser(), measured)
