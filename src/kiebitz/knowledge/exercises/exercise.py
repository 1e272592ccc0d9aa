"""An exercise as a value: a position of a finished game, a question, and what the model says is right."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kiebitz.errors import BadNotation, KiebitzError
from kiebitz.knowledge.formulas.formula import Formula
from kiebitz.knowledge.formulas.parser import parse
from kiebitz.knowledge.models.kripke import Model
from kiebitz.rules.records import Record
from kiebitz.rules.values import Position, State
from kiebitz.sayings import MoveText, Saying, joined, say

LETTERS = "abcdefgh"
WHETHER, PLACES, DEALS, COMMON, TRUTH, WRITE = "whether", "places", "deals", "common", "truth", "write"
KINDS = (WHETHER, PLACES, DEALS, COMMON, TRUTH, WRITE)
"""Who knows whether; where a card may be; which deals remain; what an announcement makes common; is it true;
write a formula."""
NOTHING = ("none", "-")
YES, NO = ("true", "t", "yes"), ("false", "f", "no")
LONGEST = 500  # letters of an answer
LARGEST = 3_000  # worlds of a model


@dataclass(frozen=True)
class Item:
    """Something to choose: it is right if its formula is true in the deal on the table."""

    said: Saying
    formula: str


@dataclass(frozen=True)
class Exercise:
    """A question about what can be known at a moment of a game.

    The cards of the whole game belong to it, so it is never made from a game that goes on.
    """

    kind: str
    record: Record
    """The game up to the moment."""
    question: Saying
    seat: int = -1
    """Whose view is shown; -1 if all cards are."""
    items: tuple[Item, ...] = ()
    formula: str = ""
    """What is to be judged, or to be written."""

    @cached_property
    def state(self) -> State:
        states, problem = self.record.replay()
        if problem or not states:
            raise KiebitzError(problem or say("This exercise has no position."))
        return states[-1]

    @property
    def shown(self) -> Position:
        """What the student sees: everything, or what one player sees."""
        return self.state if self.seat < 0 else self.state.view(self.seat)

    @property
    def course(self) -> Saying:
        """What everybody saw of the round so far."""
        view = self.state.view(-1)
        moves = [
            say("{who} {move}", who=view.game.who(event.seat), move=MoveText(str(event.move), event.phase))
            for event in view.events
            if event.move is not None and event.round == self.state.round
        ]
        return say("So far: {moves}.", moves=joined(", ", moves))

    @property
    def seen(self) -> list[Saying]:
        """The course of play, and of one player's view the cards that it hides."""
        if self.seat < 0:
            return [self.course]
        from kiebitz.knowledge.places.locations import Locations

        view = self.state.view(self.seat)
        who, hidden = view.game.who(self.seat), Locations.of(view).unseen
        return [self.course, say("Hidden from {who}: {cards}.", who=who, cards=hidden)]

    @cached_property
    def model(self) -> Model:
        """All deals that fit what everybody knows, and the one on the table."""
        return Model.of(self.state, LARGEST)

    @property
    def letters(self) -> str:
        """The letters of what can be chosen."""
        return LETTERS[: len(self.items)]

    # -- what is right -------------------------------------------------------------------------------

    @cached_property
    def right_items(self) -> frozenset[str]:
        """The letters that are right."""
        pairs = zip(self.letters, self.items, strict=True)
        return frozenset(letter for letter, item in pairs if self.model.check(item.formula))

    @property
    def solution(self) -> str:
        """The right answer as it would be given."""
        if self.kind == WRITE:
            return self.formula
        if self.kind == TRUTH:
            return "true" if self.model.check(self.formula) else "false"
        return " ".join(sorted(self.right_items)) or NOTHING[0]

    @property
    def how(self) -> Saying:
        """How an answer is written."""
        if self.kind == WRITE:
            return say("Write a formula.")
        if self.kind == TRUTH:
            return say("Answer true or false.")
        return say("Give the letters of all that are right, or none.")

    # -- answers -------------------------------------------------------------------------------------

    def read_choice(self, text: str) -> frozenset[str]:
        """The letters of an answer."""
        words = text.lower().replace(",", " ").split()
        if words and words[0] in NOTHING and len(words) == 1:
            return frozenset()
        letters = [letter for word in words for letter in word]
        if not letters or set(letters) - set(self.letters):
            raise BadNotation(
                say(
                    "An answer has some of the letters {letters}, or is none.", letters=" ".join(self.letters)
                )
            )
        return frozenset(letters)

    def read_truth(self, text: str) -> bool:
        """True or false."""
        word = text.strip().lower()
        if word not in (*YES, *NO):
            raise BadNotation(say("An answer is true or false."))
        return word in YES

    def read_formula(self, text: str) -> Formula:
        """A formula of this model."""
        if len(text) > LONGEST:
            raise BadNotation(say("A formula has at most {n} letters here.", n=LONGEST))
        return parse(text, self.model.vocabulary)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the exercise without its solution."""
        return {
            "kind": self.kind,
            "game": self.record.game,
            "question": self.question.as_json(),
            "how": self.how.as_json(),
            "seen": [line.as_json() for line in self.seen],
            "seat": self.seat,
            "items": [
                {"letter": letter, "said": item.said.as_json()}
                for letter, item in zip(self.letters, self.items, strict=True)
            ],
            "formula": self.formula if self.kind == TRUTH else "",
        }
