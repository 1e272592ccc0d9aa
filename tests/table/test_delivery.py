"""How pages travel: compressed, kept for good under an edition, never stale; nothing private among them."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from kiebitz.table.server import bundles, edition, pages
from kiebitz.table.server.delivery import FOR_GOOD
from kiebitz.table.tables.store import Store
from tests.table.client import client_of
from tests.table.test_protocol import new_table

LINKS = re.compile(r'(?:href|src)="(/v/[^"]+)"')


@pytest.fixture
def client() -> Iterator[TestClient]:
    with client_of(Store()) as made:
        yield made


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Pages that a test may change; every look at them is a new one."""
    folder = tmp_path / "pages"
    shutil.copytree(edition.PAGES, folder)
    for module in (edition, pages, bundles):
        monkeypatch.setattr(module, "PAGES", folder)
    seconds = iter(range(10**6))
    monkeypatch.setattr(edition, "monotonic", lambda: next(seconds))
    yield folder
    edition._look.cache_clear()


@pytest.mark.parametrize("page", ["/", "/table.html", "/puzzles", "/my-games"])
def test_a_page_asks_for_few_things_which_may_be_kept(client: TestClient, page: str) -> None:
    links = LINKS.findall(client.get(page).text)
    for kind in (".js", ".css"):
        assert len([link for link in links if link.endswith(kind)]) == 1
    for link in set(links):
        found = client.get(link)
        assert found.status_code == 200 and found.headers["cache-control"] == FOR_GOOD


@pytest.mark.parametrize("page", sorted(edition.PAGES.glob("*.html")), ids=lambda page: page.stem)
def test_a_bundle_has_every_module_of_its_page_after_those_that_it_imports(page: Path) -> None:
    text = bundles.bundle(f"{page.stem}.js") or ""
    parts = re.findall(r'^part\("(/js/[^"]+)", \[([^]]*)\]', text, re.M)
    names = [name for name, _ in parts]
    assert len(set(names)) == len(names) and "/js/language.js" in names
    assert set(re.findall(r'src="(/js/[^"]+)"', page.read_text())) <= set(names)
    for name, uses in parts:
        source = (edition.PAGES / name.lstrip("/")).read_text()
        assert len(re.findall(r"^import\b", source, re.M)) == len(bundles.IMPORT.findall(source))
        assert set(re.findall(r'"([^"]+)"', uses)) <= set(names)
    assert not re.search(r"^(import|export)\b|import\.meta\.url\)\.pathname", text, re.M)
    found = {name: re.findall(r'"([^"]+)"', uses) for name, uses in parts}
    for at, name in enumerate(names):
        for use in found[name]:
            assert use in names[:at] or name in reached(use, found), "what comes later imports it itself"


def reached(name: str, uses: dict[str, list[str]]) -> set[str]:
    """The modules that one of them imports, and those that these import, and so on."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        for use in uses[waiting.pop()]:
            if use not in seen:
                seen.add(use)
                waiting.append(use)
    return seen


def test_what_is_public_is_compressed_for_those_who_can_read_it(client: TestClient) -> None:
    for path in (
        "/",
        "/table.html",
        "/api/games",
        "/languages/de.json",
        "/css/table.css",
        "/faces/french/AS.svg",
    ):
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        small = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in plain.headers and small.headers["content-encoding"] == "gzip"
        assert small.content == plain.content and small.headers["etag"] == plain.headers["etag"]
        assert int(small.headers["content-length"]) < int(plain.headers["content-length"])
        assert "Accept-Encoding" in small.headers["vary"]


def test_what_a_browser_has_is_not_sent_again(client: TestClient) -> None:
    for path in ("/", "/api/games", "/languages/nl.json?game=durak", "/worker.js"):
        first = client.get(path)
        again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert first.headers["cache-control"] == "no-cache", "a page is asked for each time"
        assert (again.status_code, again.content) == (304, b"")


def test_a_change_gives_all_addresses_another_edition(client: TestClient, copy: Path) -> None:
    before = LINKS.findall(client.get("/").text)
    assert LINKS.findall(client.get("/").text) == before
    worker = client.get("/worker.js").text
    (copy / "css" / "base.css").write_text("body { color: teal }")
    after = LINKS.findall(client.get("/").text)
    assert not set(before) & set(after) and client.get("/worker.js").text != worker
    style = next(link for link in after if link.endswith(".css"))
    assert client.get(style).text.startswith("body { color: teal }")


def test_a_page_from_before_an_update_gets_what_there_is_now_and_does_not_keep_it(client: TestClient) -> None:
    found = client.get("/v/0123456789ab/js/html.js")
    assert "export function html" in found.text and found.headers["cache-control"] == "no-cache"
    assert client.get("/v/0123456789ab/js/none.js").status_code == 404


def test_a_module_has_one_address_however_it_is_imported(client: TestClient) -> None:
    found = client.get("/js/cards.js").text
    assert found.startswith('const it = await (globalThis.kiebitzModule?.("/js/cards.js") ?? import("/v/')
    assert "export const { faceUrl, card, " in found


def test_nothing_private_is_kept_or_compressed(client: TestClient) -> None:
    table = new_table(client, "durak")
    headers = {"Authorization": f"Bearer {table['tokens'][0]}", "Accept-Encoding": "gzip"}
    for what in ("matrix?seat=0&ply=0", "timeline", "scene?ply=0"):
        answer = client.get(f"/api/tables/{table['table']}/{what}", headers=headers)
        assert answer.status_code == 200
        assert "content-encoding" not in answer.headers and "etag" not in answer.headers
    assert client.get(f"/v/{edition.edition()}/api/tables/{table['table']}/scene").status_code == 404


def test_the_worker_keeps_pages_and_their_parts_only(client: TestClient) -> None:
    text = client.get("/worker.js").text
    kept = json.loads(text.partition("\n")[0].removeprefix("const KEPT = ").rstrip(";"))
    assert {"/", "/index.html", "/table.html"} <= set(kept["pages"])
    home = f"/v/{edition.edition()}/"
    assert all(part.startswith(f"{home}bundles/") for part in kept["parts"])
    assert all(client.get(path).status_code == 200 for path in kept["pages"] + kept["parts"])


def test_the_app_can_be_installed(client: TestClient) -> None:
    manifest = client.get("/app.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    icons = manifest.json()["icons"]
    assert {"192x192", "512x512", "any"} == {icon["sizes"] for icon in icons}
    for icon in icons:
        assert client.get(icon["src"]).headers["content-type"] == icon["type"]
    assert "app.webmanifest" in client.get("/").text
    assert client.get("/icons/icon-9000.png").status_code == 404


@pytest.mark.parametrize("path", ["/../app.py", "/..%2fserver%2fapp.py", "/%2fetc/passwd", "/css/%00", "/js"])
def test_no_path_leads_out_of_the_pages(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_pages_come_in_the_readers_language_and_theme(client: TestClient) -> None:
    assert '<html lang="nl" data-theme="auto"' in client.get("/", headers={"Accept-Language": "nl-BE"}).text
    chosen = {"Accept-Language": "nl-BE", "Cookie": "kiebitz=de.dark"}
    page = client.get("/", headers=chosen)
    assert '<html lang="de" data-theme="dark"' in page.text and "/languages/de.json" in page.text
    assert {"Cookie", "Accept-Language"} <= set(page.headers["vary"].split(", "))
    odd = client.get("/", headers={"Cookie": 'kiebitz="><script>.x'}).text
    assert '<html lang="en" data-theme="auto"' in odd
