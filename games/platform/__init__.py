"""Matches as records: reading, rights, writing and background work between a record and a page."""
