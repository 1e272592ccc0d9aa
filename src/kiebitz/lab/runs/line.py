"""A finished game in one line."""

from __future__ import annotations

from typing import Any, NamedTuple

from kiebitz.lab.bench import Bench
from kiebitz.lab.playing.match import Match
from kiebitz.rules.parts import part
from kiebitz.sayings import Saying, joined, say


class Line(NamedTuple):
    """A game in one line."""

    key: str  # plan/deal/line-up
    scores: str  # the points of each seat
    plies: int
    reason: Saying | None  # of a failure
    summary: tuple[Saying, ...] = ()  # what the game has to say besides

    @classmethod
    def of(
        cls, match: Match, key: tuple[int, int, int], points: Any, plies: Any, measures: Any, reason: Any
    ) -> Line:
        """The line of a game of a match, by its plan, deal and line-up."""
        pairs = zip(match.seated(key[2]), points.tolist(), strict=True)
        scores = ", ".join(f"{player.name} {score:+d}" for player, score in pairs)
        by_seat = measures.reshape(match.game.seats, -1)
        summary = () if reason else tuple(part(match.game, Bench).summary(by_seat))
        return cls("{}/{}/{}".format(*key), scores, int(plies), reason, summary)

    @property
    def said(self) -> Saying:
        """The line for people."""
        said = say("{key}: {scores}; {n} moves", key=self.key, scores=self.scores, n=self.plies)
        return joined("; ", filter(None, (said, *self.summary, self.reason)))
