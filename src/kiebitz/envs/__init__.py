"""How do learners see a game? Environments, tensors out of views, and agents from outside."""
