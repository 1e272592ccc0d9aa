"""What the site needs besides the pages: links to files of the source are shown as names, not as links."""

from __future__ import annotations

import re
from typing import Any

OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./[^)]*\)")
"""A link that leaves the folder of the pages: it leads somewhere in a clone only."""


def on_page_markdown(markdown: str, **given: Any) -> str:
    """The text of a page as the site shows it."""
    return OUTSIDE.sub(r"\1", markdown)
