"""The kinds of exercises, each made from a position; None where the position is too dull for one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from kiebitz.cards import CardSet
from kiebitz.errors import KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.knowledge.exercises.exercise import (
    COMMON,
    DEALS,
    LARGEST,
    LETTERS,
    PLACES,
    TRUTH,
    WHETHER,
    WRITE,
    Exercise,
    Item,
)
from kiebitz.knowledge.exercises.sentences import Sentence, Writer, lying
from kiebitz.knowledge.formulas.epistemic import After, Common, KnowsWhether, Possible
from kiebitz.knowledge.formulas.formula import Formula, Has, conjunction
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.valuations import Worlds
from kiebitz.knowledge.places.problem import Masks
from kiebitz.rules.records import Record
from kiebitz.rules.tricks import on_table, played
from kiebitz.rules.values import State
from kiebitz.sayings import Cards, Saying, joined, say

LEAST = 12  # worlds of a model that has something to ask about
TRIES = 60  # sentences that are tried
CHOICES = 4
OFFERED = 5  # deals to choose from


@dataclass(frozen=True)
class Moment:
    """A position with its model, and the random numbers of one exercise."""

    state: State
    model: Model
    rng: Stream

    @classmethod
    def of(cls, state: State, rng: Stream) -> Moment | None:
        """A moment that can be asked about: cards have been played, and the worlds can be listed."""
        if state.is_over or not any(True for _ in played(state.view(-1))):
            return None
        try:
            model = Model.of(state, LARGEST)
        except KiebitzError:  # too many worlds, or knowledge that does not follow from the cards one sees
            return None
        return cls(state, model, rng) if model.size >= LEAST and model.actual is not None else None

    @property
    def writer(self) -> Writer:
        return Writer(self.model, self.rng)

    @cached_property
    def laid(self) -> int:
        """The trick on the table as a mask. In formulas its cards still belong to those who played them."""
        return sum(on_table(self.state.view(-1)).values())

    @property
    def here(self) -> int:
        """The deal on the table."""
        assert self.model.actual is not None
        return self.model.actual

    def is_true(self, sentence: Sentence) -> bool:
        return bool(self.model.truth(sentence.formula)[self.here])

    def exercise(self, kind: str, question: Saying, seat: int = -1, items: list[Item] | None = None,
                 formula: str = "") -> Exercise:  # fmt: skip
        return Exercise(kind, Record.of(self.state), question, seat, tuple(items or ()), formula)


def whether(moment: Moment) -> Exercise | None:
    """Who knows whether somebody has a card? Some do, some do not."""
    for _ in range(TRIES):
        fact = moment.writer.fact()
        names = moment.model.vocabulary
        items = [Item(say("{who}", who=names.said(seat)), str(KnowsWhether(seat, fact.formula)))
                 for seat in names.seats]  # fmt: skip
        made = moment.exercise(
            WHETHER, say("Who knows whether this is so: {what}?", what=fact.said), items=items
        )
        if 0 < len(made.right_items) < len(items):
            return made
    return None


def places(moment: Moment) -> Exercise | None:
    """What does a player know about a card? Where it may be, in that player's eyes."""
    writer, names = moment.writer, moment.model.vocabulary
    for _ in range(TRIES):
        seat, card = moment.rng.below(len(names.seats)), moment.rng.choice(writer.cards)
        where = [place for place in writer.places if place != names.seats[seat]]
        items = [Item(say("{who}", who=names.said(place)), str(Possible(names.seats[seat], Has(place, card))))
                 for place in where]  # fmt: skip
        if card in moment.state.hand_of(seat) or len(items) < 2:
            continue
        question = say(
            "What does {who} know about {card}? Choose every place where it may be, as {who} sees it.",
            who=names.said(names.seats[seat]),
            card=Cards(card),
        )
        made = moment.exercise(PLACES, question, seat, items)
        if made.right_items and (len(made.right_items) < len(items) or len(items) == 2):
            return made
    return None


def deals(moment: Moment) -> Exercise | None:
    """Which deals does a player still consider possible? Wrong ones differ by a swap of two cards."""
    names, model = moment.model.vocabulary, moment.model
    assert isinstance(model.valuation, Worlds)
    seat = moment.rng.below(len(names.seats))
    mine = model.valuation.masks[model.considered(names.seats[seat])]
    every = {row.tobytes() for row in mine}
    offered: dict[bytes, Masks] = {}
    for _ in range(TRIES):
        row = mine[moment.rng.below(len(mine))]
        if len(offered) % 2:
            row = _swapped(row, seat, moment.laid, moment.rng)
        if row is not None and row.tobytes() not in offered:
            offered[row.tobytes()] = row
        if len(offered) == OFFERED:
            break
    right = [key for key in offered if key in every]
    if len(offered) < CHOICES or not 0 < len(right) < len(offered):
        return None
    rows = list(offered.values())
    moment.rng.shuffle(rows)
    who = names.seats[seat]
    items = [Item(_lying(model, row & ~moment.laid, seat), str(Possible(who, _exactly(model, row))))
             for row in rows]  # fmt: skip
    question = say("Which of these deals does {who} consider possible?", who=names.said(who))
    return moment.exercise(DEALS, question, seat, items)


