"""Stored files, and exported tables."""
