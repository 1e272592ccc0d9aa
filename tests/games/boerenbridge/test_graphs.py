"""Boerenbridge's strategy graphs: each node by hand, all of them against plain Python, and their pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from operator import or_
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kiebitz.agents.base import Decision
from kiebitz.agents.entry import Entry
from kiebitz.agents.registry import contestant
from kiebitz.cli import main
from kiebitz.errors import UnknownName
from kiebitz.games.boerenbridge.agents import questions_and_plays as v
from kiebitz.games.boerenbridge.agents.graphs import (
    GRAPHS,
    GREEDY,
    LOSING,
    WINNING,
    Graph,
    Node,
    full,
)
from kiebitz.games.boerenbridge.agents.picture import svg
from kiebitz.games.boerenbridge.agents.roster import ENTRIES, LOSE, WIN, graph_named
from kiebitz.games.boerenbridge.rules import TRUMPS, suit_cards
from kiebitz.games.boerenbridge.view import BoerenbridgeState, BoerenbridgeView
from kiebitz.kernel.random import Stream
from kiebitz.knowledge.places.locations import Locations
from kiebitz.knowledge.places.problem import Problem
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.language.catalogues import catalogue
from kiebitz.language.speaking import Speaker
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal
from kiebitz.sayings import say
from tests.contract.cases import make, random_game
from tests.games.boerenbridge.player import allowed

# Hands of North, East, South and West, the trump, who opens, the moves, and what the seat to move then does:
# the nodes it passes, its card. Guesses are 3 0 1 1 from the opener unless the moves begin with others.
WIN_NODES = [
    ("AS QH QD | KS QS AH | KH KD AD | QC KC AC", "S", "", "1 2 3", "AS"),
    ("AH QS QD | AS QC KC | KS QH KH | KD AD AC", "S", "", "1 2 3 4 5", "AH"),
    ("QS QH KC | AS AH AD | KS AC KH | KD QD QC", "S", "", "1 2 3 4 6b", "QH"),
    ("QS KC QC | AS AH AD | KS AC KH | KD QD QH", "S", "", "1 2 3 4 6b", "QC"),
    ("AS KS QS | AH AD AC | KH KD KC | QH QD QC", "S", "", "1 2 6 6b", "QS"),
    ("AH KH QD | QC KS KC | AC AD QS | QH KD AS", "S", "AH QC AC QH KH", "1 7 10 11 14", "KS"),
    ("QH AH QD | QS KC QC | KH KD AD | AS KS AC", "S", "QH", "1 7 10 11 14 15 16", "QC"),
    ("QH AH QD | KH KS QS | AS KD AD | QC KC AC", "S", "QH", "1 7 8 9", "KH"),
    ("QH KH QD | AH KS QS | AS KD AD | QC KC AC", "S", "QH", "1 7 8 9", "AH"),
    ("QH QD KD | QS QC AC | KH AH KS | AS KC AD", "S", "QH QS", "1 7 8", "KH"),
    ("QH QD KD | QC AC KC | KH AH KS | AS QS AD", "S", "QH", "1 7 10", "QC"),
    ("QH KH AH | QD KD AD | QC KC AC | QS KS AS", "S", "QH QD QC", "1 7 10 11 12", "QS"),
    ("QH KH AH | KS KD AD | QC KC AC | QS QD AS", "S", "QH KS QC", "1 7 10 11 12 13", "AS"),
    ("QH KH AH | AS KD AD | QC KC AC | QS QD KS", "S", "QH AS QC", "1 7 10 11 12 13", "QD"),
    ("QH QD KD | AS KC QC | KH AH AC | QS KS AD", "S", "QH", "1 7 10 11 14 15 16", "AS"),
    ("QH QD KD | AS KS QS | KH AH AC | QC KC AD", "S", "QH", "1 7 10 11 14 15", "QS"),
]
LOSE_NODES = [
    ("AH QD KC | QH KH AC | AS AD QC | KD KS QS", "S", "0 1 1 3", "0 L1", "QD"),
    ("QH QD KD | QS QC AC | KH AH KS | AS KC AD", "S", "1 1 0 3 QH QS", "0 L1 L2 L3", "AH"),
    ("KH QD KD | QH AH QC | AC QS KS | AS KC AD", "S", "1 0 1 3 KH", "0 L1 L2 L3 L4", "QH"),
    ("QH QD KD | KH AD QC | AC AH KS | AS KC QS", "S", "1 0 1 3 QH", "0 L1 L2 L3 L4", "KH"),
    ("QH KH AH | QC KC AD | QD KD AC | QS KS AS", "S", "1 0 1 3 QH", "0 L1 L2 L5", "AD"),
    ("QH KH AH | QC AS AD | QD KD AC | QS KS KC", "S", "1 0 1 3 QH", "0 L1 L2 L5 L6", "AD"),
    ("QH KH AH | AS QC AD | QS KS KD | QD KC AC", "S", "1 1 0 3 QH AS", "0 L1 L2 L5 L6 L7", "QS"),
    ("QH KH AH | QS QC AD | AS KS KD | QD KC AC", "S", "1 1 0 3 QH QS", "0 L1 L2 L5 L6 L7", "KD"),
]  # fmt: skip


SUITS = [int(suit_cards(suit)) for suit in range(4)]
VARIANTS = ["greedy-kripke:win=literal", "greedy-kripke:win=corrected"]


def position(hands: str, trump: str, moves: str) -> BoerenbridgeState:
    chosen = game("boerenbridge", {"schedule": "3"})
    state = Deal.read(chosen, f"{hands} |  | trump={trump} opener=0").start()
    if not moves[:1].isdigit():
        moves = f"3 0 1 1 {moves}"
    for move in moves.split():
        state = state.play(move)
    assert isinstance(state, BoerenbridgeState)
    return state


def decide(spec: str, state: BoerenbridgeState) -> Decision:
    answer = contestant(spec, state.game).make().act(state.view(state.turn, Stream(1)))
    assert isinstance(answer, Decision)
    return answer


@pytest.mark.parametrize(("hands", "trump", "moves", "nodes", "card"), WIN_NODES)
def test_the_win_graph_node_by_node(hands: str, trump: str, moves: str, nodes: str, card: str) -> None:
    found = decide("greedy-kripke", position(hands, trump, moves))
    assert (" ".join(found.details["nodes"]), found.move) == (nodes, card), found.because


@pytest.mark.parametrize(("hands", "trump", "moves", "nodes", "card"), LOSE_NODES)
def test_the_lose_graph_node_by_node(hands: str, trump: str, moves: str, nodes: str, card: str) -> None:
    found = decide("full-kripke", position(hands, trump, moves))
    assert (" ".join(found.details["nodes"]), found.move) == (nodes, card), found.because


def test_the_path_is_told_in_words() -> None:
    found = decide("greedy-kripke", position(*WIN_NODES[0][:3]))
    told = "opener → others have trumps → I hold the highest trump → play the highest trump"
    assert str(found.because) == str(found.details["path"]) == told


KNOWING = "QC KC KS QS | QH JD JS AC | KH QD AS JH | AH KD AD JC |  | trump=S opener=3"


@pytest.mark.parametrize(
    ("guesses", "nodes", "card"),
    [("2 1 0 0", "0 L1 L1a L1b L1c", "AD"), ("2 0 0 0", "0 L1 L1a L1b L1c", "JC"), ("0 1 1 1", "", "")],
)
def test_a_highest_card_is_led_into_the_trumps_of_one_who_needs_a_trick(
    guesses: str, nodes: str, card: str
) -> None:
    """North has shown no hearts and no diamonds; of its two cards only one can be the ace of clubs."""
    state = Deal.read(game("boerenbridge", {"schedule": "4"}), KNOWING).start()
    for move in f"{guesses} AH QC QH KH".split():
        state = state.play(move)
    assert isinstance(state, BoerenbridgeState)
    if not nodes:  # a trick earlier nobody is known to lack diamonds
        assert decide("full-kripke:lose=knowing", state).details["nodes"][-1] == "L1b"
        return
    for move in ("KD", "KC", "JD", "QD"):
        state = state.play(move)
    found = decide("full-kripke:lose=knowing", state)
    assert (" ".join(found.details["nodes"]), found.move) == (nodes, card), found.because


def test_where_no_hand_alone_shows_a_ruffer_the_words_say_that_hands_were_counted_alone() -> None:
    """All worlds together may show one: then "no one is known to" would be wrong."""
    asked = together = 0
    for state in positions("seats=3,schedule=4", 120):
        view = state.view(state.turn)
        assert isinstance(view, BoerenbridgeView)
        found = decide("full-kripke:lose=knowing", state)
        nodes = found.details["nodes"]
        if "L1b" not in nodes or Locations.of(view).count() > 2000:
            continue
        asked += 1
        problem, is_there = Problem.of(view), nodes[-1] != "L1b" or "someone lacks it" in str(found.because)
        suits = [suit for suit in SUITS if suit & master_cards(view)]
        worlds = list(Locations.of(view).enumerate())
        trumps = int(view.vector[TRUMPS])
        others = [seat for seat in range(view.game.seats) if seat != view.seat]
        alone = any(
            not problem.cards[seat] & suit
            and problem.room[seat] > (problem.cards[seat] & ~trumps).bit_count()
            for seat in others
            for suit in suits
            if problem.room[seat]
        )
        proved = any(
            all(not world[seat].mask & suit and world[seat].mask & trumps for world in worlds)
            for seat in others
            for suit in suits
        )
        assert is_there == alone and proved >= alone
        if proved and not alone:
            together += 1
            assert "no hand, counted alone," in str(found.because)
    assert asked > 50 and together > 3


def master_cards(view: BoerenbridgeView) -> int:
    """The player's cards outside trumps that are above all of their suit that others may hold."""
    problem, found = Problem.of(view), 0
    elsewhere = reduce(or_, (problem.cards[seat] for seat in range(view.game.seats) if problem.room[seat]), 0)
    for suit in SUITS:
        mine = view.hand.mask & suit & ~int(view.vector[TRUMPS])
        if mine.bit_length() > (elsewhere & suit).bit_length():
            found |= 1 << mine.bit_length() - 1
    return found


