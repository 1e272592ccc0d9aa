"""The end of a bout in words: who takes or discards what, who draws, who attacks next."""

from __future__ import annotations

from kiebitz.cards import CardSet
from kiebitz.games.durak.rules import TABLE
from kiebitz.games.durak.view import DurakState
from kiebitz.rules.values import State


def bout_end(before: State, after: State) -> list[str]:
    """The lines of a protocol at the end of a bout; none within one."""
    assert isinstance(before, DurakState)
    assert isinstance(after, DurakState)
    if after.bout == before.bout:
        return []
    name, attacker, defender = after.game.seat_name, before.attacker, before.defender
    played = before.hand_of(before.turn) - after.hand_of(before.turn)  # a card that was added last
    table = CardSet(int(before.vector[TABLE]), after.game.deck) | played
    taken = table & after.hand_of(defender)
    if taken:
        lines = [f"{name(defender)} takes {_symbols(taken)} and is attacked again"]
    else:
        lines = [f"{_symbols(table)}: all beaten, {len(after.discard)} cards are discarded; the roles change"]
    for seat in (attacker, defender):
        if drawn := after.hand_of(seat) - before.hand_of(seat) - taken:
            lines.append(f"{name(seat)} draws {_symbols(drawn)}")
    return [*lines, f"--- Bout {after.bout} ---"]


def _symbols(cards: CardSet) -> str:
    return " ".join(card.symbol for card in cards)
