"""How what the players know is learned: tables and instinct."""
