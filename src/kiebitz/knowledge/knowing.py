"""What can be known at a moment of a game, in one value: counts, probabilities, proofs and models.

Of a view it is what its seat knows. A state also says what everybody else knows and what the last event
changed, because it holds the whole round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, Protocol

from kiebitz.cards import CardSet
from kiebitz.errors import BadOption, KiebitzError, UnknownName, wrong_type
from kiebitz.knowledge.course import PublicAnnouncement, announcements
from kiebitz.knowledge.formulas.formula import Formula, Letter
from kiebitz.knowledge.formulas.vocabulary import find
from kiebitz.knowledge.inspection import Change, Inspection, as_dict
from kiebitz.knowledge.logic.base import Explanation, KnowledgeBase
from kiebitz.knowledge.logic.conclusion import Conclusion
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.lazy import LazyModel, model_of
from kiebitz.knowledge.models.nested import Belief, nested
from kiebitz.knowledge.models.position import Setting
from kiebitz.knowledge.models.verdict import Verdict
from kiebitz.knowledge.pictures.diagram import Diagram
from kiebitz.knowledge.pictures.merging import picture
from kiebitz.knowledge.pictures.one_card import of_position, published
from kiebitz.knowledge.pictures.projection import Projection
from kiebitz.knowledge.pictures.smcdel import smcdel
from kiebitz.knowledge.places.assumption import Assumption
from kiebitz.knowledge.places.locations import Locations
from kiebitz.knowledge.reader import Reader, conclusions
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.values import Position, State, View
from kiebitz.sayings import say


class Recorded(Protocol):
    """A record of any format."""

    def states(self) -> list[State]: ...


class Knowledge:
    """What a seat knows; made by ``know``.

    >>> from kiebitz.rules.registry import game
    >>> found = know(game("schnapsen").deal(seed=1).play("QC"), seat=0)
    >>> found.worlds, found.change.before, len(found.announcements), str(found.announcements[0].said)
    (2002, 2002, 1, 'Player 1 plays QC')
    """

    def __init__(self, view: View, states: Sequence[State] = ()) -> None:
        self.view = view
        self._states = list(states)
        """The game up to this moment, if that is known."""

    # -- the seat's own knowledge --------------------------------------------------------------------

    @cached_property
    def locations(self) -> Locations:
        """Where each unseen card may be."""
        return Locations.of(self.view)

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all places, seats first."""
        return self.locations.places

    @property
    def worlds(self) -> int:
        """How many distributions of the unseen cards are possible."""
        return self.locations.count()

    def count(self, formula: str | Formula) -> int:
        """In how many of them a formula without knowledge is true."""
        return self.locations.count(_formula(formula))

    def probability(self, card: str, place: str | int) -> float:
        """How likely a card is in a place, a name or a seat's number, all worlds being equally likely."""
        return self.locations.probability(card, place)

    @property
    def probabilities(self) -> dict[str, dict[str, float]]:
        """For each unseen card, how likely it is in each place."""
        matrix = self.locations.matrix()
        return {
            str(card): dict(zip(self.places, matrix[card.number].tolist(), strict=True))
            for card in self.locations.unseen
        }

    @property
    def conclusions(self) -> list[Conclusion]:
        """What everybody can conclude from what was played; ``str`` of each is a sentence."""
        return conclusions(self.view)

    @property
    def assumptions(self) -> list[Assumption]:
        """What players usually do; never certain, and part of nothing else unless you ask for it:
        ``knowledge.locations.assuming(*knowledge.assumptions)``."""
        return list(part(self.view.game, Reader).assumptions(self.view))

    @property
    def sets(self) -> Mapping[str, CardSet]:
        """What the seat knows as the named sets that the game's players speak of; none in most games."""
        return part(self.view.game, Reader).sets(self.view)

    @cached_property
    def base(self) -> KnowledgeBase:
        """The same knowledge as premises with reasons, for proofs."""
        return KnowledgeBase.of(self.view)

    def entails(self, formula: str | Formula) -> bool:
        """Does a formula follow from what the seat knows?"""
        return self.base.entails(_formula(formula))

    def explain(self, formula: str | Formula) -> Explanation | None:
        """Why a formula follows: the fewest reasons that prove it; None if it does not follow."""
        return self.base.explain(_formula(formula))

    # -- what everybody knows ------------------------------------------------------------------------

    @property
    def state(self) -> State | None:
        """The state, if that is known."""
        return self._states[-1] if self._states else None

    @property
    def position(self) -> Position:
        """What models are made of: the state, else the view."""
        return self.state or self.view

    @cached_property
    def model(self) -> Model | LazyModel:
        """The Kripke model of the position: with all its worlds if they are few enough, else a lazy one."""
        return model_of(self.position)

    def check(self, formula: str | Formula) -> Verdict:
        """Is a formula about knowledge true here? ``K[P1] has(P2, QH)``, ``C count(P2, hearts) == 0``, ..."""
        return self.model.check(_formula(formula))

    def card(self, card: str) -> Projection:
        """The model of one card: who may have it, and who considers whom possible. It can draw itself."""
        return of_position(self.position, card)

    def picture(self, *letters: str | Letter) -> Diagram:
        """The model as a picture that shows these facts: ``has(P2, QH)``, ``count(P2, hearts) == 0``, ..."""
        model = self.model if isinstance(self.model, Model) else Model.of(self.position)
        return picture(model, letters)

    def beliefs(self, card: str, other: str | int) -> list[Belief]:
        """Where the other may think that a card is, in the eyes of this seat, the likeliest first."""
        names = self.model.vocabulary.seats
        whom = names[seat_of(self.view.game, other)]
        return nested(model_of(self.view), card, names[self.view.seat], whom)

    def smcdel(self, *questions: str | Formula) -> str:
        """The model, by its rules, and questions about it as a script for the model checker SMCDEL."""
        return smcdel(LazyModel.of(self.position), questions)

    # -- what needs the course of the game -----------------------------------------------------------

    @cached_property
    def change(self) -> Change | None:
        """What the last event changed for the seat; None of a view, which has only its own moment."""
        if not self._states:
            return None
        return Inspection.of(self._states, len(self._states) - 1, self.view.seat).change

    @cached_property
    def announcements(self) -> list[PublicAnnouncement]:
        """What each card of the round announced to everybody, and what that ruled out for whom."""
        known = self._known()
        return announcements([state for state in known if state.round == known[-1].round])

    def possibility_sets(self, card: str = "") -> dict[str, Projection]:
        """For each card that is still in the game, or one, the places where each seat thinks it may be.

        By voids alone, each card by itself, as programs with a model for each card keep them.
        """
        state = self._known()[-1]
        setting = Setting.of(state)
        there = [str(each) for each in state.game.deck.cards if setting.has(1 << each.number)]
        return {name: published(state, name) for name in ([setting.vocabulary.card(card)] if card else there)}

    def _known(self) -> list[State]:
        if not self._states:
            raise KiebitzError(
                say("A view is one moment of one seat: give the state or a record to see this.")
            )
        return self._states

    # -- for others ----------------------------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        """For JSON: sentences in English, and beside them as values that can be said in any language."""
        return as_dict(self.view, self.locations, self.change)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        who = self.view.game.who(self.view.seat) if self.view.seat >= 0 else say("A spectator")
        yield str(say("{who} considers {n:,} {n:world|worlds} possible.", who=who, n=self.worlds))
        if self.change:
            yield str(self.change)
        yield from (f"- {conclusion}" for conclusion in self.conclusions)

    def __repr__(self) -> str:
        return f"<Knowledge of seat {self.view.seat} in {self.view.game!r}: {self.worlds:,} worlds>"


