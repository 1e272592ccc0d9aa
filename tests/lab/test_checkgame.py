"""Checks of games from outside: every fault of the rules is found and told in a sentence that helps.

The broken games are small changes of the example in docs.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from kiebitz.lab.checking.checkgame import check_game
from kiebitz.rules.contract import CHECKS, BrokenContract
from kiebitz.rules.registry import any_class
from tests.lab.command import document, kiebitz
from tests.rules.broken import END, ENDLESS, STUCK, TOY

ROOT = Path(__file__).parents[2]
STRANGERS = str(ROOT / "tests" / "strangers")

HIDDEN, COMPLETED = "payoff, hide_hands,", "hide_hands, complete,"
POINTS = "    return s[TRICKS + seat] - s[TRICKS + 1 - seat]\n"
PLAYED = "    s[SEEN] |= bit(card)\n"
CLASS = "class HighCard(Game):\n"


def observing(body: str) -> str:
    """An ``observe`` of the game's own."""
    head = "from kiebitz.kernel.state import OBSERVE, SEED, blindfold, copy_state\n\n\n@kernel(OBSERVE)\n"
    return f"{head}def show(s, seat, view):\n{body}\n\n"


OPTIONAL = "breaks with an option"


class Fault(NamedTuple):
    """A change of the game, and what must be said of it by which check."""

    changes: dict[str, str]
    check: str
    sentence: str


FAULTS = {
    "never ends": Fault(
        {END: ENDLESS},
        "steps",
        "A game is not over after 6 moves; max_moves is 6.",
    ),
    "has no move": Fault(
        {END: STUCK},
        "steps",
        "The seat to move has no legal move, and the game is not over.",
    ),
    "deck too small": Fault(
        {'"23456789T"': '"23456789"'},
        "steps",
        "shuffle() lays out the cards [0, 1, 2, 3, 4, 5, 6, 7, 8]; the deck has the numbers 0 to 7.",
    ),
    "deck too large": Fault({'"23456789T"': '"23456789TJ"'}, "steps", "the deck has the numbers 0 to 9."),
    "writes beyond the state": Fault(
        {PLAYED: PLAYED + "    s[GAME + 60] = 1\n"},
        "steps",
        "The kernel play reads or writes beyond the end of an array.",
    ),
    "changes what is fixed": Fault(
        {PLAYED: PLAYED + "    s[GAME + 32] = 1\n"},
        "steps",
        "play() changes word 48 of the state, which is OPTIONS.",
    ),
    "does not come back": Fault(
        {PLAYED: PLAYED + "    while s[GAME + 9] == 0:\n        s[GAME + 10] += 1\n"},
        "steps",
        "The kernel play did not come back within 8 s.",
    ),
    "takes the process down": Fault(
        {"        return (*super()": "        import os\n\n        os.abort()\n        return (*super()"},
        "steps",
        "took the process down (SIGABRT).",
    ),
    "shows everything": Fault(
        {
            CLASS: observing("    copy_state(s, view)\n    view[SEED], view[VIEWER] = 0, seat") + CLASS,
            HIDDEN: "payoff, show,",
        },
        "blindness",
        "Seat 0 sees hidden cards in the words [9] of its view",
    ),
    "shows a card": Fault(
        {
            CLASS: observing("    blindfold(s, seat, view)\n    view[GAME + 5] = s[HAND + 1] & 7") + CLASS,
            HIDDEN: "payoff, show,",
        },
        "blindness",
        "Seat 0 sees hidden cards in the words [21] of its view",
    ),
    "shows the seed": Fault(
        {
            CLASS: observing("    blindfold(s, seat, view)\n    view[GAME + 5] = s[SEED] & 255") + CLASS,
            HIDDEN: "payoff, show,",
        },
        "blindness",
        "sees hidden cards in the words [21] of its view",
    ),
    "shows spectators everything": Fault(
        {
            CLASS: observing(
                "    blindfold(s, seat, view)\n    if seat < 0:\n        view[HAND + 1] = s[HAND + 1]"
            )
            + CLASS,
            HIDDEN: "payoff, show,",
        },
        "blindness",
        "Seat -1 sees hidden cards in the words [9] of its view",
    ),
    "counts half points": Fault(
        {POINTS: POINTS.replace("return ", "return (").rstrip() + ") / 2\n"},
        "load",
        "The kernel payoff returns float64 numbers where whole ones are declared",
    ),
    "keeps a dict": Fault(
        {POINTS: "    points = {0: s[TRICKS], 1: s[TRICKS + 1]}\n    return points[seat]\n"},
        "load",
        "The kernel payoff uses a dict",
    ),
    "claims too few points": Fault(
        {"point_range = (-3, 3)": "point_range = (-1, 1)"},
        "steps",
        "points; point_range is -1 to 1.",
    ),
    "has no range": Fault({"    point_range = (-3, 3)\n": ""}, "class", "HighCard has no point_range."),
    "hides a card twice": Fault(
        {"    room[2] = 0 if view[OPEN] != 0 else 3\n": "    room[2] = 0 if view[OPEN] != 0 else 2\n"},
        "steps",
        "For seat 0 the places have room for 5 cards, but 6 are unseen.",
    ),
    "completes unfairly": Fault(
        {
            COMPLETED: "hide_hands, unfair(complete),",
            CLASS: "from kiebitz.kernel.state import COMPLETE\n\n\n"
            "def unfair(complete):\n    @kernel(COMPLETE)\n"
            "    def twice(view, rng, state):\n        complete(view, rng, state)\n"
            "        if state[HAND] < state[HAND + 1]:\n            complete(view, rng, state)\n\n"
            "    return twice\n\n\n" + CLASS,
        },
        "uniform",
        "complete() draws some worlds more often than others.",
    ),
    "writes deals wrongly": Fault(
        {
            "    def place_names": "    def read_layout(self, text, number):\n"
            "        return tuple(range(9))\n\n    def place_names"
        },
        "texts",
        "The text of a deal does not give the deal back.",
    ),
    OPTIONAL: Fault(
        {
            "    seats = 2\n": "    seats = 2\n    option_list = (Option('last', ('low', 'high')),)\n",
            CLASS: "from kiebitz.kernel.state import OPTIONS\nfrom kiebitz.rules.options import Option\n\n\n"
            + CLASS,
            END: "    s[TURN] = winner if s[HAND] != 0 or s[OPTIONS] == 1 else -1\n",
            "from kiebitz.cards import Deck\n": "from kiebitz.cards import Deck\n"
            "from kiebitz.kernel.state import OPTIONS\n",
        },
        "steps",
        "The seat to move has no legal move, and the game is not over.",
    ),
}


