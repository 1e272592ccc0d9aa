"""What only Boerenbridge has on the command line."""
