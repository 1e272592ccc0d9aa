"""The table: where people, agents and remote bots play, and others look into their heads."""
