"""Claiming the rest: offered when it is certain, refused otherwise, and ordinary moves in the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from fastapi.testclient import TestClient

from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import WORDS
from kiebitz.rules.parts import part
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game, game_class, names
from kiebitz.rules.values import Deal, State
from kiebitz.table.stage import Stage
from kiebitz.table.tables.claims import offered, play_out, sure_moves
from kiebitz.table.tables.store import Store
from tests.contract.cases import TOY
from tests.table.client import client_of
from tests.table.test_protocol import hello, new_table

DEALS = 12


@pytest.fixture
def client() -> Iterator[TestClient]:
    with client_of(Store()) as made:
        yield made


def positions(name: str, deals: int = DEALS) -> Iterator[State]:
    """The states of some random games."""
    rng = Stream(4)
    for seed in range(deals):
        state = game(name).deal(seed)
        while not state.is_over:
            yield state
            state = state.play(rng.choice(list(state.moves)))


def other_world(state: State, seat: int, seed: int) -> State:
    """Another deal that looks the same from a seat."""
    vector = np.zeros(WORDS, np.int64)
    state.game.kernels.complete(state.view(seat).vector, Stream(seed).word, vector)
    return type(state)(state.game, vector, state.deal, state._log, state.ply)


def lost(claim: str, after: State, seat: int) -> bool:
    """Has a trick of the claim gone elsewhere, or the game?"""
    if after.is_over:
        return claim == "win" and after.payoffs[seat] < max(after.payoffs)
    sizes = {len(after.hand_of(other)) for other in range(after.game.seats)}
    if claim in ("win", "nothing") or len(sizes) > 1:
        return False
    if claim == "ours":
        return after.turn == after.declarer  # type: ignore[attr-defined,no-any-return]
    return (after.turn == seat) == (claim == "none")  # a trick is over, and its winner leads


def takes_everything(state: State, seat: int, claim: str, sure: Sequence[str] = ()) -> bool:
    """Against every reply of the others?"""
    if state.turn == seat:
        moves = sure or sure_moves(state.view(seat), 2_000_000)
        assert moves, "a claim stays certain"
        replies = moves[:1]
    else:
        replies = state.moves
    for move in replies:
        after = state.play(move)
        if after.round != state.round:
            continue
        if lost(claim, after, seat) or not (after.is_over or takes_everything(after, seat, claim)):
            return False
    return True


MOST_CARDS = 8  # in all hands: what is tried out is everything that the others can do


@pytest.mark.parametrize("name", [*names(), TOY])
def test_what_is_claimed_is_taken_in_other_deals_too_whatever_the_others_play(name: str) -> None:
    checked = 0
    for state in positions(name):
        seat = state.turn
        cards = sum(len(state.hand_of(other)) for other in range(state.game.seats))
        if not 2 <= len(state.hand_of(seat)) <= 3 or cards > MOST_CARDS:
            continue
        sure = sure_moves(state.view(seat))
        if not sure or checked >= 12:
            continue
        checked += 1
        claim = offered(state.view(seat)) or "all"  # where all the rest is certain, but nobody wants it
        for seed in range(3):
            assert takes_everything(other_world(state, seat, seed), seat, claim, sure)
    assert checked >= 3


@pytest.mark.parametrize("name", [*names(), TOY])
def test_whether_a_claim_is_certain_depends_on_the_own_view_only(name: str) -> None:
    found = set()
    for number, state in enumerate(positions(name, 4)):
        seat = state.turn
        sure = sure_moves(state.view(seat))
        assert sure_moves(other_world(state, seat, number).view(seat)) == sure
        found.add(bool(sure))
    assert found == {True, False}


def test_a_defender_claims_for_both() -> None:
    """Also where the partner takes tricks of the rest; the declarer takes none of them."""
    shared = 0
    for start in positions("skat", 60):
        view = start.view(start.turn)
        if not 2 <= len(view.hand) <= 4 or offered(view) != "ours":
            continue
        winners, state = set[int](), start
        for move in play_out(start):
            state = state.play(move)
            if not state.is_over and len({len(state.hand_of(seat)) for seat in range(3)}) == 1:
                winners.add(state.turn)
        assert state.is_over and start.declarer not in winners  # type: ignore[attr-defined]
        shared += bool(winners - {start.turn})
    assert shared >= 3


MOST_OFFERS = 3
USUAL = [(name, next((rules.options for rules in game_class(name).presets.values()), {})) for name in names()]


@pytest.mark.parametrize(("name", "options"), [*USUAL, ("boerenbridge", {})])
def test_a_claim_that_is_offered_never_hurts_the_own_aim(name: str, options: dict[str, str]) -> None:
    """What it brings is as much as any other way to play the rest could have brought."""
    rng, offers = Stream(9), 0
    for seed in range(DEALS):
        state = game(name, options).deal(seed)
        while not state.is_over and offers < MOST_OFFERS:
            seat = state.turn
            if offered(state.view(seat)):
                offers += 1
                claimed = round_points(state, seat, play_out(state))
                assert all(claimed >= round_points(state, seat, any_rest(state, rng)) for _ in range(15))
            state = state.play(rng.choice(list(state.moves)))
    assert offers >= 2


def any_rest(state: State, rng: Stream) -> list[str]:
    """Random moves to the end of the round."""
    moves, number = list[str](), state.round
    while not state.is_over and state.round == number:
        moves.append(str(rng.choice(list(state.moves))))
        state = state.play(moves[-1])
    return moves


def round_points(state: State, seat: int, moves: Sequence[str]) -> int:
    """What the round brings a seat that is played to its end like this."""
    before = state
    for move in moves:
        before, state = state, state.play(move)
    points: list[int] = part(state.game, Stage).summary(before, state)["points"]
    return points[seat]


def test_a_null_that_cannot_be_lost_is_claimed() -> None:
    skat = game("skat", {"naming": "iss"})
    low = "S7 S8 S9 H7 H8 H9 D7 D8 D9 C7"
    deal = f"{low} | CJ SJ HJ DJ CA CT CK CQ C9 C8 | SA ST SK SQ HA HT HK HQ DA DT | DK DQ"
    state: State = Deal.read(skat, deal).start()
    for move in ["pass", "pass", "18", "hand", "N", "plain"]:
        state = state.play(move)
    while offered(state.view(0)) != "none":
        state = state.play(state.moves[0])
    assert len(state.hand_of(0)) >= 4
    for move in play_out(state):
        state = state.play(move)
    assert state.is_over and state.payoffs[0] > 0


def test_a_claim_ends_the_deal_with_ordinary_moves(client: TestClient) -> None:
    """A deal in which the first player comes to a certain rest."""
    start = next(s for s in positions("schnapsen", 40) if s.turn == 0 and len(sure_moves(s.view(0))) > 0
                 and len(s.hand_of(0)) >= 2)  # fmt: skip
    table = new_table(client, "schnapsen")
    room = client.app.state.hall.tables[table["table"]]  # type: ignore[attr-defined]
    room.start, room.moves = start.deal.text, [str(move) for _, move in start.history]
    room.minds = [None] * len(room.moves)
    room.__dict__.pop("states", None)
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["tokens"][0])
        while (message := socket.receive_json())["type"] != "offer":
            assert message["type"] in ("event", "turn")
        assert message == {"type": "offer", "ply": start.ply, "claim": "all"}
        socket.send_json({"type": "claim"})
        while (message := socket.receive_json())["type"] != "end":
            assert message["type"] in ("note", "event")
        socket.send_json({"type": "undo"})
        while (again := socket.receive_json())["type"] != "turn":
            pass
        assert again["ply"] == start.ply, "a claim is taken back as a whole"
    record = Record.read(message["record"])
    assert record.check() is None
    assert message["points"][0] > 0


@pytest.mark.parametrize("name", names())
def test_a_wrong_claim_is_refused_in_the_same_words_and_changes_nothing(
    client: TestClient, name: str
) -> None:
    table = new_table(client, name)
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["tokens"][0])
        while (asked := socket.receive_json())["type"] != "turn":
            pass
        socket.send_json({"type": "claim"})
        refused = socket.receive_json()
        text = "It is not certain that the rest is yours."
        assert refused == {"type": "error", "text": text, "said": text}
        assert socket.receive_json() == asked, "the turn is still open"
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["watch"])
        socket.receive_json()
        socket.send_json({"type": "claim"})
        assert "not possible" in socket.receive_json()["text"]
