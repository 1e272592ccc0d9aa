"""Published experiments, and pages that play them again."""
