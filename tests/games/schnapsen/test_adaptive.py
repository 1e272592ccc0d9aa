"""pu-adaptive: pu-plus where it has nothing to learn, and what it learns of the other player."""

from __future__ import annotations

import pytest

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant
from kiebitz.games.schnapsen.agents.utility_adaptive import Adaptive, Lead, Mean
from kiebitz.games.schnapsen.agents.utility_plus import EXPECTED
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, Event
from tests.contract.cases import make

LOW, HIGH, BEATEN, DISCARD, TAKER = range(5)
JACK, QUEEN, TEN = 0, 1, 3  # of hearts
TRUMP = 2  # spades, whose jack is card 10


def learned(*tricks: tuple[int, int], suit: float = 0.5, trumped: float = 0.5) -> list[float]:
    """The style of a player who answered these leads in this way."""
    agent = Adaptive(adapts=True, risk=False, trust=4)
    for lead, answer in tricks:
        agent.learn(Lead(lead, TRUMP, suit, trumped), answer)
    return [mean.value for mean in agent.style]


@pytest.mark.parametrize("options", ["rules=vu", "rules=full"])
@pytest.mark.parametrize("opponent", ["bully", "pu-afro"])
def test_without_both_it_plays_as_pu_plus(options: str, opponent: str) -> None:
    chosen, points = make("schnapsen", options), []
    for spec in ("pu-plus", "pu-adaptive:adapt=off,risk=off"):
        players = contestant(spec, chosen), contestant(opponent, chosen)
        result = play_match(Match(chosen, players, 15, seed=4))
        assert (result.losers == -1).all()
        points.append(result.points.tolist())
    assert points[0] == points[1]


def test_a_player_who_trumps_is_expected_to_trump() -> None:
    style = learned((JACK, 10), (JACK, 11), (JACK, 10))
    assert style[LOW] > EXPECTED[LOW]
    assert style[HIGH] == EXPECTED[HIGH]
    assert style[TAKER] < EXPECTED[TAKER]  # trump jacks and a queen are fewer points than expected


def test_a_player_who_could_and_does_not_is_expected_to_less() -> None:
    often, seldom = (learned((TEN, 5), (TEN, 5), trumped=chance)[HIGH] for chance in (0.9, 0.2))
    assert often < seldom < EXPECTED[HIGH]
    assert learned((JACK, 5), suit=0.0)[BEATEN] == EXPECTED[BEATEN]  # he could not beat it


def test_high_cards_thrown_away_are_remembered() -> None:
    assert learned((QUEEN, 9), (QUEEN, 8))[DISCARD] > EXPECTED[DISCARD]  # ace and ten of clubs


def test_a_mean_is_moved_less_by_what_is_uncertain() -> None:
    sure, unsure = Mean(0.5, 4), Mean(0.5, 4)
    sure.learn(1.0)
    unsure.learn(1.0, 0.5)
    assert sure.value == 0.6
    assert 0.5 < unsure.value < sure.value


def test_it_learns_from_answers_to_its_own_leads_alone() -> None:
    chosen = game("schnapsen")
    state = Deal.read(chosen, "JH QC TS JD KD | AC TC KS QH AD | KH TH AH JC KC AS QD TD QS JS").start()
    agent = Adaptive(adapts=True, risk=True, trust=8)
    found = agent.act(state.view(0))
    assert isinstance(found, Decision)
    lead = next(move for move in state.moves if move == found.move)
    before = [mean.value for mean in agent.style]
    state = state.play(lead)
    for number, (seat, move) in enumerate(((0, lead), (1, state.moves[0]), (1, state.moves[1]))):
        agent.observe(Event(number, seat, "play", move, chosen.deck.set([]), 0))
        if number == 0:
            assert [mean.value for mean in agent.style] == before
        if number == 1:
            after = [mean.value for mean in agent.style]
            assert after != before
    assert [mean.value for mean in agent.style] == after  # the second is the other's lead


def test_a_fresh_player_knows_nothing_of_the_last_unit() -> None:
    player = contestant("pu-adaptive", game("schnapsen"))
    one, other = player.make(), player.make()
    assert isinstance(one, Adaptive) and isinstance(other, Adaptive)
    one.learn(Lead(JACK, TRUMP, 0.5, 0.5), 10)
    assert [mean.value for mean in other.style] == list(EXPECTED)
