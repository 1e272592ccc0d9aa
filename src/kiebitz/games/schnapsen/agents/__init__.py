"""Who plays Schnapsen."""
