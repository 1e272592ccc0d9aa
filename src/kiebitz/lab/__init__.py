"""Who is better? Matches and their statistics."""
