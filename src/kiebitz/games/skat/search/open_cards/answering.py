"""Answers to problems as fields of text: what the solver adds to a problem that was asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kiebitz.errors import BadNotation
from kiebitz.games.skat.contracts import CONTRACTS
from kiebitz.games.skat.search.open_cards.problem import (
    NO_TARGET,
    SEATS,
    cards_in,
    mask_of,
    open_problem,
    read_contract,
    read_leader,
)
from kiebitz.sayings import say

NAMES = ("clubs", "spades", "hearts", "diamonds", "grand", "null")
Fields = dict[str, Any]
Question = Callable[[], Fields]


def open_question(
    fields: Mapping[str, Any], target: int | str | None = None, cards: bool = False
) -> Question:
    """A checked problem, ready to be answered; what is wrong with it is said at once.

    A declarer with twelve cards is asked for his discard, and without a contract for that too.
    """
    declarer = cards_in(fields, ["declarer"]).get("declarer", ())
    if len(declarer) == 12:
        return _discard_question(fields, target, cards)
    problem = open_problem(fields)
    if target is not None and CONTRACTS[problem.contract] == "N":
        raise BadNotation(NO_TARGET)

    def answer() -> Fields:
        solver = _solver()
        found = solver.solve(problem, target)
        values = {"cards": solver.cards(problem, target)} if cards else {}
        return {
            "value": found.value, "best": found.best, **values,
            "nodes": found.nodes, "seconds": round(found.seconds, 6),
        }  # fmt: skip

    return answer


def _discard_question(fields: Mapping[str, Any], target: int | str | None, cards: bool) -> Question:
    found = cards_in(fields, (*SEATS, "trick", "skat"))
    if found.get("trick") or found.get("skat"):
        raise BadNotation(say("A declarer with twelve cards has no skat yet, and there is no trick."))
    sizes = [len(found.get(name, ())) for name in SEATS]
    if sizes != [12, 10, 10]:
        counts = ", ".join(f"{name} {size}" for name, size in zip(SEATS, sizes, strict=True))
        raise BadNotation(
            say("Before the discard the hands have 12, 10 and 10 cards, not {counts}.", counts=counts)
        )
    if target is not None:
        raise BadNotation(say("A discard is chosen for the most points: it takes no target."))
    if cards and fields.get("contract") is None:
        raise BadNotation(say("The values of all discards need a contract."))
    hands = mask_of(found["declarer"]), mask_of(found["left"]), mask_of(found["right"])
    contract = None if fields.get("contract") is None else read_contract(fields)
    leader = read_leader(fields)

    def answer() -> Fields:
        return _best_discard(contract, hands, leader, cards)

    return answer


def _best_discard(contract: int | None, hands: tuple[int, int, int], leader: int, cards: bool) -> Fields:
    from time import thread_time

    from kiebitz.games.skat.search.open_cards.workspace import NODES

    solver = _solver()
    start, nodes = thread_time(), int(solver.workspace[NODES])
    if contract is None:
        best = solver.contracts(hands, leader)[0]
    else:
        best = solver.best_discard(contract, hands, leader)
    answer: Fields = {
        "contract": NAMES[CONTRACTS.index(best.contract)], "discard": list(best.cards),
        "value": best.value, "score": best.score,
    }  # fmt: skip
    if cards and contract is not None:
        values = solver.discards(contract, hands, leader)
        is_null = CONTRACTS[contract] == "N"
        answer["discards"] = {
            " ".join(pair): bool(value) if is_null else value for pair, value in values.items()
        }
    effort = {"nodes": int(solver.workspace[NODES]) - nodes, "seconds": round(thread_time() - start, 6)}
    return answer | effort


_shared: list[Any] = []


def _solver() -> Any:
    """One solver for all questions of a process: its table is large and needs no clearing."""
    from kiebitz.games.skat.search.open_cards.solver import Solver

    if not _shared:
        _shared.append(Solver())
    return _shared[0]
