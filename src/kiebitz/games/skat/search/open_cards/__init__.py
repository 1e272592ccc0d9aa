"""Open cards: exact values of deals and endgames."""
