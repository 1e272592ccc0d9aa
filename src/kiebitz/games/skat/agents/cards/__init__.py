"""Which card? Playing after the bidding."""
