"""The panel: what the players know and think."""
