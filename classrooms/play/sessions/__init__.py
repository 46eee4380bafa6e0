"""Sessions: set up, joined, opened, run to their end."""
