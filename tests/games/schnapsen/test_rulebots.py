"""Schnapsen's rule bots: hand-made positions, figures of the originals, logic and kernels alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant
from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.agents import listings, logic
from kiebitz.games.schnapsen.agents.published import BOTS as PUBLISHED
from kiebitz.games.schnapsen.agents.sets import first_old, platform_moves, top_rank
from kiebitz.games.schnapsen.agents.strategies import (
    BOTS,
    NUMBERS,
    SAID,
    SITUATIONS,
    STRATEGIES,
    situation,
    wanted,
)
from kiebitz.games.schnapsen.knowledge.strategy_base import Base
from kiebitz.games.schnapsen.search.assume import assume
from kiebitz.games.schnapsen.view import SchnapsenView
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, WORDS
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.language.catalogues import of_package
from kiebitz.language.speaking import Speaker
from kiebitz.rules.values import State, View
from tests.contract.cases import make, random_game
from tests.games.schnapsen import old_bots
from tests.games.schnapsen.rule_book import Reference

RULES = ("rules=vu", "rules=vu-old", "rules=full")


def position(
    hand: str, trump: str = "JD", led: str = "", rules: str = "rules=vu-old", talon: int = 10
) -> View:
    """The view of a player with this hand, face-up trump and card to answer.

    With ``talon=0`` the same cards are on the table of the second phase, where suit must be followed.
    """
    game = make("schnapsen", rules)
    cards = hand.split()
    rest = [str(card) for card in game.deck.cards if card not in (*cards, trump, led)]
    other = [led, *rest[:4]] if led else rest[:5]
    hidden = [card for card in rest if card not in other]
    seats = (other, cards) if led else (cards, other)
    parts = [" ".join(seat) for seat in seats] + [" ".join([*hidden, trump])]
    state = game.deal_of(0).read(game, " | ".join(parts) + " | leader=0").start()
    if led:
        state = state.play(led)
    view = state.view(state.turn)
    if talon == 0:
        view.vector[r.SIZE] = 0
        view.vector[r.UPCARD] = -1
        view._moves = None  # they are those of another table now
        view.vector[r.WON] = sum(1 << game.deck.read(card).number for card in [*hidden, trump])
    return view


def said(name: str, view: View) -> set[str]:
    """The moves that a strategy wants."""
    mask = int(wanted(NUMBERS[name], view.vector, int(platform_moves(view.vector))))
    return {str(move) for move in view.game.moves_of[0][mask]}


HAND_CASES = [
    # strategy, hand, face-up trump, led card, what it wants
    ("random_choice", "JH QH KC TS AD", "JD", "", {"JH", "QH", "KC", "TS", "AD"}),
    ("jack_strategy", "JH JC KC TS AD", "KD", "", {"JH", "JC"}),
    ("jack_strategy", "QH QC KS TS AD", "KD", "", set()),
    ("queen_strategy", "QH KH QC TS AD", "KD", "", {"QH", "QC", "QH+KH"}),
    ("king_strategy", "QH KH KC TS AD", "KD", "", {"KH", "KC", "KH+QH"}),
    ("king_strategy", "QH JC QC TS AD", "KD", "", set()),
    ("ten_strategy", "TH JC TD TS AD", "KD", "", {"TH", "TD", "TS"}),
    ("ace_strategy", "TH JC AC TS AD", "KD", "JS", {"AC", "AD"}),
    ("trump_suit_moves", "QD KD QC TS AH", "TD", "", {"QD", "KD", "QD+KD", "KD+QD"}),
    ("highest_trump_suit_card", "QD KD QC TS AH", "TD", "", {"KD"}),
    ("highest_trump_suit_card", "QS KH QC TS AH", "TD", "", set()),
    ("knowledge_base_non_trump", "JD QH KH TS AS", "TD", "", {"QH", "QH+KH"}),
    ("knowledge_base_non_trump", "JD TC KD TS AS", "TD", "", {"TC", "TS"}),
    ("knowledge_base_non_trump", "JD QD KD TD AD", "JH", "", {"JD"}),
    ("knowledge_base_trump", "TD KD QC TS AH", "JD", "JC", {"KD"}),
    ("highest_rank_available", "AC AH JD QS KS", "TD", "", {"AH"}),
    ("highest_rank_available", "KC KH QH JD QS", "TD", "", {"KH+QH"}),
    ("highest_rank_available", "TS TC KD JD QS", "AD", "JH", {"TS"}),
    ("same_suit_as_opponent", "KH TH AH JD QS", "AD", "QH", {"KH"}),
    ("same_suit_as_opponent", "JH QC AC JD QS", "AD", "QH", set()),
    ("same_suit_as_opponent", "KH TH AH JD QS", "AD", "", set()),
    ("higher_trump_suit_card", "QD TD AD JH QS", "KD", "JD", {"QD"}),
    ("higher_trump_suit_card", "KH TH AH JD QS", "AD", "QH", set()),
    ("non_trump_jack", "JD JH QS KC AC", "TD", "", {"JH"}),
    ("spare_queen", "QS QH KH JD AC", "TD", "KS", {"QS"}),
    ("spare_queen", "QS QH KH JD AC", "TD", "TS", set()),
    ("spare_king", "KS QH KH KD AC", "TD", "QS", {"KS"}),
    ("low_trump", "TD AD QS KC AC", "JD", "TH", set()),
    ("low_trump", "KD QD QS KC AC", "JD", "TH", {"QD"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "hand", "trump", "led", "wants"), HAND_CASES)
def test_every_strategy_wants_what_its_name_says(
    name: str, hand: str, trump: str, led: str, wants: set[str]
) -> None:
    assert said(name, position(hand, trump, led)) == wants


def test_every_strategy_has_a_hand_made_position_and_words() -> None:
    assert {name for name, *_ in HAND_CASES} == set(STRATEGIES) == set(logic.STRATEGIES) == set(SAID)


def test_strategies_stay_within_the_strict_rules() -> None:
    view = position("QH AH JD QS KC", "AD", "KH", talon=0)
    assert set(view.moves) == {"AH"}
    for name in STRATEGIES:
        assert said(name, view) <= {"AH"}


def test_situations() -> None:
    names = [SITUATIONS[int(situation(position("QC AC JS QS KS", "AD", led).vector))] for led in
             ("", "JD", "TH", "AH", "QH")]  # fmt: skip
    assert names == list(SITUATIONS)


def test_a_bot_says_what_its_strategy_wants_and_which_were_asked_before() -> None:
    view = position("KH KD JD QS AC", "AD", "TH")
    found = contestant("cbot", view.game).make().act(view)
    assert isinstance(found, Decision)
    assert str(found.because) == "to a ten: the lowest trump, here JD"
    asked = "the cheapest card of the suit that wins: nothing; the lowest trump: JD"
    assert str(found.details["strategies"]) == asked
    reasoned = contestant("cbot-logic", view.game).make().act(view)
    assert isinstance(reasoned, Decision)
    assert str(reasoned.because) == "to a ten: the lowest trump; not to play JD would contradict that"
    german = Speaker("de", of_package("de", "kiebitz.games.schnapsen"))
    assert german.text(found.because) == "auf eine Zehn: der niedrigste Trumpf, hier JD"


DEFENCE = [
    # led, hand, what cbot and dbot answer
    ("QD", "KD TD JH QS AC", {"KD"}),  # the cheapest trump that beats
    ("KD", "QD JD JH QS AC", {"JH"}),  # none beats: the lowest other card
    ("TH", "AH JD QS KC QC", {"AH"}),
    ("TH", "KH KD JD QS AC", {"JD"}),
    ("AH", "TH KS JS QS AC", {"JS"}),  # no trump at all
    ("QH", "KH AH JD QS AC", {"KH"}),
    ("KH", "QH JH JC AS AC", {"JH", "JC"}),
]


@pytest.mark.parametrize("name", ["cbot", "dbot"])
@pytest.mark.parametrize(("led", "hand", "answers"), DEFENCE)
def test_the_defence_of_cbot_and_dbot(name: str, led: str, hand: str, answers: set[str]) -> None:
    view = position(hand, "AD", led)
    agent = contestant(name, view.game)
    found = set()
    for seed in range(20):
        view.rng = Stream(seed)
        found.add(str(agent.make().act(view).move))  # type: ignore[union-attr]
    assert found == answers


def test_bully_takes_trumps_then_the_suit_then_the_highest_rank() -> None:
    def moves(name: str, view: View) -> set[str]:
        found = set()
        for seed in range(30):
            view.rng = Stream(seed)
            found.add(str(contestant(name, view.game).make().act(view).move))  # type: ignore[union-attr]
        return found

    assert moves("bully", position("JD QD AH AS TC", "KD")) == {"JD", "QD"}
    assert moves("bully", position("JH QH AC AS TC", "KD", "KH")) == {"JH", "QH"}
    assert moves("bully", position("JC QC AC AS TC", "KD", "KH")) == {"AC", "AS"}
    assert moves("bully-old", position("JD QD AH AS TC", "KD")) == {"QD"}
    assert moves("bully-old", position("JH QH AC AS TC", "KD", "KH")) == {"QH"}
    assert moves("bully-old", position("JC QC AC AS TC", "KD", "KH")) == {"AS"}
    assert moves("bully-old", position("KH QH JS JC KC", "KD")) == {"KH+QH"}


def test_the_old_order_of_moves() -> None:
    view = position("JC AC QD AS KH", "JD")
    moves = int(platform_moves(view.vector))
    assert view.game.move(0, int(first_old(moves))) == "AC"
    assert view.game.move(0, int(top_rank(moves))) == "AS"


# -- both forms of a bot -------------------------------------------------------------------------------


def corpus(rules: str, games: int) -> Iterator[State]:
    for seed in range(games):
        yield from (state for state in random_game(make("schnapsen", rules), seed) if not state.is_over)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("rules", RULES)
def test_logic_and_kernel_give_the_same_move(rules: str, name: str) -> None:
    strict = leads = 0
    game = make("schnapsen", "rules=full,unit=deal" if rules == "rules=full" else rules)
    compiled, reasoned = contestant(name, game).make(), contestant(f"{name}-logic", game).make()
    for number, state in enumerate(corpus(game.options_text, 3)):
        one, other = (state.view(state.turn, Stream(number)) for _ in range(2))
        assert compiled.act(one).move == reasoned.act(other).move  # type: ignore[union-attr]
        assert one.rng.word[0] == other.rng.word[0]
        assert isinstance(one, SchnapsenView)
        strict, leads = strict + one.is_strict, leads + (one.led is None)
    assert strict > 5
    assert leads > 5


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy_is_the_same_set_in_logic(name: str) -> None:
    for number, state in enumerate(corpus("rules=vu-old", 12)):
        if number % 5 == 0:
            view = state.view(state.turn)
            assert isinstance(view, SchnapsenView)
            kb = Base()
            logic.general_information(kb, view, view.moves)
            logic.STRATEGIES[name](kb, view.moves)
            assert {str(m) for m in view.moves if kb.entails(logic.PLAY(m))} == said(name, view)


LISTINGS = [
    # a printed program and what it comes to
    ("abot-listing", "abot-published"),
    ("bbot-listing", "bbot-appendix"),
    ("cbot-listing", "dbot-published"),
    ("dbot-listing", "dbot-published"),
    ("ebot-listing", "ebot-published"),
]


@pytest.mark.parametrize(("printed", "published"), LISTINGS)
def test_a_printed_program_moves_as_often_as_its_published_form(printed: str, published: str) -> None:
    game, draws = make("schnapsen", "rules=vu-old"), 1000
    agents = contestant(printed, game).make(), contestant(published, game).make()
    leads = several = 0
    for number, state in enumerate(corpus("rules=vu-old", 12)):
        if number % 4 or len(state.moves) == 1:
            continue
        counts: list[Counter[str]] = []
        for agent in agents:
            views = (state.view(state.turn, Stream.named(number, draw)) for draw in range(draws))
            counts.append(Counter(str(agent.act(view).move) for view in views))  # type: ignore[union-attr]
        for move in counts[0] | counts[1]:
            assert abs(counts[0][move] - counts[1][move]) < 4.5 * (draws / 2) ** 0.5, (number, move)
        leads += state.vector[r.LED] < 0
        several += len(counts[0]) > 1
    assert leads > 10
    assert several > 10


def test_a_printed_program_tells_its_steps() -> None:
    view = position("KH KD JD QS AC", "AD", "TH")
    found = contestant("dbot-listing", view.game).make().act(view)
    assert isinstance(found, Decision)
    steps = str(found.because).removeprefix("its printed program: ").split(", ")
    assert steps[:2] == ["get_move", "knowledge_base_trump"]
    assert steps[-1] in ("highest_trump_suit_card", *listings.LOWEST_FIRST)


@pytest.mark.parametrize(("name", "plain"), [("bbot-published", old_bots.bbot), ("kbbot", old_bots.kbbot)])
def test_bots_of_the_rule_book_move_as_often_in_each_way(name: str, plain: Callable[..., str | None]) -> None:
    """Through whole games, so that the legal moves agree too."""
    game, draws, compared = make("schnapsen", "rules=vu-old"), 300, 0
    agent = contestant(name, game).make()
    for seed in range(6):
        deal = game.deal_of(seed)
        state, table = deal.start(), Reference({"rules": "vu-old"}, [deal.text])
        while not state.is_over:
            expected = Counter(plain(table, Random(draw)) for draw in range(draws))
            views = (state.view(state.turn, Stream.named(seed, draw)) for draw in range(draws))
            found = Counter(str(agent.act(view).move) for view in views)  # type: ignore[union-attr]
            for move in expected | found:
                assert abs(found[str(move)] - expected[move]) < 4.5 * (draws / 2) ** 0.5, (seed, move)
            compared += len(found) > 1
            move = state.moves[(seed + state.ply) % len(state.moves)]
            state = state.play(move)
            table.play(str(move))
        assert table.over
    assert compared > 5


def test_bbot_wins_as_often_on_the_rule_book() -> None:
    game, games, rng = make("schnapsen", "rules=vu-old"), 5000, Random(3)
    plain = sum(old_bots.bbot_wins(rng) for _ in range(games)) / games
    pair = contestant("bbot-published", game), contestant("kbbot", game)
    compiled = play_match(Match(game, pair, 20_000, seed=3)).scores()[0].win_rate
    assert abs(plain - compiled) < 4 * (0.25 / games + 0.25 / 40_000) ** 0.5


# -- figures of the originals --------------------------------------------------------------------------

ORIGINALS = [
    # rules, pair, win rate measured on the original program and its games
    ("vu", "bully", "random", 0.4863, 10_000),
    ("vu", "rdeep", "random", 0.8557, 3_000),
    ("vu", "rdeep", "bully", 0.9110, 3_000),
    ("vu-old", "bully-old", "random", 0.5561, 30_000),
    ("vu-old", "rdeep-old", "random", 0.8050, 2_000),
    ("vu-old", "rdeep-old", "bully-old", 0.8575, 2_000),
    ("vu-old", "kbbot", "bully-old", 0.5262, 30_000),
    ("vu-old", "abot-published", "kbbot", 0.5083, 30_000),
    ("vu-old", "bbot-published", "bully-old", 0.3311, 30_000),
    ("vu-old", "bbot-appendix", "kbbot", 0.3853, 30_000),
    ("vu-old", "cbot-published", "kbbot", 0.6114, 30_000),
    ("vu-old", "dbot-published", "random", 0.5776, 30_000),
    ("vu-old", "ebot-published", "kbbot", 0.4754, 30_000),
]


@pytest.mark.parametrize(("rules", "one", "other", "rate", "games"), ORIGINALS)
def test_win_rates_are_those_of_the_original_programs(
    rules: str, one: str, other: str, rate: float, games: int
) -> None:
    game = make("schnapsen", f"rules={rules}")
    deals = 2_000 if "rdeep" in one else 10_000
    score = play_match(
        Match(game, (contestant(one, game), contestant(other, game)), deals, seed=11)
    ).scores()[0]
    error = (rate * (1 - rate) * (1 / games + 1 / (2 * deals))) ** 0.5
    assert abs(score.win_rate - rate) < 4 * error


def test_published_and_intended_bots_differ() -> None:
    game = make("schnapsen", "rules=vu-old")

    def rate(name: str) -> float:
        pair = contestant(name, game), contestant("bully-old", game)
        return float(play_match(Match(game, pair, 10_000, seed=2)).scores()[0].win_rate)

    for name in PUBLISHED:
        assert abs(rate(name) - rate(name.split("-")[0])) > 0.015, name


# -- Rdeep ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_assumed_worlds_look_like_the_view(rules: str) -> None:
    rng, world, seen = Stream(4).word, np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    for state in corpus(rules, 4):
        view = state.view(state.turn)
        assume(view.vector, rng, world)
        view.game.kernels.observe(world, view.seat, seen)
        assert (seen == view.vector).all()
        assert isinstance(view, SchnapsenView)
        order, size = int(world[r.ORDER + 1 - view.seat]), view.hand_size(1 - view.seat)
        held = {order >> 5 * place & 31 for place in range(size)}
        assert sum(1 << card for card in held) == world[HAND + 1 - view.seat]


def test_assumed_worlds_are_uniform() -> None:
    state = next(s for s in corpus("rules=vu", 3) if s.vector[r.SIZE] == 4 and s.vector[r.LED] < 0)
    view, rng, world = state.view(state.turn), Stream(4).word, np.zeros(WORDS, np.int64)
    hands: dict[tuple[int, int], int] = {}
    for _ in range(60_000):
        assume(view.vector, rng, world)
        key = int(world[HAND + 1 - view.seat]), int(world[r.STOCK])
        hands[key] = hands.get(key, 0) + 1
    complete: set[tuple[int, int]] = set()
    for _ in range(20_000):
        view.game.kernels.complete(view.vector, rng, world)
        complete.add((int(world[HAND + 1 - view.seat]), int(world[r.STOCK])))
    assert set(hands) == complete
    expected = 60_000 / len(hands)
    chi = sum((n - expected) ** 2 / expected for n in hands.values())
    assert chi < len(hands) + 5 * (2 * len(hands)) ** 0.5


def test_rdeep_sees_the_winning_card() -> None:
    """In the second phase an ace that takes everything has the best share."""
    view = position("AH TH JC QC QS", "AD", "KH", talon=0)
    decision = contestant("rdeep:samples=200,depth=1", view.game).make().act(view)
    assert decision.move in ("AH", "TH")  # type: ignore[union-attr]
    assert decision.values["AH"] == 1.0  # type: ignore[union-attr]


def test_more_samples_make_rdeep_stronger() -> None:
    game = make("schnapsen", "rules=vu")
    pair = contestant("rdeep:samples=20,depth=5", game), contestant("rdeep:samples=1,depth=1", game)
    assert play_match(Match(game, pair, 500, seed=1)).scores()[0].win_rate > 0.6
