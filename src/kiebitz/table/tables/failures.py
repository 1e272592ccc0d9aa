"""What is told of an agent that has failed: to everybody, and to those who may know its cards."""

from __future__ import annotations

from kiebitz.agents.answers import one_line, reason_of
from kiebitz.agents.seated import Failed
from kiebitz.errors import KiebitzError
from kiebitz.sayings import Saying, plain, say
from kiebitz.table.tables.thinkers import Late


def public(failure: Exception) -> Saying:
    """What everybody may hear of a failure: nothing that an agent has said, for it may name its cards."""
    if isinstance(failure, Late):
        return failure.said
    if isinstance(failure, Failed) and failure.kind == "illegal":
        return say("Its answer is not a legal move.")
    return say("Its program has made an error.")


def details(failure: Exception) -> Saying:
    """All that is known of a failure, in one line whatever the agent has said."""
    if isinstance(failure, Late):
        return failure.said
    if isinstance(failure, Failed) and failure.kind == "illegal":
        answer, moves = (one_line(str(failure.said.values[name])) for name in ("answer", "moves"))
        return say("Its answer was {answer}; allowed are {moves}.", answer=answer, moves=moves)
    reason = failure if isinstance(failure, KiebitzError) else reason_of(failure)
    return plain(one_line(f"{str(reason).rstrip('.')}."))
