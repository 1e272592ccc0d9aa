"""Tests of tools/skat_training: how the Skat players learn."""
