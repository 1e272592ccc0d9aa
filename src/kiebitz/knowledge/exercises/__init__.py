"""Exercises in epistemic logic, made from positions of games and graded over their models."""
