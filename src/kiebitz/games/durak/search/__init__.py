"""How Durak is solved."""