HARMLESS = (
    "shows a card", "shows the seed", "shows spectators everything", "completes unfairly",
    "writes deals wrongly",
)  # fmt: skip
"""Faults that need no process of their own."""


def broken(fault: Fault, folder: Path) -> str:
    """The file of the changed game."""
    text = TOY.read_text(encoding="utf-8")
    for before, after in fault.changes.items():
        assert before in text
        text = text.replace(before, after, 1)
    (folder / "broken.py").write_text(text)
    return str(folder / "broken.py")


@pytest.mark.parametrize("name", HARMLESS)
def test_the_first_check_that_complains_names_the_fault(name: str, tmp_path: Path) -> None:
    game = any_class(broken(FAULTS[name], tmp_path))()
    for check in CHECKS:
        if check.__name__ == f"check_{FAULTS[name].check}":
            break
        check(game)
    with pytest.raises(BrokenContract) as complaint:
        check(game)
    assert FAULTS[name].sentence in str(complaint.value.said)
    assert complaint.value.details


@pytest.mark.parametrize("name", [name for name in FAULTS if name not in HARMLESS])
def test_a_fault_is_found_and_told(name: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    found = check_game(broken(fault, tmp_path), seconds=8)
    first = found.findings[0]
    assert (first.check, fault.sentence in str(first.sentence)) == (fault.check, True), first
    assert (
        first.details
        or first.check in ("load", "class")
        or "come back" in fault.sentence
        or "SIG" in fault.sentence
    )
    assert first.options == ("last=high" if name == OPTIONAL else "")


def test_the_example_passes_and_says_what_was_done() -> None:
    answer = kiebitz("check-game", "docs/toy_game.py", "--json")
    found = document(answer)
    assert answer.returncode == 0
    assert found["ok"]
    assert found["made"] == len(found["checks"]) * len(found["options"]) >= 14
    assert found["perft"] == {"": {"1": 3, "2": 9, "3": 18}}


def test_a_finding_is_an_exit_code_and_a_position(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(TOY.read_text().replace(END, STUCK))
    answer = kiebitz("check-game", tmp_path / "broken.py")
    assert answer.returncode == 1
    assert "    found by the check steps, with the usual options\n    | Player 1: " in answer.stdout
    assert answer.stdout.endswith("One thing is wrong with it.\n")
    assert "Traceback" not in answer.stderr


def test_an_installed_game_passes() -> None:
    answer = kiebitz("check-game", "durak", "--options", "")
    assert answer.stdout.endswith("Nothing is wrong with it.\n"), answer.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", ["boerenbridge", "durak", "schnapsen", "skat", "hearts"])
def test_installed_games_pass_with_all_options(name: str) -> None:
    answer = kiebitz("check-game", name, PYTHONPATH=STRANGERS)
    assert answer.stdout.endswith("Nothing is wrong with it.\n"), answer.stdout


def test_a_file_that_is_not_there_is_one_sentence() -> None:
    answer = kiebitz("check-game", "nowhere.py")
    assert answer.returncode == 1
    assert "There is no file" in answer.stdout
