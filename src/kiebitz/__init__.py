"""Kiebitz: a workbench for card games with hidden cards."""

__version__ = "0.1.0"
