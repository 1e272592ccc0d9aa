# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The Durak agents: rules by example, searches against brute force, honest samples, published figures."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from numba import int64

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant
from kiebitz.errors import BadOption
from kiebitz.games.durak.agents.roster import ENTRIES
from kiebitz.games.durak.rules import DISCARD, KERNELS, OUTCOME
from kiebitz.games.durak.search.careful import cheapest, is_as_good
from kiebitz.games.durak.search.tree import MOST_LINES
from kiebitz.games.durak.view import DurakState
from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import MATRIX, TURN, WORDS, copy_state
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.lab.results.quantities import measure
from kiebitz.rules.registry import game
from kiebitz.rules.values import State
from tests.contract.cases import random_game
from tests.games.durak.positions import play, position

OWN = [entry.quick for entry in ENTRIES]


def decide(spec: str, state: State, seed: int = 7) -> Decision:
    answer = contestant(spec, state.game).make().act(state.view(state.turn, Stream(seed)))
    assert isinstance(answer, Decision)
    return answer


def match(one: str, other: str, deals: int, **options: str) -> Match:
    chosen = game("durak", options)
    return Match(chosen, (contestant(one, chosen), contestant(other, chosen)), deals, seed=1)


# -- greedy and random ---------------------------------------------------------------------------------

DECK = "TH TD TC TS"


@pytest.mark.parametrize(
    ("state", "moves", "move", "rule"),
    [
        (position("6S 7H 9D", "8H 8D 8C", deck=DECK), "", "7H", "lowest"),
        (position("6H 7H 9D", "8S 8D AH", deck=DECK), "7H", "AH", "lowest"),
        (position("6H 7H 9D", "8S 9S AD", deck=DECK), "7H", "8S", "lowest trump"),
        (position("6H 7H 9D", "8D 8C AD", deck=DECK), "7H", "take", "no card"),
        (position("6H 6S 9D", "8H 8D AD", deck=DECK), "6H 8H", "pass", "keep trumps"),
        (position("6H 6S 9D", "8H 8D AD"), "6H 8H", "6S", "lowest trump"),
        (position("6H 6S 9D", "7D 8D AD", deck=DECK), "6H take", "pass", "keep trumps"),
        (position("6H 8D 8C", "8H KH AD", deck=DECK), "6H 8H", "8D", "lowest"),
    ],
)
def test_greedy(state: DurakState, moves: str, move: str, rule: str) -> None:
    answer = decide("greedy", play(state, moves))
    assert (answer.move, str(answer.details["rule"])) == (move, rule)


def test_the_published_random_player_stops_in_21_of_100_cases() -> None:
    state = play(position("6H 7H 9D", "8H 9H AD", deck=DECK), "6H")
    answers = [decide("random-published", state, seed).move for seed in range(400)]
    assert 0.15 < answers.count("take") / 400 < 0.27
    assert abs(answers.count("8H") - answers.count("9H")) < 70
    state = position("6H 7H 9D", "8H", deck=DECK)
    first = {decide("random-published", state, seed).move for seed in range(50)}
    assert first == {"6H", "7H", "9D"}


# -- smart ---------------------------------------------------------------------------------------------


def test_smart_defends_with_a_rank_that_the_other_lacks() -> None:
    state = play(position("6H 7D 7C", "7H 9H AD"), "6H")
    answer = decide("smart", state)
    assert (answer.move, str(answer.details["rule"])) == ("9H", "rank denial")
    assert decide("greedy", state).move == "7H"


def test_smart_falls_back_to_the_lowest_card() -> None:
    answer = decide("smart", play(position("6H 7D 9C", "7H 9H AD"), "6H"))
    assert (answer.move, str(answer.details["rule"])) == ("7H", "lowest")


def test_smart_sees_only_what_it_may_while_the_deck_hides_cards() -> None:
    state = play(position("6H 7D 7C", "7H 9H AD", deck=DECK), "6H")
    assert decide("smart", state).move == "7H"  # the sevens over there are not known
    state = play(position("6H 7D 7C", "7H 9H AD", deck=DECK, open_world="on"), "6H")
    assert decide("smart", state).move == "9H"


# The example of the thesis: tens are the one weakness against two queens, so the king goes first.
ONE_WEAKNESS = position("TH TS KD", "QH QS JC", trump="")


