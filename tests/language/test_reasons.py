"""Whatever a game and its agents say is a saying, and the catalogues have it in every language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from string import Formatter
from typing import Any

import pytest

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant, entries
from kiebitz.agents.roster import Roster
from kiebitz.cards import CardSet
from kiebitz.errors import KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.knowledge.inspection import Inspection
from kiebitz.knowledge.logic.premises import premises
from kiebitz.knowledge.models.lazy import model_of
from kiebitz.knowledge.reader import Reader, conclusions
from kiebitz.language.catalogues import catalogue
from kiebitz.language.speaking import Speaker
from kiebitz.rules.contract import option_sets
from kiebitz.rules.contract.tried import random_game
from kiebitz.rules.game import Game
from kiebitz.rules.options import OPEN_WORLD, Option, RuleSet
from kiebitz.rules.parts import part
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game, game_class, names, package_of
from kiebitz.rules.values import Deal, State
from kiebitz.sayings import Cards, MoveText, Name, Saying, Seat, Suit, say
from kiebitz.table.stage import Stage
from kiebitz.table.tables.replays import open_record

SPOKEN = ("de", "nl")
GAMES = names()
DEALS = 3  # whole games of each agent
MOST = 120  # positions of a random game: some units are many rounds long
LETTER, NUMBER = re.compile(r"[^\W\d_]"), re.compile(r"[-+]?[\d.]*\d")
CODE = re.compile(r"[WL]?\d+[a-z]?|[-+]?[\d.,]+%?")  # of a node in a strategy graph; a number


class Ear:
    """Hears what is said at a game, and notes what some language has no words for."""

    def __init__(self, name: str) -> None:
        self.languages = {
            language: catalogue(language, [package_of(game_class(name))]) for language in SPOKEN
        }
        self.missing: set[str] = set()
        self.heard: set[str] = set()

    def hear(self, said: object) -> None:
        """A saying with all that it is made of; a bare text is not one."""
        match said:
            case Saying(text=text, values=values):
                if LETTER.search("".join(literal for literal, *_ in Formatter().parse(text))):
                    self._note(text, lambda words: text in words.messages)
                if text not in self.heard:  # it can be said, with its numbers and forms
                    self.heard.add(text)
                    assert all(Speaker(*spoken).text(said) for spoken in self.languages.items())
                for value in values.values():
                    if not isinstance(value, str):  # what users type, and names of files and agents
                        self.hear(value)
            case Name(word=word, kind=kind):
                self.named(kind, word)
            case Seat(name=name) if name:
                self.named("place", name)
            case str() if said:
                self.missing.add(f"not a saying: {NUMBER.sub('#', said)}")

    def named(self, kind: str, word: str) -> None:
        """A name that readers see."""
        self._note(f"{kind}: {word}", lambda words: word in words.names.get(kind, {}))

    def _note(self, text: str, known: Callable[[Any], bool]) -> None:
        self.missing |= {
            f"{language} lacks: {text}" for language, words in self.languages.items() if not known(words)
        }

    def complain(self) -> None:
        """Fail with the list of what is missing."""
        if self.missing:
            pytest.fail("\n".join(["said without words for it:", *sorted(self.missing)]), pytrace=False)


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def ear(name: str) -> Ear:
    return Ear(name)


# -- positions -------------------------------------------------------------------------------------------


def test_what_a_terminal_shows_of_positions(name: str, ear: Ear) -> None:
    for rules in option_sets(game_class(name)):
        for state in random_game(game(name, rules), 1):
            for position in (state, state.view(0)):
                drawn = position.game.render(position)
                if isinstance(drawn, str):  # a game of others may draw as it likes
                    assert str(position.said) == drawn
                else:
                    ear.hear(drawn)
    ear.complain()


# -- agents ----------------------------------------------------------------------------------------------


def decisions(chosen: Game, spec: str) -> Iterator[Decision]:
    """Everything that agents of one kind decide in some whole games."""
    made = contestant(spec, chosen)
    for seed in range(DEALS):
        rng = Stream(3 + seed)
        agents = [made.make() for _ in range(chosen.seats)]
        for seat, agent in enumerate(agents):
            agent.begin(seat, dict(chosen.options), rng)
        state = chosen.deal(seed)
        while not state.is_over:
            answer = agents[state.turn].act(state.view(state.turn, rng))
            if isinstance(answer, Decision):
                yield answer
            state = state.play(str(answer.move if isinstance(answer, Decision) else answer))


def moves_of(chosen: Game) -> set[str]:
    """The texts of all moves and cards, which need no words."""
    phases = enumerate(chosen.phases)
    moves = {str(chosen.move(phase, code)) for phase, _ in phases for code in chosen.move_codes(phase)}
    return moves | {str(card) for card in chosen.deck.cards}


def test_moves_that_are_words_have_names(name: str, ear: Ear) -> None:
    for rules in option_sets(game_class(name)):
        for move in moves_of(game(name, rules)):
            if re.fullmatch("[a-z]+", move):
                ear.named("move", move)
    ear.complain()


def is_code(text: str, moves: set[str]) -> bool:
    """Is a text made of moves, cards, numbers and codes?"""
    return all(word in moves or CODE.fullmatch(word) for word in re.split(r"[\s,:+|]+", text) if word)


def hear_details(ear: Ear, details: Any, moves: set[str]) -> None:
    """All words of an explanation's details, the names of its entries among them."""
    match details:
        case Mapping():
            for key, value in details.items():
                if not is_code(str(key), moves):
                    ear.named("detail", str(key))
                hear_details(ear, value, moves)
        case str():
            if not is_code(details, moves):
                ear.hear(str(details))
        case list() | tuple() | set() | frozenset():
            for inner in details:
                hear_details(ear, inner, moves)
        case Saying() | Name() | Seat() | Suit() | Cards() | MoveText() | CardSet() | None:
            ear.hear(details)
        case _:
            float(details)  # nothing but numbers is left


