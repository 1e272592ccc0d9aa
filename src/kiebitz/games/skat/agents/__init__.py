"""Who plays Skat."""