def test_with_one_weakness_all_other_ranks_go_first_and_win() -> None:
    answer = decide("smart", ONE_WEAKNESS)
    assert (answer.move, str(answer.details["rule"])) == ("KD", "safe rank")
    state = play(ONE_WEAKNESS, "KD take pass")
    assert str(decide("smart", state).details["rule"]) == "last rank"
    assert perfect(ONE_WEAKNESS.play("KD")) == (1, -1)
    assert decide("greedy", ONE_WEAKNESS).move == "TS"


def test_smart_never_leaves_the_legal_cards_when_it_follows_its_weakness() -> None:
    state = play(position("TH TS KD", "JH QS QC", trump=""), "TH JH")  # the king does not fit any more
    answer = decide("smart", state)
    assert answer.move in state.moves


def test_of_several_weaknesses_a_badly_covered_one_is_played() -> None:
    # Sixes and sevens are weak. A six can only be beaten by a nine or a ten, and both can be gone on with.
    state = position("6H 7D 9C TC", "9H TH 8D", trump="")
    answer = decide("smart", state)
    assert (answer.move, str(answer.details["rule"])) == ("6H", "weakness")
    state = position("6H 7D 9C TC", "8H 9D TD", trump="")  # now the eight is no rank to go on with
    assert decide("smart", state).move == "7D"


def test_smart_keeps_trumps_from_a_hand_that_takes() -> None:
    state = play(position("6H 6S 9D", "8D 8C AD"), "6H take")
    answer = decide("smart", state)
    assert (answer.move, str(answer.details["rule"])) == ("pass", "keep trumps")
    assert decide("greedy", state).move == "6S"


# -- minimax -------------------------------------------------------------------------------------------


def test_of_cards_that_are_equally_good_the_careful_search_plays_the_cheapest() -> None:
    state = position("6S AS 7H KH", "8S 8H 8D", trump="S", deck="6D 7D 8C 9C TC JC QC KC AC 9D TD JD")
    answer = decide("mcts:limit=60,samples=20,choice=cheapest", state)
    assert answer.move == "7H"
    best = max(answer.values, key=lambda move: answer.values[move])
    assert ("as good within the error" in str(answer.because)) == (answer.values["7H"] < answer.values[best])
    assert "votes" not in answer.details


@pytest.mark.parametrize(
    ("leads", "as_good"),
    [([0.2, 0.2, 0.2], False), ([0.0, 0.0, 0.0], True), ([0.9, -0.5, 0.2], True), ([0.5, 0.1, 0.3], False)],
)
def test_a_lead_counts_if_it_is_more_than_a_standard_error(leads: list[float], as_good: bool) -> None:
    means = np.zeros((3, 64))
    means[:, 5] = leads
    assert bool(is_as_good(means, 5, 7)) is as_good
    mean, error = np.mean(leads), np.std(leads, ddof=1) / 3**0.5
    assert as_good == bool(mean <= error)


def test_a_clear_lead_is_played_whatever_it_costs_and_so_is_a_take() -> None:
    means = np.zeros((4, 64))
    means[:, 8], means[:, 37] = 0.5, 0.9
    values = means.mean(axis=0)
    trumps, dear, low = 0b111111111, 8, 9
    assert int(cheapest(1 << dear | 1 << low, trumps, means, values)) == dear
    assert int(cheapest(1 << dear | 1 << low | 1 << 37, trumps, means, values)) == 37
    means[0, low] = 1.9  # now the lead may be chance
    assert int(cheapest(1 << dear | 1 << low, trumps, means, means.mean(axis=0))) == low


LINE = re.compile(r"( *)(\d+)\. Player (\d) (?:attack|defend|add): (\w+) ([+-]\d\.\d{3})")


def read_tree(answer: Decision) -> list[tuple[int, int, str, float]]:
    """Depth, seat, move and value of each line."""
    assert answer.tree is not None
    found = [match for line in str(answer.tree()).splitlines()[1:] if (match := LINE.fullmatch(line))]
    assert all(len(match[1]) == 2 * (int(match[2]) - 1) for match in found)
    return [(int(match[2]), int(match[3]) - 1, match[4], float(match[5])) for match in found]


