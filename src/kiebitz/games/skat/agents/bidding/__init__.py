"""What is a hand worth? Bidding, discarding and announcing."""
