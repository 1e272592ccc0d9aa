"""How Skat is solved."""
