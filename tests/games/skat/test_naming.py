"""What a named suit tells: with the skat taken it could reach the bid. Against the rules, world by world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import numpy as np
from scipy.stats import chisquare

from kiebitz.games.skat import rules as r
from kiebitz.games.skat import sight
from kiebitz.games.skat.agents.cards.engine import worlds_left
from kiebitz.games.skat.agents.cards.inference import draw_worlds
from kiebitz.games.skat.agents.cards.worlds import value_all
from kiebitz.games.skat.agents.memory import SOFT, make_memory
from kiebitz.games.skat.search.paranoia.paranoia import Paranoia
from kiebitz.games.skat.tables import BASE, BIDS, DECK
from kiebitz.games.skat.view import SkatState, SkatView
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.kernel.worlds import MOST_CASES
from kiebitz.knowledge.course import announcements
from kiebitz.knowledge.formulas.formula import Has, conjunction
from kiebitz.knowledge.logic.base import KnowledgeBase
from kiebitz.knowledge.logic.conclusion import Choice
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.lazy import LazyModel
from kiebitz.knowledge.places.locations import Locations
from kiebitz.knowledge.places.problem import Problem
from kiebitz.knowledge.reader import conclusions
from kiebitz.rules.contract.views import cases_of, number_of_worlds, observed, problem
from kiebitz.rules.contract.worlds import all_worlds, worlds_of
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, State

SKAT = game("skat")
VALUES = [int(value) for value in BIDS if 36 < value <= 180]
SPECTATOR = -1
FEW = 400


def to_play(seed: int, bid: int, options: dict[str, str] | None = None) -> State | None:
    """A random deal with a suit named at a bid that may rule hands out, if any suit can be named so."""
    rng, state = Stream.named("naming", seed), game("skat", options or {}).deal(seed)
    for move in (str(bid), "pass", "pass", "skat"):
        state = state.play(move)
    while state.phase == "discard":
        state = state.play(rng.choice(state.moves))
    suits = [move for move in state.moves if str(move) in "CSHD" and bid > 4 * BASE["CSHD".index(str(move))]]
    return state.play(rng.choice(suits)).play("plain") if suits else None


def course(seed: int, bid: int) -> Iterator[State]:
    """The states of a game from the naming on, in which trumps are kept for long: so more stays open."""
    rng, state = Stream.named("course", seed), to_play(seed, bid)
    while state and not state.is_over:
        yield state
        plain = [move for move in state.moves if not str(move).endswith("J")]
        state = state.play(rng.choice(plain or state.moves))


@cache
def courses() -> tuple[tuple[State, ...], ...]:
    found = (tuple(course(seed, VALUES[seed % len(VALUES)])) for seed in range(150))
    return tuple(states for states in found if states)


def by_the_rules(view: Vector) -> set[tuple[int, ...]]:
    """All worlds of the masks in which the rules let the declarer name what he named."""
    cards, room, places = problem(SKAT, view)
    found, state = set(), np.zeros(WORDS, np.int64)
    for world in all_worlds(cards[:places].tolist(), room[:places].tolist()):
        state[:] = view
        state[HAND : HAND + 3] |= world[:3]
        state[r.SKAT] |= world[3]
        if r.nameable(state, r.declarer_cards(state)) >> state[r.CONTRACT] & 1:
            found.add(world)
    return found


@cache
def counted_views() -> tuple[tuple[State, Vector, int, int, float], ...]:
    """Views with few worlds and at least one case; the numbers of both."""
    found = []
    for states in courses():
        for state in states[-15:]:
            for seat in (SPECTATOR, 0, 1, 2):
                view = observed(state, seat)
                if cases := cases_of(SKAT, view, 4)[1]:
                    found.append((state, view, seat, cases, number_of_worlds(SKAT, view)))
    return tuple(one for one in found if 1 < one[4] <= FEW)


def small_views(fewest_cases: int, most: int = FEW) -> list[tuple[State, Vector, int]]:
    """Views with few worlds that fall into some cases."""
    return [one[:3] for one in counted_views() if one[3] >= fewest_cases and one[4] <= most]


def test_every_bid_suit_and_hand_has_one_case_exactly_if_the_suit_may_be_named() -> None:
    """Twelve cards that begin with a run of trumps, or lack one, at every bid; else anything."""
    rng, state, lacks = Stream.named("hands"), np.zeros(WORDS, np.int64), np.zeros((MOST_CASES, 4), np.int64)
    told = Counter[int]()
    for place, suit in ((place, suit) for place in range(len(BIDS)) for suit in range(4)):
        for _ in range(60):
            run, is_with = rng.below(12), rng.below(2)
            trumps = [*range(4), *range(4 + 7 * suit, 11 + 7 * suit)][:run]
            rest = [card for card in range(32) if card not in trumps]
            rng.shuffle(rest)
            mine = ([*trumps, *rest] if is_with else rest)[:12]
            twelve = sum(1 << card for card in mine)
            state[:] = 0
            state[[r.BID, r.CONTRACT, r.TAKEN, r.DECLARER]] = place, suit, 1, 2
            state[4] = SPECTATOR
            n = int(sight.cases(state, lacks))
            fits = [not (lacks[k, 2] & twelve or lacks[k, 0] & DECK & ~twelve) for k in range(n)]
            assert (sum(fits) if n else 1) == int(r.nameable(state, twelve)) >> suit & 1, (place, suit, mine)
            told[n] += 1
    assert {0, 2, 4, 6, 8} <= set(told)


def test_the_worlds_are_those_that_the_rules_allow() -> None:
    seen = Counter[int]()
    for _, view, _ in small_views(fewest_cases=1):
        expected = by_the_rules(view)
        assert worlds_of(SKAT, view) == expected
        assert number_of_worlds(SKAT, view) == len(expected)
        seen[cases_of(SKAT, view, 4)[1]] += 1
    assert seen[1] > 50 and seen[2] > 20 and sum(seen[n] for n in range(3, 9)) > 5, seen


def test_draws_of_the_rules_and_of_locations_are_uniform() -> None:
    rng, checked = Stream.named("uniform naming"), Counter[int]()
    full = np.zeros(WORDS, np.int64)
    for state, view, seat in small_views(fewest_cases=2, most=150)[::2]:
        cases, expected = cases_of(SKAT, view, 4)[1], by_the_rules(view)
        if checked[cases] >= 4 or len(expected) < 3:
            continue
        drawn, sampled = Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
        locations = Locations.of(state.view(seat))
        known = locations.problem.known
        for _ in range(30 * len(expected)):
            sight.complete(view, rng.word, full)
            drawn[
                tuple(int(full[w]) & ~known[p] for p, w in enumerate((HAND, HAND + 1, HAND + 2, r.SKAT)))
            ] += 1
            sampled[tuple(cards.mask & ~known[p] for p, cards in enumerate(locations.sample(rng)))] += 1
        for found in (drawn, sampled):
            assert set(found) == expected
            assert chisquare(list(found.values())).pvalue > 1e-5
        checked[cases] += 1
    assert checked[2] == 4 and sum(checked.values()) > 5, checked


def test_locations_count_list_and_weigh_the_same_worlds() -> None:
    for state, view, seat in small_views(fewest_cases=2)[::4]:
        locations = Locations.of(state.view(seat))
        known = locations.problem.known
        expected = {tuple(m | k for m, k in zip(w, known, strict=True)) for w in by_the_rules(view)}
        listed = [tuple(cards.mask for cards in world) for world in locations.enumerate()]
        assert len(listed) == len(set(listed)) == locations.count() and set(listed) == expected
        assert [tuple(row) for row in locations.problem.worlds().tolist()] == listed
        for card in SKAT.deck.cards:
            for place in range(4):
                share = sum(world[place] >> card.number & 1 for world in expected) / len(expected)
                assert abs(locations.probability(card, place) - share) < 1e-12
                letter = Has(locations.places[place], str(card))
                if card in locations.unseen:
                    assert locations.count(letter) == round(share * len(expected))


def test_the_real_deal_is_counted_and_worlds_never_grow() -> None:
    fewer = 0
    for states in courses()[::3]:
        for seat in (SPECTATOR, 0, 1, 2):
            counts = [number_of_worlds(SKAT, observed(state, seat)) for state in states]
            assert all(after <= before for before, after in pairwise(counts))
            for state in states[::7]:
                locations = Locations.of(state.view(seat))
                real = conjunction(
                    Has(place, str(card))
                    for number, place in enumerate(locations.places)
                    for card in state.known_in(number)
                )
                assert locations.count(real) == 1
                fewer += locations.count() < untold(locations).count()
    assert fewer > 50


def untold(locations: Locations) -> Locations:
    """The same without what the naming tells."""
    certain = locations.certain
    plain = Problem(certain.cards, certain.room, certain.known)
    return Locations(locations.game, locations.seat, plain, table=locations.table)


def test_a_declarer_hand_games_grand_and_the_rule_of_the_server_tell_nothing() -> None:
    lacks = np.zeros((MOST_CASES, 4), np.int64)
    for seed in range(40):
        state = to_play(seed, 44, {"naming": "iss"})
        assert state is not None
        assert not any(sight.cases(observed(state, seat), lacks) for seat in (SPECTATOR, 0, 1, 2))
    for states in courses()[:20]:
        state = states[0]
        assert isinstance(state, SkatState)
        assert not sight.cases(observed(state, state.declarer), lacks)
        for word, value in ((r.TAKEN, 0), (r.CONTRACT, 4), (r.CONTRACT, 5)):
            view = observed(state, SPECTATOR)
            view[word] = value
            assert not sight.cases(view, lacks)


def test_premises_and_models_say_what_locations_say() -> None:
    rng, checked = Stream.named("premises"), 0
    found = small_views(fewest_cases=2, most=60)
    for state, _, seat in [rng.choice(found) for _ in range(8)]:
        view = state.view(seat)
        base, locations, lazy = KnowledgeBase.of(view), Locations.of(view), LazyModel.of(view)
        models = sum(1 for _ in base.models())
        assert models == locations.count()
        for card in list(locations.unseen)[:4]:
            for place in locations.places:
                here = Has(place, str(card))
                assert base.entails(~here) == locations.entails(~here) == bool(lazy.check(~here))
                checked += 1
    assert checked > 50


def test_the_public_model_has_the_worlds_and_seats_see_theirs() -> None:
    looked = 0
    for state, view, seat in small_views(fewest_cases=2, most=300):
        if seat != SPECTATOR or looked == 5:
            continue
        model, lazy = Model.of(state), LazyModel.of(state)
        assert model.size == len(by_the_rules(view)) and model.actual is not None
        for number, name in enumerate(model.vocabulary.seats):
            own = number_of_worlds(SKAT, observed(state, number))
            assert len(model.considered(name)) == own == len(lazy.considered(name))
            for other in model.vocabulary.seats:
                for card in list(Locations.of(state.view(SPECTATOR)).unseen)[:3]:
                    for formula in (
                        f"K[{name}] has({other}, {card})",
                        f"K[{name}] K[{other}] ~has({name}, {card})",
                    ):
                        assert bool(model.check(formula)) == bool(lazy.check(formula)), formula
        looked += 1
    assert looked == 5


def test_what_is_said_is_true_and_follows() -> None:
    sentences = set()
    for states in courses()[::3]:
        for state in states[::6]:
            for seat in (SPECTATOR, 0, 1, 2):
                view = state.view(seat)
                for found in conclusions(view):
                    if isinstance(found, Choice):
                        assert Locations.of(view).entails(found.formula)
                        sentences.add(
                            str(found).partition(": ")[2].translate(str.maketrans("", "", "0123456789"))
                        )
    assert sentences == {
        "with or without at least  tops.",
        "with or without at most  tops, too few for any game.",
        "with or without at most  top, too few for any game, or at least .",
        "with or without at most  tops, too few for any game, or at least .",
    }


def test_announcements_lead_from_position_to_position() -> None:
    for states in courses()[::25]:
        told = announcements(states)
        assert told and not any(str(one.said) == "cards have moved" for one in told)
    last = announcements(before_play(courses()[0][0]))[-1]
    assert "took the skat and named" in str(last.said)
    assert any(after < before for before, after in last.considered.values())


def before_play(state: State) -> list[State]:
    found = [state.deal.start()]
    for _, move in state.history:
        found.append(found[-1].play(move))
    return found


def test_the_player_lists_and_draws_exactly_the_worlds() -> None:
    """All worlds where it looks at all; otherwise only worlds, also where habits move cards to the skat."""
    memory, checked = make_memory([0] * 12 + [8, 60, 150]), 0
    memory[SOFT] = 3
    for state, view, seat in small_views(fewest_cases=2)[::5]:
        if seat != state.turn:
            continue
        worlds = by_the_rules(view)
        means, wins, examples, cards = np.zeros(64), np.zeros(64), np.zeros((3, 5)), int(r.legal(view))
        assert worlds_left(view) == len(worlds)
        assert value_all(view, memory, np.array([5]), cards, 0, means, wins, examples) == len(worlds)
        found, known = np.empty((40, 4), np.int64), Problem.of(state.view(seat)).known
        draw_worlds(view, memory, np.array([3]), found, 0)
        assert {tuple(row) for row in (found & ~np.array(known)).tolist()} <= worlds
        checked += 1
    assert checked > 5


def test_proofs_look_at_no_fewer_worlds_than_there_are() -> None:
    """What the search knows of a view is what holds in every case: all worlds, and with one case no more."""
    checked = Counter[bool]()
    for state, view, seat in small_views(fewest_cases=1)[::9]:
        if seat != state.turn:
            continue
        own = state.view(seat)
        assert isinstance(own, SkatView)
        proof = Paranoia.of_view(own)
        cases = cases_of(SKAT, view, 4)[1]
        worlds = len(by_the_rules(view))
        assert proof.worlds == worlds if cases == 1 else proof.worlds >= worlds
        checked[cases == 1] += 1
    assert checked[True] > 3 and checked[False] > 1


DEAL = "CJ SJ HA HT HK H9 CA CT SA ST | HJ HQ H8 CK CQ C9 SK SQ DK DQ | DJ H7 C8 C7 S9 S8 S7 D9 D8 D7 | DA DT"


def test_by_hand() -> None:
    """Hearts at 50 needs two tops: both black jacks are on one side."""
    state = Deal.read(SKAT, DEAL).start()
    for move in ["pass", "pass", "50", "skat", "DA", "DT", "H", "plain"]:
        state = state.play(move)
    view = state.view(1)
    assert isinstance(view, SkatView)
    locations = Locations.of(view)
    pairs = 12 * 11 + 10 * 9  # of 22 * 21: both jacks in Forehand's twelve cards, or both in Rearhand's ten
    assert locations.count() == untold(locations).count() * pairs // (22 * 21) == 20_507_916
    assert locations.count("has(Forehand, CJ) & has(Rearhand, SJ)") == 0
    assert locations.may_have("skat").mask & 3 == 3
