"""Dominato: tiles of red and green points, laid where a square equals another tile's balance."""
