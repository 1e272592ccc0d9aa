# mypy: allow-untyped-defs, allow-untyped-decorators
"""The contract as a module: which options are tried, and that each check can complain in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kiebitz.errors import BadNotation
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import CASES
from kiebitz.rules.contract import (
    CHECKS,
    BrokenContract,
    check_claims,
    check_names,
    check_texts,
    check_truth,
    check_uniform,
    option_sets,
)
from kiebitz.rules.contract.tried import each_alone
from kiebitz.rules.game import Game
from kiebitz.rules.options import Decimals, Option
from kiebitz.rules.registry import game, game_class

TOY = str(Path(__file__).parents[2] / "docs" / "toy_game.py")


def spoilt(**changes: Any) -> Any:
    """The toy game with something wrong in it."""
    toy = type(game(TOY))
    return type("Spoilt", (toy,), changes)()


def test_a_game_whose_points_do_not_add_up_is_not_zero_sum() -> None:
    wrong = type("Wrong", (game_class("boerenbridge"),), {"is_zero_sum": True})()
    with pytest.raises(BrokenContract, match="is_zero_sum is True, but the points"):
        check_claims(wrong)


def test_a_game_names_what_is_tried_or_each_value_is_tried_alone() -> None:
    assert option_sets(game_class("durak")) == ["", *game_class("durak").tried]
    alone = set(each_alone(game_class("durak")))
    assert {"start_rank=14", "trumps=off", "attack_limit=6"} <= alone
    assert "start_rank=6" not in alone, "it is the default"


def test_options_that_need_others_with_them_are_left_out() -> None:
    class Choosy(Game):
        option_list = (Option("one", ("a", "b")), Option("two", ("a", "b")), Option("c", Decimals(0, 1), "0"))

        def __init__(self, options: Any = None) -> None:
            super().__init__(options)
            if (self.options["one"], self.options["two"]) == ("a", "b"):
                raise BadNotation("not without the other")

    assert list(each_alone(Choosy)) == ["one=b"]
    assert "seats=3" in each_alone(game_class("boerenbridge"))


def test_a_game_from_a_file_passes_every_check() -> None:
    for check in CHECKS:
        check(game(TOY))


@pytest.mark.parametrize(("changes", "check", "sentence"), [
    ({"max_moves": 5}, check_claims, "A game is not over after 5 moves; max_moves is 5."),
    ({"point_range": (-1, 1)}, check_claims, "not within point_range, -1 to 1."),
    ({"move_text": lambda self, phase, code: "card"}, check_names, "means moves 0 and 8"),
    ({"move_text": lambda self, phase, code: f"card {code}"}, check_names, "has a space in it"),
    ({"read_layout": lambda self, text, number: tuple(range(9))}, check_texts, "does not give the deal back"),
    ({"place_names": lambda self: ("only one",)}, check_claims, "fewer places than the game has seats"),
])  # fmt: skip
def test_a_complaint_is_a_sentence(changes: Any, check: Any, sentence: str) -> None:
    with pytest.raises(BrokenContract) as error:
        check(spoilt(**changes))
    assert sentence in str(error.value).splitlines()[0]


def with_cases(cases: Any) -> Any:
    """The toy game with a choice that its hands do not know of."""
    made = spoilt()
    made.kernels = made.kernels._replace(cases=cases)
    return made


@kernel(CASES)
def impossible(view, lacks):
    """One case, in which nobody has anything."""
    lacks[0, :] = -1
    return 1


@kernel(CASES)
def twice(view, lacks):
    """Two cases that are one."""
    lacks[:2, :] = 0
    return 2


@kernel(CASES)
def half(view, lacks):
    """One case, in which the second seat lacks the lower half of the cards: most deals are not so."""
    lacks[0, :] = 0
    lacks[0, 1] = 31
    return 1


@pytest.mark.parametrize(("cases", "check", "sentence"), [
    (impossible, check_truth, "no case of cases() is the real one"),
    (half, check_truth, "no case of cases() is the real one"),
    (twice, check_uniform, "Two cases of cases() have a world in common."),
    (half, check_uniform, "worlds; unseen() and cases() allow"),
])  # fmt: skip
def test_a_wrong_choice_is_found(cases: Any, check: Any, sentence: str) -> None:
    with pytest.raises(BrokenContract) as error:
        check(with_cases(cases))
    assert sentence in str(error.value).splitlines()[0]
