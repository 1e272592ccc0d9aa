"""Schnapsen at the table."""