@pytest.mark.parametrize("world", ["on", "off"])
def test_the_tree_tells_what_minimax_looked_at(world: str) -> None:
    state = next(s for s in random_game(game("durak", {"open_world": world}), 3) if s.ply == 9)
    answer = decide("minimax:depth=3,samples=4,pruning=off", state)
    lines = read_tree(answer)
    assert [move for depth, _, move, _ in lines if depth == 1] == list(state.moves)
    assert {depth for depth, *_ in lines} == {1, 2, 3}
    for place, (depth, _, _, value) in enumerate(lines):  # a move is worth what the best answer to it is
        last = next((n for n in range(place + 1, len(lines)) if lines[n][0] <= depth), len(lines))
        answers = [line for line in lines[place:last] if line[0] == depth + 1]
        if answers:
            choose = max if answers[0][1] == state.turn else min
            assert value == choose(line[3] for line in answers)
    best = max(value for depth, *_, value in lines if depth == 1)
    assert next(line[2] for line in lines if line[0] == 1 and line[3] == best) == answer.move
    if world == "on":
        roots = {move: value for depth, _, move, value in lines if depth == 1}
        assert roots == pytest.approx(dict(answer.values), abs=0.001)


def test_a_tree_says_what_it_leaves_out_and_stays_readable() -> None:
    state = next(s for s in random_game(game("durak", {"open_world": "on"}), 3) if s.ply == 9)
    plain, pruned = (decide(f"minimax:depth=3,pruning={word}", state) for word in ("off", "on"))
    assert len(read_tree(pruned)) < len(read_tree(plain))
    assert re.search(r"\d more moves? cannot matter", str(pruned.tree and pruned.tree()))
    deep = decide("minimax:depth=9,ties=cheapest", state)
    assert 20 < len(str(deep.tree and deep.tree()).splitlines()) <= MOST_LINES + 1
    roots = {move: value for depth, _, move, value in read_tree(deep) if depth == 1}
    assert roots == pytest.approx(dict(deep.values), abs=0.001)


LEGAL, PLAY = KERNELS.legal, KERNELS.play


@kernel(int64(MATRIX, int64))
def best_points(states, level):
    """Seat 0's points if both play their best, by plain recursion over all moves."""
    s = states[level]
    if s[TURN] < 0:
        return s[OUTCOME]
    moves = LEGAL(s)
    best = np.int64(-2) if s[TURN] == 0 else np.int64(2)
    while moves != 0:
        copy_state(s, states[level + 1])
        PLAY(states[level + 1], lowest(moves))
        moves &= moves - 1
        value = best_points(states, level + 1)
        best = max(best, value) if s[TURN] == 0 else min(best, value)
    return best


def perfect(state: State) -> tuple[int, int]:
    states = np.zeros((500, WORDS), np.int64)
    states[0] = state.vector
    value = int(best_points(states, 0))
    return value, -value


def endgames(seeds: range, cards: int, **options: str) -> list[State]:
    """Positions of random games with a choice and few cards left."""
    found = []
    for seed in seeds:
        for state in random_game(game("durak", options), seed):
            gone = int(state.vector[DISCARD]).bit_count()
            left = len(state.game.cards) - gone  # type: ignore[attr-defined]
            if len(state.moves) > 1 and left <= cards and not state.is_over:
                found.append(state)
    return found


SMALL = [
    {"start_rank": "13"},
    {"start_rank": "8", "trumps": "off", "open_world": "on"},
    {"end": "published", "open_world": "on"},
]


@pytest.mark.parametrize("extra", ["", ",eval=basic", ",table=off", ",pruning=off,eval=basic"])
def test_deep_minimax_is_perfect_on_small_endgames(extra: str) -> None:
    states = [state for options in SMALL for state in endgames(range(20), 6, **options)]
    for state in states:
        truth = {str(move): perfect(state.play(move))[state.turn] for move in state.moves}
        answer = decide(f"minimax:depth=24{extra}", state)
        assert answer.values == truth, f"{state}"
        assert truth[answer.move] == max(truth.values())
        assert answer.details["worlds"] == 1
    assert len(states) > 25


