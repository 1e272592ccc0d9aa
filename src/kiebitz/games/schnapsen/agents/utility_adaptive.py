"""pu-adaptive: the utility taken further, for an opponent whose style is learned while the unit lasts.

A fresh agent plays each unit, so what it learns begins with the first trick of a deal, or of a Bummerl,
and is forgotten at its end. It learns from the answers to its own leads, as long as the talon is open and
anything may be answered: does the other player beat a lead, does he trump low and high cards, what does
he throw away? What is expected of a player who is not known counts for some observations; from there on the
means follow what is seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kiebitz.agents.base import Agent, Decision
from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.agents.utility_explain import explain_plus
from kiebitz.games.schnapsen.agents.utility_kernels import TENS_AND_ACES
from kiebitz.games.schnapsen.agents.utility_plus import EXPECTED, ON, make_memory, plus_policy, threats
from kiebitz.games.schnapsen.view import SchnapsenView
from kiebitz.rules.values import Event, View

RISK = 500_000  # how much less a point counts for a side that has 66, in millionths
DOUBT = 0.9  # no habit is held to be stronger when a player does not follow it: perhaps he could not


@dataclass
class Mean:
    """A mean that begins with what is expected.

    >>> habit = Mean(0.75, weight=3)
    >>> habit.learn(0.0)
    >>> habit.value, habit.weight
    (0.5625, 4.0)
    """

    value: float
    weight: float

    def learn(self, seen: float, certainty: float = 1.0) -> None:
        """An observation; one of which it is not certain that it is one counts for less."""
        self.weight += certainty
        self.value += certainty * (seen - self.value) / self.weight

    def miss(self, chance: float) -> None:
        """The habit was not followed by a player who could follow it with this chance."""
        declined = chance * (1 - min(self.value, DOUBT))
        self.learn(0.0, declined / (declined + 1 - chance))


class Lead(NamedTuple):
    """A card that waits for its answer, with the chances that the other hand can beat it."""

    card: int
    trump: int
    suit: float
    trumped: float


class Adaptive(Agent):
    """A player of which a Bummerl, or even a deal, is enough to learn something."""

    def __init__(self, adapts: bool, risk: bool, trust: int) -> None:
        self.adapts = adapts
        self.words = [ON, ON, RISK if risk else 0]
        self.style = [Mean(value, trust) for value in EXPECTED]
        self.lead: Lead | None = None

    def act(self, view: View) -> Decision:
        assert isinstance(view, SchnapsenView)
        memory = make_memory(self.words, [mean.value for mean in self.style])
        code = int(plus_policy(view.vector, memory, view.rng.word))
        move = next(move for move in view.moves if move.code == code)
        card = view.card(move)
        self.lead = None
        if self.adapts and card and view.led is None and not view.is_strict:
            chances = threats(view.vector, card.number)
            self.lead = Lead(card.number, int(view.vector[r.TRUMP]), *map(float, chances))
        return explain_plus(memory, view, move)

    def observe(self, event: Event) -> None:
        if self.lead and event.move and self.lead.card != event.move.code < r.EXCHANGE:
            lead, self.lead = self.lead, None
            self.learn(lead, event.move.code)

    def learn(self, lead: Lead, answer: int) -> None:
        """From the answer to a lead: was it beaten, and how many points came with it?"""
        low, high, beaten, discard, taker = self.style
        trumping = high if TENS_AND_ACES >> lead.card & 1 else low
        in_suit, is_trump = answer // 5 == lead.card // 5, answer // 5 == lead.trump
        wins = answer > lead.card if in_suit else is_trump
        (taker if wins else discard).learn(float(r.VALUE[answer]))
        if wins:
            (beaten if in_suit else trumping).learn(1.0)
        else:
            beaten.miss(lead.suit)
            trumping.miss(lead.trumped)