def positions(options: str, games: int) -> Iterator[BoerenbridgeState]:
    """Of play in random games."""
    for seed in range(games):
        for state in random_game(make("boerenbridge", options), seed):
            assert isinstance(state, BoerenbridgeState)
            if not state.is_over and state.phase == "play":
                yield state


def test_the_literal_graph_does_not_fight_for_a_led_trump() -> None:
    state = position("QS QH QD | AS KS KH | KD AD AH | QC KC AC", "S", "QS")
    assert decide("greedy-kripke", state).move == "AS"
    for spec in (*VARIANTS, "greedy-kripke-published"):
        assert decide(spec, state).move == "KS"


def test_two_trumps_are_a_pair_as_node_6b_is_drawn() -> None:
    """The picture asks for two cards of the same suit, whichever it is; the program leaves out trumps."""
    state = position("KS QS QD | AS AH AD | KD AC KH | KC QC QH", "S", "")
    for spec in ("greedy-kripke", "greedy-kripke:win=literal"):
        found = decide(spec, state)
        assert (found.details["nodes"][-1], found.move) == ("6b", "QS"), found.because
    for spec in ("greedy-kripke:win=corrected", "greedy-kripke-published"):
        found = decide(spec, state)
        assert (found.details["nodes"][-1], found.move) == ("6b", "QD"), found.because


