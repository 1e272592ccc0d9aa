"""Recorded Skat games gone over: agreement, forced wins that were given away, open cards, the command."""

from __future__ import annotations

import pytest

from kiebitz.errors import BadOption
from kiebitz.games.skat.lab.hindsight import look_back, open_problem, wanted
from kiebitz.games.skat.lab.review import Reviewer, interchangeable
from kiebitz.games.skat.lab.review_page import agreement, page, summary, told
from kiebitz.games.skat.search.open_cards.solver import Solver
from kiebitz.games.skat.view import SkatState
from kiebitz.knowledge.places.problem import Problem
from kiebitz.lab.playing.match import record_text
from kiebitz.lab.runs.plan import match_plan
from kiebitz.rules.formats import AnyRecord, read_file
from kiebitz.sayings import say
from tests.paths import XSKAT

SAMPLE = XSKAT
GIVEN_AWAY = 14  # a game of the sample that the declarer loses after a forced win


def sample(number: int) -> AnyRecord:
    return read_file(SAMPLE.read_text(encoding="utf-8"))[number - 1]


@pytest.fixture(scope="module")
def own_games() -> str:
    """Games of the rule player with itself, in our own format."""
    match = match_plan("skat", ["xskat-like"] * 3, 6, 3, "", "fixed").match
    return "\n".join(record_text(match, match.play(deal, 0)) for deal in range(6))


def test_an_agent_agrees_with_its_own_games(own_games: str) -> None:
    reviewer = Reviewer("xskat-like")
    reviews = [reviewer.review(record) for record in read_file(own_games)]
    choices = [choice for review in reviews for choice in review.choices]
    assert {choice.stage for choice in choices} == {"bidding", "skat", "discard", "game", "play"}
    assert all(choice.agrees for choice in choices)
    for stages in agreement(reviews).values():
        assert all(count.agreed == count.of for count in stages.values())
    assert all(review.problem is None for review in reviews)


def test_what_the_agent_would_have_bid_is_what_it_bids(own_games: str) -> None:
    """The declarer of a game between equal agents bids no more than the agent's limit for his hand."""
    reviewer = Reviewer("xskat-like")
    for record in read_file(own_games):
        review, end = reviewer.review(record), record.states()[-1]
        assert isinstance(end, SkatState)
        for seat in range(3):
            assert review.limits[seat] >= end.offer(seat)


def test_a_forced_win_that_was_given_away() -> None:
    record = sample(GIVEN_AWAY)
    review = Reviewer("xskat-like").review(record)
    assert review.won is False
    (loss,) = review.lost
    assert (loss.trick, loss.card, loss.killers) == (7, "♦J", ("♥K", "♥8"))
    line = "here the declarer gave away a forced win: ♦J; ♥K or ♥8 forces 61 points"
    assert any(line in str(said) for _, said in told(review, "xskat-like"))
    assert "1 by declarers" in str(summary([review])[1])
    assert "1 game went to the other side" in str(summary([review])[1])


def test_the_forced_win_holds_in_every_world() -> None:
    """Against every distribution of the unseen cards the open-card solver agrees; the played card loses."""
    states = [state for state in sample(GIVEN_AWAY).states() if isinstance(state, SkatState)]
    before = next(s for s in states if s.phase == "play" and sum(s.tricks) == 6 and s.turn == s.declarer)
    solver, kept = Solver(14), {"HK": True, "H8": True, "DJ": True}
    worlds = Problem.of(before.view(before.turn)).worlds()
    for hands in worlds:
        vector = before.vector.copy()
        for seat in range(3):
            if seat != before.turn:
                vector[seat_word(seat)] = hands[seat]
        world = SkatState(before.game, vector, before.deal, before._log, before.ply)
        for card, reached in solver.cards(open_problem(world), 61).items():
            kept[card] = kept.get(card, True) and bool(reached)
    assert len(worlds) > 1
    assert kept["HK"]
    assert kept["H8"]


def seat_word(seat: int) -> int:
    from kiebitz.kernel.state import HAND

    return HAND + seat


def test_open_cards_tell_where_a_game_changed_hands() -> None:
    """The verdict before the first card and the losses together give the result."""
    for number in range(1, 13):
        states = [state for state in sample(number).states() if isinstance(state, SkatState)]
        found = look_back(states)
        assert found is not None
        winner = found.could_be_won
        for loss in found.losses:
            assert loss.is_declarer == winner
            winner = not winner
        assert winner == (states[-1].value > 0), number


def test_what_a_declarer_needs() -> None:
    from kiebitz.games.skat import Skat

    game = Skat({"naming": "iss"})
    start = game.deal(seed=1)

    def after(*moves: str) -> SkatState:
        state = start
        for move in moves:
            state = state.play(move)
        assert isinstance(state, SkatState)
        return state

    assert wanted(after("18", "pass", "pass", "hand", "G", "plain")) == 61
    assert wanted(after("18", "pass", "pass", "hand", "G", "schneider")) == 90
    assert wanted(after("18", "pass", "pass", "hand", "G", "schwarz")) == "schwarz"
    assert wanted(after("18", "pass", "pass", "hand", "N", "plain")) is None
    assert wanted(after("264", "pass", "pass", "hand", "D", "plain")) == 0


def test_cheats_are_refused() -> None:
    with pytest.raises(BadOption, match="open cards"):
        Reviewer("glassbox").review(sample(1))


def test_the_page_has_everything() -> None:
    review = Reviewer("xskat-like").review(sample(GIVEN_AWAY))
    html = page([review], "xskat-like", "games <1>", [("line 9", say("the deal has hidden cards."))])
    for text in ("gave away a forced win: ♦J", "games &lt;1&gt;", "line 9", "play as declarer"):
        assert text in html
    assert "src=" not in html


def test_the_page_is_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiebitz.language.speaking._chosen", "de")
    html = page([Reviewer("xskat-like").review(sample(GIVEN_AWAY))], "xskat-like", "games", [])
    lost = "hier hat der Alleinspieler einen erzwungenen Sieg verschenkt: ♦J; ♥K oder ♥8 erzwingt 61 Augen"
    for text in ('<html lang="de">', lost, "Zeile 16: Mittelhand verliert Karo, mit 2, gereizt 18: -54"):
        assert text in html


def test_cards_that_nothing_can_tell_apart() -> None:
    """Forehand holds S9 and S7, another S8: different until S8 is gone; the jacks of one hand are alike."""
    from kiebitz.games.skat import Skat
    from kiebitz.rules.values import Deal

    text = (
        "S9 S7 SA CJ SJ HA HT HK HQ H9 | S8 ST SK CA CT CK CQ C9 C8 C7 | "
        "SQ HJ DJ DA DT DK DQ D9 D8 D7 | H8 H7"
    )
    state = Deal.read(Skat(), text).start()
    for move in ("18", "pass", "pass", "skat", "C7", "C8", "C", "plain"):
        state = state.play(move)
    assert isinstance(state, SkatState)
    assert not interchangeable(state, "S9", "S7")
    assert interchangeable(state, "CJ", "SJ")
    assert not interchangeable(state, "SA", "S7")
    for move in ("SA", "S8"):
        state = state.play(move)
    assert not interchangeable(state.play("SQ"), "S9", "SA")
    assert interchangeable(state.play("SQ"), "S9", "S7")
