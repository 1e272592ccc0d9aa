"""How Boerenbridge is solved."""
