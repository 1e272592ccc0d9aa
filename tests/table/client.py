"""A client of the table's server for tests."""

from __future__ import annotations

from collections.abc import Collection

from fastapi.testclient import TestClient

from kiebitz.table.server.app import make_app
from kiebitz.table.tables.store import Store


def client_of(store: Store, bots: Collection[str] = ()) -> TestClient:
    """A client of a server that answers to the name that it uses."""
    return TestClient(make_app(store, bots, names=["testserver"]))
