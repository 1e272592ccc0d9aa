"""Who plays Boerenbridge."""