def test_agents_give_their_reasons_and_details_in_sayings(name: str, ear: Ear) -> None:
    chosen = game(name)
    moves, said = moves_of(chosen), 0
    for entry in entries(chosen).values():
        for decision in decisions(chosen, entry.quick):
            said += bool(decision.because)
            ear.hear(decision.because)
            hear_details(ear, decision.details, moves)
    assert said
    ear.complain()


def test_agents_levels_and_parameters_are_explained(name: str, ear: Ear) -> None:
    for entry in entries(game_class(name)).values():
        assert entry.help, entry.name
        ear.hear(entry.help)
        for option in entry.parameters:
            hear_option(ear, option)
    for level in part(game_class(name), Roster).levels:
        ear.hear(level.about)
    ear.complain()


def hear_option(ear: Ear, option: Option) -> None:
    """An option's name, its help, and those of its values that are words."""
    assert option.help, option.name
    ear.hear(option.help)
    ear.named("option", option.name)
    if isinstance(option.allowed, tuple):
        for value in option.allowed:
            if value.replace("-", "").isalpha():
                ear.named("value", value)
    elif isinstance(option.choices, Saying):
        ear.hear(option.choices)


# -- the game --------------------------------------------------------------------------------------------


def test_options_and_names_are_explained(name: str, ear: Ear) -> None:
    cls = game_class(name)
    for option in (*cls.option_list, OPEN_WORLD):
        hear_option(ear, option)
    for kind, words in {"phase": cls.phases, "measure": cls.measures, "rule set": cls.presets}.items():
        for word in words:
            ear.named(kind, word)
    for rules in cls.presets.values():
        ear.hear(rules.about)
    for place in cls().place_names():
        ear.named("place", place)
    ear.complain()


NO_RULES = RuleSet({}, say(""))


