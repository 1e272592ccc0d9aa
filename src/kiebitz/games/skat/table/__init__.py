"""Skat at the table."""
