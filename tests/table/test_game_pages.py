"""Pages of games: the module that a game names, its style and its words; nothing else of its folder."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from kiebitz.language.extraction import phrases
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game_class, names
from kiebitz.table.server.game_pages import page_address, page_file, style_address
from kiebitz.table.stage import Stage
from kiebitz.table.tables.store import Store
from tests.table.client import client_of

TOY = Path(__file__).parents[2] / "docs" / "toy_game.py"
STAGED = """
from kiebitz.rules.parts import Brings
from kiebitz.table.stage import Stage


class ToyStage(Stage):
    page = "{page}"


HighCard.brings = Brings(table=":ToyStage")
"""


@pytest.fixture
def client() -> Iterator[TestClient]:
    with client_of(Store()) as made:
        yield made


@pytest.mark.parametrize("name", [name for name in names() if part(game_class(name), Stage).page])
def test_a_game_in_a_package_has_its_module_and_style_served(client: TestClient, name: str) -> None:
    offered = next(each for each in client.get("/api/games").json() if each["name"] == name)
    assert offered["page"] == page_address(game_class(name)) == f"/games/{name}/{name}.js"
    answer = client.get(offered["page"])
    assert answer.status_code == 200 and "export default" in answer.text
    assert answer.headers["content-type"].startswith("text/javascript")
    if style := style_address(game_class(name)):
        assert client.get(style).headers["content-type"].startswith("text/css")


WRONG = (
    "/games/durak/stage.py", "/games/durak/de.json", "/games/durak/../stage.py", "/games/durak/..%2fstage.py",
    "/games/durak/%2e%2e/stage.py", "/games/durak/..%2f..%2f__init__.py", "/games/durak/skat.js",
    "/games/durak/./durak.js%00", "/games/durak//etc/passwd", "/games/%2fetc/passwd", "/games/chess/chess.js",
    "/games/..%2fdurak/durak.js", "/games/durak/", "/languages/..%2fde.json",
    "/languages/DE.json", "/languages/xx.json", "/languages/en.json",
)  # fmt: skip


@pytest.mark.parametrize("path", WRONG)
def test_no_other_file_is_served(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_scripts_from_elsewhere_are_refused(client: TestClient) -> None:
    policy = client.get("/games/durak/durak.js").headers["content-security-policy"]
    assert "default-src 'self'" in policy and "script-src" not in policy


def test_words_of_a_game_come_on_top_of_the_general_ones(client: TestClient) -> None:
    general = client.get("/languages/de.json").json()
    both = client.get("/languages/de.json?game=durak&game=skat&game=chess").json()
    assert general["messages"]["Trick {n}"] == both["messages"]["Trick {n}"] == "Stich {n}"
    assert general["games"] == {} and both["games"].keys() == {"durak", "skat"}
    assert both["names"]["suit"]["H"] == general["names"]["suit"]["H"] == "Herz"


def test_of_the_lab_only_what_pages_show_is_sent(client: TestClient) -> None:
    sent = client.get("/languages/de.json").json()["messages"].keys()
    lab = Path(str(files("kiebitz.lab")))
    rooms = [lab / room for room in ("review", "puzzles", "exercises")]
    shown = {text for room in rooms for text, kind in phrases(room) if not kind}
    others = {text for text, kind in phrases(lab) if not kind}
    assert shown and shown <= sent
    assert len(others) > 200 and len(others & sent) < len(others) // 10, "what other layers say too"


def test_a_catalogue_that_the_browser_has_is_not_sent_again(client: TestClient) -> None:
    first = client.get("/languages/nl.json?game=durak")
    again = client.get("/languages/nl.json?game=durak", headers={"If-None-Match": first.headers["etag"]})
    assert first.status_code == 200 and (again.status_code, again.content) == (304, b"")
    other = client.get("/languages/nl.json", headers={"If-None-Match": '"another"'})
    assert other.status_code == 200


def test_the_languages_of_the_pages_and_of_cards(client: TestClient) -> None:
    assert client.get("/languages").json() == {"pages": ["de", "nl"], "cards": ["de", "nl", "ru"]}
    russian = client.get("/languages/ru.json").json()
    assert russian["messages"] == {} and russian["names"]["suit"]["S"] == "пики"


@pytest.mark.parametrize(
    ("page", "served"),
    [
        ("toy.js", ["toy.css", "toy.js"]),
        ("other.js", []),
        ("toy.html", ["toy.css"]),
        ("../secret.js", []),
        ("sub/deep.js", []),
        ("", []),
    ],
)
def test_of_a_game_from_a_file_its_module_and_style_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, served: list[str]
) -> None:
    home = tmp_path / "home"
    (home / "sub").mkdir(parents=True)
    (home / "game.py").write_text(TOY.read_text(encoding="utf-8") + STAGED.replace("{page}", page))
    for file in ("toy.js", "toy.css", "notes.js", "toy.txt", "toy.html", "sub/deep.js", "../secret.js"):
        (home / file).write_text("export default {};")
    monkeypatch.setenv("KIEBITZ_GAMES", str(home / "game.py"))
    game = game_class("high-card")
    asked = [*(path.name for path in home.iterdir()), "../secret.js", "sub/deep.js", "sub", ""]
    assert sorted(name for name in asked if page_file(game, name)) == served
    assert page_address(game) == ("/games/high-card/toy.js" if page == "toy.js" else "")
