"""What a browser fetches for the pages: ``python benchmarks/page_load.py [--rounds 3] [--latency 50]``.

Opens the lobby and a Skat table in a fresh Chromium and loads both again: requests that went to the server,
the bytes that came back (headers counted), and the seconds until cards are seen, with a network that takes
its time for every answer. The browser speaks German; the server is one of its own. Without the worker that
keeps pages for times without a network, as over plain HTTP from another machine.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from parts.document import Cell, Document, cell, show
from tests.browser.person import chromium, new_table, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

LOBBY, TABLE = ".game img", ".own .held img"
SETTLED = 700  # milliseconds after the cards are there: what is loaded late is counted too


@dataclass
class Load:
    """What one load of a page cost."""

    requests: int = 0
    bytes: int = 0
    seconds: float = 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--rounds", type=int, default=3)
    made.add_argument("--latency", type=int, default=50, help="milliseconds for every answer")
    return made


def measured(chosen: argparse.Namespace) -> Document:
    from playwright.sync_api import sync_playwright

    if chromium() is None:
        sys.exit("This measurement needs Chromium (Debian: apt install chromium).")
    with (
        tempfile.TemporaryDirectory() as store,
        running(Path(store)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        found: dict[str, list[Load]] = {}
        for _ in range(chosen.rounds):
            for name, load in visit(browser, address, chosen.latency).items():
                found.setdefault(name, []).append(load)
        browser.close()
    cells: dict[str, Cell] = {}
    for name, loads in found.items():
        cells[f"{name}: requests"] = cell(median(load.requests for load in loads))
        cells[f"{name}: KB"] = cell(median(load.bytes for load in loads) / 1000)
        cells[f"{name}: seconds"] = cell(median(load.seconds for load in loads))
    return Document(cells)


def visit(browser: Browser, address: str, latency: int) -> dict[str, Load]:
    """The lobby and the table, each in a fresh browser and once more."""
    table = new_table(address, "skat")
    places = {
        "lobby": (address, LOBBY),
        "table": (f"{address}/table.html#{table['table']}.{table['tokens'][0]}", TABLE),
    }
    found = {}
    for name, (place, ready) in places.items():
        context = fresh(browser)
        page = context.new_page()
        devtools = slowed(context, page, latency)
        found[f"{name}, first time"] = counted(devtools, page, lambda: page.goto(place), ready)  # noqa: B023
        found[f"{name}, again"] = counted(devtools, page, page.reload, ready)
        context.close()
    return found


def fresh(browser: Browser) -> BrowserContext:
    return browser.new_context(
        viewport={"width": 1280, "height": 800},
        reduced_motion="reduce",
        locale="de-DE",
        service_workers="block",
    )


def slowed(context: BrowserContext, page: Page, latency: int) -> CDPSession:
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    slow = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
    devtools.send("Network.emulateNetworkConditions", slow)
    return devtools


def counted(devtools: CDPSession, page: Page, go: Any, ready: str) -> Load:
    """Go somewhere, and count until nothing more comes."""
    load, began = Load(), perf_counter()
    cached: set[str] = set()

    def answered(event: dict[str, Any]) -> None:
        response = event["response"]
        if response.get("fromDiskCache") or response.get("fromServiceWorker"):
            cached.add(event["requestId"])

    def from_memory(event: dict[str, Any]) -> None:
        cached.add(event["requestId"])

    def finished(event: dict[str, Any]) -> None:
        if event["requestId"] not in cached:
            load.requests += 1
            load.bytes += round(event["encodedDataLength"])

    listeners = {
        "Network.responseReceived": answered,
        "Network.requestServedFromCache": from_memory,
        "Network.loadingFinished": finished,
    }
    for name, listener in listeners.items():
        devtools.on(name, listener)
    go()
    page.wait_for_selector(ready)
    load.seconds = perf_counter() - began
    page.wait_for_timeout(SETTLED)
    for name, listener in listeners.items():
        devtools.remove_listener(name, listener)
    return load


if __name__ == "__main__":
    show(parser(), measured)
