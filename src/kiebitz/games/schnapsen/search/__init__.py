"""How Schnapsen is solved."""
