"""Reading formulas. The text syntax, from the tightest sign to the loosest:

    has(East, QH)   count(N, hearts) >= 2   count(N, {QH, KS}) == 0   rain   true   false   ( ... )
    ~a   K[N] a   Kw[N] a   M[N] a   E a   E[N, S] a   C a   D a   [!a] b   <!a> b
    a & b
    a | b
    a >> b    to the right: a >> b >> c is a >> (b >> c); also written a -> b
    a <-> b   to the left

``K`` knows, ``Kw`` knows whether, ``M`` considers possible; ``E`` everybody, ``C`` common, ``D``
distributed knowledge, of all seats or of a group; ``[!a] b``: b after the announcement of a, if a is
true; ``<!a> b``: a is true, and b after its announcement. A seat or place may be shortened (N for North,
P1 for Player 1) but is no number, a set of cards may be a suit or a rank.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from typing import TypeVar

from kiebitz.errors import BadNotation, KiebitzError
from kiebitz.knowledge.formulas.epistemic import (
    After,
    Common,
    Distributed,
    Everybody,
    Knows,
    KnowsWhether,
    Personal,
    Possible,
    Shared,
    Truly,
)
from kiebitz.knowledge.formulas.formula import (
    DEEPEST,
    FALSE,
    RELATIONS,
    RESERVED,
    TRUE,
    And,
    Atom,
    Count,
    Formula,
    Has,
    Iff,
    Implies,
    Not,
    Or,
    too_deep,
)
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.sayings import Saying, plain, say

SIGNS = re.compile(r"<->|->|>>|\[\s*!|<\s*!|>=|<=|==|[~&|()\[\]{},<>]|\w+|\S")
PERSONAL: dict[str, type[Personal]] = {"K": Knows, "Kw": KnowsWhether, "M": Possible}
SHARED: dict[str, type[Shared]] = {"E": Everybody, "C": Common, "D": Distributed}
CONSTANTS = {"true": TRUE, "false": FALSE}
A_SEAT, A_PLACE, A_CARD = say("a seat"), say("a place"), say("a card")
T = TypeVar("T")


def parse(text: str, vocabulary: Vocabulary) -> Formula:
    """The formula that a text means.

    >>> from kiebitz.cards import Deck
    >>> table = Vocabulary(("North", "East"), ("North", "East"), Deck.of("HS", "QKA"))
    >>> print(parse("K[n] has(e,QH) | ~E(count(e, spades)>=1 & true)", table))
    K[North] has(East, QH) | ~E (count(East, spades) >= 1 & true)
    >>> parse("K[n] has(e, QH", table)
    Traceback (most recent call last):
    kiebitz.errors.BadNotation: At column 15 of the formula: ')' is missing at the end.
    """
    return Parser(text, vocabulary).whole()


@dataclass(frozen=True)
class Token:
    text: str
    column: int  # from 1

    @property
    def is_word(self) -> bool:
        return self.text.replace("_", "a").isalnum()


class Parser:
    """One method for each line of the syntax; each reads as much as it can and moves on."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        found = [Token("".join(sign.group().split()), sign.start() + 1) for sign in SIGNS.finditer(text)]
        self.tokens = [*found, Token("", len(text.rstrip()) + 1)]
        self.at = 0
        self.depth = -1  # how many signs and brackets are open around what is being read
        self.vocabulary = vocabulary

    # -- tokens --------------------------------------------------------------------------------------

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        token = self.next
        self.at += token.text != ""
        return token

    def accept(self, *texts: str) -> bool:
        """Move on if the next token is one of these."""
        found = self.next.text in texts
        if found:
            self.at += 1
        return found

    def expect(self, text: str) -> None:
        if not self.accept(text):
            raise self.instead(plain(repr(text)))

    def instead(self, wanted: Saying) -> BadNotation:
        """What is said where something else is wanted than what comes next."""
        found = self.next.text
        if not found:
            return self.error(self.next, say("{wanted} is missing at the end.", wanted=wanted))
        return self.error(
            self.next, say("{wanted} is expected, not {found}.", wanted=wanted, found=repr(found))
        )

    def error(self, token: Token, why: Saying) -> BadNotation:
        return BadNotation(say("At column {n} of the formula: {why}", n=token.column, why=why))

    # -- signs ---------------------------------------------------------------------------------------

    def whole(self) -> Formula:
        formula = self.equivalence()
        if self.next.text:
            raise self.instead(say("the end or a connective"))
        return formula

    def equivalence(self) -> Formula:
        formula = self.implication()
        while self.accept("<->"):
            formula = Iff(formula, self.implication())
        return formula

    def implication(self) -> Formula:
        parts = [self.disjunction()]
        while self.accept(">>", "->"):
            parts.append(self.disjunction())
        return reduce(lambda right, left: Implies(left, right), reversed(parts))

    def disjunction(self) -> Formula:
        parts = [self.conjunction()]
        while self.accept("|"):
            parts.append(self.conjunction())
        return Or(tuple(parts)) if len(parts) > 1 else parts[0]

    def conjunction(self) -> Formula:
        parts = [self.unary()]
        while self.accept("&"):
            parts.append(self.unary())
        return And(tuple(parts)) if len(parts) > 1 else parts[0]

    def unary(self) -> Formula:
        self.depth += 1
        if self.depth > DEEPEST:
            raise too_deep()
        formula = self.signed(self.take())
        self.depth -= 1
        return formula

    def signed(self, token: Token) -> Formula:
        """What a sign or bracket makes of what follows it, or a letter."""
        match token.text:
            case "~":
                return Not(self.unary())
            case "K" | "Kw" | "M":
                self.expect("[")
                agent = self.named(self.vocabulary.seat, A_SEAT, "]")
                self.expect("]")
                return PERSONAL[token.text](agent, self.unary())
            case "E" | "C" | "D":
                group = self.listed(self.vocabulary.seat, A_SEAT, "]") if self.accept("[") else None
                return SHARED[token.text](self.unary(), group)
            case "[!":
                said = self.equivalence()
                self.expect("]")
                return After(said, self.unary())
            case "<!":
                said = self.equivalence()
                self.expect(">")
                return Truly(said, self.unary())
            case "(":
                formula = self.equivalence()
                self.expect(")")
                return formula
        return self.letter(token)

    def letter(self, token: Token) -> Formula:
        if token.text in CONSTANTS:
            return CONSTANTS[token.text]
        if token.text == "has":
            self.expect("(")
            place = self.named(self.vocabulary.place, A_PLACE, ",")
            self.expect(",")
            card = self.named(self.vocabulary.card, A_CARD, ")")
            self.expect(")")
            return Has(place, card)
        if token.text == "count":
            return self.count()
        if not token.text:
            raise self.error(token, say("it breaks off."))
        if not token.is_word or token.text in RESERVED:
            raise self.error(token, say("a formula is expected, not {found}.", found=repr(token.text)))
        return Atom(self.known(token, lambda: self.vocabulary.atom(token.text)))

    def count(self) -> Formula:
        self.expect("(")
        place = self.named(self.vocabulary.place, A_PLACE, ",")
        self.expect(",")
        if self.accept("{"):
            kind, cards = "", () if self.accept("}") else self.listed(self.vocabulary.card, A_CARD, "}")
        else:
            kind, cards = self.named(self.vocabulary.kind, say("a suit, a rank or cards in braces"), ")")
        self.expect(")")
        if self.next.text not in RELATIONS:
            raise self.instead(say("one of {signs}", signs=", ".join(RELATIONS)))
        relation, number = self.take().text, self.next
        if not number.text.isdecimal():
            raise self.instead(say("a number"))
        return Count(place, cards, relation, int(self.take().text), kind)

    # -- names ---------------------------------------------------------------------------------------

    def known(self, token: Token, find: Callable[[], T]) -> T:
        """What the vocabulary answers; if it does not know, the error says where."""
        try:
            return find()
        except KiebitzError as unknown:
            raise self.error(token, unknown.said) from None

    def named(self, find: Callable[[str], T], wanted: Saying, *ends: str) -> T:
        """A name of one or more words, before one of these signs; where none comes, as much as is a name."""
        first, start, words = self.next, self.at, []
        while self.next.is_word:
            words.append(self.take().text)
        if not words:
            raise self.instead(wanted)
        for number in range(len(words), 0, -1) if self.next.text not in ends else ():
            with suppress(KiebitzError):
                name = find(" ".join(words[:number]))
                self.at = start + number
                return name
        return self.known(first, lambda: find(" ".join(words)))

    def listed(self, find: Callable[[str], str], wanted: Saying, end: str) -> tuple[str, ...]:
        """Names with commas between them, up to the closing sign; each once."""
        names: list[str] = []
        while True:
            start = self.next
            name = self.named(find, wanted, ",", end)
            if name in names:
                raise self.error(start, say("{name} is named twice.", name=name))
            names.append(name)
            if not self.accept(","):
                self.expect(end)
                return tuple(names)
