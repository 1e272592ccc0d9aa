"""improve: its gains are those of playouts in the same worlds, and it beats its base."""

from __future__ import annotations

from math import isclose

import numpy as np
import pytest

import kiebitz as kb
from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant, find, without_salt
from kiebitz.agents.specification import parameters, parted, written
from kiebitz.errors import BadOption, UnknownName
from kiebitz.games.durak.search.minimax import ending_key
from kiebitz.lab.experiments.grid import expand
from kiebitz.lab.runs.plan import pair_plan
from kiebitz.rules.registry import game
from kiebitz.rules.values import State, View
from kiebitz.search.race import guards, hopeful
from kiebitz.search.secured import secured
from tests.clocks import quickest

BASES = {"schnapsen": "bully", "skat": "xskat-like", "durak": "smart", "boerenbridge": "full-kripke"}
ONLY = {"schnapsen": "all", "skat": "play", "durak": "all", "boerenbridge": "all"}
games = pytest.mark.parametrize("name", BASES)


def decide(spec: str, view: View) -> Decision:
    answer = contestant(spec, view.game).make().act(view)
    assert isinstance(answer, Decision)
    return answer


def positions(name: str, number: int) -> list[State]:
    """Positions of games between bases in which somebody has a choice, from all parts of the games."""
    found: list[State] = []
    seed = 0
    while len(found) < number:
        state, agent = game(name).deal(seed=seed), contestant(BASES[name], game(name)).make()
        ply = 0
        while not state.is_over:
            view = state.view(state.turn)
            if len(view.moves) > 1 and ply % 7 == seed % 7:
                found.append(state)
            state = state.play(agent.act(view).move)  # type: ignore[union-attr]
            ply += 1
        seed += 1
    return found[:number]


@games
def test_it_beats_its_base_beyond_doubt(name: str) -> None:
    deals = {"skat": 150, "schnapsen": 60, "durak": 40, "boerenbridge": 12}[name]
    spec = f"improve:base={BASES[name]},worlds=32,only={ONLY[name]}"
    found = kb.tournament(name, spec, BASES[name], deals=deals, seed=5, progress=False)
    meeting = found.standings.meetings[0]
    assert meeting.points > 0
    assert meeting.p < 0.001


@games
def test_it_plays_as_its_base_where_it_may_not_search(name: str) -> None:
    plan = pair_plan(name, f"improve:base={BASES[name]},only={game(name).phases[0]}", BASES[name], 1, seed=1)
    improving, base = (player.make() for player in plan.match.players)
    for state in positions(name, 12):
        view = state.view(state.turn)
        if view.phase == game(name).phases[0]:
            continue
        ours, theirs = improving.act(view), base.act(state.view(state.turn))
        assert isinstance(ours, Decision)
        assert ours.move == getattr(theirs, "move", theirs)
        assert str(ours.because) == "the base's move"


@games
def test_the_policy_and_the_agent_that_explains_choose_the_same(name: str) -> None:
    found = contestant(f"improve:base={BASES[name]},worlds=24", game(name))
    assert found.policy is not None
    for state in positions(name, 8):
        view = state.view(state.turn)
        code = int(found.policy.kernel(view.vector, found.policy.memory.copy(), view.rng.word))
        answer = found.make().act(state.view(state.turn))
        assert isinstance(answer, Decision)
        assert next(move for move in view.moves if move.code == code) == answer.move


def test_gains_are_those_of_playouts_where_all_is_known() -> None:
    """With open cards there is one world, so every value is that of a game that can be played here."""
    chosen = game("durak", {"open_world": "on"})
    base, checked, seen = contestant("greedy", chosen).make(), 0, set()
    for seed in range(20):
        state = chosen.deal(seed=seed)
        for _ in range(30):
            state = state.play(base.act(state.view(state.turn)).move)  # type: ignore[union-attr]
        view = state.view(state.turn)
        if len(view.moves) < 2:
            continue
        values = decide("improve:base=greedy,worlds=16,z=0", view).values
        for move in values:
            after = state.play(move)
            while not after.is_over:
                answer = base.act(after.view(after.turn))
                after = after.play(answer.move)  # type: ignore[union-attr]
            assert isclose(values[move], after.payoffs[view.seat])
            seen.add(after.payoffs[view.seat])
            checked += 1
    assert checked > 20
    assert {-1, 1} <= seen


