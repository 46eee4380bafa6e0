"""Studies: arms drawn by lot, tests before and after, and what they show."""
