"""Cells: a process for each seat of a bot from a file or a program, which gets views and nothing else."""