def know(
    what: View | State | Recorded | Sequence[State], seat: int | str | None = None, at: int | None = None
) -> Knowledge:
    """What can be known: of a view, a state, a record, or the states of a game in order.

    ``seat`` says whose knowledge, by number or name (of a state, else the seat to move; of a record, the
    first); ``at`` after how many plies of a record (without it, before the last). A view has both already.

    >>> from kiebitz.rules.registry import game
    >>> found = know(game("schnapsen").deal(seed=1).view(0))
    >>> found.worlds, round(found.probability("QH", "talon"), 4)
    (2002, 0.6429)
    >>> found.entails("has(P2, QH) | has(talon, QH)")
    True
    >>> bool(found.check("K[P1] ~K[P2] has(P1, KH)"))
    True
    """
    if isinstance(what, View):
        if seat is not None or at is not None:
            raise BadOption(say("A view has its seat and its moment: leave out seat and at."))
        return Knowledge(what)
    if isinstance(what, State):
        states = _course(what)
        mover = max(what.turn, 0) if seat is None else seat
        return _of_states(states, mover, len(states) - 1 if at is None else at)
    states = _states(what)
    before_last = max(len(states) - 1 - states[-1].is_over, 0)
    return _of_states(states, 0 if seat is None else seat, before_last if at is None else at)


def _of_states(states: list[State], seat: int | str, at: int) -> Knowledge:
    number = seat_of(states[0].game, seat)
    if not isinstance(at, int) or not 0 <= at < len(states):
        last = len(states) - 1
        raise KiebitzError(say("This record has the plies 0 to {last}, not {ply}.", last=last, ply=str(at)))
    return Knowledge(states[at].view(number), states[: at + 1])


def _course(state: State) -> list[State]:
    """All states from the deal to this one."""
    states = [state.deal.start()]
    for _, move in state.history:
        states.append(states[-1].play(move))
    return states


def _states(what: object) -> list[State]:
    if hasattr(what, "check") and (why := what.check()):
        raise KiebitzError(say("The record cannot be replayed: {why}.", why=why))
    found: Any = what.states() if hasattr(what, "states") else what
    if isinstance(found, Sequence) and found and all(isinstance(one, State) for one in found):
        return list(found)
    raise wrong_type(say("What is looked at"), say("a view, a state, a record or a list of states"), what)


def _formula(given: str | Formula) -> str | Formula:
    if not isinstance(given, str | Formula):
        raise wrong_type(say("A formula"), say("a text"), given)
    return given


def seat_of(game: Game, given: int | str) -> int:
    """A seat by its number or its name, which may be cut short.

    >>> from kiebitz.rules.registry import game
    >>> seat_of(game("boerenbridge"), "w"), seat_of(game("durak"), "1"), seat_of(game("durak"), "P1")
    (3, 1, 0)
    """
    if not isinstance(given, str):
        game.check_seat(given)
        return int(given)
    names = tuple(game.seat_name(seat) for seat in range(game.seats))
    if given.isdecimal() and int(given) < len(names):
        return int(given)
    with suppress(KiebitzError):
        return names.index(find("seat", given, names))
    raise UnknownName("seat", given, [f"{seat} ({name})" for seat, name in enumerate(names)])
