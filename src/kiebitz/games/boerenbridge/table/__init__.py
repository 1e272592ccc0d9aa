"""Boerenbridge at the table."""
