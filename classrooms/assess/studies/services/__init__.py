"""Changing studies."""
