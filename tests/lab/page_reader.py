"""Reads a report as a program would: a strict parser, and the tables of the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "wbr", "br", "link", "img", "input", "hr"}


@dataclass
class ShownCell:
    """A cell of a table: its text, and the number behind it."""

    text: str = ""
    value: str | None = None

    @property
    def number(self) -> float:
        assert self.value is not None, self.text
        return float(self.value)


@dataclass
class ShownTable:
    """A table of the page: rows by their name, cells by the key of their column."""

    keys: list[str] = field(default_factory=list)
    rows: dict[str, dict[str, ShownCell]] = field(default_factory=dict)


class PageReader(HTMLParser):
    """Refuses a page whose tags do not match, and collects what is on it."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.tables: dict[str, ShownTable] = {}
        self.numbers: list[ShownCell] = []
        self.text: list[str] = []
        self._table: ShownTable | None = None
        self._cells: list[ShownCell] = []
        self.feed(html)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        assert len(values) == len(attrs), f"{tag} has an attribute twice"
        self._note(tag, values)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "figure" and (values.get("id") or "").startswith("table-"):
            self._table = self.tables[str(values["id"])[6:]] = ShownTable()
        elif tag == "th" and values.get("scope") == "col" and self._table is not None:
            self._table.keys.append(str(values["data-key"]))
        elif tag == "tr":
            self._cells = []
        elif tag == "td" or (tag == "th" and values.get("scope") == "row"):
            self._cells.append(ShownCell())
        elif tag == "data":
            self._cells[-1].value = values["value"]
            self.numbers.append(self._cells[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, dict(attrs))

    def _note(self, tag: str, values: dict[str, str | None]) -> None:
        self.tags.add(tag)
        if identity := values.get("id"):
            self.ids.append(identity)
        if link := values.get("href") or values.get("xlink:href"):
            self.links.append(link)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> closes {self.open}"
        if tag == "tr" and self._table is not None and self._cells:
            assert len(self._cells) == len(self._table.keys)
            row = dict(zip(self._table.keys, self._cells, strict=True))
            self._table.rows[self._cells[0].text] = row
        elif tag == "table":
            self._table = None

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if self._cells and self.open and {"th", "td"} & set(self.open) and "span" not in self.open:
            self._cells[-1].text += data.strip("\n")

    @property
    def words(self) -> str:
        """All text of the page."""
        return " ".join("".join(self.text).split())