def test_the_lowest_trump_to_the_letter_need_not_win() -> None:
    """South cannot follow, East has trumped higher: nodes 14 and 15 say the lowest trump all the same."""
    state = position("AH KH QD | KS QC KC | QS AS QH | AC AD KD", "S", "3 0 1 1 AH QC QH AC KH KS")
    found = [decide(spec, state) for spec in ("greedy-kripke", *VARIANTS)]
    assert [answer.move for answer in found] == ["AS", "QS", "AS"]


@pytest.mark.parametrize(
    ("hands", "moves", "published", "intended"),
    [
        # K5: nobody has trumped, and the last player throws the trick away
        ("QH KH AH | QD KD AD | QC AC AS | QS KS KC", "QH QD QC", "KC", "QS"),
        # K4: the highest trump where a lower one wins
        ("QH KH AH | QS KD AD | QC KC AC | KS QD AS", "QH QS QC", "AS", "KS"),
        # K4: a trump that others may beat
        ("QH QD KD | QS KC QC | KH AH AC | AS KS AD", "QH", "QS", "QC"),
        # K3: of equally high cards only the last suit's counts
        ("AH QD QC | AC KS QH | AD KC QS | KD KH AS", "", "QD", "AH"),
    ],
)
def test_the_published_win_graph_errs(hands: str, moves: str, published: str, intended: str) -> None:
    state = position(hands, "S", moves)
    found = [decide(spec, state).move for spec in ("greedy-kripke-published", "greedy-kripke")]
    assert found == [published, intended]


@pytest.mark.parametrize(
    ("hands", "moves", "published", "intended"),
    [
        # K7: the highest card is a trump, which wins
        ("QH KH AH | QC QS AD | QD KD AC | AS KS KC", "1 0 1 3 QH", "QS", "AD"),
        # K6: trump was led, and its highest trump wins
        ("QS KH AH | KS AS QD | QC KD AC | QH AD KC", "1 0 1 3 QS", "AS", "KS"),
    ],
)
def test_the_published_lose_graph_errs(hands: str, moves: str, published: str, intended: str) -> None:
    state = position(hands, "S", moves)
    found = [decide(spec, state).move for spec in ("full-kripke-published", "full-kripke:lose=sensible")]
    assert found == [published, intended]


