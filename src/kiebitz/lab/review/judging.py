"""One decision judged: by what the seat could know, and by the cards as they lay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from kiebitz.agents.valuing import Row
from kiebitz.lab.review.judged import Knowable, OpenCards
from kiebitz.lab.review.paired import TINY, Loss, error_of, loss_of
from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import MoveText, Saying, either, say
from kiebitz.search.solving import Forcing

MOST_NAMED = 3  # better moves, the best first


class Sample(NamedTuple):
    """What some moves, the columns, are worth in the same worlds, the rows."""

    moves: tuple[Move, ...]
    values: Any
    strata: int
    """How many different worlds there are, if the rows go through all of them; else 0."""

    def among(self, moves: Iterable[str]) -> Sample:
        """The same worlds with some of the moves only."""
        wanted = set(moves)
        kept = [column for column, move in enumerate(self.moves) if move in wanted]
        return Sample(tuple(self.moves[column] for column in kept), self.values[:, kept], self.strata)

    def raised(self, floor: Row, moves: Iterable[str]) -> Sample:
        """The same where some of the moves are known to bring at least so much in each world."""
        wanted, values = set(moves), self.values.copy()
        for column, move in enumerate(self.moves):
            if move in wanted:
                values[:, column] = np.maximum(values[:, column], floor)
        return Sample(self.moves, values, self.strata)

    def expected(self, move: str) -> tuple[float, float]:
        """A move's mean and its standard error."""
        row = self.values[:, self.moves.index(move)]
        return float(row.mean()), error_of(row, self.strata)

    def loss(self, move: str) -> Loss:
        """What a move loses against the best of the others."""
        return loss_of(self.values, self.moves.index(move), self.strata)

    def surely_better(self, move: str) -> list[Move]:
        """The moves that are better beyond the error, the best first."""
        found = [
            (-loss.loss, other)
            for other in self.moves
            if other != move and (loss := self.among((move, other)).loss(move)).is_sure
        ]
        return [other for _, other in sorted(found, key=lambda pair: pair[0])]

    def shares(self, move: str, other: str) -> tuple[float, float]:
        """In which parts of the worlds another move is better than a move, and in which it is worse."""
        gain = self.values[:, self.moves.index(other)] - self.values[:, self.moves.index(move)]
        return float((gain > TINY).mean()), float((gain < -TINY).mean())


@dataclass(frozen=True)
class Judge:
    """Says what is to be said of a decision, in the unit of a game."""

    unit: Saying
    least: float
    """A loss below this is none."""

    def knowable(
        self, view: View, move: Move, sample: Sample, forcing: Forcing | None, advised: str | None
    ) -> Knowable:
        """What the seat could know; what is proved goes before averages.

        Where a player gives advice, its move alone is compared with the one that was made.
        """
        if forcing and forcing.misses(move):
            return self._missed(view, move, sample.among((move, *forcing.moves)), forcing)
        if forcing and move in forcing.moves:
            sample = sample.among(forcing.moves)  # nothing that is merely better on average comes before it
        elif advised:
            sample = sample.among((move, advised))
        if len(sample.moves) == 1:
            same = say("a strong player would have done the same")
            said = same if move == advised else say("no other move forces what this one does")
            return Knowable("none", (), 0.0, 0.0, len(sample.values), False, said)
        return self._average(view, move, sample)

    def _missed(self, view: View, move: Move, sample: Sample, forcing: Forcing) -> Knowable:
        loss = sample.loss(move)
        better = sorted(forcing.moves, key=lambda other: -sample.expected(other)[0])[:MOST_NAMED]
        why = say(
            "{better} forces {aim}, whatever the others hold and play; {move} does not, and loses "
            "{loss:.2f} on average",
            better=named(better, view.phase), aim=forcing.aim, move=MoveText(move, view.phase),
            loss=max(loss.loss, 0.0),
        )  # fmt: skip
        return Knowable("proof", tuple(map(str, better)), max(loss.loss, 0.0), loss.error,
                        len(sample.values), True, why)  # fmt: skip

    def _average(self, view: View, move: Move, sample: Sample) -> Knowable:
        loss, worlds = sample.loss(move), len(sample.values)
        best = sample.moves[loss.best]
        more, less = sample.shares(move, best)
        x, y, n = sample.expected(best)[0], sample.expected(move)[0], sample.strata or worlds
        one, other = MoveText(best, view.phase), MoveText(move, view.phase)
        if not loss.is_sure or loss.loss < self.least:
            why = say(
                "nothing was clearly better: {best} brings {x:.2f} {unit} on average over {n:,} "
                "{n:world|worlds}, {move} {y:.2f}",
                best=one, x=x, unit=self.unit, n=n, move=other, y=y,
            )  # fmt: skip
            return Knowable("average", (), loss.loss, loss.error, worlds, False, why)
        better = sample.surely_better(move)
        better = [best, *(each for each in better if each != best)][:MOST_NAMED]
        why = say(
            "{best} brings {x:.2f} {unit} on average over {n:,} {n:world|worlds} that fitted what was known, "
            "{move} {y:.2f}; it is better in {more:.0%} of them and worse in {less:.0%}",
            best=one, x=x, unit=self.unit, n=n, move=other, y=y, more=more, less=less,
        )  # fmt: skip
        return Knowable("average", tuple(map(str, better)), loss.loss, loss.error, worlds, True, why)

    def open(self, state: State, move: Move, values: Mapping[str, float]) -> OpenCards:
        """What the cards as they lay say."""
        loss = max(values.values()) - values[move]
        if loss <= TINY:
            return OpenCards((), 0.0, say("with open cards nothing was better"))
        best = max(values.values())
        better = [other for other in values if values[other] >= best - TINY][:MOST_NAMED]
        why = say(
            "with open cards {better} was worth {loss:.2f} more than {move}",
            better=named(better, state.phase), loss=loss, move=MoveText(move, state.phase),
        )  # fmt: skip
        return OpenCards(tuple(map(str, better)), loss, why)


def with_worlds(knowable: Knowable, view: View, move: Move) -> Knowable:
    """A mistake with the worlds that the better move wins and the one that was made loses, if it is that."""
    from kiebitz.search.alphamu.answers import asked_quickly

    answer, better = asked_quickly(view), next(one for one in view.moves if one == knowable.better[0])
    if answer is None or answer.won(better) <= answer.won(move):
        return knowable
    why = say("{why}; {better}; {move}", why=knowable.why, better=answer.said(better), move=answer.said(move))
    return replace(knowable, why=why)


def named(moves: Sequence[str], phase: str) -> Saying:
    """One of some moves.

    >>> print(named(["AS", "KS", "QS"], "play"))
    AS or KS or QS
    """
    return either(MoveText(str(move), phase) for move in moves)
