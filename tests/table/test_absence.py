"""What is played for people who are away, and for agents that fail: no bid, no announcement, low cards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiebitz.games.skat.tables import VALUE
from kiebitz.kernel.random import Stream
from kiebitz.rules.registry import game
from kiebitz.rules.values import Move, State
from kiebitz.table.tables.attendance import idle_move
from kiebitz.table.tables.hall import Hall, Listener
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table

BOTS = Path(__file__).parents[1] / "bots"
GAMES = [
    ("schnapsen", {}),
    ("schnapsen", {"rules": "full"}),
    ("skat", {}),
    ("skat", {"naming": "iss"}),
    ("durak", {}),
    ("boerenbridge", {}),
    ("boerenbridge", {"hook": "off", "seats": "3", "trump": "none"}),
]


def left_early(name: str, options: dict[str, str], deals: int) -> Iterator[tuple[State, Move]]:
    """Every decision that is made for a seat whose person has gone away after some of its own moves."""
    for deal in range(deals):
        rng = Stream.named("absence", name, deal)
        state, seat, stays = game(name, options).deal(deal), rng.below(2), rng.below(8)
        while not state.is_over:
            if state.turn != seat or stays > 0:
                stays -= state.turn == seat
                state = state.play(rng.choice(state.moves))
                continue
            move = next(move for move in state.moves if move == idle_move(state))
            yield state, move
            state = state.play(move)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_nothing_is_ventured_for_who_is_away(name: str, options: dict[str, str]) -> None:
    count, phases = 0, set()
    for state, move in left_early(name, options, 150 if name == "skat" else 40):
        phases.add(state.phase)
        count += len(state.moves) > 1
        if "pass" in state.moves:
            assert move == "pass"
        assert move not in ("close", "exchange", "hand", "yes") and "+" not in move
        if state.phase == "announce":
            assert move == state.moves[0]
        if state.phase == "guess":
            assert int(move) == min(map(int, state.moves))
    assert phases == set(state.game.phases) and count > 100


ORDERS = {"schnapsen": "JQKTA", "durak": "6789TJQKA", "boerenbridge": "23456789TJQKA"}


@pytest.mark.parametrize("name", ORDERS)
def test_the_lowest_card_is_played_and_trumps_are_kept(name: str) -> None:
    order = ORDERS[name]
    for state, move in left_early(name, {}, 30):
        cards = [state.game.deck.read(each) for each in state.moves if len(each) == 2]
        if len(move) != 2:
            assert move == "pass" or state.phase == "guess" or (move == "take" and not cards)
            continue
        trump = state.trump  # type: ignore[attr-defined]
        plain = [card for card in cards if card.suit != trump]
        played = state.game.deck.read(move)
        assert played.suit != trump or not plain
        assert order.index(played.rank) == min(order.index(card.rank) for card in plain or cards)


def test_a_declarer_who_is_away_keeps_jacks_and_names_the_longest_suit() -> None:
    discards = 0
    for state, move in left_early("skat", {}, 150):
        suits = [card.suit for card in state.hand_of(state.turn) if card.rank != "J"]
        if state.phase == "discard":
            discards += 1
            assert move[1] != "J" or not suits
        if state.phase == "contract" and {"C", "S", "H", "D"} <= set(state.moves):
            assert suits.count(move) == max(map(suits.count, "CSHD"))
        if state.phase == "play" and (named := state.contract[0]) != "N":  # type: ignore[attr-defined]
            plain = [each for each in state.moves if each[1] != "J" and each[0] != named]
            assert not plain or VALUE[move.code] == min(VALUE[each.code] for each in plain)
    assert discards >= 4


async def unheard(message: object) -> None:
    """What a watcher does with messages."""


def test_a_deal_where_everybody_is_away_is_passed_in() -> None:
    async def wait() -> Table:
        hall = Hall(Store())
        room = Table.create("skat", [{"kind": "person"}] * 3, seed="1", limit=0.01)
        hall.open(room)
        for seat, occupant in enumerate(room.occupants):  # the clock starts when all have sat down
            hall.join(room, Listener(seat, unheard, occupant.token))
        while not room.is_over:
            await asyncio.sleep(0.01)
        hall.close()
        return room

    room = asyncio.run(asyncio.wait_for(wait(), 20))
    assert room.moves == ["pass"] * 3 and room.state.payoffs == (0, 0, 0)


def test_an_agent_that_fails_does_not_bid() -> None:
    async def step() -> Table:
        hall = Hall(Store())
        failing = {"kind": "agent", "spec": f"{BOTS / 'crashing.py'}:Unfinished"}
        room = Table.create("skat", [failing] * 3, seed="1")
        hall.pause(room, True)
        hall.open(room)
        await hall._step(room)
        hall.close()
        return room

    assert asyncio.run(asyncio.wait_for(step(), 20)).moves == ["pass"]
