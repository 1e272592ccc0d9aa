"""Bots of other programs at our table: what they import and call, on top of our engine."""
