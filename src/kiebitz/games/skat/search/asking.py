"""Problems of Skat in words: the fields of a position and how it is asked about; what ``solve`` answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kiebitz.amounts import MOST_NODES, check_number
from kiebitz.errors import BadOption, UnknownName, wrong_type
from kiebitz.sayings import say

if TYPE_CHECKING:
    from kiebitz.games.skat.search.open_cards.answering import Question

Fields = dict[str, Any]
Asker = Callable[[Fields], "Question"]
OPEN_FIELDS = ("contract", "declarer", "left", "right", "leader", "trick", "skat", "points")
PLACES = ("declarer", "left", "right")
HIDDEN_FIELDS = (
    "hand", "searcher", "pool", "noskat", *(f"known_{seat}" for seat in PLACES),
    *(f"{seat}_or_skat" for seat in PLACES),
)  # fmt: skip
NODES = 50_000_000


@dataclass(frozen=True)
class Manner:
    """How problems are asked about; the names are those of the command."""

    target: int | str | None = None
    cards: bool = False
    paranoid: bool = False
    rule: str = ""
    depth: int = 0
    nodes: int = NODES
    seconds: float | None = None

    def asker(self) -> Asker:
        """What turns the fields of a problem into a question; what is wrong with the manner is said here."""
        aim = read_target(self.target)
        check_number("nodes", self.nodes, most=MOST_NODES)
        return self._paranoid(aim) if self.paranoid else self._open(aim)

    def _open(self, target: int | str | None) -> Asker:
        from kiebitz.games.skat.search.open_cards.answering import open_question

        def ask(fields: Fields) -> Question:
            if hidden := [name for name in fields if name in HIDDEN_FIELDS]:
                said = say("{name} is for problems with hidden cards: add --paranoid.", name=hidden[0])
                raise BadOption(said)
            return open_question(fields, own_target(fields, target), self.cards)

        return ask

    def _paranoid(self, target: int | str | None) -> Asker:
        for name, value in (("seconds", self.seconds), ("depth", self.depth)):
            if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
                raise wrong_type(say("The argument {what}", what=name), say("a number"), value)
        if (self.seconds is not None and not self.seconds > 0) or self.depth < 0:
            raise BadOption(say("The seconds must be above zero, and the depth must not be below."))
        from kiebitz.games.skat.search.paranoia.paranoia import Budget
        from kiebitz.games.skat.search.paranoia.text import paranoid_question

        budget = Budget(self.nodes, self.seconds)
        return lambda fields: paranoid_question(
            _with_hand(fields), own_target(fields, target), budget, self.rule, self.depth
        )


MANNERS = tuple(Manner.__dataclass_fields__)


def answer(problem: Mapping[str, Any]) -> Fields:
    """The answer to a problem: its fields and how it is asked about, together."""
    known = (*OPEN_FIELDS, *HIDDEN_FIELDS, *MANNERS)
    for name in problem:
        if name not in known:
            raise UnknownName(say("word for a problem of Skat"), name, known)
    fields = {name: value for name, value in problem.items() if name not in MANNERS and value is not None}
    manner = Manner(**{name: value for name, value in problem.items() if name in MANNERS})
    return {**fields, **manner.asker()(fields)()}


def _with_hand(fields: Fields) -> Fields:
    """Whoever sees only one hand may call it the declarer's."""
    if "declarer" not in fields or "hand" in fields:
        return fields
    return {"hand" if name == "declarer" else name: value for name, value in fields.items()}


def read_target(given: int | str | None) -> int | str | None:
    """The points to be reached, or schwarz."""
    if given is None or given == "schwarz":
        return given
    if isinstance(given, bool) or not str(given).isdecimal() or not 1 <= int(given) <= 120:
        raise BadOption(say("The target must be 1 to 120 points or schwarz, not {text}.", text=repr(given)))
    return int(given)


def own_target(fields: Fields, target: int | str | None) -> int | str | None:
    """The target that a problem of a file names, else the one for all."""
    return target if fields.get("target") is None else read_target(str(fields["target"]))
