"""Wrong calls of the library: each is told in one sentence, before a game is played for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import kiebitz
from kiebitz.kernel import jit

kb: Any = kiebitz  # as somebody calls it who has no types
durak = kb.game("durak")


class First(kiebitz.Agent):
    def act(self, view: kiebitz.View) -> kiebitz.Move:
        return view.moves[0]


class Needy(kiebitz.Agent):
    def __init__(self, depth: int) -> None:
        self.depth = depth


class Idle(kiebitz.Agent):
    pass


def start() -> Any:
    return durak.deal(1)


def waiting() -> Any:
    """The view of the seat that is not to move."""
    return start().view(1 - start().turn)


def played(**more: Any) -> Any:
    return kb.match("durak", "greedy", "random", **more)


def met(agent: object, other: object = "random", **more: Any) -> Any:
    return kb.match("durak", agent, other, **more)


NO_AGENT = "An agent must be a name such as 'random', a subclass of Agent or an instance of one, not "
LOOKED_AT = "What is looked at must be a view, a state, a record or a list of states, not "
WRONG: list[tuple[Callable[[], object], str]] = [
    # games, deals, states, records
    (lambda: kb.game("dura"), "There is no game called 'dura'; choose one of:"),
    (lambda: kb.game(5), "A game must be a name: see list_games(), not 5."),
    (lambda: kb.game("durak", 5), "What stands for options must be a dictionary or a text"),
    (lambda: kb.game("durak", {"start_rank": 99}), "start_rank cannot be '99'; allowed are 6..14."),
    (lambda: kb.game("durak", {"start_rank": None}), "The option start_rank must be a text, a number, True"),
    (lambda: kb.game("durak", {"speed": 1}), "There is no option called 'speed'; choose one of:"),
    (lambda: kb.game("durak", {1: 1}), "The name of an option must be a text, not 1."),
    (lambda: durak.deal(seed=1.5), "A seed must be a whole number or a word, not 1.5."),
    (lambda: start().view(2), "The seat must be -1 to 1, not 2."),
    (lambda: start().view("0"), "The seat must be a whole number, not '0'."),
    (lambda: start().hand_of(2), "The seat must be 0 to 1, not 2."),
    (lambda: start().play(3), "A move must be one of state.moves or its text, not 3."),
    (lambda: start().play("ZZ"), "'ZZ' is not a move of durak in the phase attack."),
    (lambda: kb.Deal.read(durak, 3), "A deal must be a text with a line for each round, not 3."),
    (lambda: kb.Record.read("game: durak"), "record: the line 'deal: ...' is missing."),
    (lambda: kb.Record.read(5), "A record must be a text, not 5."),
    (lambda: kb.Record.of(durak), "What is recorded must be a state, not a value of type Durak."),
    (lambda: kb.read_records("none.txt"), "There is no file none.txt."),
    (lambda: kb.read_records(5), "A file of records must be a path, not 5."),
    # matches and experiments
    (lambda: kb.list_agents("dura"), "There is no game called 'dura'"),
    (lambda: kb.match("durak", "greedy"), "durak needs 2 agents here, not 1."),
    (lambda: kb.match("durak"), "durak needs 2 agents here, not 0."),
    (lambda: met("greed"), "There is no agent for durak called 'greed'; did you mean greedy?"),
    (lambda: met(3), f"{NO_AGENT}3."),
    (lambda: met(int), f"{NO_AGENT}the class int."),
    (lambda: met(Needy), "Needy needs values for: depth; give an instance of it."),
    (lambda: met(Idle), "Idle has no act(self, view) that returns a move."),
    (lambda: met(First, workers=2), "live:First is in no file, so no other process or thread can have it"),
    (
        lambda: met(First, "docs/my_bot.py", trust=True),
        "live:First is in no file and plays in this process, where docs/",
    ),
    (lambda: played(deals=0), "The number of deals must be 1 to 100,000,000, not 0."),
    (lambda: played(deals="5"), "The number of deals must be a whole number, not '5'."),
    (lambda: played(deals=2.5), "The number of deals must be a whole number, not 2.5."),
    (lambda: played(seed=[1]), "A seed must be a whole number or a word, not a value of type list."),
    (lambda: played(seatings="any"), "There is no kind of seating called 'any'; choose one of:"),
    (lambda: played(confidence=95), "The confidence must lie between 0 and 1, such as 0.95, not 95."),
    (lambda: played(confidence="x"), "The confidence must be a number such as 0.95, not 'x'."),
    (lambda: played(workers=0), "The number of workers must be 1 to 1,024, not 0."),
    (lambda: played(executor="x"), "There is no executor called 'x'; choose one of:"),
    (lambda: played(executor=3), "The executor must be a name such as 'auto', not 3."),
    (lambda: played(time_limit=-1), "The time limit must be 0 (none) or some seconds, not -1."),
    (lambda: played(time_limit="x"), "The time limit must be a number of seconds, not 'x'."),
    (lambda: played(until=5), "The argument until must be a text, not 5."),
    (lambda: played(until="luck>5"), "luck>5"),
    (lambda: played(progress=3), "Whoever watches (progress) must be True, False or a function, not 3."),
    (lambda: played(records=3), "The file must be a path, not 3."),
    (lambda: played(records="no/a.txt"), "no/a.txt cannot be written: there is no folder no."),
    (lambda: played(out=3), "The run's folder must be a path, not 3."),
    (lambda: kb.match(durak, "greedy", "random", options="start_rank=9"), "has options already"),
    (lambda: kb.tournament("durak", "greedy"), "A tournament needs at least two agents."),
    (lambda: kb.tournament("durak", "greedy", "greedy"), "An agent is named twice"),
    (lambda: kb.power("durak", "greedy", "greedy", elo=20), "Name two different agents"),
    (lambda: kb.power("durak", "smart", "greedy"), "(--difference) or one in Elo (--elo), one of the two."),
    (lambda: kb.grid("durak", "flat:playouts=1..x"), "The option playouts cannot be '1..x'"),
    (lambda: kb.grid("durak", 5), "The argument pattern must be a text, not 5."),
    (lambda: kb.run("none.toml"), "There is no file none.toml."),
    (lambda: kb.run(5), "An experiment must be a page's path or a name: see list_experiments(), not 5."),
    (lambda: kb.reproduce("durak"), "There is no experiment called 'durak'; did you mean durak-"),
    (lambda: kb.reproduce("durak-closed", exact=True), "--exact is for schnapsen-pu only"),
    (lambda: kb.reproduce("durak-closed", deals="x"), "The number of deals must be a whole number, not 'x'."),
    (lambda: kb.open_run("nothing"), "There is no run 'nothing' in"),
    (lambda: kb.open_run(5), "A run must be the name of a run or its folder, not 5."),
    # knowing, solving, asking, checking
    (lambda: kb.know(5), f"{LOOKED_AT}5."),
    (lambda: kb.know([]), f"{LOOKED_AT}a value of type list."),
    (lambda: kb.know(start(), seat=4), "The seat must be 0 to 1, not 4."),
    (lambda: kb.know(start(), seat="West"), "There is no seat called 'West'; choose one of:"),
    (lambda: kb.know(start(), at=7), "This record has the plies 0 to 0, not 7."),
    (lambda: kb.know(start().view(0), seat=1), "A view has its seat and its moment: leave out seat and at."),
    (lambda: kb.know(start()).probability("XX", 0), "'XX' is not a card of this deck"),
    (lambda: kb.know(start()).probability("6H", "moon"), "There is no place called 'moon'"),
    (lambda: kb.know(start()).probability(5, 0), "A card must be a text such as 'AS', not 5."),
    (lambda: kb.know(start()).check("K[P1"), "At column 5 of the formula: ']' is missing at the end."),
    (lambda: kb.know(start()).check(5), "A formula must be a text, not 5."),
    (lambda: kb.know(start()).count(5), "A formula must be a text, not 5."),
    (lambda: kb.know(start()).entails(5), "A formula must be a text, not 5."),
    (lambda: kb.solve(5), "What is solved must be a state, a view, or a game with a problem, not 5."),
    (lambda: kb.solve("durak"), "durak has no problems in words of its own: give a state or a view of it."),
    (lambda: kb.solve("skat", hands="CJ"), "There is no word for a problem of Skat called 'hands'"),
    (lambda: kb.solve("skat", nodes=0), "The number of nodes must be 1 to"),
    (lambda: kb.solve("skat", target="x"), "The target must be 1 to 120 points or schwarz, not 'x'."),
    (lambda: kb.solve(kb.game("skat").deal(1)), "Open cards have values in the phase play, not in"),
    (lambda: kb.solve(start(), depth=3), "A position says all there is to know: leave out depth."),
    (lambda: kb.agent(5), f"{NO_AGENT}5."),
    (lambda: kb.agent("greed", "durak"), "There is no agent for durak called 'greed'"),
    (lambda: kb.agent("greedy").decide(start()), "What an agent decides on must be a view, such as"),
    (lambda: kb.agent("greedy").decide(waiting()), "is not to move here: it has nothing to decide."),
    (
        lambda: kb.agent("greedy").decide(start().view(start().turn), seed=1.5),
        "A seed must be a whole number",
    ),
    (lambda: kb.check("none.py:Bot", "durak"), "There is no file"),
    (lambda: kb.check(First, "durak", games="x"), "The number of games must be a whole number, not 'x'."),
    (
        lambda: kb.check(First, "durak", time_limit="x"),
        "The time limit must be a number of seconds, not 'x'.",
    ),
]


@pytest.mark.parametrize(("call", "sentence"), WRONG, ids=[sentence[:40] for _, sentence in WRONG])
def test_a_wrong_call_is_told_in_a_sentence(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(kb.KiebitzError) as error:
        call()
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)
    assert not kb.list_runs(), "nothing is begun before everything is known to be right"


def test_nothing_is_compiled_to_refuse_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "on_compile", [lambda name: pytest.fail(name)])
    with pytest.raises(kb.UnknownName):
        kb.match("skat", "nobody", "random", "random")