def test_a_guard_keeps_what_chance_may_have_brought_about() -> None:
    free = careful = 0
    for state in positions("durak", 60):
        view = state.view(state.turn)
        base = decide("smart", view).move
        free += decide("improve:base=smart,worlds=32,z=0", view).move != base
        careful += decide("improve:base=smart,worlds=32,z=1.5", state.view(state.turn)).move != base
    assert 0 < careful < free


def test_guards_share_the_chance_of_an_error_among_the_moves() -> None:
    rng, others = np.random.default_rng(1), 6
    best = rng.normal(size=(200_000, others)).max(axis=1)
    chance = (best > guards(2.0)[others] / 1e6).mean()
    assert chance == pytest.approx(0.02275, rel=0.05)


def test_a_move_that_cannot_get_beyond_its_guard_any_more_drops_out() -> None:
    """After 16 of 128 worlds a guard of three standard errors is one of 1.06 standard errors of then."""
    n, base, moves = 16, 0, 0b1111
    gains = np.array([0.0, 3.0, -1.0, -3.0])  # sums over the worlds of the base and three other moves
    squares = np.array([0.0, 16.0, 16.0, 16.0])
    assert hopeful(moves, base, gains, squares, n, 0.0) == 0b1111
    assert hopeful(moves, base, gains, squares, n, 3 * (16 / 128) ** 0.5) == 0b0111
    assert hopeful(moves, base, gains, squares, n, 3 * (64 / 128) ** 0.5) == 0b0011
    assert hopeful(moves, base, np.zeros(4), np.zeros(4), n, 1.0) == 0b0001  # no world told them apart


def test_improve_may_stand_inside_improve() -> None:
    inner = "improve:base=(improve:base=smart,worlds=4),worlds=8,playout=smart"
    found = kb.tournament("durak", inner, "smart", deals=15, seed=2, progress=False)
    assert found.standings.meetings[0].points > 0


def test_it_tells_what_it_found() -> None:
    told = {
        str(decide("improve:base=smart,worlds=64", s.view(s.turn)).because) for s in positions("durak", 30)
    }
    assert any("over the base's move in 64 worlds" in each for each in told)
    assert any("no other gains enough" in each for each in told)


def test_it_counts_its_work() -> None:
    state = positions("durak", 1)[0]
    found = decide("improve:base=smart,worlds=16", state.view(state.turn))
    assert found.details == {"worlds": 16, "playouts": 16 * len(state.moves)}


def test_where_all_is_known_and_nothing_is_drawn_by_lot_one_batch_tells_all() -> None:
    chosen = game("durak", {"open_world": "on"})
    state = chosen.deal(seed=1)
    view = state.view(state.turn)
    assert decide("improve:base=greedy,worlds=64", view).details["worlds"] == 16
    assert decide("improve:base=greedy,playout=random,worlds=64", view).details["worlds"] > 16


def endings(number: int) -> list[State]:
    """Positions of Durak games with a choice and an empty deck, so that both know every card."""
    found = [state for state in positions("durak", 12 * number) if not state.deck_size]  # type: ignore[attr-defined]
    assert len(found) >= number
    return found[:number]


def test_endings_are_searched_to_their_end() -> None:
    """Playouts by the base miss moves that win; what is proved is what another search finds."""
    told, missed = set(), 0
    for state in endings(60):
        found = decide("improve:base=smart,worlds=64", state.view(state.turn))
        if "solved" not in found.details:
            continue
        values = secured(state.game, state.vector, 1_000_000, ending_key)
        assert found.details["worlds"] == found.details["solved"] == 1
        assert found.details["nodes"] > 0
        assert values[found.move] == max(values.values()) == found.values[found.move]
        base = decide("smart", state.view(state.turn)).move
        assert found.values[base] == values[base]
        missed += values[base] < values[found.move]
        told.add(str(found.because))
    assert missed > 0
    proved = "every card is known, and the play was searched to its end"
    assert f"pass gains +1.00 points over the base's move; {proved}" in told
    assert f"the base's move; {proved}: no other is better" in told


def test_in_a_lost_ending_playouts_choose() -> None:
    """Every move loses against the best play, but some of them win against the base."""
    hopes = 0
    for state in endings(60):
        values = secured(state.game, state.vector, 20_000, ending_key)
        if len(values) < len(state.moves) or max(values.values()) > -1:
            continue
        found = decide("improve:base=smart,worlds=64,z=0", state.view(state.turn))
        assert found.details["playouts"] == 16 * len(state.moves)
        assert found.values[found.move] == max(found.values.values())
        hopes += found.values[found.move] > -1
    assert hopes > 0


