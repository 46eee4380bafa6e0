"""Newsvendor: a game in a package of its own."""
