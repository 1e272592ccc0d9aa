"""Every page and dialog as axe judges it, light and dark, at a desk and on a phone; and the felt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.runs.run import Run
from kiebitz.table.server.edition import PAGES
from tests.browser.person import IN_BROWSER, Person, new_table

if TYPE_CHECKING:
    from axe_playwright_python.sync_playwright import Axe

pytestmark = IN_BROWSER
SIZES = {"desk": (1280, 800), "phone": (390, 844)}
TABS = {
    "matrix": "belief-matrix table",
    "kripke": "kripke-graph .model",
    "announced": "announcement-steps p",
    "mind": "mind-view section",
    "timeline": "time-line li",
}
RULES = (
    "axe.getRules(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']).map(({ruleId}) => ruleId)"
)
"""Axe leaves experimental ones of them out unless they are named."""
OPEN = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
COLOUR = """(names) => names.map((name) => {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found.match(/[\\d.]+/g).slice(0, 3).map(Number);
})"""
PAIRS = (
    ("ink", "paper"), ("ink", "raised"), ("soft", "paper"), ("soft", "raised"), ("accent", "raised"),
    ("accent", "paper"), ("accent-ink", "accent"), ("felt-ink", "felt"), ("felt-ink", "felt-deep"),
    ("felt-soft", "felt"), ("felt-soft", "felt-deep"),
)  # fmt: skip


@pytest.fixture(scope="module")
def axe() -> Axe:
    from axe_playwright_python.sync_playwright import Axe

    return Axe()


def judged(axe: Axe, person: Person, what: str) -> list[str]:
    """What axe has against a page by any of its rules, as short lines."""
    person.page.evaluate(axe.axe_script)
    rules = person.page.evaluate(RULES)
    assert {"label-content-name-mismatch", "color-contrast", "region"} <= set(rules)
    return objections(axe, person, what, {"runOnly": rules})


def objections(axe: Axe, person: Person, what: str, options: dict[str, Any] | None = None) -> list[str]:
    """The same by the rules that axe itself chooses, or others."""
    found: dict[str, Any] = axe.run(person.page, options=options).response
    assert len(found["passes"]) > 10, "it has looked"
    return [
        f"{what}: {each['id']} {node['html'][:160]}" for each in found["violations"] for node in each["nodes"]
    ]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_at_a_table(sits: Callable[..., Person], axe: Axe, theme: str, size: str) -> None:
    person = sits(size=SIZES[size], theme=theme)
    page = person.page
    person.sit(new_table(person.address, "boerenbridge", options="schedule=5-4"))
    for _ in range(3):
        assert person.asked()
        person.click_one()
    assert person.asked()
    found = judged(axe, person, "table")
    for key in "lsp?":
        page.keyboard.press(key)
        page.wait_for_selector("#dialog[open]")
        found += judged(axe, person, f"the dialog of {key}")
        page.keyboard.press("Escape")
    page.click("#panel-toggle")
    for tab, ready in TABS.items():
        page.click(f"#tab-{tab}")
        page.wait_for_selector(ready)
        page.evaluate(OPEN)
        found += judged(axe, person, tab)
    page.click("#panel-close")
    person.problems = [each for each in person.problems if "status of 403" not in each]  # another's thoughts
    person.finish()
    assert found + judged(axe, person, "result") == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_other_pages(
    sits: Callable[..., Person],
    axe: Axe,
    theme: str,
    size: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KIEBITZ_RUNS", str(tmp_path / "runs"))
    whole = Run.create("match", (match_plan("durak", ["greedy", "random"], deals=20, seed=1),))
    whole.play(Threads(1))
    begun = Run.create("match", (match_plan("durak", ["greedy", "random"], deals=20, seed=2),))
    person = sits(size=SIZES[size], theme=theme)
    page, found = person.page, []
    for file in sorted(PAGES.glob("*.html")):
        if file.name == "table.html":
            continue
        page.goto(f"{person.address}/{file.name}")
        page.wait_for_load_state("networkidle")
        page.evaluate(OPEN)
        found += judged(axe, person, file.name)
    page.goto(person.address)
    page.wait_for_selector(".game img")
    page.click("#settings")
    page.wait_for_selector("#dialog[open]")
    found += judged(axe, person, "settings")
    for run in ("", f"/{whole.name}", f"/{whole.name}/games", f"/{begun.name}"):
        page.goto(f"{person.address}/runs{run}?still=1")
        found += objections(axe, person, f"/runs{run}")
    assert found == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_stand_out_from_what_is_behind_them(sits: Callable[..., Person], theme: str) -> None:
    """Axe cannot judge what lies on a gradient, such as the felt."""
    person = sits(theme=theme)
    person.page.goto(person.address)
    person.page.wait_for_selector(".game img")
    weak = [
        pair
        for pair in PAIRS
        if contrast(*(brightness(each) for each in person.page.evaluate(COLOUR, list(pair)))) < 4.5
    ]
    assert weak == []


def brightness(colour: list[float]) -> float:
    """How bright a colour looks, after WCAG: 0 for black, 1 for white."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
