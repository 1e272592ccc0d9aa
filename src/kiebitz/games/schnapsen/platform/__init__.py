"""The university's platform for Schnapsen bots."""
