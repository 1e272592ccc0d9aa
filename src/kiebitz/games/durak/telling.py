"""The end of a bout in words: who takes or discards what, who draws, who attacks next."""

from __future__ import annotations

from kiebitz.cards import CardSet
from kiebitz.games.durak.rules import TABLE
from kiebitz.games.durak.view import DurakState
from kiebitz.rules.values import State
from kiebitz.sayings import Saying, say


def bout_end(before: State, after: State) -> list[Saying]:
    """The lines of a protocol at the end of a bout; none within one."""
    assert isinstance(before, DurakState)
    assert isinstance(after, DurakState)
    if after.bout == before.bout:
        return []
    attacker, defender = before.attacker, before.defender
    played = before.hand_of(before.turn) - after.hand_of(before.turn)  # a card that was added last
    table = CardSet(int(before.vector[TABLE]), after.game.deck) | played
    taken = table & after.hand_of(defender)
    name = after.game.who
    if taken:
        said = [say("{who} takes {cards} and is attacked again", who=name(defender), cards=_symbols(taken))]
    else:
        said = [
            say(
                "{cards}: all beaten, {n} cards are discarded; the roles change",
                cards=_symbols(table),
                n=len(after.discard),
            )
        ]
    for seat in (attacker, defender):
        if drawn := after.hand_of(seat) - before.hand_of(seat) - taken:
            said.append(say("{who} draws {cards}", who=name(seat), cards=_symbols(drawn)))
    return [*said, say("--- Bout {n} ---", n=after.bout)]


def _symbols(cards: CardSet) -> str:
    return " ".join(card.symbol for card in cards)