@pytest.mark.parametrize("evaluation", ["playout", "basic"])
def test_the_table_and_alpha_beta_change_no_move_and_save_work(evaluation: str) -> None:
    nodes = dict.fromkeys(("", "table=off", "pruning=off", "pruning=off,table=off"), 0)
    hits = 0
    for state in endgames(range(1), 36, open_world="on"):
        answers = {}
        for extra in nodes:
            spec = ",".join(filter(None, [f"minimax:depth=5,eval={evaluation}", extra]))
            answers[extra] = decide(spec, state)
            nodes[extra] += answers[extra].details["nodes"]
        hits += answers[""].details.get("cache hits", 0)
        assert len({answer.move for answer in answers.values()}) == 1, f"{state}"
        assert len({tuple(answer.values.items()) for answer in answers.values()}) == 1
    assert hits > 0
    assert nodes[""] < nodes["table=off"] < nodes["pruning=off,table=off"]
    assert nodes["pruning=off"] < nodes["pruning=off,table=off"]


BASIC = ("minimax", "minimax-published")


def test_equal_moves_by_suit_or_the_cheapest_first() -> None:
    differ = 0
    for state in endgames(range(4), 36, open_world="on"):
        view = state.view(state.turn)
        suits, cheapest = (decide(f"minimax:depth=2{ties}", state) for ties in ("", ",ties=cheapest"))
        assert suits.values == cheapest.values
        best = [move for move in view.moves if suits.values[move] == max(suits.values.values())]
        assert suits.move == best[0]
        price = {str(move): view.points(move) or 99 for move in best}  # type: ignore[attr-defined]
        assert price[cheapest.move] == min(price.values())
        differ += suits.move != cheapest.move
    assert differ > 5


def test_the_published_minimax_sees_a_weakness_in_the_wrong_hand() -> None:
    """The attacker to be has one weakness; as published it is looked for in his own hand."""
    state = play(position("6H 7H 7D 8C", "TH 6D KC", trump=""), "7H TH")
    names = ("minimax", "minimax-published")
    good, bad = (decide(f"{name}:depth=1,eval=basic", state).values["pass"] for name in names)
    assert good == pytest.approx(bad - 0.5)


# -- worlds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["minimax:depth=2,samples=6", "mcts:limit=20,samples=6"])
def test_hidden_cards_are_sampled_and_known_ones_are_not(spec: str) -> None:
    state = game("durak").deal(3)
    hidden = decide(spec, state)
    assert hidden.details["worlds"] == 6
    assert "of 6 sampled worlds" in str(hidden.because)
    assert sum(int(part.split()[1]) for part in str(hidden.details["votes"]).split(", ")) == 6
    seen = decide(spec, game("durak", {"open_world": "on"}).deal(3))
    assert seen.details["worlds"] == 1
    late = decide(spec, position("6H 7H 9D", "8H 9H AD"))
    assert late.details["worlds"] == 1
    assert str(late.because).startswith("all cards are known")
    assert late.details["moves"] == len(late.values) == 3
    assert late.details["nodes"] > 0
    assert late.details["depth"] > 0


def test_late_in_the_game_all_iterations_go_into_one_tree() -> None:
    late = decide("mcts:limit=30,samples=10", position("6H 7H 9D TD TC", "8H 9H AD AC KC"))
    assert late.details["nodes"] + late.details["worlds"] <= 301
    assert late.details["playouts"] > 30
    seen = decide("mcts:limit=30,samples=10", game("durak", {"open_world": "on"}).deal(1))
    assert seen.details["playouts"] == 30


@pytest.mark.parametrize("spec", ["mcts:limit=1000", "mcts:limit=1000,simulation=random"])
def test_mcts_finds_forced_wins(spec: str) -> None:
    seen = 0
    for state in endgames(range(60), 6, start_rank="11", open_world="on"):
        truth = {str(move): perfect(state.play(move))[state.turn] for move in state.moves}
        if max(truth.values()) == 1 > min(truth.values()):
            assert truth[decide(spec, state).move] == 1, f"{state}\n{truth}"
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("spec", OWN)
def test_no_agent_changes_its_move_with_the_hidden_cards(spec: str) -> None:
    """The whole hidden part is dealt anew; views, and so answers, must stay the same."""
    chosen, rng = game("durak"), Stream(3)
    other = np.zeros(WORDS, np.int64)
    for state in random_game(chosen, 1):
        if not state.is_over and len(state.moves) > 1:
            chosen.kernels.complete(state.view(state.turn).vector, rng.word, other)
            twin = type(state)(chosen, other.copy(), state.deal)
            assert decide(spec, state) == decide(spec, twin)


