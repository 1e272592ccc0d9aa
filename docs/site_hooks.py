"""What the site needs besides the pages.

Links to files of the source are shown as names, not as links, and examples of a Python session become blocks
of code, in pages and docstrings alike: Markdown takes ``>>>`` for a quotation and ``[...]`` for a link.
"""

from __future__ import annotations

import re
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./[^)]*\)")
"""A link that leaves the folder of the pages: it leads somewhere in a clone only."""

SESSION = re.compile(r"^( {4})?>>> ")
"""The first line of an example: at the margin in a docstring, indented in a page."""


def fenced(lines: list[str]) -> list[str]:
    """The same text with a fence around every example, which ends with an empty line.

    >>> fenced(["Two:", "", ">>> 1 + 1", "2", ""])
    ['Two:', '', '```pycon', '>>> 1 + 1', '2', '```', '']
    """
    found: list[str] = []
    indent: int | None = None
    for line in lines:
        begins = SESSION.match(line) if indent is None else None
        if begins:
            indent = len(begins[1] or "")
            found.append("```pycon")
        elif indent is not None and not line.strip():
            found.append("```")
            indent = None
        found.append(line if indent is None else line[indent:])
    return found if indent is None else [*found, "```"]


class Sessions(Preprocessor):
    """Puts the fences before anything else reads the text."""

    def run(self, lines: list[str]) -> list[str]:
        return fenced(lines)


class SessionExtension(Extension):
    """Markdown that knows Python sessions."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's own name
        md.preprocessors.register(Sessions(md), "sessions", 40)  # fences are read at 25


def on_config(config: Any, **given: Any) -> Any:
    """Pages and docstrings are read by the same Markdown."""
    config["markdown_extensions"].append(SessionExtension())
    return config


def on_page_markdown(markdown: str, **given: Any) -> str:
    """The text of a page as the site shows it."""
    return OUTSIDE.sub(r"\1", markdown)
