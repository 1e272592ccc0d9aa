"""What every game must keep: checks on rules, views and worlds.

Each check plays random games and raises ``BrokenContract`` with one sentence, the position below it. A check
takes a game with its options settled; ``option_sets`` says which options are worth trying.

>>> from kiebitz.rules.registry import game
>>> check_names(game("durak"))
>>> option_sets(type(game("skat")))
['', 'naming=iss']
"""

from __future__ import annotations

from collections.abc import Callable

from kiebitz.rules.contract.blindness import check_blindness
from kiebitz.rules.contract.claims import check_claims, check_deals, check_moves, check_names, check_texts
from kiebitz.rules.contract.complaints import BrokenContract
from kiebitz.rules.contract.invariants import check_invariants
from kiebitz.rules.contract.steps import check_class, check_steps
from kiebitz.rules.contract.tried import option_sets
from kiebitz.rules.contract.views import check_completions, check_learning, check_truth
from kiebitz.rules.contract.worlds import check_uniform
from kiebitz.rules.game import Game

CHECKS: tuple[Callable[[Game], object], ...] = (
    check_class, check_steps, check_names, check_claims, check_moves, check_texts, check_deals, check_truth,
    check_blindness, check_completions, check_learning, check_uniform, check_invariants,
)  # fmt: skip
"""All of them, in an order in which the first complaint helps most."""

__all__ = [
    "CHECKS",
    "BrokenContract",
    "check_blindness",
    "check_claims",
    "check_class",
    "check_completions",
    "check_deals",
    "check_invariants",
    "check_learning",
    "check_moves",
    "check_names",
    "check_steps",
    "check_texts",
    "check_truth",
    "check_uniform",
    "option_sets",
]
