"""Plain, slow implementations of the card game rules, for cross-checking the compiled ones."""
