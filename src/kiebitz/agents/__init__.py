"""Who plays? Agents, policies and how they are named."""
