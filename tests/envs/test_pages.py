"""The pages on environments: their examples run, their tables are those of the code."""

from __future__ import annotations

import doctest
from pathlib import Path
from runpy import run_path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["environments.md", "outside-agents.md"])
def test_the_examples_work(page: str) -> None:
    tried = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried.attempted > 5 and tried.failed == 0


def test_the_tables_of_planes_are_made_from_the_code() -> None:
    page = (DOCS / "environments.md").read_text(encoding="utf-8")
    assert page == run_path(str(DOCS / "make_planes.py"))["written"](page), "python docs/make_planes.py"


def test_the_bot_around_a_model_plays(tmp_path: Path) -> None:
    from kiebitz.agents.registry import contestant
    from kiebitz.envs.planes import Planes
    from kiebitz.lab.playing.executors import play_apart
    from kiebitz.lab.playing.match import Match
    from kiebitz.rules.registry import game
    from tests.envs.test_outside import onnx_model

    durak = game("durak")
    onnx_model(Planes.of(durak), tmp_path)
    page = (DOCS / "outside-agents.md").read_text(encoding="utf-8")
    code = page[page.index("    from pathlib import Path") :].partition("\nThen ")[0]
    bot = tmp_path / "trained.py"
    bot.write_text("\n".join(line[4:] for line in code.splitlines()), encoding="utf-8")
    players = contestant(f"{bot}:Trained", durak), contestant("random", durak)
    for _, outcome in play_apart(Match(durak, players, 2, 1), 1):
        assert not outcome.reasons
