"""Models in the text format of the model checker SMCDEL: variables, law, observables, questions.

A deal is what that format was made for: each player observes the variables "I have this card".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.formulas.epistemic import (
    After,
    Announcement,
    Common,
    Distributed,
    Everybody,
    Knows,
    KnowsWhether,
    Possible,
)
from kiebitz.knowledge.formulas.formula import (
    And,
    Constant,
    Count,
    Formula,
    Has,
    Iff,
    Implies,
    Letter,
    Not,
    Or,
)
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.lazy import LazyModel
from kiebitz.knowledge.models.partitions import label
from kiebitz.knowledge.models.valuations import Bits, Facts, Worlds
from kiebitz.knowledge.places.problem import Problem
from kiebitz.sayings import say

LONGEST = 1_000_000  # letters of a count
MOST_WORLDS = 2_000


def smcdel(model: Model | LazyModel, questions: Iterable[str | Formula] = ()) -> str:
    """A model as text, with questions about the actual world, or about all if none is marked.

    A lazy model is written by its rules: every card in one place, each with its number. Announcements
    that it has heard are repeated before every question. A listed model is written world by world; each
    seat observes the number of its class, in binary.

    >>> print(smcdel(Model.of_facts(["rain"], {"Ann": ["rain"], "Bob": []}), ["Kw[Ann] rain"]))
    -- 1: rain
    -- 2: what Ann sees
    -- 3: what Bob sees
    VARS 1,2,3
    LAW  OR(AND(~1,~2,~3),AND(1,2,~3))
    OBS  ann: 2
         bob: 3
    VALID?
      (ann knows whether 1)
    <BLANKLINE>
    """
    script = _by_rules(model) if isinstance(model, LazyModel) else _by_worlds(model)
    asked = [model.read(question) for question in questions]
    for said in reversed(model.said if isinstance(model, LazyModel) else ()):
        asked = [After(said, question) for question in asked]
    return script.text(asked)


@dataclass
class Script:
    """A text in the making."""

    vocabulary: Vocabulary
    meanings: list[str] = field(default_factory=list)
    """Of the variables, from 1."""
    numbers: dict[Letter, int] = field(default_factory=dict)
    constants: dict[Letter, bool] = field(default_factory=dict)
    """Letters that are the same everywhere."""
    law: list[str] = field(default_factory=list)
    sees: list[list[int]] = field(default_factory=list)
    actual: list[int] | None = None

    def add(self, meaning: str) -> int:
        """A new variable."""
        self.meanings.append(meaning)
        return len(self.meanings)

    def add_letter(self, letter: Letter) -> int:
        self.numbers[letter] = self.add(str(letter))
        return self.numbers[letter]

    @property
    def seats(self) -> list[str]:
        return ["".join(filter(str.isalnum, seat)).lower() for seat in self.vocabulary.seats]

    def text(self, questions: Iterable[Formula]) -> str:
        for seen in self.sees:
            if not seen:  # the format wants everybody to see something
                seen.append(self.add("always false"))
                self.law.append(f"~{seen[0]}")
        lines = [f"-- {number}: {meaning}" for number, meaning in enumerate(self.meanings, 1)]
        lines.append("VARS " + _commas(range(1, len(self.meanings) + 1)))
        lines.append(f"LAW  {_all(self.law)}")
        for i, (seat, seen) in enumerate(zip(self.seats, self.sees, strict=True)):
            lines.append(f"{'     ' if i else 'OBS  '}{seat}: {_commas(seen)}")
        ask = "VALID?" if self.actual is None else f"TRUE? {{{_commas(self.actual)}}}"
        for question in questions:
            lines += [ask, f"  {self.write(question)}"]
        return "\n".join(lines) + "\n"

    def write(self, formula: Formula) -> str:
        """A formula in the words of the other program."""
        match formula:
            case Constant(value):
                return "Top" if value else "Bot"
            case Letter() if formula in self.numbers:
                return str(self.numbers[formula])
            case Letter() if formula in self.constants:
                return "Top" if self.constants[formula] else "Bot"
            case Count(place, cards, relation, number):
                return self.counted([self.write(Has(place, card)) for card in cards], relation, number)
            case Has():
                return "Bot"  # this card cannot lie there
            case Not(of):
                return f"~{self.write(of)}"
            case And(parts):
                return _all([self.write(part) for part in parts])
            case Or(parts):
                return _any([self.write(part) for part in parts])
            case Implies(left, right):
                return f"({self.write(left)} -> {self.write(right)})"
            case Iff(left, right):
                return f"({self.write(left)} iff {self.write(right)})"
            case Announcement(said, then):
                opening, closing = "[]" if isinstance(formula, After) else "<>"
                return f"({opening}! {self.write(said)} {closing} {self.write(then)})"
        return self.known(formula)

    def known(self, formula: Formula) -> str:
        seat, group = self.vocabulary.seat_index, self.vocabulary.group
        match formula:
            case Knows(agent, of):
                return f"({self.seats[seat(agent)]} knows that {self.write(of)})"
            case KnowsWhether(agent, of):
                return f"({self.seats[seat(agent)]} knows whether {self.write(of)})"
            case Possible(agent, of):
                return f"~({self.seats[seat(agent)]} knows that ~{self.write(of)})"
            case Everybody(of, names):
                return _all([f"({self.seats[agent]} knows that {self.write(of)})" for agent in group(names)])
            case Common(of, names) | Distributed(of, names):
                verb = "comknow" if isinstance(formula, Common) else "distknow"
                together = ",".join(self.seats[agent] for agent in group(names))
                return f"(({together}) {verb} that {self.write(of)})"
        raise KiebitzError(say("This model says nothing about {formula}.", formula=str(formula)))

    def counted(self, letters: list[str], relation: str, number: int) -> str:
        """A count written out."""
        certain = letters.count("Top")
        open_letters = [letter for letter in letters if letter not in ("Top", "Bot")]
        low = number - certain if relation != "<=" else 0
        high = number - certain if relation != ">=" else len(open_letters)
        text = _within(tuple(open_letters), low, high)
        if len(text) > LONGEST:
            raise KiebitzError(
                say("A count over {n} cards is too long to be written out.", n=len(open_letters))
            )
        return text


def _within(letters: tuple[str, ...], low: int, high: int) -> str:
    """From ``low`` to ``high`` of the letters are true: shared out among the two halves in all ways.

    What becomes too long is cut short.

    >>> _within(("1", "4"), 1, 1), _within(("1", "4"), 1, 2), _within(("1", "4", "7"), 0, 0)
    ('OR(AND(~1,4),AND(1,~4))', 'OR(AND(~1,4),1)', 'AND(~1,~4,~7)')
    """
    low, high = max(low, 0), min(high, len(letters))
    if low > high:
        return "Bot"
    if high - low == len(letters):
        return "Top"
    if low == len(letters) or high == 0:
        return _all([letter if low else f"~{letter}" for letter in letters])
    left, right = letters[: len(letters) // 2], letters[len(letters) // 2 :]
    ways, length = list[str](), 0
    for here in range(max(0, low - len(right)), min(len(left), high) + 1):
        both = (_within(left, here, here), _within(right, low - here, high - here))
        ways.append(_all([part for part in both if part != "Top"]))
        length += len(ways[-1])
        if length > LONGEST:
            break
    return _any(ways)


def _commas(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def _all(parts: list[str]) -> str:
    return f"AND({','.join(parts)})" if len(parts) > 1 else parts[0] if parts else "Top"


def _any(parts: list[str]) -> str:
    return f"OR({','.join(parts)})" if len(parts) > 1 else parts[0] if parts else "Bot"


def _by_rules(model: LazyModel) -> Script:
    """Every unseen card in one place, and in each place its number of them."""
    model.check_open()
    script, problem = Script(model.vocabulary), model.problem
    held: list[list[int]] = [[] for _ in range(problem.places)]
    for card in model.vocabulary.card_set(problem.unseen):
        homes = [p for p in range(problem.places) if problem.room[p] and problem.cards[p] >> card.number & 1]
        numbers = [script.add_letter(Has(model.vocabulary.places[place], str(card))) for place in homes]
        for place, number in zip(homes, numbers, strict=True):
            held[place].append(number)
        script.law.append(f"ONEOF({_commas(numbers)})")
    for place, mask in enumerate(problem.known):
        name = model.vocabulary.places[place]
        script.constants |= {Has(name, str(card)): True for card in model.vocabulary.card_set(mask)}
        script.law.append(script.counted(list(map(str, held[place])), "==", problem.room[place]))
    if problem.cases:
        script.law.append(_any([_all(_absent(script, problem, part)) for part in problem.parts]))
    script.sees = [[n for place in places for n in held[place]] for places in model.sees]
    if len(model.known) == problem.places:
        world = [(model.vocabulary.places[place], mask) for place, mask in model.known.items()]
        there = [Has(name, str(card)) for name, mask in world for card in model.vocabulary.card_set(mask)]
        script.actual = sorted(script.numbers[fact] for fact in there if fact in script.numbers)
    return script


def _absent(script: Script, problem: Problem, part: Problem) -> list[str]:
    """The letters of what cannot be in one of the cases."""
    names, found = script.vocabulary.places, []
    for place, (whole, left) in enumerate(zip(problem.cards, part.cards, strict=True)):
        if problem.room[place]:
            cards = script.vocabulary.card_set(whole & ~left & problem.unseen)
            found += [f"~{script.write(Has(names[place], str(card)))}" for card in cards]
    return found


def _by_worlds(model: Model) -> Script:
    """One of the listed worlds, each with its letters and everybody's class."""
    if model.size > MOST_WORLDS:
        raise KiebitzError(
            say(
                "{n:,} worlds are too many to be written out; the limit is {limit:,}.",
                n=model.size,
                limit=MOST_WORLDS,
            )
        )
    script, columns = Script(model.vocabulary), []
    for letter, truth in _letters(model).items():
        if truth.all() or not truth.any():
            script.constants[letter] = bool(truth.all())
        else:
            script.add_letter(letter)
            columns.append(truth)
    for seat, classes in zip(model.vocabulary.seats, model.classes, strict=True):
        numbers = label(classes)
        width = max(1, int(numbers.max()).bit_length())
        script.sees.append([script.add(f"what {seat} sees") for _ in range(width)])
        columns += [numbers >> i & 1 != 0 for i in range(width)]
    rows = np.stack(columns, axis=1).tolist()
    script.law.append(
        _any([_all([f"{'' if true else '~'}{n}" for n, true in enumerate(row, 1)]) for row in rows])
    )
    if model.actual is not None:
        script.actual = [n for n, true in enumerate(rows[model.actual], 1) if true]
    return script


def _letters(model: Model) -> dict[Letter, Bits]:
    """The letters of a listed model: its facts, or who has which card."""
    if isinstance(model.valuation, Facts):
        return dict(model.valuation.columns)
    assert isinstance(model.valuation, Worlds)
    masks = model.valuation.masks
    cards = model.vocabulary.card_set(int(np.bitwise_or.reduce(masks, axis=None)))
    facts = [Has(place, str(card)) for card in cards for place in model.vocabulary.places]
    return {fact: model.valuation.truth(fact) for fact in facts}