def test_the_leak_shows_what_is_drawn_and_nothing_else() -> None:
    chosen = game("durak", {"leak": "published"})
    shown = 0
    for state in random_game(chosen, 5):
        assert isinstance(state, DurakState)
        for seat in range(2):
            dealt = state.deal.layouts[0][6 * seat : 6 * seat + 6]
            hidden = state.hand_of(seat).mask & ~state.shown(seat).mask
            assert hidden & ~sum(1 << card for card in dealt) == 0
            shown += len(state.shown(seat))
    assert shown > 50


def test_the_example_of_the_thesis() -> None:
    state = position("6H 8C 8D AC", "8H AH 6S KC").play("6H")
    assert state.moves == ("6S", "8H", "AH", "take")
    assert decide("greedy", state).move == "8H"
    assert play(state, "8H").moves == ("8D", "8C", "pass")
    assert play(state, "8H 8D").moves == ("6S", "take")
    assert play(state, "8H 8D take pass").attacker == 0


# -- matches -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", OWN)
@pytest.mark.parametrize("options", [{}, {"trumps": "off", "open_world": "on"}], ids=str)
def test_the_policy_and_its_explanation_play_the_same_legal_games(spec: str, options: dict[str, str]) -> None:
    compiled = match(spec, "greedy", 3, **options)
    explained = replace(compiled, players=tuple(replace(one, policy=None) for one in compiled.players))
    results = [play_match(compiled), play_match(explained)]
    assert not results[0].reasons
    assert not results[1].reasons
    assert (results[0].points == results[1].points).all()


@pytest.mark.parametrize(
    ("one", "other", "options", "rate", "reach"),
    [
        ("greedy", "random-published", {}, 0.942, 0.006),
        ("smart-published", "random-published", {}, 0.950, 0.006),
        ("smart-published", "greedy", {}, 0.496, 0.012),
        ("smart-published", "greedy", {"open_world": "on"}, 0.523, 0.012),
        ("smart-published", "greedy", {"open_world": "on", "trumps": "off"}, 0.634, 0.012),
        ("greedy", "random-published", {"trumps": "off"}, 0.919, 0.009),
    ],
)
def test_rates_of_plain_players(
    one: str, other: str, options: dict[str, str], rate: float, reach: float
) -> None:
    """Wins among decided games, as an independent program has them."""
    assert measure(
        play_match(match(one, other, 10_000, **options)), "decided_rate", one
    ).value == pytest.approx(rate, abs=reach)


def test_statistics_of_greedy_games() -> None:
    result = play_match(match("greedy", "greedy", 4000))
    assert measure(result, "bouts", "greedy").value == pytest.approx(12.9, abs=0.2)
    assert measure(result, "first_mover_decided").value == pytest.approx(0.563, abs=0.025)
    assert measure(result, "first_mover_wins").value == pytest.approx(0.563 * 0.912, abs=0.025)
    assert measure(result, "branching").value == pytest.approx(2.17, abs=0.03)
    assert measure(result, "counted_plies").value == pytest.approx(48.2, abs=1)


def test_at_depth_one_minimax_foresees_greedy() -> None:
    assert play_match(match("minimax:depth=1", "greedy", 100, open_world="on")).scores()[0].wins == 200


@pytest.mark.slow
def test_the_leak_is_what_made_mcts_strong() -> None:
    spec = "mcts:limit=30,c=1.40,simulation=greedy,samples=30"
    honest = measure(play_match(match(spec, "greedy", 500)), "decided_rate", spec)
    leaking = measure(
        play_match(match(spec, "greedy", 500, end="published", leak="published")), "decided_rate", spec
    )
    assert honest.value == pytest.approx(0.708, abs=0.05)  # published: 0.813
    assert leaking.value == pytest.approx(0.813, abs=0.05)


@pytest.mark.parametrize(
    "spec", ["minimax:depth=0", "mcts:limit=0", "mcts:simulation=smart", "minimax:eval=x"]
)
def test_parameters_are_checked(spec: str) -> None:
    with pytest.raises(BadOption):
        contestant(spec, game("durak"))
