"""Odds: exact answers by counting."""