def moments(name: str, deals: int) -> Iterator[tuple[State, State]]:
    """Positions of random games with those before them, the rule set that people play among them."""
    for seed in range(deals):
        rules = next(iter(game_class(name).presets.values()), NO_RULES).options if seed % 2 else {}
        before: State | None = None
        for state in islice(random_game(game(name, rules), seed), MOST):
            if before is not None:
                yield before, state
            before = state


def test_what_a_scene_says(name: str, ear: Ear) -> None:
    stage = part(game_class(name), Stage)
    ear.hear(stage.about)
    ear.hear(stage.rules)
    for _, state in moments(name, 4):
        for seat in range(-1, state.game.seats):
            scene = stage.scene(state.view(seat))
            for fact in [*scene.facts, *(badge for place in scene.seats for badge in place.badges)]:
                ear.hear(fact.said)
            for said in [*scene.reasons.values(), *(pile.said for pile in scene.piles)]:
                ear.hear(said)
    ear.complain()


def test_what_can_be_concluded(name: str, ear: Ear) -> None:
    reader, heard = part(game_class(name), Reader), 0
    for before, state in moments(name, 6):
        for said in reader.announced(before, state):
            ear.hear(said)
        if state.ply % 5 == 0 and not state.is_over:
            view = state.view(0)
            for conclusion in conclusions(view):
                ear.hear(conclusion.said)
                heard += 1
            for assumption in reader.assumptions(view):
                ear.hear(assumption.because)
    assert heard or type(reader) is Reader
    ear.complain()


def test_what_was_seen_and_what_it_changed(name: str, ear: Ear) -> None:
    """The reasons of a knowledge base, and what the last event did to the worlds of a seat."""
    states = list(random_game(game(name), 2))[:40]
    for ply, state in enumerate(states):
        if ply % 6 == 0 and not state.is_over:
            ear.hear(Inspection.of(states, ply, 0).change.said)
            for premise in premises(state.view(0)):
                ear.hear(premise.reason.because)
    ear.complain()


# -- what people get wrong ---------------------------------------------------------------------------------


def refusals(name: str) -> Iterator[Callable[[], object]]:
    """What the lobby, the record page and the panel can be asked in vain."""
    cls, chosen = game_class(name), game(name)
    for option in (*cls.option_list, OPEN_WORLD):
        yield partial(game, name, {option.name: "?"})
    yield partial(game, name, {"no such option": "1"})
    for entry in entries(cls).values():
        for text in [*(f"{option.name}=?" for option in entry.parameters), "no_such=1"]:
            yield partial(contestant, f"{entry.name}:{text}", chosen)
    yield partial(contestant, "nobody", chosen)
    state = chosen.deal(1)
    for move in ["XX", *sorted(moves_of(chosen) - {str(move) for move in state.moves})]:
        yield partial(state.play, move)
    for deal in ("nonsense", state.deal.text.partition(" ")[2]):  # without its first card
        yield partial(Deal.read, chosen, deal)
    record = Record.of(state).text
    broken = record.replace("deal:", "deal: XX")
    for text in ("Dear diary", f"game: {name}\nnonsense", f"game: {name}", broken):
        yield partial(open_record, text)
    yield partial(open_record, record, 7)
    model = model_of(state.view(0))
    for formula in FORMULAS:
        yield partial(model.check, formula.replace("WHO", chosen.seat_name(0)))


FORMULAS = (
    "", "K[WHO]", "K[Nobody] true", "has(WHO XX)", "has(WHO, XX)", "has(WHO, XX", "true true", "foo",
    "E[WHO, WHO] true", "count(WHO, x) > 1", "count(WHO, hearts) ? 1", "count(WHO, hearts) >= x",
    "(" * 500 + "true",
)  # fmt: skip


def test_what_people_get_wrong_is_refused_in_sayings(name: str, ear: Ear) -> None:
    for wrong in refusals(name):
        with pytest.raises(KiebitzError) as refused:
            wrong()
        ear.hear(refused.value.said)
    ear.complain()
