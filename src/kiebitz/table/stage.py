"""What a game may bring to the table: what is drawn of it, what is said of it, and a page of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import Saying, plain, say
from kiebitz.table.scene import Scene, Shown

FAN = 3  # cards that stand for a game in the lobby


@dataclass(frozen=True)
class Bid:
    """What a player undertook in a unit, and what came of it: a contract in Skat, a guess of tricks."""

    group: Saying
    """What it is counted with: ``say("Grand")``."""
    undertaken: int
    came: int
    met: bool

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return vars(self) | {"group": self.group.as_json()}


@dataclass(frozen=True)
class WhatIf:
    """Another course of a unit from which play can go on: other moves from a ply on, with the same cards."""

    said: Saying
    ply: int
    moves: tuple[str, ...]


class Stage(Shown):
    """A game at the table. Without one of its own it is drawn by what all games share."""

    rules: Saying = Saying("")
    """The rules in a few sentences, for somebody who knows games like it."""
    units: int = 1
    """Deals of a usual series."""
    bid_words: tuple[Saying, Saying, Saying] = (say("What you undertook"), say("undertaken"), say("came"))
    """What ``bids`` are called on the page *My games*: all of them, what is undertaken, what comes of it."""
    page: str = ""
    """A module of the game's own for the browser, such as ``"skat.js"``, in ``table/page`` of its package;
    of a game from one file, beside it. A ``.css`` of the same name goes with it."""

    @property
    def about(self) -> Saying:
        """One line for the lobby; else what the title says after the name."""
        return plain(self.game.title.partition(", ")[2])

    @property
    def fan(self) -> tuple[str, ...]:
        """The cards that stand for the game in the lobby; else the last of its deck."""
        return tuple(str(card) for card in self.game.deck.cards[-FAN:])

    def reveal(self, state: State, scene: Scene) -> None:
        """Add to a scene what those who may see everything see besides the hands."""

    def sheet(self, points: Sequence[Sequence[int]]) -> Any:
        """What the game adds to the score sheet, from each seat's points of each finished unit.

        Plain data for the function ``sheet`` of its module; None for nothing.
        """
        return None

    def summary(self, before: State, after: State) -> dict[str, Any]:
        """What a round, or a unit of one round, brought that ended with the last move: plain data.

        ``points`` by seat are those of the round, ``totals`` how the scores stand after it, ``said`` how
        each seat came by its points.
        """
        earlier, now = (self.scene(state.view(-1)).totals for state in (before, after))
        if not now:
            earlier, now = [0] * after.game.seats, list(after.payoffs)
        return {
            "round": before.round,
            "points": [new - old for new, old in zip(now, earlier, strict=True)],
            "totals": now,
            "said": [said.as_json() for said in self.tally(before, after)],
        }

    def tally(self, before: State, after: State) -> Sequence[Saying]:
        """How each seat came by its points of a round that ended with the last move; a game may not say."""
        return ()

    def bids(self, states: Sequence[State], seat: int) -> Sequence[Bid]:
        """What a seat undertook in a finished unit, given by its states; most games know nothing of it."""
        return ()

    def what_ifs(self, states: Sequence[State]) -> Sequence[WhatIf]:
        """Other courses of a unit, given by its states, that people like to try; at any moment another move
        can be tried anyway."""
        return ()

    def absent(self, view: View) -> Move:
        """What is played for somebody who is away: a pass where there is one, else what stakes least."""
        return min(view.moves, key=lambda move: (move != "pass", self.stake(view, move)))

    def stake(self, view: View, move: Move) -> int:
        """How much a move ventures or gives away, to compare it with others of the same view."""
        return move.code
