"""Searches that are made for Schnapsen."""
