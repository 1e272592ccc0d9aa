"""Who plays Durak."""
