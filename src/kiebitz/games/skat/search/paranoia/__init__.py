"""Hidden cards: what can be forced in every world."""