def _swapped(row: Masks, seat: int, laid: int, rng: Stream) -> Masks | None:
    """The same deal with two cards of two other places exchanged; what was laid on the table stays."""
    hidden = row & ~laid
    others = [place for place, mask in enumerate(hidden.tolist()) if place != seat and mask]
    if len(others) < 2:
        return None
    rng.shuffle(others)
    new = row.copy()
    one, other = (
        rng.choice([1 << bit for bit in range(64) if int(hidden[place]) >> bit & 1]) for place in others[:2]
    )
    new[others[0]] ^= one | other
    new[others[1]] ^= one | other
    return new


def _hidden(model: Model, row: Masks, seat: int) -> dict[str, str]:
    """The cards of the other places in a deal."""
    names = model.vocabulary
    assert names.deck is not None
    return {
        name: str(CardSet(int(mask), names.deck))
        for place, (name, mask) in enumerate(zip(names.places, row.tolist(), strict=True))
        if place != seat and mask
    }


def _lying(model: Model, row: Masks, seat: int) -> Saying:
    names = model.vocabulary
    held = _hidden(model, row, seat)
    return joined("; ", [lying(names, place, cards) for place, cards in held.items()])


def _exactly(model: Model, row: Masks) -> Formula:
    """A deal as a formula: where each of its cards lies."""
    held = _hidden(model, row, -1)
    return conjunction(Has(place, card) for place, cards in held.items() for card in cards.split())


def common(moment: Moment) -> Exercise | None:
    """What becomes common knowledge by an announcement? Some of it does, and was not before."""
    writer = moment.writer
    for _ in range(TRIES // 6):
        told = moment.rng.choice([writer.fact, writer.knowledge])()
        truth = moment.model.truth(told.formula)
        if not truth[moment.here] or truth.all():
            continue
        tried = {str(made.formula): made for made in (writer.fact() for _ in range(TRIES // 2))}
        found = {text: bool(moment.model.truth(After(told.formula, Common(made.formula)))[moment.here])
                 for text, made in tried.items()}  # fmt: skip
        fresh = [text for text, holds in found.items()
                 if holds and not moment.model.truth(Common(tried[text].formula))[moment.here]]  # fmt: skip
        wrong = [text for text, holds in found.items() if not holds]
        if not fresh or len(fresh) + len(wrong) < CHOICES:
            continue
        chosen = [*fresh[:2], *wrong][:CHOICES]
        moment.rng.shuffle(chosen)
        items = [
            Item(tried[text].said, str(After(told.formula, Common(tried[text].formula)))) for text in chosen
        ]
        question = say(
            "Somebody who sees all cards says aloud, and truly: {what}. What is common knowledge then?",
            what=told.said,
        )
        return moment.exercise(COMMON, question, items=items)
    return None


def truth(moment: Moment) -> Exercise | None:
    """Is a formula true in the deal on the table? As often yes as no."""
    wanted = bool(moment.rng.below(2))
    for _ in range(TRIES):
        made = moment.rng.choice([moment.writer.knowledge, moment.writer.nested])()
        values = moment.model.truth(made.formula)
        if values.any() and not values.all() and bool(values[moment.here]) == wanted:
            question = say("Is this formula true here? {formula}", formula=str(made.formula))
            return moment.exercise(TRUTH, question, formula=str(made.formula))
    return None


def write(moment: Moment) -> Exercise | None:
    """Write a sentence as a formula that is true in exactly the same deals."""
    for _ in range(TRIES):
        made = moment.rng.choice([moment.writer.knowledge, moment.writer.nested])()
        values = moment.model.truth(made.formula)
        if values.any() and not values.all():
            question = say("Write as a formula: {what}.", what=made.said)
            return moment.exercise(WRITE, question, formula=str(made.formula))
    return None


MAKERS: dict[str, Callable[[Moment], Exercise | None]] = {
    WHETHER: whether, PLACES: places, DEALS: deals, COMMON: common, TRUTH: truth, WRITE: write,
}  # fmt: skip
assert len(LETTERS) >= max(OFFERED, CHOICES)
