"""Durak at the table."""
