"""What is kept from a bot on this system, in a sentence."""

from __future__ import annotations

from kiebitz.agents.cells.nursery import hello
from kiebitz.agents.contestant import Contestant
from kiebitz.sayings import Saying, plain, say


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
