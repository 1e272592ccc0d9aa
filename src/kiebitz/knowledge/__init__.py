"""What can be known: places of cards, formulas, proofs, Kripke models and their pictures.

``kiebitz.know`` gives all of it for a position; these are the parts, for models and proofs of your own.

>>> from kiebitz.knowledge import KnowledgeBase, Model
>>> rain = Model.of_facts(["rain"], {"Ann": ["rain"], "Bob": []})
>>> bool(rain.check("Kw[Ann] rain")), bool(rain.check("Kw[Bob] rain"))
(True, False)
"""

TYPE_CHECKING = False  # as in typing: nothing is loaded here before it is used
if TYPE_CHECKING:
    from typing import Any

    from kiebitz.knowledge.course import PublicAnnouncement, announcements
    from kiebitz.knowledge.knowing import Knowledge, know
    from kiebitz.knowledge.logic.base import KnowledgeBase
    from kiebitz.knowledge.models.announcements import (
        Update,
        announced,
        card_played,
        guessed,
        no_suit,
        trick_over,
    )
    from kiebitz.knowledge.models.bisimulation import contract
    from kiebitz.knowledge.models.kripke import Model
    from kiebitz.knowledge.models.lazy import LazyModel, model_of
    from kiebitz.knowledge.pictures.merging import picture
    from kiebitz.knowledge.pictures.projection import project
    from kiebitz.knowledge.pictures.smcdel import smcdel
    from kiebitz.knowledge.places.locations import Locations

__all__ = [
    "Knowledge",
    "KnowledgeBase",
    "LazyModel",
    "Locations",
    "Model",
    "PublicAnnouncement",
    "Update",
    "announced",
    "announcements",
    "card_played",
    "contract",
    "guessed",
    "know",
    "model_of",
    "no_suit",
    "picture",
    "project",
    "smcdel",
    "trick_over",
]

_HOMES = {
    "Knowledge": "knowing",
    "KnowledgeBase": "logic.base",
    "LazyModel": "models.lazy",
    "Locations": "places.locations",
    "Model": "models.kripke",
    "PublicAnnouncement": "course",
    "Update": "models.announcements",
    "announced": "models.announcements",
    "announcements": "course",
    "card_played": "models.announcements",
    "contract": "models.bisimulation",
    "guessed": "models.announcements",
    "know": "knowing",
    "model_of": "models.lazy",
    "no_suit": "models.announcements",
    "picture": "pictures.merging",
    "project": "pictures.projection",
    "smcdel": "pictures.smcdel",
    "trick_over": "models.announcements",
}


def __getattr__(name: str) -> "Any":
    """Names are loaded when they are used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
