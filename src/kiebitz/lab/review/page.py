"""Reviews as one page that opens anywhere, in the language of the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from kiebitz.lab.review.judged import Review
from kiebitz.lab.review.telling import curve_svg, headline, told
from kiebitz.language.speaking import speaker
from kiebitz.sayings import Saying, say

Named = Sequence[tuple[Saying | str, Review]]
"""Reviews with the names of their records."""


def page(reviews: Named, source: str) -> str:
    """One HTML file that needs nothing else."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    reader = speaker()
    environment.filters["said"] = reader.text
    title = escape(reader.text(say("The expected result after each own move")))
    text = (files(__package__) / "page.html.j2").read_text(encoding="utf-8")
    return environment.from_string(text).render(
        language=reader.language,
        title=say("What could have been known?"),
        source=say("From {source}.", source=source),
        units=[
            {
                "headline": headline(review, name),
                "curve": curve_svg(review, title),
                "lines": list(told(review, every=True)),
            }
            for name, review in reviews
        ],
    )
