"""The games and option sets that must keep the contract, and random play through them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiebitz.rules.contract import option_sets
from kiebitz.rules.contract.tried import random_game
from kiebitz.rules.game import Game
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import game as game_by_name
from kiebitz.rules.registry import game_class, names

TOY = str(Path(__file__).parents[2] / "docs" / "toy_game.py")

OPTIONS = [*((name, text) for name in names() for text in option_sets(game_class(name))), (TOY, "")]

CASES = [pytest.param(name, text, id=f"{Path(name).stem}-{text or 'default'}") for name, text in OPTIONS]
REFERENCED = [case for case, (name, _) in zip(CASES, OPTIONS, strict=True) if name != TOY]

__all__ = ["CASES", "OPTIONS", "REFERENCED", "TOY", "make", "random_game"]


def make(name: str, options: str) -> Game:
    return game_by_name(name, parse_options(options))
