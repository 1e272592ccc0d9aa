"""After every deal and round everybody can read what it brought and how; tricks have their winners."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from kiebitz.games.skat.view import SkatState
from kiebitz.kernel.random import Stream
from kiebitz.rules.parts import part
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game, game_class, names
from kiebitz.rules.values import State
from kiebitz.sayings import Saying
from kiebitz.table.server import messages
from kiebitz.table.stage import Bid, Stage
from kiebitz.table.tables.claims import concession
from kiebitz.table.tables.table import Table
from kiebitz.table.tables.tricks import tricks

OPTIONS = {
    "schnapsen": ["rules=full", "rules=vu", "rules=full,unit=deal"],
    "boerenbridge": ["schedule=1-3-1,deck=full,trump=card,scoring=dutch,opener=rotate", "schedule=2,3",
                     "schedule=2,3,scoring=tricks"],
}  # fmt: skip


def unit(name: str, options: str, seed: int) -> list[State]:
    """The states of a random unit."""
    rng, states = Stream(seed), [game(name, options).deal(seed)]
    while not states[-1].is_over:
        states.append(states[-1].play(rng.choice(list(states[-1].moves))))
    return states


def ends(states: Sequence[State]) -> list[tuple[State, State]]:
    """Where rounds ended: the states before and after the last move."""
    return [(a, b) for a, b in pairwise(states) if b.round > a.round or b.is_over]


KNOWN = ("boerenbridge", "durak", "schnapsen", "skat")
CASES = [(name, options) for name in names() for options in OPTIONS.get(name, [""])]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_the_points_of_rounds_add_up_to_the_scores(name: str, options: str) -> None:
    stage = part(game_class(name), Stage)
    for seed in range(6):
        states = unit(name, options, seed)
        found = [stage.summary(*end) for end in ends(states)]
        sums = [sum(each["points"][seat] for each in found) for seat in range(states[0].game.seats)]
        assert sums == found[-1]["totals"], "nothing is lost between two rounds"
        if not stage.scene(states[-1].view(-1)).totals:
            assert sums == list(states[-1].payoffs)
        told = states[0].game.seats if name in KNOWN else 0  # another game may say nothing
        assert all(len(each["said"]) == told for each in found)
        for each in found:
            assert all(str(Saying.of_json(said)) for said in each["said"])


@pytest.mark.parametrize("options", OPTIONS["boerenbridge"])
def test_a_sum_of_boerenbridge_says_the_points(options: str) -> None:
    stage = part(game_class("boerenbridge"), Stage)
    for seed in range(8):
        for end in ends(unit("boerenbridge", options, seed)):
            summary = stage.summary(*end)
            for points, said in zip(summary["points"], summary["said"], strict=True):
                text = str(Saying.of_json(said))
                assert int(text.replace(" =", ":").rsplit(":", 1)[1]) == points, text


def test_guesses_are_told_with_the_tricks_that_came() -> None:
    stage, states = part(game_class("boerenbridge"), Stage), unit("boerenbridge", "schedule=3", 2)
    last = states[-1]
    for seat in range(4):
        (bid,) = stage.bids(states, seat)
        assert (bid.undertaken, bid.came) == (last.guesses[seat], last.tricks_won[seat])  # type: ignore[attr-defined]
        assert bid.met == (bid.undertaken == bid.came)


def test_contracts_are_told_of_the_declarer_alone() -> None:
    stage, declared = part(game_class("skat"), Stage), 0
    for seed in range(12):
        states = unit("skat", "", seed)
        last = states[-1]
        assert isinstance(last, SkatState)
        for seat in range(3):
            bids = stage.bids(states, seat)
            assert len(bids) == (seat == last.declarer)
            declared += len(bids)
            assert all(bid.came == last.value and bid.met == (last.value > 0) for bid in bids)
    assert declared > 5


def test_closings_are_told_with_the_game_points_that_came() -> None:
    stage, found = part(game_class("schnapsen"), Stage), list[Bid]()
    for seed in range(20):
        states = unit("schnapsen", "rules=full", seed)
        for seat in range(2):
            found += stage.bids(states, seat)
    assert found and all((bid.came > 0) == bid.met and 1 <= abs(bid.came) <= 3 for bid in found)


@pytest.mark.parametrize("name", [name for name in names() if game_class(name)().trick_size])
def test_every_trick_has_the_winner_that_the_rules_gave_it(name: str) -> None:
    for seed in range(6):
        states = unit(name, OPTIONS.get(name, [""])[0], seed)
        for trick in tricks(states):
            after = states[trick.before.ply + 1]
            if after.round == trick.round and not after.is_over:
                assert trick.winner == after.turn, "whoever won it leads"
            assert trick.winner in [seat for seat, _ in trick.cards]


def test_the_last_trick_of_a_deal_has_a_winner_on_the_page() -> None:
    table = Table.create("boerenbridge", [{"kind": "agent", "spec": "random"}] * 4, "schedule=2,1", seed="1")
    while not table.is_over:
        before = table.state.round
        table.play(table.state.turn, str(table.state.moves[0]))
        if table.state.round > before or table.is_over:
            last = table.scene(-1)["last_trick"]
            assert last["best"] in range(4)
            assert messages.summary(table)["round"] == before  # type: ignore[index]
        else:
            assert messages.summary(table) is None


# -- giving up ----------------------------------------------------------------------------------------


def declaring(seed: int, cards: int) -> SkatState:
    """A random deal of Skat in which the declarer is to move and has this many cards."""
    rng, state = Stream(seed), game("skat").deal(seed)
    assert isinstance(state, SkatState)
    while state.phase != "play" or state.turn != state.declarer or len(state.hand_of(state.turn)) != cards:
        moves = [move for move in state.moves if state.phase != "speak" or move in ("18", "pass")]
        wanted = "pass" if state.phase == "answer" else rng.choice(moves)
        after = state.play("plain" if state.phase == "announce" and "plain" in state.moves else wanted)
        if after.is_over:
            return declaring(seed + 100, cards)
        state = after
    return state


def can_be_lost(state: State) -> bool:
    """Is there any way to play that loses it?"""
    if state.is_over:
        return min(state.payoffs) < 0
    return any(can_be_lost(state.play(move)) for move in state.moves)


@pytest.mark.parametrize("cards", [10, 8, 5, 2])
def test_a_game_that_is_given_up_is_lost_at_its_plain_value_by_ordinary_moves(cards: int) -> None:
    given_up = 0
    for seed in range(8):
        state = declaring(seed, cards)
        end, moves = state, concession(state)
        for move in moves:
            end = end.play(move)
        if not moves:
            assert cards > 2 or not can_be_lost(state)
            continue
        given_up += 1
        assert end.is_over and end.value < 0
        assert Record.of(end).check() is None
        if cards >= 8 and not state.contract.startswith("N"):
            assert end.declarer_points > 30, "nobody is Schneider because of giving up early"
    assert given_up >= 2


def test_only_a_declarer_who_is_to_move_gives_up() -> None:
    state = declaring(3, 10)
    assert not concession(state.play(state.moves[0])), "a defender does not give up for both"
    assert not concession(game("skat").deal(1))
    for name in ("durak", "schnapsen", "boerenbridge"):
        assert not concession(game(name).deal(1))
