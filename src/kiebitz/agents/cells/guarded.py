"""What is kept from a bot on this system, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from kiebitz.agents.cells.nursery import hello
from kiebitz.agents.contestant import Contestant
from kiebitz.sayings import Saying, joined, plain, say
from kiebitz.telling import tell_once


def guard_of_bot(one: Contestant) -> Saying | str:
    """What kept a contestant from the cards and from the user's files; nothing to say of one of the house."""
    if not one.is_foreign:
        return ""
    if one.trusted:
        return say("It played with all your rights: nothing was kept from it.")
    if hello().locks:
        return say(
            "It played in a locked cell, with views only: it saw no files but its own, no network and no "
            "other process."
        )
    return say(
        "It played in a cell, with views only, but this system cannot keep your files and the network from "
        "it: {why}.",
        why=plain(hello().why),
    )


def is_unlocked(one: Contestant) -> bool:
    """Does code of others play here with more rights than a locked cell would leave it?

    >>> from kiebitz.agents.registry import contestant
    >>> from kiebitz.rules.registry import game
    >>> is_unlocked(contestant("random", game("durak")))
    False
    """
    return one.is_foreign and (one.trusted or not hello().locks)


def said_of_unlocked(names: Iterable[str]) -> Saying:
    """What whoever reads a result must know of such bots.

    >>> print(said_of_unlocked(["bot.py:Bot"]))
    Not locked in: bot.py:Bot. Such code can read files, use the network and look for the other hands.
    """
    return say(
        "Not locked in: {bots}. Such code can read files, use the network and look for the other hands.",
        bots=joined(", ", names),
    )


def tell_if_unlocked(one: Contestant) -> None:
    """Say so on standard error, once for each bot."""
    if is_unlocked(one):
        tell_once(said_of_unlocked([one.name]))
