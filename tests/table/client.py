"""A client of the table's server for tests."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from fastapi.testclient import TestClient

from kiebitz.table.server.app import make_app
from kiebitz.table.tables.store import Store

DAY = date(2026, 11, 18)
"""Today for the server."""


def client_of(store: Store, bots: Collection[str] = ()) -> TestClient:
    """A client of a server that answers to the name that it uses."""
    return TestClient(make_app(store, bots, names=["testserver"], today=lambda: DAY))