@pytest.mark.parametrize(
    "options", ["", "seats=3,schedule=1-5-1,deck=full,trump=card", "seats=5,schedule=4,trump=none"]
)
@pytest.mark.parametrize(("spec", "stops"), [("greedy-kripke", False), ("full-kripke", True)])
def test_the_graphs_play_what_plain_python_allows(options: str, spec: str, stops: bool) -> None:
    chosen, seen = make("boerenbridge", options), 0
    agent = contestant(spec, chosen).make()
    for seed in range(15):
        for state in random_game(chosen, seed):
            if not state.is_over and state.phase == "play":
                view = state.view(state.turn)
                assert isinstance(view, BoerenbridgeView)
                answer = agent.act(view)
                assert isinstance(answer, Decision)
                assert answer.move in allowed(view, stops), f"{view}\n{answer}"
                seen += 1
    assert seen > 200


@pytest.mark.parametrize("spec", [*GRAPHS, "full-kripke:lose=sensible", *VARIANTS])
def test_every_answer_of_every_node_is_reached(spec: str) -> None:
    """But for one: the published program always finds a card of the trick suit, the one that was led."""
    graph, chosen = graph_named(spec), game("boerenbridge")
    agent = contestant(f"{spec}{':guess=rule' if 'plus' in spec else ''}", chosen).make()
    left = {(node.name, answer) for node in graph.nodes for answer in (True, False)}
    never = {("14", False), ("W14", False)} if spec.endswith("kripke-published") else set()
    for seed in range(300):
        if left <= never:
            return
        for state in random_game(chosen, seed):
            if not state.is_over and state.phase == "play":
                found = agent.act(state.view(state.turn))
                assert isinstance(found, Decision)
                path = found.details["path"].values.values()
                for name, told in zip(found.details["nodes"], path, strict=False):
                    node = graph.nodes[graph.places[name]]
                    left.discard((name, told == v.QUESTIONS[node.question].yes))
    pytest.fail(f"never answered so: {sorted(left - never)}")


@pytest.mark.parametrize("options", ["", "seats=3,schedule=1-4,deck=full,trump=card,hook=off"])
@pytest.mark.parametrize("entry", [*ENTRIES], ids=lambda entry: entry.name)
def test_policies_and_explanations_play_the_same_games(entry: Entry, options: str) -> None:
    chosen = make("boerenbridge", options)
    others = (contestant("random", chosen),) * (chosen.seats - 1)
    match = Match(chosen, (contestant(entry.quick, chosen), *others), 3, 2)
    explained = replace(match, players=tuple(replace(p, policy=None) for p in match.players))
    one, other = play_match(match), play_match(explained)
    assert not one.reasons
    assert not other.reasons
    assert (one.points == other.points).all()


def test_graphs_name_their_nodes() -> None:
    with pytest.raises(UnknownName, match="'9'"):
        Graph(say("wrong"), (Node("1", v.OPENER, "9", v.WORST),))


def test_every_graph_can_be_chosen() -> None:
    assert (WIN.allowed, LOSE.allowed) == (tuple(WINNING), tuple(LOSING))


def test_graphs_speak_the_language_of_the_reader() -> None:
    german = Speaker("de", catalogue("de", ["kiebitz.games.boerenbridge"])).text
    lines = list(GRAPHS["full-kripke"].lines(german))
    assert lines[0] == "Full Kripke: Gewinngraph wie gezeichnet, Verliergraph wie gezeichnet"
    assert lines[1] == "0. Braucht er noch Stiche?" and lines[2] == "  ja:   W1. Eröffnet er?"
    assert ">nein<" in svg(GREEDY, german) and ">no<" in svg(GREEDY)


def test_graphs_are_printed_as_text_and_picture() -> None:
    for graph in (*GRAPHS.values(), *WINNING.values(), *map(full, LOSING)):
        text, picture = str(graph), ElementTree.fromstring(svg(graph))
        for node in graph.nodes:
            assert f"{node.name}. {v.QUESTIONS[node.question].text}" in text
        boxes = list(picture.iter("{http://www.w3.org/2000/svg}rect"))
        assert len(boxes) - 1 == len(text.splitlines()) - 1


def test_the_command_shows_a_graph(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def run(*words: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.argv", ["kiebitz", "graph", *words])
        with pytest.raises(SystemExit) as end:
            main()
        captured = capsys.readouterr()
        return int(end.value.code or 0), captured.out + captured.err

    assert "W3. Does he have the highest trump?" in run("boerenbridge", "full-kripke")[1]
    assert "full-kripke-plus" in run("boerenbridge")[1]
    file = f"{tmp_path}/graph.svg"
    assert run("boerenbridge", "greedy-kripke", "--svg", file) == (0, "")
    ElementTree.parse(file)
    assert run("boerenbridge", "random")[0] == 2
    assert run("skat", "random")[0] == 2