def test_an_ending_that_takes_too_long_is_left_to_playouts() -> None:
    state = max(endings(20), key=lambda state: state.hand_size(0) + state.hand_size(1))  # type: ignore[attr-defined]
    found = decide("improve:base=smart,worlds=1", state.view(state.turn))
    assert found.details["playouts"] == len(state.moves)
    assert "solved" not in found.details


def test_an_ending_leaves_time_for_playouts() -> None:
    state = game("durak", {"open_world": "on"}).deal(seed=1)
    found = decide("improve:base=greedy,worlds=1000000,seconds=0.1", state.view(state.turn))
    assert found.details["nodes"] > 0
    assert found.details["playouts"] > 0


ENDLESS = "improve:base=smart,worlds=1000000,seconds=0"
CLOCKED = {
    "playouts": "improve:base=smart,worlds=1000000,seconds=0.2",
    "a base": f"improve:base=({ENDLESS}),playout=smart,worlds=1000000,seconds=0.2",
    "nested": f"improve:base=smart,playout=({ENDLESS}),worlds=1000000,seconds=0.2",
}


@pytest.mark.parametrize("open_world", ["off", "on"])  # on: half of the time goes into a search to the end
@pytest.mark.parametrize("what", CLOCKED)
def test_a_clock_is_obeyed_within_a_tenth_and_passed_on(what: str, open_world: str) -> None:
    chosen = game("durak", {"open_world": open_world})
    found = contestant(CLOCKED[what], chosen)
    assert found.policy is not None
    state = chosen.deal(seed=3)
    agent, before = found.make(), found.policy.memory.copy()
    spent = quickest(lambda: agent.act(state.view(state.turn)))
    assert spent.processor < 0.22
    assert spent.clock > {"off": 0.15, "on": 0.09}[open_world]
    assert (agent.memory == before).all()  # type: ignore[attr-defined]


def test_a_clock_that_leaves_no_time_keeps_the_base_and_says_so() -> None:
    state = positions("durak", 1)[0]
    view = state.view(state.turn)
    found = decide("improve:base=smart,worlds=1000,seconds=0.000001", view)
    assert found.move == decide("smart", view).move
    assert "time was up" in str(found.because)


SPECS = (
    "random",
    "mcts:limit=30,samples=10",
    "improve:base=(mcts:limit=30,samples=10),worlds=64",
    "improve:base=(improve:base=(flat:playouts=3,playout=greedy),z=2),worlds=8",
    "bots.py:Mine:depth=3",
)


@pytest.mark.parametrize("spec", SPECS)
def test_what_is_written_is_what_was_read(spec: str) -> None:
    assert written(parted(spec)[0], parameters(spec)) == spec
    salted = f"{spec},salt=x" if parted(spec)[1] else f"{spec}:salt=x"
    assert without_salt(salted) == (spec, "x")
    assert expand(spec) == [spec]


def test_grids_reach_into_brackets() -> None:
    assert expand("improve:base=(mcts:limit=1|2),worlds=4|8") == [
        f"improve:base=(mcts:limit={limit}),worlds={worlds}" for limit in (1, 2) for worlds in (4, 8)
    ]


def test_a_nested_agent_has_its_own_parameters() -> None:
    _, found = find("improve:base=(mcts:limit=7,c=1.1),worlds=5", game("durak"))
    assert found["base"] == "mcts:limit=7,c=1.1"
    assert found["worlds"] == "5"


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("improve:base=nobody", "nobody"),
        ("improve:base=skat-ai", "skat-ai"),
        ("improve:base=random-python", "not a compiled agent"),
        ("improve:base=bot.py", "from a file or program"),
        ("improve:base=(mcts:limit=5", "not closed"),
        ("improve:base=mcts:limit=5,samples=2", r"stands in brackets: base=\(NAME:parameter=value\)"),
        ("improve:only=bidding", "bidding"),
        ("improve:worlds=0", "worlds"),
        ("improve:seconds=-1", "seconds"),
        ("improve:playout=random-python", "not a compiled agent"),
    ],
)
def test_what_cannot_be_improved_is_refused_in_a_sentence(spec: str, told: str) -> None:
    with pytest.raises((BadOption, UnknownName), match=told):
        contestant(spec, game("durak"))


@pytest.mark.parametrize("where", ["base=glassbox", "playout=glassbox", "base=(improve:base=glassbox)"])
def test_whoever_sees_more_than_a_player_may_is_refused(where: str) -> None:
    with pytest.raises(BadOption, match="sees more than a player may"):
        contestant(f"improve:{where}", game("skat"))
