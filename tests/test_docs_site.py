"""The site of the documentation: links lead somewhere, pages are found, nothing is loaded from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[1]
LOADED = re.compile(r'<(?:script|img|link rel="(?:stylesheet|icon)")[^>]+(?:src|href)="(https?:[^"]+)"')

LINK = re.compile(r'<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]+)"')
ANCHOR = re.compile(r'\s(?:id|name)="([^"]+)"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    return folder


def test_every_page_is_part_of_the_site(site: Path) -> None:
    pages = {page.stem for page in (ROOT / "docs").glob("*.md")}
    assert pages <= {page.stem for page in site.glob("*.html")}
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    assert {name for name in pages if f"{name}.md" not in navigation} == set()


def test_no_link_is_dead(site: Path) -> None:
    """Links and pictures of every page lead to files of the site, and to places that these have."""
    places = {page: set(ANCHOR.findall(page.read_text(encoding="utf-8"))) for page in site.glob("*.html")}
    dead = [f"{page.name}: {link}" for page in places for link in sorted(links(page))
            if not leads_somewhere(page, link, places)]  # fmt: skip
    assert not dead
    assert sum(len(links(page)) for page in places) > 500


def links(page: Path) -> set[str]:
    """The links of a page that stay in the site; the theme's page for errors has those of a server."""
    found = set(LINK.findall(page.read_text(encoding="utf-8"))) if page.name != "404.html" else set()
    return {unescape(link) for link in found if not re.match(r"[a-z]+:|//", link)}


def leads_somewhere(page: Path, link: str, places: dict[Path, set[str]]) -> bool:
    name, _, place = unquote(link).partition("#")
    target = page.parent / name if name not in ("", ".") else page
    return target.is_file() and (not place or target not in places or place in places[target])


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    assert {page.name: LOADED.findall(page.read_text(encoding="utf-8")) for page in site.glob("*.html")} == {
        page.name: [] for page in site.glob("*.html")
    }


def test_the_reference_has_the_public_names(site: Path) -> None:
    import kiebitz

    reference = (site / "reference.html").read_text(encoding="utf-8")
    assert {name for name in kiebitz.__all__ if f'id="kiebitz.{name}"' not in reference} == set()


@pytest.mark.parametrize("page", ["api", "reference"])
def test_examples_are_code(site: Path, page: str) -> None:
    """A prompt in a page or a docstring is neither a quotation nor text, and the session is coloured."""
    text = (site / f"{page}.html").read_text(encoding="utf-8")
    assert text.count('<span class="gp">&gt;&gt;&gt; </span>') > 20
    assert "<blockquote>" not in text
