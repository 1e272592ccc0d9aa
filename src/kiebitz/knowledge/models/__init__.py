"""Kripke models: who considers what possible."""
