"""Sections that a game adds to the pages of its experiments: ``[[name]]``, a table of values each.

A section is a dataclass whose fields are the keys of that table. All sections of a kind are shown together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from kiebitz.lab.report.tabular import Tabular
from kiebitz.lab.results.result import Result
from kiebitz.sayings import Saying


class PageSection:
    """One such table; subclasses are frozen dataclasses."""

    title: ClassVar[Saying | str]
    """The heading of the report's section."""

    @property
    def name(self) -> str:
        """What sentences call it."""
        return ""

    @property
    def matches(self) -> tuple[str, ...]:
        """The matches of the page that it is about."""
        return ()

    @classmethod
    def tables(cls, sections: Sequence[Self], results: Mapping[str, Result]) -> list[Tabular]:
        """The tables of the report."""
        return []

    @classmethod
    def printed(cls, sections: Sequence[Self], results: Mapping[str, Result]) -> list[Tabular]:
        """The tables for a terminal, whose captions stand above them."""
        return cls.tables(sections, results)

    @classmethod
    def as_dicts(cls, sections: Sequence[Self], results: Mapping[str, Result]) -> list[dict[str, Any]]:
        """The sections for ``--json``."""
        return [dict(vars(section)) for section in sections]
