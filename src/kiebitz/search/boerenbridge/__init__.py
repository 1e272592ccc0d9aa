"""Searches that know Boerenbridge."""
