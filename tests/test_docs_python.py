"""Every Python line of the pages runs: sessions with prompts, blocks of code, and calls inside sentences.

Some blocks lean on names that a reader has by then; ``BEFORE`` says which. What cannot run here is marked
with the reason.
"""

from __future__ import annotations

import ast
import io
import re
import shutil
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from runpy import run_path
from typing import Any, NamedTuple

import pytest

import kiebitz as kb
from kiebitz.envs.outside import ModelAgent
from kiebitz.envs.planes import Planes
from tests.envs.test_outside import onnx_model

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SESSIONS = {"api.md", "environments.md", "library.md", "outside-agents.md"}
"""Pages with prompts: tests/test_library.py and tests/envs/test_pages.py run them."""
ASKED = '{"view": {"moves": ["AS", "KS"]}}\n'
"""What a program on a pipe is asked."""
INLINE = re.compile(r"`((?:kb\.\w+|ModelAgent)\([^`]*)`")

NOT_RUN = {
    "import torch": "it needs torch and torchrl, gigabytes that no other test needs",
    "kb.reproduce(name)": "it plays for minutes; tests/lab runs reproductions",
}
"""By how they begin."""


class Block(NamedTuple):
    page: str
    line: int
    code: str


def blocks() -> Iterator[Block]:
    """The indented blocks of the pages that are Python and do something."""
    for page in PAGES:
        lines = page.read_text(encoding="utf-8").splitlines()
        first = None
        for number, line in enumerate([*lines, "end"]):
            inside = line.startswith("    ") or (first is not None and not line)
            if inside and first is None and not lines[number - 1].strip():
                first = number
            elif not inside and first is not None:
                code = "\n".join(each[4:] for each in lines[first:number]).strip("\n")
                if is_python(code):
                    yield Block(page.name, first + 1, code)
                first = None


def is_python(code: str) -> bool:
    """Is it a program, and not a command, a record or a session?"""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return False
    names = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Call)
    return any(isinstance(node, names) for node in ast.walk(tree))


def calls() -> Iterator[Block]:
    """The calls inside sentences."""
    for page in PAGES:
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            yield from (Block(page.name, number, call) for call in INLINE.findall(line))


def test_pages_with_prompts_are_those_that_are_run() -> None:
    found = {page.name for page in PAGES if re.search(r"^ {4}>>> ", page.read_text(encoding="utf-8"), re.M)}
    assert found == SESSIONS


FOUND = [*blocks(), *calls()]


def test_there_are_blocks_and_calls() -> None:
    assert len(FOUND) > 25


@pytest.mark.parametrize("block", FOUND, ids=lambda block: f"{block.page}:{block.line}")
def test_it_runs(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for start, reason in NOT_RUN.items():
        if block.code.startswith(start):
            pytest.skip(reason)
    with chdir(ROOT if "docs/" in block.code else tmp_path):
        names = known(block, tmp_path)
        monkeypatch.setattr("sys.stdin", io.StringIO(ASKED))
        exec(compile(block.code, f"{block.page}:{block.line}", "exec"), names)


def known(block: Block, folder: Path) -> dict[str, Any]:
    """What a reader of the page has by then: names, and files in the folder."""
    names: dict[str, Any] = {"__name__": "page", "kb": kb, "ModelAgent": ModelAgent}
    shutil.copy(ROOT / "docs" / "toy_game.py", folder / "toy.py")
    if "model.onnx" in block.code:
        onnx_model(Planes.of(kb.game("durak")), folder)
    if "page.toml" in block.code:
        (folder / "page.toml").write_text(PAGE, encoding="utf-8")
    if "HighCard" in block.code or block.page == "add-a-game.md":
        names.update(run_path(str(ROOT / "docs" / "toy_game.py")))
    return names | run_before(block)


def run_before(block: Block) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for (page, start), code in BEFORE.items():
        if page == block.page and block.code.startswith(start):
            exec(code, names)
    return names


PAGE = """
title = "greedy against random"
game = "durak"
deals = 2
pairs = [["greedy", "random"]]
"""
GAME = """
from functools import cached_property
import kiebitz as kb
from kiebitz.rules.options import Option
from kiebitz.rules.parts import Brings
from kiebitz.rules.tricks import TrickView
from kiebitz.rules.values import Position, State
from kiebitz.sayings import say
"""
ENDING = """
from tests.contract.cases import random_game
from kiebitz.rules.registry import game
kind = game({name!r})
states = next(found for found in (list(random_game(kind, seed))[:-1] for seed in range(50))
              if found[-1].phase in ("play", "attack", "defend", "add"))
view = states[-{left}].view(states[-{left}].turn)
move = view.moves[0]
"""
TOY = f"from runpy import run_path\nself = run_path({str(ROOT / 'docs' / 'toy_game.py')!r})['HighCard']()\n"
BEFORE: dict[tuple[str, str], str] = {
    ("add-a-game.md", "@cached_property"): GAME,
    ("add-a-game.md", "option_list"): GAME,
    ("add-a-game.md", "brings"): GAME,
    ("add-a-game.md", "class HeartsPosition"): GAME,
    ("add-a-game.md", "from kiebitz.sayings import Suit, say\n\nsay("): TOY
    + "seat, cards = 0, self.deal(1).view(0).hand",
    ("add-a-game.md", "from kiebitz.agents.entry"): "class Last: pass",
    ("compiled-bots.md", "class Cautious"): "from kiebitz import Agent, Decision, TrickView",
    ("compiled-bots.md", "from kiebitz.agents.base"): f"from runpy import run_path\n"
    f"cautious = run_path({str(ROOT / 'docs' / 'fast_bot.py')!r})['cautious']\nimport numpy as np",
    ("skat-search.md", "from kiebitz"): ENDING.format(name="skat", left=5),
    ("vectors.md", "from kiebitz"): ENDING.format(name="boerenbridge", left=5),
    ("knowledge.md", "kb.know(view)"): ENDING.format(name="durak", left=5),
}
"""What a reader knows before a block, by its page and beginning."""
