"""People and courses that are erased, and a person's own data."""
