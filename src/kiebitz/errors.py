"""What can go wrong, as one small tree; every message is one sentence for the user.

KiebitzError
├── UnknownName      a game, agent, option or seat that does not exist
├── BadOption        an option or parameter with a value that is not allowed
├── BadNotation      a card, move, deal or record that cannot be read
└── IllegalMove      a move that the rules forbid in this position
"""

from __future__ import annotations

from collections.abc import Iterable

from kiebitz.sayings import Name, Saying, plain, say

LISTED = 12  # names in a sentence; of more, only those that somebody may have meant


class KiebitzError(Exception):
    """The root: catch this to catch everything the program says about bad input.

    >>> print(KiebitzError(say("There are {n} cards too many.", n=2)))
    There are 2 cards too many.
    """

    def __init__(self, said: Saying | str) -> None:
        super().__init__(said)
        self.said = plain(said) if isinstance(said, str) else said
        """The sentence as a value, so that it can be said in the reader's language."""


class FaultWarning(UserWarning):
    """An agent has lost games by faults of its own, which count as losses in the result."""


class UnknownName(KiebitzError):
    """A name that does not exist; the message lists those that do.

    A kind is a word, or a saying where it says more: ``say("agent for {game}", game="durak")``. ``where``
    says where all of the names are found; then many of them are not listed, but what may have been meant.

    >>> print(UnknownName("game", "dura", ["durak", "skat"]))
    There is no game called 'dura'; choose one of: durak, skat.
    >>> many = ["greedy", *(f"player-{n}" for n in range(20))]
    >>> print(UnknownName("agent", "gredy", many, say("'kiebitz agents' lists them")))
    There is no agent called 'gredy'; did you mean greedy? 'kiebitz agents' lists them.
    """

    def __init__(
        self, kind: Saying | str, name: str, known: Iterable[str], where: Saying | None = None
    ) -> None:
        thing, listed = Name(kind, "thing") if isinstance(kind, str) else kind, list(known)
        super().__init__(_unknown(thing, str(name), listed, where))

    def __reduce__(self) -> tuple[type[KiebitzError], tuple[Saying]]:
        """Let it come back from another process: there it needs no more than its sentence."""
        return KiebitzError, (self.said,)


def _unknown(kind: Saying | Name, name: str, known: list[str], where: Saying | None) -> Saying:
    given = repr(name)
    if not known:
        return say("There is no {kind} called {name}, nor any other.", kind=kind, name=given)
    if len(known) <= LISTED or not where:
        return say("There is no {kind} called {name}; choose one of: {known}.",
                   kind=kind, name=given, known=", ".join(known))  # fmt: skip
    if near := _near(name, known):
        return say("There is no {kind} called {name}; did you mean {near}? {where}.",
                   kind=kind, name=given, near=", ".join(near), where=where)  # fmt: skip
    return say("There is no {kind} called {name}; choose one of: {known}, ... ({where}).",
               kind=kind, name=given, known=", ".join(known[:LISTED]), where=where)  # fmt: skip


def _near(name: str, known: list[str]) -> list[str]:
    """The names that somebody may have meant, the likeliest first."""
    from difflib import get_close_matches

    small = {each.lower(): each for each in known}
    return [small[each] for each in get_close_matches(name.lower(), small)]


class BadOption(KiebitzError):
    """An option, parameter or argument whose value is not allowed.

    >>> import kiebitz as kb
    >>> kb.game("durak", {"start_rank": 99})
    Traceback (most recent call last):
    kiebitz.errors.BadOption: The option start_rank cannot be '99'; allowed are 6..14.
    """


class BadNotation(KiebitzError):
    """A text that is not a card, move, deal or record.

    >>> import kiebitz as kb
    >>> kb.game("durak").deal(seed=1).play("the ace")
    Traceback (most recent call last):
    kiebitz.errors.BadNotation: 'the ace' is not a move of durak in the phase attack.
    """


class IllegalMove(KiebitzError):
    """A move that the rules forbid here.

    >>> import kiebitz as kb
    >>> kb.game("schnapsen").deal(seed=1).play("AS")
    Traceback (most recent call last):
    kiebitz.errors.IllegalMove: Seat 0 may not play AS now; allowed are KH, TH, JC, QC, JD.
    """


def wrong_type(what: Saying, wanted: Saying, given: object) -> BadOption:
    """The refusal of an argument of a kind that is not wanted.

    >>> print(wrong_type(say("The game"), say("a name"), 5))
    The game must be a name, not 5.
    """
    return BadOption(
        say("{what} must be {wanted}, not {given}.", what=what, wanted=wanted, given=told(given))
    )


def told(given: object) -> Saying:
    """A value that somebody gave, in a few words.

    >>> print(told("x" * 50), told(None), told([1, 2]), told(int), sep=", ")
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'..., None, a value of type list, the class int
    """
    if isinstance(given, str):
        return plain(repr(given[:40]) + ("..." if len(given) > 40 else ""))
    if given is None or isinstance(given, (bool, int, float)):
        return plain(repr(given))
    if isinstance(given, type):
        return say("the class {name}", name=given.__name__)
    return say("a value of type {name}", name=type(given).__name__)
